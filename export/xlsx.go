package export

import (
	"archive/zip"
	"bufio"
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/klauspost/compress/flate"

	"sitewalk/crawler/audit"
)

// Limits of Excel ("Excel specifications and limits"), and how many sheets one
// table may fill before the rest is left to the CSV: programs that open
// workbooks hold all of them in memory.
var (
	maxRows  = 1_048_576 // of a sheet, its heading among them
	maxLinks = 65_530    // of a sheet that can be followed
	maxParts = 3         // sheets of one table
)

const (
	maxCellText = 32_767 // UTF-16 units
	maxLinkText = 2_079  // characters of an address that can be followed
)

// workbookTables are the sheets after the overview.
var workbookTables = []table{pagesTable, brokenTable, redirectsTable, findingsTable, imagesTable, linksTable}

// workbookShares is how much of the work each of these is, roughly.
var workbookShares = []float64{0.2, 0.3, 0.35, 0.5, 0.7, 1}

// writeXLSX writes a workbook (ECMA-376, Office Open XML): an overview and a
// sheet for each table, one after the other and never a whole one in memory.
func writeXLSX(ctx context.Context, j *job, out io.Writer) error {
	b := &workbook{zip: zip.NewWriter(out)}
	b.zip.RegisterCompressor(zip.Deflate, func(to io.Writer) (io.WriteCloser, error) { return flate.NewWriter(to, flate.BestSpeed) })
	b.sheets = []sheetInfo{{name: "Overview"}} // its contents come last
	start := 0.0
	for i, t := range workbookTables {
		if err := b.addTable(ctx, j.part(start, workbookShares[i]), t); err != nil {
			return err
		}
		start = workbookShares[i]
	}
	if err := b.addOverview(ctx, j); err != nil {
		return err
	}
	if err := b.addParts(); err != nil {
		return err
	}
	return b.zip.Close()
}

// workbook writes the parts of a workbook.
type workbook struct {
	zip    *zip.Writer
	sheets []sheetInfo
	notes  []string // what the limits made different, for the overview
}

type sheetInfo struct {
	name    string
	columns int
	rows    int // the heading among them
}

// errFull ends a table that has as many sheets as it may have.
var errFull = fmt.Errorf("the table has no more room")

// addTable writes a table on as many sheets as it needs.
func (b *workbook) addTable(ctx context.Context, j *job, t table) error {
	var s *sheet
	parts := 0
	next := func() (err error) {
		if s != nil {
			if err := s.end(); err != nil {
				return err
			}
		}
		if parts++; parts > maxParts {
			return errFull
		}
		name := t.name
		if parts > 1 {
			name = fmt.Sprint(t.name, " ", parts)
			b.note(fmt.Sprintf("%s has more rows than fit on one sheet: it continues on %q.", t.name, name))
		}
		s, err = b.addSheet(name, t.columns)
		return err
	}
	if err := next(); err != nil {
		return err
	}
	err := t.rows(ctx, j, func(row []cell) error {
		if s.rows == maxRows {
			if err := next(); err != nil {
				return err
			}
		}
		return s.add(row)
	})
	if err == errFull {
		b.note(fmt.Sprintf("%s holds the first %s rows. All of them are in the CSV of the same table.", t.name, audit.Number(maxParts*(maxRows-1))))
		return nil
	}
	if err != nil {
		return err
	}
	return s.end()
}

func (b *workbook) note(s string) { b.notes = append(b.notes, s) }

// sheet writes one sheet. Its rows are on their way to the file at once; only
// the addresses that can be followed are kept to its end.
type sheet struct {
	book     *workbook
	info     *sheetInfo
	number   int // from 1
	out      *bufio.Writer
	buffer   []byte
	rows     int
	columns  int
	links    []sheetLink
	unlinked bool
}

type sheetLink struct{ place, address string }

func (b *workbook) addSheet(name string, columns []heading) (*sheet, error) {
	b.sheets = append(b.sheets, sheetInfo{name: name})
	return b.beginSheet(len(b.sheets), columns)
}

