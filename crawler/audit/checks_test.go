package audit

import (
	"strings"
	"testing"
)

func TestEveryCheckHasWords(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range Checks() {
		if seen[c.ID] {
			t.Errorf("%s stands twice", c.ID)
		}
		seen[c.ID] = true
		for _, word := range []string{"name", "why", "fix", "ask"} {
			text := byKey["check."+c.ID+"."+word].Text
			if text == "" {
				t.Errorf("%s has no %s", c.ID, word)
			}
			if sentence := word != "name"; sentence != strings.HasSuffix(text, ".") {
				t.Errorf("%s: full sentences end with a full stop, names have none: %q", c.ID, text)
			}
		}
		if c.NeedsCrawl() == (c.on != 0) {
			t.Errorf("%s: a rule needs a ground, and a ground a rule", c.ID)
		}
		if _, ok := byKey["group."+string(c.Group)]; !ok {
			t.Errorf("%s is of no group: %q", c.ID, c.Group)
		}
	}
	for key := range byKey {
		if id, _, ok := strings.Cut(strings.TrimPrefix(key, "check."), "."); ok && strings.HasPrefix(key, "check.") && !seen[id] {
			t.Errorf("%s are words for no check", key)
		}
	}
}
