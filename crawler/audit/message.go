package audit

// Message is a sentence for a person, what to try, and the technical cause
// that stands behind "Details".
type Message struct {
	Text    string // what happened
	Advice  string // what to do, "" when there is nothing
	Details string // the technical cause
}

// message makes the Message whose phrases are key+".text" and, where there is
// advice to give, key+".advice". pairs are as for say.
func message(key string, pairs ...string) Message {
	m := Message{Text: say(key+".text", pairs...)}
	if has(key + ".advice") {
		m.Advice = say(key+".advice", pairs...)
	}
	return m
}
