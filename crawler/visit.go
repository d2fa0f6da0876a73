package crawler

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"sitewalk/crawler/fetch"
	"sitewalk/crawler/page"
	"sitewalk/crawler/weburl"
)

// maxSelfHops is how often an address that redirects to itself is asked again
// while each answer sets a cookie.
const maxSelfHops = 5

// visit does one job and gives it back.
func (c *Crawler) visit(ctx context.Context, j job) {
	var again bool
	var wait time.Duration
	switch {
	case j.robots:
		c.readRobots(ctx, j)
	case j.probe:
		c.probe(ctx, j.host)
	case j.sitemap != "":
		c.readSitemap(ctx, j)
	default:
		again, wait = c.visitAddress(ctx, &j)
	}
	for _, p := range c.frontier.leave(j, again, wait) {
		c.record(p)
	}
}

// visitAddress takes one address from request to Page. again asks for another
// try after wait.
func (c *Crawler) visitAddress(ctx context.Context, j *job) (again bool, wait time.Duration) {
	u, err := weburl.Parse(j.address.URL)
	if err != nil {
		c.record(&Page{ID: j.address.ID, URL: j.address.URL, ErrorKind: fetch.BadResponse, Error: err.Error(), Outcome: Broken})
		return false, 0
	}
	at := time.Now()
	r := c.askAsVisitor(ctx, &j.address, u)
	defer r.Release()
	if ctx.Err() != nil && (r.Status == 0 || r.Err != nil) {
		return false, 0 // stopped: asked for again when the crawl is carried on
	}
	wait, again = c.frontier.answered(j, at, r.Status, r.Wait, fetch.RetryAfter(r.Header, at))
	if again && j.attempt < maxTries && mayPass(r) {
		return true, max(wait, firstBackoff<<(j.attempt-1)/2)
	}
	p, facts, target := c.read(&j.address, u, r)
	defer facts.Release()
	p.At = at
	if isOutOfReach(r) && c.frontier.doubt(doubt{job: *j, page: p}) {
		return false, 0
	}
	if r.SetsCookie && !target.IsZero() && c.bounces(&j.address, target) {
		p.RedirectID = j.address.FoundOn
		if c.visitAgain(ctx, j, target) {
			c.record(p)
		}
		return false, 0
	}
	c.follow(&j.address, u, p, facts, target)
	c.record(p)
	return false, 0
}

// bounces tells whether an address redirects back to the one that redirected to
// it, as sites do that give each visitor a cookie first.
func (c *Crawler) bounces(a *Address, target weburl.URL) bool {
	if a.Hops == 0 || a.FoundOn == 0 {
		return false
	}
	back := []candidate{c.candidate(target, a.Kind)}
	return c.frontier.lookup(back) && back[0].address.ID == a.FoundOn
}

// visitAgain asks once more for an address that redirected, now that a cookie
// is set, and replaces what was learnt about it. When it still redirects, the
// two addresses are a loop. It returns false when the crawl was stopped meanwhile:
// then the job waits, and leads here again when the crawl is carried on.
func (c *Crawler) visitAgain(ctx context.Context, j *job, u weburl.URL) (done bool) {
	a := j.address
	a.ID, a.URL, a.FoundOn, a.Hops = j.address.FoundOn, u.WithoutFragment().String(), 0, j.address.Hops-1
	at := time.Now()
	r := c.ask(ctx, &a, u)
	defer r.Release()
	if ctx.Err() != nil && (r.Status == 0 || r.Err != nil) {
		return false
	}
	if r.Status == 0 || isRedirect(r.Status) {
		if !c.hasStarted() {
			c.failStart(string(fetch.BadRedirect), a.URL, r.Status, "the redirects lead back to "+a.URL)
		}
		return true
	}
	p, facts, target := c.read(&a, u, r)
	defer facts.Release()
	p.At = at
	c.follow(&a, u, p, facts, target)
	c.frontier.replaceMoved(p)
	c.writer.put(p)
	return true
}

