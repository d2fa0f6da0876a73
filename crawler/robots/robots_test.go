package robots

import (
	"strings"
	"testing"
	"time"
)

func TestAllowed(t *testing.T) {
	tests := []struct {
		name    string
		file    string
		allowed string // targets, divided by blanks
		denied  string
	}{
		{"no rules", "", "/ /a", ""},
		{"everything", "User-agent: *\nDisallow: /", "/robots.txt", "/ /a /a?b"},
		{"empty disallow", "User-agent: *\nDisallow:\n", "/ /a", ""},
		{"prefix", "User-agent: *\nDisallow: /fish", "/ /Fish /catfish", "/fish /fish.html /fish/salmon /fishheads?id=1"},
		{"folder", "User-agent: *\nDisallow: /fish/", "/fish /fish.html", "/fish/ /fish/?id=1"},
		{"longest match", "User-agent: *\nAllow: /p\nDisallow: /", "/page", "/other"},
		{"longest match, later", "User-agent: *\nDisallow: /folder\nAllow: /folder/page", "/folder/page", "/folder/other"},
		{"tie allows", "User-agent: *\nDisallow: /folder\nAllow: /folder", "/folder /folder/page", ""},
		{"wildcard counts as an octet", "User-agent: *\nAllow: /page\nDisallow: /*.htm", "/page", "/page.htm"},
		{"end", "User-agent: *\nAllow: /$\nDisallow: /", "/", "/page.htm /?x"},
		{"end and wildcard", "User-agent: *\nDisallow: /fish*.php$", "/fish.php?id=1 /Fish.PHP /fish.phpx", "/fish.php /fishheads/cat.php /fish.php.php"},
		{"wildcards that overlap", "User-agent: *\nDisallow: /a*ab*b$", "/ab /aab /aabc", "/aabb /axabxb"},
		{"wildcards together", "User-agent: *\nDisallow: /a***b", "/a", "/ab /axb"},
		{"dollar inside", "User-agent: *\nDisallow: /a$b", "/a", "/a$b /a%24b"},
		{"escaped wildcard", "User-agent: *\nDisallow: /a-%2A.html\nDisallow: /b-%24", "/a-x.html /b-", "/a-*.html /a-%2a.html /b-$ /b-%24x"},
		{"no leading slash", "User-agent: *\nDisallow: *.gif$\nDisallow: foo", "/foo /a.gif?x", "/a.gif /b/c.gif"},
		{"escapes of letters", "User-agent: *\nDisallow: /%62%61%7A\nDisallow: /~joe", "/ba", "/baz /%62az /%7ejoe /~joe"},
		{"slash stays apart", "User-agent: *\nDisallow: /a%2Fb", "/a/b", "/a%2fb /a%2Fb"},
		{"not ASCII", "User-agent: *\nDisallow: /ツ\nDisallow: /%d0%bf", "/x", "/%E3%83%84 /%e3%83%84/x /%D0%BF"},
		{"case of hex digits", "User-agent: *\nDisallow: /a%3cd", "/a", "/a%3Cd /a%3cd.html"},
		{"space", "User-agent: *\nDisallow: /a b", "/a", "/a%20b"},
		{"apostrophe", "User-agent: *\nDisallow: /x?q='", "/x?q=", "/x?q=%27 /x?q='"},
		{"bad escape", "User-agent: *\nDisallow: /100%\nDisallow: /%zz", "/100", "/100% /%zz"},
		{"byte order mark", "\ufeffUser-agent: *\nDisallow: /x", "/y", "/x"},
		{"carriage returns", "User-agent: *\rDisallow: /x\r\n\r\nDisallow: /y\n", "/z", "/x /y"},
		{"comments", "# all\nUser-agent: * # everybody\nDisallow: /x # private\n#Disallow: /y\nDisallow: #/z", "/y /z", "/x"},
		{"blanks", "  User-agent :\t*\n\tdisallow\t:\t/x\t\n", "/y", "/x"},
		{"capitals", "USER-AGENT: *\nDISALLOW: /x\nALLOW: /xy", "/xy", "/x"},
		{"misspelt", "useragent: *\ndisalow: /a\ndissallow: /b\ndiasllow: /c", "/d", "/a /b /c"},
		{"no colon", "User-agent *\nDisallow /x\nDisallow /y:z\nDisallow /not this", "/not%20this", "/x /y:z"},
		{"unknown lines", "User-agent: *\nNoindex: /a\nHost: x\nwhat is this\nDisallow: /x", "/a", "/x"},
		{"before any agent", "Disallow: /x\nUser-agent: *\nDisallow: /y", "/x", "/y"},
		{"our group only", "User-agent: *\nDisallow: /all\n\nUser-agent: Sitewalk\nDisallow: /ours", "/all", "/ours"},
		{"our group first", "User-agent: Sitewalk\nDisallow: /ours\n\nUser-agent: *\nDisallow: /all", "/all", "/ours"},
		{"our group is empty", "User-agent: *\nDisallow: /\n\nUser-agent: Sitewalk\n", "/ /x", ""},
		{"our group allows all", "User-agent: Sitewalk\nDisallow:\n\nUser-agent: *\nDisallow: /", "/ /x", ""},
		{"case of the agent", "User-agent: SITEWALK\nDisallow: /x", "/y", "/x"},
		{"version of the agent", "User-agent: Sitewalk/1.0 (test)\nDisallow: /x", "/y", "/x"},
		{"longer agent", "User-agent: sitewalkbot\nDisallow: /\nUser-agent: site\nDisallow: /\nUser-agent: Sitewalk-Image\nDisallow: /", "/x", ""},
		{"agents together", "User-agent: a\nUser-agent: Sitewalk\nUser-agent: b\nDisallow: /x", "/y", "/x"},
		{"blank lines do not end a group", "User-agent: Sitewalk\n\n\nUser-agent: b\n\nDisallow: /x", "/y", "/x"},
		{"other lines do not end a list of agents", "User-agent: Sitewalk\nCrawl-delay: 1\nSitemap: /s\nUser-agent: b\nDisallow: /x", "/y", "/x"},
		{"groups are merged", "User-agent: Sitewalk\nDisallow: /a\nUser-agent: b\nDisallow: /b\nUser-agent: sitewalk\nDisallow: /c", "/b", "/a /c"},
		{"star groups are merged", "User-agent: *\nDisallow: /a\nUser-agent: b\nDisallow: /b\nUser-agent: *\nDisallow: /c", "/b", "/a /c"},
		{"an empty disallow ends the agents", "User-agent: Sitewalk\nDisallow:\nUser-agent: b\nDisallow: /", "/x", ""},
		{"index page", "User-agent: *\nDisallow: /\nAllow: /a/index.html", "/a/ /a/index.html", "/a /a/b"},
		{"web page", "<!DOCTYPE html><p>User-agent: *\nUser-agent: *\nDisallow: /\n</p>", "/ /x", ""},
		{"query", "User-agent: *\nDisallow: /*?sort=", "/a?b=sort", "/a?sort=1 /?sort="},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			rules := Parse([]byte(test.file), "Sitewalk")
			for target := range strings.FieldsSeq(test.allowed) {
				if !rules.Allowed(target) {
					t.Errorf("%s is denied by %q", target, rules.Rule(target))
				}
			}
			for target := range strings.FieldsSeq(test.denied) {
				if rules.Allowed(target) {
					t.Errorf("%s is allowed by %q", target, rules.Rule(target))
				}
			}
		})
	}
}

