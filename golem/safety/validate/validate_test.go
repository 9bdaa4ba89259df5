package validate

import (
	"crypto/sha256"
	"errors"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"bardo.run/bardo/golem/core/taint"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
)

var errNo = errors.New("not approved")

// gates are one of each kind, with a content that it lets pass.
func gates() map[Kind]struct {
	gate Gate
	good string
} {
	yes := sha256.Sum256([]byte("yes"))
	action := `{"type":"supply","params":{"market":"aave-v3","asset":"usdc","amount":"7"},"constraints":{}}`
	return map[Kind]struct {
		gate Gate
		good string
	}{
		Regex:   {Matches("letters", regexp.MustCompile("[A-Z]+")), "STF"},
		Schema:  {Fits[struct{ Price string }]("price"), `{"Price":"1"}`},
		Bounds:  {Within("price", big.NewRat(1, 1), big.NewRat(100_000, 1)), "2000.5"},
		Content: {Hashes("yes", yes), "yes"},
		Approval: {Approved("owner", func(content [32]byte) error {
			if content != yes {
				return errNo
			}
			return nil
		}), "yes"},
		Grammar: {Proposal(&turn.Reading{Lending: []turn.Lending{{Handle: "aave-v3"}}, Assets: []turn.Asset{{Token: turn.Token{Symbol: "USDC"}}}}), action},
		Address: {IsAddress(), "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"},
	}
}

// spec: safety §10 — the table of origins and permitted gates: a value passes a gate that
// fits its origin, and no other, whatever its content.
func TestEachOriginHasItsGatesAndNoOthers(t *testing.T) {
	want := map[Origin][]Kind{
		ContractRevert: {Regex, Schema}, APIResponse: {Schema, Bounds}, OraclePrice: {Bounds, Content},
		MarketplaceKnowledge: {Schema, Approval}, UserInput: {Regex, Bounds, Approval}, ModelOutput: {Grammar, Address},
	}
	all := gates()
	if len(want) != origins || len(all) != kinds {
		t.Fatal("an origin or a kind is missing")
	}
	for o, fit := range want {
		for k, g := range all {
			text := taint.New(sources[o][0], g.good, 0).With(taint.UntrustedExternal)
			clean, err := g.gate.Clear(text, o)
			if fits := slices.Contains(fit, k); fits != (err == nil) || !fits && !errors.Is(err, ErrGate) || !fits && !errors.Is(err, taint.ErrRejected) {
				t.Errorf("%s through %s: %v", o, k, err)
			} else if fits && clean.Labels() != 0 {
				t.Errorf("%s through %s keeps %s", o, k, clean.Labels())
			}
		}
	}
}

// A model's words are no owner's input, whatever they are called, nor what was made of
// both.
func TestAValueIsWhatItWasMadeOf(t *testing.T) {
	g := gates()[Regex].gate
	mixed := taint.Concat(taint.New(taint.Owner, "A", 0), taint.New(taint.Model, "B", 0))
	for _, text := range []taint.Text{taint.New(taint.Model, "AB", 0), mixed, taint.New(taint.Web, "AB", 0), taint.New(99, "AB", 0)} {
		if _, err := g.Clear(text, UserInput); !errors.Is(err, ErrGate) {
			t.Errorf("text of %v cleared as the owner's: %v", text.Origins(), err)
		}
	}
	if _, err := g.Clear(taint.New(taint.Owner, "AB", 0), 99); !errors.Is(err, ErrGate) {
		t.Errorf("an unknown origin: %v", err)
	}
	if _, err := (Gate{}).Clear(taint.New(taint.Owner, "AB", 0), UserInput); !errors.Is(err, ErrGate) {
		t.Errorf("the zero gate: %v", err)
	}
}

