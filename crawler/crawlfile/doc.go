// Package crawlfile keeps a crawl in one SQLite file and answers every question
// about it. It is the only place with SQL.
//
// # The file
//
// The tables follow the way a crawl writes and a person reads, at a million
// pages with 90 links each:
//
//   - address has a row for each address, written when it is discovered. It is
//     small and only grows at its end.
//   - result has a row for each address that was asked for, in the order in
//     which the answers were saved (seq). It is narrow, so that counting,
//     filtering and sorting a million of them reads 30 MB and not the texts.
//   - page has the texts of the same answer under the same seq. Nothing is ever
//     updated in place, so all three tables are filled without a gap.
//   - link holds each link that was met three times: target, text, rel,
//     position. A page's links are mostly the menu of its site, so page.links is
//     a JSON array of link numbers, three bytes for a link of the menu, among
//     which the page's own links are written out. Any SQLite tool can unfold it
//     with json_each; the view links does.
//   - place and inlink are computed at the end, by Finish: the true depth of each
//     address, and which pages lead to it. ordering holds the sort orders of the
//     list. While Finish works, where the links lead is in a temporary table, packed.
//   - result.findings is what the checks of one page found, as a JSON array of the
//     numbers that table checks gives them, with details. What the checks of the
//     whole crawl found is computed by Finish: crawl_finding has the same for them,
//     found the addresses of each check, and cause what there is to mend.
//   - A page that is saved later empties everything that Finish computes.
//
// The views pages, links and findings are the documented way in for other tools;
// see the files in schema for their columns.
//
// # Writing
//
// While a crawl runs the file is in WAL mode with one connection that writes and
// a few that only read, so reading never waits for writing. A batch is one
// transaction: after a crash all of it is there or nothing. On Close the log is
// folded in and the file goes back to the rollback mode: a file at rest is one
// file, which can be sent by mail and read from a read-only folder.
package crawlfile

// Extension is how the names of crawl files end.
const Extension = ".sitewalk"
