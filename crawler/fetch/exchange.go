package fetch

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strings"
	"time"
)

const (
	smallRest = 16 << 10               // bytes of an unwanted body that are read to keep its connection
	shortWait = 250 * time.Millisecond // for the rest of an unwanted body, and for what stands behind a body
)

// exchange is one request and its answer in the making.
type exchange struct {
	client *Client
	asked  Request
	start  time.Time
	ctx    context.Context
	dog    watchdog
	url    *url.URL
	exact  bool // net/http sends the target as it is
	reused bool // the connection of net/http had served before
	out    *Response
}

func newExchange(ctx context.Context, c *Client, r Request) *exchange {
	x := &exchange{client: c, asked: r, start: time.Now(), out: &Response{Length: -1}}
	if x.asked.Method == "" {
		x.asked.Method = http.MethodGet
	}
	x.ctx = x.dog.watch(ctx, x.start, c.options.IdleTimeout, c.options.Timeout)
	return x
}

func (x *exchange) gotConn(info httptrace.GotConnInfo) {
	x.reused = info.Reused
	x.dog.progress()
}

func (x *exchange) run() {
	if !x.asked.URL.IsHTTP() {
		x.fail(BadResponse, errors.New("no http or https address"))
		return
	}
	x.url, x.exact = plainURL(x.asked.URL)
	res, err := x.send()
	if err != nil {
		kind := kindOf(x.ctx, err)
		if cause := context.Cause(x.ctx); kind == Timeout && cause != nil {
			err = cause
		}
		x.fail(kind, err)
		return
	}
	defer res.Body.Close()
	x.receive(res)
}

func (x *exchange) fail(kind Kind, cause error) { x.out.Err = &Error{kind, cause} }

// send asks in the way that the server and what lies between need.
func (x *exchange) send() (*http.Response, error) {
	switch {
	case x.proxied():
		if x.url.Scheme == "http" {
			forProxy(x.url, x.asked.URL)
		}
		return x.sendNetHTTP(x.client.proxies)
	case x.url.Scheme == "http", !x.exact:
		return x.sendHTTP1()
	case x.client.onlyHTTP1.has(x.address()):
		res, err := x.sendHTTP1()
		if err == nil || x.ctx.Err() != nil || x.client.onlyHTTP1.has(x.address()) {
			return res, err
		} // the handshake failed: it may have learnt HTTP/2 since
	}
	res, err := x.sendNetHTTP(x.client.http2)
	if errors.Is(err, errOnlyHTTP1) || x.ctx.Err() == nil && wantsHTTP1(err) {
		return x.sendHTTP1()
	}
	return res, err
}

// address is the server's host and port.
func (x *exchange) address() string {
	return net.JoinHostPort(x.url.Hostname(), x.asked.URL.Port())
}

// wantsHTTP1 tells whether an HTTP/2 server wants to be asked by HTTP/1.1 for
// the address that was asked for (RFC 9113, section 7, HTTP_1_1_REQUIRED).
func wantsHTTP1(err error) bool {
	return err != nil && strings.Contains(err.Error(), "HTTP_1_1_REQUIRED")
}

// sendNetHTTP asks by net/http, once more on a fresh connection when a kept one
// turned out to be dead.
func (x *exchange) sendNetHTTP(by *http.Transport) (*http.Response, error) {
	trace := httptrace.ClientTrace{
		GotConn:           x.gotConn,
		TLSHandshakeStart: x.dog.progress, // connecting went well
	}
	header, host, _ := x.header()
	req := x.client.base.WithContext(httptrace.WithClientTrace(x.ctx, &trace))
	req.Method, req.URL, req.Header, req.Host = x.asked.Method, x.url, header, host
	res, err := by.RoundTrip(req)
	if err != nil && x.reused && x.ctx.Err() == nil && kindOf(x.ctx, err) == Reset && !wantsHTTP1(err) {
		res, err = by.RoundTrip(req)
	}
	return res, err
}

// proxied tells whether a proxy stands between us and the server.
func (x *exchange) proxied() bool {
	proxy, err := x.client.proxies.Proxy(&http.Request{URL: x.url})
	return proxy != nil || err != nil
}

