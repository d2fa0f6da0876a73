package crawlfile

import (
	"context"
	"database/sql/driver"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"sitewalk/crawler"
)

// What checks found about a page is a JSON array: a check's number, or an array
// of its number and a detail. In what Finish writes, a detail that is a number
// is an address:
//
//	[3,17,[5,"72 characters"],[40,4711]]

// checkNumbers gives each check the number that stands for it in this file.
type checkNumbers map[string]int64

// readCheckNumbers reads table checks.
func readCheckNumbers(ctx context.Context, c *conn) (checkNumbers, error) {
	numbers := checkNumbers{}
	err := c.each(ctx, "SELECT number, id FROM checks", func(row []driver.Value) error {
		id, _ := row[1].(string)
		numbers[strings.Clone(id)] = integer(row[0])
		return nil
	})
	return numbers, err
}

// ids gives the checks by number.
func (n checkNumbers) ids() map[uint32]string {
	ids := make(map[uint32]string, len(n))
	for id, number := range n {
		ids[uint32(number)] = id
	}
	return ids
}

// number gives the number of a check, which gets one when it has none.
func (n checkNumbers) number(ctx context.Context, c *conn, id string) (int64, error) {
	if number := n[id]; number != 0 {
		return number, nil
	}
	number := int64(len(n)) + 1
	if err := c.exec(ctx, "INSERT INTO checks (number, id) VALUES (?, ?)", number, id); err != nil {
		return 0, err
	}
	n[id] = number
	return number, nil
}

// appendFinding adds a finding to a list that is being written.
func appendFinding(list []byte, number int64, detail string) []byte {
	list = openFinding(list)
	if detail == "" {
		return append(strconv.AppendInt(list, number, 10), ']')
	}
	list = append(strconv.AppendInt(append(list, '['), number, 10), ',')
	return append(appendString(list, detail), "]]"...)
}

// appendFindingAt is appendFinding for one whose detail is an address.
func appendFindingAt(list []byte, number int64, address uint32) []byte {
	list = append(strconv.AppendInt(append(openFinding(list), '['), number, 10), ',')
	return append(strconv.AppendUint(list, uint64(address), 10), "]]"...)
}

// openFinding makes room for one more element of a list, "" or a whole one.
func openFinding(list []byte) []byte {
	if len(list) == 0 {
		return append(list, '[')
	}
	list[len(list)-1] = ','
	return list
}

// foundItem is an element of a list of findings.
type foundItem struct {
	number  uint32
	detail  string
	address uint32 // in the place of a detail, 0 when there is none
}

// eachFinding goes through a list of findings; "" is an empty one.
func eachFinding(list string, do func(foundItem) error) error {
	if list == "" {
		return nil
	}
	r := listReader{rest: list}
	for ok := r.skip('['); ok; ok = r.skip(',') {
		item, ok := r.finding()
		if !ok {
			return r.damagedFindings()
		}
		if err := do(item); err != nil {
			return err
		}
	}
	if r.rest != "]" {
		return r.damagedFindings()
	}
	return nil
}

func (r *listReader) damagedFindings() error {
	return fmt.Errorf("%w: a list of findings at %.20q", ErrDamaged, r.rest)
}

// finding reads an element of a list of findings.
func (r *listReader) finding() (item foundItem, ok bool) {
	inside := r.skip('[')
	n, ok := r.number()
	item.number = uint32(n)
	if !ok || n == 0 || !inside {
		return item, ok && n > 0
	}
	if !r.skip(',') {
		return item, false
	}
	if !r.text(&item.detail) {
		n, ok := r.number()
		if !ok {
			return item, false
		}
		item.address = uint32(n)
	}
	return item, r.skip(']')
}

// foundFunction is the SQL function that sqlFound is.
const foundFunction = "sitewalk_found"

// sqlFound tells whether a list of findings has one of a JSON array of numbers
// of checks: (findings, numbers) → 0 or 1.
func sqlFound(args []string) (found bool, err error) {
	list, wanted := args[0], args[1]
	err = eachFinding(list, func(item foundItem) error {
		found = found || listsNumber(wanted, item.number)
		return nil
	})
	return found, err
}

// listsNumber tells whether a JSON array of numbers has a number.
func listsNumber(array string, number uint32) bool {
	r := listReader{rest: array}
	for ok := r.skip('['); ok; ok = r.skip(',') {
		if n, ok := r.number(); ok && uint32(n) == number {
			return true
		}
	}
	return false
}

// storeFindings gives the list of what the checks found on a page, and counts it.
func (w *writer) storeFindings(ctx context.Context, findings []crawler.Finding) ([]byte, error) {
	if len(findings) == 0 {
		return nil, nil
	}
	start := len(w.lists)
	list := w.lists[start:]
	for i := range findings {
		f := &findings[i]
		number, err := w.checks.number(ctx, w.conn, f.Check)
		if err != nil {
			return nil, err
		}
		detail := f.Detail
		if !utf8.ValidString(detail) { // seldom, and much quicker to tell than to mend
			detail = strings.ToValidUTF8(detail, "\uFFFD")
		}
		list = appendFinding(list, number, detail)
		if !foundBefore(findings[:i], f.Check) {
			w.counts.find(f.Check, 1)
		}
	}
	w.lists = append(w.lists, list...)
	return w.lists[start:], nil
}

// foundBefore tells whether a check is among findings.
func foundBefore(findings []crawler.Finding, check string) bool {
	for i := range findings {
		if findings[i].Check == check {
			return true
		}
	}
	return false
}

// uncountFindings takes a list out of the counts.
func (w *writer) uncountFindings(list string) error {
	ids := w.checks.ids()
	seen := map[uint32]bool{}
	return eachFinding(list, func(item foundItem) error {
		if !seen[item.number] {
			seen[item.number] = true
			w.counts.find(ids[item.number], -1)
		}
		return nil
	})
}
