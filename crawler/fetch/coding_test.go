package fetch

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
)

const page = "<!doctype html><title>Packed é</title><p>Some text for the page.</p>"

func TestCodings(t *testing.T) {
	long := strings.Repeat(page, 3000)
	gz := func(s string) []byte { return pack(t, "gzip", []byte(s)) }
	cat := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	tests := []struct {
		name     string
		announce []string
		wire     []byte
		body     string
		kind     Kind
	}{
		{"none", nil, []byte(page), page, ""},
		{"gzip", []string{"gzip"}, gz(page), page, ""},
		{"gzip, long", []string{"gzip"}, gz(long), long, ""},
		{"upper case", []string{"GZIP"}, gz(page), page, ""},
		{"x-gzip", []string{"x-gzip"}, gz(page), page, ""},
		{"deflate with zlib", []string{"deflate"}, pack(t, "zlib", []byte(page)), page, ""},
		{"deflate without", []string{"deflate"}, pack(t, "deflate", []byte(page)), page, ""},
		{"br", []string{"br"}, pack(t, "br", []byte(long)), long, ""},
		{"zstd", []string{"zstd"}, pack(t, "zstd", []byte(long)), long, ""},
		{"utf-8", []string{"utf-8"}, []byte(page), page, ""},
		{"identity", []string{"identity"}, []byte(page), page, ""},
		{"none token", []string{"none"}, []byte(page), page, ""},
		{"identity before gzip", []string{"identity, gzip"}, gz(page), page, ""},
		{"gzip, gzip", []string{"gzip, gzip"}, pack(t, "gzip", gz(page)), page, ""},
		{"two fields", []string{"deflate", "br"}, pack(t, "br", pack(t, "zlib", []byte(page))), page, ""},
		{"two members", []string{"gzip"}, cat(gz(page), gz(long)), page + long, ""},
		{"empty gzip", []string{"gzip"}, nil, "", ""},
		{"empty br", []string{"br"}, nil, "", ""},
		{"gzip of nothing", []string{"gzip"}, gz(""), "", ""},
		{"garbage after gzip", []string{"gzip"}, cat(gz(page), []byte("\n\ngarbage")), page, ""},
		{"zeros after gzip", []string{"gzip"}, cat(gz(page), make([]byte, 700)), page, ""},
		{"garbage after zlib", []string{"deflate"}, cat(pack(t, "zlib", []byte(page)), []byte("garbage")), page, ""},
		{"garbage after br", []string{"br"}, cat(pack(t, "br", []byte(page)), []byte("garbage")), page, ""},
		{"garbage after zstd", []string{"zstd"}, cat(pack(t, "zstd", []byte(page)), []byte("garbage")), page, ""},
		{"wrong checksum", []string{"gzip"}, func() []byte { b := gz(page); b[len(b)-6] ^= 1; return b }(), page, ""},

		{"plain as gzip", []string{"gzip"}, []byte(page), page, BadEncoding},
		{"plain as br", []string{"br"}, []byte(page), page, BadEncoding},
		{"plain as zstd", []string{"zstd"}, []byte(page), page, BadEncoding},
		{"plain as deflate", []string{"deflate"}, []byte(page), page, BadEncoding},
		{"plain as compress", []string{"compress"}, []byte(page), page, BadEncoding},
		{"short and plain as gzip", []string{"gzip"}, []byte("ok"), "ok", BadEncoding},
		{"gzip as br", []string{"br"}, gz(page), page, BadEncoding},
		{"gzip as deflate", []string{"deflate"}, gz(page), page, BadEncoding},
		{"zlib as gzip", []string{"gzip"}, pack(t, "zlib", []byte(page)), page, BadEncoding},
		{"announced twice, done once", []string{"gzip, gzip"}, gz(page), page, BadEncoding},
		{"announced once, done twice", []string{"gzip"}, pack(t, "gzip", gz(page)), page, BadEncoding},
		{"never announced", nil, gz(page), page, BadEncoding},
		{"three times", []string{"gzip"}, pack(t, "gzip", pack(t, "gzip", gz(page))), "", BadEncoding},
		{"noise as gzip", []string{"gzip"}, []byte("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xff\xff\xff\xff\xff\xff\xff"), "", BadEncoding},
		{"noise as br", []string{"br"}, bytes.Repeat([]byte{0xff, 1, 0x80}, 100), "", BadEncoding},
		{"noise as zstd", []string{"zstd"}, bytes.Repeat([]byte{0xff, 1, 0x80}, 100), "", BadEncoding},
		{"noise as deflate", []string{"deflate"}, bytes.Repeat([]byte{0xff, 1, 0x80}, 100), "", BadEncoding},
		{"noise as compress", []string{"compress"}, []byte{0x1f, 0x9d, 0x90, 1, 2, 3}, "", BadEncoding},
		{"too many", []string{"gzip, gzip, gzip, gzip, gzip, gzip"}, gz(page), "", BadEncoding},
	}
	var current int
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		test := tests[current]
		w.Header()["Content-Encoding"] = test.announce
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write(test.wire)
	}))
	defer server.Close()
	c := newClient(t, Options{})
	for round := range 2 { // the second with kept decoders
		for i, test := range tests {
			current = i
			r := get(t, c, server.URL)
			if string(r.Body) != test.body || kind(r) != test.kind || r.Status != 200 || !r.BodyRead {
				t.Errorf("%s (round %d): status %d, kind %q, %.80q (%v); want kind %q, %.80q", test.name, round, r.Status, kind(r), r.Body, r.Err, test.kind, test.body)
			}
			if r.WireSize != int64(len(test.wire)) && test.kind == "" && !strings.Contains(test.name, "after") {
				t.Errorf("%s: wire size %d, want %d", test.name, r.WireSize, len(test.wire))
			}
			r.Release()
		}
	}
}

