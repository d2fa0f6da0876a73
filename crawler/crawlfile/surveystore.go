package crawlfile

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile/sqlite"
	"sitewalk/crawler/page"
)

// store writes what was found.
func (s *survey) store(ctx context.Context) error {
	found := map[uint32]*hits{}
	var numbers [crawlChecks]int64
	for check := range s.hits {
		h := &s.hits[check]
		if len(h.packed) == 0 {
			continue
		}
		number, err := s.checks.number(context.WithoutCancel(ctx), s.conn, crawlCheckTable[check].id)
		if err != nil {
			return err
		}
		numbers[check], found[uint32(number)] = number, h
	}
	if err := s.storeLists(ctx, &numbers); err != nil {
		return err
	}
	var err error
	if s.causeRows, err = newBulk(s.conn, "cause", "number, rank, pages, example, target, position, text, detail"); err != nil {
		return err
	}
	defer s.causeRows.close()
	if err := s.storeCauses(ctx, &numbers); err != nil {
		return err
	}
	if err := s.readPageFindings(ctx, found); err != nil {
		return err
	}
	if err := s.storeFound(found); err != nil {
		return err
	}
	return s.storeCharts()
}

// storeLists writes table crawl_finding: it goes through the hits of all checks
// side by side.
func (s *survey) storeLists(ctx context.Context, numbers *[crawlChecks]int64) error {
	lists, err := newBulk(s.conn, "crawl_finding", "seq, findings")
	if err != nil {
		return err
	}
	defer lists.close()
	type reader struct {
		hitReader
		check crawlCheck
	}
	var readers []reader
	for check := range s.hits {
		r := reader{hitReader{rest: s.hits[check].packed}, crawlCheck(check)}
		if r.next() {
			readers = append(readers, r)
		}
	}
	var list []byte
	for len(readers) > 0 {
		seq := readers[0].seq
		for i := range readers[1:] {
			seq = min(seq, readers[i+1].seq)
		}
		if seq%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		list = list[:0]
		ended := false
		for i := range readers {
			r := &readers[i]
			for r.seq == seq {
				list = appendHit(list, numbers[r.check], crawlCheckTable[r.check].tell, r.evidence)
				if !r.next() {
					r.seq, ended = 0, true
				}
			}
		}
		if err := lists.add(whole(int64(seq)), text(string(list))); err != nil {
			return err
		}
		if ended {
			readers = slices.DeleteFunc(readers, func(r reader) bool { return r.seq == 0 })
		}
	}
	return lists.flush()
}

// appendHit adds a hit to a list of findings.
func appendHit(list []byte, number int64, tell evidence, evidence uint32) []byte {
	switch {
	case tell == noEvidence || evidence == 0:
		return appendFinding(list, number, "")
	case tell == aMeasure:
		return appendFinding(list, number, strconv.FormatUint(uint64(evidence), 10))
	}
	return appendFindingAt(list, number, evidence)
}

// storeCauses writes the causes of the checks that need the whole crawl.
func (s *survey) storeCauses(ctx context.Context, numbers *[crawlChecks]int64) error {
	for check := range crawlChecks {
		if numbers[check] == 0 {
			continue
		}
		all := s.causesOf(check)
		if err := s.storeCausesOf(ctx, numbers[check], all); err != nil {
			return err
		}
	}
	return nil
}

// causesOf groups what a check found.
func (s *survey) causesOf(check crawlCheck) causes {
	if check < linkChecks {
		all := s.faults.single[check]
		for i := range s.faults.groups {
			if g := &s.faults.groups[i]; g.faults&(1<<check) != 0 {
				all.add(s, cause{pages: g.pages, example: g.example, target: g.target, link: true, linkAt: g.linkAt})
			}
		}
		return all
	}
	var all causes
	h := hitReader{rest: s.hits[check].packed}
	switch crawlCheckTable[check].tell {
	case anAddress, aTwin:
		twins := crawlCheckTable[check].tell == aTwin
		groups := map[uint32]cause{}
		for h.next() {
			id := s.idOf[h.seq]
			key := h.evidence
			if twins {
				key = min(key, id)
			}
			c := groups[key]
			if c.pages++; c.pages == 1 || s.nearer(id, c.example) {
				c.example = id
			}
			c.target = key
			groups[key] = c
		}
		for _, c := range groups {
			all.add(s, c)
		}
	default:
		for h.next() {
			c := cause{pages: 1, example: s.idOf[h.seq]}
			if h.evidence != 0 {
				c.detail = strconv.FormatUint(uint64(h.evidence), 10)
			}
			all.add(s, c)
		}
	}
	return all
}

