package weburl

import (
	"strings"
	"sync"

	"golang.org/x/text/encoding"
)

// parse is the basic URL parser of the WHATWG URL Standard (section 4.4), with
// the states of its machine as methods of writer. The zero base is no base.
func parse(raw string, base URL, enc encoding.Encoding) (URL, error) {
	const longest = 1 << 28 // bytes; offsets are 32 bits, and escaping triples
	if len(raw) > longest {
		return URL{}, notAddress(raw)
	}
	w := writers.Get().(*writer)
	defer w.release()
	*w = writer{buf: w.buf[:0], enc: enc}
	if !w.address(clean(raw), base) {
		return URL{}, notAddress(raw)
	}
	u := w.url
	u.href = string(w.buf)
	return u, nil
}

// writers keeps writers, that is their buffers, for the next address.
var writers = sync.Pool{New: func() any { return &writer{buf: make([]byte, 0, 512)} }}

func (w *writer) release() {
	const mostKept = 64 << 10
	if cap(w.buf) <= mostKept {
		writers.Put(w)
	}
}

// clean strips control characters and spaces from both ends, and tabs and line
// breaks from everywhere.
func clean(raw string) string {
	for len(raw) > 0 && raw[0] <= ' ' {
		raw = raw[1:]
	}
	for len(raw) > 0 && raw[len(raw)-1] <= ' ' {
		raw = raw[:len(raw)-1]
	}
	if !strings.ContainsAny(raw, "\t\n\r") {
		return raw
	}
	return tabsAndLineBreaks.Replace(raw)
}

var tabsAndLineBreaks = strings.NewReplacer("\t", "", "\n", "", "\r", "")

// writer writes an address part by part, noting where each begins.
type writer struct {
	buf     []byte
	url     URL // its href is missing until buf is complete
	enc     encoding.Encoding
	special bool
	file    bool
}

func (w *writer) at() uint32 { return uint32(len(w.buf)) }

// address covers the scheme start, scheme and no scheme states.
func (w *writer) address(in string, base URL) bool {
	scheme, rest, found := cutScheme(in)
	if !found {
		return w.withoutScheme(in, base)
	}
	w.scheme(scheme)
	switch scheme := string(w.buf[:w.url.schemeEnd]); {
	case w.file:
		if base.Scheme() != "file" {
			base = URL{}
		}
		return w.fileAddress(rest, base)
	case w.special && scheme == base.Scheme() && !strings.HasPrefix(rest, "//"):
		return w.relative(rest, base)
	case w.special:
		return w.withAuthority(trimSlashes(rest))
	case strings.HasPrefix(rest, "//"):
		return w.withAuthority(rest[2:])
	case strings.HasPrefix(rest, "/"):
		w.url.pathStart = w.at()
		w.tail(w.path(rest[1:]))
		return true
	}
	w.opaquePath(rest)
	return true
}

func (w *writer) scheme(scheme string) {
	for _, c := range []byte(scheme) {
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		w.buf = append(w.buf, c)
	}
	w.url.schemeEnd = w.at()
	w.setKind(string(w.buf))
	w.buf = append(w.buf, ':')
}

func (w *writer) setKind(scheme string) {
	w.special = isSpecial(scheme)
	w.file = scheme == "file"
}

func (w *writer) withoutScheme(in string, base URL) bool {
	switch {
	case base.IsZero():
		return false
	case base.isOpaque():
		if !strings.HasPrefix(in, "#") {
			return false
		}
		w.copyFrom(base, base.fragStart)
		w.fragment(in)
		return true
	}
	w.setKind(base.Scheme())
	if w.file {
		return w.fileAddress(in, base)
	}
	return w.relative(in, base)
}

// copyFrom starts again with base up to end, which is one of its offsets.
func (w *writer) copyFrom(base URL, end uint32) {
	w.buf = append(w.buf[:0], base.href[:end]...)
	w.url = base
	w.url.queryStart = min(w.url.queryStart, end)
	w.url.fragStart = end
}

// copyAuthority starts again with the scheme, host and port of base.
func (w *writer) copyAuthority(base URL) {
	w.buf = append(w.buf[:0], base.authority()...)
	w.url = base
	w.url.pathStart = w.at()
}

// relative covers the relative and relative slash states.
func (w *writer) relative(in string, base URL) bool {
	if w.startsWithSlash(in) {
		switch {
		case w.special && w.startsWithSlash(in[1:]):
			w.buf = append(w.buf[:0], base.href[:base.schemeEnd+1]...)
			w.url.schemeEnd = base.schemeEnd
			return w.withAuthority(trimSlashes(in))
		case strings.HasPrefix(in, "//"):
			w.buf = append(w.buf[:0], base.href[:base.schemeEnd+1]...)
			w.url.schemeEnd = base.schemeEnd
			return w.withAuthority(in[2:])
		}
		w.copyAuthority(base)
		w.tail(w.path(in[1:]))
		return true
	}
	if w.replacesTail(in, base) {
		return true
	}
	w.copyAuthority(base)
	w.buf = append(w.buf, base.Path()...)
	w.shorten()
	w.tail(w.path(in))
	return true
}

