package weburl

import (
	"strings"

	"golang.org/x/net/publicsuffix"
)

// Site is the part of the web that one crawl covers: a host with its port,
// where http and https on their usual ports are one site.
type Site struct {
	host       string
	port       string // "" for the usual one
	subdomains bool
}

// NewSite is the site of a start address; with subdomains, hosts that end in
// "." and the start's host (without a leading "www.") belong to it as well. The
// "www." stays where the rest is a public suffix that belongs to nobody alone,
// as in www.gov.uk.
func NewSite(start URL, subdomains bool) Site {
	site := Site{host: start.Hostname(), port: start.writtenPort()}
	if _, isIP := start.ip(); isIP || !subdomains {
		return site
	}
	site.subdomains = true
	if domain, found := strings.CutPrefix(site.host, "www."); found && !isPublicSuffix(domain) {
		site.host = domain
	}
	return site
}

func isPublicSuffix(domain string) bool {
	suffix, _ := publicsuffix.PublicSuffix(strings.TrimSuffix(domain, "."))
	return suffix == strings.TrimSuffix(domain, ".")
}

// Contains tells whether u belongs to the site.
func (s Site) Contains(u URL) bool {
	if !u.IsHTTP() || u.writtenPort() != s.port {
		return false
	}
	host := u.Hostname()
	if host == s.host {
		return host != ""
	}
	cut := len(host) - len(s.host)
	return s.subdomains && cut > 1 && host[cut-1] == '.' && host[cut:] == s.host
}
