package status

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/internal/money"
)

// Said is an action in a few words: what, and how much, as it was carried out, or else as it
// was simulated, or else as it was asked for. seen has the tokens and the markets.
func Said(a turn.Action, seen *turn.Reading) string {
	var deltas []turn.Delta
	switch {
	case a.Execution != nil && len(a.Execution.Deltas) > 0:
		deltas = a.Execution.Deltas
	case a.Preview.Simulation != nil:
		deltas = a.Preview.Simulation.Deltas
	}
	gave, got := moved(deltas, seen)
	if len(gave)+len(got) == 0 {
		return asked(a, seen)
	}
	if grammar.Kind(a.Preview.Kind) == grammar.Swap {
		if bought(a, deltas, seen) {
			return fmt.Sprintf("buy %s for %s", strings.Join(got, " and "), strings.Join(gave, " and ")) + onward(a.Proposal.Route)
		}
		return fmt.Sprintf("sell %s for %s", strings.Join(gave, " and "), strings.Join(got, " and ")) + onward(a.Proposal.Route)
	}
	text := plain(a.Preview.Kind)
	if len(gave) > 0 {
		text += " " + strings.Join(gave, " and ")
	}
	if len(got) > 0 {
		text += ", getting " + strings.Join(got, " and ")
	}
	return text
}

// moved names what of the assets was given and got.
func moved(deltas []turn.Delta, seen *turn.Reading) (gave, got []string) {
	for i := range deltas {
		d := &deltas[i]
		t, known := tokenOf(seen, d.Token)
		if !known || d.Units.IsZero() {
			continue
		}
		if text := amount(&d.Units, t); d.Out {
			gave = append(gave, text)
		} else {
			got = append(got, text)
		}
	}
	return gave, got
}

// bought reports whether the base token of a swap's market came.
func bought(a turn.Action, deltas []turn.Delta, seen *turn.Reading) bool {
	m, known := seen.Market(a.Proposal.Market())
	for i := range deltas {
		if known && deltas[i].Token == m.Base.Address {
			return !deltas[i].Out
		}
	}
	return false
}

// asked is what a proposal wants, by its own text.
func asked(a turn.Action, seen *turn.Reading) string {
	x, err := grammar.Parse(a.Proposal.Body, seen)
	if err != nil {
		if a.Preview.Kind != "" {
			return plain(a.Preview.Kind)
		}
		return "an order that cannot be read"
	}
	text := plain(string(x.Kind))
	switch {
	case x.Kind == grammar.Swap:
		in, _ := tokenOf(seen, x.TokenIn)
		out, _ := tokenOf(seen, x.TokenOut)
		return fmt.Sprintf("swap %s for %s", amount(x.AmountIn, in), out.Symbol) + onward(a.Proposal.Route)
	case x.PositionID != nil && x.Percent > 0:
		return fmt.Sprintf("%s, %d%% of %s", text, x.Percent, x.PositionID.Dec())
	case x.PositionID != nil:
		return text + " of " + x.PositionID.Dec()
	case x.Amount != nil:
		t, _ := tokenOf(seen, x.Asset)
		if x.Amount.Eq(new(uint256.Int).SetAllOne()) {
			return text + " all " + t.Symbol
		}
		return text + " " + amount(x.Amount, t)
	}
	return text
}

// onward says what a move is of an order over two markets.
func onward(r *turn.Route) string {
	switch {
	case r == nil:
		return ""
	case r.First == "":
		return ", on the way to " + r.To
	}
	return ", on the way from " + r.From
}

// tokenOf names the token of an asset; any other by its address, in raw units.
func tokenOf(seen *turn.Reading, at common.Address) (turn.Token, bool) {
	if a, ok := seen.Asset(at); ok {
		return a.Token, true
	}
	if at == turn.Coin {
		return turn.Token{Symbol: "of the coin for gas", Decimals: 18}, true
	}
	return turn.Token{Address: at, Symbol: at.Hex()}, false
}

func plain(kind string) string { return strings.ReplaceAll(kind, "_", " ") }

func amount(units *uint256.Int, t turn.Token) string {
	return brief(money.Float(units, t.Decimals)) + " " + t.Symbol
}

// brief is a figure of six digits that mean something, without an exponent.
func brief(x float64) string {
	if x == 0 || math.IsNaN(x) || math.IsInf(x, 0) {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	places := 5 - int(math.Floor(math.Log10(math.Abs(x))))
	text := strconv.FormatFloat(x, 'f', min(max(places, 0), 18), 64)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}