// replacesTail writes base with another query, fragment or neither, when in
// holds nothing else.
func (w *writer) replacesTail(in string, base URL) bool {
	switch {
	case in == "":
		w.copyFrom(base, base.fragStart)
	case in[0] == '#':
		w.copyFrom(base, base.fragStart)
		w.fragment(in)
	case in[0] == '?':
		w.copyFrom(base, base.queryStart)
		w.tail(in)
	default:
		return false
	}
	return true
}

// fileAddress covers the file, file slash and file host states. base is zero
// or a file address.
func (w *writer) fileAddress(in string, base URL) bool {
	w.buf = append(w.buf[:0], "file:"...)
	w.url.schemeEnd = w.at() - 1
	if !w.startsWithSlash(in) {
		return w.fileRelative(in, base)
	}
	if w.startsWithSlash(in[1:]) {
		return w.fileHost(in[2:])
	}
	in = in[1:]
	if base.IsZero() {
		w.emptyHost()
		w.tail(w.path(in))
		return true
	}
	w.copyAuthority(base)
	if first := firstSegment(base.Path()); !startsWithDrive(in) && isDrive(first) && first[1] == ':' {
		w.buf = append(append(w.buf, '/'), first...)
	}
	w.tail(w.path(in))
	return true
}

func (w *writer) fileRelative(in string, base URL) bool {
	if base.IsZero() {
		w.emptyHost()
		w.tail(w.path(in))
		return true
	}
	if w.replacesTail(in, base) {
		return true
	}
	w.copyAuthority(base)
	if !startsWithDrive(in) {
		w.buf = append(w.buf, base.Path()...)
		w.shorten()
	}
	w.tail(w.path(in))
	return true
}

func (w *writer) fileHost(in string) bool {
	end := w.authorityEnd(in)
	host := in[:end]
	if host == "" || isDrive(host) {
		w.emptyHost()
		if host == "" {
			return w.pathStart(in)
		}
		w.tail(w.path(in))
		return true
	}
	w.buf = append(w.buf, "//"...)
	w.url.hostStart = w.at()
	if !w.host(host) {
		return false
	}
	if string(w.buf[w.url.hostStart:]) == "localhost" {
		w.buf = w.buf[:w.url.hostStart]
	}
	w.url.hostEnd = w.at()
	return w.pathStart(in[end:])
}

func (w *writer) emptyHost() {
	w.buf = append(w.buf, "//"...)
	w.url.hostStart = w.at()
	w.url.hostEnd = w.at()
	w.url.pathStart = w.at()
}

// withAuthority covers the authority, host and port states; in begins behind
// the slashes.
func (w *writer) withAuthority(in string) bool {
	end := w.authorityEnd(in)
	authority := in[:end]
	w.buf = append(w.buf, "//"...)
	if at := strings.LastIndexByte(authority, '@'); at >= 0 {
		w.userinfo(authority[:at])
		authority = authority[at+1:]
		if authority == "" {
			return false
		}
	}
	host, port, hasPort := cutPort(authority)
	if host == "" && (w.special || hasPort) {
		return false
	}
	w.url.hostStart = w.at()
	if !w.host(host) {
		return false
	}
	w.url.hostEnd = w.at()
	if !w.port(port) {
		return false
	}
	return w.pathStart(in[end:])
}

func (w *writer) authorityEnd(in string) int {
	for i := 0; i < len(in); i++ {
		switch in[i] {
		case '/', '?', '#':
			return i
		case '\\':
			if w.special {
				return i
			}
		}
	}
	return len(in)
}

func (w *writer) userinfo(text string) {
	name, password, _ := strings.Cut(text, ":")
	if name == "" && password == "" {
		return
	}
	w.buf = appendEncoded(w.buf, name, userinfoSet)
	if password != "" {
		w.buf = append(w.buf, ':')
		w.buf = appendEncoded(w.buf, password, userinfoSet)
	}
	w.buf = append(w.buf, '@')
}

// cutPort splits at the first colon outside brackets.
func cutPort(authority string) (host, port string, found bool) {
	inside := false
	for i := 0; i < len(authority); i++ {
		switch authority[i] {
		case '[':
			inside = true
		case ']':
			inside = false
		case ':':
			if !inside {
				return authority[:i], authority[i+1:], true
			}
		}
	}
	return authority, "", false
}

func (w *writer) port(digits string) bool {
	port := 0
	for i := 0; i < len(digits); i++ {
		if !isDigit(digits[i]) {
			return false
		}
		port = port*10 + int(digits[i]-'0')
		if port > 65535 {
			return false
		}
	}
	if digits == "" {
		return true
	}
	for len(digits) > 1 && digits[0] == '0' {
		digits = digits[1:]
	}
	if digits != usualPort(string(w.buf[:w.url.schemeEnd])) {
		w.buf = append(w.buf, ':')
		w.buf = append(w.buf, digits...)
	}
	return true
}

