package audit

import (
	"net/http"
	"strings"

	"sitewalk/crawler"
	"sitewalk/crawler/page"
)

var securityChecks = []Check{
	{ID: "certificate", Group: Security, Hurts: Visitors, on: anywhere, rule: func(s *subject) {
		s.foundIf(isCertificate(s.ErrorKind))
	}},
	{ID: "http-page", Usual: "Security: HTTP URLs", Group: Security, Hurts: Visitors, on: working, rule: func(s *subject) {
		s.foundIf(s.url.Scheme() == "http" && s.Kind != crawler.ImageKind)
	}},
	{ID: "mixed-content", Usual: "Security: Mixed Content", Group: Security, Hurts: Visitors, on: pages, rule: onHTTPS(page.ScriptHTTP)},
	{ID: "mixed-frames", Usual: "Security: Mixed Content", Group: Security, Hurts: Visitors, on: pages, rule: onHTTPS(page.FrameHTTP)},
	{ID: "mixed-images", Usual: "Security: Mixed Content", Group: Security, Hurts: Nicety, on: pages, rule: onHTTPS(page.ImageHTTP)},
	{ID: "form-insecure", Usual: "Security: Form URL Insecure", Group: Security, Hurts: Visitors, on: pages, rule: marked(page.FormHTTP)},
	{ID: "form-on-http", Usual: "Security: Form on HTTP URL", Group: Security, Hurts: Visitors, on: pages, rule: func(s *subject) {
		s.foundIf(s.url.Scheme() == "http" && s.Facts.Has(page.Forms))
	}},
	{ID: "password-on-http", Group: Security, Hurts: Visitors, on: pages, rule: func(s *subject) {
		s.foundIf(s.url.Scheme() == "http" && s.Facts.Has(page.Passwords))
	}},
	{ID: "new-tab-unsafe", Usual: "Security: Unsafe Cross-Origin Links", Group: Security, Hurts: Nicety, on: pages, rule: marked(page.NewTabUnsafe)},
	{ID: "scheme-left-out", Usual: "Security: Protocol-Relative Resource Links", Group: Security, Hurts: Nicety, on: pages, rule: marked(page.SchemeLess)},
	{ID: "hsts-missing", Usual: "Security: Missing HSTS Header", Group: Security, Hurts: Nicety, on: pages, rule: func(s *subject) {
		s.foundIf(s.url.Scheme() == "https" && s.Header.Get("Strict-Transport-Security") == "")
	}},
	{ID: "csp-missing", Usual: "Security: Missing Content-Security-Policy Header", Group: Security, Hurts: Nicety, on: pages, rule: func(s *subject) {
		s.foundIf(s.Header.Get("Content-Security-Policy") == "")
	}},
	{ID: "sniffing-allowed", Usual: "Security: Missing X-Content-Type-Options Header", Group: Security, Hurts: Nicety, on: pages, rule: func(s *subject) {
		s.foundIf(!strings.EqualFold(strings.TrimSpace(s.Header.Get("X-Content-Type-Options")), "nosniff"))
	}},
	{ID: "framing-allowed", Usual: "Security: Missing X-Frame-Options Header", Group: Security, Hurts: Nicety, on: pages, rule: func(s *subject) {
		s.foundIf(s.Header.Get("X-Frame-Options") == "" && !strings.Contains(s.Header.Get("Content-Security-Policy"), "frame-ancestors"))
	}},
	{ID: "referrer-leaks", Usual: "Security: Missing Secure Referrer-Policy Header", Group: Security, Hurts: Nicety, on: pages, rule: func(s *subject) {
		s.foundIf(!isSecureReferrer(s.Header.Get("Referrer-Policy")))
	}},
	{ID: "cookie-open", Group: Security, Hurts: Visitors, on: ours, rule: func(s *subject) {
		s.cookies(func(c *http.Cookie) bool { return !c.Secure && s.url.Scheme() == "https" })
	}},
	{ID: "cookie-for-scripts", Group: Security, Hurts: Nicety, on: ours, rule: func(s *subject) {
		s.cookies(func(c *http.Cookie) bool { return !c.HttpOnly && isSession(c.Name) })
	}},
	{ID: "cookie-cross-site", Group: Security, Hurts: Nicety, on: ours, rule: func(s *subject) {
		s.cookies(func(c *http.Cookie) bool { return c.SameSite == 0 || c.SameSite == http.SameSiteNoneMode && !c.Secure })
	}},
	{ID: "software-told", Group: Security, Hurts: Nicety, on: pages, rule: func(s *subject) {
		for _, name := range [...]string{"Server", "X-Powered-By", "X-AspNet-Version", "X-Generator"} {
			if value := s.Header.Get(name); strings.ContainsAny(value, "0123456789") {
				s.found(shortened(name + ": " + value))
				return
			}
		}
	}},
}

