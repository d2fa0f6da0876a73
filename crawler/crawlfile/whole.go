package crawlfile

import (
	"context"
	"errors"
)

// OpenShared is Open, or OpenReadOnly where another program writes to the file or
// this one may not.
func OpenShared(path string) (*File, error) {
	file, err := Open(path)
	if errors.Is(err, ErrInUse) || errors.Is(err, ErrNoRight) {
		return OpenReadOnly(path)
	}
	return file, err
}

// OpenWhole opens an earlier crawl to read all that can be told about it: one that
// was left before it was Finished is finished now, where that can be kept. progress
// may be nil.
func OpenWhole(ctx context.Context, path string, progress func(float64)) (*File, error) {
	file, err := OpenReadOnly(path) // so as not to keep anybody else from writing
	if err == nil && file.Finished() {
		return file, nil
	}
	if err == nil {
		if err := errors.Join(file.Close(), ctx.Err()); err != nil {
			return nil, err
		}
	}
	if file, err = OpenShared(path); err != nil {
		return nil, err
	}
	if err := file.Conclude(ctx, progress); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// Conclude is Finish where what it computes can be kept. In a file that is open for
// reading only it does nothing.
func (f *File) Conclude(ctx context.Context, progress func(float64)) error {
	if !f.Writable() || f.Finished() {
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return f.Finish(ctx, progress)
}
