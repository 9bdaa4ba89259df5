package html_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"bardo.run/bardo/life/report/html"
)

func TestAPageRunsNoScriptButThoseThatItNames(t *testing.T) {
	if got := html.Policy(); !strings.Contains(got, "default-src 'none'; script-src 'none';") {
		t.Error(got)
	}
	// echo -n x | openssl dgst -sha256 -binary | base64
	if got := html.Policy("x"); !strings.Contains(got, "script-src 'sha256-LXEWQrcmsEQBYnyp+6wy9chTD7GQPMTbAiWHF5IaSIE=';") {
		t.Error(got)
	}
}

func FuzzEscape(f *testing.F) {
	for _, s := range []string{"", "plain", "</script>", `"><img src=x onerror=alert(1)>`, "\u2028\u202e\x00\xff", "&amp;", strings.Repeat("界", 500)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := html.Escape(s)
		if strings.ContainsAny(got, "<>\"'`\x00\x1b\n\u2028\u2029\u202e\ufeff") || !utf8.ValidString(got) {
			t.Fatalf("%q becomes %q", s, got)
		}
		rest := got
		for _, e := range []string{"&amp;", "&lt;", "&gt;", "&quot;", "&#39;", "&#96;"} {
			rest = strings.ReplaceAll(rest, e, "")
		}
		if strings.Contains(rest, "&") {
			t.Fatalf("%q leaves a bare ampersand: %q", s, got)
		}
		if utf8.RuneCountInString(rest) > html.TextLength+1 {
			t.Fatalf("%d characters", utf8.RuneCountInString(rest))
		}
	})
}
