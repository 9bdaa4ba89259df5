package chain

import (
	"math"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
)

// mostDecimals is more than any feed has: Chainlink's have 8 or 18.
const mostDecimals = 36

// mostAnswer is how many bits an answer has at most, as the contracts' own books hold them.
const mostAnswer = 96

// priceFeed tells what the base token costs in dollars.
type priceFeed struct {
	address common.Address // zero: none
	codec   *bind.PriceFeed
}

// add asks the price feed, where one is configured, at the block of everything else.
// One that gives no price is no fault of the reading, so that exits go on: the reading
// says that a source is missing.
//
// spec: safety §16.8, §1.4 S-10, chain §20 (answer > 0)
func (p priceFeed) add(b *rpc.Batch, at int64) func() *turn.Feed {
	if p.address == (common.Address{}) {
		return func() *turn.Feed { return nil }
	}
	decimals, round := b.Call(p.address, p.codec.PackDecimals()), b.Call(p.address, p.codec.PackLatestRoundData())
	return func() *turn.Feed {
		f, why := p.answered(decimals, round, at)
		if why != "" {
			return &turn.Feed{Unread: why}
		}
		return &f
	}
}

// answered is a feed's answer at a time in unix seconds, or why it is none.
func (p priceFeed) answered(decimals, round *rpc.Read[[]byte], at int64) (f turn.Feed, why string) {
	raw, err := decimals.Value()
	if err != nil {
		return f, "it does not say its decimals"
	}
	d, err := p.codec.UnpackDecimals(raw)
	if err != nil || d > mostDecimals {
		return f, "its decimals are none"
	}
	if raw, err = round.Value(); err != nil {
		return f, "it has no answer"
	}
	last, err := p.codec.UnpackLatestRoundData(raw)
	switch {
	case err != nil:
		return f, "its answer is not one of a price feed"
	case last.Answer.Sign() <= 0:
		return f, "its answer is not above 0"
	case !last.UpdatedAt.IsInt64() || last.UpdatedAt.Sign() == 0 || last.UpdatedAt.Int64() > at:
		return f, "its answer was not posted before this block"
	case last.Answer.BitLen() > mostAnswer:
		return f, "its answer is no price"
	}
	f.Answer, f.Decimals = *uint256.MustFromBig(last.Answer), d
	f.Price, _ = new(big.Float).Quo(new(big.Float).SetInt(last.Answer), big.NewFloat(math.Pow10(int(d)))).Float64()
	f.Updated = last.UpdatedAt.Int64()
	return f, ""
}
