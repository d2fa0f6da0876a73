package page

import (
	"bytes"
	"encoding/json"
	"strings"
)

// readData reads a script element whose content is JSON-LD.
func (r *reader) readData(text []byte) {
	r.mark(Data)
	if why := jsonFault(text); why != "" {
		r.note(DataBroken, []byte(why))
	}
}

// jsonFault says why text is no JSON, "" when it is. The comment or CDATA
// section that some programs put around it is passed over.
func jsonFault(text []byte) string {
	text = trim(text)
	for _, around := range [...]struct{ open, shut string }{{"<!--", "-->"}, {"//<![CDATA[", "//]]>"}, {"<![CDATA[", "]]>"}} {
		if inner, ok := bytes.CutPrefix(text, []byte(around.open)); ok {
			text = trim(bytes.TrimSuffix(inner, []byte(around.shut)))
		}
	}
	if json.Valid(text) {
		return ""
	}
	var value json.RawMessage
	err := json.Unmarshal(text, &value)
	if err == nil {
		return "invalid"
	}
	return strings.ToValidUTF8(err.Error(), "")
}
