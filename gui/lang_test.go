package gui

import (
	"bytes"
	"encoding/json"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"fyne.io/fyne/v2/lang"

	"sitewalk/crawler/audit"
)

var update = flag.Bool("update", false, "write lang/en.json anew")

const englishFile = "lang/en.json"

// texts are all texts of the window, as its source has them: lang.X(key, text).
func texts(t *testing.T) map[string]any {
	t.Helper()
	found := map[string]any{}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if key, forms, ok := pluralCall(n); ok {
				found[key] = forms
			}
			if key, text, ok := langCall(n); ok {
				if before, twice := found[key]; twice && before != text {
					t.Errorf("%s: %q is %q here and %q elsewhere", name, key, text, before)
				}
				found[key] = text
			}
			return true
		})
	}
	for _, p := range audit.Phrases() {
		if p.One == "" {
			found["audit."+p.Key] = p.Text
			continue
		}
		found["audit."+p.Key] = map[string]any{"one": p.One, "other": p.Text}
	}
	return found
}

func langCall(n ast.Node) (key, text string, ok bool) {
	call, isCall := n.(*ast.CallExpr)
	if !isCall || len(call.Args) < 2 {
		return "", "", false
	}
	function, isSelector := call.Fun.(*ast.SelectorExpr)
	if !isSelector {
		return "", "", false
	}
	if from, isName := function.X.(*ast.Ident); !isName || from.Name != "lang" {
		return "", "", false
	}
	key, keyOK := literal(call.Args[0])
	text, textOK := literal(call.Args[1])
	return key, text, keyOK && textOK
}

// pluralCall recognises plural(key, one, other, n).
func pluralCall(n ast.Node) (key string, forms map[string]any, ok bool) {
	call, isCall := n.(*ast.CallExpr)
	if !isCall || len(call.Args) != 4 {
		return "", nil, false
	}
	if function, isName := call.Fun.(*ast.Ident); !isName || function.Name != "plural" {
		return "", nil, false
	}
	key, keyOK := literal(call.Args[0])
	one, oneOK := literal(call.Args[1])
	other, otherOK := literal(call.Args[2])
	return key, map[string]any{"one": one, "other": other}, keyOK && oneOK && otherOK
}

func literal(e ast.Expr) (string, bool) {
	l, ok := e.(*ast.BasicLit)
	if !ok || l.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(l.Value)
	return text, err == nil
}

func encode(t *testing.T, v any) []byte {
	t.Helper()
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(v); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestEnglishIsComplete(t *testing.T) {
	want := encode(t, texts(t))
	if *update {
		if err := os.WriteFile(englishFile, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(englishFile)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what the source says; run go test ./gui -run TestEnglishIsComplete -update", englishFile)
	}
}

// Every other language has to know every key, and no key that is gone.
func TestTranslationsHaveAllKeys(t *testing.T) {
	want := texts(t)
	files, err := filepath.Glob("lang/*.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var got map[string]any
		if err := json.Unmarshal(content, &got); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for key := range want {
			if _, ok := got[key]; !ok {
				t.Errorf("%s has no %q", name, key)
			}
		}
		for key := range got {
			if _, ok := want[key]; !ok {
				t.Errorf("%s has %q, which nothing uses", name, key)
			}
		}
	}
}

func TestTranslationsAreRead(t *testing.T) {
	if err := speak(); err != nil {
		t.Fatal(err)
	}
	if got := lang.X("toolbar.start", "fallback"); got != "Start" {
		t.Errorf("the translation of Start is %q", got)
	}
	for _, p := range audit.Phrases() {
		if got := translate(p, 2); got != p.Text {
			t.Errorf("%s is %q, not %q", p.Key, got, p.Text)
		}
		if got, want := translate(p, 1), audit.English(p, 1); got != want {
			t.Errorf("%s for one is %q, not %q", p.Key, got, want)
		}
	}
}
