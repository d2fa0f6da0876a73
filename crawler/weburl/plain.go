package weburl

import "strings"

// Nearly every link of the web is a plain http address or a plain reference to
// one: ASCII, nothing to escape, no dot segments in the middle, a host in small
// letters. Such a link is resolved by looking at each byte once and joining it
// to a part of its base. Everything else, and everything doubtful, goes to
// parse, with which this must agree (FuzzResolvePlain).

// Where a byte may stand in a plain link.
const (
	plainPath = 1 << iota
	plainQuery
	plainFragment
	plainHost
)

var plain = func() (allowed [256]uint8) {
	for b := range allowed {
		if escaped[b]&pathSet == 0 && b != '\\' {
			allowed[b] |= plainPath
		}
		if escaped[b]&specialQuerySet == 0 {
			allowed[b] |= plainQuery
		}
		if escaped[b]&fragmentSet == 0 {
			allowed[b] |= plainFragment
		}
		if b := byte(b); 'a' <= b && b <= 'z' || isDigit(b) || b == '-' || b == '.' || b == '_' {
			allowed[b] |= plainHost
		}
	}
	return allowed
}()

// resolvePlain resolves ref if it is plain.
func (u URL) resolvePlain(ref string) (URL, bool) {
	if ref == "" {
		return URL{}, false
	}
	if strings.HasPrefix(ref, "http") {
		if resolved, ok := u.resolvePlainAbsolute(ref); ok {
			return resolved, true
		}
	}
	if u.hostStart == 0 || !u.IsHTTP() {
		return URL{}, false
	}
	switch ref[0] {
	case '/':
		if strings.HasPrefix(ref, "//") {
			var ok bool
			if ref, ok = u.withoutAuthority(ref); !ok {
				return URL{}, false
			}
		}
		return u.joinPlain(int(u.pathStart), ref)
	case '?':
		return u.joinPlain(int(u.queryStart), ref)
	case '#':
		return u.joinPlain(int(u.fragStart), ref)
	}
	if maybeScheme(ref) {
		return URL{}, false
	}
	keep := int(u.pathStart) + strings.LastIndexByte(u.Path(), '/') + 1
	for {
		if strings.HasPrefix(ref, "./") {
			ref = ref[2:]
			continue
		}
		if !strings.HasPrefix(ref, "../") {
			break
		}
		ref = ref[3:]
		if parent := strings.LastIndexByte(u.href[u.pathStart:keep-1], '/'); parent >= 0 {
			keep = int(u.pathStart) + parent + 1
		}
	}
	if startsWithDot(ref) {
		return URL{}, false
	}
	return u.joinPlain(keep, ref)
}

// withoutAuthority takes away the host that ref begins with when it is that of
// u, and leaves the path.
func (u URL) withoutAuthority(ref string) (path string, ok bool) {
	path, ok = strings.CutPrefix(ref, u.href[u.schemeEnd+1:u.pathStart])
	return path, ok && strings.HasPrefix(path, "/")
}

// maybeScheme tells whether ref has a colon in its first segment.
func maybeScheme(ref string) bool {
	for i := 0; i < len(ref); i++ {
		switch ref[i] {
		case ':':
			return true
		case '/', '?', '#':
			return false
		}
	}
	return false
}

// joinPlain joins the first keep bytes of u to ref, which must begin a segment,
// a query or a fragment behind them.
func (u URL) joinPlain(keep int, ref string) (URL, bool) {
	query, fragment, ok := splitPlain(ref, 0)
	if !ok {
		return URL{}, false
	}
	joined := u
	joined.href = u.href[:keep] + ref
	joined.queryStart = uint32(keep + query)
	joined.fragStart = uint32(keep + fragment)
	if strings.HasPrefix(ref, "#") {
		joined.queryStart = min(u.queryStart, joined.fragStart)
	}
	return joined, true
}