// mayPass tells whether a failure is of the kind that often passes.
func mayPass(r *fetch.Response) bool {
	switch r.Status {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return r.Status == 0 && r.Err != nil && r.Err.Kind == fetch.Reset
}

// isOutOfReach tells whether nothing of the host was seen, as it is when the
// network is gone.
func isOutOfReach(r *fetch.Response) bool {
	return r.Status == 0 && r.Err != nil && isSilence(r.Err)
}

func isSilence(err *fetch.Error) bool {
	switch err.Kind {
	case fetch.DNS, fetch.Refused, fetch.Unreachable, fetch.Timeout:
		return true
	}
	return false
}

// record counts a page and hands it to the writer.
func (c *Crawler) record(p *Page) {
	c.frontier.result(p)
	c.writer.put(p)
}

// ask makes the exchange for an address: a page is got; of everything else
// only the head is asked for, unless the server does not like that.
func (c *Crawler) ask(ctx context.Context, a *Address, u weburl.URL) *fetch.Response {
	if a.Lane() == PageLane {
		return c.get(ctx, u, wantHTML)
	}
	r := c.client.Do(ctx, c.request(u, http.MethodHead, nil))
	if !headRefused(r) || ctx.Err() != nil {
		return r
	}
	r.Release()
	return c.get(ctx, u, wantNothing)
}

// headRefused tells whether a HEAD may have been answered otherwise than a GET
// would be.
func headRefused(r *fetch.Response) bool {
	if r.Status >= 400 && r.Status != http.StatusTooManyRequests {
		return true
	}
	if r.Err == nil {
		return false
	}
	switch r.Err.Kind {
	case fetch.Reset, fetch.BadResponse, fetch.Truncated, fetch.BadEncoding:
		return true
	}
	return false
}

// get asks for an address, again while it redirects to itself and sets a cookie.
func (c *Crawler) get(ctx context.Context, u weburl.URL, want func(int, http.Header) bool) *fetch.Response {
	for hop := 0; ; hop++ {
		r := c.client.Do(ctx, c.request(u, http.MethodGet, want))
		if !isRedirect(r.Status) {
			return r
		}
		target, ok := fetch.Location(u, r.Header)
		if !ok || target.Key() != u.Key() {
			return r
		}
		if !r.SetsCookie || hop >= maxSelfHops {
			r.Err = &fetch.Error{Kind: fetch.BadRedirect, Cause: errors.New("it redirects to itself")}
			return r
		}
		r.Release()
	}
}

// request makes a request; the headers that a person adds are for the site alone.
func (c *Crawler) request(u weburl.URL, method string, want func(int, http.Header) bool) fetch.Request {
	r := fetch.Request{URL: u, Method: method, Want: want}
	if len(c.settings.Header) > 0 && c.currentSite().Contains(u) {
		r.Header = c.settings.Header
	}
	return r
}

// isRedirect tells whether browsers follow an answer of this status (Fetch
// Standard, "redirect status").
func isRedirect(status int) bool {
	switch status {
	case 301, 302, 303, 307, 308:
		return true
	}
	return false
}

// wantHTML wants the bodies that may be pages.
func wantHTML(status int, h http.Header) bool {
	if isRedirect(status) {
		return false
	}
	essence, _ := fetch.ContentType(h, nil)
	return essence == "" || fetch.IsHTML(essence)
}

func wantNothing(int, http.Header) bool { return false }

// read turns an answer into a Page. facts is nil unless the answer is an HTML
// page of the site; target is where it redirects to.
func (c *Crawler) read(a *Address, u weburl.URL, r *fetch.Response) (p *Page, facts *page.Facts, target weburl.URL) {
	p = &Page{
		ID: a.ID, URL: a.URL, Scope: a.Scope, Kind: a.Kind,
		Status: r.Status, Took: r.Duration, Size: max(r.Length, 0),
	}
	if r.BodyRead {
		p.Size = int64(len(r.Body))
	}
	target = readRedirect(a, u, p, r)
	if r.Err != nil {
		p.ErrorKind, p.Error = r.Err.Kind, r.Err.Cause.Error()
	}
	p.Outcome = Judge(r.Status, p.ErrorKind, p.RedirectTo != "", r.Header)
	defer func() { c.inspect(p, r, facts) }()
	if r.Status == 0 {
		return p, nil, target
	}
	p.Proto, p.LastModified = r.Proto, r.Header.Get("Last-Modified")
	var charset string
	p.ContentType, charset = fetch.ContentType(r.Header, r.Body)
	p.Charset = charset
	if p.RedirectTo == "" && r.Status < 400 {
		p.Kind = kindOf(p.ContentType, a.Kind)
	}
	if a.Lane() == PageLane && p.RedirectTo == "" && fetch.IsHTML(p.ContentType) && r.BodyRead {
		facts = c.parse(r.Body, charset, u)
		p.take(facts, r.Header)
		if r.Status < 400 {
			target = p.readRefresh(facts, u)
		}
	}
	return p, facts, target
}

func (c *Crawler) parse(body []byte, charset string, u weburl.URL) *page.Facts {
	if c.settings.KeepText {
		return page.ParseText(body, charset, u)
	}
	return page.Parse(body, charset, u)
}

// inspect lets the inspector look at a page.
func (c *Crawler) inspect(p *Page, r *fetch.Response, facts *page.Facts) {
	if c.Inspect != nil {
		c.Inspect(p, Sight{Header: r.Header, Proto: r.Proto, Wire: r.WireSize, Facts: facts})
	}
}

// readRedirect fills in where the answer leads to.
func readRedirect(a *Address, u weburl.URL, p *Page, r *fetch.Response) (target weburl.URL) {
	if !isRedirect(r.Status) || r.Err != nil && r.Err.Kind == fetch.BadRedirect {
		return target
	}
	target, ok := fetch.Location(u, r.Header)
	if !ok {
		r.Err = &fetch.Error{Kind: fetch.BadRedirect, Cause: errors.New("the redirect names no address")}
		return weburl.URL{}
	}
	p.RedirectTo = target.WithoutFragment().String()
	if target.Key() == u.Key() {
		r.Err = &fetch.Error{Kind: fetch.BadRedirect, Cause: errors.New("it redirects to itself")}
		return weburl.URL{}
	}
	if a.Hops >= MaxHops {
		r.Err = &fetch.Error{Kind: fetch.TooManyHops, Cause: fmt.Errorf("more than %d redirects in a row", MaxHops)}
	}
	return target
}

// kindOf tells what a content type is; expected holds where there is none.
func kindOf(essence string, expected Kind) Kind {
	switch {
	case essence == "":
		return expected
	case fetch.IsHTML(essence):
		return PageKind
	case strings.HasPrefix(essence, "image/"):
		return ImageKind
	}
	return FileKind
}

// take copies the facts of an HTML document.
func (p *Page) take(f *page.Facts, h http.Header) {
	p.Charset = f.Charset
	p.Title, p.H1, p.FirstParagraph = f.Title, f.H1, f.FirstParagraph
	p.MetaDescription, p.Canonical, p.Lang = f.MetaDescription, f.Canonical, f.Lang
	p.Text, p.ByScript = f.Text, f.MadeByScripts
	p.MetaKeywords, p.SecondH1, p.H2, p.SecondH2 = f.MetaKeywords, f.SecondH1, f.H2, f.SecondH2
	p.Words, p.Sentences, p.TextBytes = f.Words, f.Sentences, f.TextBytes
	p.TextHash, p.SimHash, p.Anchors = f.TextHash, f.SimHash, f.Anchors
	robots := h.Values("X-Robots-Tag")
	if f.MetaRobots != "" {
		robots = append([]string{f.MetaRobots}, robots...)
	}
	p.MetaRobots = strings.Join(robots, ", ")
}

// quickRefresh is after how many seconds at most a meta refresh is a redirect:
// nobody reads the page in less.
const quickRefresh = 5

// readRefresh takes a quick meta refresh to another address as the redirect
// that it is for a visitor.
func (p *Page) readRefresh(f *page.Facts, u weburl.URL) (target weburl.URL) {
	for i := range f.Links {
		l := &f.Links[i]
		if l.Kind == page.Refresh && f.RefreshAfter <= quickRefresh && l.URL.Key() != u.Key() {
			p.RedirectTo = l.URL.WithoutFragment().String()
			p.Outcome = Moved
			return l.URL
		}
	}
	return target
}

// follow adds what a page leads to, and begins the crawl proper when the page
// is the start.
func (c *Crawler) follow(a *Address, u weburl.URL, p *Page, facts *page.Facts, target weburl.URL) {
	if !c.hasStarted() && !c.startRead(a, p, facts, target) {
		return
	}
	ledOn := false
	if !target.IsZero() {
		ledOn = c.followRedirect(a, u, p, target, facts != nil)
	}
	switch {
	case facts != nil && p.Status < 400 && c.hasStarted():
		c.followLinks(a, u, p, facts)
	case !ledOn && a.Lane() == PageLane:
		c.trap.barren(u, a)
	}
}

// followRedirect adds what an address redirects to, and tells whether it is new.
func (c *Crawler) followRedirect(a *Address, u weburl.URL, p *Page, target weburl.URL, isPage bool) (isNew bool) {
	cs := []candidate{c.candidate(target, a.Kind)}
	isNew = !c.frontier.lookup(cs)
	if isNew {
		t := &cs[0].address
		t.Depth, t.FoundOn, t.Hops = a.Depth, a.ID, a.Hops+1
		c.judge(&cs[0], target, page.Anchor)
		c.trap.passOn(u, a.ID, &cs[0], isPage)
		c.frontier.add(cs)
	}
	p.RedirectID = cs[0].address.ID
	return isNew
}

func (c *Crawler) followLinks(a *Address, u weburl.URL, p *Page, facts *page.Facts) {
	list := candidates.Get().(*[]candidate)
	defer giveBack(list)
	cs := slices.Grow(*list, len(facts.Links))[:len(facts.Links)]
	*list = cs
	for i := range facts.Links {
		l := &facts.Links[i]
		c.fill(&cs[i], l.URL, kindBehind(l.Kind))
	}
	known := c.frontier.lookup(cs)
	var unknown []int
	if !known {
		unknown = c.judgeLinks(a, facts, cs)
	}
	if !c.settings.IgnoreTraps {
		c.trap.watch(u, a, facts, cs, unknown)
	}
	if !known {
		c.frontier.add(cs)
	}
	p.Links = newLinks(len(cs))
	for i := range cs {
		p.Links[i] = newLink(&facts.Links[i], &cs[i])
	}
}

// candidates are lists that are used again: a page has a hundred links and
// nearly all of them are known.
var candidates = sync.Pool{New: func() any { return new([]candidate) }}

func giveBack(list *[]candidate) {
	clear(*list)
	*list = (*list)[:0]
	if cap(*list) <= 4096 {
		candidates.Put(list)
	}
}

// judgeLinks judges those of a page's links that are not known yet, and gives
// their places.
func (c *Crawler) judgeLinks(a *Address, facts *page.Facts, cs []candidate) (unknown []int) {
	for i := range cs {
		if cs[i].address.ID != 0 {
			continue
		}
		unknown = append(unknown, i)
		t := &cs[i].address
		t.Depth, t.FoundOn = below(a.Depth), a.ID
		c.judge(&cs[i], facts.Links[i].URL, facts.Links[i].Kind)
	}
	return unknown
}

// below is the depth of a page's links; of a page that no click reaches, none.
func below(depth int) int {
	if depth < 0 {
		return depth
	}
	return depth + 1
}

func newLink(l *page.Link, c *candidate) Link {
	link := Link{
		Target: c.address.ID, Kind: l.Kind, Position: l.Position,
		Text: l.Text, Rel: l.Rel, Fragment: l.URL.Fragment(),
	}
	if c.odd {
		link.Spelling = l.URL.WithoutFragment().String()
	}
	return link
}

// kindBehind is what a link's target is expected to be.
func kindBehind(k page.LinkKind) Kind {
	if k == page.Image {
		return ImageKind
	}
	return PageKind
}

// candidate makes a candidate of an address; judge completes it when it is new.
func (c *Crawler) candidate(u weburl.URL, kind Kind) (k candidate) {
	c.fill(&k, u, kind)
	return k
}

// fill makes a candidate in its place, which is empty: there are many, and they
// are large.
func (c *Crawler) fill(k *candidate, u weburl.URL, kind Kind) {
	k.url = u.WithoutFragment()
	key := k.url.Key()
	k.hash, k.odd = c.frontier.hash(key), key != k.url.String()
	k.address.URL, k.address.Kind = k.url.String(), kind
}

// judge decides whether a new address belongs to the site and whether it is
// asked for. Depth and Hops are filled in.
func (c *Crawler) judge(k *candidate, u weburl.URL, link page.LinkKind) {
	a := &k.address
	k.origin = u.Origin()
	a.Scope = External
	if c.currentSite().Contains(u) {
		a.Scope = Internal
	}
	a.Skipped = c.reason(a, u, link)
}

// reason tells why an address is left out, "" when it is not.
func (c *Crawler) reason(a *Address, u weburl.URL, link page.LinkKind) Reason {
	switch {
	case len(a.URL) > MaxURL:
		return TooLong
	case a.Hops > MaxHops:
		return TooManyHops
	case a.Kind == ImageKind && c.settings.NoImages:
		return ImagesOff
	}
	if a.Scope == External {
		return c.reasonOutside(u, link)
	}
	switch {
	case a.Kind == ImageKind:
		return ""
	case !c.patterns.allow(u):
		return Excluded
	case c.settings.LimitDepth && (a.Depth > c.settings.MaxDepth || a.Depth < 0):
		return TooDeep
	}
	return ""
}

// reasonOutside is reason for addresses of other sites. What a canonical names
// is information, not a link. And an address of this computer or of a private
// network is another place for every visitor: what answers here says nothing
// about the site, and a website must not make us ask our own network.
func (c *Crawler) reasonOutside(u weburl.URL, link page.LinkKind) Reason {
	if c.settings.NoExternal || link == page.Canonical {
		return Outside
	}
	if !u.IsPrivate() {
		return ""
	}
	host := u.Hostname() + ":" + u.Port()
	for _, local := range c.settings.LocalHosts {
		if local == host {
			return ""
		}
	}
	if start, err := weburl.Parse(c.Meta().Site); err == nil && start.IsPrivate() && !u.IsLoopback() {
		return "" // an intranet's own neighbours
	}
	return ThisComputer
}
