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
	"strconv"
	"strings"
)

const maxInterim = 10 // 1xx answers before the real one

var (
	errNotHTTP     = errors.New("the answer is not HTTP")
	errHeaderLimit = errors.New("the headers of the answer are larger than the limit")
)

// sendLeniently asks over a connection of its own and reads the answer as
// browsers do, who forgive much that net/http refuses: header lines without a
// colon or with a space before it, odd status lines, several values of
// Content-Length. It also sends targets that net/http would rewrite.
func (x *exchange) sendLeniently(req *http.Request) (*http.Response, error) {
	conn, err := x.connect()
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(x.ctx, func() { conn.Close() })
	closer := func() {
		stop()
		conn.Close()
	}
	x.out.connected, x.out.RemoteAddr = true, remoteAddr(conn)
	res, err := x.talk(conn, req)
	if err != nil {
		closer()
		return nil, err
	}
	res.Body = &lenientBody{res.Body, closer}
	return res, nil
}

// lenientBody closes its connection with itself.
type lenientBody struct {
	io.Reader
	close func()
}

func (b *lenientBody) Close() error {
	b.close()
	return nil
}

// connect opens a connection to the server of the exchange.
func (x *exchange) connect() (net.Conn, error) {
	address := net.JoinHostPort(x.url.Hostname(), x.asked.URL.Port())
	conn, err := x.client.dial(x.ctx, "tcp", address)
	if err != nil || x.url.Scheme != "https" {
		return conn, err
	}
	config := x.client.tls.Clone()
	config.ServerName = x.url.Hostname()
	config.NextProtos = []string{"http/1.1"}
	secure := tls.Client(conn, config)
	if err := secure.HandshakeContext(x.ctx); err != nil {
		conn.Close()
		return nil, err
	}
	return secure, nil
}

// talk writes the request and reads the head of the answer.
func (x *exchange) talk(conn net.Conn, req *http.Request) (*http.Response, error) {
	if _, err := conn.Write(x.message(req)); err != nil {
		return nil, err
	}
	r := bufio.NewReader(conn)
	left := x.client.options.MaxHeader
	for range maxInterim {
		res, err := readHead(r, &left)
		if err != nil {
			return nil, err
		}
		if res.StatusCode < 100 || res.StatusCode >= 200 || res.StatusCode == http.StatusSwitchingProtocols {
			frame(res, r, req.Method)
			return res, nil
		}
		x.dog.progress()
	}
	return nil, fmt.Errorf("%w: more than %d interim answers", errNotHTTP, maxInterim)
}

// message is the request as it goes over the wire (RFC 9112, section 3).
func (x *exchange) message(req *http.Request) []byte {
	host := req.Host
	if host == "" {
		host = x.url.Host
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\nHost: %s\r\n", req.Method, x.asked.URL.Target(), host)
	req.Header.Write(&b) // a bytes.Buffer does not fail
	b.WriteString("Connection: close\r\n\r\n")
	return b.Bytes()
}

// readHead reads a status line and header fields. left is how many bytes they
// may still have.
func readHead(r *bufio.Reader, left *int64) (*http.Response, error) {
	line, err := readLine(r, left)
	for ; err == nil && line == ""; line, err = readLine(r, left) { // RFC 9112, section 2.2
	}
	if err != nil && (line == "" || strings.HasPrefix(line, "HTTP")) {
		return nil, err
	}
	res, ok := statusLine(line)
	if !ok {
		return nil, fmt.Errorf("%w: it begins with %.60q", errNotHTTP, line)
	}
	last := ""
	for {
		line, err := readLine(r, left)
		switch {
		case err == io.ErrUnexpectedEOF && line == "": // nothing but headers
			return res, nil
		case err != nil:
			return nil, err
		case line == "":
			return res, nil
		case line[0] == ' ' || line[0] == '\t': // a field goes on (RFC 9112, section 5.2)
			if values := res.Header[last]; len(values) > 0 {
				values[len(values)-1] += " " + strings.TrimSpace(line)
			}
			continue
		}
		name, value, found := strings.Cut(line, ":")
		name = textproto.CanonicalMIMEHeaderKey(strings.TrimSpace(name))
		if !found || name == "" {
			continue
		}
		last = name
		res.Header.Add(name, strings.TrimSpace(value))
	}
}

// readLine reads up to a line feed, which with a carriage return before it
// does not belong to the line.
func readLine(r *bufio.Reader, left *int64) (string, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if *left -= int64(len(part)); *left < 0 {
			return "", errHeaderLimit
		}
		line = append(line, part...)
		switch err {
		case nil:
			return strings.TrimRight(string(line), "\r\n"), nil
		case bufio.ErrBufferFull:
		case io.EOF:
			return strings.TrimRight(string(line), "\r\n"), io.ErrUnexpectedEOF
		default:
			return "", err
		}
	}
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
		Status: strings.TrimSpace(rest), StatusCode: status, Header: http.Header{},
		Proto: version, ProtoMajor: 1, Close: true,
	}, true
}

// frame finds where the body ends (RFC 9112, section 6.3). Of several lengths
// the first counts, and one that is no number is none.
func frame(res *http.Response, r *bufio.Reader, method string) {
	res.ContentLength = -1
	length, hasLength := firstLength(res.Header)
	if hasLength {
		res.ContentLength = length
	}
	switch {
	case method == http.MethodHead:
		res.Body = http.NoBody
	case res.StatusCode == http.StatusNoContent, res.StatusCode == http.StatusNotModified, res.StatusCode == http.StatusSwitchingProtocols:
		res.Body, res.ContentLength = http.NoBody, 0
	case isChunked(res.Header):
		res.TransferEncoding, res.ContentLength = []string{"chunked"}, -1
		res.Body = io.NopCloser(httputil.NewChunkedReader(r))
	case hasLength:
		res.Body = io.NopCloser(&exactly{r, length})
	default:
		res.Body = io.NopCloser(r)
	}
}

func firstLength(h http.Header) (int64, bool) {
	for _, value := range h["Content-Length"] {
		first, _, _ := strings.Cut(value, ",")
		if n, err := strconv.ParseUint(strings.TrimSpace(first), 10, 63); err == nil {
			return int64(n), true
		}
	}
	return 0, false
}

func isChunked(h http.Header) bool {
	for _, value := range h["Transfer-Encoding"] {
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
