// Package fetch makes one HTTP exchange: limits, decoding of content codings,
// timings, and failures in kinds that can be put into plain words.
package fetch

import (
	"context"
	"net/http"
	"time"

	"sitewalk/crawler/weburl"
)

// Kind is what kept an exchange from being whole. The empty Kind is success.
type Kind string

// The kinds of failure. Each has its plain sentence in package audit.
const (
	DNS           Kind = "dns"             // the host name is not known
	Refused       Kind = "refused"         // nothing listens there
	Unreachable   Kind = "unreachable"     // no route to host or network
	Timeout       Kind = "timeout"         // no answer in time (connect, idle, or in all)
	TLS           Kind = "tls"             // any other TLS failure
	TLSExpired    Kind = "tls-expired"     // certificate out of date
	TLSSelfSigned Kind = "tls-self-signed" // certificate by nobody known
	TLSWrongHost  Kind = "tls-wrong-host"  // certificate for another host
	Reset         Kind = "reset"           // the connection was cut before an answer
	Truncated     Kind = "truncated"       // the body ended too early
	TooLarge      Kind = "too-large"       // the body was cut at the limit
	BadEncoding   Kind = "bad-encoding"    // the content coding could not be undone
	BadRedirect   Kind = "bad-redirect"    // a redirect without a usable target, or to itself
	TooManyHops   Kind = "too-many-hops"   // more redirects in a row than the limit
	BadResponse   Kind = "bad-response"    // not HTTP, or headers beyond the limit
	Cancelled     Kind = "cancelled"       // the crawl was stopped meanwhile
)

// Error is a failure with its technical cause, which is for "Details" only.
type Error struct {
	Kind  Kind
	Cause error
}

func (e *Error) Error() string { return string(e.Kind) + ": " + e.Cause.Error() }

// Unwrap gives the technical cause.
func (e *Error) Unwrap() error { return e.Cause }

// Options are the limits and the face of a Client. The zero value of each
// field means its default, which DefaultOptions spells out.
type Options struct {
	UserAgent       string
	Header          http.Header   // added to every request
	ConnectTimeout  time.Duration // 10 s
	IdleTimeout     time.Duration // 20 s without progress
	Timeout         time.Duration // 60 s for a whole exchange, body included
	MaxBody         int64         // 15 MB, after decoding
	MaxHeader       int64         // 1 MB
	InsecureTLS     bool          // carry on in spite of a certificate that cannot be trusted
	MaxConnsPerHost int           // 64
}

// Request asks for one address.
type Request struct {
	URL    weburl.URL
	Method string // http.MethodGet or http.MethodHead
	// Want tells from status and headers whether the body is worth reading;
	// nil reads it always. A body that is not wanted is never downloaded.
	Want func(status int, header http.Header) bool
}

// Response is what came back. It is never nil; Err tells what went wrong, and
// Status is 0 when there was no answer at all.
type Response struct {
	Status     int
	Proto      string // "HTTP/1.1", "HTTP/2.0"
	Header     http.Header
	Body       []byte // decoded; valid until Release
	BodyRead   bool   // the body was wanted and read (perhaps only in part, see Err)
	WireSize   int64  // body bytes received before decoding
	Length     int64  // Content-Length, -1 when unknown
	RemoteAddr string
	Wait       time.Duration // until the first byte of the answer
	Duration   time.Duration // of the whole exchange
	SetsCookie bool
	Err        *Error
}

// Release gives the body's memory back; Body may not be used afterwards.
func (r *Response) Release() {}

// Client makes exchanges. It keeps connections and the crawl's cookies, never
// follows redirects and is safe for use by many goroutines.
type Client struct{}

// New makes a Client.
func New(o Options) *Client { return &Client{} }

// Do makes one exchange. It returns after ctx is done at the latest.
func (c *Client) Do(ctx context.Context, r Request) *Response { return &Response{} }

// Close ends idle connections.
func (c *Client) Close() {}

// Location resolves the Location header of a redirect as browsers do: raw
// UTF-8 and Latin-1 bytes, spaces, relative and scheme-relative forms. ok is
// false when there is none or it is no http or https address.
func Location(base weburl.URL, h http.Header) (target weburl.URL, ok bool) {
	return weburl.URL{}, false
}

// RetryAfter reads a Retry-After header, seconds or date (RFC 9110, 10.2.3);
// 0 when there is none.
func RetryAfter(h http.Header, now time.Time) time.Duration { return 0 }

// ContentType gives the essence of a response's type ("text/html"), in small
// letters, from the header, or sniffed from the body where the header is
// missing or one that browsers distrust (WHATWG MIME Sniffing), and the
// charset parameter of the header.
func ContentType(h http.Header, body []byte) (essence, charset string) { return "", "" }
