package fetch

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"
)

// benchServer gives one page of 25 KB over kept connections, at little cost of
// its own: every head is one read and every answer one write.
func benchServer(b *testing.B, coding string) string {
	body := make([]byte, 0, 26_000)
	for i := 0; len(body) < 25_000; i++ {
		body = append(body, `<li><a href="/products/`+strconv.Itoa(i*7919)+`.html">Product `+strconv.Itoa(i)+"</a></li>\n"...)
	}
	field := ""
	if coding != "" {
		body = pack(b, coding, body)
		field = "Content-Encoding: " + coding + "\r\n"
	}
	answer := []byte("HTTP/1.1 200 OK\r\nServer: bench\r\nDate: Mon, 09 Mar 2026 08:00:30 GMT\r\nContent-Type: text/html; charset=utf-8\r\n" + field + "Content-Length: " + strconv.Itoa(len(body)) + "\r\n\r\n" + string(body))
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				r := bufio.NewReaderSize(conn, 4096)
				for {
					for {
						line, err := r.ReadSlice('\n')
						if err != nil {
							return
						}
						if len(line) == 2 {
							break
						}
					}
					if _, err := conn.Write(answer); err != nil {
						return
					}
				}
			}()
		}
	}()
	return "http://" + listener.Addr().String() + "/page"
}

func BenchmarkDo(b *testing.B) {
	for _, coding := range []string{"", "gzip", "br", "zstd"} {
		name := coding
		if name == "" {
			name = "plain"
		}
		b.Run(name, func(b *testing.B) {
			u := address(b, benchServer(b, coding))
			c := newClient(b, Options{})
			cpu := processTime()
			b.ReportAllocs()
			b.ResetTimer()
			for b.Loop() {
				r := c.Do(b.Context(), Request{URL: u})
				if r.Err != nil {
					b.Fatal(r.Err)
				}
				r.Release()
			}
			reportCPU(b, cpu)
		})
	}
}

// BenchmarkBare is net/http alone, with bodies thrown away.
func BenchmarkBare(b *testing.B) {
	for _, coding := range []string{"", "gzip"} {
		name := coding
		if name == "" {
			name = "plain"
		}
		b.Run(name, func(b *testing.B) {
			url := benchServer(b, coding)
			transport := &http.Transport{DisableCompression: coding == ""}
			defer transport.CloseIdleConnections()
			client := &http.Client{Transport: transport}
			cpu := processTime()
			b.ReportAllocs()
			b.ResetTimer()
			for b.Loop() {
				res, err := client.Get(url)
				if err != nil {
					b.Fatal(err)
				}
				io.Copy(io.Discard, res.Body)
				res.Body.Close()
			}
			reportCPU(b, cpu)
		})
	}
}

func reportCPU(b *testing.B, before time.Duration) {
	b.StopTimer()
	b.ReportMetric(float64((processTime()-before).Nanoseconds())/float64(b.N), "cpu-ns/op")
}

func BenchmarkContentType(b *testing.B) {
	h := http.Header{"Content-Type": {"text/html; charset=utf-8"}}
	odd := http.Header{"Content-Type": {`text/html;version=1;charset="utf-8"`}}
	for b.Loop() {
		ContentType(h, nil)
		ContentType(odd, nil)
	}
}

func BenchmarkInflate(b *testing.B) {
	packed := pack(b, "gzip", []byte(strings.Repeat(page, 400)))
	b.Run("decode", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			body, _ := decode(newBuffer(4*int64(len(packed))), bytes.NewReader(packed), []coding{gzipped}, 1<<24)
			recycle(body)
		}
	})
	b.Run("fresh reader", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			z, _ := gzip.NewReader(bytes.NewReader(packed))
			io.Copy(io.Discard, z)
		}
	})
}