// spec: safety §10 — OraclePrice "NaN" → NumericSpecialValue; numeric bounds refuse NaN,
// ±Inf and out-of-range.
func TestANumberIsFiniteAndWithinItsBounds(t *testing.T) {
	g := gates()[Bounds].gate
	bounds := new(OutOfBounds)
	for content, want := range map[string]error{
		"NaN": ErrSpecial, "nan": ErrSpecial, "Inf": ErrSpecial, "+Inf": ErrSpecial, "-Infinity": ErrSpecial, "∞": ErrSpecial,
		"": ErrNotNumeric, "1e3": ErrNotNumeric, "1e999999999": ErrNotNumeric, "0x10": ErrNotNumeric, "1/3": ErrNotNumeric, "1_000": ErrNotNumeric, " 5": ErrNotNumeric, "5\n": ErrNotNumeric, "5.": ErrNotNumeric, "٣": ErrNotNumeric,
		strings.Repeat("9", 79): ErrNotNumeric,
		"1":                     nil, "100000": nil, "100000.000": nil, "+2.5": nil,
		"0.999": bounds, "100000.000000000000000001": bounds, "-5": bounds, strings.Repeat("9", 78): bounds,
	} {
		_, err := g.Clear(taint.New(taint.Chain, content, 0), OraclePrice)
		switch {
		case want == nil && err != nil, want != nil && want != error(bounds) && !errors.Is(err, want):
			t.Errorf("%q: %v, want %v", content, err, want)
		case want == error(bounds):
			var got *OutOfBounds
			if !errors.As(err, &got) || *got != (OutOfBounds{"1", "100000"}) {
				t.Errorf("%q: %v", content, err)
			}
		}
	}
}

// spec: safety §10 — regex `^0x[0-9a-fA-F]{40}$` against `0x…40hex\n` → mismatch.
func TestAnExpressionMatchesTheWholeValue(t *testing.T) {
	hex := "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"
	for content, good := range map[string]bool{hex: true, hex + "\n": false, "\n" + hex: false, hex + "0": false, hex[:41]: false, "0X" + hex[2:]: false, hex + "\u202e": false} {
		for _, g := range []Gate{IsAddress(), {Address, "spec", Matches("spec", regexp.MustCompile(`^0x[0-9a-fA-F]{40}$`)).judge}, {Address, "lines", Matches("lines", regexp.MustCompile(`(?m)^0x[0-9a-fA-F]{40}$`)).judge}} {
			_, err := g.Clear(taint.New(taint.Model, content, 0), ModelOutput)
			var mismatch *RegexMismatch
			if good != (err == nil) || !good && !errors.As(err, &mismatch) {
				t.Errorf("%s, %q: %v", g.name, content, err)
			}
		}
	}
}

// spec: safety §10 — a sample has at most 80 characters; the error itself quotes nothing.
func TestARejectionShowsLittleOfTheValue(t *testing.T) {
	long := "\x1b[31m" + strings.Repeat("é", 300)
	_, err := gates()[Regex].gate.Clear(taint.New(taint.Chain, long, 0), ContractRevert)
	var mismatch *RegexMismatch
	if !errors.As(err, &mismatch) || utf8.RuneCountInString(mismatch.Sample) != 80 || strings.ContainsRune(mismatch.Sample, 0x1b) || strings.Contains(err.Error(), "é") {
		t.Errorf("%v with sample %q", err, mismatch.Sample)
	}
}

func TestOtherGatesSayWhatIsWrong(t *testing.T) {
	all := gates()
	var bad *grammar.Error
	for _, c := range []struct {
		kind    Kind
		from    Origin
		content string
		is      error
	}{
		{Schema, APIResponse, `{"Price":"1","more":2}`, ErrSchema},
		{Schema, APIResponse, `{"Price":"1"}{}`, ErrSchema},
		{Schema, APIResponse, `{"Price":1}`, ErrSchema},
		{Content, OraclePrice, "no", ErrHash},
		{Approval, MarketplaceKnowledge, "no", errNo},
	} {
		if _, err := all[c.kind].gate.Clear(taint.New(sources[c.from][0], c.content, 0), c.from); !errors.Is(err, c.is) || !errors.Is(err, taint.ErrRejected) {
			t.Errorf("%s of %q: %v, want %v", c.kind, c.content, err, c.is)
		}
	}
	for _, action := range []string{`"aave-v4","asset":"usdc"`, `"aave-v3","asset":"weth"`} { // of another reading
		if _, err := all[Grammar].gate.Clear(taint.New(taint.Model, `{"type":"supply","params":{"market":`+action+`,"amount":"7"},"constraints":{}}`, 0), ModelOutput); !errors.As(err, &bad) {
			t.Errorf("%s: %v", action, err)
		}
	}
	if _, err := all[Grammar].gate.Clear(taint.New(taint.Model, `{"type":"swap","calldata":"0x"}`, 0), ModelOutput); !errors.As(err, &bad) {
		t.Errorf("the grammar: %v", err)
	}
}
