package taint

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/fxamacker/cbor/v2"
	"pgregory.net/rapid"
)

const canary = "canary-text-77"

var allLabels = []Labels{WalletSecret, OwnerSecret, StrategyConfidential, UserPII, UntrustedExternal}

// spec: runtime §11.1, the matrix; §21, "taint matrix exhaustive 5 × 6"; safety §9, for all
// 5 × 6 pairs the function equals the table (§25 point 2).
func TestMatrixIsTheOneOfTheSpecification(t *testing.T) {
	const allow, block = true, false
	sinks := []Sink{LLMContext, AuditLog, Lethe, EventFabric, CladePeer, LocalGrimoire}
	matrix := map[Labels][6]bool{
		WalletSecret:         {block, block, block, block, block, block},
		OwnerSecret:          {block, block, block, block, block, allow},
		StrategyConfidential: {allow, allow, block, allow, allow, allow},
		UserPII:              {allow, allow, block, block, allow, allow},
		UntrustedExternal:    {allow, allow, allow, allow, allow, allow},
	}
	if len(matrix) != len(allLabels) {
		t.Fatal("a label is missing")
	}
	for label, row := range matrix {
		for i, sink := range sinks {
			content, err := New(Owner, canary, label).Reveal(sink)
			switch {
			case row[i] == allow && (err != nil || content != canary):
				t.Errorf("%v to %v: %q, %v; want the content", label, sink, content, err)
			case row[i] == block && (!errors.Is(err, ErrForbidden) || content != ""):
				t.Errorf("%v to %v: %q, %v; want it blocked", label, sink, content, err)
			}
		}
	}
}

// spec: runtime §11.1, "UntrustedExternal data may not reach transaction
// construction, PolicyCage configuration or tool parameters".
func TestOnlyCleanTextActs(t *testing.T) {
	for _, sink := range []Sink{Transaction, CageConfig, ToolParameters} {
		for _, label := range allLabels {
			_, err := New(Owner, canary, label).Reveal(sink)
			if blocked := errors.Is(err, ErrForbidden); blocked != (label != StrategyConfidential) {
				t.Errorf("%v to %v: blocked %v", label, sink, blocked)
			}
		}
		if content, err := New(Owner, canary, 0).Reveal(sink); err != nil || content != canary {
			t.Errorf("clean text to %v: %q, %v", sink, content, err)
		}
	}
}

// spec: runtime §11.1, "A value with several labels is blocked if any label is".
func TestSeveralLabelsBlockWhatAnyOfThemBlocks(t *testing.T) {
	for set := range Labels(1 << len(allLabels)) {
		for sink := range Sink(sinkCount) {
			want := false
			for _, label := range allLabels {
				want = want || set&label != 0 && label.Blocked(sink) != 0
			}
			if _, err := New(Owner, canary, set).Reveal(sink); errors.Is(err, ErrForbidden) != want {
				t.Errorf("%v to %v: %v, want blocked %v", set, sink, err, want)
			}
		}
	}
}

func TestAnUnknownSinkRefusesEveryLabel(t *testing.T) {
	for _, label := range allLabels {
		if _, err := New(Owner, canary, label).Reveal(99); !errors.Is(err, ErrForbidden) {
			t.Errorf("%v flows to an unknown sink", label)
		}
	}
}

// spec: runtime §11.1, "the value itself is never logged".
func TestAViolationNamesLabelAndSinkButNotTheValue(t *testing.T) {
	_, err := New(Owner, canary, UserPII|StrategyConfidential).Reveal(EventFabric)
	var v *Violation
	if !errors.As(err, &v) || *v != (Violation{UserPII, EventFabric}) {
		t.Fatalf("got %v", err)
	}
	if got := err.Error(); got != "taint: UserPII may not flow to the Event Fabric" {
		t.Errorf("got %q", got)
	}
}

// spec: runtime §11.1, "LLM output counts as UntrustedExternal".
func TestWordsFromOutsideAreUntrustedFromBirth(t *testing.T) {
	for o := range Origin(originCount) + 3 {
		untrusted := New(o, canary, 0).Labels()&UntrustedExternal != 0
		if want := o != Runtime && o != Owner; untrusted != want {
			t.Errorf("%v: untrusted %v, want %v", o, untrusted, want)
		}
	}
}

// spec: runtime §11.1, "Labels propagate to anything derived (concatenation, formatting, JSON)".
func TestLabelsAndOriginsPropagate(t *testing.T) {
	owner, model, web := New(Owner, "a", StrategyConfidential), New(Model, "b", UserPII), New(Web, `"c"`, 0)
	both := []Origin{Owner, Model}
	cases := []struct {
		name    string
		text    Text
		want    string
		labels  Labels
		origins []Origin
	}{
		{"concat", Concat(owner, model), "ab", StrategyConfidential | UserPII | UntrustedExternal, both},
		{"join", Join(web, owner, owner), `a"c"a`, StrategyConfidential | UntrustedExternal, []Origin{Owner, Web}},
		{"format", Format("%s=%d %5s", owner, 7, &model), "a=7     b", StrategyConfidential | UserPII | UntrustedExternal, append([]Origin{Runtime}, both...)},
		{"object", Object(Field{"x", owner}, Field{"y", web}), `{"x":"a","y":"\"c\""}`, StrategyConfidential | UntrustedExternal, []Origin{Runtime, Owner, Web}},
		{"truncate", Concat(model, owner).Truncate(1), "b", StrategyConfidential | UserPII | UntrustedExternal, both},
		{"with", web.With(OwnerSecret), `"c"`, OwnerSecret | UntrustedExternal, []Origin{Web}},
		{"nothing", Concat(), "", 0, nil},
		{"zero", Text{}, "", 0, nil},
	}
	for _, c := range cases {
		if got := c.text.content(); got != c.want || c.text.Labels() != c.labels || !reflect.DeepEqual(c.text.Origins(), c.origins) {
			t.Errorf("%s: %q %v %v\nwant %q %v %v", c.name, got, c.text.Labels(), c.text.Origins(), c.want, c.labels, c.origins)
		}
	}
}

