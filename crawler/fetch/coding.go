package fetch

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// acceptEncoding is what codings offers to servers, as browsers do.
const acceptEncoding = "gzip, deflate, br, zstd"

const (
	maxCodings  = 5       // more codings on one body than this are an attack
	sniffLength = 512     // bytes that tell how a body is coded
	shortest    = 16      // bytes; fewer that look like text can be br or deflate, which have no mark
	maxWindow   = 8 << 20 // of zstd (RFC 9659, section 3)
)

// coding is a content coding (RFC 9110, section 8.4.1).
type coding uint8

const (
	plain coding = iota
	gzipped
	deflated
	brotlied
	zstandard
	unsupported
)

// codings are the known tokens; a body with any other one is taken as plain,
// as browsers do.
var codings = map[string]coding{
	"gzip": gzipped, "x-gzip": gzipped,
	"deflate": deflated, "x-deflate": deflated,
	"br":       brotlied,
	"zstd":     zstandard,
	"compress": unsupported, "x-compress": unsupported, "exi": unsupported,
	"pack200-gzip": unsupported, "aes128gcm": unsupported, "sdch": unsupported,
	"dcb": unsupported, "dcz": unsupported,
}

var (
	gzipMagic = []byte{0x1f, 0x8b, 8}
	zstdMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}
)

// mislabelled says that a body was readable, but not by the header it came
// with. Browsers show nothing of it.
type mislabelled struct{}

func (mislabelled) Error() string { return "the body is not coded as Content-Encoding says" }

// undecodable is a failure of a decoder.
type undecodable struct{ cause error }

func (u *undecodable) Error() string { return "decoding the body: " + u.cause.Error() }
func (u *undecodable) Unwrap() error { return u.cause }

// contentCodings lists the codings of a body in the order they were applied.
func contentCodings(h http.Header) []coding {
	var list []coding
	for _, value := range h["Content-Encoding"] {
		for token := range strings.SplitSeq(value, ",") {
			token = strings.ToLower(strings.Trim(token, " \t\r\n\""))
			if c := codings[token]; c != plain {
				list = append(list, c)
			}
		}
	}
	return list
}

// decode appends to buf what r holds once its codings are undone. A body that
// is coded otherwise than announced is read all the same and reported as
// mislabelled; what a decoder cannot read is *undecodable.
func decode(buf []byte, r io.Reader, announced []coding, limit int64) (body []byte, err error) {
	defer func() {
		if fault := recover(); fault != nil { // a decoder met what its authors did not
			body, err = nil, &undecodable{fmt.Errorf("%v", fault)}
		}
	}()
	if len(announced) > maxCodings {
		return buf, &undecodable{fmt.Errorf("%d content codings", len(announced))}
	}
	lied := false
	for i := len(announced) - 1; i >= 0; i-- {
		src := newSource(r)
		defer src.release()
		head, _ := src.Peek(sniffLength) // its error comes again with the read
		if len(head) == 0 {
			r = src
			break
		}
		actual := sniffCoding(announced[i], head)
		lied = lied || actual != announced[i]
		if actual == plain {
			r = src
			continue
		}
		open := openers[actual]
		if open == nil {
			return buf, &undecodable{errors.New("a content coding that is not supported")}
		}
		layer, err := open(src)
		if err != nil {
			return buf, decoderFailure(err)
		}
		defer layer.release()
		r = layer
	}
	body, err = readAll(buf, r, limit)
	if err == nil && lied {
		err = mislabelled{}
	}
	return body, err
}

// sniffCoding tells how a body that begins with head is really coded.
func sniffCoding(announced coding, head []byte) coding {
	switch {
	case bytes.HasPrefix(head, gzipMagic):
		return gzipped
	case bytes.HasPrefix(head, zstdMagic):
		return zstandard
	case looksPlain(head) && (len(head) >= shortest || announced != brotlied && announced != deflated):
		return plain
	case announced == gzipped && isZlib(head):
		return deflated
	}
	return announced
}

// looksPlain tells whether head is the beginning of text. Compressed data of
// any length holds control bytes or broken UTF-8.
func looksPlain(head []byte) bool {
	head = bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))
	for _, b := range head {
		if b < ' ' && b != '\t' && b != '\n' && b != '\r' && b != '\f' {
			return false
		}
	}
	return bytes.IndexByte(head, '<') == len(head)-len(bytes.TrimLeft(head, "\t\n\f\r ")) || validStart(head)
}

// validStart tells whether b is UTF-8, perhaps with its last letter cut.
func validStart(b []byte) bool {
	for cut := range utf8.UTFMax {
		if cut < len(b) && utf8.Valid(b[:len(b)-cut]) {
			return true
		}
	}
	return false
}

