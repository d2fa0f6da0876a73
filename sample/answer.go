package sample

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// answer is what one address answers.
type answer struct {
	status      int
	contentType string
	location    string        // of a redirect
	delay       time.Duration // before the answer
	people      bool          // only browsers get it; programs get a 403
	body        []byte
}

// answers is a site: what each path answers, or each path with its query where
// the query matters. Paths are unescaped.
type answers map[string]answer

func (a answers) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	// The date would be the one thing that differs from visit to visit.
	w.Header()["Date"] = nil
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		message(http.StatusMethodNotAllowed).send(w)
		return
	}
	found := a.find(r)
	select {
	case <-time.After(found.delay):
	case <-r.Context().Done():
		return
	}
	found.send(w)
}

func (a answers) find(r *http.Request) answer {
	found, ok := a[r.URL.Path+"?"+r.URL.RawQuery]
	if !ok {
		found, ok = a[r.URL.Path]
	}
	switch {
	case !ok:
		return message(http.StatusNotFound)
	case found.people && !isBrowser(r.UserAgent()):
		return message(http.StatusForbidden)
	}
	return found
}

// isBrowser judges as many walls against robots do: by the name alone.
func isBrowser(agent string) bool {
	return strings.HasPrefix(agent, "Mozilla/5.0 (") && !strings.Contains(agent, "compatible;")
}

func (a answer) send(w http.ResponseWriter) {
	if a.location != "" {
		w.Header().Set("Location", a.location)
	}
	w.Header().Set("Content-Type", a.contentType)
	w.Header().Set("Content-Length", strconv.Itoa(len(a.body)))
	w.WriteHeader(a.status)
	_, _ = w.Write(a.body)
}

// message is an answer that says no more than its status.
func message(status int) answer {
	text := http.StatusText(status)
	return answer{status: status, contentType: htmlType, body: plainPage(text, "Sorry, there is nothing to see here.")}
}

// plainPage is a page outside the shop's layout.
func plainPage(title, paragraph string) []byte {
	return fmt.Appendf(nil, `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>%[1]s</title></head>
<body><h1>%[1]s</h1><p>%[2]s</p></body>
</html>
`, title, paragraph)
}

// moved is a redirect for good.
func moved(to string) answer {
	a := message(http.StatusMovedPermanently)
	a.location = to
	return a
}
