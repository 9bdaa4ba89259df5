package chain

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/protocol"
)

// mostDecimals is more than any feed has: Chainlink's have 8 or 18.
const mostDecimals = 36

// mostAnswer is how many bits an answer has at most, as the contracts' own books hold them.
const mostAnswer = 96

// grace is for how long a rollup's sequencer must have been up before a feed is believed, in seconds.
const grace = 3_600

// priceFeeds tell what tokens cost in dollars, while the sequencer's uptime feed lets them be believed.
type priceFeeds struct {
	all       []protocol.Feed
	sequencer common.Address // zero: there is none
	codec     *bind.PriceFeed
}

// newFeeds are the feeds of assets. One of another token is refused, as nobody would read it, and
// so is a second one of a token.
func newFeeds(cfg Config, o *protocol.Opening) (p priceFeeds, _ error) {
	p.codec, p.sequencer = bind.NewPriceFeed(), cfg.Sequencer
	for _, f := range cfg.Feeds {
		if f.Token == (common.Address{}) {
			f.Token = o.Base.Address
		}
		if !slices.ContainsFunc(o.Tokens(), func(t turn.Token) bool { return t.Address == f.Token }) {
			return p, fmt.Errorf("%w: the price feed %s is of token %s, which no market trades", protocol.ErrSelfReport, f.Feed, f.Token)
		}
		if p.of(f.Token) != (common.Address{}) {
			return p, fmt.Errorf("%w: the token %s has two price feeds, %s and %s", protocol.ErrSelfReport, f.Token, p.of(f.Token), f.Feed)
		}
		p.all = append(p.all, f)
	}
	return p, nil
}

// of is the feed of a token; zero: none.
func (p priceFeeds) of(token common.Address) common.Address {
	for _, f := range p.all {
		if f.Token == token {
			return f.Feed
		}
	}
	return common.Address{}
}

// watched reports whether the sequencer's feed is asked: it is where a price hangs on it.
func (p priceFeeds) watched() bool { return p.sequencer != (common.Address{}) && len(p.all) > 0 }

// add asks the price feeds, and the sequencer's, at the block of everything else. What it returns puts
// the answers into the assets. One that gives no price is no fault of the reading, so that exits go on: the
// reading says that a source is missing.
//
// spec: safety §16.8, §1.4 S-10, chain §20 (answer > 0)
func (p priceFeeds) add(b *rpc.Batch, at int64) func(*turn.Reading) {
	decimals, rounds := make([]*rpc.Read[[]byte], len(p.all)), make([]*rpc.Read[[]byte], len(p.all))
	for i, f := range p.all {
		decimals[i], rounds[i] = b.Call(f.Feed, p.codec.PackDecimals()), b.Call(f.Feed, p.codec.PackLatestRoundData())
	}
	var uptime *rpc.Read[[]byte]
	if p.watched() {
		uptime = b.Call(p.sequencer, p.codec.PackLatestRoundData())
	}
	return func(r *turn.Reading) {
		down := ""
		if uptime != nil {
			down = p.down(uptime, at)
		}
		for i, f := range p.all {
			asset, ok := r.Asset(f.Token)
			if !ok {
				continue
			}
			answer, why := p.answered(decimals[i], rounds[i], at)
			answer.Holds = f.Age
			if why = cmp.Or(down, why); why == "" {
				asset.Feed = &answer
			} else {
				asset.Feed = &turn.Feed{Unread: why}
			}
		}
	}
}

// down says why no feed is believed at a time in unix seconds, by what the uptime feed of the sequencer
// says: while that was down, answers that look fresh may be old ones. Empty: it is up.
//
// spec: chain §20
func (p priceFeeds) down(uptime *rpc.Read[[]byte], at int64) string {
	raw, err := uptime.Value()
	if err != nil {
		return "the uptime feed of the rollup's sequencer has no answer"
	}
	last, err := p.codec.UnpackLatestRoundData(raw)
	switch {
	case err != nil || !last.StartedAt.IsInt64() || last.StartedAt.Sign() == 0 || last.StartedAt.Int64() > at:
		return "the uptime feed of the rollup's sequencer does not say since when it is up"
	case last.Answer.Sign() != 0:
		return "the rollup's sequencer is down"
	case at-last.StartedAt.Int64() < grace:
		return "the rollup's sequencer has not been up for an hour"
	}
	return ""
}

// answered is a feed's answer at a time in unix seconds, or why it is none.
func (p priceFeeds) answered(decimals, round *rpc.Read[[]byte], at int64) (f turn.Feed, why string) {
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