// beginSheet begins the part of a sheet, with its first row frozen.
func (b *workbook) beginSheet(number int, columns []heading) (*sheet, error) {
	part, err := b.zip.Create(fmt.Sprintf("xl/worksheets/sheet%d.xml", number))
	if err != nil {
		return nil, err
	}
	s := &sheet{book: b, info: &b.sheets[number-1], number: number, out: bufio.NewWriterSize(part, 64<<10), columns: len(columns)}
	s.put(xml.Header + `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">`)
	s.put(`<sheetViews><sheetView workbookViewId="0"`)
	if number == 1 {
		s.put(` tabSelected="1"`)
	}
	s.put(`>`)
	if columns[0].label != "" {
		s.put(`<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/>`)
	}
	s.put(`</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>`)
	for i, c := range columns {
		s.put(fmt.Sprintf(`<col min="%d" max="%d" width="%d" customWidth="1"/>`, i+1, i+1, c.width))
	}
	s.put(`</cols><sheetData>`)
	if columns[0].label == "" {
		return s, nil
	}
	row := make([]cell, len(columns))
	for i, c := range columns {
		row[i] = text(c.label)
	}
	return s, s.addStyled(row, styleHeading)
}

func (s *sheet) put(text string) { _, _ = s.out.WriteString(text) } // end tells of errors

// The styles that addParts writes.
const (
	stylePlain = iota
	styleHeading
	styleDate
	styleLink
	styleTitle
)

func (s *sheet) add(row []cell) error { return s.addStyled(row, stylePlain) }

// addStyled writes a row whose texts have a style.
func (s *sheet) addStyled(row []cell, style int) error {
	s.rows++
	at := strconv.Itoa(s.rows)
	b := append(append(append(s.buffer[:0], `<row r="`...), at...), `">`...)
	for i, c := range row {
		if c.kind == emptyCell || (c.kind == textCell || c.kind == addressCell) && c.text == "" {
			continue
		}
		place := columnName(i) + at
		b = append(append(append(b, `<c r="`...), place...), '"')
		switch c.kind {
		case numberCell:
			b = append(strconv.AppendInt(append(b, `><v>`...), c.number, 10), `</v></c>`...)
			continue
		case dateCell:
			b = append(b, ` s="2"><v>`...)
			b = append(strconv.AppendFloat(b, excelTime(c.date), 'f', 10, 64), `</v></c>`...)
			continue
		case addressCell:
			if s.link(place, c.text) {
				b = append(b, ` s="3"`...)
			}
		default:
			if style != stylePlain {
				b = strconv.AppendInt(append(b, ` s="`...), int64(style), 10)
				b = append(b, '"')
			}
		}
		b = append(b, ` t="inlineStr"><is><t xml:space="preserve">`...)
		b = append(appendExcelText(b, c.text), `</t></is></c>`...)
	}
	b = append(b, `</row>`...)
	s.buffer = b
	_, err := s.out.Write(b)
	return err
}

// link makes an address one that can be followed, as far as Excel allows.
func (s *sheet) link(place, address string) bool {
	if !strings.HasPrefix(address, "http://") && !strings.HasPrefix(address, "https://") || len(address) > maxLinkText {
		return false
	}
	if len(s.links) >= maxLinks {
		if !s.unlinked {
			s.unlinked = true
			s.book.note(fmt.Sprintf("On %q the first %s addresses can be clicked, as many as Excel allows on one sheet; the others are plain text.", s.info.name, audit.Number(maxLinks)))
		}
		return false
	}
	s.links = append(s.links, sheetLink{place, clean(address)})
	return true
}

