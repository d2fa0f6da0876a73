package fetch

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/textproto"
	"os"
	"slices"
	"strconv"
	"strings"
)

const maxInterim = 10 // 1xx answers before the real one

var (
	errNotHTTP     = errors.New("the answer is not HTTP")
	errHeaderLimit = errors.New("the headers of the answer are larger than the limit")
)

// sendHTTP1 asks over HTTP/1, on a kept connection where there is one, and reads
// the answer as browsers do, who forgive much that net/http refuses: header
// lines without a colon or with a space before it, odd status lines, several
// values of Content-Length. It also sends targets that net/http would rewrite,
// and needs no goroutines of its own.
func (x *exchange) sendHTTP1() (*http.Response, error) {
	origin := x.url.Scheme + "://" + x.url.Host
	if kept := x.client.pool.take(origin); kept != nil {
		res, err := x.talk(kept)
		if err == nil || x.ctx.Err() != nil || !errors.Is(err, errNotHTTP) && kindOf(x.ctx, err) != Reset {
			return res, err
		}
		// It was dead, or held something that belongs to no answer.
	}
	fresh, err := x.connect(origin)
	if err != nil {
		return nil, err
	}
	return x.talk(fresh)
}

// connect opens a connection to the server of the exchange.
func (x *exchange) connect(origin string) (*conn, error) {
	c, err := x.client.dial(x.ctx, "tcp", net.JoinHostPort(x.url.Hostname(), x.asked.URL.Port()))
	if err != nil {
		return nil, err
	}
	x.dog.progress()
	if x.url.Scheme != "https" {
		return newConn(c, origin), nil
	}
	config := x.client.tls.Clone()
	config.ServerName = x.url.Hostname()
	config.NextProtos = []string{"http/1.1"}
	secure := tls.Client(c, config)
	ctx, cancel := context.WithTimeoutCause(x.ctx, x.client.options.ConnectTimeout, os.ErrDeadlineExceeded)
	defer cancel()
	if err := secure.HandshakeContext(ctx); err != nil {
		c.Close()
		return nil, err
	}
	return newConn(secure, origin), nil
}

// talk writes the request and reads the head of the answer. It ends the
// connection where it fails.
func (x *exchange) talk(c *conn) (*http.Response, error) {
	x.out.connected, x.out.RemoteAddr = true, c.remote
	x.dog.progress()
	stop := context.AfterFunc(x.ctx, func() { c.Close() })
	res, err := x.ask(c)
	if err != nil {
		stop()
		c.Close()
		return nil, err
	}
	res.Body = frame(res, &body{conn: c, pool: x.client.pool, stop: stop}, x.asked.Method)
	return res, nil
}

func (x *exchange) ask(c *conn) (*http.Response, error) {
	c.request = x.appendRequest(c.request[:0])
	if _, err := c.Write(c.request); err != nil {
		return nil, err
	}
	c.left = x.client.options.MaxHeader
	for range maxInterim {
		res, err := c.readHead()
		if err != nil {
			return nil, err
		}
		if res.StatusCode < 100 || res.StatusCode >= 200 || res.StatusCode == http.StatusSwitchingProtocols {
			return res, nil
		}
		x.dog.progress()
	}
	return nil, fmt.Errorf("%w: more than %d interim answers", errNotHTTP, maxInterim)
}

// appendRequest appends the request as it goes over the wire (RFC 9112, section 3).
func (x *exchange) appendRequest(b []byte) []byte {
	header, host, own := x.header()
	if host == "" {
		host = x.url.Host
	}
	b = append(append(b, x.asked.Method...), ' ')
	b = append(append(b, x.asked.URL.Target()...), " HTTP/1.1\r\nHost: "...)
	b = append(append(b, host...), "\r\n"...)
	if own {
		b = appendFields(b, header)
	} else {
		b = append(b, x.client.fields...)
	}
	return append(b, "\r\n"...)
}

// appendFields appends header fields. As with net/http and browsers, the name
// of the program comes first: some servers distrust another order.
func appendFields(b []byte, h http.Header) []byte {
	to := bytes.NewBuffer(b) // does not fail
	http.Header{"User-Agent": h["User-Agent"]}.Write(to)
	h.WriteSubset(to, map[string]bool{"User-Agent": true})
	return to.Bytes()
}

