//go:build unix

package crawlfile

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"sitewalk/crawler"
)

// childTask names the work that the test binary does instead of testing when it
// runs as a child.
const childTask = "CRAWLFILE_CHILD"

func TestMain(m *testing.M) {
	switch os.Getenv(childTask) {
	case "":
		os.Exit(m.Run())
	case "save":
		saveForever(os.Args[1])
	case "create":
		fmt.Println("now")
		_, err := Create(os.Args[1], crawler.Meta{Typed: "example.com"})
		fmt.Println(err)
		io.Copy(io.Discard, os.Stdin)
	case "hold":
		hold(os.Args[1])
	case "serve":
		serveSite(os.Args[1])
	case "read":
		readOnly(os.Args[1])
	}
}

// saveForever saves batches of pages until it is killed. It says on
// its standard output which batches Save has taken.
func saveForever(path string) {
	f, err := Open(path)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	c, err := f.Counts(context.Background())
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	for n := c.Checked / batchPages; ; n++ {
		if err := f.Save(batchOfPages(n)); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		fmt.Println(n)
	}
}

// batchPages is how many pages a batch of the child has.
const batchPages = 30

// batchOfPages makes the batch with number n.
func batchOfPages(n int) crawler.Batch {
	var b crawler.Batch
	for i := range int64(batchPages) {
		id := int64(n)*batchPages + i + 1
		url := fmt.Sprintf("https://example.com/%d", id)
		b.Addresses = append(b.Addresses, crawler.Address{ID: id, URL: url})
		b.Pages = append(b.Pages, &crawler.Page{
			ID: id, URL: url, Outcome: crawler.Works, Status: 200, Title: fmt.Sprintf("Page %d", id),
			Findings: []crawler.Finding{{Check: fmt.Sprintf("check-%d", n%5)}, {Check: "every", Detail: url}},
			Links:    []crawler.Link{{Target: 1, Text: "Home"}, {Target: id, Text: fmt.Sprintf("Batch %d", n)}},
		})
	}
	return b
}

func child(t *testing.T, task string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self, args...)
	c.Env = append(os.Environ(), childTask+"="+task)
	return c
}

// TestKilled kills a program that saves, at any moment, again and again.
func TestKilled(t *testing.T) {
	rounds := 10
	if testing.Short() {
		rounds = 3
	}
	f := newFile(t)
	path := f.Path()
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 1))
	for range rounds {
		c := child(t, "save", path)
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		saved := -1
		for range 1 + rng.IntN(10) { // let it get going, then kill it in the midst of something
			if !lines.Scan() {
				t.Fatal("the child ended by itself")
			}
			if _, err := fmt.Sscan(lines.Text(), &saved); err != nil {
				t.Fatalf("the child says: %s", lines.Text())
			}
		}
		timer := time.AfterFunc(time.Duration(rng.IntN(5000))*time.Microsecond, func() { c.Process.Kill() })
		for lines.Scan() {
			fmt.Sscan(lines.Text(), &saved)
		}
		timer.Stop()
		c.Wait()
		checkKilled(t, path, saved)
	}
}

// TestKilledWhileCreating wants a whole crawl or none.
func TestKilledWhileCreating(t *testing.T) {
	rng := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 1))
	whole := 0
	for range 30 {
		path := filepath.Join(t.TempDir(), "x"+Extension)
		c := child(t, "create", path)
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		in, err := c.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		bufio.NewReader(out).ReadString('\n')
		time.Sleep(time.Duration(rng.IntN(25_000)) * time.Microsecond)
		c.Process.Kill()
		c.Wait()
		in.Close()
		f, err := Open(path)
		if errors.Is(err, fs.ErrNotExist) {
			f, err = Create(path, crawler.Meta{Typed: "example.com"})
		} else {
			whole++
		}
		if err != nil {
			t.Fatal(err)
		}
		if m, err := f.Meta(context.Background()); err != nil || m.Typed != "example.com" {
			t.Errorf("%+v, %v", m, err)
		}
		f.Close()
		if names, _ := filepath.Glob(path + "-*"); len(names) > 0 && whole == 0 {
			t.Errorf("left in the folder: %v", names)
		}
	}
	t.Logf("%d of 30 were whole", whole)
}

