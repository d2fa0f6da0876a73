package fetch

import (
	"net/http"
	"time"
)

// Options are the limits and the face of a Client. The zero value of each
// field means its default, which DefaultOptions spells out.
type Options struct {
	UserAgent       string
	Header          http.Header   // added to every request
	ConnectTimeout  time.Duration // 10 s, for connecting and as long again for the TLS handshake
	IdleTimeout     time.Duration // 20 s without progress
	Timeout         time.Duration // 60 s for a whole exchange, body included
	MaxBody         int64         // 15 MB, after decoding
	MaxHeader       int64         // 1 MB
	InsecureTLS     bool          // carry on in spite of a certificate that cannot be trusted
	MaxConnsPerHost int           // 64 are kept open; by net/http, not more are opened
}

// DefaultOptions are the limits that hold where nothing else was chosen.
func DefaultOptions() Options {
	return Options{
		UserAgent:       "Mozilla/5.0 (compatible; Sitewalk/1.0)",
		ConnectTimeout:  10 * time.Second,
		IdleTimeout:     20 * time.Second,
		Timeout:         60 * time.Second,
		MaxBody:         15_000_000,
		MaxHeader:       1_000_000,
		MaxConnsPerHost: 64,
	}
}

// withDefaults fills in what was left zero.
func (o Options) withDefaults() Options {
	d := DefaultOptions()
	fill(&o.UserAgent, d.UserAgent)
	fill(&o.ConnectTimeout, d.ConnectTimeout)
	fill(&o.IdleTimeout, d.IdleTimeout)
	fill(&o.Timeout, d.Timeout)
	fill(&o.MaxBody, d.MaxBody)
	fill(&o.MaxHeader, d.MaxHeader)
	fill(&o.MaxConnsPerHost, d.MaxConnsPerHost)
	return o
}

func fill[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}
