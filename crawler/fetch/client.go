package fetch

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/textproto"
	"strings"
	"sync"
	"time"

	"golang.org/x/net/http/httpguts"
)

// Client makes exchanges. It keeps connections and the crawl's cookies, never
// follows redirects and is safe for use by many goroutines.
type Client struct {
	options   Options
	header    http.Header // of every request; never written to
	fields    []byte      // the same as HTTP/1 sends it
	host      string      // a Host field that the person chose
	base      http.Request
	cookies   *cookies
	dialer    net.Dialer
	tls       *tls.Config
	standing  time.Duration   // longStandstill; tests make it short
	pool      *pool           // of connections for HTTP/1
	onlyHTTP1 hosts           // that speak TLS, but not HTTP/2, as far as is known
	http2     *http.Transport // for the others
	proxies   *http.Transport // where a proxy stands between us and the server
}

// New makes a Client.
func New(o Options) *Client {
	o = o.withDefaults()
	c := &Client{
		options:  o,
		cookies:  newCookies(),
		dialer:   net.Dialer{Timeout: o.ConnectTimeout},
		tls:      tlsConfig(o.InsecureTLS),
		standing: longStandstill,
		pool:     newPool(o.MaxConnsPerHost),
	}
	c.header, c.host = requestHeader(o)
	c.fields = appendFields(nil, c.header)
	c.http2 = &http.Transport{
		DialTLSContext:         c.dialHTTP2,
		DisableCompression:     true, // codings are undone here, more of them and more leniently
		MaxIdleConns:           c.pool.all,
		MaxIdleConnsPerHost:    o.MaxConnsPerHost,
		MaxConnsPerHost:        o.MaxConnsPerHost,
		IdleConnTimeout:        idleConnTime,
		MaxResponseHeaderBytes: o.MaxHeader,
		ReadBufferSize:         readBuffer / 2, // it keeps one for each connection
		ForceAttemptHTTP2:      true,
		HTTP2:                  findsDead(o.IdleTimeout),
	}
	c.proxies = c.http2.Clone()
	c.proxies.DialTLSContext = nil // it would be used for the proxy's own TLS
	c.proxies.Proxy = http.ProxyFromEnvironment
	c.proxies.DialContext = c.dialer.DialContext
	c.proxies.TLSClientConfig = c.tls.Clone() // net/http writes to it
	c.proxies.TLSHandshakeTimeout = o.ConnectTimeout
	return c
}

// findsDead lets HTTP/2 ask whether a silent connection is still there, and find out
// just before an exchange on it would be given up, as a busy server takes long to
// answer that, too.
func findsDead(idle time.Duration) *http.HTTP2Config {
	return &http.HTTP2Config{SendPingTimeout: idle / 4, PingTimeout: idle * 7 / 10}
}

// Do makes one exchange, and another one when it failed after the program or the
// computer had stood still. It returns after ctx is done at the latest.
func (c *Client) Do(ctx context.Context, r Request) *Response {
	out, stood := c.exchange(ctx, r)
	if out.Err != nil && stood >= c.standing && ctx.Err() == nil {
		out.Release()
		out, _ = c.exchange(ctx, r)
	}
	return out
}

// exchange makes one exchange and tells for how long the program stood still in it.
func (c *Client) exchange(ctx context.Context, r Request) (out *Response, stood time.Duration) {
	x := newExchange(ctx, c, r)
	defer x.dog.stop()
	x.run()
	x.out.Duration = time.Since(x.start)
	if x.out.Err != nil {
		stood = x.dog.stoodStill()
	}
	return x.out, stood
}

// Close ends idle connections, and those of exchanges that still run when they end.
func (c *Client) Close() {
	c.http2.CloseIdleConnections()
	c.proxies.CloseIdleConnections()
	c.pool.close()
}

// errOnlyHTTP1 says that a host does not speak HTTP/2. The connection that told
// so is in the pool, unless that is full.
var errOnlyHTTP1 = errors.New("the host speaks only HTTP/1")

