package export

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

// FuzzCells holds what tables promise for any text: it is read back as it was,
// but for control characters, and never as a formula.
func FuzzCells(f *testing.F) {
	for _, text := range hostileTexts {
		f.Add(text)
	}
	f.Add("\xff\xfe;=\xed\xa0\x80")
	f.Fuzz(func(t *testing.T, s string) {
		var record bytes.Buffer
		w := csv.NewWriter(&record)
		cell := csvText(text(s))
		if err := w.Write([]string{"x", cell}); err != nil {
			t.Fatal(err)
		}
		w.Flush()
		row, err := csv.NewReader(&record).Read()
		if err != nil || len(row) != 2 || row[1] != strings.ReplaceAll(cell, "\r\n", "\n") {
			t.Errorf("%q is read as %q (%v)", cell, row, err)
		}
		if IsFormula(cell) || strings.ReplaceAll(cell, "'", "") != strings.ReplaceAll(clean(s), "'", "") {
			t.Errorf("%q becomes %q", s, cell)
		}

		var got string
		if err := xml.Unmarshal(append(appendXML([]byte("<t>"), s), "</t>"...), &got); err != nil || got != clean(s) {
			t.Errorf("%q is read from XML as %q (%v)", s, got, err)
		}
		excel := appendExcelText(nil, s)
		if err := xml.Unmarshal(append(append([]byte("<t>"), excel...), "</t>"...), &got); err != nil || !utf8.ValidString(got) {
			t.Errorf("%q for Excel is %q (%v)", s, got, err)
		}
		if n := len(utf16.Encode([]rune(strings.ReplaceAll(got, "_x005F_", "_")))); n > maxCellText {
			t.Errorf("%d units in a cell", n)
		}
	})
}

// FuzzReadTargets holds that no table of targets makes it fail in another way
// than by an error.
func FuzzReadTargets(f *testing.F) {
	f.Add("old,new\nhttps://a.example/x,/y\n")
	f.Add("\ufeff\"a/b\",c\n")
	f.Fuzz(func(t *testing.T, s string) {
		targets, err := ReadTargets(strings.NewReader(s))
		for from, to := range targets {
			if err == nil && (!strings.Contains(from, "/") || to == "") {
				t.Errorf("%q leads to %q", from, to)
			}
		}
	})
}
