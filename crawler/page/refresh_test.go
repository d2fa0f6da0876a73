package page

import "testing"

func TestRefreshAddress(t *testing.T) {
	for _, test := range []struct {
		content, address string
		ok               bool
	}{
		{"", "", false},
		{"0", "", true},
		{" 5 ", "", true},
		{"5;", "", true},
		{"5; ", "", true},
		{"5; url=/x", "/x", true},
		{"0;URL=/x", "/x", true},
		{"0 , Url = /x ", "/x ", true},
		{"0 /x", "/x", true},
		{"0 url=/x", "/x", true},
		{"0;/x", "/x", true},
		{"0; url='/x' y", "/x", true},
		{`0; url="/x`, "/x", true},
		{"0; '/x'", "/x", true},
		{"0; url=", "", true},
		{"0; url", "url", true},
		{"0; urn=/x", "urn=/x", true},
		{"0; url /x", "url /x", true},
		{"0; url='x\"y'", "x\"y", true},
		{"1.5; url=/x", "/x", true},
		{".5; url=/x", "/x", true},
		{"1..5.;/x", "/x", true},
		{"0;;/x", ";/x", true},
		{"x; url=/x", "", false},
		{"-1; url=/x", "", false},
		{"+1; url=/x", "", false},
		{"url=/x", "", false},
		{"; url=/x", "", false},
		{"5x; url=/x", "", false},
		{"5; url=/a?b=c;d=e", "/a?b=c;d=e", true},
	} {
		_, address, ok := refreshAddress([]byte(test.content))
		if string(address) != test.address || ok != test.ok {
			t.Errorf("%q: %q, %v; want %q, %v", test.content, address, ok, test.address, test.ok)
		}
	}
}

func TestRefreshSeconds(t *testing.T) {
	for content, want := range map[string]int{
		"0": 0, "5; url=/x": 5, " 30;/x": 30, "1.9; /x": 1, ".5; /x": 0, "99999999999999999999; /x": 24 * 60 * 60,
	} {
		if got, _, _ := refreshAddress([]byte(content)); got != want {
			t.Errorf("%q: after %d seconds, want %d", content, got, want)
		}
	}
}

func FuzzRefreshAddress(f *testing.F) {
	for _, content := range []string{"0; url=/x", "5", ".5,'x'", "0 url = \"x"} {
		f.Add([]byte(content))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		seconds, address, ok := refreshAddress(content)
		if seconds < 0 || seconds > 24*60*60 {
			t.Errorf("%q waits %d seconds", content, seconds)
		}
		if !ok && len(address) > 0 {
			t.Errorf("%q refreshes to %q and does not", content, address)
		}
		if len(address) > len(content) {
			t.Errorf("%q is longer than %q", address, content)
		}
	})
}

func TestRefresh(t *testing.T) {
	at := address(t, "https://example.com/dir/")
	for _, test := range []struct{ page, want string }{
		{"<meta http-equiv=REFRESH content='0; url=a'>", "https://example.com/dir/a"},
		{"<p><meta http-equiv=refresh content='0; url=&quot;a&quot;'>", "https://example.com/dir/a"},
		{"<meta http-equiv=refresh content=x><meta http-equiv=refresh content='0;a'>", "https://example.com/dir/a"},
		{"<meta http-equiv=refresh content=30><meta http-equiv=refresh content='0;a'>", ""},
		{"<meta http-equiv=refresh content='0;a'><meta http-equiv=refresh content='0;b'>", "https://example.com/dir/a"},
		{"<noscript><meta http-equiv=refresh content='0;a'></noscript>", ""},
		{"<template><meta http-equiv=refresh content='0;a'></template>", ""},
		{"<meta name=refresh content='0;a'>", ""},
		{"<meta http-equiv=refresh>", ""},
	} {
		got := hrefs(Parse([]byte(test.page), "", at), Refresh)
		if test.want == "" && len(got) > 0 || test.want != "" && (len(got) != 1 || got[0] != test.want) {
			t.Errorf("%q: %v, want %q", test.page, got, test.want)
		}
	}
}
