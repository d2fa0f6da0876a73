package crawlfile

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	lib "modernc.org/sqlite/lib"

	"sitewalk/crawler"
	"sitewalk/crawler/fetch"
)

// Save adds newly discovered addresses, changes and pages in one transaction:
// when it gives an error, nothing of the batch is kept. A page whose address has
// a result already replaces it.
func (f *File) Save(b crawler.Batch) error {
	f.writing.Lock()
	defer f.writing.Unlock()
	if f.writer == nil || f.closed {
		return fmt.Errorf("%s: %w: it is open for reading only", f.path, ErrNoRight)
	}
	unfinish := f.finished.Load() && len(b.Addresses)+len(b.Changes)+len(b.Pages) > 0
	if err := f.writer.save(b, unfinish); err != nil {
		return explain(f.path, err)
	}
	if unfinish {
		f.finished.Store(false)
	}
	if f.writer.restored {
		f.requeue()
	}
	return nil
}

// writer is the connection that writes, with its prepared statements and what
// it must know to write the next row.
type writer struct {
	conn                              *conn
	addresses, results, pages, links  *bulk
	lastAddress, lastResult, lastLink int64
	counts                            Counts
	checks                            checkNumbers
	cache                             *linkCache
	texts                             *textPack
	lists                             []byte   // JSON of the pages that wait in the bulks
	hashes                            []uint64 // of the links of a page
	restored                          bool     // the last batch put addresses back among the waiting
}

// newWriter brings the file to the newest schema and prepares the writing. It
// takes over the connection unless it fails. A file of the newest schema in which
// it finds damage stays as it was.
func newWriter(c *conn) (*writer, error) {
	ctx := context.Background()
	w := &writer{conn: c, cache: newLinkCache(linkBuckets)}
	version, err := c.integer(ctx, "PRAGMA user_version")
	if err != nil {
		return nil, err
	}
	if int(version) < len(migrations) {
		if err := c.beginLog(ctx); err != nil {
			return nil, err
		}
	}
	if err := migrate(c, int(version)); err != nil {
		return nil, err
	}
	if err := w.prepare(); err != nil {
		return nil, err
	}
	if err := w.remember(); err != nil {
		return nil, err
	}
	if err := c.beginLog(ctx); err != nil {
		return nil, err
	}
	return w, nil
}

func (w *writer) prepare() (err error) {
	for _, b := range []struct {
		bulk           **bulk
		table, columns string
	}{
		{&w.addresses, "address", "id, scope, kind, depth, found_on, hops, in_sitemap, skipped, url"},
		{&w.results, "result", "seq, id, scope, kind, outcome, status, took, size, no_title, redirect, findings"},
		{&w.pages, "page", "seq, at, error_kind, error, content_type, charset, title, h1, first_paragraph, " +
			"meta_description, canonical, meta_robots, lang, redirect_to, links, " +
			"meta_keywords, second_h1, h2, second_h2, last_modified, protocol, words, sentences, text_bytes, text_hash, sim_hash, anchors"},
		{&w.links, "link", "id, target, kind, position, text, rel, fragment, spelling"},
	} {
		if *b.bulk, err = newNumberedBulk(w.conn, b.table, b.columns); err != nil {
			return err
		}
	}
	w.texts, err = newTextPack(w.conn)
	return err
}

// remember reads from the file what the writer must know.
func (w *writer) remember() error {
	ctx := context.Background()
	w.cache.clear()
	w.forgetLists()
	for _, b := range []*bulk{w.addresses, w.results, w.pages, w.links} {
		if err := b.recall(ctx); err != nil {
			return err
		}
	}
	w.lastAddress, w.lastLink = w.addresses.next-1, w.links.next-1
	w.lastResult = max(w.results.next, w.pages.next) - 1
	var err error
	if w.checks, err = readCheckNumbers(ctx, w.conn); err != nil {
		return err
	}
	if err := w.texts.remember(ctx); err != nil {
		return err
	}
	stored, err := w.meta(ctx, metaCounts)
	if err != nil {
		return err
	}
	w.counts, err = parseCounts(stored)
	return err
}

// meta reads the value of a key, "" when there is none.
func (w *writer) meta(ctx context.Context, key string) (string, error) {
	return w.conn.text(ctx, metaQuery, key)
}

