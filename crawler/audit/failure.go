package audit

import (
	"strconv"
	"strings"

	"sitewalk/crawler"
	"sitewalk/crawler/weburl"
)

// failurePhrases has words for every way in which a start page can fail: the
// fetch.Kinds and the four of the engine itself.
var failurePhrases = []Phrase{
	{Key: "failure.dns.text", Text: "We couldn't find {host}."},
	{Key: "failure.dns.advice", Text: "Check the spelling, and that this computer is online. A new name can take a day until it is known everywhere."},
	{Key: "failure.refused.text", Text: "We couldn't connect to {host}: it refused the connection."},
	{Key: "failure.refused.advice", Text: "The site may be down, so try again later. If the address names a port, check it."},
	{Key: "failure.unreachable.text", Text: "We couldn't connect to {host}: there is no way from here to it."},
	{Key: "failure.unreachable.advice", Text: "Check that this computer is online, then try again."},
	{Key: "failure.timeout.text", Text: "{host} did not answer in time."},
	{Key: "failure.timeout.advice", Text: "Open it in a browser. If it is slow there too, try again later; otherwise allow more time for an answer."},
	{Key: "failure.tls.text", Text: "We couldn't make a secure connection to {host}: something is wrong with its certificate or its encryption."},
	{Key: "failure.tls.advice", Text: "Tell whoever runs the server. For your own site you can crawl in spite of it, or try the address with http://."},
	{Key: "failure.tls-expired.text", Text: "The security certificate of {host} is out of date."},
	{Key: "failure.tls-expired.advice", Text: "Have it renewed: browsers warn every visitor meanwhile. For your own site you can crawl in spite of it."},
	{Key: "failure.tls-self-signed.text", Text: "The security certificate of {host} comes from nobody that browsers trust."},
	{Key: "failure.tls-self-signed.advice", Text: "Have a proper certificate installed; they are free. For your own site you can crawl in spite of it."},
	{Key: "failure.tls-wrong-host.text", Text: "The security certificate that {host} shows belongs to another name."},
	{Key: "failure.tls-wrong-host.advice", Text: "Check the spelling, with or without www. For your own site you can crawl in spite of it."},
	{Key: "failure.reset.text", Text: "We did connect to {host}, but it hung up without an answer."},
	{Key: "failure.reset.advice", Text: "Try again later. If it stays, tell whoever runs the server."},
	{Key: "failure.truncated.text", Text: "The start page of {host} broke off before its end."},
	{Key: "failure.truncated.advice", Text: "Try again. If it happens again, tell whoever runs the server."},
	{Key: "failure.too-large.text", Text: "The start page of {host} is larger than the limit."},
	{Key: "failure.too-large.advice", Text: "Start from another page of the site."},
	{Key: "failure.bad-encoding.text", Text: "The start page of {host} arrived packed in a way that cannot be unpacked."},
	{Key: "failure.bad-encoding.advice", Text: "Tell whoever runs the server: the compression is set up wrongly."},
	{Key: "failure.bad-redirect.text", Text: "{host} wants to lead us on to another address, but names none that can be used."},
	{Key: "failure.bad-redirect.advice", Text: "Open it in a browser and start from the address that you see there."},
	{Key: "failure.too-many-hops.text", Text: "{host} leads from one redirect to the next without an end."},
	{Key: "failure.too-many-hops.advice", Text: "Open it in a browser. If that complains too, the redirects of the site are set up wrongly."},
	{Key: "failure.bad-response.text", Text: "Something answers at {host}, but not as a website does."},
	{Key: "failure.bad-response.advice", Text: "Check the address: it may need https:// or another port."},
	{Key: "failure.cancelled.text", Text: "The crawl was stopped before {host} had answered."},
	{Key: "failure.cancelled.advice", Text: "Start it again whenever you like."},

	{Key: "failure.status.401.text", Text: "{host} asks for a name and a password (401)."},
	{Key: "failure.status.401.advice", Text: "If you have them, send them in a header of your own; or start from a page that is open to everybody."},
	{Key: "failure.status.403.text", Text: "{host} refused to show its start page to us (403)."},
	{Key: "failure.status.403.advice", Text: "Many sites keep programs out. If it is yours, ask whoever runs it to let “Sitewalk” in."},
	{Key: "failure.status.404.text", Text: "{host} answers, but has no page at this address (404)."},
	{Key: "failure.status.404.advice", Text: "Check the part of the address after the name, or start from the home page."},
	{Key: "failure.status.410.text", Text: "The page at this address of {host} was removed for good (410)."},
	{Key: "failure.status.410.advice", Text: "Start from the home page of the site."},
	{Key: "failure.status.429.text", Text: "{host} wants fewer visits in a short time (429)."},
	{Key: "failure.status.429.advice", Text: "Wait a while, then try again with fewer pages at once."},
	{Key: "failure.status.503.text", Text: "{host} says that it is overloaded or being worked on (503)."},
	{Key: "failure.status.503.advice", Text: "Try again later."},
	{Key: "failure.status.4xx.text", Text: "{host} refused our request for the start page ({status})."},
	{Key: "failure.status.4xx.advice", Text: "Open it in a browser. If it works there, the site keeps programs out; otherwise check the address."},
	{Key: "failure.status.5xx.text", Text: "{host} answers with an error of its own ({status})."},
	{Key: "failure.status.5xx.advice", Text: "Try again later. If it stays, tell whoever runs the site."},
	{Key: "failure.status.odd.text", Text: "{host} answers, but shows no page ({status})."},
	{Key: "failure.status.odd.advice", Text: "Open it in a browser and start from the address that you see there."},

	{Key: "failure.not-html.text", Text: "What {host} shows at this address is no web page that could have links."},
	{Key: "failure.not-html.advice", Text: "Start from a page of the site, such as its home page."},
	{Key: "failure.robots.text", Text: "The robots.txt of {host} asks programs not to visit this address."},
	{Key: "failure.robots.advice", Text: "Start from a page that is allowed. If it is your own site, you can choose to ignore robots.txt."},
	{Key: "failure.robots-unreachable.text", Text: "We couldn't read the robots.txt of {host}, so we don't know what we may visit and have kept away."},
	{Key: "failure.robots-unreachable.advice", Text: "Try again later. If it is your own site, have the error behind /robots.txt repaired, or choose to ignore robots.txt."},
	{Key: "failure.other.text", Text: "We couldn't read the start page of {host}."},
	{Key: "failure.other.advice", Text: "Check the spelling, or try again later."},
	{Key: "failure.nameless", Text: "the site"},
}

