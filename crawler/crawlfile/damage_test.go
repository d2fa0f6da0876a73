package crawlfile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile/sqlite"
	"sitewalk/crawler/page"
)

// How long TestDamage goes on; SITEWALK_DAMAGE is another time ("10m").
const damageTime = 3 * time.Second

// The bounds of what is done with a damaged file of less than a megabyte.
const (
	damagePatience = time.Minute // until its context ends
	damageGrace    = time.Minute // after that
	damageMemory   = 768 << 20   // bytes in all that one reading may ask for
)

// TestDamage damages crawl files at random, overwrites and cuts them and puts
// into each column of each table what does not belong there, and calls all that
// reads and writes them. Each call gives what is left or says that the file is
// damaged; it never crashes, goes on forever or takes memory without end.
func TestDamage(t *testing.T) {
	limit := damageTime
	if given, err := time.ParseDuration(os.Getenv("SITEWALK_DAMAGE")); err == nil {
		limit = given
	}
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	d := damager{t: t, rng: rand.New(rand.NewPCG(seed, 0)), seed: seed, dir: t.TempDir()}
	d.whole = [][]byte{wholeCrawl(t, true), wholeCrawl(t, false)}
	d.healthy = filepath.Join(d.dir, "healthy"+Extension)
	d.write(d.healthy, d.whole[0])
	columns := d.columns()
	next := d.rng.IntN(len(columns))
	end := time.Now().Add(limit)
	for ; (time.Now().Before(end) || d.noticed == 0 && d.count < 200) && !t.Failed(); d.count++ { // a few files may have harmless damage alone
		d.file = d.count % len(d.whole)
		if d.rng.IntN(3) == 0 {
			d.damageBytes()
		} else {
			d.damageColumn(columns[next%len(columns)])
			next += d.file
		}
		d.try(2)
	}
	t.Logf("%d files, %d calls, %d said that the file is damaged", d.count, d.calls, d.noticed)
	if d.noticed == 0 {
		t.Error("no damage was noticed")
	}
}

// damager makes damaged files and tries them.
type damager struct {
	t       *testing.T
	rng     *rand.Rand
	seed    uint64
	dir     string
	whole   [][]byte // crawl files: one that is finished, one that is not
	healthy string   // the first of them

	file    int // of whole: the one that is damaged
	path    string
	what    string // was done to it
	content []byte

	count, calls, noticed int
}

