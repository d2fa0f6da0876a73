package crawlfile

import (
	"context"
	"path/filepath"
	"testing"
)

// TestMutexIsDropped fails when another version of the driver keeps its handle
// elsewhere: then storing is slow.
func TestMutexIsDropped(t *testing.T) {
	c, err := openConn(dsn(filepath.Join(t.TempDir(), "a.sitewalk"), "rwc"))
	if err != nil {
		t.Fatal(err)
	}
	if !dropMutex(c.Conn) {
		t.Error("the connection keeps its mutex")
	}
	if n, err := c.integer(context.Background(), "SELECT 7"); n != 7 || err != nil {
		t.Errorf("without the mutex, %d, %v", n, err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	if dropMutex(nil) {
		t.Error("no connection has no mutex")
	}
}
