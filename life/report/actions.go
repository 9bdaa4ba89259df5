package report

import (
	"encoding/json"
	"strings"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/life/report/attribution"
	"bardo.run/bardo/life/report/performance"
)

// params are the fields of an action's body that the report reads.
type params struct {
	Params struct {
		Position string `json:"position_id"`
		Lower    int32  `json:"tick_lower"`
		Upper    int32  `json:"tick_upper"`
		Percent  uint8  `json:"percent"`
	} `json:"params"`
}

// The kinds of action that the report tells apart.
const (
	kindSwap   = "swap"
	kindAdd    = "add_liquidity"
	kindRemove = "remove_liquidity"
)

// actions folds in what was executed in one tick. Where the tick could not read
// the chain, the reading before it says which tokens moved.
func (b *Builder) actions(tick uint64, at int64, seen turn.Reading, actions []turn.Action) {
	if seen.Block.Number == 0 {
		seen = b.last
	}
	removed, collected := false, map[string]bool{}
	for _, a := range actions {
		sent := attribution.DeedOf(seen, a, collected)
		if a.Execution != nil {
			b.deeds = append(b.deeds, sent)
		}
		if a.Status != turn.StatusExecuted {
			continue
		}
		b.number++
		if a.Execution == nil {
			continue
		}
		if a.Preview.Kind == kindSwap {
			b.swap(tick, at, seen, a)
			continue
		}
		if lends(a.Preview.Kind) {
			b.loan(tick, at, seen, a)
			continue
		}
		b.liquidity(tick, at, seen, sent, removed)
		removed = removed || a.Preview.Kind == kindRemove
	}
}

// swap folds in one trade. In the pool the impact comes after the fee; elsewhere it is
// what was lost against the pool, the fee inside.
func (b *Builder) swap(tick uint64, at int64, seen turn.Reading, a turn.Action) {
	x, pool := a.Execution, seen.Pool
	venue, other := seen.Venue(a.Proposal.Protocol())
	t := Trade{
		Number: b.number, Tick: tick, Time: at, Block: x.Block.Number, Gas: x.Cost, PermitID: x.PermitID,
		Tx: x.TxHash.Hex(), Cause: a.Proposal.Cause, Origin: string(a.Proposal.Origin), Verified: x.Verified,
	}
	paid, fee := 0.0, pool.FeePips
	for _, d := range x.Deltas {
		token, known := tokenOf(pool, d)
		if !known {
			continue
		}
		if d.Out {
			t.Out, paid, fee = amount(d, token), value(&d.Units, token, pool), seen.FeePips(venue.Protocol, d.Token)
		} else {
			t.In = amount(d, token)
		}
		if d.Token == pool.Base().Address {
			t.Buy, t.Base = !d.Out, money.Float(&d.Units, token.Decimals)
		} else {
			t.Quote = money.Float(&d.Units, token.Decimals)
		}
	}
	if t.Base > 0 {
		t.Price = t.Quote / t.Base
	}
	t.Fee = paid * float64(fee) / 1e6
	t.Exchange = venue.Protocol
	switch s := a.Preview.Simulation; {
	case s == nil:
	case other:
		t.Impact = max(0, paid*float64(s.ImpactBPS)/float64(money.Whole)-t.Fee)
	default:
		t.Impact = (paid - t.Fee) * float64(s.ImpactBPS) / float64(money.Whole)
	}
	b.life.Acts.Trades = append(b.life.Acts.Trades, t)
	b.life.Money.Costs.Fees += t.Fee
	b.life.Money.Costs.Impact += t.Impact
	b.fills = append(b.fills, performance.Fill{
		Number: t.Number, Time: at, Buy: t.Buy, Base: t.Base, Quote: t.Quote, Gas: usd(t.Gas), Fee: t.Fee, Impact: t.Impact,
	})
}

// liquidity folds in one action on a position. All of a tick are seen on one
// reading, so what it says a position had earned is collected by the first of them.
func (b *Builder) liquidity(tick uint64, at int64, seen turn.Reading, sent attribution.Deed, removed bool) {
	a := sent.Action
	x := a.Execution
	var body params
	// A body that was executed has passed the grammar; should a later grammar
	// write it differently, the event lacks its position and range.
	_ = json.Unmarshal(a.Proposal.Body, &body)
	e := LiquidityEvent{
		Number: b.number, Tick: tick, Time: at, Block: x.Block.Number, Kind: a.Preview.Kind, Position: body.Params.Position,
		Price: seen.Pool.Price, Gas: x.Cost, PermitID: x.PermitID, Tx: x.TxHash.Hex(), Cause: a.Proposal.Cause,
		Recentre: removed && a.Preview.Kind == kindAdd, Fees: sent.Earned,
	}
	if e.Kind == kindAdd {
		e.Lower, e.Upper = band(seen.Pool, body.Params.Lower, body.Params.Upper)
	}
	var paid, received []string
	for _, d := range x.Deltas {
		token, known := tokenOf(seen.Pool, d)
		if d.Out {
			paid = append(paid, amount(d, token))
		} else {
			received = append(received, amount(d, token))
		}
		if known {
			b.move(at, seen.Pool, d, token)
		}
	}
	e.Paid, e.Received = strings.Join(paid, " + "), strings.Join(received, " + ")
	b.life.Acts.Liquidity = append(b.life.Acts.Liquidity, e)
}

// move books what left the wallet for somewhere else, or came back, at the market's price.
func (b *Builder) move(at int64, pool turn.Pool, d turn.Delta, token turn.Token) {
	if d.Token == pool.Base().Address {
		b.fills = append(b.fills, performance.Fill{
			Number: b.number, Time: at, Buy: !d.Out, Moved: true, Base: money.Float(&d.Units, token.Decimals), Quote: value(&d.Units, token, pool),
		})
	}
}

// tokenOf names the token of a delta; one that is not of the pool is known by
// its address only, and its amount stays in raw units.
func tokenOf(p turn.Pool, d turn.Delta) (turn.Token, bool) {
	switch d.Token {
	case p.Token0.Address:
		return p.Token0, true
	case p.Token1.Address:
		return p.Token1, true
	}
	return turn.Token{Address: d.Token, Symbol: d.Token.Hex()}, false
}

func amount(d turn.Delta, t turn.Token) string {
	return money.FormatUnits(&d.Units, t.Decimals) + " " + t.Symbol
}
