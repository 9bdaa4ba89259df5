package cage

import (
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/internal/money"
)

// hop is the first move of an order over two markets, until its second one takes what it brought.
type hop struct {
	turn.Route // as the second move has to tell it
	token      common.Address
	units      uint256.Int // that it brought
	spent      money.USDC  // counted for it
	at         int64
}

// homeward reports whether an action is the first move of a sale that no market makes straight: it
// leaves an asset for one that the second move's market trades for the numeraire. What a market makes
// straight could be exchanged there and back for nothing spent.
func (k Case) homeward() bool {
	r, a, cash := k.Route, k.Action, k.Seen.Numeraire().Address
	if r == nil || r.First != "" || a.Kind != grammar.Swap || a.TokenIn == cash || k.Seen.Traded(a.TokenIn, cash) || k.Seen.Silent(r.Second) {
		return false
	}
	_, known := k.Seen.Asset(a.TokenOut)
	m, ok := k.Seen.Market(r.Second)
	return known && ok && m.Trades(a.TokenOut, cash)
}

// leaves notes a first move that is about to be sent, of a value.
func (c *Cage) leaves(permit string, k Case, value money.USDC) {
	if k.Route == nil || k.Route.First != "" {
		return
	}
	if !k.Opens() {
		value = 0
	}
	h := hop{Route: *k.Route, token: k.Action.TokenOut, spent: value, at: k.Now}
	h.First = permit
	c.hops = append(slices.DeleteFunc(c.hops, func(h hop) bool { return h.at <= k.Now-hour }), h)
}

// brought notes what came of it: something where it was executed.
func (c *Cage) brought(permit string, x turn.Execution) {
	for i, h := range c.hops {
		if h.First != permit {
			continue
		}
		if c.hops[i].units.Clear(); x.Status == turn.StatusExecuted {
			c.hops[i].units = received(x.Deltas, h.token)
		}
	}
}

// follows is the hop that an action carries on: in the market that its first move named, of the same
// order in all it tells, within the hour and with no more than came; nil: none.
func (c *Cage) follows(k Case) *hop {
	a := k.Action
	for i := range c.hops {
		h := &c.hops[i]
		if k.Route != nil && *k.Route == h.Route && a.Kind == grammar.Swap && a.Market == h.Second && a.TokenIn == h.token && !a.AmountIn.Gt(&h.units) && h.at > k.Now-hour {
			return h
		}
	}
	return nil
}

// paid is what of a value was counted as spent for the first move of its order.
func (c *Cage) paid(k Case, value money.USDC) money.USDC {
	if h := c.follows(k); h != nil {
		return min(value, h.spent)
	}
	return 0
}
