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
	defer f.readings.begin()()
	lists, err := f.Trees(ctx, []Folder{{path, from, limit}}, filter)
	if err != nil {
		return nil, 0, err
	}
	return lists[0].Branches, lists[0].Total, nil
}

// Folder says which branches of a folder Trees is to give.
type Folder struct {
	Path        string
	From, Limit int
}

// Contents are some branches of a folder, and how many it has in all.
type Contents struct {
	Branches []Branch
	Total    int
}

// Trees is Tree for several folders at once, all of one state of the file. While
// a crawl goes on it takes hardly longer than for one.
func (f *File) Trees(ctx context.Context, folders []Folder, filter Filter) ([]Contents, error) {
	defer f.readings.begin()()
	ids, err := f.IDs(ctx, filter, Sort{})
	if err != nil {
		return nil, err
	}
	var chosen chosenSet
	for _, id := range ids {
		chosen.add(id)
	}
	trees := make([]tree, len(folders))
	for i, folder := range folders {
		trees[i] = tree{Folder: folder, chosenSet: chosen}
		if folder.Path != "" {
			trees[i].path = newTreePath(nil, folder.Path)
		}
	}
	if err := f.look(ctx, func(c *conn) error { return readTrees(ctx, c, trees) }); err != nil {
		return nil, explain(f.path, err)
	}
	lists := make([]Contents, len(trees))
	for i := range trees {
		lists[i] = trees[i].Contents
	}
	return lists, nil
}

// maxTree is how many parts of an address make folders.
const maxTree = 250

// chosenSet tells by number which addresses a filter chooses.
type chosenSet []bool

func (s *chosenSet) add(id int64) {
	if int64(len(*s)) <= id {
		*s = append(*s, make([]bool, id+1-int64(len(*s)))...)
	}
	(*s)[id] = true
}

func (s chosenSet) isChosen(id int64) bool { return id >= 0 && id < int64(len(s)) && s[id] }

// tree is one look at a folder.
type tree struct {
	Folder
	Contents
	chosenSet
	path treePath
}

// readTrees fills trees from what Finish has prepared or, while the crawl goes
// on, from all addresses.
func readTrees(ctx context.Context, c *conn, trees []tree) error {
	row, err := c.row(ctx, "SELECT ids, shared FROM tree")
	if err != nil {
		return err
	}
	if row == nil {
		return scanTrees(ctx, c, trees)
	}
	ids, _ := row[0].([]byte)
	shared, _ := row[1].([]byte)
	if len(ids) != 4*len(shared) {
		return fmt.Errorf("%w: tree", ErrDamaged)
	}
	bits, err := readTraits(ctx, c)
	if err != nil {
		return err
	}
	for i := range trees {
		if len(trees[i].path) > maxTree {
			continue
		}
		if err := trees[i].walk(ctx, c, ids, shared, bits); err != nil {
			return err
		}
	}
	return nil
}

// walk reads a folder from what Finish has prepared. Only the addresses that give
// their names to a branch are read.
func (t *tree) walk(ctx context.Context, c *conn, ids, shared, bits []byte) error {
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
	if t.Total++; t.Total <= t.From || len(t.Branches) >= t.Limit {
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
	t.Branches = append(t.Branches, b)
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

// scanTrees fills trees from all addresses.
func scanTrees(ctx context.Context, c *conn, trees []tree) error {
	found := make([]map[string]*Branch, len(trees)) // by part
	for i := range found {
		found[i] = map[string]*Branch{}
	}
	var path treePath
	err := c.each(ctx, "SELECT a.id, a.url, "+outcomeOfAddress+" FROM address a LEFT JOIN result r ON r.id = a.id", func(row []driver.Value) error {
		id := integer(row[0])
		if len(trees) == 0 || !trees[0].isChosen(id) {
			return nil
		}
		url, _ := row[1].(string)
		path = newTreePath(path[:0], url)
		outcome := min(crawler.Outcome(integer(row[2])), crawler.Skipped)
		for i := range trees {
			trees[i].note(found[i], path, id, outcome)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i := range trees {
		trees[i].take(found[i])
	}
	return nil
}

// note counts an address in the branch that it belongs to, if it is in the folder.
func (t *tree) note(found map[string]*Branch, path treePath, id int64, outcome crawler.Outcome) {
	depth := len(t.path)
	if depth > maxTree || len(path) <= depth || int(path.shared(t.path)) < depth {
		return
	}
	b := found[path[depth]]
	if b == nil {
		b = new(Branch)
		b.name(path, depth)
		found[strings.Clone(path[depth])] = b
	}
	b.Outcomes[outcome]++
	if len(path) == depth+1 {
		b.ID = id
	} else {
		b.Below++
	}
}

// take puts the branches that were found in order, and keeps those wanted.
func (t *tree) take(found map[string]*Branch) {
	all := make([]Branch, 0, len(found))
	for _, b := range found {
		all = append(all, *b)
	}
	slices.SortFunc(all, func(a, b Branch) int { return cmp.Compare(treeKey(a.Path), treeKey(b.Path)) })
	t.Total = len(all)
	t.Branches = all[min(t.From, t.Total):min(t.From+t.Limit, t.Total)]
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

// growTree makes table tree.
func (g *graph) growTree() addressOrder {
	ids := newOrder(g.lastAddress)
	shared := make([]byte, 0, g.lastAddress)
	var last, path treePath
	return addressOrder{
		change: toTreeKey,
		add: func(id uint32, key []byte) {
			path = newTreePath(path[:0], treeURL(key))
			shared = append(shared, path.shared(last))
			ids.add(id)
			last, path = path, last
		},
		store: func(ctx context.Context) error {
			return g.conn.exec(context.WithoutCancel(ctx), "INSERT INTO tree (ids, shared) VALUES (?, ?)", ids.packed, shared)
		},
	}
}
