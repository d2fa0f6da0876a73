package page

import (
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sitewalk/crawler/weburl"
)

// ownWords are the words of the document's own address, which a page that is
// made up for any address shows as well: they tell nothing about it.
type ownWords struct {
	hashes []uint64       // hashBytes of each word in small letters, in capitals, and with a capital
	some   [ownSlots]bool // by the lowest bits of a hash: whether any has them, since hardly any word is one of them
}

const (
	maxOwnWords = 64
	minOwnWord  = 3 // bytes
	ownSlots    = 1 << 10
)

// leaveOut takes the words of an address.
func (o *ownWords) leaveOut(at weburl.URL) {
	target := at.Target()
	if plain, err := url.PathUnescape(target); err == nil {
		target = plain
	}
	count := 0
	for word := range strings.FieldsFuncSeq(target, func(r rune) bool { return r < utf8.RuneSelf && glyph[r]&inWord == 0 }) {
		if len(word) < minOwnWord {
			continue
		}
		if count++; count > maxOwnWords {
			return
		}
		small := strings.ToLower(word)
		first, size := utf8.DecodeRuneInString(small)
		for _, form := range [...]string{word, small, strings.ToUpper(word), string(unicode.ToUpper(first)) + small[size:]} {
			hash := hashBytes([]byte(form))
			o.hashes = append(o.hashes, hash)
			o.some[hash%ownSlots] = true
		}
	}
}

// isOwn tells whether a word, by its hash, is one of the address.
func (o *ownWords) isOwn(word uint64) bool {
	return o.some[word%ownSlots] && slices.Contains(o.hashes, word)
}
