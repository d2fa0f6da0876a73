// Package crawlfile keeps a crawl in one SQLite file and answers every question
// about it. It is the only place with SQL.
package crawlfile

import (
	"context"
	"errors"

	"sitewalk/crawler"
)

// Extension is how the names of crawl files end.
const Extension = ".sitewalk"

// The reasons why a crawl file cannot be used. Test with errors.Is.
var (
	ErrDamaged = errors.New("the crawl file is damaged")
	ErrNotOurs = errors.New("the file is no crawl file")
	ErrNewer   = errors.New("the crawl file was written by a newer version")
	ErrInUse   = errors.New("the crawl file is in use by another running Sitewalk")
	ErrExists  = errors.New("the file exists already")
	ErrNoSpace = errors.New("the disk is full")
	ErrNoRight = errors.New("no permission")
)

// File is an open crawl file. It is a crawler.Store; reading and writing may go
// on at the same time and reading never waits for the writer.
type File struct{}

// Create makes a new crawl file at path, which must not exist, and locks it.
func Create(path string, meta crawler.Meta) (*File, error) { return nil, ErrNotOurs }

// Open opens a crawl file for reading and for carrying on, and locks it.
func Open(path string) (*File, error) { return nil, ErrNotOurs }

// OpenReadOnly opens a crawl file for reading only, also while another program writes to it.
func OpenReadOnly(path string) (*File, error) { return nil, ErrNotOurs }

// Path is where the file is.
func (f *File) Path() string { return "" }

// Close writes what is left, folds the write-ahead log into the file and unlocks it.
func (f *File) Close() error { return nil }

// Save, Next and Known make a File a crawler.Store.
func (f *File) Save(b crawler.Batch) error { return nil }

// Next is part of crawler.Store.
func (f *File) Next(lane crawler.Lane, after int64, n int) ([]crawler.Address, error) {
	return nil, nil
}

// Known is part of crawler.Store.
func (f *File) Known(yield func(a crawler.Address, o crawler.Outcome) bool) error { return nil }

// Finish computes what only the whole link graph can tell: the true depth of
// each address (fewest clicks), where it was found on the shortest way, and
// the table of in-links. It is called when a crawl ends, may be interrupted and
// simply runs again; progress is between 0 and 1. Every reading method works
// without it, Inlinks then more slowly.
func (f *File) Finish(ctx context.Context, progress func(float64)) error { return nil }

// Finished tells whether Finish has run since the last page was saved.
func (f *File) Finished() bool { return false }

// Meta reads what the crawl says about itself.
func (f *File) Meta(ctx context.Context) (crawler.Meta, error) { return crawler.Meta{}, nil }

// Filter chooses addresses. The zero Filter chooses all that were asked for.
type Filter struct {
	Outcomes []crawler.Outcome // any of them; none means everything but Waiting and Skipped
	Kinds    []crawler.Kind    // any of them; none means all
	Scopes   []crawler.Scope
	NoTitle  bool   // HTML pages of the site that work and have no title
	Text     string // in title or address, without regard to case
}

// Column is something to sort by.
type Column string

// The columns.
const (
	ByFound  Column = "" // order of discovery
	ByURL    Column = "url"
	ByTitle  Column = "title"
	ByStatus Column = "status"
	ByTime   Column = "ms"
	BySize   Column = "size"
	ByDepth  Column = "depth"
)

// Sort is an order.
type Sort struct {
	By   Column
	Desc bool
}

// IDs gives the numbers of all addresses that the filter chooses, in order.
func (f *File) IDs(ctx context.Context, filter Filter, sort Sort) ([]int64, error) { return nil, nil }

// NewIDs gives those with results saved after the given mark (0: all), in the
// order they were saved, and the mark for the next call. It is how a list
// grows while a crawl runs.
func (f *File) NewIDs(ctx context.Context, filter Filter, mark int64) (ids []int64, next int64, err error) {
	return nil, 0, nil
}

// Row is what a list shows of an address.
type Row struct {
	ID        int64
	URL       string
	Title     string
	Outcome   crawler.Outcome
	Scope     crawler.Scope
	Kind      crawler.Kind
	Status    int
	ErrorKind string
	MS        int64
	Size      int64
	Depth     int
	Skipped   crawler.Reason
}

// Rows reads rows by their numbers, in the order of ids.
func (f *File) Rows(ctx context.Context, ids []int64) ([]Row, error) { return nil, nil }

// Entry is everything about one address.
type Entry struct {
	crawler.Page // without Links
	Depth        int
	FoundOn      string // address of the page; "" for the start
	FoundOnID    int64
	Skipped      crawler.Reason
	InSitemap    bool
	Outgoing     []string // http and https links of a and area, document order, no repeats
	Images       []string // image addresses, document order, no repeats
}

// Entry reads everything about one address.
func (f *File) Entry(ctx context.Context, id int64) (Entry, error) { return Entry{}, nil }

// Ref is a link seen from one of its ends.
type Ref struct {
	ID      int64  // of the page at the other end
	URL     string // as the link spells it, fragment included
	Title   string
	Text    string
	Rel     string
	Link    crawler.Link
	Outcome crawler.Outcome
	Status  int
}

// Inlinks gives the links that lead to an address, redirects among them, at
// most limit (0: all), and how many there are in all.
func (f *File) Inlinks(ctx context.Context, id int64, limit int) (refs []Ref, total int, err error) {
	return nil, 0, nil
}

// Outlinks gives the links of a page in document order, images left out.
func (f *File) Outlinks(ctx context.Context, id int64) ([]Ref, error) { return nil, nil }

// Images gives the images of a page in document order.
func (f *File) Images(ctx context.Context, id int64) ([]Ref, error) { return nil, nil }

// Counts is how many addresses of each sort there are.
type Counts struct {
	crawler.Counts
	NoTitle int // what Filter.NoTitle chooses
}

// Counts counts the addresses.
func (f *File) Counts(ctx context.Context) (Counts, error) { return Counts{}, nil }

// Entries calls yield for every address that was asked for, sorted by the
// bytes of its address, until yield returns an error, which it passes on. It
// holds one entry at a time.
func (f *File) Entries(ctx context.Context, yield func(*Entry) error) error { return nil }

// SkippedEntry is an address that was left out.
type SkippedEntry struct {
	URL     string
	Reason  crawler.Reason
	FoundOn string
}

// SkippedEntries is Entries for the addresses that were skipped.
func (f *File) SkippedEntries(ctx context.Context, yield func(SkippedEntry) error) error { return nil }

// Summary is what the start screen shows of an earlier crawl.
type Summary struct {
	Path   string
	Meta   crawler.Meta
	Counts Counts
	Err    error // why it cannot be opened
}

// List reads the summaries of all crawl files in a folder, newest first.
func List(ctx context.Context, dir string) ([]Summary, error) { return nil, nil }
