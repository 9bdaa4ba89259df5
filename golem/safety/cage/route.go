package cage

import (
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/internal/money"
)

// hops are what first moves of orders over two markets brought and second ones did not carry on yet,
// and when second ones were sent: an order is spent and counted once.
type hops struct {
	open []hop
	sent []int64 // oldest first
}

// hop is what one first move brought under its permit, and what was counted as spent for it.
type hop struct {
	permit string
	token  common.Address
	units  uint256.Int
	spent  money.USDC
	at     int64
}

// homeward reports whether an action is the first move of a sale: it leaves an asset for one that the
// market of the second move trades for the numeraire.
func (k Case) homeward() bool {
	r, cash := k.Route, k.Seen.Numeraire()
	if r == nil || r.First != "" || r.To != cash.Handle() || k.Action.TokenIn == cash.Address || k.Seen.Silent(r.Second) {
		return false
	}
	m, ok := k.Seen.Market(r.Second)
	return ok && k.Action.Kind == grammar.Swap && m.Trades(k.Action.TokenOut, cash.Address)
}

// Brought keeps what an executed first move brought.
func (c *Cage) Brought(permit string, k Case, value money.USDC, x turn.Execution) {
	if k.Route == nil || k.Route.First != "" || k.Action.Kind != grammar.Swap || x.Status != turn.StatusExecuted {
		return
	}
	if !k.Opens() {
		value = 0
	}
	c.hops.open = slices.DeleteFunc(c.hops.open, func(h hop) bool { return h.at <= k.Now-hour || h.permit == permit })
	for _, d := range x.Deltas {
		if d.Token == k.Action.TokenOut && !d.Out {
			c.hops.open = append(c.hops.open, hop{permit, d.Token, d.Units, value, k.Now})
		}
	}
}

// carried is what an action carries on, within the hour: all or a part of what its first move brought;
// -1: nothing.
func (c *Cage) carried(k Case) int {
	if k.Route == nil || k.Action.Kind != grammar.Swap {
		return -1
	}
	return slices.IndexFunc(c.hops.open, func(h hop) bool {
		return h.permit == k.Route.First && h.token == k.Action.TokenIn && h.at > k.Now-hour && !k.Action.AmountIn.Gt(&h.units)
	})
}

// counts is what an opening of a value counts as spent: a second move beyond what its first one did.
func (c *Cage) counts(k Case, value money.USDC) money.USDC {
	value = spends(k, value)
	if i := c.carried(k); i >= 0 {
		value = max(0, value-c.hops.open[i].spent)
	}
	return value
}

// carry uses up what a second move carries on.
func (c *Cage) carry(k Case) {
	if i := c.carried(k); i >= 0 {
		c.hops.open = slices.Delete(c.hops.open, i, i+1)
		c.hops.sent = append(slices.DeleteFunc(c.hops.sent, func(at int64) bool { return at <= k.Now-hour }), k.Now)
	}
}

// orders is how many orders an hour holds, each of which is one however many moves it has; a second move
// is none.
func (c *Cage) orders(now int64) int {
	n := c.sentInHour(now)
	for _, at := range c.hops.sent {
		if at > now-hour {
			n--
		}
	}
	return n
}
