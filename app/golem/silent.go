package golem

import (
	"context"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/loss"
)

// works is what a missing price leaves, worksOf what that of one of several assets does.
const (
	works   = "nothing is opened and nothing sold before it has one again; positions can be left, lent money that secures no debt withdrawn, debts repaid"
	worksOf = "none of it is bought or sold, lent or borrowed and no liquidity added before it has one again; positions can be left, lent money that secures no debt withdrawn, debts repaid"
)

// silent tells at the start of a price that is missing or older than it may be: the program's
// own, and those that the cage on the chain reckons with.
//
// spec: safety §1.4 S-10
func (l *life) silent(ctx context.Context, b agent.Boot, seen turn.Reading) {
	say := func(why any) {
		l.log.Warn("nothing is opened and nothing sold", "cause", why)
		fmt.Fprintf(l.out, "%v: %s.\n", why, works)
	}
	if len(seen.Assets) > 2 {
		say = func(why any) {
			l.log.Warn("an asset is neither bought nor sold", "cause", why)
			fmt.Fprintf(l.out, "%v: %s.\n", why, worksOf)
		}
	}
	for _, t := range seen.Tokens() {
		if _, err := loss.At(seen, b.Policy.FeedAge, t.Address); errors.Is(err, loss.ErrSilent) {
			say(ofToken(err, t, seen))
		}
	}
	if l.keys.Grant() == nil || l.keys.Grant().Cage == (common.Address{}) {
		return
	}
	has, err := policycage.Read(ctx, l.client, seen.Block.Hash, l.keys.Grant().Cage)
	if err != nil {
		return // its reading says so
	}
	for _, t := range seen.Tokens() {
		if why := l.unpriced(ctx, seen.Block, has.PriceOracle, t); why != "" {
			say(why)
		}
	}
}

// ofToken says of which asset a price is missing, where there are several.
func ofToken(err error, t turn.Token, seen turn.Reading) error {
	if len(seen.Assets) > 2 {
		return fmt.Errorf("%s: %w", t.Symbol, err)
	}
	return err
}

// unpriced says why an oracle of a cage has no price of a token; empty where it has one, or
// cannot be asked.
func (l *life) unpriced(ctx context.Context, block turn.Block, oracle common.Address, t turn.Token) string {
	b := l.client.At(block.Hash)
	read := b.Call(oracle, bind.NewCageOracle().PackWorth(t.Address, common.Big1))
	if err := b.Do(ctx); err != nil {
		return ""
	}
	_, err := read.Value()
	v, refused := policycage.FromError(err)
	switch {
	case !refused:
		return ""
	case v.Kind == "StalePrice":
		return fmt.Sprintf("the feed from which the cage on the chain takes the price of %s answered %d s ago, longer than the cage allows", t.Symbol, block.Time-v.Value.Int64())
	}
	return fmt.Sprintf("the cage on the chain has no price of %s (%s)", t.Symbol, v)
}
