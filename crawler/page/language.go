package page

import "strings"

// languages are the codes of ISO 639-1, and iw, in and ji, which have been
// replaced and are understood.
const languages = " aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik in io is it iu iw ja ji jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu "

// regions are the codes of ISO 3166-1 alpha-2.
const regions = " AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW "

// ValidLanguage tells whether a lang attribute holds a language tag that is
// well-formed (RFC 5646, section 2.1) and whose language exists, as far as two
// letters can tell.
func ValidLanguage(tag string) bool {
	main, rest, more := strings.Cut(tag, "-")
	main = strings.ToLower(main)
	switch {
	case main == "x", main == "i":
		return more && rest != ""
	case len(main) == 2:
		if !strings.Contains(languages, " "+main+" ") {
			return false
		}
	case len(main) < 2 || len(main) > 8 || !letters(main):
		return false
	}
	for more {
		var part string
		part, rest, more = strings.Cut(rest, "-")
		if len(part) == 0 || len(part) > 8 || !alphanumeric(part) {
			return false
		}
	}
	return true
}

// ValidHreflang tells whether search engines know what a hreflang attribute
// means: "x-default", or a language of ISO 639-1 with, if wanted, a script of
// ISO 15924 and a region of ISO 3166-1 alpha-2 (Google Search Central, "Tell
// Google about localized versions of your page").
func ValidHreflang(code string) bool {
	if strings.EqualFold(code, "x-default") {
		return true
	}
	main, rest, more := strings.Cut(code, "-")
	if len(main) != 2 || !strings.Contains(languages, " "+strings.ToLower(main)+" ") {
		return false
	}
	if more && len(rest) >= 4 && letters(rest[:4]) && (len(rest) == 4 || rest[4] == '-') {
		_, rest, more = strings.Cut(rest, "-")
	}
	return !more || len(rest) == 2 && letters(rest) && strings.Contains(regions, " "+strings.ToUpper(rest)+" ")
}

func letters(text string) bool {
	for i := range len(text) {
		if class[text[i]]&isLetter == 0 {
			return false
		}
	}
	return true
}

func alphanumeric(text string) bool {
	for i := range len(text) {
		if class[text[i]]&isAlphanum == 0 {
			return false
		}
	}
	return true
}
