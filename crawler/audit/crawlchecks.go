package audit

// crawlChecks are the checks that need the whole crawl.
var crawlChecks []Check

// crawlWords are their words.
var crawlWords []wording
