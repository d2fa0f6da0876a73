package crawlfile

// crawlCheck is a check that needs the whole crawl. Finish applies them.
type crawlCheck uint8

// The checks of links come first: what they find is a link on a page.
const (
	linkBroken crawlCheck = iota
	linkBrokenExternal
	linkUnchecked
	linkToRedirect
	linkBlocked
	anchorBroken
	imageBroken
	paginationBroken
	hreflangBroken
	hreflangToRedirect

	linkChecks // how many there are

	redirectChain crawlCheck = iota - 1
	redirectLoop
	redirectToBroken
	titleDuplicate
	descriptionDuplicate
	h1Duplicate
	contentDuplicate
	contentNearDuplicate
	httpDuplicate
	wwwDuplicate
	slashDuplicate
	pageTooDeep
	pageOrphan
	pageUnreachable
	pageNotInSitemap
	pageOneInlink
	inlinksNofollowOnly
	inlinksMixed
	inlinksNoindexOnly
	sitemapBroken
	sitemapRedirect
	sitemapNonIndexable
	canonicalToBroken
	canonicalToRedirect
	canonicalToNoindex
	canonicalChain
	canonicalUnlinked
	hreflangNoReturn
	hreflangToNoindex
	hreflangToNonCanonical
	paginationUnlinked

	crawlChecks // how many there are
)

// evidence tells what the number in a hit is.
type evidence uint8

const (
	noEvidence evidence = iota
	anAddress           // the number of an address
	aTwin               // the number of an address with the same: all of them are one cause
	aMeasure            // a number that is the detail
)

// crawlCheckTable has the checks' ids, as package audit knows them.
var crawlCheckTable = [crawlChecks]struct {
	id   string
	tell evidence
}{
	linkBroken:             {"link-broken", anAddress},
	linkBrokenExternal:     {"link-broken-external", anAddress},
	linkUnchecked:          {"link-unchecked", anAddress},
	linkToRedirect:         {"link-to-redirect", anAddress},
	linkBlocked:            {"link-blocked", anAddress},
	anchorBroken:           {"anchor-broken", anAddress},
	imageBroken:            {"image-link-broken", anAddress},
	paginationBroken:       {"pagination-broken", anAddress},
	hreflangBroken:         {"hreflang-broken", anAddress},
	hreflangToRedirect:     {"hreflang-to-redirect", anAddress},
	redirectChain:          {"redirect-chain", anAddress},
	redirectLoop:           {"redirect-loop", anAddress},
	redirectToBroken:       {"redirect-to-broken", anAddress},
	titleDuplicate:         {"title-duplicate", aTwin},
	descriptionDuplicate:   {"description-duplicate", aTwin},
	h1Duplicate:            {"h1-duplicate", aTwin},
	contentDuplicate:       {"content-duplicate", aTwin},
	contentNearDuplicate:   {"content-near-duplicate", aTwin},
	httpDuplicate:          {"http-duplicate", anAddress},
	wwwDuplicate:           {"www-duplicate", anAddress},
	slashDuplicate:         {"slash-duplicate", anAddress},
	pageTooDeep:            {"page-too-deep", aMeasure},
	pageOrphan:             {"page-orphan", noEvidence},
	pageUnreachable:        {"page-unreachable", noEvidence},
	pageNotInSitemap:       {"page-not-in-sitemap", noEvidence},
	pageOneInlink:          {"page-one-inlink", anAddress},
	inlinksNofollowOnly:    {"inlinks-nofollow-only", noEvidence},
	inlinksMixed:           {"inlinks-mixed", noEvidence},
	inlinksNoindexOnly:     {"inlinks-noindex-only", noEvidence},
	sitemapBroken:          {"sitemap-broken", noEvidence},
	sitemapRedirect:        {"sitemap-redirect", anAddress},
	sitemapNonIndexable:    {"sitemap-non-indexable", noEvidence},
	canonicalToBroken:      {"canonical-to-broken", anAddress},
	canonicalToRedirect:    {"canonical-to-redirect", anAddress},
	canonicalToNoindex:     {"canonical-to-noindex", anAddress},
	canonicalChain:         {"canonical-chain", anAddress},
	canonicalUnlinked:      {"canonical-unlinked", anAddress},
	hreflangNoReturn:       {"hreflang-no-return", anAddress},
	hreflangToNoindex:      {"hreflang-to-noindex", anAddress},
	hreflangToNonCanonical: {"hreflang-to-non-canonical", anAddress},
	paginationUnlinked:     {"pagination-unlinked", anAddress},
}

// CrawlChecks gives the ids of the checks that Finish applies.
func CrawlChecks() []string {
	ids := make([]string, crawlChecks)
	for i, c := range crawlCheckTable {
		ids[i] = c.id
	}
	return ids
}

// The limits of the checks, as the field uses them.
const (
	tooDeep      = 4  // clicks that are still fine
	nearBits     = 3  // bits of 64 in which nearly the same texts may differ
	nearWords    = 30 // words that a text must have to be compared
	nearCompared = 24 // texts that each is compared with in each of the orders
)

// hitsPerPage is how many places of one check on one page are kept.
const hitsPerPage = 20
