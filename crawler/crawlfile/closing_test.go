package crawlfile

import (
	"errors"
	"testing"
	"time"
)

// Who reads when the file is closed may read to the end, in several steps.
func TestCloseWaitsForWhoReads(t *testing.T) {
	ctx := t.Context()
	f := newFile(t)
	s := newSite(300)
	save(t, f, s.batch(300))
	reading, goOn := make(chan struct{}), make(chan struct{})
	read := make(chan error, 1)
	go func() {
		first := true
		read <- f.Entries(ctx, func(*Entry) error {
			if !first {
				return nil
			}
			first = false
			close(reading)
			<-goOn
			_, err := f.Counts(ctx)
			return err
		})
	}()
	<-reading
	closed := make(chan error, 1)
	go func() { closed <- f.Close() }()
	for f.readings.awaited() == nil {
		time.Sleep(time.Millisecond)
	}
	close(goOn)
	if err := <-read; err != nil {
		t.Errorf("the reading ended with %v", err)
	}
	if err := <-closed; err != nil {
		t.Error(err)
	}
}

// awaited is the channel that somebody waits for, nil while nobody does.
func (r *readings) awaited() chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.none
}

// A reading that never ends does not keep the file open for ever.
func TestCloseDoesNotWaitForEver(t *testing.T) {
	defer func(before time.Duration) { grace = before }(grace)
	grace = time.Millisecond
	f := newFile(t)
	save(t, f, newSite(10).batch(10))
	err := f.Entries(t.Context(), func(*Entry) error { return f.Close() })
	if err != nil {
		t.Errorf("the reading ended with %v", err)
	}
	if again, err := Open(f.Path()); err != nil {
		t.Errorf("it is not closed: %v", err)
	} else if err := again.Close(); err != nil {
		t.Error(err)
	}
}

// What is asked after the end is told of as such, and never as damage.
func TestAClosedFileSaysSo(t *testing.T) {
	ctx := t.Context()
	f := newFile(t)
	save(t, f, newSite(10).batch(10))
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	for name, ask := range map[string]func() error{
		"Meta":     func() error { _, err := f.Meta(ctx); return err },
		"Counts":   func() error { _, err := f.Counts(ctx); return err },
		"IDs":      func() error { _, err := f.IDs(ctx, Filter{}, Sort{}); return err },
		"Rows":     func() error { _, err := f.Rows(ctx, []int64{1}); return err },
		"Outlinks": func() error { _, err := f.Outlinks(ctx, 1); return err },
		"HasTexts": func() error { _, err := f.HasTexts(ctx); return err },
		"Causes":   func() error { _, err := f.Causes(ctx, "title-long", 1); return err },
		"Entries":  func() error { return f.Entries(ctx, func(*Entry) error { return nil }) },
	} {
		if err := ask(); !errors.Is(err, ErrClosed) || errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What is written meanwhile does not show in a view.
func TestAViewIsOfOneMoment(t *testing.T) {
	ctx := t.Context()
	f := newFile(t)
	s := newSite(200)
	save(t, f, s.batch(100))
	err := f.View(ctx, func(v *View) error {
		counts, err := v.Counts(ctx)
		if err != nil {
			return err
		}
		save(t, f, s.batch(100))
		for name, filter := range map[string]Filter{"all": {}, "with a title": {Text: "chair"}} {
			entries := 0
			if err := v.Chosen(ctx, filter, func(*Entry) error { entries++; return nil }); err != nil {
				return err
			}
			if entries != counts.Checked || entries == 0 {
				t.Errorf("%s: %d entries where %d were counted", name, entries, counts.Checked)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