// isZlib tells whether head begins with a zlib header (RFC 1950, section 2.2).
func isZlib(head []byte) bool {
	return len(head) >= 2 && head[0]&0x0f == 8 && head[0]>>4 <= 7 && (uint(head[0])<<8|uint(head[1]))%31 == 0
}

// source is a buffered reader that is kept for the next body.
type source struct{ *bufio.Reader }

var sources = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, 16<<10) }}

func newSource(r io.Reader) source {
	b := sources.Get().(*bufio.Reader)
	b.Reset(r)
	return source{b}
}

func (s source) release() {
	s.Reset(nil)
	sources.Put(s.Reader)
}

// layer is one coding being undone.
type layer struct {
	read    func([]byte) (int, error)
	release func()
}

// Read marks the decoder's failures as such.
func (l *layer) Read(p []byte) (int, error) {
	n, err := l.read(p)
	if err != nil && err != io.EOF {
		err = decoderFailure(err)
	}
	return n, err
}

// decoderFailure marks what a decoder found wrong. An end that came too early
// and the failures of what is read below stay as they are.
func decoderFailure(err error) error {
	var below *wireError
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, &below) {
		return err
	}
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return &undecodable{err}
}

var openers = map[coding]func(source) (*layer, error){
	gzipped:   openGzip,
	deflated:  openDeflate,
	brotlied:  openBrotli,
	zstandard: openZstd,
}

var (
	gzips    = sync.Pool{New: func() any { return new(gzip.Reader) }}
	flates   = sync.Pool{New: func() any { return flate.NewReader(nil) }}
	brotlis  = sync.Pool{New: func() any { return brotli.NewReader(nil) }}
	zstds    = sync.Pool{New: newZstd}
	noSource = bytes.NewReader(nil)
)

// openGzip undoes gzip (RFC 1952). Several members are one body; what follows
// the last one is ignored, and so is a wrong checksum, as in browsers.
func openGzip(src source) (*layer, error) {
	z := gzips.Get().(*gzip.Reader)
	if err := z.Reset(src.Reader); err != nil {
		return nil, err
	}
	z.Multistream(false)
	read := func(p []byte) (int, error) {
		n, err := z.Read(p)
		if err == gzip.ErrChecksum {
			err = io.EOF
		}
		if err != io.EOF || n > 0 {
			if err == io.EOF {
				err = nil
			}
			return n, err
		}
		if head, _ := src.Peek(len(gzipMagic)); !bytes.Equal(head, gzipMagic) {
			return 0, io.EOF
		}
		if err := z.Reset(src.Reader); err != nil {
			return 0, io.EOF
		}
		z.Multistream(false)
		return 0, nil
	}
	return &layer{read: read, release: func() { gzips.Put(z) }}, nil
}

// openDeflate undoes deflate with its zlib wrapping (RFC 1950) and without it,
// which servers send as well.
func openDeflate(src source) (*layer, error) {
	if head, _ := src.Peek(2); isZlib(head) {
		if head[1]&0x20 != 0 {
			return nil, errors.New("zlib: a preset dictionary is needed")
		}
		src.Discard(2) // cannot fail after Peek
	}
	z := flates.Get().(io.ReadCloser)
	if err := z.(flate.Resetter).Reset(src.Reader, nil); err != nil {
		return nil, err
	}
	release := func() {
		z.(flate.Resetter).Reset(noSource, nil)
		flates.Put(z)
	}
	return &layer{read: z.Read, release: release}, nil
}

// openBrotli undoes br (RFC 7932).
func openBrotli(src source) (*layer, error) {
	z := brotlis.Get().(*brotli.Reader)
	if err := z.Reset(src.Reader); err != nil {
		return nil, err
	}
	read := func(p []byte) (int, error) {
		n, err := z.Read(p)
		if err != nil && err.Error() == "brotli: excessive input" {
			err = io.EOF
		}
		return n, err
	}
	return &layer{read: read, release: func() { brotlis.Put(z) }}, nil
}

// newZstd makes a decoder that needs no goroutine and little memory.
func newZstd() any {
	z, _ := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), // the options are valid
		zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderMaxMemory(maxWindow<<1))
	return z
}

// openZstd undoes zstd (RFC 8878).
func openZstd(src source) (*layer, error) {
	z := zstds.Get().(*zstd.Decoder)
	if err := z.Reset(src.Reader); err != nil {
		return nil, err
	}
	some := false
	read := func(p []byte) (int, error) {
		n, err := z.Read(p)
		if some && errors.Is(err, zstd.ErrMagicMismatch) {
			err = io.EOF
		}
		some = some || n > 0
		return n, err
	}
	release := func() {
		if z.Reset(nil) == nil {
			zstds.Put(z)
		}
	}
	return &layer{read: read, release: release}, nil
}
