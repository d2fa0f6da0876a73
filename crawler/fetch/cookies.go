package fetch

import (
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/net/publicsuffix"
)

const (
	maxCookieSites   = 256  // sites whose cookies are kept
	maxSiteCookies   = 180  // cookies of one site, as browsers allow
	maxCookieLength  = 4096 // bytes of a name with its value (RFC 6265, section 6.1)
	maxCookieHeaders = 180  // cookies of one response that are looked at
)

// cookies are the crawl's cookies (RFC 6265), bounded in number whatever
// servers send. Sites are registrable domains: no cookie crosses them.
type cookies struct {
	any   atomic.Bool // a cookie was ever set
	mu    sync.Mutex
	sites map[string]*cookieSite
	clock int64
}

// cookieSite holds the cookies of one registrable domain.
type cookieSite struct {
	jar   *cookiejar.Jar
	names map[string]struct{}
	used  int64
}

func newCookies() *cookies { return &cookies{sites: map[string]*cookieSite{}} }

// header is the value of the Cookie field for u, or "".
func (c *cookies) header(u *url.URL) string {
	if !c.any.Load() {
		return ""
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	site := c.sites[registrable(u)]
	if site == nil {
		return ""
	}
	c.touch(site)
	carrier := http.Request{Header: http.Header{}}
	for _, cookie := range site.jar.Cookies(u) {
		carrier.AddCookie(cookie)
	}
	return carrier.Header.Get("Cookie")
}

// keep takes the cookies that a response of u sets.
func (c *cookies) keep(u *url.URL, set []*http.Cookie) {
	set = set[:min(len(set), maxCookieHeaders)]
	if len(set) == 0 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	site := c.site(registrable(u))
	for i, cookie := range set {
		if len(cookie.Name)+len(cookie.Value) > maxCookieLength || !site.admits(u, cookie) {
			continue
		}
		site.jar.SetCookies(u, set[i:i+1])
	}
	c.any.Store(true)
}

// site finds or makes the place for a domain's cookies; the one that was not
// used for longest makes room for it.
func (c *cookies) site(domain string) *cookieSite {
	site := c.sites[domain]
	if site == nil {
		if len(c.sites) >= maxCookieSites {
			delete(c.sites, c.oldest())
		}
		jar, _ := cookiejar.New(&cookiejar.Options{PublicSuffixList: publicsuffix.List}) // the error is always nil
		site = &cookieSite{jar: jar, names: map[string]struct{}{}}
		c.sites[domain] = site
	}
	c.touch(site)
	return site
}

func (c *cookies) touch(site *cookieSite) {
	c.clock++
	site.used = c.clock
}

func (c *cookies) oldest() string {
	var found string
	least := c.clock + 1
	for domain, site := range c.sites {
		if site.used < least {
			found, least = domain, site.used
		}
	}
	return found
}

// admits tells whether the site may hold the cookie: it is known, or there is
// room for one more.
func (s *cookieSite) admits(u *url.URL, cookie *http.Cookie) bool {
	path := cookie.Path
	if path == "" {
		path = u.Path[:strings.LastIndexByte(u.Path, '/')+1]
	}
	id := strings.Join([]string{cookie.Name, cookie.Domain, u.Hostname(), path}, "\x00")
	if _, known := s.names[id]; known {
		return true
	}
	if len(s.names) >= maxSiteCookies {
		return false
	}
	s.names[id] = struct{}{}
	return true
}

// registrable is the domain that cookies of u can reach at most.
func registrable(u *url.URL) string {
	host := u.Hostname()
	if domain, err := publicsuffix.EffectiveTLDPlusOne(host); err == nil {
		return domain
	}
	return host
}
