package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"sitewalk/sample/expected"
)

// AfterTests are run when all tests of the package have ended.
var AfterTests []func()

// tests are the package's tests and what they leave to be cleared away.
type tests struct{ *testing.M }

func (t tests) Run() int {
	defer func() {
		for _, clear := range AfterTests {
			clear()
		}
	}()
	return t.M.Run()
}

func TestMain(m *testing.M) {
	testscript.Main(tests{m}, map[string]func(){
		"sitewalk": func() { os.Exit(Run(os.Args[1:])) },
	})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:   "testdata",
		Setup: setUp,
		Condition: func(name string) (bool, error) {
			if name == "root" { // to whom no folder is closed
				return os.Geteuid() == 0, nil
			}
			return false, fmt.Errorf("no condition %q", name)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"await":     await,
			"letgo":     letGo,
			"same":      same,
			"nofiles":   noFiles,
			"terminate": terminate,
		},
	})
}

// setUp starts the sites and puts their addresses into the environment.
func setUp(env *testscript.Env) error {
	serve := func(name string, h http.HandlerFunc) {
		server := httptest.NewServer(h)
		env.Defer(server.Close)
		env.Setenv(name, server.URL)
	}
	serve("SITE", shop)
	serve("BROKEN", answer(http.StatusInternalServerError, "text/html", "oops"))
	serve("PLAIN", answer(http.StatusOK, "application/pdf", "%PDF-1.7"))
	serve("CLOSED", robotsOnly(http.StatusOK, "User-agent: *\nDisallow: /\n"))
	serve("MUTE", robotsOnly(http.StatusInternalServerError, "oops"))
	secure := httptest.NewUnstartedServer(http.HandlerFunc(shop))
	secure.Config.ErrorLog = log.New(io.Discard, "", 0) // who distrusts it says so to us as well
	secure.StartTLS()
	env.Defer(secure.Close)
	env.Setenv("SECURE", secure.URL)
	slow := &slowSite{slow: "/about", asked: make(chan struct{}), open: make(chan struct{})}
	env.Values[slowKey{}] = slow
	serve("SLOW", slow.ServeHTTP)
	env.Defer(slow.letGo)
	hang := &slowSite{slow: "/robots.txt", asked: make(chan struct{}), open: make(chan struct{})}
	env.Values[hangKey{}] = hang
	serve("HANG", hang.ServeHTTP)
	env.Setenv("HANG", strings.TrimPrefix(env.Getenv("HANG"), "http://"))
	env.Defer(hang.letGo)
	// Other tests, which run meanwhile, take ports of 127.0.0.1, perhaps this one.
	dead, err := net.Listen("tcp", "127.77.0.1:0")
	if err != nil { // some systems know only that one
		dead, err = net.Listen("tcp", "127.0.0.1:0")
	}
	if err != nil {
		return err
	}
	env.Setenv("DEAD", "http://"+dead.Addr().String())
	env.Setenv("TMPDIR", env.WorkDir+"/.tmp")
	return dead.Close()
}

// shop is a site with one of everything that a crawl tells apart.
func shop(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/":
		page(w, "Home", "/about", "/old", "/gone", "/private/x", "mailto:a@b.example")
	case "/about":
		page(w, "About us", "/")
	case "/old":
		http.Redirect(w, r, "/about", http.StatusMovedPermanently)
	case "/robots.txt":
		fmt.Fprint(w, "User-agent: *\nDisallow: /private/\n")
	default:
		http.NotFound(w, r)
	}
}

func page(w http.ResponseWriter, title string, links ...string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprintf(w, "<!doctype html><html lang=en><title>%s</title><h1>%s</h1>", title, title)
	for _, link := range links {
		fmt.Fprintf(w, "<a href=%q>%s</a>", link, link)
	}
}

func answer(status int, contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}
}

func robotsOnly(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/robots.txt" {
			page(w, "Home")
			return
		}
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}
}

// slowSite is a shop with a path that answers only after letGo.
type slowSite struct {
	slow              string
	asked, open       chan struct{}
	askOnce, openOnce sync.Once
}

type (
	slowKey struct{} // of $SLOW
	hangKey struct{} // of $HANG
)

func (s *slowSite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == s.slow {
		s.askOnce.Do(func() { close(s.asked) })
		select {
		case <-s.open:
		case <-r.Context().Done():
			return
		}
	}
	shop(w, r)
}

func (s *slowSite) letGo() { s.openOnce.Do(func() { close(s.open) }) }

// await waits until the slow page of $SLOW, or with an argument that of $HANG, was asked for.
func await(ts *testscript.TestScript, _ bool, args []string) {
	var key any = slowKey{}
	if len(args) > 0 {
		key = hangKey{}
	}
	<-ts.Value(key).(*slowSite).asked
}

// letGo lets the slow page of $SLOW answer.
func letGo(ts *testscript.TestScript, _ bool, _ []string) { ts.Value(slowKey{}).(*slowSite).letGo() }

// terminate sends the signal to terminate to what runs in the background.
func terminate(ts *testscript.TestScript, _ bool, _ []string) {
	for _, command := range ts.BackgroundCmds() {
		ts.Check(command.Process.Signal(syscall.SIGTERM))
	}
}

// same compares two results, times and states of the crawl aside.
func same(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: same a.json b.json")
	}
	a, b := result(ts, args[0]), result(ts, args[1])
	if equal := reflect.DeepEqual(a, b); equal == neg {
		ts.Fatalf("%s and %s: same is %v\n%v\n%v", args[0], args[1], equal, a, b)
	}
}

func result(ts *testscript.TestScript, path string) map[string]any {
	var all map[string]any
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(path)), &all))
	for _, page := range all["pages"].([]any) {
		page := page.(map[string]any)
		delete(page, "ms")
		page["findings"] = slices.DeleteFunc(page["findings"].([]any), func(id any) bool { return expected.IsSlowness(id.(string)) })
	}
	delete(all, "started")
	delete(all, "finished")
	return all
}

// noFiles fails when a name of the work folder begins with one of args.
func noFiles(ts *testscript.TestScript, _ bool, args []string) {
	for _, arg := range args {
		entries, err := os.ReadDir(ts.MkAbs(arg))
		if err != nil && !os.IsNotExist(err) {
			ts.Fatalf("%v", err)
		}
		var names []string
		for _, entry := range entries {
			names = append(names, entry.Name())
		}
		if len(names) > 0 {
			ts.Fatalf("%s holds %s", arg, strings.Join(names, ", "))
		}
	}
}