// headReader reads the heads of answers.
type headReader struct {
	*bufio.Reader
	left   int64  // bytes that the heads of an answer may still have
	fields []byte // scratch
}

// readHead reads a status line and header fields.
func (r *headReader) readHead() (*http.Response, error) {
	line, err := r.readLine()
	for ; err == nil && line == ""; line, err = r.readLine() { // RFC 9112, section 2.2
	}
	if err != nil && (line == "" || strings.HasPrefix(line, "HTTP")) {
		return nil, err
	}
	res, ok := statusLine(line)
	if !ok {
		return nil, fmt.Errorf("%w: it begins with %.60q", errNotHTTP, line)
	}
	fields, err := r.readFields()
	if err != nil {
		return nil, err
	}
	res.Header = parseFields(fields)
	return res, nil
}

// part reads up to a line feed, or as much as the buffer holds.
func (r *headReader) part() ([]byte, error) {
	part, err := r.ReadSlice('\n')
	if r.left -= int64(len(part)); r.left < 0 {
		return nil, errHeaderLimit
	}
	return part, err
}

// readLine reads up to a line feed, which with a carriage return before it
// does not belong to the line.
func (r *headReader) readLine() (string, error) {
	line, err := r.part()
	for err == bufio.ErrBufferFull {
		whole := slices.Clone(line)
		line, err = r.part()
		line = append(whole, line...)
	}
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return string(bytes.TrimRight(line, "\r\n")), err
}

// readFields reads the lines up to an empty one, or to the end of an answer
// that has nothing but headers.
func (r *headReader) readFields() (string, error) {
	const large = 64 << 10
	if cap(r.fields) > large {
		r.fields = nil
	}
	r.fields = r.fields[:0]
	for begun := false; ; {
		part, err := r.part()
		empty := !begun && len(bytes.TrimRight(part, "\r\n")) == 0
		switch {
		case empty && (err == nil || err == io.EOF):
			return string(r.fields), nil
		case err == io.EOF:
			return "", io.ErrUnexpectedEOF
		case err != nil && err != bufio.ErrBufferFull:
			return "", err
		}
		r.fields = append(r.fields, part...)
		begun = err != nil
	}
}

// parseFields makes sense of the lines of a head.
func parseFields(text string) http.Header {
	const many = 32
	n := strings.Count(text, "\n")
	h := make(http.Header, min(n, many))
	values := make([]string, 0, n) // one piece of memory for the values of all
	last := ""
	for text != "" {
		var line string
		line, text, _ = strings.Cut(text, "\n")
		if line != "" && (line[0] == ' ' || line[0] == '\t') { // a field goes on (RFC 9112, section 5.2)
			if of := h[last]; len(of) > 0 {
				of[len(of)-1] += " " + strings.TrimSpace(line)
			}
			continue
		}
		name, value, found := strings.Cut(line, ":")
		name = textproto.CanonicalMIMEHeaderKey(strings.TrimSpace(name))
		if !found || name == "" {
			continue
		}
		last, value = name, strings.TrimSpace(value)
		if of := h[name]; of != nil {
			h[name] = append(of, value)
			continue
		}
		values = append(values, value)
		h[name] = values[len(values)-1 : len(values) : len(values)]
	}
	return h
}

// statusLine reads a version, a number of one to three digits that is not 0,
// and perhaps a reason. Streaming servers say ICY where others say HTTP.
func statusLine(line string) (*http.Response, bool) {
	version, rest, _ := strings.Cut(strings.TrimLeft(line, " \t"), " ")
	upper := strings.ToUpper(version)
	if !strings.HasPrefix(upper, "HTTP") && upper != "ICY" {
		return nil, false
	}
	number, _, _ := strings.Cut(strings.TrimLeft(rest, " \t"), " ")
	if len(number) > 3 || !digits(number) {
		return nil, false
	}
	status, err := strconv.Atoi(number)
	if err != nil || status == 0 {
		return nil, false
	}
	return &http.Response{
		Status: strings.TrimSpace(rest), StatusCode: status, Proto: version, ProtoMajor: 1,
	}, true
}

