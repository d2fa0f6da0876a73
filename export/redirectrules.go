package export

import (
	"context"
	"encoding/csv"
	"errors"
	"io"
	"net/url"
	"strings"

	"sitewalk/crawler"
	"sitewalk/crawler/crawlfile"
)

// rule sends visitors of one address of the site to another.
type rule struct {
	from *url.URL
	to   string // absolute, or a path of the site
	why  string
}

// ruleDialect writes rules for one server.
type ruleDialect struct {
	head  string
	write func(w io.Writer, r rule) error
	note  func(w io.Writer, address string) error // about an address that has no target; nil when there is no place for it
}

// rulesFor makes the writer of redirect rules: for moved pages, straight to
// where they lead in the end, and for broken pages to the target that was
// chosen. A broken page without one is named in a remark.
func rulesFor(d ruleDialect) writer {
	return func(ctx context.Context, j *job, out io.Writer) error {
		if _, err := io.WriteString(out, d.head); err != nil {
			return err
		}
		return eachEntry(ctx, j, func(e *crawlfile.Entry) error {
			if e.Scope != crawler.Internal || e.Outcome != crawler.Moved && e.Outcome != crawler.Broken {
				return nil
			}
			r, ok, err := ruleFor(ctx, j, e)
			if err != nil {
				return err
			}
			switch {
			case ok:
				return d.write(out, r)
			case d.note != nil:
				return d.note(out, oneLine(e.URL))
			}
			return nil
		})
	}
}

// ruleFor finds where an address is to lead; ok is false when nothing is known
// that works, or the address cannot be told apart by its path and query.
func ruleFor(ctx context.Context, j *job, e *crawlfile.Entry) (r rule, ok bool, err error) {
	r.from, err = url.Parse(e.URL)
	if err != nil || r.from.Path == "" || hasControls(e.URL) {
		return r, false, nil
	}
	r.to, r.why = j.choice.Targets[e.URL], "chosen"
	switch {
	case r.to != "":
	case e.Outcome == crawler.Moved:
		w, err := follow(ctx, j.file, e)
		if err != nil {
			return r, false, err
		}
		if w.loop || w.last != crawler.Works {
			return r, false, nil
		}
		r.to, r.why = w.end, "moved"
	default:
		r.to, r.why = j.choice.BrokenTo, "broken"
	}
	if r.to == "" || hasControls(r.to) || sameAddress(r.from, r.to) {
		return r, false, nil
	}
	return r, true, nil
}

// sameAddress tells whether a rule would lead to itself.
func sameAddress(from *url.URL, to string) bool {
	target, err := from.Parse(to)
	return err != nil || target.Host == from.Host && target.EscapedPath() == from.EscapedPath() && target.RawQuery == from.RawQuery
}

func hasControls(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r == 0x7F })
}

// oneLine is an address for a remark.
func oneLine(s string) string { return strings.Join(strings.Fields(clean(s)), " ") }

// ErrNoTarget tells that a table of redirect targets has a row without two addresses.
var ErrNoTarget = errors.New("each row has to have an old and a new address")

// ReadTargets reads a CSV table of old addresses and new ones, for
// Choice.Targets. A row of headings, without a slash in it, is passed over.
func ReadTargets(in io.Reader) (map[string]string, error) {
	r := csv.NewReader(in)
	r.FieldsPerRecord = -1
	targets := map[string]string{}
	for {
		row, err := r.Read()
		if err == io.EOF {
			return targets, nil
		}
		if err != nil {
			return nil, err
		}
		row[0] = strings.TrimPrefix(row[0], byteOrderMark)
		if len(row) < 2 {
			return nil, ErrNoTarget
		}
		from, to := strings.TrimSpace(row[0]), strings.TrimSpace(row[1])
		if !strings.Contains(from, "/") {
			continue
		}
		if to == "" {
			return nil, ErrNoTarget
		}
		targets[from] = to
	}
}

// remark begins the remarks of nginx and Apache.
const remark = "# Redirects made by Sitewalk from a crawl.\n"

// nginxRules are for the server block of nginx. An address with a query is told
// by a test of $request_uri, which is what the visitor asked for, still encoded.
var nginxRules = ruleDialect{
	head: remark + "# Put them into the server block of the site.\n",
	write: func(w io.Writer, r rule) error {
		if r.from.RawQuery == "" {
			_, err := io.WriteString(w, "location = "+nginxQuote(r.from.Path)+" { return 301 "+nginxQuote(r.to)+"; }\n")
			return err
		}
		_, err := io.WriteString(w, "if ($request_uri = "+nginxQuote(r.from.RequestURI())+") { return 301 "+nginxQuote(r.to)+"; }\n")
		return err
	},
	note: remarkBroken,
}

// nginxQuote writes a text within quotes. A dollar sign would begin a variable
// and has no escape, so it is percent-encoded.
func nginxQuote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "$", "%24").Replace(s) + `"`
}

func remarkBroken(w io.Writer, address string) error {
	_, err := io.WriteString(w, "# broken, no target chosen: "+address+"\n")
	return err
}

// apacheRules are for mod_rewrite, in .htaccess or the site's configuration.
var apacheRules = ruleDialect{
	head: remark + "# Put them into the .htaccess at the root of the site, before other rules.\nRewriteEngine On\n",
	write: func(w io.Writer, r rule) error {
		condition := "^$"
		if r.from.RawQuery != "" {
			condition = "^" + apachePattern(r.from.RawQuery) + "$"
		}
		_, err := io.WriteString(w, "RewriteCond %{QUERY_STRING} \""+condition+"\"\n"+
			"RewriteRule \"^/?"+apachePattern(strings.TrimPrefix(r.from.Path, "/"))+"$\" \""+apacheTarget(r.to)+"\" [R=301,L,NE,QSD]\n")
		return err
	},
	note: remarkBroken,
}

// apachePattern is a regular expression, within quotes, for a text as it is.
func apachePattern(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case strings.ContainsRune(`.+*?()|[]{}^$\`, r):
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '"':
			b.WriteString(`\x22`)
		case r == '%':
			b.WriteString(`\x25`) // never a variable
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// apacheTarget is what a rule leads to, within quotes: $ and % would begin variables.
func apacheTarget(s string) string {
	return strings.NewReplacer(`\`, "%5C", `"`, "%22", "$", `\$`, "%", `\%`).Replace(s)
}

// wordPressRules are for the import of the plugin Redirection: source, target,
// regular expression, HTTP code.
var wordPressRules = ruleDialect{
	head: "source,target,regex,http_code\n",
	write: func(w io.Writer, r rule) error {
		c := csv.NewWriter(w)
		if err := c.Write([]string{harmless(r.from.RequestURI()), harmless(r.to), "0", "301"}); err != nil {
			return err
		}
		c.Flush()
		return c.Error()
	},
}
