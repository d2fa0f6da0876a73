// Package weburl says what an address is: it parses and resolves addresses as
// browsers do (WHATWG URL Standard), gives each one an identity, a readable
// form and an answer to "does it belong to this site?". It is pure and imports
// nothing of ours.
package weburl

import (
	"errors"
	"fmt"
	"strings"

	"golang.org/x/text/encoding"
)

// URL is an absolute address in the serialisation of the WHATWG URL Standard
// (section 4.5), split once so that its parts cost nothing. The zero URL is no
// address. URLs are immutable and may be compared with ==, which compares the
// exact spelling; compare Key for identity.
type URL struct {
	href string
	// Offsets into href. A URL is
	//
	//	scheme ":" ["//" [userinfo "@"] host [":" port]] path ["?" query] ["#" fragment]
	//
	// with "/." before a path that would otherwise look like an authority.
	schemeEnd  uint32 // at the colon
	hostStart  uint32 // 0 when there is no host at all, as in mailto:
	hostEnd    uint32
	pathStart  uint32
	queryStart uint32 // at "?", or fragStart when there is none
	fragStart  uint32 // at "#", or the end when there is none
}

// ErrNotAnAddress is wrapped by every error of this package.
var ErrNotAnAddress = errors.New("not an address")

// Parse reads an absolute address.
func Parse(raw string) (URL, error) { return URL{}.Resolve(raw, nil) }

// Resolve reads ref as a link found on a page whose base address is u. enc is
// the page's character encoding, used for the query alone as the standard asks;
// nil means UTF-8. With the zero URL as base, only absolute addresses are read.
func (u URL) Resolve(ref string, enc encoding.Encoding) (URL, error) {
	if resolved, ok := u.resolvePlain(ref); ok {
		return resolved, nil
	}
	return parse(ref, u, enc)
}

// notAddress is the error for text, of which only the beginning is quoted.
func notAddress(text string) error {
	const most = 200
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "…"
	}
	return fmt.Errorf("%w: %q", ErrNotAnAddress, text)
}

// String is the exact address, fragment included.
func (u URL) String() string { return u.href }

// IsZero tells whether u is no address.
func (u URL) IsZero() bool { return u.href == "" }

// IsHTTP tells whether the scheme is http or https.
func (u URL) IsHTTP() bool {
	switch u.schemeEnd {
	case 4:
		return u.href[:4] == "http"
	case 5:
		return u.href[:5] == "https"
	}
	return false
}

// Scheme is the scheme in small letters without its colon.
func (u URL) Scheme() string { return u.href[:u.schemeEnd] }

// Hostname is the host without port, IPv6 in brackets.
func (u URL) Hostname() string { return u.href[u.hostStart:u.hostEnd] }

// Host is the host with its port where that is not the scheme's usual one.
func (u URL) Host() string {
	if u.hostStart == 0 {
		return ""
	}
	return u.href[u.hostStart:u.pathStart]
}

// Port is the port in use, the scheme's usual one where none is written.
func (u URL) Port() string {
	if port := u.writtenPort(); port != "" {
		return port
	}
	return usualPort(u.Scheme())
}

// writtenPort is the port as it stands in the address, "" where it is the usual one.
func (u URL) writtenPort() string {
	if u.hostStart == 0 || u.hostEnd == u.pathStart {
		return ""
	}
	return u.href[u.hostEnd+1 : u.pathStart]
}

// Origin is scheme, "://" and Host.
func (u URL) Origin() string {
	if u.hostStart == u.schemeEnd+uint32(len("://")) {
		return u.href[:u.pathStart]
	}
	return u.Scheme() + "://" + u.Host()
}

// Path is the path as it is sent, beginning with "/" for http and https.
func (u URL) Path() string { return u.href[u.pathStart:u.queryStart] }

// Query is the query without its "?", as it is sent.
func (u URL) Query() string {
	if u.queryStart == u.fragStart {
		return ""
	}
	return u.href[u.queryStart+1 : u.fragStart]
}

// Target is what a request line holds: path and query.
func (u URL) Target() string { return u.href[u.pathStart:u.fragStart] }

// Fragment is the part after "#", as written.
func (u URL) Fragment() string {
	if int(u.fragStart) == len(u.href) {
		return ""
	}
	return u.href[u.fragStart+1:]
}

// WithoutFragment is u up to its "#".
func (u URL) WithoutFragment() URL {
	u.href = u.href[:u.fragStart]
	return u
}

// authority is u up to the end of its host and port, or of its scheme when it
// has no host.
func (u URL) authority() string {
	if u.hostStart == 0 {
		return u.href[:u.schemeEnd+1]
	}
	return u.href[:u.pathStart]
}

// isOpaque tells whether the path has no hierarchy, as in mailto:.
func (u URL) isOpaque() bool {
	return u.hostStart == 0 && (u.pathStart == u.queryStart || u.href[u.pathStart] != '/')
}
