package fetch

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httputil"
	"net/textproto"
	"slices"
	"strconv"
	"strings"
	"time"
)

var (
	errNotHTTP     = errors.New("the answer is not HTTP")
	errHeaderLimit = errors.New("the headers of the answer are larger than the limit")
)

// scratchKept is how much memory a connection keeps for the next head.
const scratchKept = 16 << 10

// sendHTTP1 asks over HTTP/1, on a kept connection where there is one, and reads
// the answer as browsers do, who forgive much that net/http refuses: header
// lines without a colon or with a space before it, odd status lines, several
// values of Content-Length. It also sends targets that net/http would rewrite,
// and needs no goroutines of its own.
func (x *exchange) sendHTTP1() (*http.Response, error) {
	var res *http.Response
	var err error
	c := x.client.pool.take(x.url.Scheme, x.address())
	if c != nil {
		res, err = x.talk(c, false)
	}
	if c == nil || x.isStale(c, res, err) {
		abandon(res)
		res, err = x.talkAnew(false)
	}
	if err == nil && res.Body.(*body).endless {
		abandon(res)
		res, err = x.talkAnew(true)
	}
	return res, err
}

// abandon ends the connection of an answer that is not used.
func abandon(res *http.Response) {
	if res != nil {
		res.Body.(*body).last = true
		res.Body.Close()
	}
}

// isStale tells whether a kept connection was dead, or held something that
// belongs to no request, so that another has to be made.
func (x *exchange) isStale(c *conn, res *http.Response, err error) bool {
	switch {
	case err == nil:
		return res.StatusCode == http.StatusRequestTimeout // it was not for this request
	case x.ctx.Err() != nil:
		return false
	case errors.Is(err, errNotHTTP), errors.Is(err, errHeaderLimit), kindOf(x.ctx, err) == Reset:
		return true
	}
	return c.left == x.client.options.MaxHeader // no byte of an answer came
}

// talkAnew is talk over a new connection.
func (x *exchange) talkAnew(once bool) (*http.Response, error) {
	c, err := x.connect()
	if err != nil {
		return nil, err
	}
	return x.talk(c, once)
}