// resolvePlainAbsolute reads ref as a whole address. It begins with "http". The
// result has a string of its own: a link is a piece of its page, which must not
// stay in memory for it.
func (u URL) resolvePlainAbsolute(ref string) (URL, bool) {
	// Most absolute links lead to the site they are found on.
	if origin := u.href[:u.pathStart]; u.hostStart == u.schemeEnd+3 && u.IsHTTP() &&
		strings.HasPrefix(ref, origin) && len(ref) > len(origin) && ref[len(origin)] == '/' {
		query, fragment, ok := splitPlain(ref, len(origin))
		u.href = strings.Clone(ref)
		u.queryStart, u.fragStart = uint32(query), uint32(fragment)
		return u, ok
	}
	schemeEnd := len("http")
	if strings.HasPrefix(ref, "https") {
		schemeEnd++
	}
	if !strings.HasPrefix(ref[schemeEnd:], "://") {
		return URL{}, false
	}
	hostStart := schemeEnd + 3
	hostEnd, ok := plainHostEnd(ref, hostStart)
	if !ok {
		return URL{}, false
	}
	pathStart, ok := plainPortEnd(ref, hostEnd, usualPort(ref[:schemeEnd]))
	if !ok {
		return URL{}, false
	}
	if pathStart == len(ref) {
		ref += "/"
	} else {
		ref = strings.Clone(ref)
	}
	query, fragment, ok := splitPlain(ref, pathStart)
	absolute := URL{
		href:       ref,
		schemeEnd:  uint32(schemeEnd),
		hostStart:  uint32(hostStart),
		hostEnd:    uint32(hostEnd),
		pathStart:  uint32(pathStart),
		queryStart: uint32(query),
		fragStart:  uint32(fragment),
	}
	return absolute, ok
}

// plainHostEnd is where the host that begins at start ends. Hosts that are
// internationalised, or numbers in another form than the standard's, are not plain.
func plainHostEnd(ref string, start int) (end int, ok bool) {
	end = start
	label := start
	for end < len(ref) && plain[ref[end]]&plainHost != 0 {
		if ref[end] == '.' {
			label = end + 1
		}
		end++
	}
	if label == end || strings.Contains(ref[start:end], "xn--") {
		return end, false
	}
	return end, !isDigit(ref[label]) || isPlainIPv4(ref[start:end])
}

// isPlainIPv4 tells whether host is an IPv4 address as the standard writes it:
// four numbers below 256, without zeros before them.
func isPlainIPv4(host string) bool {
	number, digits, dots := 0, 0, 0
	for i := 0; i < len(host); i++ {
		switch c := host[i]; {
		case c == '.' && digits > 0:
			dots, number, digits = dots+1, 0, 0
		case isDigit(c) && (digits == 0 || number > 0):
			number, digits = 10*number+int(c-'0'), digits+1
			if number > 255 {
				return false
			}
		default:
			return false
		}
	}
	return dots == 3 && digits > 0
}

// plainPortEnd is where the path after a port that is written in the standard's
// way begins, or at which it is missing.
func plainPortEnd(ref string, hostEnd int, usual string) (end int, ok bool) {
	end = hostEnd
	if end < len(ref) && ref[end] == ':' {
		for end++; end < len(ref) && isDigit(ref[end]); end++ {
		}
		port := ref[hostEnd+1 : end]
		if port == "" || port[0] == '0' || len(port) > 5 || len(port) == 5 && port > "65535" || port == usual {
			return end, false
		}
	}
	return end, end == len(ref) || ref[end] == '/'
}

// splitPlain checks the path, query and fragment of ref from start on, and
// finds where query and fragment begin, or would.
func splitPlain(ref string, start int) (query, fragment int, ok bool) {
	i := start
	for ; i < len(ref); i++ {
		c := ref[i]
		if plain[c]&plainPath != 0 {
			if c == '/' && startsWithDot(ref[i+1:]) {
				return 0, 0, false
			}
			continue
		}
		if c == '?' || c == '#' {
			break
		}
		return 0, 0, false
	}
	query = i
	if i < len(ref) && ref[i] == '?' {
		for i++; i < len(ref) && plain[ref[i]]&plainQuery != 0; i++ {
		}
		if i < len(ref) && ref[i] != '#' {
			return 0, 0, false
		}
	}
	fragment = i
	for ; i < len(ref); i++ {
		if plain[ref[i]]&plainFragment == 0 {
			return 0, 0, false
		}
	}
	return query, fragment, true
}

// startsWithDot tells whether a segment may be a dot segment.
func startsWithDot(segment string) bool {
	return segment != "" && (segment[0] == '.' || segment[0] == '%' && strings.HasPrefix(segment, "%2"))
}