// dialHTTP2 opens a connection for HTTP/2.
func (c *Client) dialHTTP2(ctx context.Context, network, address string) (net.Conn, error) {
	if c.onlyHTTP1.has(address) { // another exchange learnt it meanwhile
		return nil, errOnlyHTTP1
	}
	socket, err := c.dialer.DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	if trace := httptrace.ContextClientTrace(ctx); trace != nil && trace.TLSHandshakeStart != nil {
		trace.TLSHandshakeStart()
	}
	secure, err := c.secure(ctx, socket, address, "h2", "http/1.1")
	if err != nil {
		return nil, err
	}
	if secure.ConnectionState().NegotiatedProtocol == "h2" {
		return secure, nil
	}
	c.onlyHTTP1.add(address)
	fresh := newConn(secure, "https", address)
	fresh.fresh = true
	c.pool.put(fresh)
	return nil, errOnlyHTTP1
}

// secure makes a TLS connection of one to an address, offering protocols. It
// closes the connection if it fails.
func (c *Client) secure(ctx context.Context, socket net.Conn, address string, protocols ...string) (*tls.Conn, error) {
	config := c.tls.Clone()
	config.ServerName, _, _ = net.SplitHostPort(address) // it was dialled, so it is well-formed
	config.NextProtos = protocols
	ctx, cancel := context.WithTimeout(ctx, c.options.ConnectTimeout)
	defer cancel()
	secure := tls.Client(socket, config)
	if err := secure.HandshakeContext(ctx); err != nil {
		socket.Close()
		if errors.Is(err, context.DeadlineExceeded) {
			err = fmt.Errorf("TLS handshake: %w", err)
		}
		return nil, err
	}
	return secure, nil
}

// hosts is a set of hosts, with their ports. It begins anew when it is full.
type hosts struct {
	mu    sync.Mutex
	names map[string]struct{}
}

func (h *hosts) add(name string) {
	const full = 4096
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.names == nil || len(h.names) >= full {
		h.names = map[string]struct{}{}
	}
	h.names[name] = struct{}{}
}

func (h *hosts) remove(name string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.names, name)
}

func (h *hosts) has(name string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	_, ok := h.names[name]
	return ok
}

// tlsConfig offers what browsers offer: beside Go's own choice of ciphers the
// RSA key exchange, which old servers still need.
func tlsConfig(insecure bool) *tls.Config {
	config := &tls.Config{
		InsecureSkipVerify: insecure,
		ClientSessionCache: tls.NewLRUClientSessionCache(idleConns),
		MinVersion:         tls.VersionTLS12,
	}
	for _, suite := range tls.CipherSuites() {
		config.CipherSuites = append(config.CipherSuites, suite.ID)
	}
	config.CipherSuites = append(config.CipherSuites,
		tls.TLS_RSA_WITH_AES_128_GCM_SHA256, tls.TLS_RSA_WITH_AES_256_GCM_SHA384,
		tls.TLS_RSA_WITH_AES_128_CBC_SHA, tls.TLS_RSA_WITH_AES_256_CBC_SHA)
	return config
}

// requestHeader is what every request says, and the Host field if the person
// chose one. Fields that HTTP does not allow are left out.
func requestHeader(o Options) (header http.Header, host string) {
	header = http.Header{
		"User-Agent":      {o.UserAgent},
		"Accept":          {"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"},
		"Accept-Encoding": {acceptEncoding},
	}
	host = override(header, o.Header)
	return header, host
}

// framing are the fields about the body of a request, which none has.
var framing = map[string]bool{"Content-Length": true, "Transfer-Encoding": true, "Trailer": true}

// override writes the fields of extra over those of header and returns the
// Host field, which net/http takes separately.
func override(header, extra http.Header) (host string) {
	for name, values := range extra {
		name = textproto.CanonicalMIMEHeaderKey(strings.TrimSpace(name))
		if !httpguts.ValidHeaderFieldName(name) {
			continue
		}
		var valid []string
		for _, value := range values {
			if value = strings.TrimSpace(value); httpguts.ValidHeaderFieldValue(value) {
				valid = append(valid, value)
			}
		}
		switch {
		case len(valid) == 0, framing[name]:
		case name == "Host":
			host = valid[0]
			if ascii, err := httpguts.PunycodeHostPort(host); err == nil {
				host = ascii
			}
		default:
			header[name] = valid
		}
	}
	return host
}
