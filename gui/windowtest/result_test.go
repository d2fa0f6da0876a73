//go:build windowtest

package windowtest

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"testing"

	"sitewalk/sample/expected"
)

// result is an exported crawl without its times and what follows from them.
type result struct {
	Site, State string
	Settings    map[string]any
	Summary     map[string]any
	Pages       []map[string]any
	Skipped     []map[string]any
}

// readResult waits for an exported file and reads it.
func readResult(t testing.TB, path string) (r result) {
	t.Helper()
	await(t, path+" is there", func() bool {
		_, err := os.Stat(path) // it gets its name when it is whole
		return err == nil
	})
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatalf("%s: %v\n%s", path, err, text)
	}
	for _, page := range r.Pages {
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

// same fails the test where two crawls of one site differ.
func same(t testing.TB, what string, got, want result) {
	t.Helper()
	if len(want.Pages) == 0 {
		t.Fatal("the crawl to compare with has no pages")
	}
	if len(got.Pages) != len(want.Pages) {
		t.Errorf("%s: %d pages instead of %d", what, len(got.Pages), len(want.Pages))
	} else {
		for i := range want.Pages {
			if !reflect.DeepEqual(got.Pages[i], want.Pages[i]) {
				t.Errorf("%s: page %d is %v instead of %v", what, i, got.Pages[i], want.Pages[i])
			}
		}
	}
	got.Pages, want.Pages = nil, nil
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: %+v instead of %+v", what, got, want)
	}
}
