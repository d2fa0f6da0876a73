package page

import "golang.org/x/net/html/atom"

// table is an open table element.
type table struct {
	rows, cells int
	headed      bool // it has header cells
	layout      bool // it only arranges other things
}

// maxTables bounds how deep tables are followed.
const maxTables = 16

// Data has rows and columns: what is smaller arranges things.
const (
	dataRows  = 2
	dataCells = 4
)

func (r *reader) startTable() {
	if n := len(r.tables); n > 0 {
		r.tables[n-1].layout = true // tables in tables are for looks
	}
	if len(r.tables) >= maxTables {
		return
	}
	role, _ := r.attr("role")
	role = trim(role)
	r.tables = append(r.tables, table{layout: equalFold(role, "presentation") || equalFold(role, "none") || r.noscript})
}

func (r *reader) endTable() {
	n := len(r.tables) - 1
	if n < 0 {
		return
	}
	t := r.tables[n]
	r.tables = r.tables[:n]
	if !t.layout && !t.headed && t.rows >= dataRows && t.cells >= dataCells {
		r.mark(TableBare)
	}
}

// readCell reads a row or a cell of the table around the reader.
func (r *reader) readCell() {
	if len(r.tables) == 0 {
		return
	}
	t := &r.tables[len(r.tables)-1]
	switch r.tag {
	case atom.Tr:
		t.rows++
	case atom.Td:
		t.cells++
	case atom.Th:
		t.headed = true
	}
}
