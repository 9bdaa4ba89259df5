package report_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/life/report"
	"bardo.run/bardo/life/report/attribution"
	"bardo.run/bardo/life/report/performance"
)

// look, when set, names a folder to which the tests write the pages they made,
// with the real chart library of $BARDO_ARTIFACTS or the checkout.
const look = "BARDO_REPORT_LOOK"

var plain = report.Assets{UPlotJS: "var uPlot;", UPlotCSS: ".uplot{}"}

func page(t testing.TB, l report.Life, a report.Assets) string {
	t.Helper()
	var b bytes.Buffer
	if err := l.Page(&b, a); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// library is the real chart library where the checkout has it.
func library(t testing.TB) (report.Assets, bool) {
	t.Helper()
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join("..", "..", "contracts", "artifacts", name))
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		return string(text)
	}
	a := report.Assets{UPlotJS: read("uPlot.iife.min.js"), UPlotCSS: read("uPlot.min.css")}
	return a, a.UPlotJS != "" && a.UPlotCSS != ""
}

func TestPagesToLookAt(t *testing.T) {
	dir := os.Getenv(look)
	if dir == "" {
		t.Skip("set " + look + " to a folder to have the pages written there")
	}
	a, ok := library(t)
	if !ok {
		t.Fatal("the chart library is not in contracts/artifacts: make setup")
	}
	for name, l := range map[string]report.Life{"trader": trader(), "keeping": keeping(), "declining": declining(), "settling": settling(), "empty": report.NewBuilder().Life(0)} {
		if err := os.WriteFile(filepath.Join(dir, name+".html"), []byte(page(t, l, a)), 0o644); err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := l.Summary(&b, "out/life.html"); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name+".txt"), b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// loads are the ways in which a page asks a network for something.
var loads = []string{
	"http:", "https:", "ws:", "wss:", `"//`, "'//", "(//", "=//", " src=", "<link", "@import", "url(", "@font-face",
	"fetch(", "xmlhttprequest", "websocket", "eventsource", "sendbeacon", "import(",
}

func loading(page string) (found []string) {
	page = strings.ToLower(page)
	for _, l := range loads {
		if strings.Contains(page, l) {
			found = append(found, l)
		}
	}
	return found
}

// DESIGN §8: one file, data inlined, no CDN.
func TestThePageLoadsNothing(t *testing.T) {
	for name, l := range map[string]report.Life{"a trader": trader(), "a keeper": keeping()} {
		if found := loading(page(t, l, plain)); found != nil {
			t.Errorf("%s: the page holds %q", name, found)
		}
	}
	a, ok := library(t)
	if !ok {
		t.Fatal("the chart library is not in contracts/artifacts: run make setup")
	}
	text := page(t, trader(), a)
	if !strings.Contains(text, "default-src &#39;none&#39;") {
		t.Error("no policy forbids loads")
	}
	// The library names its own home in its first comment and asks for nothing.
	if found := loading(strings.Replace(text, "https://github.com/leeoniya/uPlot", "", 1)); found != nil {
		t.Errorf("with the chart library the page holds %q", found)
	}
}

// What is put into the page has as many arguments as places for them: none is left empty, and
// no percent sign of a text takes one.
func TestNoPlaceOfThePageIsLeftEmpty(t *testing.T) {
	for name, l := range map[string]report.Life{"trader": trader(), "keeping": keeping(), "declining": declining(), "settling": settling(), "foreseeing": foreseen()} {
		text := page(t, l, plain)
		text = text[strings.Index(text, "<body>"):strings.Index(text, "<script")]
		if at := regexp.MustCompile(`.{0,40}[^ \d]%.{0,20}`).FindString(text); at != "" {
			t.Errorf("%s: %q", name, at)
		}
	}
}

// foreseen is a life that predicted.
func foreseen() report.Life {
	g := newGolem(1)
	r := g.record()
	r.Foresight = &turn.Foresight{Resolved: []turn.Resolution{{ID: 1, Category: turn.PriceRange, Stated: 0.85, Persisted: true}}, Expired: []uint64{2}}
	g.b.Add(r)
	return g.b.Life(0)
}

func TestTheSameLifeGivesTheSameBytes(t *testing.T) {
	first := page(t, makeTrader(), plain)
	if again := page(t, makeTrader(), plain); again != first {
		t.Fatal("two pages of one life differ")
	}
}

const hostile = "</script></style><script>alert(1)</script><img src=x onerror=alert(2)>\"'`&\u2028\u2029\u202e\x1b[2J\x00%s%%"

func TestHostileTextsStayText(t *testing.T) {
	l := trader()
	l.Subject.Identity.Name, l.Subject.Identity.GolemID, l.Subject.Strategy.Name, l.Subject.Strategy.Hash = hostile, hostile, hostile, hostile
	l.Subject.Numeraire, l.Subject.Market.Base, l.Subject.Market.Quote, l.Subject.Place.Kind, l.Subject.Place.Name = hostile, hostile, hostile, hostile, hostile
	l.Results.Result.Assets = []attribution.Asset{{Token: turn.Token{Symbol: hostile}, Units: 1}, {Token: turn.Token{Symbol: hostile}, Units: 2}}
	l.Results.Trips.Left, l.Results.Trips.Closed[0].Asset = append(slices.Clone(l.Results.Trips.Left), performance.Left{}), hostile
	l.Acts.Trades[1].Market = hostile
	l.Subject.Place.Assumptions, l.Subject.Place.Facts = []string{hostile}, []report.Fact{{Name: hostile, Value: hostile}}
	l.Thought.Triggers = append(l.Thought.Triggers, report.Trigger{Rule: hostile, Kind: hostile, Text: hostile, Outcome: hostile, Layer: hostile, Permits: []string{hostile}})
	l.Acts.Trades[0].In, l.Acts.Trades[0].Out, l.Acts.Trades[0].Cause, l.Acts.Trades[0].PermitID, l.Acts.Trades[0].Tx = hostile, hostile, hostile, hostile, hostile
	l.Acts.Liquidity = []report.LiquidityEvent{{Kind: hostile, Market: hostile, Position: hostile, Paid: hostile, Received: hostile, Cause: hostile, PermitID: hostile}}
	l.Fate.Death = &report.Death{Cause: hostile, Phases: []report.Phase{{Name: hostile, Note: hostile}}, Left: []report.Leftover{{What: hostile, Value: hostile, Reason: hostile, Advice: hostile}}, Balance: []string{hostile}, Clocks: hostile}
	l.Fate.Death.Testament = &report.Will{Parts: []report.Part{{Heading: hostile, Facts: []report.Fact{{Name: hostile, Value: hostile}}}}, Text: []byte(hostile + "\n" + hostile)}
	l.Fate.Settlement = []report.Deed{{Kind: hostile, Status: hostile, Paid: hostile, Received: hostile, Tx: hostile, PermitID: hostile, Note: hostile}}
	l.Money.Ledger = []report.LedgerSum{{Account: hostile, Asset: hostile, Sum: hostile}}
	l.Run.Next = []string{hostile}
	text := page(t, l, plain)
	if !strings.Contains(text, "&lt;script&gt;alert(1)") {
		t.Fatal("the hostile text is not in the page: nothing was tested")
	}
	if n := strings.Count(text, "<script"); n != 3 {
		t.Errorf("%d script elements, not 3", n)
	}
	for _, bad := range []string{"<img", "<script>alert", "\u2028", "\u202e", "\x1b", "\x00"} {
		if strings.Contains(text, bad) {
			t.Errorf("the page holds %q", bad)
		}
	}
	var b bytes.Buffer
	if err := l.Summary(&b, hostile); err != nil {
		t.Fatal(err)
	}
	if strings.ContainsAny(b.String(), "\x1b\x00\u202e\u2028") {
		t.Errorf("the summary can steer the terminal: %q", b.String())
	}
}

func TestAChartLibraryThatEndsItsElementIsRefused(t *testing.T) {
	for _, a := range []report.Assets{{}, {UPlotJS: "x"}, {UPlotJS: "x</SCRIPT >", UPlotCSS: "x"}, {UPlotJS: "x", UPlotCSS: "</style>"}, {UPlotJS: "<!--", UPlotCSS: "x"}} {
		var b bytes.Buffer
		if err := trader().Page(&b, a); !errors.Is(err, report.ErrAssets) || b.Len() > 0 {
			t.Errorf("%q: %v, %d bytes written", a, err, b.Len())
		}
	}
}

func TestALossIsShownAsALoss(t *testing.T) {
	b := report.NewBuilder()
	g := newGolem(1)
	g.b = b
	g.live(2, func(g *golem) ([]turn.Trigger, []turn.Action) { g.usd -= 50; return nil, nil })
	l := finish(b.Life(0))
	if !strings.HasPrefix(l.Verdict(), "Lost 5.00 % in 1 min") {
		t.Fatal(l.Verdict())
	}
	text := page(t, l, plain)
	for _, want := range []string{`<dd class="num loss">−5.00 %</dd>`, `<dd class="num loss">−50.00</dd>`, "Lost 5.00 %"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

func TestALifeWithoutAnythingHasAPageAndASummary(t *testing.T) {
	l := report.NewBuilder().Life(0)
	text := page(t, l, plain)
	for _, want := range []string{"It never traded.", "It still lives.", "Too short to say", `"t":[]`} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if regexp.MustCompile(`\bNaN\b|\bInf\b`).MatchString(text) {
		t.Error("the page prints what is no number")
	}
}

var (
	said   = regexp.MustCompile(`<meta http-equiv="Content-Security-Policy" content="([^"]*)">`)
	inline = regexp.MustCompile(`(?s)<script>(.*?)</script>`)
)

// The policy names each script of the page by the hash of its text, and allows no other.
func TestThePolicyAllowsThePagesOwnScriptsAndNoOther(t *testing.T) {
	text := page(t, trader(), plain)
	found := said.FindStringSubmatch(text)
	scripts := inline.FindAllStringSubmatch(text, -1)
	if found == nil || len(scripts) != 2 {
		t.Fatalf("policy %q, %d scripts", found, len(scripts))
	}
	want := "script-src"
	for _, s := range scripts {
		sum := sha256.Sum256([]byte(s[1]))
		want += " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	got := html.UnescapeString(found[1])
	if !strings.Contains(got, "default-src 'none'; "+want+"; style-src") {
		t.Errorf("the policy is %s, want %s", got, want)
	}
}
