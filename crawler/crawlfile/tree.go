package crawlfile

import (
	"cmp"
	"context"
	"database/sql/driver"
	"encoding/binary"
	"fmt"
	"slices"
	"sort"
	"strings"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile/sqlite"
)

// Branch is a folder or an address in the tree of a site.
type Branch struct {
	Path     string                   // to be given to Tree for what is below: "https://example.com/shop"
	Name     string                   // "https://example.com", "shop", "?page=2"; "/" for the page of the folder itself
	ID       int64                    // the address that is exactly here; 0 when there is none, or the filter leaves it out
	Below    int                      // addresses below it
	Outcomes [crawler.Skipped + 1]int // here and below, by outcome
}

// Tree gives what a folder of the site holds of what the filter chooses, sorted
// by name, queries last: the origins for the path "", else a part of the address
// after Branch.Path. Addresses that differ in their queries alone are below the
// address without one. It gives at most limit branches from the one with number
// from on (0: the first), and how many there are in all.
func (f *File) Tree(ctx context.Context, path string, filter Filter, from, limit int) (branches []Branch, total int, err error) {
	ids, err := f.IDs(ctx, filter, Sort{})
	if err != nil {
		return nil, 0, err
	}
	t := &tree{from: from, limit: limit}
	if path != "" {
		t.path = newTreePath(nil, path)
	}
	if len(t.path) > maxTree {
		return nil, 0, nil
	}
	for _, id := range ids {
		t.choose(id)
	}
	err = f.look(ctx, func(c *conn) error { return t.read(ctx, c) })
	return t.branches, t.total, explain(f.path, err)
}

// maxTree is how many parts of an address make folders.
const maxTree = 250

// tree is one look at a folder.
type tree struct {
	path        treePath
	from, limit int
	chosen      []bool // by address
	branches    []Branch
	total       int
}

func (t *tree) choose(id int64) {
	if int64(len(t.chosen)) <= id {
		t.chosen = append(t.chosen, make([]bool, id+1-int64(len(t.chosen)))...)
	}
	t.chosen[id] = true
}

func (t *tree) isChosen(id int64) bool { return id < int64(len(t.chosen)) && t.chosen[id] }

func (t *tree) read(ctx context.Context, c *conn) error {
	row, err := c.row(ctx, "SELECT ids, shared FROM tree")
	if err != nil {
		return err
	}
	if row == nil {
		return t.scan(ctx, c)
	}
	ids, _ := row[0].([]byte)
	shared, _ := row[1].([]byte)
	if len(ids) != 4*len(shared) {
		return fmt.Errorf("%w: tree", ErrDamaged)
	}
	return t.walk(ctx, c, ids, shared)
}

// walk reads a folder from what Finish has prepared. Only the addresses that give
// their names to a branch are read.
func (t *tree) walk(ctx context.Context, c *conn, ids, shared []byte) error {
	bits, err := readTraits(ctx, c)
	if err != nil {
		return err
	}
	id := func(i int) int64 { return int64(binary.LittleEndian.Uint32(ids[4*i:])) }
	depth := len(t.path)
	lo, hi := 0, len(shared)
	if depth > 0 {
		key := treeKey(t.path.join(depth))
		var failure error
		lo = sort.Search(len(shared), func(i int) bool {
			url, err := readURL(ctx, c, id(i))
			failure = cmp.Or(failure, err)
			return treeKey(url) >= key
		})
		if failure != nil {
			return failure
		}
		if lo == len(shared) {
			return nil
		}
		url, err := readURL(ctx, c, id(lo))
		if err != nil {
			return err
		}
		first := newTreePath(nil, url)
		if int(first.shared(t.path)) < depth {
			return nil
		}
		for hi = lo + 1; hi < len(shared) && int(shared[hi]) >= depth; hi++ {
		}
		if len(first) == depth { // the folder's own address
			lo++
		}
	}
	for lo < hi {
		end := lo + 1
		for end < hi && int(shared[end]) > depth {
			end++
		}
		if err := t.addRange(ctx, c, lo, end, id, bits); err != nil {
			return err
		}
		lo = end
	}
	return nil
}

