// Package audit puts what a crawl found into plain words: outcomes, failures,
// reasons, and the paragraph at the end. All words a person reads about a
// site are here, keyed so that they can be translated.
package audit

import (
	"fmt"
	"net/http"
	"strconv"

	"sitewalk/crawler"
	"sitewalk/crawler/fetch"
)

// OutcomeWord names an outcome: "Works", "Moved", "Broken", "Could not check", "Skipped", "Waiting".
func OutcomeWord(o crawler.Outcome) string { return say("outcome." + o.String()) }

// Page says in a sentence or two what happened to an address: its status, its
// failure, or why it was skipped.
func Page(outcome crawler.Outcome, status int, kind fetch.Kind, reason crawler.Reason, details string) Message {
	m := pageMessage(outcome, status, kind, reason)
	m.Details = joinDetails(statusLine(status), details)
	return m
}

func pageMessage(outcome crawler.Outcome, status int, kind fetch.Kind, reason crawler.Reason) Message {
	switch {
	case outcome == crawler.Skipped:
		return reasonMessage(reason)
	case outcome == crawler.Waiting:
		return message("waiting")
	case kind != "" && status < http.StatusBadRequest:
		return kindMessage(outcome, kind)
	}
	return statusMessage(outcome, status)
}

// kindMessage adds to a failure that proves nothing that a visitor may see the page all the same.
func kindMessage(outcome crawler.Outcome, kind fetch.Kind) Message {
	m := message("kind." + known("kind.", string(kind)))
	if outcome == crawler.Unchecked {
		m.Advice = joinSentences(m.Advice, say("look-yourself"))
	}
	return m
}

// known gives name when there are words for prefix+name, and "other" when
// there are none: a later version may have stored a name that this one lacks.
func known(prefix, name string) string {
	if has(prefix + name + ".text") {
		return name
	}
	return "other"
}

// statusLine is the technical form of a status, "" when there was no answer.
func statusLine(status int) string {
	if status == 0 {
		return ""
	}
	if name := http.StatusText(status); name != "" {
		return fmt.Sprintf("HTTP %d %s", status, name)
	}
	return "HTTP " + strconv.Itoa(status)
}

func joinDetails(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n" + b
}

func joinSentences(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + " " + b
}
