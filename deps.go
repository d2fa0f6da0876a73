package main

// Imports of the parts that are being written; this file goes with the last of them.
import (
	_ "fyne.io/fyne/v2/app"
	_ "fyne.io/fyne/v2/test"
	_ "fyne.io/fyne/v2/widget"
	_ "github.com/andybalholm/brotli"
	_ "github.com/klauspost/compress/gzip"
	_ "github.com/klauspost/compress/zstd"
	_ "github.com/nlnwa/whatwg-url/url"
	_ "github.com/rogpeppe/go-internal/testscript"
	_ "golang.org/x/net/html"
	_ "golang.org/x/net/html/charset"
	_ "golang.org/x/net/http2"
	_ "golang.org/x/net/idna"
	_ "golang.org/x/sync/errgroup"
	_ "golang.org/x/text/encoding"
	_ "modernc.org/sqlite"
)