// addRange adds the branch of the addresses that stand from lo to end.
func (t *tree) addRange(ctx context.Context, c *conn, lo, end int, id func(int) int64, bits []byte) error {
	var b Branch
	for i := lo; i < end; i++ {
		if n := id(i); t.isChosen(n) && n < int64(len(bits)) {
			b.Outcomes[min(traits(bits[n]).outcome(), crawler.Skipped)]++
			b.Below++
		}
	}
	if b.Below == 0 {
		return nil
	}
	if t.total++; t.total <= t.from || len(t.branches) >= t.limit {
		return nil
	}
	url, err := readURL(ctx, c, id(lo))
	if err != nil {
		return err
	}
	path := newTreePath(nil, url)
	if len(path) <= len(t.path) {
		return fmt.Errorf("%w: tree at address %d", ErrDamaged, id(lo))
	}
	b.name(path, len(t.path))
	if len(path) == len(t.path)+1 && t.isChosen(id(lo)) {
		b.ID = id(lo)
		b.Below--
	}
	t.branches = append(t.branches, b)
	return nil
}

// name fills in what a branch is called whose addresses begin with depth+1 parts
// of this path.
func (b *Branch) name(path treePath, depth int) {
	b.Path, b.Name = path.join(depth+1), path[depth]
	if b.Name == "" {
		b.Name = "/"
	}
}

// scan reads a folder while the crawl goes on, from all addresses.
func (t *tree) scan(ctx context.Context, c *conn) error {
	found := map[string]*Branch{} // by part
	depth := len(t.path)
	var path treePath
	err := c.each(ctx, "SELECT a.id, a.url, "+outcomeOfAddress+" FROM address a LEFT JOIN result r ON r.id = a.id", func(row []driver.Value) error {
		id := integer(row[0])
		if !t.isChosen(id) {
			return nil
		}
		url, _ := row[1].(string)
		path = newTreePath(path[:0], url)
		if len(path) <= depth || int(path.shared(t.path)) < depth {
			return nil
		}
		b := found[path[depth]]
		if b == nil {
			b = new(Branch)
			b.name(path, depth)
			found[strings.Clone(path[depth])] = b
		}
		b.Outcomes[min(crawler.Outcome(integer(row[2])), crawler.Skipped)]++
		if len(path) == depth+1 {
			b.ID = id
		} else {
			b.Below++
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, b := range found {
		t.branches = append(t.branches, *b)
	}
	slices.SortFunc(t.branches, func(a, b Branch) int { return cmp.Compare(treeKey(a.Path), treeKey(b.Path)) })
	t.total = len(t.branches)
	t.branches = t.branches[min(t.from, t.total):min(t.from+t.limit, t.total)]
	return nil
}

// readTraits reads the bits of table trait by address.
func readTraits(ctx context.Context, c *conn) ([]byte, error) {
	all := []byte{0} // no address has number 0
	err := c.each(ctx, "SELECT bits FROM trait ORDER BY first", func(row []driver.Value) error {
		bits, _ := row[0].([]byte)
		all = append(all, bits...)
		return nil
	})
	return all, err
}

func readURL(ctx context.Context, c *conn, id int64) (string, error) {
	row, err := c.row(ctx, "SELECT url FROM address WHERE id = ?", id)
	if err == nil && row == nil {
		err = fmt.Errorf("%w: address %d", ErrDamaged, id)
	}
	if err != nil {
		return "", err
	}
	url, _ := row[0].(string)
	return url, nil
}

// storeTree writes table tree.
func (g *graph) storeTree(ctx context.Context, progress func(float64)) error {
	ids := newOrder(g.lastAddress)
	shared := make([]byte, 0, g.lastAddress)
	var last, path treePath
	err := g.conn.scan(ctx, "SELECT id, url FROM address ORDER BY "+treeOrder, func(row *sqlite.Stmt) error {
		path = newTreePath(path[:0], row.Text(1))
		shared = append(shared, path.shared(last))
		ids.add(uint32(row.Int(0)))
		last, path = path, last
		if len(shared)%4096 == 0 {
			progress(float64(len(shared)) / float64(g.lastAddress))
		}
		return nil
	})
	if err != nil {
		return err
	}
	return g.conn.exec(context.WithoutCancel(ctx), "INSERT INTO tree (ids, shared) VALUES (?, ?)", ids.packed, shared)
}