// header is what the request says, and its Host field where that is another
// than the URL tells. own is false for what all requests say, which must not be
// written to.
func (x *exchange) header() (header http.Header, host string, own bool) {
	c := x.client
	header, host = c.header, c.host
	cookie := c.cookies.header(x.url)
	if cookie == "" && len(x.asked.Header) == 0 {
		return header, host, false
	}
	header = header.Clone()
	if other := override(header, x.asked.Header); other != "" {
		host = other
	}
	if cookie != "" {
		header.Set("Cookie", strings.Join(append(header["Cookie"], cookie), "; "))
	}
	return header, host, true
}

// receive takes over the answer and reads its body if it is wanted.
func (x *exchange) receive(res *http.Response) {
	out := x.out
	x.dog.progress()
	if res.StatusCode == 0 {
		x.fail(BadResponse, errors.New("an answer with status "+res.Status))
		return
	}
	out.Wait = time.Since(x.start)
	out.Status, out.Proto, out.Header, out.Length = res.StatusCode, res.Proto, res.Header, res.ContentLength
	if len(res.Header["Set-Cookie"]) > 0 {
		out.SetsCookie = true
		x.client.cookies.keep(x.url, res.Cookies())
	}
	if out.Status == http.StatusSwitchingProtocols {
		x.fail(BadResponse, errors.New("the server wants another protocol"))
		return
	}
	if x.asked.Method == http.MethodHead {
		return
	}
	if x.asked.Want != nil && !x.asked.Want(out.Status, out.Header) {
		x.drain(res)
		return
	}
	x.read(res)
}

// drain reads the rest of an unwanted body if that is little, so that its
// connection can serve again.
func (x *exchange) drain(res *http.Response) {
	if res.ProtoMajor != 1 || res.Close || res.ContentLength > smallRest {
		return
	}
	x.dog.hurry(x.client.pool.patience)
	io.CopyN(io.Discard, res.Body, smallRest) // whatever fails here costs only the connection
}

// read reads the body and undoes its codings.
func (x *exchange) read(res *http.Response) {
	out, limit := x.out, x.client.options.MaxBody
	out.BodyRead = true
	w := &wire{body: res.Body, dog: &x.dog, limit: limit}
	w.untilClose = res.ContentLength < 0 && len(res.TransferEncoding) == 0 && res.ProtoMajor == 1
	codings := contentCodings(res.Header)
	var err error
	switch {
	case len(codings) > 0:
		out.Body, err = decode(newBuffer(4*res.ContentLength), w, codings, limit)
	case x.borrow(res, w):
	default:
		out.Body, err = readAll(newBuffer(res.ContentLength+1), w, limit)
	}
	out.WireSize = w.size
	if bytes.HasPrefix(out.Body, gzipMagic) && isTextType(res.Header) {
		packed := Response{Body: out.Body, buffer: out.buffer}
		out.Body, err = unwrap(packed.Body, err, limit)
		out.buffer = nil
		packed.Release()
	}
	if err != nil {
		x.failBody(err)
	}
}

// borrow takes a body over in the buffer that it came in, if it fits into that.
func (x *exchange) borrow(res *http.Response, w *wire) bool {
	b, ok := res.Body.(*body)
	if !ok {
		return false
	}
	whole, buffer, ok := b.lend(w.limit, w.dog)
	if ok {
		x.out.Body, x.out.buffer, w.size = whole, buffer, int64(len(whole))
	}
	return ok
}

// unwrap undoes gzip that no header announced: a page that was packed twice.
func unwrap(packed []byte, err error, limit int64) ([]byte, error) {
	body, more := decode(newBuffer(4*int64(len(packed))), bytes.NewReader(packed), []coding{gzipped}, limit)
	switch {
	case err != nil: // what came first explains the rest
	case more != nil:
		err = more
	default:
		err = mislabelled{}
	}
	if bytes.HasPrefix(body, gzipMagic) {
		return body[:0], &undecodable{errors.New("gzip within gzip")}
	}
	return body, err
}

func (x *exchange) failBody(err error) {
	kind := bodyKind(x.ctx, err)
	if cause := context.Cause(x.ctx); cause != nil && kind != TooLarge {
		err = cause
	}
	if kind == BadEncoding && !errors.Is(err, mislabelled{}) {
		x.out.Release() // what was decoded so far may be noise
	}
	x.fail(kind, err)
}

// isTextType tells whether the header speaks of something to be read as text.
func isTextType(h http.Header) bool {
	essence, _ := ContentType(h, nil)
	return strings.HasPrefix(essence, "text/") || essence == "application/xhtml+xml"
}