// end closes the sheet and writes where its links lead.
func (s *sheet) end() error {
	s.info = &s.book.sheets[s.number-1]
	s.info.rows, s.info.columns = s.rows, s.columns
	s.put(`</sheetData>`)
	if s.number > 1 {
		s.put(`<autoFilter ref="` + s.info.area() + `"/>`)
	}
	if len(s.links) > 0 {
		s.put(`<hyperlinks>`)
		for i, l := range s.links {
			s.put(`<hyperlink ref="` + l.place + `" r:id="rId` + strconv.Itoa(i+1) + `"/>`)
		}
		s.put(`</hyperlinks>`)
	}
	s.put(`</worksheet>`)
	if err := s.out.Flush(); err != nil || len(s.links) == 0 {
		return err
	}
	part, err := s.book.zip.Create(fmt.Sprintf("xl/worksheets/_rels/sheet%d.xml.rels", s.number))
	if err != nil {
		return err
	}
	s.out.Reset(part)
	s.put(xml.Header + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`)
	for i, l := range s.links {
		s.put(`<Relationship Id="rId` + strconv.Itoa(i+1) + `" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" TargetMode="External" Target="`)
		s.buffer = appendXML(s.buffer[:0], l.address)
		_, _ = s.out.Write(s.buffer)
		s.put(`"/>`)
	}
	s.put(`</Relationships>`)
	return s.out.Flush()
}

// area is all cells of a sheet: "A1:I20".
func (i *sheetInfo) area() string {
	return "A1:" + columnName(max(i.columns, 1)-1) + strconv.Itoa(max(i.rows, 1))
}

// columnName is "A" for 0, "AB" for 27.
func columnName(i int) string {
	if i < 26 {
		return string(rune('A' + i))
	}
	return columnName(i/26-1) + string(rune('A'+i%26))
}

// excelTime is days since the end of 1899, as Excel counts them.
func excelTime(t time.Time) float64 {
	return t.Sub(time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)).Seconds() / 86400
}

// appendExcelText appends a text with Excel's own escape spelt out
// (ECMA-376 part 1, section 22.4.2.4: _xHHHH_) and cut at the length of a cell.
func appendExcelText(b []byte, s string) []byte {
	if len(s) > maxCellText {
		s = cutText(s)
	}
	for {
		at := strings.Index(s, "_x")
		if at < 0 {
			return appendXML(b, s)
		}
		b = appendXML(b, s[:at])
		if len(s) >= at+7 && s[at+6] == '_' {
			b = append(b, "_x005F"...)
		}
		b = append(b, '_')
		s = s[at+1:]
	}
}

// cutText cuts a text to what fits into a cell, with a sign that it was cut.
func cutText(s string) string {
	units := 0
	for i, r := range s {
		n := 1
		if r > 0xFFFF {
			n = 2
		}
		if units+n > maxCellText-1 {
			if utf8.RuneCountInString(s[i:]) == 1 && units+n <= maxCellText {
				return s
			}
			return s[:i] + "…"
		}
		units += n
	}
	return s
}

// appendXML appends a text, cleaned and escaped. Line ends are references: an
// XML parser would make all of them line feeds.
func appendXML(b []byte, s string) []byte {
	s = clean(s)
	from := 0
	for i := 0; i < len(s); i++ {
		var escape string
		switch s[i] {
		case '&':
			escape = "&amp;"
		case '<':
			escape = "&lt;"
		case '>':
			escape = "&gt;"
		case '"':
			escape = "&#34;"
		case '\r':
			escape = "&#13;"
		case '\n':
			escape = "&#10;"
		case '\t':
			escape = "&#9;"
		default:
			continue
		}
		b = append(append(b, s[from:i]...), escape...)
		from = i + 1
	}
	return append(b, s[from:]...)
}

// addOverview writes the first sheet.
func (b *workbook) addOverview(ctx context.Context, j *job) error {
	o, err := readOverview(ctx, j.file)
	if err != nil {
		return err
	}
	s, err := b.beginSheet(1, []heading{{"", 46}, {"", 16}, {"", 24}, {"", 24}, {"", 80}})
	if err != nil {
		return err
	}
	rows := [][]cell{{address(o.Site)}, {text(o.Story)}, {}}
	for _, f := range o.Figures {
		rows = append(rows, []cell{text(f.Name), number(f.Number)})
	}
	rows = append(rows, []cell{text("Started"), date(o.started)}, []cell{text("Finished"), date(o.finished)}, []cell{})
	for i, row := range rows {
		style := stylePlain
		if i == 1 {
			style = styleTitle
		}
		if err := s.addStyled(row, style); err != nil {
			return err
		}
	}
	if err := s.addProblems(o); err != nil {
		return err
	}
	for _, note := range b.notes {
		if err := s.add([]cell{text(note)}); err != nil {
			return err
		}
	}
	return s.end()
}

