package protocol

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
)

// Follower is a reader that knows what the logs of its contracts change: what it read at one block,
// with the logs of the blocks after it up to another, is what it reads there.
//
// spec: tools-archetypes §4, chain §12
type Follower interface {
	Reader
	// Watch says which logs those are.
	Watch() rpc.Filter
	// Follow puts into a reading what a log says that changed; a log of anything else changes
	// nothing. The reading's Block is the one that is led to, which interest runs up to.
	Follow(r *turn.Reading, l *types.Log)
	// Told are the figures of a reading that logs tell to the unit. Its comment says what no log
	// tells, which is not among them.
	Told(r *turn.Reading) []Figure
}

// Figure is a number that a reading has of a market. Slack is how far another version of the protocol's
// contracts may round it otherwise; nil: not at all.
type Figure struct {
	Market string // its handle
	What   string
	Value  *big.Int
	Slack  *big.Int
}

// Contradicted are the figures of a market that logs lead to otherwise than they were read, beyond
// their slack. One that either reading lacks is none.
func Contradicted(by Follower, led, read *turn.Reading) (all []turn.Contrary) {
	told := map[[2]string]*big.Int{}
	for _, f := range by.Told(led) {
		told[[2]string{f.Market, f.What}] = f.Value
	}
	for _, f := range by.Told(read) {
		led, ok := told[[2]string{f.Market, f.What}]
		if !ok {
			continue
		}
		off, slack := new(big.Int).Sub(led, f.Value), new(big.Int)
		if f.Slack != nil {
			slack = f.Slack
		}
		if off.CmpAbs(slack) > 0 {
			all = append(all, turn.Contrary{Market: f.Market, What: f.What, Read: f.Value.String(), Told: led.String()})
		}
	}
	return all
}

// Ranged are what logs tell of a market with a range.
func Ranged(m *turn.Market) []Figure {
	return []Figure{
		{m.Handle, "square-root price", m.Range.SqrtPriceX96.ToBig(), nil},
		{m.Handle, "tick", big.NewInt(int64(m.Range.Tick)), nil},
		{m.Handle, "liquidity", m.Range.Liquidity.ToBig(), nil},
		{m.Handle, "rate", m.Rate.ToBig(), nil},
		{m.Handle, "depth", m.Depth.ToBig(), nil},
	}
}

// Lying are what logs tell of a position in a range.
func Lying(p *turn.Position) []Figure {
	return []Figure{
		{p.Market, "liquidity of position " + p.ID, p.Liquidity.ToBig(), nil},
		{p.Market, "base tokens in position " + p.ID, p.Base.ToBig(), nil},
		{p.Market, "quote tokens in position " + p.ID, p.Quote.ToBig(), nil},
	}
}

// Lent is a lending market of a reading, to which it belongs; nil: it has none of that handle.
func Lent(r *turn.Reading, handle string) *turn.Lending {
	for i := range r.Lending {
		if l := &r.Lending[i]; l.Handle == handle {
			return l
		}
	}
	return nil
}

// Moved is what an account has of a token after a log of that token.
func Moved(had uint256.Int, account common.Address, l *types.Log) uint256.Int {
	e, err := bind.NewERC20().UnpackTransferEvent(l)
	if err != nil || e.From == e.To {
		return had
	}
	switch account {
	case e.To:
		had.Add(&had, uint256.MustFromBig(e.Value))
	case e.From:
		had.Sub(&had, uint256.MustFromBig(e.Value))
	}
	return had
}