// What was decoded before a body broke off is kept.
func TestCodedBodyCut(t *testing.T) {
	text := make([]byte, 0, 400_000)
	for i := range 20_000 {
		text = fmt.Appendf(text, "<p>%d %x</p>\n", i, i*i*7919)
	}
	for _, how := range []string{"gzip", "zlib", "deflate", "br", "zstd"} {
		token := strings.Replace(how, "zlib", "deflate", 1)
		packed := pack(t, how, text)
		half := packed[:len(packed)/2]
		for _, length := range []int{len(half), len(packed)} { // said short, and found short
			s := serveRaw(t, says(fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: %s\r\nContent-Length: %d\r\n\r\n%s", token, length, half)))
			r := get(t, newClient(t, Options{}), s.origin)
			if kind(r) != Truncated || r.Status != 200 {
				t.Errorf("%s, %d bytes announced: %v", how, length, r.Err)
			}
			if len(r.Body) < len(text)/8 || !bytes.HasPrefix(text, r.Body) {
				t.Errorf("%s, %d bytes announced: %d bytes of %d kept", how, length, len(r.Body), len(text))
			}
		}
	}
}

func TestBombs(t *testing.T) {
	const limit = 1_000_000
	bomb := bytes.Repeat([]byte("<p>boom</p>"), 20<<20/11)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		how := req.URL.Path[1:]
		w.Header().Set("Content-Encoding", strings.Replace(how, "-", ", ", 1))
		data := bomb
		for token := range strings.SplitSeq(how, "-") {
			data = pack(t, token, data)
		}
		w.Write(data)
	}))
	defer server.Close()
	c := newClient(t, Options{MaxBody: limit})
	for _, how := range []string{"gzip", "br", "zstd", "gzip-gzip"} {
		r := get(t, c, server.URL+"/"+how)
		if kind(r) != TooLarge || len(r.Body) != limit || !bytes.HasPrefix(bomb, r.Body) {
			t.Errorf("%s: %v with %d bytes", how, r.Err, len(r.Body))
		}
		r.Release()
	}
}

// A gigabyte of zeros costs no more memory than the limit allows.
func TestBombMemory(t *testing.T) {
	packed := pack(t, "gzip", make([]byte, 64<<20))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	body, err := decode(newBuffer(0), bytes.NewReader(packed), []coding{gzipped}, 1<<20)
	runtime.ReadMemStats(&after)
	if err != errTooLarge || len(body) != 1<<20 {
		t.Fatalf("%d bytes, %v", len(body), err)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 8<<20 {
		t.Errorf("%d bytes were allocated for a limit of 1 MiB", used)
	}
}

// A stream that goes on without ever giving anything is ended as well.
func TestEndlessNothing(t *testing.T) {
	header := []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3}
	emptyBlock := []byte{0, 0, 0, 0xff, 0xff}
	w := &wire{body: io.MultiReader(bytes.NewReader(header), &repeat{data: emptyBlock}), limit: 1 << 20, dog: new(watchdog)}
	body, err := decode(newBuffer(0), w, []coding{gzipped}, 1<<20)
	if bodyKind(t.Context(), err) != TooLarge || len(body) != 0 {
		t.Errorf("%d bytes, %v", len(body), err)
	}
}

// repeat gives its data for ever.
type repeat struct {
	data []byte
	at   int
}

func (r *repeat) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = r.data[r.at]
		r.at = (r.at + 1) % len(r.data)
	}
	return len(p), nil
}

func FuzzDecode(f *testing.F) {
	for _, how := range []string{"gzip", "zlib", "deflate", "br", "zstd"} {
		f.Add("gzip, "+how, pack(f, how, []byte(page)))
		f.Add(how, pack(f, how, pack(f, how, []byte(page))))
	}
	f.Add("deflate", []byte(page))
	f.Fuzz(func(t *testing.T, announced string, data []byte) {
		codings := contentCodings(http.Header{"Content-Encoding": {announced}})
		body, err := decode(newBuffer(0), bytes.NewReader(data), codings, 1<<20)
		if len(body) > 1<<20 {
			t.Errorf("%d bytes", len(body))
		}
		if err == nil && len(codings) == 0 && !bytes.Equal(body, data) {
			t.Error("a plain body was changed")
		}
		recycle(body)
	})
}
