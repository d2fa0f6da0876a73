package page

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// Detection looks at that many bytes from the first that is not ASCII on, and
// wants to see that many letters before it believes in anything unusual.
const (
	detectLength = 32 << 10
	detectRunes  = 16
)

// script is the writing of some language in an encoding that pages use without
// saying so.
type script struct {
	label  string
	common string  // the letters that make up much of any text
	share  float64 // at least that much of it
	wide   bool    // characters take two bytes
}

// The shares are well below what running text has and well above what another
// encoding's text happens to have.
var scripts = []script{
	{"windows-1251", "оеаинтсрвл", 0.5, false},
	{"koi8-r", "оеаинтсрвл", 0.5, false},
	{"windows-1253", "αοιετνσηρπ", 0.45, false},
	{"windows-1255", "אבגדהוזחטיךכלםמןנסעףפץצקרשת", 0.95, false}, // all letters: what else fits looks like Greek
	{"windows-1256", "اليمونترب", 0.5, false},
	{"windows-874", "าอนกรเงมยลวดทสต่้", 0.5, false},
	{"shift_jis", kana, 0.15, true},
	{"euc-jp", kana, 0.15, true},
	{"euc-kr", "이다는가을의에지고하로한기사은도인리대서자시어를들일정수부원해과제", 0.15, true},
	{"gbk", hanzi, 0.12, true},
	{"big5", hanzi, 0.12, true},
}

const (
	kana  = "のをにはがとてでたしいるなれかっすらこまもよりうきあくさつけんおせどみそちやばめろンスルトアイリクラシドーッ、。"
	hanzi = ",。、的一是不了在人有我他這这中大來来上國国個个到說说們们為为子和你地出道也時时年得就那要下以生會会自着去之過过家學学對对可她里后後小麼么心多天而能好都然沒没日於于起還还發发成事只作當当想看文無无開开手用主行方又如前所本見见經经頭头面公同三已老從从動动兩两長长新關关網网站"
)

// detect guesses the encoding of a document that declares none: UTF-8 where
// it fits, else what its letters speak for, else windows-1252 as browsers do.
func detect(body []byte) charset {
	first := bytes.IndexFunc(body, func(r rune) bool { return r >= utf8.RuneSelf })
	if first >= 0 && utf8.Valid(wholeCharacters(body)) {
		return charsetUTF8
	}
	label := "windows-1252"
	if first >= 0 {
		sample := body[first:min(len(body), first+detectLength)]
		words := inWords(sample)
		best := 0.0
		for _, s := range scripts {
			if share := s.shareIn(sample, words); share >= s.share && share > best {
				label, best = s.label, share
			}
		}
	}
	cs, _ := labelled(label)
	return cs
}

// shareIn is how much of the sample the script's common letters are, 0 when it
// can't be in that script. words tells whether the sample has words of bytes
// that are not ASCII.
func (s script) shareIn(sample []byte, words bool) float64 {
	if !s.wide && !words {
		return 0
	}
	cs, _ := labelled(s.label)
	text, err := cs.encoding.NewDecoder().Bytes(sample)
	if err != nil {
		return 0
	}
	all, common, broken := 0, 0, 0
	for _, r := range string(text) {
		switch {
		case r < utf8.RuneSelf:
		case r == utf8.RuneError:
			broken++
		default:
			all++
			if strings.ContainsRune(s.common, r) {
				common++
			}
		}
	}
	if all < detectRunes || broken > 1+all/50 {
		return 0
	}
	return float64(common) / float64(all)
}

// inWords tells whether bytes that are not ASCII mostly stand together, as in
// Cyrillic or Greek text and unlike accents among Latin letters.
func inWords(sample []byte) bool {
	all, together := 0, 0
	high := func(i int) bool { return i >= 0 && i < len(sample) && sample[i] >= utf8.RuneSelf }
	for i := range sample {
		if !high(i) {
			continue
		}
		all++
		if high(i-1) || high(i+1) {
			together++
		}
	}
	return together*4 >= all*3
}

// wholeCharacters is body without a character cut off at its end.
func wholeCharacters(body []byte) []byte {
	for i := len(body) - 1; i >= 0 && i >= len(body)-utf8.UTFMax; i-- {
		if utf8.RuneStart(body[i]) {
			if !utf8.FullRune(body[i:]) {
				return body[:i]
			}
			break
		}
	}
	return body
}
