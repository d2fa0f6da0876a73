package cli

import (
	"context"
	"os"
	"testing"
)

func TestFirstInterruptIsGentleSecondCancels(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	i := listen(cancel)
	defer i.end()
	stopped := make(chan struct{})
	i.first(func() { close(stopped) })
	i.signals <- os.Interrupt
	<-stopped
	if ctx.Err() != nil {
		t.Fatal("the first interrupt cancelled everything")
	}
	i.signals <- os.Interrupt
	<-ctx.Done()
}

func TestInterruptWithoutACrawlCancels(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	i := listen(cancel)
	defer i.end()
	i.signals <- os.Interrupt
	<-ctx.Done()
}
