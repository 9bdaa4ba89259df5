package attribution

import (
	"encoding/json"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/internal/money"
)

// Deed is an order that was sent, and what it was decided on.
type Deed struct {
	Action turn.Action
	Assets []turn.Asset // with the prices of then
	Market turn.Market  // of a swap
	Place  string       // the handle of the market or the lender, or what wraps the coin
	Earned float64      // fees that a position had, and pays out with it
}

// DeedOf is an action that was sent on a reading. collected are the positions whose fees an
// earlier one of the same tick pays out.
func DeedOf(seen turn.Reading, a turn.Action, collected map[string]bool) Deed {
	d := Deed{Action: a, Assets: seen.Assets, Place: a.Proposal.Market()}
	switch grammar.Kind(a.Preview.Kind) {
	case grammar.Swap:
		if m, ok := seen.Market(a.Proposal.Market()); ok {
			d.Market = *m
		}
	case grammar.Wrap, grammar.Unwrap:
		d.Place = seen.Wrapper.Protocol
	case grammar.RemoveLiquidity, grammar.ClaimFees:
		var body struct {
			Params struct {
				Position string `json:"position_id"`
			} `json:"params"`
		}
		_ = json.Unmarshal(a.Proposal.Body, &body) // it has passed the grammar
		if p, ok := seen.Position(body.Params.Position); ok && d.Place == "" {
			d.Place = p.Market
		}
		for _, p := range seen.Positions {
			if p.ID == body.Params.Position && !collected[p.ID] {
				collected[p.ID], d.Earned = true, FeesOf(p, &seen)
			}
		}
	}
	return d
}

// fee is the share that the market of a swap takes of a token that is given.
func (d *Deed) fee(t turn.Token) float64 { return float64(d.Market.Fee(t.Address)) / 1e6 }

// Block is when the chain took it; 0 while that is not known.
func (d *Deed) Block() uint64 {
	if d.Action.Execution == nil {
		return 0
	}
	return d.Action.Execution.Block.Number
}

// Home is the kind of a stray that went to the owner at the end: it is neither lost nor spent.
const Home turn.Stray = "home"

// Stray is money that came or left and that no order explains, at the price of then. Token and
// Units, whole ones, are of an asset.
type Stray struct {
	Kind  turn.Stray
	Block uint64
	Value float64
	Token turn.Token
	Units float64
	Coin  bool // it is the chain's coin
}

// StrayOf is what a difference was worth when it was found.
func StrayOf(d turn.Difference, seen turn.Reading) Stray {
	s := Stray{Kind: d.Kind, Block: d.Block.Number, Value: seen.Worth(d.Asset, &d.Units), Coin: !common.IsHexAddress(d.Asset)}
	for _, t := range seen.Tokens() {
		if t.Address.Hex() == d.Asset {
			s.Token, s.Units = t, money.Float(&d.Units, t.Decimals)
		}
	}
	return s
}
