package audit

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"sitewalk/crawler/crawlfile"
)

func TestFile(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{crawlfile.ErrDamaged, "damaged"},
		{crawlfile.ErrNotOurs, "not a crawl"},
		{crawlfile.ErrNewer, "newer version"},
		{crawlfile.ErrInUse, "in use by another running Sitewalk"},
		{crawlfile.ErrExists, "a file at"},
		{crawlfile.ErrNoSpace, "no room left"},
		{crawlfile.ErrNoRight, "no permission"},
		{context.Canceled, "cancelled"},
		{fs.ErrPermission, "no permission"},
		{fs.ErrNotExist, "couldn't find"},
		{fs.ErrExist, "a file at"},
		{errors.New("what?"), "went wrong"},
	} {
		m := File(fmt.Errorf("writing: %w", c.err), "/shop/x.json")
		if !strings.Contains(m.Text, c.want) || !strings.Contains(m.Text, "/shop/x.json") || m.Advice == "" {
			t.Errorf("%v: %+v", c.err, m)
		}
		if !strings.Contains(m.Details, c.err.Error()) {
			t.Errorf("%v: Details = %q", c.err, m.Details)
		}
	}
	folder := t.TempDir()
	for path, want := range map[string]string{"x.json": "couldn't find " + folder, "no/x.json": "couldn't find the folder of"} {
		if m := File(fs.ErrNotExist, filepath.Join(folder, path)); !strings.Contains(m.Text, want) {
			t.Errorf("%s: %q", path, m.Text)
		}
	}
	if m := File(nil, "x"); m != (Message{}) {
		t.Errorf("words for no error: %+v", m)
	}
}

func TestFileSystemErrors(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("numbers of Unix")
	}
	for number, want := range map[syscall.Errno]string{
		syscall.ENOSPC: "no room left", syscall.EROFS: "read but not written", syscall.ENAMETOOLONG: "too long",
		syscall.EISDIR: "is a folder", syscall.EACCES: "no permission", syscall.ENOENT: "couldn't find", syscall.EIO: "reports an error",
	} {
		m := File(&fs.PathError{Op: "open", Path: "p", Err: number}, "p")
		if !strings.Contains(m.Text, want) {
			t.Errorf("%v: %q", number, m.Text)
		}
	}
	_, err := os.Create(filepath.Join(t.TempDir(), strings.Repeat("n", 300)))
	if m := File(err, "n"); !strings.Contains(m.Text, "too long") {
		t.Errorf("a real long name: %+v", m)
	}
}
