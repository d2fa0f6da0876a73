package page

import "strings"

// vagueTexts are link texts that say nothing about where the link leads, in
// small letters.
var vagueTexts = func() map[string]bool {
	known := map[string]bool{}
	for _, text := range []string{
		"click here", "click", "here", "more", "read more", "learn more", "more info", "more information", "find out more",
		"see more", "view more", "continue", "continue reading", "this page", "this", "link", "go", "details", "info", "start", "read on", "more...", "more…", "read more...", "read more…",
		"hier", "hier klicken", "klicken sie hier", "klick hier", "mehr", "mehr lesen", "weiterlesen", "weiter", "mehr erfahren", "mehr infos", "mehr informationen", "weitere informationen", "zum artikel",
		"ici", "cliquez ici", "cliquer ici", "en savoir plus", "plus", "lire la suite", "lire plus", "voir plus", "plus d'infos",
		"aquí", "aqui", "haga clic aquí", "clic aquí", "pincha aquí", "leer más", "más", "más información", "ver más", "saber más", "seguir leyendo",
		"qui", "clicca qui", "leggi tutto", "leggi di più", "di più", "scopri di più", "continua", "altro", "maggiori informazioni",
		"klik hier", "lees meer", "meer", "meer info", "meer informatie", "lees verder", "verder lezen",
		"clique aqui", "leia mais", "saiba mais", "mais", "ver mais", "mais informações",
		"tutaj", "kliknij tutaj", "więcej", "czytaj więcej", "czytaj dalej", "dowiedz się więcej",
		"klicka här", "här", "läs mer", "mer", "klik her", "her", "læs mere", "mere", "klikk her", "les mer",
		"zde", "klikněte zde", "více", "číst více", "číst dále", "kattintson ide", "tovább", "bővebben",
		"здесь", "тут", "подробнее", "далее", "читать далее", "читать дальше", "ещё", "читати далі", "докладніше",
		"buraya tıklayın", "devamı", "devamını oku", "daha fazla", "εδώ", "περισσότερα", "διαβάστε περισσότερα",
	} {
		known[text] = true
	}
	return known
}()

// maxVague is the length of the longest of them, in bytes.
const maxVague = 48

// vagueStarts has the lengths of the vague texts by their first byte, as bits,
// so that nearly all other texts are told at a glance.
var vagueStarts = func() (starts [256]uint64) {
	for text := range vagueTexts {
		bit := uint64(1) << len(text)
		starts[text[0]] |= bit
		if c := text[0]; c >= 'a' && c <= 'z' {
			starts[c-'a'+'A'] |= bit
		} else if c >= 0x80 {
			for b := 0x80; b < 0x100; b++ {
				starts[b] |= bit // small letters may begin with another byte
			}
		}
	}
	return starts
}()

// isVague tells whether a link's text says nothing about where it leads.
func isVague(text []byte) bool {
	if len(text) == 0 || len(text) > maxVague || vagueStarts[text[0]]>>len(text)&1 == 0 {
		return false
	}
	ascii := true
	var low [maxVague]byte
	for i, c := range text {
		low[i] = lowerByte(c)
		ascii = ascii && c < 0x80
	}
	if ascii {
		return vagueTexts[string(low[:len(text)])]
	}
	return vagueTexts[strings.ToLower(string(text))]
}
