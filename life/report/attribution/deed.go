package attribution

import (
	"encoding/json"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/internal/money"
)

// Deed is an order that was sent, and the market when it was decided.
type Deed struct {
	Action turn.Action
	Price  float64 // of the base token
	Fee    float64 // share that the venue takes of what is given
	Earned float64 // fees that a position had, and pays out with it
}

// DeedOf is an action that was sent on a reading. collected are the positions whose fees an
// earlier one of the same tick pays out.
func DeedOf(seen turn.Reading, a turn.Action, collected map[string]bool) Deed {
	d := Deed{Action: a, Price: seen.Pool.Price}
	switch grammar.Kind(a.Preview.Kind) {
	case grammar.Swap:
		if a.Execution != nil {
			d.Fee = float64(seen.FeePips(a.Proposal.Protocol(), given(a.Execution))) / 1e6
		}
	case grammar.RemoveLiquidity, grammar.ClaimFees:
		var body struct {
			Params struct {
				Position string `json:"position_id"`
			} `json:"params"`
		}
		_ = json.Unmarshal(a.Proposal.Body, &body) // it has passed the grammar
		for _, p := range seen.Positions {
			if p.ID == body.Params.Position && !collected[p.ID] {
				collected[p.ID], d.Earned = true, FeesOf(p, seen.Pool)
			}
		}
	}
	return d
}

// given is the token that an execution gave.
func given(x *turn.Execution) (token common.Address) {
	for i := range x.Deltas {
		if x.Deltas[i].Out {
			token = x.Deltas[i].Token
		}
	}
	return token
}

// Block is when the chain took it; 0 while that is not known.
func (d *Deed) Block() uint64 {
	if d.Action.Execution == nil {
		return 0
	}
	return d.Action.Execution.Block.Number
}

// Home is the kind of a stray that went to the owner at the end: it is neither lost nor spent.
const Home turn.Stray = "home"

// Stray is money that came or left and that no order explains, at the price of then.
type Stray struct {
	Kind  turn.Stray
	Block uint64
	Value float64
	Base  float64 // units, where it is the base token
	Coin  bool    // it is the chain's coin
}

// StrayOf is what a difference was worth when it was found.
func StrayOf(d turn.Difference, seen turn.Reading) Stray {
	s := Stray{Kind: d.Kind, Block: d.Block.Number, Value: seen.Worth(d.Asset, &d.Units), Coin: !common.IsHexAddress(d.Asset)}
	if base := seen.Pool.Base(); d.Asset == base.Address.Hex() {
		s.Base = money.Float(&d.Units, base.Decimals)
	}
	return s
}
