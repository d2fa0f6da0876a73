package fetch

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
)

func FuzzReadHead(f *testing.F) {
	for _, s := range []string{
		"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody", "ICY 200\n\n", "HTTP/1.1 99\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n",
		"HTTP/1.0 200 OK\r\nA : b\r\n c\r\nno colon\r\n", "\r\n\r\nHTTP",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, answer string) {
		c := &conn{socket: &net.TCPConn{}, headReader: headReader{Reader: bufio.NewReader(strings.NewReader(answer)), left: 10_000}}
		res, err := c.readHead()
		if err != nil {
			return
		}
		if res.StatusCode < 1 || res.StatusCode > 999 {
			t.Errorf("status %d", res.StatusCode)
		}
		body, err := func() ([]byte, error) {
			frame(res, &body{conn: c, pool: newPool(1)}, http.MethodGet)
			return io.ReadAll(res.Body)
		}()
		if len(body) > len(answer) {
			t.Errorf("%d bytes of %d", len(body), len(answer))
		}
		if err == nil && res.ContentLength >= 0 && res.ContentLength != int64(len(body)) {
			t.Errorf("length %d, %d bytes", res.ContentLength, len(body))
		}
	})
}
