package audit

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write docs/checks.md anew")

const checksFile = "../../docs/checks.md"

// TestChecksAreDocumented keeps the page about the checks as the source has them.
func TestChecksAreDocumented(t *testing.T) {
	want := checksPage()
	if *update {
		if err := os.WriteFile(checksFile, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(checksFile)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s is not what the source says; run go test ./crawler/audit -run TestChecksAreDocumented -update", checksFile)
	}
}

// checksPage is the page about all checks.
func checksPage() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# What Sitewalk checks\n\nWritten by a test from the source: change the words there (`crawler/audit`).\n\n"+
		"There are %d checks. Each has an id that stays the same, as it stands in exported files.\n", len(Checks()))
	var group Group
	for _, c := range Checks() {
		if c.Group != group {
			group = c.Group
			fmt.Fprintf(&b, "\n## %s\n", group.Name())
		}
		fmt.Fprintf(&b, "\n### %s\n\n`%s` · %s", escape(c.Name()), c.ID, c.Hurts.Name())
		if c.Usual != "" {
			fmt.Fprintf(&b, " · elsewhere called “%s”", escape(c.Usual))
		}
		if c.NeedsCrawl() {
			b.WriteString(" · known when the crawl has finished")
		}
		fmt.Fprintf(&b, "\n\n%s\n\n%s\n", escape(c.Why()), escape(c.Fix()))
	}
	return b.String()
}

// escape keeps Markdown from reading names of elements as elements.
func escape(text string) string {
	return strings.NewReplacer("<", "&lt;", ">", "&gt;", "*", "\\*", "_", "\\_").Replace(text)
}
