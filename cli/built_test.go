package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"sitewalk/cli"
	"sitewalk/sample/expected"
)

// The tests of this package that need a program of its own, to be killed or
// measured, build it once, without its window.
var built = sync.OnceValues(buildProgram)

func buildProgram() (path string, err error) {
	folder, err := os.MkdirTemp("", "sitewalk-test-")
	if err != nil {
		return "", err
	}
	cli.AfterTests = append(cli.AfterTests, func() { _ = os.RemoveAll(folder) })
	path = filepath.Join(folder, "sitewalk")
	if runtime.GOOS == "windows" {
		path += ".exe"
	}
	build := exec.Command("go", "build", "-tags", "nowindow", "-buildvcs=false", "-o", path, "..")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return path, nil
}

// program gives the path of the built program.
func program(t *testing.T) string {
	t.Helper()
	path, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// ran is what came of a command.
type ran struct {
	code     int
	out, err string
}

// run carries out a command of the program to its end.
func run(t *testing.T, args ...string) ran {
	t.Helper()
	return finish(t, exec.Command(program(t), args...))
}

func finish(t *testing.T, command *exec.Cmd) ran {
	t.Helper()
	var out, complaints bytes.Buffer
	command.Stdout, command.Stderr = &out, &complaints
	err := command.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) && !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
	r := ran{command.ProcessState.ExitCode(), out.String(), complaints.String()}
	if strings.Contains(r.out+r.err, "goroutine ") {
		t.Fatalf("%v crashed:\n%s", command.Args[1:], r.err)
	}
	return r
}

// wantCode fails unless a command ended with a code.
func (r ran) wantCode(t *testing.T, code int) {
	t.Helper()
	if r.code != code {
		t.Fatalf("exit code %d, want %d:\n%s%s", r.code, code, r.out, r.err)
	}
}

// result is an exported crawl without what differs from one crawl to the next:
// its times, and the settings, which a person may change between.
type result map[string]any

func readResult(t *testing.T, path string) result {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var r result
	if err := json.Unmarshal(content, &r); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	for _, key := range []string{"started", "finished", "settings"} {
		delete(r, key)
	}
	for _, page := range r.list("pages") {
		forgetTimes(page)
	}
	return r
}

// forgetTimes takes away what depends on how long a page took.
func forgetTimes(page map[string]any) {
	delete(page, "ms")
	findings, _ := page["findings"].([]any)
	page["findings"] = slices.DeleteFunc(findings, func(id any) bool { return expected.IsSlowness(id.(string)) })
}

// list gives the objects of "pages" or "skipped".
func (r result) list(name string) []map[string]any {
	var list []map[string]any
	for _, item := range r[name].([]any) {
		list = append(list, item.(map[string]any))
	}
	return list
}

// wantSame fails when two results differ, and shows the first differences.
func (r result) wantSame(t *testing.T, want result) {
	t.Helper()
	shown := 0
	for _, name := range []string{"pages", "skipped"} {
		got, expected := r.byURL(name), want.byURL(name)
		for _, url := range union(got, expected) {
			if !reflect.DeepEqual(got[url], expected[url]) && shown < 5 {
				shown++
				t.Errorf("%s: %s is\n%v\nwant\n%v", name, url, got[url], expected[url])
			}
		}
	}
	if !reflect.DeepEqual(r, want) {
		t.Fatalf("the results differ: %v, want %v", r["summary"], want["summary"])
	}
}

func (r result) byURL(name string) map[string]map[string]any {
	all := make(map[string]map[string]any)
	for _, item := range r.list(name) {
		all[item["url"].(string)] = item
	}
	return all
}

func union(a, b map[string]map[string]any) []string {
	var all []string
	for url := range a {
		all = append(all, url)
	}
	for url := range b {
		if a[url] == nil {
			all = append(all, url)
		}
	}
	slices.Sort(all)
	return all
}
