//go:build windowtest

package windowtest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

// TestAnswers asks the window, as somebody new to it would, which links are
// broken, where they are linked from, which page has no title, and what has
// changed since last time.
func TestAnswers(t *testing.T) {
	me := newPerson(t)
	window := me.open()
	window.resize(1200, 780)
	screen.clickOn(t, "Try it on a sample site")
	screen.see(t, "What matters most")
	screen.see(t, "Links work")
	me.remember("1-overview")

	screen.clickOn(t, "Link to a page that is missing") // which links are broken?
	screen.see(t, "How to fix it")
	screen.see(t, "“Gift vouchers” leads to")
	screen.see(t, "At the foot of the page, on 45 pages: fix it once")
	me.remember("2-broken-links")
	screen.clickOn(t, "“Gift vouchers” leads to") // where are they linked from?
	screen.see(t, "Linked from (45)")
	screen.see(t, "“Gift vouchers”")
	me.remember("3-linked-from")
	screen.press(t, "Escape")

	screen.clickOn(t, "Links")               // closes the group
	screen.clickOn(t, "Titles and headings") // which page has no title?
	screen.clickOn(t, "No title")
	screen.see(t, "Hurts in search engines")
	me.remember("4-no-title")

	screen.clickOn(t, "Find text on the site")
	screen.clickOn(t, "A phone number")
	screen.write(t, "voucher")
	screen.see(t, "“voucher” is on")
	me.remember("5-search")
	window.close()
}

// TestChanges crawls a site twice that is changed in between.
func TestChanges(t *testing.T) {
	var later atomic.Bool
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		switch {
		case r.URL.Path == "/":
			fmt.Fprint(w, `<title>Little shop</title><h1>Shop</h1><a href="/lamps">Lamps</a> <a href="/hours">Hours</a>`)
		case r.URL.Path == "/hours" && later.Load():
			fmt.Fprint(w, `<title>Winter hours</title><h1>Hours</h1>`)
		case r.URL.Path == "/hours":
			fmt.Fprint(w, `<title>Opening hours</title><h1>Hours</h1>`)
		case r.URL.Path == "/lamps" && !later.Load():
			fmt.Fprint(w, `<title>Lamps</title><h1>Lamps</h1>`)
		default:
			http.NotFound(w, r)
		}
	}))
	defer site.Close()
	me := newPerson(t)
	me.theme = "dark"
	window := me.open()
	window.resize(1000, 650)
	screen.write(t, strings.TrimPrefix(site.URL, "http://"))
	screen.press(t, "Return")
	screen.see(t, "Finished")
	later.Store(true)
	screen.press(t, "ctrl+l")
	screen.press(t, "Return")
	screen.clickOn(t, "Since last time")
	screen.see(t, "One page is newly broken and 2 have changed.")
	screen.see(t, "Winter hours")
	screen.see(t, "Newly broken 1")
	me.remember("1-changes")
	screen.clickOn(t, "Newly broken 1")
	screen.gone(t, "Winter hours")
	screen.see(t, "newly broken")
	me.remember("2-newly-broken")
	window.close()
}
