package owner

import (
	"context"
	"fmt"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/safety/grant"
)

// How long an answer of a feed holds: without a reason, and what no two do, in seconds
// (safety §1.4 S-10).
const (
	DefaultAge = 1_200
	day        = 86_400
)

// ages refuses prices that nobody would trade at.
func (a Ask) ages() error {
	known, _ := Known(a.Config.ChainID())
	switch reason := strings.TrimSpace(a.AgeReason); {
	case a.QuoteAge == 0 || a.BaseAge == 0:
		return fmt.Errorf("%w: an answer of a feed holds at least a second", ErrAsk)
	case a.QuoteAge >= day && a.BaseAge >= day:
		return fmt.Errorf("%w: both feeds may be %d and %d s old: within a day any price is another, and the cage would take it; one of them must be below %d", ErrAsk, a.QuoteAge, a.BaseAge, day)
	case a.slow(a.QuoteFeed, a.QuoteAge) || a.slow(a.BaseFeed, a.BaseAge):
		return a.unreasoned()
	case known.Rollup && a.Sequencer == common.Address{} && !a.Unwatched:
		return fmt.Errorf("%w: chain %d is a rollup: its prices need the uptime feed of its sequencer (--sequencer-feed), and none is known here; "+
			"where none stands, --sequencer-feed none with a --feed-age-reason", ErrAsk, a.Config.ChainID())
	case a.Unwatched && known.Sequencer != common.Address{}:
		return fmt.Errorf("%w: chain %d has an uptime feed of its sequencer, at %s: leave --sequencer-feed out", ErrAsk, a.Config.ChainID(), known.Sequencer)
	case a.Unwatched && known.Rollup && reason == "":
		return fmt.Errorf("%w: a rollup whose sequencer nothing watches needs a reason, which the plan repeats: --feed-age-reason", ErrAsk)
	}
	return nil
}

// slow reports whether an answer of a feed holds for longer than it may without a reason, and none is
// given: as long as the network's table says of that feed needs none.
func (a Ask) slow(feed common.Address, age uint32) bool {
	most := int64(DefaultAge)
	for _, t := range a.Config.Network().TokenList {
		if t.Feed == feed {
			most = max(most, t.FeedAge)
		}
	}
	return int64(age) > most && strings.TrimSpace(a.AgeReason) == ""
}

func (a Ask) unreasoned() error {
	return fmt.Errorf("%w: an answer that holds for more than %d s needs a reason, which the plan repeats: --feed-age-reason", ErrAsk, DefaultAge)
}

// watched checks that the sequencer's feed is one, and says up.
func (a Ask) watched(ctx context.Context, client *rpc.Client, block common.Hash) error {
	if a.Sequencer == (common.Address{}) {
		return nil
	}
	feed := bind.NewPriceFeed()
	b := client.At(block)
	decimals, answer := b.Call(a.Sequencer, feed.PackDecimals()), b.Call(a.Sequencer, feed.PackLatestRoundData())
	if err := b.Do(ctx); err != nil {
		return err
	}
	if d, _, err := told(decimals, answer); err != nil || d != 0 {
		return fmt.Errorf("%w: %s is no uptime feed of a sequencer (%d decimals): %w", ErrAsk, a.Sequencer, d, err)
	}
	raw, err := answer.Value()
	if err != nil {
		return err
	}
	round, err := feed.UnpackLatestRoundData(raw)
	if err != nil || round.Answer.Sign() != 0 || round.StartedAt.Sign() == 0 {
		return fmt.Errorf("%w: the sequencer's feed %s does not say that it is up (%v): wait until it does, or check the address", ErrAsk, a.Sequencer, round.Answer)
	}
	return nil
}

// others say how long the answers of all feeds but the cash's hold.
func others(tokens []grant.Token) string {
	var each []string
	same := true
	for _, t := range tokens {
		same = same && t.MaxAge == tokens[0].MaxAge
		each = append(each, fmt.Sprintf("%d s for %s", t.MaxAge, t.Address))
	}
	switch {
	case len(tokens) == 1:
		return fmt.Sprintf("%d s for the other token", tokens[0].MaxAge)
	case same:
		return fmt.Sprintf("%d s for every other token", tokens[0].MaxAge)
	}
	return strings.Join(each, ", ")
}

// prices are the lines of the plan about how old a price may be.
func (a Ask) prices(mode grant.Mode, tokens []grant.Token) (limits []grant.Limit) {
	by := "CageOracle"
	if mode == grant.LocalKey {
		by = "ActionBook"
	}
	value := fmt.Sprintf("%d s for cash, %s", a.QuoteAge, others(tokens[1:]))
	if a.AgeReason != "" {
		value += "; your reason: " + a.AgeReason
	}
	limits = append(limits, grant.Limit{Name: "age of a price", Value: value, OnChain: true, By: by})
	switch known, _ := Known(a.Config.ChainID()); {
	case a.Sequencer != common.Address{}:
		limits = append(limits, grant.Limit{Name: "no price", Value: "while the rollup's sequencer is down, and for an hour after", OnChain: true, By: by})
	case known.Rollup:
		limits = append(limits, grant.Limit{Name: "outage of the rollup", Value: "not noticed: nothing watches its sequencer", By: "nobody"})
	}
	return limits
}
