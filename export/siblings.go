package export

import (
	"bufio"
	"io"
	"os"
	"path/filepath"
)

// siblings are files that belong to the one that is written. They get their
// names together, when all of them are whole.
type siblings struct {
	folder string
	files  []sibling
}

type sibling struct {
	path      string
	temporary *os.File
	buffer    *bufio.Writer
}

// create begins a file of this name in the folder.
func (s *siblings) create(name string) (io.Writer, error) {
	path := filepath.Join(s.folder, name)
	if _, _, err := existing(path); err != nil {
		return nil, err
	}
	file, err := create(s.folder)
	if err != nil {
		return nil, err
	}
	buffer := bufio.NewWriterSize(file, 64<<10)
	s.files = append(s.files, sibling{path, file, buffer})
	return buffer, nil
}

// keep gives all files their names.
func (s *siblings) keep() error {
	for _, f := range s.files {
		if err := fill(f.temporary, 0, func(*os.File) error { return f.buffer.Flush() }); err != nil {
			return err
		}
	}
	for len(s.files) > 0 {
		target, _, err := existing(s.files[0].path)
		if err != nil {
			return err
		}
		if err := os.Rename(s.files[0].temporary.Name(), target); err != nil {
			return err
		}
		s.files = s.files[1:]
	}
	return nil
}

// drop removes the files that did not get their names.
func (s *siblings) drop() {
	for _, f := range s.files {
		_ = f.temporary.Close()
		_ = os.Remove(f.temporary.Name())
	}
}
