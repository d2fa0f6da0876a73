// Package expected is what a crawl of the sample site has to find, written by
// hand, for the tests of everything that tells findings.
package expected

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"
)

//go:embed findings.txt
var list string

// slow is the address that is slow on purpose. A busy computer makes others slow
// as well, or this one very slow, which says nothing about the site.
const slow = "/stock.html"

// Findings gives the ids of the checks that find something, sorted, by address
// as Address writes it. Addresses without findings are left out.
func Findings() map[string][]string {
	found, names := map[string][]string{}, map[string][]string{}
	for line := range strings.Lines(list) {
		words := strings.Fields(line)
		switch {
		case len(words) == 0 || strings.HasPrefix(words[0], "#"):
		case len(words) > 1 && words[1] == "=":
			names[words[0]] = words[2:]
		default:
			found[words[0]] = spell(words[1:], names)
		}
	}
	return found
}

// spell puts checks in the place of names and sorts them.
func spell(words []string, names map[string][]string) []string {
	var ids []string
	for _, word := range words {
		if many, named := names[word]; named {
			ids = append(ids, many...)
			continue
		}
		ids = append(ids, word)
	}
	slices.Sort(ids)
	return ids
}

// Counts gives how many addresses each check finds something at, by its id.
func Counts() map[string]int {
	counts := map[string]int{}
	for _, ids := range Findings() {
		for _, id := range ids {
			counts[id]++
		}
	}
	return counts
}

// Address is how the list writes an address of the sample site or its supplier.
// origin is the site's, such as "http://127.0.0.1:8642", with or without a
// slash at its end.
func Address(origin, url string) string {
	if path, own := strings.CutPrefix(url, strings.TrimSuffix(origin, "/")+"/"); own {
		return "/" + path
	}
	_, rest, _ := strings.Cut(url, "://")
	_, path, _ := strings.Cut(rest, "/")
	return "supplier:/" + path
}

// IsSlowness tells whether a check depends on how busy the computer is.
func IsSlowness(check string) bool { return check == "slow" || check == "very-slow" }

// Difference compares what was found, ids of checks in any order and number by address as
// Address writes it, with the list and tells in lines what differs; "" for
// nothing. Slowness may be found anywhere, and has to be found where it is meant.
func Difference(found map[string][]string) string {
	want := Findings()
	addresses := slices.Collect(maps.Keys(want))
	for address := range found {
		if want[address] == nil {
			addresses = append(addresses, address)
		}
	}
	slices.Sort(addresses)
	var b strings.Builder
	for _, address := range addresses {
		got := strings.Join(steady(address, found[address]), " ")
		if want := strings.Join(want[address], " "); got != want {
			fmt.Fprintf(&b, "%s\n got %s\nwant %s\n", address, got, want)
		}
	}
	return b.String()
}

// steady gives ids sorted, each once, without what depends on how busy the computer is.
func steady(address string, ids []string) []string {
	var kept []string
	slowed := false
	for _, id := range ids {
		if IsSlowness(id) {
			slowed = true
			continue
		}
		kept = append(kept, id)
	}
	if slowed && address == slow {
		kept = append(kept, "slow")
	}
	slices.Sort(kept)
	return slices.Compact(kept)
}