// checkKilled opens the file that a killed program has left.
func checkKilled(t *testing.T, path string, saved int) {
	t.Helper()
	ctx := context.Background()
	reader, err := OpenReadOnly(path)
	if err != nil {
		t.Fatalf("reading what was left: %v", err)
	}
	reader.Close()
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var verdict string
	if err := f.read.QueryRow("PRAGMA integrity_check").Scan(&verdict); err != nil || verdict != "ok" {
		t.Fatalf("integrity: %s, %v", verdict, err)
	}
	c, err := f.Counts(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if c.Found != c.Checked || c.Checked%batchPages != 0 || c.Checked < (saved+1)*batchPages {
		t.Fatalf("after %d batches: %+v", saved+1, c)
	}
	found := 0
	for check, n := range c.Findings {
		if check != "every" {
			found += n
		}
	}
	if found != c.Checked || c.Findings["every"] != c.Checked {
		t.Fatalf("%d pages, findings %v", c.Checked, c.Findings)
	}
	if ids, err := f.IDs(ctx, Filter{Findings: []string{"every"}}, Sort{}); err != nil || len(ids) != c.Checked {
		t.Fatalf("%d pages with findings, %v", len(ids), err)
	}
	ids, err := f.IDs(ctx, Filter{}, Sort{})
	if err != nil || len(ids) != c.Checked {
		t.Fatalf("%d results, %d counted, %v", len(ids), c.Checked, err)
	}
	n := 0
	err = f.Entries(ctx, func(e *Entry) error {
		n++
		if e.Title != fmt.Sprintf("Page %d", e.ID) || len(e.Findings) != 2 || e.Findings[1].Detail != e.URL || len(e.Outgoing) == 0 || e.Outgoing[len(e.Outgoing)-1] != e.URL {
			return fmt.Errorf("address %d is %+v", e.ID, e)
		}
		return nil
	})
	if err != nil || n != c.Checked {
		t.Fatalf("%d entries, %v", n, err)
	}
}

// hold keeps a file open until its standard input ends.
func hold(path string) {
	f, err := Open(path)
	fmt.Println(err)
	io.Copy(io.Discard, os.Stdin)
	if err == nil {
		f.Close()
	}
}

// TestInUseByAnotherProgram also kills that program: its lock goes with it.
func TestInUseByAnotherProgram(t *testing.T) {
	path := savedCrawl(t, 10)
	c := child(t, "hold", path)
	out, _ := c.StdoutPipe()
	in, _ := c.StdinPipe()
	defer in.Close()
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "<nil>\n" {
		t.Fatalf("the other program: %q, %v", line, err)
	}
	if err := second(Open(path)); !errors.Is(err, ErrInUse) {
		t.Errorf("Open: %v", err)
	}
	if err := Remove(path); !errors.Is(err, ErrInUse) {
		t.Errorf("Remove: %v", err)
	}
	reader, err := OpenReadOnly(path)
	if err != nil {
		t.Errorf("OpenReadOnly: %v", err)
	} else {
		reader.Close()
	}
	c.Process.Kill()
	c.Wait()
	f, err := Open(path)
	if err != nil {
		t.Fatalf("after the other program was killed: %v", err)
	}
	f.Close()
	if names, _ := filepath.Glob(path + "-*"); len(names) > 0 {
		t.Errorf("left in the folder: %v", names)
	}
}

// readOnly is a program without the right to write. It says what it could do.
func readOnly(path string) {
	f, err := Open(path)
	if err != nil {
		fmt.Println("open:", err)
		return
	}
	defer f.Close()
	ids, err := f.IDs(context.Background(), Filter{}, Sort{})
	fmt.Println(len(ids), err, f.Writable(), errors.Is(f.Save(crawler.Batch{}), ErrNoRight),
		errors.Is(second(Create(path+"2", crawler.Meta{})), ErrNoRight))
}

// TestNoRightToWrite opens a crawl in a folder without the right to write.
func TestNoRightToWrite(t *testing.T) {
	path := savedCrawl(t, 10)
	dir := filepath.Dir(path)
	if err := errors.Join(os.Chmod(path, 0o444), os.Chmod(dir, 0o555)); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o755)
	c := child(t, "read", path)
	if os.Getuid() == 0 { // no right is missing to root: become somebody else
		c = asNobody(t, c, path)
	}
	out, err := c.CombinedOutput()
	if err != nil || string(out) != "10 <nil> false true true\n" {
		t.Errorf("%s, %v", out, err)
	}
}

// asNobody runs a child without rights: in a folder that everybody can see,
// which those of tests and of their binary are not.
func asNobody(t *testing.T, c *exec.Cmd, path string) *exec.Cmd {
	t.Helper()
	dir, err := os.MkdirTemp("", "crawlfile")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	moved := filepath.Join(dir, filepath.Base(path))
	binary := filepath.Join(dir, "child")
	for to, from := range map[string]string{moved: path, binary: c.Path} {
		content, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, content, 0o555); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	nobody := exec.Command(binary, moved)
	nobody.Env = c.Env
	nobody.Dir = "/"
	nobody.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	return nobody
}