func TestATextInsideAnotherArgumentStaysHidden(t *testing.T) {
	got := Format("%v %v", []Text{New(Model, canary, 0)}, (*Text)(nil)).content()
	if strings.Contains(got, canary) {
		t.Errorf("shown: %q", got)
	}
}

func TestTruncateKeepsWholeCharacters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		content := rapid.String().Draw(t, "content")
		limit := rapid.IntRange(-3, len(content)+3).Draw(t, "limit")
		got := New(Web, content, 0).Truncate(limit).content()
		if len(got) > max(limit, 0) || !strings.HasPrefix(content, got) || strings.ToValidUTF8(got, "") != strings.ToValidUTF8(content[:len(got)], "") {
			t.Fatalf("%q cut to %d is %q", content, limit, got)
		}
		if rest := content[len(got):]; limit >= 0 && len(got)+len(firstRune(rest)) <= limit && rest != "" {
			t.Fatalf("%q cut to %d is %q: another character fits", content, limit, got)
		}
	})
}

func firstRune(s string) string {
	for _, r := range s {
		return string(r)
	}
	return ""
}

// spec: runtime §11.1, "the wrapper has no String, no JSON/fmt/log marshalling that reveals content".
func TestNoWayOfPrintingShowsTheContent(t *testing.T) {
	text := New(Model, canary, 0)
	buried := struct {
		Shown  Text
		Ptr    *Text
		hidden Text
		inner  struct{ deep []Text }
	}{text, &text, text, struct{ deep []Text }{[]Text{text}}}
	var said []string
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d", "%c"} {
		for _, value := range []any{text, &text, buried, &buried, []Text{text}, map[string]Text{"k": text}} {
			said = append(said, fmt.Sprintf(verb, value))
		}
	}
	var log bytes.Buffer
	slog.New(slog.NewTextHandler(&log, nil)).Info("m", "t", text, "b", buried)
	slog.New(slog.NewJSONHandler(&log, nil)).Info("m", "t", text, "b", buried)
	said = append(said, log.String())
	asJSON, err := json.Marshal(buried)
	if err != nil {
		t.Error(err)
	}
	asCBOR, err := cbor.Marshal(buried)
	if err != nil {
		t.Error(err)
	}
	said = append(said, string(asJSON), string(asCBOR))
	for _, s := range said {
		if strings.Contains(s, canary) || strings.Contains(s, fmt.Sprintf("%x", canary)) || strings.Contains(s, "99 97 110") {
			t.Errorf("shown: %s", s)
		}
	}
	if want := "[text of 14 bytes, labels UntrustedExternal]"; text.String() != want || !strings.Contains(log.String(), want) {
		t.Errorf("described as %s", text)
	}
	if reflect.TypeFor[Text]().Comparable() {
		t.Error("== compiles, which would tell contents apart")
	}
}

func TestClearNeedsANamedValidatorThatAccepts(t *testing.T) {
	amount := Pattern("amount", regexp.MustCompile(`[0-9]{1,6}|all`))
	cases := []struct {
		content string
		v       Validator
		accept  bool
	}{
		{"1500", amount, true},
		{"all", amount, true},
		{"1500\nrm", amount, false},
		{"x1500", amount, false},
		{"", amount, false},
		{"WETH", OneOf("asset", "USDC", "WETH"), true},
		{"weth", OneOf("asset", "USDC", "WETH"), false},
		{"1500", Validator{Accept: func(string) error { return nil }}, false},
		{"1500", Validator{Name: "hollow"}, false},
	}
	for _, c := range cases {
		cleared, err := New(Model, c.content, StrategyConfidential).Clear(c.v)
		if !c.accept {
			if !errors.Is(err, ErrRejected) || c.content != "" && strings.Contains(err.Error(), c.content) || cleared.Len() != 0 {
				t.Errorf("%q by %q: %v, %v", c.content, c.v.Name, cleared, err)
			}
			continue
		}
		if content, err := cleared.Reveal(Transaction); err != nil || content != c.content || cleared.Labels() != StrategyConfidential {
			t.Errorf("%q by %q: %q, %v, labels %v", c.content, c.v.Name, content, err, cleared.Labels())
		}
	}
}

func TestClearNeverMakesASecretHarmless(t *testing.T) {
	anything := Validator{Name: "anything", Accept: func(string) error { return nil }}
	cleared, err := New(Tool, canary, WalletSecret).Clear(anything)
	if err != nil {
		t.Fatal(err)
	}
	for sink := range Sink(sinkCount) {
		if _, err := cleared.Reveal(sink); !errors.Is(err, ErrForbidden) {
			t.Errorf("a wallet secret flows to the %v", sink)
		}
	}
}

func TestNamesAreComplete(t *testing.T) {
	if got := (WalletSecret | UntrustedExternal).String() + " " + Labels(0).String(); got != "WalletSecret+UntrustedExternal none" {
		t.Errorf("got %q", got)
	}
	for s := range Sink(sinkCount) {
		if s.String() == "" {
			t.Errorf("sink %d has no name", s)
		}
	}
	if Sink(99).String() != "unknown sink" || Origin(99).String() != "unknown" || Sibling.String() != "sibling" {
		t.Error("a name is wrong")
	}
}
