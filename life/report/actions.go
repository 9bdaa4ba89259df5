package report

import (
	"encoding/json"
	"strings"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/life/report/attribution"
	"bardo.run/bardo/life/report/performance"
	"bardo.run/bardo/life/report/venue"
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
		b.number, b.acted = b.number+1, tick
		if a.Execution == nil {
			continue
		}
		if a.Preview.Kind == kindSwap {
			b.swap(tick, at, &seen, a)
			continue
		}
		if lends(a.Preview.Kind) {
			b.loan(tick, at, &seen, a)
			continue
		}
		if converts(a.Preview.Kind) {
			b.conversion(tick, at, &seen, a)
			continue
		}
		b.liquidity(tick, at, &seen, sent, removed)
		removed = removed || a.Preview.Kind == kindRemove
	}
}

// swap folds in one trade. Its impact is what was lost against the prices of the assets, beyond the
// fee of the market.
func (b *Builder) swap(tick uint64, at int64, seen *turn.Reading, a turn.Action) {
	x, m := a.Execution, placeOf(seen, a.Proposal.Market(), "")
	t := Trade{
		Number: b.number, Market: m.Handle, Tick: tick, Time: at, Block: x.Block.Number, Gas: x.Cost, PermitID: x.PermitID,
		Tx: x.TxHash.Hex(), Cause: a.Proposal.Cause, Origin: string(a.Proposal.Origin), Verified: x.Verified,
		BaseToken: m.Base.Symbol, QuoteToken: m.Quote.Symbol,
	}
	t.Route = routed(seen, a.Proposal.Route, x)
	if t.Venues, t.Own = venue.Of(seen, m.Handle, x.Deltas); len(t.Venues) == 0 {
		t.Own = nil
	}
	paid := 0.0
	for _, d := range x.Deltas {
		asset, known := assetOf(seen, d)
		if !known {
			continue
		}
		if d.Out {
			t.Out, paid = amount(d, asset.Token), worth(&d.Units, asset)
			t.Fee = paid * float64(m.Fee(d.Token)) / 1e6
		} else {
			t.In = amount(d, asset.Token)
		}
		switch n := money.Float(&d.Units, asset.Token.Decimals); d.Token {
		case m.Base.Address:
			t.Buy, t.Base = !d.Out, n
		case m.Quote.Address:
			t.Quote = n
		}
	}
	if t.Base > 0 {
		t.Price = t.Quote / t.Base
	}
	if s := a.Preview.Simulation; s != nil {
		t.Impact = (paid - t.Fee) * float64(s.ImpactBPS) / float64(money.Whole)
	}
	b.life.Acts.Trades = append(b.life.Acts.Trades, t)
	b.life.Money.Costs.Fees += t.Fee
	b.life.Money.Costs.Impact += t.Impact
	b.fill(seen, x.Deltas, t, paid)
}

// fill books a trade as a sale of what was paid and a buy of what was received, each of them
// where it is another asset than the numeraire. Where both are, each moved what was paid at the
// prices of the assets, and the sale bears the costs.
func (b *Builder) fill(seen *turn.Reading, deltas []turn.Delta, t Trade, paid float64) {
	f := performance.Fill{Number: t.Number, Time: t.Time, Quote: paid, Gas: usd(t.Gas), Fee: t.Fee, Impact: t.Impact}
	numeraire := seen.Numeraire().Address
	for _, d := range deltas {
		if asset, known := assetOf(seen, d); known && d.Token == numeraire {
			f.Quote = worth(&d.Units, asset)
		}
	}
	for _, out := range []bool{true, false} {
		for _, d := range deltas {
			asset, known := assetOf(seen, d)
			if !known || d.Out != out || d.Token == numeraire {
				continue
			}
			f.Asset, f.Buy, f.Base = asset.Token.Symbol, !out, money.Float(&d.Units, asset.Token.Decimals)
			b.fills = append(b.fills, f)
			f.Gas, f.Fee, f.Impact = 0, 0, 0
		}
	}
}

// liquidity folds in one action on a position. All of a tick are seen on one
// reading, so what it says a position had earned is collected by the first of them.
func (b *Builder) liquidity(tick uint64, at int64, seen *turn.Reading, sent attribution.Deed, removed bool) {
	a := sent.Action
	x := a.Execution
	var body params
	// A body that was executed has passed the grammar; should a later grammar
	// write it differently, the event lacks its position and range.
	_ = json.Unmarshal(a.Proposal.Body, &body)
	m := placeOf(seen, a.Proposal.Market(), body.Params.Position)
	e := LiquidityEvent{
		Number: b.number, Tick: tick, Time: at, Block: x.Block.Number, Kind: a.Preview.Kind, Market: m.Handle, Position: body.Params.Position,
		Price: m.Price, Gas: x.Cost, PermitID: x.PermitID, Tx: x.TxHash.Hex(), Cause: a.Proposal.Cause,
		Recentre: removed && a.Preview.Kind == kindAdd, Fees: sent.Earned,
	}
	if e.Kind == kindAdd {
		e.Lower, e.Upper = band(m, body.Params.Lower, body.Params.Upper)
	}
	var paid, received []string
	for _, d := range x.Deltas {
		if d.Token == m.Address {
			continue // it stands for the position
		}
		asset, known := assetOf(seen, d)
		if d.Out {
			paid = append(paid, amount(d, asset.Token))
		} else {
			received = append(received, amount(d, asset.Token))
		}
		if known {
			b.move(at, seen, d, asset)
		}
	}
	e.Paid, e.Received = strings.Join(paid, " + "), strings.Join(received, " + ")
	b.life.Acts.Liquidity = append(b.life.Acts.Liquidity, e)
}

// move books what left the wallet for somewhere else, or came back, at the market's price.
func (b *Builder) move(at int64, seen *turn.Reading, d turn.Delta, asset *turn.Asset) {
	if d.Token != seen.Numeraire().Address {
		b.fills = append(b.fills, performance.Fill{
			Number: b.number, Asset: asset.Token.Symbol, Time: at, Buy: !d.Out, Moved: true,
			Base: money.Float(&d.Units, asset.Token.Decimals), Quote: worth(&d.Units, asset),
		})
	}
}
