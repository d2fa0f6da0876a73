package audit

import (
	"net/http"
	"strconv"

	"sitewalk/crawler"
)

// statusPhrases has the HTTP statuses of RFC 9110 that a crawl meets, and the
// common ones that no standard knows. A status without words of its own falls
// back to those of its class: "4xx".
var statusPhrases = []Phrase{
	{Key: "status.2xx.text", Text: "The page works."},
	{Key: "status.204.text", Text: "The site answers, but on purpose with nothing to show (204)."},
	{Key: "status.206.text", Text: "The site sent only a part of the page (206), which nobody asked for."},
	{Key: "status.206.advice", Text: "Tell whoever runs the server."},

	{Key: "status.3xx.text", Text: "The address leads on to another one ({status})."},
	{Key: "status.3xx.advice", Text: "Let your links point to the new address."},
	{Key: "status.300.text", Text: "The site offers several addresses instead of a page (300)."},
	{Key: "status.300.advice", Text: "Let your links point to the one that is meant."},
	{Key: "status.301.text", Text: "The page has moved to another address for good (301)."},
	{Key: "status.301.advice", Text: "Let your links point to the new address: it saves every visitor a detour."},
	{Key: "status.302.text", Text: "The address leads to another one for the time being (302)."},
	{Key: "status.302.advice", Text: "Nothing to do if that is meant. If the page has moved for good, redirect with 301 and correct your links."},
	{Key: "status.303.text", Text: "The address answers by sending visitors to another one (303)."},
	{Key: "status.303.advice", Text: "Nothing to do if that is meant."},
	{Key: "status.304.text", Text: "The site claims that nothing has changed since the last visit (304), though this was the first."},
	{Key: "status.304.advice", Text: "Tell whoever runs the server."},
	{Key: "status.307.text", Text: "The address leads to another one for the time being (307)."},
	{Key: "status.307.advice", Text: "Nothing to do if that is meant. If the page has moved for good, redirect with 301 and correct your links."},
	{Key: "status.308.text", Text: "The page has moved to another address for good (308)."},
	{Key: "status.308.advice", Text: "Let your links point to the new address: it saves every visitor a detour."},

	{Key: "status.4xx.text", Text: "The site refuses this address ({status})."},
	{Key: "status.4xx.advice", Text: "Open it in a browser. If visitors cannot see it either, correct the links that lead here."},
	{Key: "status.400.text", Text: "The site does not understand this address (400)."},
	{Key: "status.400.advice", Text: "There is probably a mistake in the link: correct it on the pages that have it."},
	{Key: "status.401.text", Text: "This page asks for a name and a password (401)."},
	{Key: "status.401.advice", Text: "Nothing to do if it is meant to be closed. Otherwise open it to everybody, or take the links away."},
	{Key: "status.402.text", Text: "This page is to be paid for (402)."},
	{Key: "status.403.text", Text: "The site refused to show this page to us (403)."},
	{Key: "status.403.advice", Text: "A visitor with a browser may well see it: open it in one to be sure."},
	{Key: "status.404.text", Text: "There is no page at this address (404)."},
	{Key: "status.404.advice", Text: "Correct the links that lead here, bring the page back, or redirect the address to a page that fits."},
	{Key: "status.405.text", Text: "This address does not take visits, only other kinds of requests (405)."},
	{Key: "status.405.advice", Text: "It is probably meant for a form or a script. Take away the links that lead here."},
	{Key: "status.406.text", Text: "The site found no form of this page that it would give us (406)."},
	{Key: "status.406.advice", Text: "A visitor with a browser may well see it: open it in one to be sure."},
	{Key: "status.407.text", Text: "A machine between us and the site asks for a name and a password (407)."},
	{Key: "status.407.advice", Text: "Ask whoever runs your network how to get past the proxy."},
	{Key: "status.408.text", Text: "The site says that our request took too long (408)."},
	{Key: "status.408.advice", Text: "Try again later, or with fewer pages at once."},
	{Key: "status.410.text", Text: "This page has been removed for good (410)."},
	{Key: "status.410.advice", Text: "Take away the links that lead here."},
	{Key: "status.414.text", Text: "The address is longer than the site accepts (414)."},
	{Key: "status.414.advice", Text: "Look at the link on the page that has it: something is probably added to it again and again."},
	{Key: "status.421.text", Text: "The server does not feel responsible for this address (421)."},
	{Key: "status.421.advice", Text: "Tell whoever runs the server: the host name is not set up there."},
	{Key: "status.429.text", Text: "The site wants fewer visits in a short time (429)."},
	{Key: "status.429.advice", Text: "Crawl again with fewer pages at once. Visitors hardly ever see this."},
	{Key: "status.431.text", Text: "The site finds our request too large (431)."},
	{Key: "status.431.advice", Text: "Try without added headers."},
	{Key: "status.451.text", Text: "This page is kept back for legal reasons (451), perhaps only in this country."},
	{Key: "status.451.advice", Text: "Nothing to do if that is meant."},

	{Key: "status.5xx.text", Text: "The site has an error of its own at this address ({status})."},
	{Key: "status.5xx.advice", Text: "Try again later. If it stays, tell whoever runs the server."},
	{Key: "status.500.text", Text: "The site has an error of its own at this address (500)."},
	{Key: "status.500.advice", Text: "Tell whoever runs the site: the cause stands in the server's error log."},
	{Key: "status.501.text", Text: "The server cannot do what this address asks for (501)."},
	{Key: "status.501.advice", Text: "Tell whoever runs the server."},
	{Key: "status.502.text", Text: "A part of the site behind its front door does not answer properly (502)."},
	{Key: "status.502.advice", Text: "Try again later. If it stays, tell whoever runs the server."},
	{Key: "status.503.text", Text: "The site says that it is overloaded or being worked on (503)."},
	{Key: "status.503.advice", Text: "Try again later, with fewer pages at once."},
	{Key: "status.504.text", Text: "A part of the site behind its front door took too long to answer (504)."},
	{Key: "status.504.advice", Text: "Try again later. If it stays, tell whoever runs the server."},
	{Key: "status.508.text", Text: "The server goes round in circles at this address (508)."},
	{Key: "status.508.advice", Text: "Tell whoever runs the server."},
	{Key: "status.509.text", Text: "The site has used up the traffic that its provider allows (509)."},
	{Key: "status.509.advice", Text: "Ask the provider for more, or wait until the limit starts anew."},
	{Key: "status.52x.text", Text: "The service in front of the site cannot get at the site itself ({status})."},
	{Key: "status.52x.advice", Text: "Try again later. If it stays, tell whoever runs the server."},
	{Key: "status.999.text", Text: "The site keeps programs out (999)."},
	{Key: "status.999.advice", Text: "Nothing to do: some large sites answer every program like this. Open it in a browser to be sure."},

	{Key: "status.none.text", Text: "There was no answer."},
	{Key: "status.none.advice", Text: "Try again later."},
	{Key: "status.odd.text", Text: "The site answers with something that is no proper status ({status})."},
	{Key: "status.odd.advice", Text: "Tell whoever runs the server."},
}

