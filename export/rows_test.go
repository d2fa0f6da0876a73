package export

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestRows(t *testing.T) {
	r := rows{head: []fact{{"format", "x/1"}}, name: "things", columns: []string{"name", "n", "list"}}
	fill := func(add func(...any) error) ([]fact, error) {
		return []fact{{"end", `<"ü">`}}, errors.Join(add("plain", 1, []string{"a", "b"}), add("=1+2", 0, []string{}), add("a \"b\", c\nd", -3, []string{"@x"}))
	}
	folder := t.TempDir()
	for name, want := range map[string]string{
		"a.csv": "\uFEFFname,n,list\nplain,1,\"a, b\"\n'=1+2,0,\n\"a \"\"b\"\", c\nd\",-3,'@x\n",
		"a.JSON": `{"format":"x/1","things":[
{"name":"plain","n":1,"list":["a","b"]},
{"name":"=1+2","n":0,"list":[]},
{"name":"a \"b\", c\nd","n":-3,"list":["@x"]}
],"end":"<\"ü\">"}
`,
	} {
		path := filepath.Join(folder, name)
		if err := r.toFile(path, fill); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("%s: %v\n%q, want\n%q", name, err, got, want)
		}
	}
	failure := errors.New("failure")
	path := filepath.Join(folder, "b.csv")
	if err := r.toFile(path, func(func(...any) error) ([]fact, error) { return nil, failure }); err != failure {
		t.Errorf("%v, want %v", err, failure)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("something is left of a list that failed: %v", err)
	}
	if err := CheckRows(filepath.Join(folder, "x.doc")); !errors.Is(err, ErrUnknownFormat) {
		t.Errorf("a .doc: %v", err)
	}
	if err := CheckRows(filepath.Join(folder, "none", "x.csv")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a folder that is missing: %v", err)
	}
}
