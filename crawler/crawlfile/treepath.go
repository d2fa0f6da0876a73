package crawlfile

import "strings"

// treePath is the parts of an address as a tree of folders has them: its origin,
// each segment of its path, and its query with the question mark.
type treePath []string

// newTreePath takes an address apart: "https://example.com/a/b?c" has the parts
// "https://example.com", "a", "b", "?c". A path that ends with a slash has an
// empty last segment.
func newTreePath(parts treePath, url string) treePath {
	begin := 0
	if scheme := strings.Index(url, "://"); scheme >= 0 {
		begin = scheme + len("://")
	}
	path := strings.IndexByte(url[begin:], '/')
	if path < 0 {
		return append(parts, url)
	}
	parts = append(parts, url[:begin+path])
	rest := url[begin+path+1:]
	query := strings.IndexByte(rest, '?')
	if query < 0 {
		query = len(rest)
	}
	for segment := range strings.SplitSeq(rest[:query], "/") {
		parts = append(parts, segment)
	}
	if query < len(rest) {
		parts = append(parts, rest[query:])
	}
	return parts
}

// shared is how many parts at the beginning two addresses have in common, 255 at most.
func (p treePath) shared(other treePath) byte {
	n := 0
	for n < min(len(p), len(other), 255) && p[n] == other[n] {
		n++
	}
	return byte(n)
}

// join is the address of the first n parts, as Tree takes it for a folder.
func (p treePath) join(n int) string {
	var b strings.Builder
	for i, part := range p[:n] {
		if i > 0 && !strings.HasPrefix(part, "?") {
			b.WriteByte('/')
		}
		b.WriteString(part)
	}
	return b.String()
}

// treeKey is what the addresses of a tree are sorted by: what stands between parts
// comes before all that can be in one, so that a folder stands together.
func treeKey(url string) string {
	key := []byte(url)
	toTreeKey(key)
	return string(key)
}

// No address has these bytes.
const (
	slashKey = '\x01'
	queryKey = '\x02'
)

// toTreeKey makes the treeKey of an address in its place.
func toTreeKey(url []byte) {
	for i, c := range url {
		switch c {
		case '/':
			url[i] = slashKey
		case '?':
			url[i] = queryKey
		}
	}
}

// treeURL is the address that has a treeKey.
func treeURL(key []byte) string {
	var url strings.Builder
	url.Grow(len(key))
	for _, c := range key {
		switch c {
		case slashKey:
			c = '/'
		case queryKey:
			c = '?'
		}
		url.WriteByte(c)
	}
	return url.String()
}