// close folds the log into the file and ends the connection.
func (w *writer) close() error {
	_, err := w.conn.row(context.Background(), "PRAGMA journal_mode = DELETE")
	if isCode(err, lib.SQLITE_BUSY) {
		err = nil // another program is reading; the log stays until the next Close
	}
	return errors.Join(err, w.conn.Close())
}

// save stores a batch. Nothing about pages stored before is looked up unless
// the batch turns out to hold such a page.
func (w *writer) save(b crawler.Batch, unfinish bool) error {
	ctx := context.Background()
	w.restored = false
	store := func(replacing bool) error {
		err := w.conn.transaction(ctx, func() error { return w.store(ctx, b, unfinish, replacing) })
		if err != nil {
			err = errors.Join(err, w.remember())
		}
		return err
	}
	err := store(false)
	if isCode(err, lib.SQLITE_CONSTRAINT) {
		err = store(true)
	}
	return err
}

func (w *writer) store(ctx context.Context, b crawler.Batch, unfinish, replacing bool) error {
	if unfinish {
		if err := w.conn.exec(ctx, clearFinished); err != nil {
			return err
		}
	}
	if err := w.storeAddresses(ctx, b.Addresses); err != nil {
		return err
	}
	for _, c := range b.Changes {
		if err := w.storeChange(ctx, c); err != nil {
			return err
		}
	}
	for _, p := range b.Pages {
		if replacing {
			if err := w.dropResult(ctx, p.ID); err != nil {
				return err
			}
		}
		if err := w.storePage(ctx, p); err != nil {
			return err
		}
	}
	if err := errors.Join(w.flushPages(), w.texts.flush(ctx)); err != nil {
		return err
	}
	if b.Meta != nil {
		if err := w.storeMeta(ctx, metaCrawl, b.Meta); err != nil {
			return err
		}
	}
	return w.storeMeta(ctx, metaCounts, &w.counts)
}

func (w *writer) storeAddresses(ctx context.Context, addresses []crawler.Address) error {
	for i := range addresses {
		a := &addresses[i]
		err := w.addresses.add(whole(a.ID), whole(int64(a.Scope)), whole(int64(a.Kind)), whole(int64(a.Depth)), number(a.FoundOn),
			whole(int64(a.Hops)), flag(a.InSitemap), text(string(a.Skipped)), text(a.URL))
		if err != nil {
			return err
		}
		w.counts.discover(a.Skipped)
		w.lastAddress = max(w.lastAddress, a.ID)
	}
	return w.addresses.flush()
}

func (w *writer) storeChange(ctx context.Context, c crawler.Change) error {
	old, err := w.conn.row(ctx, `SELECT skipped, EXISTS (SELECT 1 FROM result WHERE result.id = address.id)
		FROM address WHERE id = ?`, c.ID)
	if err != nil {
		return err
	}
	if old == nil {
		return fmt.Errorf("change of address %d: %w", c.ID, ErrUnknown)
	}
	if c.InSitemap {
		return w.conn.exec(ctx, "UPDATE address SET in_sitemap = 1 WHERE id = ?", c.ID)
	}
	if old[1] == int64(0) { // with a result, it is neither waiting nor skipped
		was, _ := old[0].(string)
		w.counts.reconsider(crawler.Reason(was), c.Skipped)
		w.restored = w.restored || was != "" && c.Skipped == ""
	}
	return w.conn.exec(ctx, "UPDATE address SET skipped = nullif(?, '') WHERE id = ?", string(c.Skipped), c.ID)
}

func (w *writer) storePage(ctx context.Context, p *crawler.Page) error {
	list, err := w.storeLinks(p.Links)
	if err != nil {
		return err
	}
	findings, err := w.storeFindings(ctx, p.Findings)
	if err != nil {
		return err
	}
	w.lastResult++
	err = w.results.add(whole(w.lastResult), whole(p.ID), whole(int64(p.Scope)), whole(int64(p.Kind)), whole(int64(p.Outcome)), whole(int64(p.Status)),
		whole(p.Took.Microseconds()), whole(p.Size), flag(lacksTitle(p)), number(p.RedirectID), written(findings))
	if err != nil {
		return err
	}
	canonical := text(p.Canonical)
	if p.Canonical == p.URL && p.URL != "" {
		canonical = whole(1)
	}
	err = w.pages.add(whole(w.lastResult), whole(p.At.UnixMilli()), text(string(p.ErrorKind)), text(p.Error),
		text(p.ContentType), text(p.Charset), text(p.Title), text(p.H1), text(p.FirstParagraph),
		text(p.MetaDescription), canonical, text(p.MetaRobots), text(p.Lang), text(p.RedirectTo), written(list),
		text(p.MetaKeywords), text(p.SecondH1), text(p.H2), text(p.SecondH2), text(p.LastModified), protocol(p.Proto),
		number(int64(p.Words)), number(int64(p.Sentences)), number(int64(p.TextBytes)), number(int64(p.TextHash)), number(int64(p.SimHash)), blob(newAnchorSet(p.Anchors)))
	if err != nil {
		return err
	}
	w.counts.ask(-1)
	w.counts.answer(p.Scope, p.Kind, p.Outcome, p.Status, 1)
	if !searchedIn(p) {
		return nil
	}
	return w.texts.add(ctx, w.lastResult, p)
}