// Failure says why a crawl could not start, and what to try.
func Failure(m crawler.Meta) Message {
	name := known("failure.", m.FailKind)
	if m.FailKind == crawler.FailStatus {
		name = "status." + failedStatus(m.FailStatus)
	}
	message := message("failure."+name, "host", host(m), "status", strconv.Itoa(m.FailStatus))
	message.Details = joinDetails(statusLine(m.FailStatus), m.FailDetail)
	return message
}

// failedStatus is the part of the key that stands for the status of a start page.
func failedStatus(status int) string {
	own := strconv.Itoa(status)
	switch {
	case has("failure.status." + own + ".text"):
		return own
	case status >= 400 && status < 500:
		return "4xx"
	case status >= 500 && status < 600:
		return "5xx"
	}
	return "odd"
}

// host names the site of a crawl as a person would.
func host(m crawler.Meta) string {
	for _, address := range []string{m.FailURL, m.Start, m.Site, m.Typed} {
		if name := hostOf(address); name != "" {
			return name
		}
	}
	return say("failure.nameless")
}

func hostOf(address string) string {
	address = strings.TrimSpace(address)
	if u, err := weburl.Parse(address); err == nil && u.IsHTTP() {
		address = u.Display()
	}
	if _, rest, found := strings.Cut(address, "://"); found {
		address = rest
	}
	if i := strings.IndexAny(address, `/?#\`); i >= 0 {
		address = address[:i]
	}
	return address[strings.LastIndex(address, "@")+1:]
}
