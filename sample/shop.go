package sample

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"text/template"
	"time"
)

//go:embed site
var files embed.FS

const htmlType = "text/html; charset=utf-8"

// types are the content types by file ending. They are not asked of the
// system, which knows different ones on each computer.
var types = map[string]string{
	".html": htmlType,
	".css":  "text/css; charset=utf-8",
	".txt":  "text/plain; charset=utf-8",
	".xml":  "application/xml",
	".svg":  "image/svg+xml",
	".png":  "image/png",
	".pdf":  "application/pdf",
}

// addresses are those of the files whose names are not their address.
var addresses = map[string]string{
	"lanterns/by-price.html":   "/lanterns/?sort=price",
	"lanterns/by-name.html":    "/lanterns/?sort=name",
	"lanterns/page-2.html":     "/lanterns/?page=2",
	"lanterns/dusk-green.html": "/lanterns/dusk.html?colour=green",
	"news/soiree.html":         "/news/soirée.html",
}

// slowness is how long the slow page takes.
const slowness = 1500 * time.Millisecond

// names are what the pages call the two sites.
type names struct {
	Origin  string // of the shop, without a slash at its end
	Partner string // start page of the supplier
}

// shopAnswers is the shop's site: its files, and the addresses that misbehave.
func shopAnswers(n names) (answers, error) {
	site := answers{
		"/lanterns": moved("/lanterns/"),

		// A chain that grew: three addresses this page has had before.
		"/store.html": moved("/store/"),
		"/store/":     moved("/our-shop/"),
		"/our-shop/":  moved("/shop.html"),

		// Two pages that each send visitors to the other.
		"/newsletter":        moved("/newsletter/thanks"),
		"/newsletter/thanks": moved("/newsletter"),

		"/find-a-stockist.html":  message(http.StatusInternalServerError),
		"/trade/prices.html":     message(http.StatusForbidden),
		"/news/summer-sale.html": message(http.StatusGone),
	}
	root, err := fs.Sub(files, "site")
	if err != nil {
		return nil, err
	}
	layout, err := template.ParseFS(root, "layout.tmpl")
	if err != nil {
		return nil, err
	}
	err = fs.WalkDir(root, ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || file == "layout.tmpl" {
			return err
		}
		body, err := render(root, layout, file, n)
		if err != nil {
			return err
		}
		site[addressOf(file)] = answer{status: http.StatusOK, contentType: types[path.Ext(file)], body: body}
		return nil
	})
	if err != nil {
		return nil, err
	}
	slow := site["/stock.html"]
	slow.delay = slowness
	site["/stock.html"] = slow
	return site, nil
}

// addressOf is where on the site a file is.
func addressOf(file string) string {
	if address, ok := addresses[file]; ok {
		return address
	}
	return "/" + strings.TrimSuffix(file, "index.html")
}

// render is a file as the site sends it: pages in the layout, names filled in.
func render(root fs.FS, layout *template.Template, file string, n names) ([]byte, error) {
	var out bytes.Buffer
	switch path.Ext(file) {
	case ".html":
		page, err := template.Must(layout.Clone()).ParseFS(root, file)
		if err != nil {
			return nil, err
		}
		err = page.ExecuteTemplate(&out, "layout.tmpl", n)
		return out.Bytes(), err
	case ".txt", ".xml":
		text, err := template.ParseFS(root, file)
		if err != nil {
			return nil, err
		}
		err = text.Execute(&out, n)
		return out.Bytes(), err
	case ".css", ".svg", ".png", ".pdf":
		return fs.ReadFile(root, file)
	}
	return nil, fmt.Errorf("no content type for %s", file)
}