// storeLinks gives the list of a page's links. A link that is met for the third
// time gets a row in table link and is its number from then on.
func (w *writer) storeLinks(links []crawler.Link) ([]byte, error) {
	if len(links) == 0 {
		return nil, nil
	}
	start := len(w.lists)
	list := append(w.lists, '[')
	w.hashes = w.cache.prepare(w.hashes[:0], links)
	for i := range links {
		l, hash := &links[i], w.hashes[i]
		id := w.cache.find(hash)
		switch id {
		case 0:
			w.cache.add(hash, metOnce)
			list = append(appendLink(list, l), ',')
			continue
		case metOnce:
			w.cache.promote(hash, metTwice)
			list = append(appendLink(list, l), ',')
			continue
		case metTwice:
			w.lastLink++
			id = uint32(w.lastLink)
			err := w.links.add(whole(w.lastLink), whole(l.Target), whole(int64(l.Kind)), whole(int64(l.Position)),
				text(l.Text), text(l.Rel), text(l.Fragment), text(l.Spelling))
			if err != nil {
				return nil, err
			}
			w.cache.promote(hash, id)
		}
		list = append(strconv.AppendUint(list, uint64(id), 10), ',')
	}
	list[len(list)-1] = ']'
	w.lists = list
	return list[start:], nil
}

// dropResult makes room for another result of an address.
func (w *writer) dropResult(ctx context.Context, id int64) error {
	if err := w.flushPages(); err != nil { // it may be in this very batch
		return err
	}
	old, err := w.conn.row(ctx, "SELECT seq, scope, kind, outcome, status, findings FROM result WHERE id = ?", id)
	if err != nil || old == nil {
		return err
	}
	at := func(i int) int64 { n, _ := old[i].(int64); return n }
	for _, table := range []string{"result", "page"} {
		if err := w.conn.exec(ctx, "DELETE FROM "+table+" WHERE seq = ?", at(0)); err != nil {
			return err
		}
	}
	w.results.forgetNext() // it may have been the last row
	w.pages.forgetNext()
	findings, _ := old[5].(string)
	if err := w.uncountFindings(findings); err != nil {
		return err
	}
	w.counts.ask(1)
	w.counts.answer(crawler.Scope(at(1)), crawler.Kind(at(2)), crawler.Outcome(at(3)), int(at(4)), -1)
	return nil
}

// protocol is the protocol of an answer as it is stored.
func protocol(proto string) value {
	for i, known := range protocols {
		if known == proto && i > 0 {
			return whole(int64(i))
		}
	}
	return text(proto)
}

// protocols are those that are stored as a number.
var protocols = [...]string{1: "HTTP/1.1", 2: "HTTP/2.0"}

// flushPages inserts the rows that the bulks kept back.
func (w *writer) flushPages() error {
	defer w.forgetLists()
	for _, b := range []*bulk{w.links, w.results, w.pages} {
		if err := b.flush(); err != nil {
			return err
		}
	}
	return nil
}

// forgetLists gives the room of the lists to other pages.
func (w *writer) forgetLists() {
	const much = 4 << 20
	if cap(w.lists) > much {
		w.lists = nil
	}
	w.lists = w.lists[:0]
}

func (w *writer) storeMeta(ctx context.Context, key string, value any) error {
	encoded, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return w.conn.exec(ctx, "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
		key, string(encoded))
}

// lacksTitle tells whether a person should give this page a title.
func lacksTitle(p *crawler.Page) bool {
	return p.Title == "" && p.Outcome == crawler.Works && p.Scope == crawler.Internal && p.Kind == crawler.PageKind &&
		fetch.IsHTML(p.ContentType)
}