// pathStart is the state of that name; in begins behind the authority.
func (w *writer) pathStart(in string) bool {
	w.url.pathStart = w.at()
	switch {
	case w.startsWithSlash(in):
		in = w.path(in[1:])
	case w.special || in != "" && in[0] != '?' && in[0] != '#':
		in = w.path(in)
	}
	w.tail(in)
	return true
}

// path writes the segments of in behind those that buf has already, and gives
// back what follows the path.
func (w *writer) path(in string) (rest string) {
	for {
		end := w.authorityEnd(in)
		segment := in[:end]
		more := w.startsWithSlash(in[end:])
		dots := countDots(segment)
		if dots == 2 {
			w.shorten()
		}
		switch {
		case dots == 0:
			w.segment(segment)
		case !more:
			w.buf = append(w.buf, '/')
		}
		if !more {
			return in[end:]
		}
		in = in[end+1:]
	}
}

func (w *writer) segment(text string) {
	first := w.at() == w.url.pathStart
	w.buf = append(w.buf, '/')
	if first && w.file && isDrive(text) {
		w.buf = append(w.buf, text[0], ':')
		return
	}
	w.buf = appendEncoded(w.buf, text, pathSet)
}

// shorten removes the last segment, except the drive letter of a file.
func (w *writer) shorten() {
	path := w.buf[w.url.pathStart:]
	if w.file && len(path) == 3 && isDrive(string(path[1:])) && path[2] == ':' {
		return
	}
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] == '/' {
			w.buf = w.buf[:w.at()-uint32(len(path)-i)]
			return
		}
	}
}

func (w *writer) opaquePath(in string) {
	w.url.pathStart = w.at()
	end := strings.IndexAny(in, "?#")
	if end < 0 {
		end = len(in)
	}
	w.buf = appendEncoded(w.buf, in[:end], controlSet)
	if end < len(in) && w.buf[len(w.buf)-1] == ' ' {
		w.buf = append(w.buf[:len(w.buf)-1], "%20"...)
	}
	w.tail(in[end:])
}

// tail writes query and fragment; in is empty or begins with "?" or "#".
func (w *writer) tail(in string) {
	w.keepPathFromHost()
	w.url.queryStart = w.at()
	if strings.HasPrefix(in, "?") {
		query, _, _ := strings.Cut(in[1:], "#")
		in = in[1+len(query):]
		w.buf = append(w.buf, '?')
		w.query(query)
	}
	w.fragment(in)
}

// keepPathFromHost writes "/." before a path that begins with two slashes and
// has no host before it (WHATWG URL Standard, section 4.5).
func (w *writer) keepPathFromHost() {
	path := w.buf[w.url.pathStart:]
	if w.url.hostStart != 0 || len(path) < 2 || path[0] != '/' || path[1] != '/' {
		return
	}
	if w.url.pathStart == w.url.schemeEnd+3 {
		return // copied from the base with its "/."
	}
	w.buf = append(w.buf, "/."...)
	copy(w.buf[w.url.pathStart+2:], w.buf[w.url.pathStart:])
	copy(w.buf[w.url.pathStart:], "/.")
	w.url.pathStart += 2
}

func (w *writer) query(text string) {
	scheme := string(w.buf[:w.url.schemeEnd])
	set, enc := querySet, w.enc
	if w.special {
		set = specialQuerySet
	}
	if !w.special || scheme == "ws" || scheme == "wss" {
		enc = nil
	}
	w.buf = appendQuery(w.buf, text, set, enc)
}

// fragment writes in, which is empty or begins with "#".
func (w *writer) fragment(in string) {
	w.url.fragStart = w.at()
	if in == "" {
		return
	}
	w.buf = append(w.buf, '#')
	w.buf = appendEncoded(w.buf, in[1:], fragmentSet)
}

// startsWithSlash knows "\" as a slash where the scheme does.
func (w *writer) startsWithSlash(in string) bool {
	return in != "" && (in[0] == '/' || in[0] == '\\' && w.special)
}

func trimSlashes(in string) string { return strings.TrimLeft(in, `/\`) }

// countDots is 1 for a "." segment, 2 for "..", else 0. A dot may be escaped.
func countDots(segment string) int {
	if len(segment) > len("%2e%2e") {
		return 0
	}
	dots := 0
	for segment != "" {
		switch {
		case segment[0] == '.':
			segment = segment[1:]
		case len(segment) >= 3 && segment[:2] == "%2" && segment[2]|0x20 == 'e':
			segment = segment[3:]
		default:
			return 0
		}
		dots++
	}
	if dots > 2 {
		return 0
	}
	return dots
}

// isDrive tells whether text is a Windows drive letter ("C:" or "C|").
func isDrive(text string) bool {
	return len(text) == 2 && isAlpha(text[0]) && (text[1] == ':' || text[1] == '|')
}

func startsWithDrive(text string) bool {
	return len(text) >= 2 && isDrive(text[:2]) && (len(text) == 2 || strings.IndexByte(`/\?#`, text[2]) >= 0)
}

func firstSegment(path string) string {
	if path == "" {
		return ""
	}
	segment, _, _ := strings.Cut(path[1:], "/")
	return segment
}
