package audit

import (
	"net/http"
	"strconv"

	"sitewalk/crawler"
	"sitewalk/crawler/fetch"
)

var answerChecks = []Check{
	{ID: "answer-missing-page", Usual: "Response Codes: Internal Client Error (4xx)", Group: Answers, Hurts: Visitors, on: ours, rule: func(s *subject) {
		s.status(s.Outcome == crawler.Broken && s.Kind != crawler.ImageKind && s.Status >= 400 && s.Status < 500)
	}},
	{ID: "answer-server-error", Usual: "Response Codes: Internal Server Error (5xx)", Group: Answers, Hurts: Visitors, on: ours, rule: func(s *subject) {
		s.status(s.Outcome == crawler.Broken && s.Status >= 500)
	}},
	{ID: "answer-none", Usual: "Response Codes: Internal No Response", Group: Answers, Hurts: Visitors, on: ours, rule: func(s *subject) {
		s.foundIf(s.Status == 0 && s.ErrorKind != fetch.Timeout && s.ErrorKind != fetch.Cancelled && !isCertificate(s.ErrorKind))
	}},
	{ID: "answer-timeout", Usual: "Response Codes: Internal No Response", Group: Answers, Hurts: Visitors, on: ours, rule: func(s *subject) {
		s.foundIf(s.ErrorKind == fetch.Timeout)
	}},
	{ID: "answer-refused", Group: Answers, Hurts: Nicety, on: ours, rule: func(s *subject) {
		s.status(s.Outcome == crawler.Unchecked && s.Status != 0)
	}},
	{ID: "answer-broken-off", Group: Answers, Hurts: Visitors, on: ours, rule: func(s *subject) {
		s.foundIf(s.ErrorKind == fetch.Truncated || s.ErrorKind == fetch.BadEncoding)
	}},
	{ID: "answer-empty", Group: Answers, Hurts: Visitors, on: working, rule: func(s *subject) {
		s.foundIf(s.Kind == crawler.PageKind && s.Status == http.StatusOK && s.Size == 0 && s.ErrorKind == "" && fetch.IsHTML(s.ContentType))
	}},
	{ID: "answer-untyped", Usual: "Security: Bad Content Type", Group: Answers, Hurts: Visitors, on: working, rule: func(s *subject) {
		s.foundIf(s.Header.Get("Content-Type") == "" && s.Size > 0)
	}},
	{ID: "redirect-permanent", Usual: "Response Codes: Internal Redirection (3xx)", Group: Answers, Hurts: Nicety, on: ours, rule: func(s *subject) {
		s.leadsOn(s.Status == http.StatusMovedPermanently || s.Status == http.StatusPermanentRedirect)
	}},
	{ID: "redirect-temporary", Usual: "Response Codes: Internal Redirection (3xx)", Group: Answers, Hurts: SearchEngines, on: ours, rule: func(s *subject) {
		s.leadsOn(s.Status == http.StatusFound || s.Status == http.StatusSeeOther || s.Status == http.StatusTemporaryRedirect)
	}},
	{ID: "redirect-by-page", Usual: "Response Codes: Internal Redirection (Meta Refresh)", Group: Answers, Hurts: SearchEngines, on: ours, rule: func(s *subject) {
		s.leadsOn(s.Status < 300)
	}},
	{ID: "redirect-nowhere", Usual: "Response Codes: Internal Redirection (3xx)", Group: Answers, Hurts: Visitors, on: ours, rule: func(s *subject) {
		s.status(s.ErrorKind == fetch.BadRedirect)
	}},
	{ID: "external-missing-page", Usual: "Response Codes: External Client Error (4xx)", Group: Answers, Hurts: Visitors, on: elsewhere, rule: func(s *subject) {
		s.status(s.Outcome == crawler.Broken && s.Status >= 400 && s.Status < 500)
	}},
	{ID: "external-server-error", Usual: "Response Codes: External Server Error (5xx)", Group: Answers, Hurts: Visitors, on: elsewhere, rule: func(s *subject) {
		s.status(s.Outcome == crawler.Broken && s.Status >= 500)
	}},
	{ID: "external-none", Usual: "Response Codes: External No Response", Group: Answers, Hurts: Visitors, on: elsewhere, rule: func(s *subject) {
		s.foundIf(s.Outcome == crawler.Broken && s.Status == 0)
	}},
}

// status notes a finding whose evidence is the status.
func (s *subject) status(problem bool) {
	if problem {
		s.found(strconv.Itoa(s.Status))
	}
}

// leadsOn notes a redirect of the kind that the rule is about.
func (s *subject) leadsOn(kind bool) {
	if kind && s.Outcome == crawler.Moved {
		s.found(shortened(s.RedirectTo))
	}
}

// isCertificate tells whether the site's certificate kept us from asking.
func isCertificate(kind fetch.Kind) bool {
	switch kind {
	case fetch.TLS, fetch.TLSExpired, fetch.TLSSelfSigned, fetch.TLSWrongHost:
		return true
	}
	return false
}

