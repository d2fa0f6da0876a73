package export

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// rows are written as they come: as a table (.csv), or as an object (.json)
// with one array of objects.
type rows struct {
	head    []fact   // of the object, before the array
	name    string   // of the array
	columns []string // of the table, and keys of the objects in the array
}

// fact is a key of an object with its value.
type fact struct {
	key   string
	value any
}

// RowEndings are how the names of files with rows may end.
var RowEndings = []string{".csv", ".json"}

// HasRows tells whether rows can be written to a file of this name.
func HasRows(path string) bool { return rowEnding(path) != "" }

func rowEnding(path string) string {
	for _, ending := range RowEndings {
		if strings.EqualFold(filepath.Ext(path), ending) {
			return ending
		}
	}
	return ""
}

// CheckRows tells whether rows could be written to path, without changing
// anything there.
func CheckRows(path string) error {
	if !HasRows(path) {
		return fmt.Errorf("%s: %w", path, ErrUnknownFormat)
	}
	return onlyTry(path)
}

// toFile lets fill add rows, which may end with facts for the end of the object,
// and puts them in the place of the file at path in one step.
func (r rows) toFile(path string, fill func(add func(values ...any) error) (tail []fact, err error)) error {
	ending := rowEnding(path)
	if ending == "" {
		return fmt.Errorf("%s: %w", path, ErrUnknownFormat)
	}
	return replace(path, func(out *os.File) error {
		buffered := bufio.NewWriterSize(out, 64<<10)
		write := r.writeCSV
		if ending == ".json" {
			write = r.writeJSON
		}
		if err := write(buffered, fill); err != nil {
			return err
		}
		return buffered.Flush()
	})
}

// writeCSV writes a table.
func (r rows) writeCSV(out io.Writer, fill func(func(...any) error) ([]fact, error)) error {
	table, err := newCSV(out, r.columns)
	if err != nil {
		return err
	}
	cells := make([]string, len(r.columns))
	_, err = fill(func(values ...any) error {
		for i, value := range values {
			cells[i] = rowText(value)
		}
		return table.Write(cells)
	})
	if err != nil {
		return err
	}
	table.Flush()
	return table.Error()
}

// rowText is a value in a table.
func rowText(value any) string {
	switch value := value.(type) {
	case []string:
		return csvText(text(strings.Join(value, ", ")))
	case string:
		return csvText(text(value))
	}
	return fmt.Sprint(value)
}

func (r rows) writeJSON(out io.Writer, fill func(func(...any) error) ([]fact, error)) error {
	w := &jsonObject{out: out}
	w.begin("{")
	for _, f := range r.head {
		w.fact(f.key, f.value)
	}
	w.key(r.name)
	w.begin("[")
	tail, err := fill(func(values ...any) error {
		w.separate()
		w.begin("{")
		for i, value := range values {
			w.fact(r.columns[i], value)
		}
		w.end("}")
		return w.err
	})
	if err != nil {
		return err
	}
	w.end("\n]")
	for _, f := range tail {
		w.fact(f.key, f.value)
	}
	w.end("}\n")
	return w.err
}

// jsonObject writes JSON piece by piece, each object of an array on a line.
type jsonObject struct {
	out   io.Writer
	first []bool // whether the next is the first, for each object and array around it
	err   error
}

func (w *jsonObject) write(s string) {
	if w.err == nil {
		_, w.err = io.WriteString(w.out, s)
	}
}

func (w *jsonObject) begin(bracket string) {
	w.write(bracket)
	w.first = append(w.first, true)
}

func (w *jsonObject) end(bracket string) {
	w.write(bracket)
	w.first = w.first[:len(w.first)-1]
}

// separate comes before each element of an array.
func (w *jsonObject) separate() {
	w.comma()
	w.write("\n")
}

func (w *jsonObject) comma() {
	last := len(w.first) - 1
	if !w.first[last] {
		w.write(",")
	}
	w.first[last] = false
}

func (w *jsonObject) key(name string) {
	w.comma()
	quoted, err := json.Marshal(name)
	if err != nil && w.err == nil {
		w.err = err
	}
	w.write(string(quoted) + ":")
}

func (w *jsonObject) fact(key string, value any) {
	w.key(key)
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil && w.err == nil {
		w.err = err
	}
	w.write(strings.TrimSuffix(b.String(), "\n"))
}