// storeCausesOf writes the causes of a check.
func (s *survey) storeCausesOf(ctx context.Context, check int64, all causes) error {
	all.trim(s)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	anchors := check == s.checks[crawlCheckTable[anchorBroken].id]
	if err := s.readCauseLinks(ctx, all.list, anchors); err != nil {
		return err
	}
	slices.SortFunc(all.list, s.byWeight) // now that texts are known
	for i := range all.list {
		c := &all.list[i]
		position := value{}
		if c.link {
			position = whole(int64(c.position))
		}
		err := s.causeRows.add(whole(check), whole(int64(i+1)), whole(int64(c.pages)), whole(int64(c.example)), number(c.target),
			position, text(c.text), text(c.detail))
		if err != nil {
			return err
		}
	}
	return s.causeRows.flush()
}

// readCauseLinks completes the causes that are links; anchors is whether what is
// wrong with them is their fragment. The list of each page is read once: all causes
// may be links of one page that has 100,000.
func (s *survey) readCauseLinks(ctx context.Context, list []cause, anchors bool) error {
	written := map[uint32][]*cause{} // by seq of the page
	for i := range list {
		switch c := &list[i]; {
		case c.row != 0:
			l, err := s.linkWithRow(ctx, c.row)
			if err != nil {
				return err
			}
			c.complete(l, anchors)
		case c.seq != 0:
			written[c.seq] = append(written[c.seq], c)
		}
	}
	for _, seq := range slices.Sorted(maps.Keys(written)) { // the order of the file
		if err := s.readWritten(ctx, seq, written[seq], anchors); err != nil {
			return err
		}
	}
	return nil
}

// complete notes what only the link itself tells.
func (c *cause) complete(l *crawler.Link, anchor bool) {
	c.position, c.text = l.Position, strings.Clone(l.Text) // not all of the list
	if anchor && l.Fragment != "" {
		c.detail = "#" + strings.Clone(l.Fragment)
	}
}

// linkWithRow reads position, text and fragment of a link from table link.
func (s *survey) linkWithRow(ctx context.Context, row uint32) (*crawler.Link, error) {
	found, err := s.conn.row(context.WithoutCancel(ctx), "SELECT position, text, fragment FROM link WHERE id = ?", int64(row))
	if err != nil {
		return nil, err
	}
	if found == nil {
		return nil, damagedLink(int64(row))
	}
	l := &crawler.Link{Position: page.Position(small(found[0]))}
	if !isLink(l.Kind, l.Position) {
		return nil, damagedLink(int64(row))
	}
	l.Text, _ = found[1].(string)
	l.Fragment, _ = found[2].(string)
	return l, nil
}

// readWritten completes causes whose links are written out in the list of a page.
func (s *survey) readWritten(ctx context.Context, seq uint32, causes []*cause, anchors bool) error {
	list, err := s.listOf(ctx, seq)
	if err != nil {
		return err
	}
	byKey := make(map[uint64][]*cause, len(causes))
	targets := make(map[uint32]bool, len(causes))
	for _, c := range causes {
		byKey[c.key] = append(byKey[c.key], c)
		targets[c.target] = true
	}
	for l, err := range linkList(list) {
		if err != nil {
			return err
		}
		link := &l.link
		target := uint32(link.Target)
		if l.row != 0 || !targets[target] {
			continue
		}
		faults := faultSet(1 << anchorBroken)
		if !anchors {
			faults = s.faultsOf(link.Kind, target)
		}
		key := s.faults.key(faults, target, link.Position, link.Text, link.Fragment)
		for _, c := range byKey[key] {
			c.complete(link, anchors)
		}
		if delete(byKey, key); len(byKey) == 0 {
			break
		}
	}
	return nil
}