// walls are the statuses whose advice speaks of visitors with a browser already
// or makes it needless.
var walls = map[int]bool{
	http.StatusUnauthorized: true, http.StatusForbidden: true, http.StatusNotAcceptable: true,
	http.StatusProxyAuthRequired: true, http.StatusTooManyRequests: true,
	http.StatusUnavailableForLegalReasons: true, 999: true,
}

func statusMessage(outcome crawler.Outcome, status int) Message {
	success := status >= 200 && status < 300
	switch {
	case success && outcome == crawler.Unchecked:
		return message("wall")
	case success && outcome == crawler.Broken:
		return message("empty-shell")
	}
	m := message("status."+statusName(status), "status", strconv.Itoa(status))
	if outcome == crawler.Unchecked && !walls[status] {
		m.Advice = joinSentences(m.Advice, say("look-yourself"))
	}
	return m
}

// statusName is the part of the key that stands for a status: itself, its class, or what is wrong with it.
func statusName(status int) string {
	own := strconv.Itoa(status)
	switch {
	case has("status." + own + ".text"):
		return own
	case status == 0:
		return "none"
	case status >= 520 && status < 530:
		return "52x"
	case status >= 200 && status < 600:
		return strconv.Itoa(status/100) + "xx"
	}
	return "odd"
}
