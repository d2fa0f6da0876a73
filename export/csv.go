package export

import (
	"context"
	"encoding/csv"
	"io"
	"strings"
)

// byteOrderMark lets Excel read a CSV as UTF-8.
const byteOrderMark = "\ufeff"

// newCSV begins a table as CSV with the names of its columns: RFC 4180 but for
// its line ends, which are single line feeds as within quotes.
func newCSV(out io.Writer, columns []string) (*csv.Writer, error) {
	if _, err := io.WriteString(out, byteOrderMark); err != nil {
		return nil, err
	}
	w := csv.NewWriter(out)
	return w, w.Write(columns)
}

// csvOf makes the writer of a table as CSV. Control characters become U+FFFD, and
// what a spreadsheet would run as a formula gets an apostrophe in front.
func csvOf(t table) writer {
	return func(ctx context.Context, j *job, out io.Writer) error {
		record := make([]string, 0, len(t.columns))
		for _, c := range t.columns {
			record = append(record, c.label)
		}
		w, err := newCSV(out, record)
		if err != nil {
			return err
		}
		err = t.rows(ctx, j, func(row []cell) error {
			record = record[:0]
			for _, c := range row {
				record = append(record, csvText(c))
			}
			if err := w.Write(record); err != nil {
				return err
			}
			return ctx.Err()
		})
		if err != nil {
			return err
		}
		w.Flush()
		return w.Error()
	}
}

func csvText(c cell) string {
	if c.kind == textCell || c.kind == addressCell {
		return harmless(clean(c.text))
	}
	return c.String()
}

// Signs that begin a formula, and signs after which a spreadsheet may begin a
// cell: a semicolon does where numbers have decimal commas.
const (
	formulaSigns = "=+-@\t\r"
	cellSigns    = ";\t\n\r"
)

// harmless puts an apostrophe before whatever a spreadsheet would take for a formula.
func harmless(s string) string {
	if !IsFormula(s) && !strings.ContainsAny(s, cellSigns) {
		return s
	}
	var b strings.Builder
	begins := true
	for i := 0; i < len(s); i++ {
		if begins && strings.IndexByte(formulaSigns, s[i]) >= 0 {
			b.WriteByte('\'')
		}
		begins = strings.IndexByte(cellSigns, s[i]) >= 0
		b.WriteByte(s[i])
	}
	return b.String()
}

// IsFormula tells whether a spreadsheet would run a text that a cell begins with.
func IsFormula(s string) bool { return s != "" && strings.IndexByte(formulaSigns, s[0]) >= 0 }
