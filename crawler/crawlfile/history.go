package crawlfile

import (
	"context"
	"slices"
	"strings"

	"sitewalk/crawler"
)

// History reads the summaries of all crawls of one site in a folder, newest
// first. site is an origin such as Meta.Site, or a host; http and https, with
// and without www are one site. Files that cannot be opened are left out.
func History(ctx context.Context, dir, site string) ([]Summary, error) {
	all, err := List(ctx, dir)
	name := siteName(site)
	return slices.DeleteFunc(all, func(s Summary) bool { return s.Err != nil || siteName(s.site()) != name }), err
}

// site is the origin of a crawl, or what was typed while nothing has answered.
func (s *Summary) site() string {
	if s.Meta.Site != "" {
		return s.Meta.Site
	}
	return s.Meta.Typed
}

// siteName is the host and port that a site's crawls have in common.
func siteName(site string) string {
	site = strings.ToLower(strings.TrimSpace(site))
	if _, rest, found := strings.Cut(site, "://"); found {
		site = rest
	}
	host, _, _ := strings.Cut(site, "/")
	return strings.TrimPrefix(host, "www.")
}

// Previous gives the crawl before this one in a history: the newest of those
// that began earlier and came to an end that says something about the site.
func Previous(history []Summary, meta crawler.Meta) (Summary, bool) {
	for _, s := range history {
		if s.Meta.Started.Before(meta.Started) && (s.Meta.State == crawler.Finished || s.Meta.State == crawler.Limited || s.Meta.State == crawler.Stopped) {
			return s, true
		}
	}
	return Summary{}, false
}