func TestNilRulesAllow(t *testing.T) {
	var rules *Rules
	if !rules.Allowed("/x") || rules.Rule("/x") != "" {
		t.Error("nil rules deny")
	}
}

func TestRule(t *testing.T) {
	rules := Parse([]byte("User-agent: *\ndisallow: /Private/ü # x\nAllow: /private/*.html$"), "Sitewalk")
	for target, want := range map[string]string{
		"/Private/%C3%BC":   "Disallow: /Private/ü",
		"/private/a.html":   "Allow: /private/*.html$",
		"/private/a.html?x": "",
		"":                  "",
	} {
		if got := rules.Rule(target); got != want {
			t.Errorf("Rule(%q) = %q, want %q", target, got, want)
		}
	}
}

func TestSizeLimit(t *testing.T) {
	head := "User-agent: *\nDisallow: /early\n"
	padding := strings.Repeat("# "+strings.Repeat("x", 97)+"\n", MaxSize/100)
	cut := head + padding[:MaxSize-len(head)-len("Disallow: /l")] + "Disallow: /late\nDisallow: /later\n"
	rules := Parse([]byte(cut), "Sitewalk")
	if rules.Allowed("/early") {
		t.Error("the rule at the start is lost")
	}
	if !rules.Allowed("/l") || !rules.Allowed("/late") {
		t.Error("a rule cut by the limit counts")
	}
	rules = Parse([]byte("User-agent: *\n"+padding[:490<<10]+"\nDisallow: /late\n"), "Sitewalk")
	if rules.Allowed("/late") {
		t.Error("a rule within the limit is lost")
	}
}

