package audit

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"sitewalk/crawler/crawlfile"
)

var filePhrases = []Phrase{
	{Key: "file.damaged.text", Text: "The crawl in {path} is damaged and cannot be opened."},
	{Key: "file.damaged.advice", Text: "The file was left as it is. If you have a copy, open that one; otherwise crawl the site again."},
	{Key: "file.not-ours.text", Text: "{path} is not a crawl of Sitewalk."},
	{Key: "file.not-ours.advice", Text: "Choose one that Sitewalk has saved; its name ends in .sitewalk. This file was left as it is."},
	{Key: "file.newer.text", Text: "The crawl in {path} was made with a newer version of Sitewalk."},
	{Key: "file.newer.advice", Text: "Open it with that version. The file was left as it is."},
	{Key: "file.in-use.text", Text: "The crawl in {path} is in use by another running Sitewalk."},
	{Key: "file.in-use.advice", Text: "Close the other one first, or wait until it has finished."},
	{Key: "file.busy.text", Text: "{path} is open in another program."},
	{Key: "file.busy.advice", Text: "Close it there, then try again."},
	{Key: "file.exists.text", Text: "There is a file at {path} already."},
	{Key: "file.exists.advice", Text: "Choose another name. The file was left as it is."},
	{Key: "file.no-space.text", Text: "There was no room left on the disk for {path}."},
	{Key: "file.no-space.advice", Text: "Make some room, or choose a place on another disk, and try again."},
	{Key: "file.no-right.text", Text: "You have no permission for {path}."},
	{Key: "file.no-right.advice", Text: "Choose another folder, such as your Documents, or ask whoever looks after this computer."},
	{Key: "file.read-only.text", Text: "The disk with {path} can be read but not written to."},
	{Key: "file.read-only.advice", Text: "Choose a folder on another disk."},
	{Key: "file.not-found.text", Text: "We couldn't find {path}."},
	{Key: "file.not-found.advice", Text: "Check the spelling, and that its folder exists."},
	{Key: "file.no-folder.text", Text: "We couldn't find the folder of {path}."},
	{Key: "file.no-folder.advice", Text: "Check the spelling, or make the folder first."},
	{Key: "file.name-too-long.text", Text: "The name {path} is too long for this computer."},
	{Key: "file.name-too-long.advice", Text: "Choose a shorter name."},
	{Key: "file.bad-name.text", Text: "{path} holds signs that may not stand in a file's name here."},
	{Key: "file.bad-name.advice", Text: "Choose a name of letters, digits, dots and hyphens."},
	{Key: "file.is-folder.text", Text: "{path} is a folder, not a file."},
	{Key: "file.is-folder.advice", Text: "Add a name for the file."},
	{Key: "file.not-folder.text", Text: "There is a file where a folder should be, somewhere in {path}."},
	{Key: "file.not-folder.advice", Text: "Check the spelling, or choose another folder."},
	{Key: "file.too-big.text", Text: "{path} has become larger than this disk allows for one file."},
	{Key: "file.too-big.advice", Text: "Choose a place on another disk."},
	{Key: "file.device.text", Text: "The disk with {path} reports an error."},
	{Key: "file.device.advice", Text: "Check that it is plugged in. If it happens again, save your files elsewhere and have the disk looked at."},
	{Key: "file.cancelled.text", Text: "Writing {path} was cancelled."},
	{Key: "file.cancelled.advice", Text: "An earlier file of this name is as it was."},
	{Key: "file.other.text", Text: "Something went wrong with {path}."},
	{Key: "file.other.advice", Text: "Try again, or choose another folder."},
}

// fileCauses are tried in this order: the crawl file's own reasons say more
// than the system's, which they may wrap.
var fileCauses = []struct {
	err  error
	name string
}{
	{context.Canceled, "cancelled"},
	{crawlfile.ErrNoSpace, "no-space"},
	{crawlfile.ErrNoRight, "no-right"},
	{crawlfile.ErrNotOurs, "not-ours"},
	{crawlfile.ErrDamaged, "damaged"},
	{crawlfile.ErrNewer, "newer"},
	{crawlfile.ErrInUse, "in-use"},
	{crawlfile.ErrExists, "exists"},
}

// portableCauses are tried last, because they gather several of the system's errors.
var portableCauses = []struct {
	err  error
	name string
}{
	{fs.ErrPermission, "no-right"},
	{fs.ErrNotExist, "not-found"},
	{fs.ErrExist, "exists"},
}

// File says why a file could not be opened, read or written. Trouble with the
// crawl file is told of that one, also where it came up while path was written.
// It gives the zero Message when err is nil.
func File(err error, path string) Message {
	if err == nil {
		return Message{}
	}
	var own *crawlfile.Error
	if errors.As(err, &own) {
		path = own.Path
	}
	cause := fileCause(err)
	if cause == "not-found" {
		if _, no := os.Stat(filepath.Dir(path)); errors.Is(no, fs.ErrNotExist) {
			cause = "no-folder"
		}
	}
	m := message("file."+cause, "path", path)
	m.Details = err.Error()
	return m
}

// fileCause is the part of the key that stands for err.
func fileCause(err error) string {
	for _, cause := range fileCauses {
		if errors.Is(err, cause.err) {
			return cause.name
		}
	}
	for number, name := range systemCauses {
		if errors.Is(err, number) {
			return name
		}
	}
	for _, cause := range portableCauses {
		if errors.Is(err, cause.err) {
			return cause.name
		}
	}
	return "other"
}