// addProblems writes what the checks found, in short.
func (s *sheet) addProblems(o *overview) error {
	if len(o.Problems) == 0 {
		return nil
	}
	if err := s.addStyled([]cell{text("Problem"), text("Addresses"), text("About"), text("Hurts"), text("How to mend it")}, styleHeading); err != nil {
		return err
	}
	for _, p := range o.Problems {
		if err := s.add([]cell{text(p.Name), number(p.Addresses), text(p.Group), text(p.Hurts), text(p.Fix)}); err != nil {
			return err
		}
	}
	return s.add(nil)
}

// addParts writes what holds the sheets together.
func (b *workbook) addParts() error {
	const relationships = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`
	const office = `http://schemas.openxmlformats.org/officeDocument/2006/relationships`
	var types, links, sheets, names strings.Builder
	for i := range b.sheets {
		n := strconv.Itoa(i + 1)
		types.WriteString(`<Override PartName="/xl/worksheets/sheet` + n + `.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`)
		links.WriteString(`<Relationship Id="rId` + n + `" Type="` + office + `/worksheet" Target="worksheets/sheet` + n + `.xml"/>`)
		sheets.WriteString(`<sheet name="` + b.sheets[i].name + `" sheetId="` + n + `" r:id="rId` + n + `"/>`)
		if i > 0 { // what Excel keeps of a filter beside the sheet
			names.WriteString(`<definedName name="_xlnm._FilterDatabase" localSheetId="` + strconv.Itoa(i) + `" hidden="1">'` + b.sheets[i].name + `'!` + b.sheets[i].absolute() + `</definedName>`)
		}
	}
	styles := strconv.Itoa(len(b.sheets) + 1)
	for _, part := range []struct{ name, text string }{
		{"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>` + types.String() + `</Types>`},
		{"_rels/.rels", relationships + `<Relationship Id="rId1" Type="` + office + `/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
		{"xl/_rels/workbook.xml.rels", relationships + links.String() + `<Relationship Id="rId` + styles + `" Type="` + office + `/styles" Target="styles.xml"/></Relationships>`},
		{"xl/workbook.xml", `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="` + office + `"><bookViews><workbookView/></bookViews><sheets>` + sheets.String() + `</sheets><definedNames>` + names.String() + `</definedNames></workbook>`},
		{"xl/styles.xml", workbookStyles},
	} {
		w, err := b.zip.Create(part.name)
		if err != nil {
			return err
		}
		if _, err := io.WriteString(w, xml.Header+part.text); err != nil {
			return err
		}
	}
	return nil
}

// absolute is area in the form of names: "$A$1:$I$20".
func (i *sheetInfo) absolute() string {
	return "$A$1:$" + columnName(max(i.columns, 1)-1) + "$" + strconv.Itoa(max(i.rows, 1))
}

// workbookStyles are the styles by their numbers: plain, heading, date, link, title.
const workbookStyles = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">` +
	`<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\-mm\-dd\ hh:mm"/></numFmts>` +
	`<fonts count="4"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font>` +
	`<font><u/><sz val="11"/><color rgb="FF0563C1"/><name val="Calibri"/></font><font><b/><sz val="12"/><name val="Calibri"/></font></fonts>` +
	`<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>` +
	`<fill><patternFill patternType="solid"><fgColor rgb="FFE8EEF4"/></patternFill></fill></fills>` +
	`<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>` +
	`<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
	`<cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
	`<xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/>` +
	`<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>` +
	`<xf numFmtId="0" fontId="2" fillId="0" borderId="0" xfId="0" applyFont="1"/>` +
	`<xf numFmtId="0" fontId="3" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs>` +
	`<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
