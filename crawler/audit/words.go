// Package audit puts what a crawl found into plain words: outcomes, failures,
// reasons, and the paragraph at the end. All words a person reads about a
// site are here, keyed so that they can be translated.
package audit

import (
	"sitewalk/crawler"
	"sitewalk/crawler/fetch"
)

// Message is a sentence for a person, what to try, and the technical cause
// that stands behind "Details".
type Message struct {
	Text    string // what happened
	Advice  string // what to do, "" when there is nothing
	Details string // the technical cause
}

// OutcomeWord names an outcome: "Works", "Moved", "Broken", "Could not check", "Skipped", "Waiting".
func OutcomeWord(o crawler.Outcome) string { return "" }

// Page says in a sentence or two what happened to an address: its status, its
// failure, or why it was skipped.
func Page(outcome crawler.Outcome, status int, kind fetch.Kind, reason crawler.Reason, details string) Message {
	return Message{}
}

// ReasonWord says why an address was left out.
func ReasonWord(r crawler.Reason) string { return "" }

// Failure says why a crawl could not start, and what to try.
func Failure(m crawler.Meta) Message { return Message{} }

// File says why a file could not be opened, read or written.
func File(err error, path string) Message { return Message{} }

// MannersSentence says what the pilot is doing, "" when it does nothing.
func MannersSentence(m crawler.Manners) string { return "" }

// Story is the paragraph that closes a crawl: how much was found, what was
// left out and why, and whether to trust the result.
func Story(m crawler.Meta, c crawler.Counts) string { return "" }