// connect opens a connection to the server of the exchange.
func (x *exchange) connect() (*conn, error) {
	address := x.address()
	socket, err := x.client.dialer.DialContext(x.ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	if x.url.Scheme == "https" {
		x.dog.progress()
		if socket, err = x.client.secure(x.ctx, socket, address, "http/1.1"); err != nil {
			x.client.onlyHTTP1.remove(address) // it may have learnt something since
			return nil, err
		}
	}
	return newConn(socket, x.url.Scheme, address), nil
}

// talk writes the request and reads the head of the answer. It ends the
// connection where it fails. once asks the server to end it with its answer.
func (x *exchange) talk(c *conn, once bool) (*http.Response, error) {
	x.dog.progress()
	stop := context.AfterFunc(x.ctx, func() { c.socket.Close() })
	c.begin()
	c.fresh = false
	c.left = x.client.options.MaxHeader
	unsent := x.ask(c, once)
	res, err := x.readAnswer(c) // a server may answer before it has read a request that it refuses
	if err != nil {
		stop()
		c.close()
		if unsent != nil {
			err = unsent
		}
		return nil, err
	}
	b := &body{conn: c, pool: x.client.pool, stop: stop}
	frame(res, b, x.asked.Method)
	b.last = b.last || once || unsent != nil
	b.endless = b.endless && !once
	return res, nil
}

// ask writes the request.
func (x *exchange) ask(c *conn, once bool) error {
	c.request = x.appendRequest(c.request[:0], once)
	_, err := c.socket.Write(c.request)
	if cap(c.request) > scratchKept {
		c.request = nil
	}
	return err
}

// readAnswer reads a head and passes over interim ones (RFC 9110, section 15.2).
func (x *exchange) readAnswer(c *conn) (*http.Response, error) {
	for {
		res, err := c.readHead()
		if err != nil || res.StatusCode < 100 || res.StatusCode >= 200 || res.StatusCode == http.StatusSwitchingProtocols {
			return res, err
		}
		x.dog.progress()
	}
}

// appendRequest appends the request as it goes over the wire (RFC 9112, section 3).
func (x *exchange) appendRequest(b []byte, once bool) []byte {
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
	if once {
		b = append(b, "Connection: close\r\n"...)
	}
	return append(b, "\r\n"...)
}

// appendFields appends header fields. As with net/http and browsers, the name
// of the program comes first: some servers distrust another order.
func appendFields(b []byte, h http.Header) []byte {
	to := bytes.NewBuffer(b) // does not fail
	if h.Get("User-Agent") != "" {
		http.Header{"User-Agent": h["User-Agent"][:1]}.Write(to)
	}
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
	if cap(r.fields) > scratchKept {
		r.fields = nil
	}
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
	r.fields = r.fields[:0]
	for begun := false; ; { // a line, which was longer than the buffer
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
	const (
		many  = 32
		large = 1 << 10 // bytes; a value that outlives such a head should not keep all of it
	)
	whole := len(text)
	n := strings.Count(text, "\n")
	h := make(http.Header, min(n, many))
	values := make([]string, 0, n) // one piece of memory for the values of all
	for text != "" {
		var line string
		ofNothing := goesOn(text) // a first line that says it is not one
		line, text, _ = strings.Cut(text, "\n")
		if goesOn(text) {
			line, text = joinLines(line, text)
		}
		name, value, found := strings.Cut(line, ":")
		name = textproto.CanonicalMIMEHeaderKey(strings.TrimSpace(name))
		if !found || name == "" || ofNothing {
			continue
		}
		if value = strings.TrimSpace(value); whole > large {
			value = strings.Clone(value)
		}
		if of := h[name]; of != nil {
			h[name] = append(of, value)
			continue
		}
		values = append(values, value)
		h[name] = values[len(values)-1 : len(values) : len(values)]
	}
	return h
}

// goesOn tells whether the next line belongs to the field before it (RFC 9112,
// section 5.2).
func goesOn(text string) bool { return text != "" && (text[0] == ' ' || text[0] == '\t') }

// joinLines makes one line of a field and those with which it goes on.
func joinLines(line, text string) (joined, rest string) {
	lines := []string{strings.TrimSpace(line)}
	for goesOn(text) {
		line, text, _ = strings.Cut(text, "\n")
		lines = append(lines, strings.TrimSpace(line))
	}
	return strings.Join(lines, " "), text
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
// connection can serve on then.
func frame(res *http.Response, b *body, method string) {
	length, hasLength, agreed := contentLength(res.Header)
	coded := len(res.Header["Transfer-Encoding"]) > 0
	res.ContentLength, res.Body = -1, b
	if hasLength {
		res.ContentLength = length
	}
	open, closes := staysOpen(res)
	// Who tells of two ends of an answer is not to be trusted with another one.
	b.last = !agreed || hasLength && coded || !open
	switch {
	case method == http.MethodHead:
		b.framed = http.NoBody
	case res.StatusCode == http.StatusNoContent, res.StatusCode == http.StatusNotModified, res.StatusCode == http.StatusSwitchingProtocols:
		b.framed, res.ContentLength = http.NoBody, 0
	case isChunked(res):
		res.TransferEncoding, res.ContentLength = []string{"chunked"}, -1
		b.framed, b.chunked = httputil.NewChunkedReader(b.conn.Reader), true
	case hasLength:
		b.framed = &exactly{r: b.conn.Reader, n: length}
	default:
		b.framed = b.conn.Reader
		b.endless = !closes && (coded || res.Header["Content-Length"] != nil)
		b.last = true
	}
	res.Close = b.last
	b.done = b.framed == http.NoBody
}

// contentLength is the first length that is one. agreed is false when there is another.
func contentLength(h http.Header) (length int64, ok, agreed bool) {
	agreed = true
	for _, values := range h["Content-Length"] {
		for value := range strings.SplitSeq(values, ",") {
			n, err := strconv.ParseUint(strings.TrimSpace(value), 10, 63)
			switch {
			case err != nil:
			case !ok:
				length, ok = int64(n), true
			case int64(n) != length:
				agreed = false
			}
		}
	}
	return length, ok, agreed
}

// staysOpen tells whether a connection serves on (RFC 9112, section 9.3). closes
// is whether it surely does not; of odd versions neither is known.
func staysOpen(res *http.Response) (open, closes bool) {
	open, closes = res.Proto == "HTTP/1.1", res.Proto == "HTTP/1.0"
	for _, value := range res.Header["Connection"] {
		for option := range strings.SplitSeq(value, ",") {
			switch option = strings.TrimSpace(option); {
			case strings.EqualFold(option, "close"):
				return false, true
			case strings.EqualFold(option, "keep-alive") && closes:
				open, closes = true, false
			}
		}
	}
	return open && res.StatusCode != http.StatusSwitchingProtocols, closes
}

// body is the body of an answer over HTTP/1.
type body struct {
	framed  io.Reader
	conn    *conn
	pool    *pool
	stop    func() bool // see context.AfterFunc
	chunked bool
	last    bool // the connection does not serve on
	endless bool // its length is not understood, and the server does not mean to close
	done    bool // it was read to its end
}

func (b *body) Read(p []byte) (int, error) {
	n, err := b.framed.Read(p)
	if err == io.EOF && !b.done {
		b.done = true
		if b.chunked {
			b.passTrailer()
		}
	}
	return n, err
}

// lend gives a body that fits into the connection's buffer, and that buffer with
// it, rather than a copy. ok is false for one that has to be read as usual.
func (b *body) lend(limit int64, dog *watchdog) (whole []byte, buffer *bufio.Reader, ok bool) {
	exact, ok := b.framed.(*exactly)
	if !ok || exact.n == 0 || exact.n > min(limit, int64(b.conn.Size())) {
		return nil, nil, false
	}
	n := int(exact.n)
	for held := b.conn.Buffered(); held < n; held = b.conn.Buffered() {
		if _, err := b.conn.Peek(held + 1); err != nil {
			exact.cause = err // it is told once
			return nil, nil, false
		}
		dog.progress()
	}
	whole, _ = b.conn.Peek(n)
	if b.conn.Buffered() > n {
		b.last = true // more than the answer has
	}
	buffer, b.conn.Reader = b.conn.Reader, nil
	exact.n, b.done = 0, true
	return whole, buffer, true
}

// passTrailer reads what comes behind the last chunk: nothing but an empty line,
// nearly always.
func (b *body) passTrailer() {
	if end, _ := b.conn.Peek(min(b.conn.Buffered(), 2)); string(end) == "\r\n" {
		b.conn.Discard(len(end)) // cannot fail: it is in the buffer
		return
	}
	if b.last {
		return
	}
	b.conn.socket.SetReadDeadline(time.Now().Add(b.pool.patience)) // whatever fails here costs only the connection
	_, err := b.conn.readFields()
	b.last = err != nil || b.conn.socket.SetReadDeadline(time.Time{}) != nil
}

// finish reads the end of a body whose decoder knew it before, if it has come.
// It waits for nothing but the empty line behind a last chunk.
func (b *body) finish() {
	if b.conn.socket.SetReadDeadline(time.Unix(1, 0)) != nil { // long ago
		return
	}
	b.Read(make([]byte, 1))
	b.last = b.last || b.conn.socket.SetReadDeadline(time.Time{}) != nil
}

// Close keeps the connection if it can serve on, and ends it otherwise.
func (b *body) Close() error {
	if !b.done && !b.last {
		b.finish()
	}
	open := b.stop()
	if open && b.done && !b.last && b.conn.isEmpty() {
		b.pool.put(b.conn)
		return nil
	}
	return b.conn.close()
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
	r     *bufio.Reader
	n     int64
	cause error // what ends the body behind the bytes in r
}

func (e *exactly) Read(p []byte) (int, error) {
	if e.n <= 0 {
		return 0, io.EOF
	}
	var n int
	err := e.cause
	if err == nil || e.r.Buffered() > 0 {
		n, err = e.r.Read(p[:min(int64(len(p)), e.n)])
	}
	e.n -= int64(n)
	if err == io.EOF && e.n > 0 {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}