// onHTTPS is marked for pages that are encrypted themselves.
func onHTTPS(m page.Mark) func(*subject) {
	rule := marked(m)
	return func(s *subject) {
		if s.url.Scheme() == "https" {
			rule(s)
		}
	}
}

// isSecureReferrer tells whether a Referrer-Policy keeps the path of an address
// from other sites that are not encrypted (W3C Referrer Policy, section 3). Of
// several, browsers take the last they know.
func isSecureReferrer(policy string) bool {
	if i := strings.LastIndexByte(policy, ','); i >= 0 {
		policy = policy[i+1:]
	}
	switch strings.ToLower(strings.TrimSpace(policy)) {
	case "no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin", "no-referrer-when-downgrade":
		return true
	}
	return false
}

// cookies notes the names of the cookies that the answer sets and that are wrong.
func (s *subject) cookies(wrong func(*http.Cookie) bool) {
	lines := s.Header["Set-Cookie"]
	var names []string
	for _, line := range lines {
		if c, err := http.ParseSetCookie(line); err == nil && c.MaxAge >= 0 && wrong(c) {
			names = append(names, c.Name)
		}
	}
	if len(names) > 0 {
		s.found(places(names, len(names)))
	}
}

// isSession tells whether a cookie's name says that it stands for a visitor
// who is logged in.
func isSession(name string) bool {
	name = strings.ToLower(name)
	for _, part := range [...]string{"sess", "sid", "auth", "token", "login"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}

var securityWords = []wording{
	{"certificate", "Trouble with the security certificate",
		"Browsers show a warning instead of the page, because the proof of who runs the site (its certificate) is out of date, made for another name, or from nobody they trust.",
		"For your own site, have the certificate renewed; most providers do that with one click. For other sites, tell them or take the link away.",
		"The certificates behind these addresses are not accepted by browsers. Please install valid ones that cover every name of the site."},
	{"http-page", "Page without encryption",
		"The address begins with http://, so anybody on the way can read or change what visitors see and type. Browsers mark it “Not secure”.",
		"Have the whole site moved to https://. Certificates are free, and most providers set them up for you.",
		"These addresses are served over plain http. Please serve them over https and redirect every http address to its https one."},
	{"hsts-missing", "Browser not told to insist on encryption",
		"A first visit typed without https:// may still go unencrypted. A short line from the server (HSTS) makes browsers insist on encryption.",
		"Ask whoever runs the server to switch on HSTS once the whole site works with https.",
		"Please send Strict-Transport-Security (for instance max-age=31536000) with all https answers."},
	{"csp-missing", "No rules for what a page may load",
		"If somebody smuggles a script into a page, nothing stops it. A list of what the page may load (a content security policy) would.",
		"Ask your web developer whether such a list fits your site. It takes some testing.",
		"These pages have no Content-Security-Policy header. Please set one up, in report-only mode at first."},
	{"sniffing-allowed", "Browsers may guess types of files",
		"Browsers may take an uploaded file for a script. A line from the server forbids the guessing.",
		"Ask whoever runs the server to add the line.",
		"Please send “X-Content-Type-Options: nosniff” with all answers."},
	{"framing-allowed", "Other sites may show the page as their own",
		"A foreign site can put your page into a frame and trick people into clicking what they do not see.",
		"Ask whoever runs the server to forbid it.",
		"Please forbid framing by other sites with the CSP directive frame-ancestors 'self', or with “X-Frame-Options: SAMEORIGIN”."},
	{"referrer-leaks", "Full addresses may be told to other sites",
		"Unless you say otherwise, older browsers tell the next site the full address of the page that a visitor came from.",
		"Ask whoever runs the server to set a rule for it (a referrer policy).",
		"Please send “Referrer-Policy: strict-origin-when-cross-origin” or a stricter one with these pages."},
	{"cookie-open", "Cookie that may travel unencrypted",
		"A cookie, the note by which the site knows a visitor again, can be sent without encryption and be read on the way.",
		"Ask your web developer to mark it as “Secure”.",
		"These cookies are set on https pages without the Secure attribute. Please add it."},
	{"cookie-for-scripts", "Scripts can read the login cookie",
		"The cookie that keeps visitors logged in can be read by any script on the page, and stolen by a bad one.",
		"Ask your web developer to mark it as “HttpOnly”.",
		"These session cookies lack the HttpOnly attribute. Please add it unless a script really needs them."},
	{"cookie-cross-site", "Cookie does not say where it may go",
		"Without that, browsers decide by themselves whether a cookie goes along when another site sends a visitor to yours.",
		"Ask your web developer to say so with “SameSite”.",
		"These cookies have no SameSite attribute, or None without Secure. Please set SameSite=Lax, or what fits."},
	{"software-told", "Server tells its version",
		"Each answer says which version of which software runs the site. That helps those who look for known weaknesses.",
		"Ask whoever runs the server to leave the version out.",
		"The answers name software with its version (see the headers below). Please switch that off."},
	{"mixed-content", "Encrypted page with unsafe parts",
		"The page is encrypted, but loads scripts or styles without encryption. Browsers block them, so the page looks or works wrong.",
		"Ask your web developer to load them with https://.",
		"These https pages load scripts or styles over http. Please change their addresses to https."},
	{"mixed-frames", "Encrypted page with unsafe embedded content",
		"The page is encrypted, but embeds something without encryption. Browsers block it, so visitors see a gap.",
		"Write https:// in place of http:// in its address.",
		"These https pages embed iframes over http. Please change their addresses to https."},
	{"mixed-images", "Encrypted page with unsafe pictures",
		"The page is encrypted, but loads pictures without encryption. Browsers may warn of it or not show them.",
		"Write https:// in place of http:// in their addresses.",
		"These https pages load images over http. Please change their addresses to https."},
	{"form-insecure", "Form that sends without encryption",
		"What visitors type into the form is sent without encryption and can be read on the way. Browsers warn them before they send it.",
		"Ask your web developer to have it sent to an https:// address.",
		"The action of these forms uses http. Please change it to https."},
	{"form-on-http", "Form on a page without encryption",
		"The page with the form comes without encryption. Anybody on the way can change it so that what is typed goes to them.",
		"Have the site moved to https://.",
		"These pages with forms are served over http. Please serve them over https."},
	{"password-on-http", "Password asked for without encryption",
		"The page asks for a password and is not encrypted. Browsers warn visitors, and the password can be stolen.",
		"Have the site moved to https:// before anything else.",
		"These pages ask for passwords over http. Please serve them over https at once."},
	{"new-tab-unsafe", "New tab that can change this page",
		"A link opens a new tab and allows it to change this one behind the visitor's back.",
		"Ask your web developer to remove the permission (opener).",
		"These target=_blank links carry rel=opener. Please use rel=noopener unless the opened page needs access."},
	{"scheme-left-out", "Address that begins with two slashes",
		"The addresses of some pictures or scripts leave out https://. They work, but without encryption wherever the page comes without.",
		"Ask your web developer to write https:// in front.",
		"These resources are addressed as //host/…. Please write https:// explicitly."},
}