func TestCrawlDelay(t *testing.T) {
	for file, want := range map[string]time.Duration{
		"User-agent: *\nCrawl-delay: 2":                                                    2 * time.Second,
		"User-agent: *\nCrawl-delay: 0.5 # half":                                           500 * time.Millisecond,
		"User-agent: *\nCrawl-delay: -1":                                                   0,
		"User-agent: *\nCrawl-delay: NaN":                                                  0,
		"User-agent: *\nCrawl-delay: 1e300":                                                0,
		"User-agent: *\nCrawl-delay: 86400":                                                0,
		"User-agent: *\nCrawl-delay: soon":                                                 0,
		"User-agent: b\nCrawl-delay: 9":                                                    0,
		"User-agent: *\nCrawl-delay: 9\nDisallow:\nUser-agent: Sitewalk\n":                 0,
		"User-agent: Sitewalk\nCrawl-delay: 1\nDisallow: /\nUser-agent: *\nCrawl-delay: 9": time.Second,
	} {
		if got := Parse([]byte(file), "Sitewalk").CrawlDelay; got != want {
			t.Errorf("%q: delay %v, want %v", file, got, want)
		}
	}
}

func TestSitemapLines(t *testing.T) {
	file := "Sitemap: https://a.example/1.xml\nUser-agent: b\nDisallow: /\nsite-map: /2.xml\nSITEMAP https://a.example/3.xml\nSitemap:\nSitemap: /2.xml # again"
	got := strings.Join(Parse([]byte(file), "Sitewalk").Sitemaps, " ")
	if want := "https://a.example/1.xml /2.xml https://a.example/3.xml"; got != want {
		t.Errorf("sitemaps %q, want %q", got, want)
	}
}

func FuzzAllowed(f *testing.F) {
	f.Add([]byte("User-agent: *\nDisallow: /a*b$\nAllow: /%zz\nCrawl-delay: 1"), "/a%2fb?x=*")
	f.Add([]byte("UserAgent *\nAllow %"), "%%370")
	f.Add([]byte("\ufeffuser-agent: Sitewalk/2\ndisalow /x\r\rallow: /index.html"), "/x")
	f.Fuzz(func(t *testing.T, body []byte, target string) {
		rules := Parse(body, "Sitewalk")
		if rules.CrawlDelay < 0 || rules.CrawlDelay > maxCrawlDelay {
			t.Errorf("delay %v", rules.CrawlDelay)
		}
		if !rules.Allowed("/robots.txt") {
			t.Error("/robots.txt is denied")
		}
		line := rules.Rule(target)
		if rules.Allowed(target) == strings.HasPrefix(line, "Disallow: ") {
			t.Errorf("Allowed is %v and Rule %q", rules.Allowed(target), line)
		}
		if normal := normalTarget(target); rules.Rule(normal) != line && target != "" && target != "/robots.txt" && normal != "/robots.txt" {
			t.Errorf("%q is judged otherwise than its normal form %q", target, normal)
		}
		for _, rule := range rules.rules {
			for _, piece := range rule.pieces {
				if again := normal(piece); again != piece {
					t.Errorf("normal form %q is not stable: %q", piece, again)
				}
			}
		}
	})
}

func BenchmarkAllowed(b *testing.B) {
	var file strings.Builder
	file.WriteString("User-agent: *\n")
	for _, path := range []string{"/cart", "/checkout", "/account", "/*?sort=", "/*.pdf$", "/search", "/wp-admin/", "/tag/*/feed/", "/admin", "/tmp"} {
		file.WriteString("Disallow: " + path + "\n")
	}
	file.WriteString("Allow: /wp-admin/admin-ajax.php\n")
	rules := Parse([]byte(file.String()), "Sitewalk")
	for name, target := range map[string]string{"plain": "/products/garden/chairs/oak-chair-2?colour=dark", "escaped": "/products/%D0%B4%D0%BE%D0%BC/chair"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				rules.Allowed(target)
			}
		})
	}
}

func BenchmarkParse(b *testing.B) {
	body := []byte("User-agent: *\n" + strings.Repeat("Disallow: /some/path/*.html$\n", 1000))
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		Parse(body, "Sitewalk")
	}
}
