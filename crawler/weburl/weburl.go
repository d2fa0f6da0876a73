// Package weburl says what an address is: it parses and resolves addresses as
// browsers do (WHATWG URL Standard), gives each one an identity, a readable
// form and an answer to "does it belong to this site?". It is pure and imports
// nothing of ours.
package weburl

import (
	"errors"

	"golang.org/x/text/encoding"
)

// URL is an absolute address in the serialisation of the WHATWG URL Standard
// (section 4.5), split once so that its parts cost nothing. The zero URL is no
// address. URLs are immutable and may be compared with ==, which compares the
// exact spelling; compare Key for identity.
type URL struct {
	href string
}

// ErrNotAnAddress is wrapped by every error of this package.
var ErrNotAnAddress = errors.New("not an address")

// Parse reads an absolute address.
func Parse(raw string) (URL, error) { return URL{}, ErrNotAnAddress }

// Resolve reads ref as a link found on a page whose base address is u. enc is
// the page's character encoding, used for the query alone as the standard asks;
// nil means UTF-8.
func (u URL) Resolve(ref string, enc encoding.Encoding) (URL, error) { return URL{}, ErrNotAnAddress }

// Typed reads what a person typed into an address field. It returns the
// addresses to try, in order: a missing scheme gives https first, then http.
func Typed(text string) ([]URL, error) { return nil, ErrNotAnAddress }

// String is the exact address, fragment included.
func (u URL) String() string { return u.href }

// IsZero tells whether u is no address.
func (u URL) IsZero() bool { return u.href == "" }

// IsHTTP tells whether the scheme is http or https.
func (u URL) IsHTTP() bool { return false }

// Scheme is the scheme in small letters without its colon.
func (u URL) Scheme() string { return "" }

// Hostname is the host without port, IPv6 in brackets.
func (u URL) Hostname() string { return "" }

// Host is the host with its port where that is not the scheme's usual one.
func (u URL) Host() string { return "" }

// Port is the port in use, the scheme's usual one where none is written.
func (u URL) Port() string { return "" }

// Origin is scheme, "://" and Host.
func (u URL) Origin() string { return "" }

// Path is the path as it is sent, beginning with "/" for http and https.
func (u URL) Path() string { return "" }

// Query is the query without its "?", as it is sent.
func (u URL) Query() string { return "" }

// Target is what a request line holds: path and query.
func (u URL) Target() string { return "" }

// Fragment is the part after "#", as written.
func (u URL) Fragment() string { return "" }

// WithoutFragment is u up to its "#".
func (u URL) WithoutFragment() URL { return u }

// Key is the identity of an address: two addresses with one key are one page.
// It drops the fragment, decodes escapes of unreserved characters and writes
// the remaining escapes in capitals (RFC 3986, section 6.2.2). Queries keep
// their order and "//" stays. Key returns the address itself, without
// allocating, when there is nothing to fold.
func (u URL) Key() string { return u.href }

// Display is the address for a person: escapes decoded to letters where that
// is unambiguous and safe to show, internationalised hosts in letters.
func (u URL) Display() string { return u.href }

// DisplayPath is Display without scheme and host.
func (u URL) DisplayPath() string { return u.href }

// IsLoopback tells whether the host names the computer the program runs on
// (127.0.0.0/8, ::1, 0.0.0.0, localhost and its subdomains).
func (u URL) IsLoopback() bool { return false }

// IsPrivate tells whether the host is an address literal of a private network
// (RFC 1918, RFC 4193, link-local) or IsLoopback.
func (u URL) IsPrivate() bool { return false }

// Site is the part of the web that one crawl covers: a host with its port,
// where http and https on their usual ports are one site.
type Site struct {
	host       string
	port       string
	subdomains bool
}

// NewSite is the site of a start address; with subdomains, hosts that end in
// "." and the start's host (without a leading "www.") belong to it as well.
func NewSite(start URL, subdomains bool) Site { return Site{} }

// Contains tells whether u belongs to the site.
func (s Site) Contains(u URL) bool { return false }