// wholeCrawl gives the bytes of a crawl file that has something in each table.
func wholeCrawl(t *testing.T, finish bool) []byte {
	t.Helper()
	f := newFile(t)
	s := newSite(90)
	s.menu, s.other = 10, 5
	for range 3 {
		b := s.batch(20)
		for _, p := range b.Pages {
			disturb(p, s.known)
		}
		for i := range b.Addresses {
			a := &b.Addresses[i]
			a.InSitemap = a.ID%3 == 0
			a.Scope = crawler.Scope(min(a.ID%11, 10) / 10)
			if a.ID > 80 {
				a.Skipped = []crawler.Reason{crawler.ByRobots, crawler.TooDeep, crawler.ByLimit}[a.ID%3]
			}
		}
		save(t, f, b)
	}
	if finish {
		if err := f.Finish(context.Background(), nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(f.Path())
	if err != nil {
		t.Fatal(err)
	}
	return whole
}

// disturb gives a page what not all pages have.
func disturb(p *crawler.Page, known int64) {
	p.Text = p.Title + "\n" + p.FirstParagraph + "\nCall 030 123456."
	other := p.ID%known + 1
	for kind := page.Anchor; kind <= page.Image; kind++ {
		p.Links = append(p.Links, crawler.Link{Target: other, Kind: kind, Position: page.Position(kind) % 7, Text: "odd",
			Rel: "nofollow", Fragment: "nowhere", Spelling: "https://shop.example.com/other?spelling"})
	}
	switch p.ID % 7 {
	case 3:
		p.Outcome, p.Status, p.Text = crawler.Broken, 404, ""
	case 4:
		p.Outcome, p.Status, p.RedirectTo, p.RedirectID, p.Text = crawler.Moved, 301, "https://shop.example.com/to", other, ""
	case 5:
		p.Outcome, p.Status, p.ErrorKind, p.Error = crawler.Unchecked, 0, "timeout", "no answer"
	}
}

// column is one of a table.
type column struct{ table, name string }

// columns gives all columns of a crawl file.
func (d *damager) columns() (all []column) {
	c, err := sqlite.Open(d.healthy, sqlite.ReadOnly)
	if err != nil {
		d.t.Fatal(err)
	}
	defer c.Close()
	err = c.Query("SELECT t.name, c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c WHERE t.type = 'table' ORDER BY 1, c.cid", func(row *sqlite.Stmt) error {
		all = append(all, column{row.Text(0), row.Text(1)})
		return nil
	})
	if err != nil || len(all) < 50 {
		d.t.Fatalf("%d columns, %v", len(all), err)
	}
	return all
}

// begin names the next file.
func (d *damager) begin(what string) {
	d.what = what
	d.path = filepath.Join(d.dir, fmt.Sprintf("damaged-%d%s", d.count, Extension))
}

// damageBytes cuts the file or overwrites parts of it.
func (d *damager) damageBytes() {
	d.begin("bytes")
	d.content = bytes.Clone(d.whole[d.file])
	if d.rng.IntN(4) == 0 {
		d.content = d.content[:d.rng.IntN(len(d.content))]
	}
	longest := []int{2, 20, 2000}[d.rng.IntN(3)]
	for range d.rng.IntN(20) + 1 {
		if len(d.content) == 0 {
			break
		}
		at := d.rng.IntN(len(d.content))
		for i := at; i < min(at+1+d.rng.IntN(longest), len(d.content)); i++ {
			d.content[i] = byte(d.rng.Uint32())
		}
	}
	d.write(d.path, d.content)
}

// damageColumn gives some rows of a table something else in a column.
func (d *damager) damageColumn(at column) {
	value := d.value()
	d.begin(fmt.Sprintf("%s.%s = %.60s", at.table, at.name, value))
	d.write(d.path, d.whole[d.file])
	c, err := sqlite.Open(d.path, sqlite.ReadWrite)
	if err != nil {
		d.t.Fatal(err)
	}
	if d.rng.IntN(2) == 0 { // a damaged row knows no NOT NULL
		err = errors.Join(c.Exec("PRAGMA writable_schema = 1"),
			c.Exec("UPDATE sqlite_schema SET sql = replace(sql, 'NOT NULL', '') WHERE type = 'table' AND sql NOT LIKE '%WITHOUT ROWID%'"), c.Close())
		if err != nil {
			d.t.Fatal(err)
		}
		if c, err = sqlite.Open(d.path, sqlite.ReadWrite); err != nil {
			d.t.Fatal(err)
		}
	}
	share := []int{1, 3, 40}[d.rng.IntN(3)]
	// Some columns refuse some values: then the file is whole, which must do no harm either.
	_ = c.Exec(fmt.Sprintf("UPDATE OR IGNORE %s SET %s = %s WHERE abs(random()) %% %d = 0", at.table, at.name, value, share))
	if err := c.Close(); err != nil {
		d.t.Fatal(err)
	}
	if d.content, err = os.ReadFile(d.path); err != nil {
		d.t.Fatal(err)
	}
}

// value gives an SQL expression of what may stand in a damaged column.
func (d *damager) value() string {
	n := d.rng.IntN
	switch n(6) {
	case 0:
		return []string{"9223372036854775807", "-9223372036854775808", "-1", "0", "4294967296", "2147483648", "1099511627776",
			"1e300", "-0.5", "9e999", "NULL", "''", "'text'", "zeroblob(5)"}[n(14)]
	case 1:
		return fmt.Sprint(n(300) - 20)
	case 2:
		return fmt.Sprintf("randomblob(%d)", n(3000))
	case 3:
		return []string{"'[1,2'", "'[[1,255]]'", "'[[1,7]]'", "'[4000000000]'", "'[[4000000000,1]]'", "'[99999]'", "'[[99999,1]]'", "'[0]'", "'[1,'",
			"'null'", "'{}'", "'[]'", `'{"Reasons":null,"Findings":null}'`, `'{"Depths":[-1],"Times":null}'`, "'[[1,1,\"\\ud800\"]]'", "printf('%.*c', 200000, '[')"}[n(16)]
	case 4:
		return fmt.Sprintf("abs(random()) %% %d", []int{3, 10, 200, 1 << 20}[n(4)])
	}
	return "random()"
}

// try does everything with the damaged file, of what only reads one in some.
func (d *damager) try(some int) {
	defer removeFiles(d.path)
	var f *File
	d.call("OpenReadOnly", func(context.Context) (err error) {
		f, err = OpenReadOnly(d.path)
		return err
	})
	if f != nil {
		d.read(f, some)
		d.call("Close", func(context.Context) error { return f.Close() })
		d.unchanged()
	}
	f = nil
	d.call("Open", func(context.Context) (err error) {
		f, err = Open(d.path)
		return err
	})
	if f == nil {
		d.unchanged()
		return
	}
	d.change(f)
	d.read(f, 8)
	d.call("Close", func(context.Context) error { return f.Close() })
}

// unchanged makes sure that looking at the file has left it as it was.
func (d *damager) unchanged() {
	now, err := os.ReadFile(d.path)
	if err != nil {
		d.t.Fatal(err)
	}
	older := len(d.content) > 64 && d.content[63] < d.whole[0][63] // it is brought up to date
	if !bytes.Equal(now, d.content) && !older {
		d.fail("looking", errors.New("the file was changed"))
	}
}

// read calls one in some of the methods that read.
func (d *damager) read(f *File, some int) {
	var ids []int64
	for i := range int64(100) {
		ids = append(ids, i)
	}
	ids = append(ids, -1, 1<<40)
	for _, c := range d.readings(f, ids) {
		if d.rng.IntN(some) == 0 {
			d.call(c.name, c.do)
		}
	}
	d.call("Compare", func(ctx context.Context) error {
		healthy, err := OpenReadOnly(d.healthy)
		if err != nil {
			return err
		}
		defer healthy.Close()
		var tally Tally
		add := func(x Difference) error { tally.Add(&x); return nil }
		return errors.Join(Compare(ctx, f, f, add), Compare(ctx, healthy, f, add), Compare(ctx, f, healthy, add))
	})
	d.call("History", func(ctx context.Context) error {
		all, err := History(ctx, d.dir, "https://example.com")
		if err == nil && len(all) > 0 {
			Previous(all, all[0].Meta)
		}
		return err
	})
}

// reading is a call of a method.
type reading struct {
	name string
	do   func(context.Context) error
}

func (d *damager) readings(f *File, ids []int64) []reading {
	filters := []Filter{{}, {Text: "chair"}, {Text: "größe"}, {Depth: Span{1, 3}}, {MS: AtLeast(1)}, {Findings: []string{"title-long", "link-broken"}},
		{Outcomes: []crawler.Outcome{crawler.Broken, crawler.Waiting, crawler.Skipped}, Kinds: []crawler.Kind{crawler.PageKind}, Scopes: []crawler.Scope{crawler.Internal}}}
	filter := filters[d.rng.IntN(len(filters))]
	use := func(e *Entry) error { _ = fmt.Sprint(e.Outcome, e.Scope, e.Kind, e.At); return nil }
	all := []reading{
		{"Meta", func(ctx context.Context) error { _, err := f.Meta(ctx); return err }},
		{"Counts", func(ctx context.Context) error { _, err := f.Counts(ctx); return err }},
		{"Charts", func(ctx context.Context) error { _, err := f.Charts(ctx); return err }},
		{"HasTexts", func(ctx context.Context) error { _, err := f.HasTexts(ctx); return err }},
		{"Entries", func(ctx context.Context) error { return f.Entries(ctx, use) }},
		{"Chosen", func(ctx context.Context) error { return f.Chosen(ctx, filter, use) }},
		{"EntriesOf", func(ctx context.Context) error { return f.EntriesOf(ctx, ids, use) }},
		{"SkippedEntries", func(ctx context.Context) error {
			return f.SkippedEntries(ctx, func(SkippedEntry) error { return nil })
		}},
		{"Rows", func(ctx context.Context) error {
			rows, err := f.Rows(ctx, ids)
			for _, r := range rows {
				_ = fmt.Sprint(r.Outcome, r.Scope, r.Kind)
			}
			return err
		}},
		{"FullRows", func(ctx context.Context) error {
			_, err := f.FullRows(ctx, ids, WithTexts|WithInLinks|WithOutLinks|WithProblems)
			return err
		}},
		{"LinkCounts", func(ctx context.Context) error { _, err := f.LinkCounts(ctx, nil); return err }},
		{"References", func(ctx context.Context) error {
			return f.References(ctx, filter, nil, func(r *Reference) error {
				_ = fmt.Sprint(positionNames[r.Position], r.Aim.Outcome, r.Aim.Scope, r.Aim.Kind)
				return nil
			})
		}},
		{"NewIDs", func(ctx context.Context) error { _, _, err := f.NewIDs(ctx, filter, 0, 50); return err }},
		{"Trees", func(ctx context.Context) error {
			_, err := f.Trees(ctx, []Folder{{"", 0, 10}, {"https://shop.example.com", 0, 10}, {"https://shop.example.com/catalogue", 1, 5}}, filter)
			return err
		}},
	}
	for _, text := range []string{"chair", "030 12345", `"Call"`, "größe"} {
		all = append(all, reading{"Search " + text, func(ctx context.Context) error {
			return f.Search(ctx, text, func(h Hit) error { _ = fmt.Sprint(h.Where, h.Snippet[h.Start:h.End]); return nil })
		}})
	}
	for _, check := range []string{"title-long", "link-broken", "anchor-broken", "content-duplicate"} {
		all = append(all,
			reading{"Causes", func(ctx context.Context) error { _, err := f.Causes(ctx, check, 50); return err }},
			reading{"EachFound", func(ctx context.Context) error { return f.EachFound(ctx, check, func(Found) error { return nil }) }})
	}
	for by := range sortKeys {
		all = append(all, reading{"IDs by " + string(by), func(ctx context.Context) error { _, err := f.IDs(ctx, filter, Sort{By: by}); return err }})
	}
	for by := range lateKeys {
		all = append(all, reading{"IDs by " + string(by), func(ctx context.Context) error { _, err := f.IDs(ctx, filter, Sort{By: by}); return err }})
	}
	for by := range lateCounts {
		all = append(all,
			reading{"PrepareSort " + string(by), func(ctx context.Context) error { return f.PrepareSort(ctx, by) }},
			reading{"IDs by " + string(by), func(ctx context.Context) error {
				_, err := f.IDs(ctx, filter, Sort{By: by, Desc: true})
				return err
			}})
	}
	for _, id := range []int64{1, 2, 1 + d.rng.Int64N(90), -1, 1 << 40} {
		all = append(all,
			reading{"Entry", func(ctx context.Context) error { _, err := f.Entry(ctx, id); return err }},
			reading{"Findings", func(ctx context.Context) error { _, err := f.Findings(ctx, id); return err }},
			reading{"Inlinks", func(ctx context.Context) error {
				refs, _, err := f.Inlinks(ctx, id, 0)
				if err == nil {
					_, _, err = f.Inlinks(ctx, id, 3)
				}
				useRefs(refs)
				return err
			}},
			reading{"Outlinks", func(ctx context.Context) error { refs, err := f.Outlinks(ctx, id); useRefs(refs); return err }},
			reading{"Images", func(ctx context.Context) error { refs, err := f.Images(ctx, id); useRefs(refs); return err }})
	}
	return all
}

func useRefs(refs []Ref) {
	for _, r := range refs {
		_ = fmt.Sprint(r.Outcome, positionNames[r.Link.Position])
	}
}

// change carries on with the crawl, and finishes it.
func (d *damager) change(f *File) {
	last, known := int64(0), false
	d.call("Known", func(context.Context) error {
		err := f.Known(func(a crawler.Address, v crawler.Verdict) bool {
			_ = fmt.Sprint(a.Scope, a.Kind, v.Outcome, v.Kind)
			last = max(last, a.ID)
			return true
		})
		known = err == nil
		return err
	})
	for _, lane := range []crawler.Lane{crawler.PageLane, crawler.LeafLane} {
		d.call("Next", func(ctx context.Context) error {
			for after := int64(0); ctx.Err() == nil; {
				found, err := f.Next(lane, after, 10)
				if err != nil || len(found) == 0 {
					return err
				}
				after = found[len(found)-1].ID
			}
			return ctx.Err()
		})
	}
	if !f.Writable() {
		return
	}
	d.call("Reopen", func(context.Context) error { _, err := f.Reopen(3); return err })
	if known && d.rng.IntN(2) == 0 {
		d.call("Save", func(context.Context) error {
			p := workingPage(1, "https://shop.example.com/")
			p.Text, p.Findings = "some text", []crawler.Finding{{Check: "new-check"}, {Check: "title-long", Detail: "99"}}
			p.Links = []crawler.Link{{Target: last + 1}, {Target: last + 1}, {Target: last + 1}, {Target: last + 1}}
			return f.Save(crawler.Batch{Addresses: []crawler.Address{{ID: last + 1, URL: "https://shop.example.com/new"}}, Pages: []*crawler.Page{p},
				Changes: []crawler.Change{{ID: 2, Skipped: crawler.ByLimit}}})
		})
	}
	d.call("Finish", func(ctx context.Context) error { return f.Finish(ctx, nil) })
}

// call calls something and looks at how it ends.
func (d *damager) call(name string, do func(context.Context) error) {
	d.t.Helper()
	d.calls++
	ctx, cancel := context.WithTimeout(context.Background(), damagePatience)
	defer cancel()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	done := make(chan error, 1)
	go func() {
		defer func() {
			if fault := recover(); fault != nil {
				done <- fmt.Errorf("panic: %v\n%s", fault, debug.Stack())
			}
		}()
		done <- do(ctx)
	}()
	select {
	case err := <-done:
		if errors.Is(err, ErrDamaged) {
			d.noticed++
		}
		if !isToldOfDamage(err) {
			d.fail(name, err)
		}
	case <-time.After(damagePatience + damageGrace):
		d.fail(name, errors.New("it did not end with its context"))
		d.t.FailNow()
	}
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > damageMemory {
		d.fail(name, fmt.Errorf("%d MB of memory", took>>20))
	}
}

// isToldOfDamage tells whether an error is one that a damaged file may give. Its
// header may also say that it must not be written to.
func isToldOfDamage(err error) bool {
	for _, reason := range []error{nil, ErrDamaged, ErrNotOurs, ErrNewer, ErrUnknown, ErrNoRight} {
		if errors.Is(err, reason) {
			return true
		}
	}
	return false
}

// fail tells of a failure and keeps the file.
func (d *damager) fail(name string, err error) {
	d.t.Helper()
	kept := filepath.Join(os.TempDir(), fmt.Sprintf("damage-%d-%d%s", d.seed, d.count, Extension))
	d.write(kept, d.content)
	d.t.Errorf("seed %d, file %d (%s, kept as %s): %s: %v", d.seed, d.count, d.what, kept, name, err)
}

func (d *damager) write(path string, content []byte) {
	d.t.Helper()
	if err := os.WriteFile(path, content, 0o666); err != nil {
		d.t.Fatal(err)
	}
}

// TestDamageOfEachKind has the damage that once took all memory, or crashed the
// program.
func TestDamageOfEachKind(t *testing.T) {
	d := damager{t: t, rng: rand.New(rand.NewPCG(1, 1)), dir: t.TempDir()}
	d.whole = [][]byte{wholeCrawl(t, true), wholeCrawl(t, false)}
	d.healthy = filepath.Join(d.dir, "healthy"+Extension)
	d.write(d.healthy, d.whole[0])
	for i, change := range []string{
		"UPDATE address SET id = 34315726859 WHERE id = 40",
		"UPDATE address SET id = 9223372036854775807 WHERE id = 40",
		"UPDATE address SET id = -5 WHERE id = 40",
		"UPDATE link SET id = 1099511627776 WHERE id = 2",
		"UPDATE link SET id = -3 WHERE id = 2",
		"UPDATE link SET kind = 200",
		"UPDATE link SET position = 7",
		"UPDATE result SET seq = 34315726859 WHERE seq = 7",
		"UPDATE page SET seq = 34315726859 WHERE seq = 7",
		"UPDATE result SET id = 34315726859 WHERE seq = 7",
		"UPDATE result SET id = -7 WHERE seq = 7",
		"UPDATE result SET outcome = 44",
		"UPDATE result SET scope = 2",
		"UPDATE result SET kind = 3",
		"UPDATE address SET scope = 255, kind = 255",
		"UPDATE page SET links = '[[1,255]]'",
		"UPDATE cause SET position = -1",
		"UPDATE page SET links = '[[1,'",
		`UPDATE meta SET value = '{"Reasons":null}' WHERE key = 'counts'`,
	} {
		d.count, d.file = i, i%len(d.whole)
		d.begin(change)
		d.write(d.path, d.whole[d.file])
		c, err := sqlite.Open(d.path, sqlite.ReadWrite)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(c.Exec(change), c.Close()); err != nil {
			t.Fatalf("%s: %v", change, err)
		}
		if d.content, err = os.ReadFile(d.path); err != nil {
			t.Fatal(err)
		}
		noticed := d.noticed
		d.try(1)
		if d.noticed == noticed {
			t.Errorf("%s: no damage was noticed", change)
		}
	}
}