var answerWords = []wording{
	{"answer-missing-page", "Page not found",
		"Whoever follows a link to this address gets an error instead of a page, and leaves. Search engines drop it after a while.",
		"Correct the links that lead here. If the page has moved, have its old address send visitors to the new one.",
		"These addresses answer with an error (4xx), although pages link to them. Please correct the links, or redirect each address permanently (301) to the page that took its place."},
	{"answer-server-error", "The server fails",
		"The server gave an error of its own instead of the page. Visitors see an error message, and search engines visit a site less that often fails.",
		"Open the address again in a while. If the error stays, something in the shop's software or its settings has to be repaired.",
		"The server answers these addresses with an error of its own (5xx). Please look into the server's error log for them and repair the cause."},
	{"answer-none", "No answer",
		"Nothing answered at this address, so visitors see their browser's error page.",
		"Open it in a browser. If it works there now, check again; otherwise tell whoever runs the server.",
		"Requests for these addresses got no answer at all. Please check that the server is up, and that nothing in between cuts the connection."},
	{"answer-timeout", "Takes too long to answer",
		"The page did not come in time. Hardly anybody waits that long.",
		"Check again when the site is less busy. If it stays, have somebody find out what is so slow.",
		"Requests for these addresses timed out. Please find out what takes the server so long and speed it up."},
	{"answer-refused", "Could not be checked",
		"The page asks for a password or keeps out programs such as this one. Visitors may well see it, so it counts neither as fine nor as broken.",
		"Open the address in a browser. If you see the page, all is well.",
		"These addresses refuse the crawler (401, 403, 429 or similar). Please let the user agent “Sitewalk” in while we check the site, or confirm that they are meant to be closed."},
	{"answer-broken-off", "Page breaks off",
		"The answer ended before the page was complete, so visitors see half a page or none.",
		"Check again. If it happens again, tell whoever runs the server.",
		"The answers for these addresses end too early or cannot be unpacked. Please check compression, the length announced (Content-Length) and time limits on the server."},
	{"answer-empty", "Empty page",
		"The page answers as if all were well, but has nothing in it. Visitors see a white screen.",
		"Put the content back, or take the page away and correct the links to it.",
		"These addresses answer with 200 but with an empty body. Please restore the pages, or answer 404 or 410 where they are gone."},
	{"answer-untyped", "Type of content not told",
		"The server does not say what it sends, a page, a picture or a file. Browsers then guess, and may offer a download instead of showing it.",
		"Ask whoever runs the server to have it name the type of everything it sends.",
		"These answers come without a Content-Type header. Please have the server send the right one, with the charset for text."},
	{"redirect-permanent", "Address has moved",
		"This is an old address that leads on to another. It works, but every click through it takes a detour.",
		"Let the links on your pages lead straight to the new address. Keep the redirect for old bookmarks and for other sites.",
		"Our own pages still link to these addresses, which redirect. Please link straight to the addresses they lead to, and keep the redirects."},
	{"redirect-temporary", "Moved, but only for a while",
		"This address says that its page is elsewhere only for the time being. Search engines then keep the old address and may not show the new one.",
		"If the move is for good, have it made a permanent one. If it really is temporary, leave it.",
		"These addresses redirect temporarily (302, 303 or 307). Where the move is for good, please make it a permanent redirect (301 or 308)."},
	{"redirect-by-page", "Page that sends visitors on",
		"A page appears for a moment and then sends visitors to another one. It breaks the Back button, and search engines like proper redirects better.",
		"Have the page replaced by a redirect of the server.",
		"These pages lead on with a meta refresh. Please replace it with a permanent redirect (301) from the server."},
	{"redirect-nowhere", "Redirect that leads nowhere",
		"The address wants to send visitors on but names no place that can be used, or itself. Browsers show an error.",
		"Have the redirect corrected, or take the links to it away.",
		"These addresses redirect to themselves or without a usable Location header. Please correct the redirects."},
	{"external-missing-page", "Link to a page elsewhere that is gone",
		"The other site has no page at this address any more. Visitors who follow your link meet an error.",
		"Look for the page's new address and put that in, or take the link away.",
		"These links to other sites lead to pages that are gone. Please replace or remove them."},
	{"external-server-error", "Link to a site elsewhere that fails",
		"The other site answered with an error of its own. Visitors who follow your link meet it.",
		"Try the link again in a few days. If it still fails, take it away.",
		"These links lead to sites that answer with server errors. Please check them again and remove those that stay broken."},
	{"external-none", "Link to a site elsewhere that does not answer",
		"Nothing answers at this address: the other site is gone, or its name is misspelt.",
		"Look for a spelling mistake. If there is none, take the link away.",
		"These links lead to sites that cannot be reached. Please correct or remove them."},
}