// frame finds where the body ends (RFC 9112, section 6.3), and whether the
// connection can serve on then. Of several lengths the first counts, and one
// that is no number is none.
func frame(res *http.Response, b *body, method string) io.ReadCloser {
	res.ContentLength = -1
	length, hasLength := firstLength(res.Header)
	if hasLength {
		res.ContentLength = length
	}
	switch {
	case method == http.MethodHead:
		b.framed = http.NoBody
	case res.StatusCode == http.StatusNoContent, res.StatusCode == http.StatusNotModified, res.StatusCode == http.StatusSwitchingProtocols:
		b.framed, res.ContentLength = http.NoBody, 0
	case isChunked(res):
		res.TransferEncoding, res.ContentLength = []string{"chunked"}, -1
		b.framed, b.chunked = httputil.NewChunkedReader(b.conn.Reader), true
	case hasLength:
		b.framed = &exactly{b.conn.Reader, length}
	default:
		b.framed = b.conn.Reader
		res.Close = true
	}
	// Who says twice, and not the same, where an answer ends is not to be trusted with another one.
	doubtful := len(res.Header["Content-Length"]) > 1 || hasLength && len(res.Header["Transfer-Encoding"]) > 0
	res.Close = res.Close || doubtful || !staysOpen(res)
	b.done, b.last = b.framed == http.NoBody, res.Close
	return b
}

// staysOpen tells whether the server says that its connection serves on
// (RFC 9112, section 9.3).
func staysOpen(res *http.Response) bool {
	open := res.Proto == "HTTP/1.1" && res.StatusCode != http.StatusSwitchingProtocols
	for _, value := range res.Header["Connection"] {
		for option := range strings.SplitSeq(value, ",") {
			switch option = strings.TrimSpace(option); {
			case strings.EqualFold(option, "close"):
				return false
			case strings.EqualFold(option, "keep-alive") && res.Proto == "HTTP/1.0":
				open = true
			}
		}
	}
	return open
}

// body is the body of an answer over HTTP/1.
type body struct {
	framed  io.Reader
	conn    *conn
	pool    *pool
	stop    func() bool // see context.AfterFunc
	chunked bool
	last    bool // the connection does not serve on
	done    bool // framed was read to its end
}

func (b *body) Read(p []byte) (int, error) {
	n, err := b.framed.Read(p)
	b.done = b.done || err == io.EOF
	return n, err
}

// Close keeps the connection if it can serve on, and ends it otherwise.
func (b *body) Close() error {
	open := b.stop()
	if open && !b.last && b.endsHere() {
		b.pool.put(b.conn)
		return nil
	}
	return b.conn.Close()
}

// endsHere tells whether the connection has nothing but the end of the body to
// give. It does not wait for that.
func (b *body) endsHere() bool {
	if !b.done && b.conn.Buffered() < len(lastChunk) {
		exact, ok := b.framed.(*exactly)
		return ok && exact.n == 0 && b.conn.Buffered() == 0
	}
	if !b.done { // a decoder knew the end before the body told it
		if n, _ := b.Read(make([]byte, 1)); n > 0 || !b.done {
			return false
		}
	}
	if b.chunked {
		rest, err := b.conn.Peek(min(b.conn.Buffered(), 2))
		if err != nil || string(rest) != "\r\n" { // trailers are not worth waiting for
			return false
		}
		b.conn.Discard(len(rest)) // cannot fail: they are in the buffer
	}
	return b.conn.Buffered() == 0
}

// lastChunk ends a chunked body (RFC 9112, section 7.1).
const lastChunk = "0\r\n\r\n"

func firstLength(h http.Header) (int64, bool) {
	for _, value := range h["Content-Length"] {
		first, _, _ := strings.Cut(value, ",")
		if n, err := strconv.ParseUint(strings.TrimSpace(first), 10, 63); err == nil {
			return int64(n), true
		}
	}
	return 0, false
}

// isChunked tells whether a body is cut into chunks, which HTTP/1.0 did not know.
func isChunked(res *http.Response) bool {
	if res.Proto == "HTTP/1.0" {
		return false
	}
	for _, value := range res.Header["Transfer-Encoding"] {
		if strings.Contains(strings.ToLower(value), "chunked") {
			return true
		}
	}
	return false
}

// exactly reads n bytes and reports an earlier end.
type exactly struct {
	r io.Reader
	n int64
}

func (e *exactly) Read(p []byte) (int, error) {
	if e.n <= 0 {
		return 0, io.EOF
	}
	n, err := e.r.Read(p[:min(int64(len(p)), e.n)])
	e.n -= int64(n)
	if err == io.EOF && e.n > 0 {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}
