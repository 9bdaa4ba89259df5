package report

import (
	"slices"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// LendingEvent is one action on a lending market, or one that wrapped coin or unwrapped it, that was
// executed. Paid and Received are what left the wallet and what came to it.
type LendingEvent struct {
	Number   int        `json:"number"`
	Tick     uint64     `json:"tick"`
	Time     int64      `json:"time_ms"`
	Block    uint64     `json:"block"`
	Kind     string     `json:"kind"`
	Market   string     `json:"market"` // its handle; empty: none
	Paid     string     `json:"paid,omitempty"`
	Received string     `json:"received,omitempty"`
	Gas      money.USDC `json:"gas"`
	PermitID string     `json:"permit_id"`
	Tx       string     `json:"tx"`
	Cause    string     `json:"cause"`
}

func lends(kind string) bool {
	return slices.Contains([]string{"supply", "withdraw", "borrow", "repay"}, kind)
}

// loan folds in one action on a lending market. The tokens that stand for what is
// supplied and owed are left out: what moved is what left the wallet or came to it.
func (b *Builder) loan(tick uint64, at int64, seen *turn.Reading, a turn.Action) {
	b.life.Acts.Lending = append(b.life.Acts.Lending, b.carried(tick, at, seen, a))
}

// converts reports whether a kind of action wraps coin, or unwraps it.
func converts(kind string) bool { return kind == "wrap" || kind == "unwrap" }

// conversion folds in one action that wraps coin, or unwraps it.
func (b *Builder) conversion(tick uint64, at int64, seen *turn.Reading, a turn.Action) {
	b.life.Acts.Coin = append(b.life.Acts.Coin, b.carried(tick, at, seen, a))
}

// carried is what an action took out of the wallet, or brought to it, of the assets.
func (b *Builder) carried(tick uint64, at int64, seen *turn.Reading, a turn.Action) LendingEvent {
	x := a.Execution
	e := LendingEvent{
		Number: b.number, Tick: tick, Time: at, Block: x.Block.Number, Kind: a.Preview.Kind, Market: a.Proposal.Market(),
		Gas: x.Cost, PermitID: x.PermitID, Tx: x.TxHash.Hex(), Cause: a.Proposal.Cause,
	}
	for _, d := range x.Deltas {
		asset, known := assetOf(seen, d)
		if !known {
			continue
		}
		if b.move(at, seen, d, asset); d.Out {
			e.Paid = amount(d, asset.Token)
		} else {
			e.Received = amount(d, asset.Token)
		}
	}
	return e
}

// lenders names the markets that were used, each once, in order.
func (a Acts) lenders() (names []string) {
	for _, e := range a.Lending {
		names = append(names, e.Market)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
