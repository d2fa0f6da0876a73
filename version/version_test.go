package version

import (
	"os"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"
)

func TestRecorded(t *testing.T) {
	const hash = "0123456789abcdef0123456789abcdef01234567"
	for _, c := range []struct {
		name     string
		settings []debug.BuildSetting
		want     string
	}{
		{"unknown", nil, ""},
		{"clean", []debug.BuildSetting{{Key: "vcs.revision", Value: hash}, {Key: "vcs.modified", Value: "false"}}, "0123456789ab"},
		{"changed", []debug.BuildSetting{{Key: "vcs.modified", Value: "true"}, {Key: "vcs.revision", Value: hash}}, "0123456789ab with changes"},
		{"cut short", []debug.BuildSetting{{Key: "vcs.revision", Value: "0123"}}, ""},
	} {
		if got := recorded(c.settings); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestLinkedCommitCounts(t *testing.T) {
	defer func() { commit = "" }()
	commit = "abcdef012345"
	if got, want := Short(), Number+", commit abcdef012345"; got != want {
		t.Errorf("Short() = %q, want %q", got, want)
	}
	if !strings.HasPrefix(Line(), "Sitewalk "+Number+", commit abcdef012345 (go") {
		t.Errorf("Line() = %q", Line())
	}
}

// TestOnePlace keeps the version from standing anywhere else.
func TestOnePlace(t *testing.T) {
	if !regexp.MustCompile(`^\d+\.\d+\.\d+$`).MatchString(Number) {
		t.Errorf("%q: Windows needs three numbers", Number)
	}
	text, err := os.ReadFile("../FyneApp.toml")
	if err != nil {
		t.Fatal(err)
	}
	if regexp.MustCompile(`(?m)^\s*Version\b`).Match(text) {
		t.Error("FyneApp.toml has a version of its own")
	}
}