// listOf reads the list of a page's links.
func (s *survey) listOf(ctx context.Context, seq uint32) (string, error) {
	row, err := s.conn.row(context.WithoutCancel(ctx), "SELECT links FROM page WHERE seq = ?", int64(seq))
	if err != nil || row == nil {
		return "", err
	}
	list, _ := row[0].(string)
	return list, nil
}

// detailsHeld bounds how many different details of page checks are counted.
// Tests make it small.
var detailsHeld = 1 << 16

// detailKey is a detail of a check.
type detailKey struct {
	number uint32
	detail string
}

// pageCauses groups what the checks of single pages found.
type pageCauses struct {
	*survey
	same  map[detailKey]*cause // details that pages may share, such as a faulty picture in the template
	total map[uint32]*cause    // by check: all that it found without a detail
	own   map[uint32]*causes   // by check: causes of one page
}

// readPageFindings reads what the checks of single pages found, and writes
// their causes.
func (s *survey) readPageFindings(ctx context.Context, found map[uint32]*hits) error {
	p := pageCauses{s, map[detailKey]*cause{}, map[uint32]*cause{}, map[uint32]*causes{}}
	err := s.conn.scan(ctx, "SELECT seq, findings FROM result WHERE findings IS NOT NULL", func(row *sqlite.Stmt) error {
		if !p.isResult(row.Int(0)) {
			return damagedResult(row.Int(0))
		}
		seq := uint32(row.Int(0))
		return eachFinding(row.Borrow(1), func(item foundItem) error {
			h := found[item.number]
			if h == nil {
				h = new(hits)
				found[item.number] = h
			}
			if len(h.packed) > 0 && h.last == seq && item.detail == "" {
				return nil
			}
			h.add(seq, 0)
			p.add(item, s.idOf[seq])
			return nil
		})
	})
	if err != nil {
		return err
	}
	return p.store(ctx)
}

// add notes a finding about an address.
func (p *pageCauses) add(item foundItem, id uint32) {
	if item.detail == "" {
		p.count(p.total, item.number, id)
		p.single(item, id)
		return
	}
	if isMeasure(item.detail) {
		p.single(item, id)
		return
	}
	key := detailKey{item.number, item.detail}
	if p.same[key] == nil {
		if len(p.same) >= detailsHeld {
			p.single(item, id)
			return
		}
		key.detail = strings.Clone(key.detail)
		p.same[key] = &cause{detail: key.detail}
	}
	p.grow(p.same[key], id)
}

func (p *pageCauses) count(in map[uint32]*cause, number, id uint32) {
	if in[number] == nil {
		in[number] = &cause{}
	}
	p.grow(in[number], id)
}

// grow adds a page to a cause.
func (p *pageCauses) grow(c *cause, id uint32) {
	if c.pages++; c.pages == 1 || p.nearer(id, c.example) {
		c.example = id
	}
}

// single notes a cause of one page.
func (p *pageCauses) single(item foundItem, id uint32) {
	p.of(item.number).add(p.survey, cause{pages: 1, example: id, detail: strings.Clone(item.detail)})
}

// of gives the causes of a check.
func (p *pageCauses) of(number uint32) *causes {
	if p.own[number] == nil {
		p.own[number] = &causes{}
	}
	return p.own[number]
}

// templateShare is the share of a site's pages from which on what is the same
// on them is the template's.
const (
	templateShare = 2 // one in so many
	templatePages = 10
)

// store writes the causes.
func (p *pageCauses) store(ctx context.Context) error {
	for number, total := range p.total {
		if total.pages >= templatePages && total.pages*templateShare >= p.pages {
			own := p.of(number)
			*own = causes{list: slices.DeleteFunc(own.list, func(c cause) bool { return c.detail == "" })}
			own.add(p.survey, *total)
		}
	}
	for key, c := range p.same {
		p.of(key.number).add(p.survey, *c)
	}
	for _, number := range slices.Sorted(maps.Keys(p.own)) {
		if err := p.storeCausesOf(ctx, int64(number), *p.own[number]); err != nil {
			return err
		}
	}
	return nil
}

// isMeasure tells whether a detail is a number with a unit, which two pages
// share by chance.
func isMeasure(detail string) bool {
	return detail != "" && detail[0] >= '0' && detail[0] <= '9'
}
