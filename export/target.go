package export

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"sitewalk/crawler/crawlfile"
)

// ToFile writes the crawl to path in the format its ending asks for: first to
// a temporary file beside it, renamed when it is whole, so that an existing
// file is never half overwritten. progress (may be nil) is between 0 and 1.
// Errors wrap ErrUnknownFormat, ctx's error, or those of the file system and
// the crawl file.
func ToFile(ctx context.Context, f *crawlfile.File, path string, progress func(float64)) error {
	format, ok := For(path)
	if !ok {
		return fmt.Errorf("%s: %w", path, ErrUnknownFormat)
	}
	return replace(path, func(out *os.File) error {
		return Write(ctx, f, format, out, progress)
	})
}

// Check tells whether ToFile could write to path, without changing anything
// there, so that nobody waits for a crawl whose result cannot be kept.
func Check(path string) error {
	if _, ok := For(path); !ok {
		return fmt.Errorf("%s: %w", path, ErrUnknownFormat)
	}
	return onlyTry(path)
}

// onlyTry tells whether replace could write to path.
func onlyTry(path string) error {
	errOnlyTrying := errors.New("only trying")
	err := replace(path, func(*os.File) error { return errOnlyTrying })
	if errors.Is(err, errOnlyTrying) {
		return nil
	}
	return err
}

// replace puts what write writes in the place of the file at path, keeping
// that file's mode, in one step at the end. When anything fails the file at
// path is as it was and nothing else is left behind.
func replace(path string, write func(*os.File) error) error {
	target, mode, err := existing(path)
	if err != nil {
		return err
	}
	temporary, err := create(filepath.Dir(target))
	if err != nil {
		return err
	}
	err = fill(temporary, mode, write)
	if err == nil {
		err = os.Rename(temporary.Name(), target)
	}
	if err != nil {
		_ = os.Remove(temporary.Name())
		return err
	}
	syncFolder(filepath.Dir(target))
	return nil
}

// existing follows symbolic links from path to the file that is to be replaced
// and gives its mode, 0 when there is none yet. It fails when that is no
// regular file or may not be written to.
func existing(path string) (target string, mode fs.FileMode, err error) {
	target = path
	if real, err := filepath.EvalSymlinks(path); err == nil {
		target = real
	}
	info, err := os.Stat(target)
	if errors.Is(err, fs.ErrNotExist) {
		return target, 0, nil
	}
	if err != nil {
		return "", 0, err
	}
	if !info.Mode().IsRegular() {
		return "", 0, &fs.PathError{Op: "write", Path: path, Err: syscall.EISDIR}
	}
	file, err := os.OpenFile(target, os.O_WRONLY, 0)
	if err != nil {
		return "", 0, err
	}
	return target, info.Mode().Perm(), file.Close()
}

// create makes a new file in a folder, hidden and with the mode that the
// person's umask gives, which os.CreateTemp does not.
func create(folder string) (*os.File, error) {
	name := filepath.Join(folder, ".sitewalk-"+rand.Text()+".tmp")
	return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
}

// fill writes, brings everything to the disk and closes the file.
func fill(file *os.File, mode fs.FileMode, write func(*os.File) error) error {
	err := write(file)
	if err == nil && mode != 0 {
		err = file.Chmod(mode)
	}
	if err == nil {
		err = file.Sync()
	}
	if closing := file.Close(); err == nil {
		err = closing
	}
	return err
}

// syncFolder brings a rename to the disk where the system can do that. The
// file is whole either way, so a failure is none.
func syncFolder(folder string) {
	directory, err := os.Open(folder)
	if err != nil {
		return
	}
	_ = directory.Sync()
	_ = directory.Close()
}
