package expected

import (
	"slices"
	"strings"
	"testing"
)

func TestTheListIsWellWritten(t *testing.T) {
	found := Findings()
	if len(found) < 60 || len(Counts()) < 60 {
		t.Errorf("%d addresses with findings of %d checks", len(found), len(Counts()))
	}
	for address, ids := range found {
		if len(ids) == 0 || len(slices.Compact(slices.Clone(ids))) != len(ids) || strings.Contains(strings.Join(ids, " "), "@") {
			t.Errorf("%s: %q", address, ids)
		}
	}
	if lines := strings.Count(list, "\n/") + strings.Count(list, "\nsupplier:"); lines != len(found) {
		t.Errorf("%d lines tell of %d addresses", lines, len(found))
	}
}

func TestDifference(t *testing.T) {
	found := Findings()
	if d := Difference(found); d != "" {
		t.Errorf("the list differs from itself:\n%s", d)
	}
	found["/"] = append([]string{"slow"}, found["/"]...)
	found[slow] = append(slices.DeleteFunc(slices.Clone(found[slow]), IsSlowness), "very-slow")
	if d := Difference(found); d != "" {
		t.Errorf("a busy computer is no finding:\n%s", d)
	}
	delete(found, "/lanterns")
	found["/about.html"] = append(found["/about.html"], "noindex")
	found["/new.html"] = []string{"noindex"}
	found[slow] = slices.DeleteFunc(found[slow], IsSlowness)
	d := Difference(found)
	for _, address := range []string{"/lanterns\n", "/about.html\n", "/new.html\n", slow + "\n"} {
		if !strings.Contains(d, address) {
			t.Errorf("nothing is said of %q:\n%s", address, d)
		}
	}
}

func TestAddress(t *testing.T) {
	for url, want := range map[string]string{
		"http://127.0.0.1:8642/":           "/",
		"http://127.0.0.1:8642/a.html?b=c": "/a.html?b=c",
		"http://127.0.0.1:8643/":           "supplier:/",
		"http://127.0.0.1:8643/x.html":     "supplier:/x.html",
	} {
		for _, origin := range []string{"http://127.0.0.1:8642", "http://127.0.0.1:8642/"} {
			if got := Address(origin, url); got != want {
				t.Errorf("%s is %q, not %q", url, got, want)
			}
		}
	}
}
