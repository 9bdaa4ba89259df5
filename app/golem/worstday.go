package golem

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/erc20"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/custody"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/loss"
	"bardo.run/bardo/golem/safety/worstday"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/life/owner/place"
)

// worst tells the owner at each start what a day can lose at most.
//
// spec: DESIGN §12.29
func worst(out io.Writer, l worstday.Limits) {
	for _, s := range l.Sentences() {
		fmt.Fprintln(out, s)
	}
}

// lean refuses a key that itself holds more than its owner lets it, in coin and in the assets, where the money is another account's: no contract sees what lies there. A resumed life is held
// to it too.
func (l *life) lean(ctx context.Context, seen turn.Reading) error {
	if l.keys.Grant() == nil {
		return nil
	}
	tokens := seen.Tokens()
	units, err := l.own(ctx, seen.Block, tokens...)
	if err != nil {
		return err
	}
	prices, _ := loss.Latest(seen)
	coin, most := worstday.Coin(seen), l.config.Custody.MaxKeyBalance.USDC()
	all, held := coin, []string{"coin worth " + grant.Dollars(up(coin)) + " USD"}
	var over error // what is not counted any more is above every limit
	for i, t := range tokens {
		worth := worstday.Cash(units[0], t.Decimals)
		if i == 0 {
			held = append(held, grant.Dollars(up(worth))+" "+t.Symbol)
		} else {
			var known bool
			if worth, known = prices.Cost(t.Address, units[i].ToBig()); !known && !units[i].IsZero() {
				return fmt.Errorf("value what the key holds of %s: %w", t.Symbol, loss.ErrUnpriced)
			}
			held = append(held, t.Symbol+" worth "+grant.Dollars(up(worth))+" USD")
		}
		if over == nil {
			all, over = all.Add(worth)
		}
	}
	if over == nil && all <= most {
		return nil
	}
	last := len(held) - 1
	return fmt.Errorf("%w: the key %s itself holds %s and %s, and custody.max_key_balance lets it hold %s: send what is above that to your account %s, or raise the limit; whoever steals the key has all of it",
		custody.ErrWallet, l.keys.Wallet(), strings.Join(held[:last], ", "), held[last], grant.Dollars(most), l.keys.Account())
}

// own are the units that the key's own account holds of tokens.
func (l *life) own(ctx context.Context, block turn.Block, tokens ...turn.Token) (units []uint256.Int, _ error) {
	b, codec := l.client.At(block.Hash), erc20.NewCodec()
	var reads []erc20.AmountRead
	for _, t := range tokens {
		reads = append(reads, codec.ReadBalance(b, t.Address, l.keys.Wallet()))
	}
	if err := b.Do(ctx); err != nil {
		return nil, err
	}
	for i, t := range tokens {
		n, err := reads[i].Value()
		if err != nil {
			return nil, fmt.Errorf("ask what the key holds of %s: %w", t.Symbol, err)
		}
		units = append(units, n)
	}
	return units, nil
}

// up is an amount to the cent, rounded up.
func up(v money.USDC) money.USDC {
	cents, err := v.MulDivUp(100, int64(money.One))
	if err != nil {
		return v
	}
	return cents * (money.One / 100)
}

// pledge prints the worst day of a life that is about to begin or go on, which limits of its
// cage are tighter than its settings, and what it does not do for want of a price feed.
func (l *life) pledge(ctx context.Context, b agent.Boot, seen turn.Reading) {
	worst(l.out, b.WorstDay(seen))
	l.tighter(ctx, b, seen)
	l.silent(ctx, b, seen)
	for _, what := range lacks(b, seen, l.config.Identity.OwnerAddress) {
		l.log.Warn("the Golem lacks something", "what", what)
		fmt.Fprintf(l.out, "%s.\n", what)
	}
	if why := b.Policy.Unsourced(seen); why != "" {
		l.log.Warn("nothing above Standard is opened", "cause", why)
		fmt.Fprintf(l.out, "%s.\n", why)
	}
}

// tighter prints each limit of the cage that is below the one in the settings, and each cap of
// the settings that the cage does not hold.
//
// spec: safety §7.6
func (l *life) tighter(ctx context.Context, b agent.Boot, seen turn.Reading) {
	if l.keys.Grant() == nil || l.keys.Grant().Cage == (common.Address{}) {
		return
	}
	has, err := policycage.Read(ctx, l.client, seen.Block.Hash, l.keys.Grant().Cage)
	if err != nil { // nothing is opened while it cannot be read, which says so itself
		l.log.Warn("the limits of the cage on the chain cannot be compared with the settings", "error", err)
		return
	}
	lines := grant.Tighter(b.Policy, worstday.Value(seen).Worth, has.Limits)
	caps, err := place.Caps(grant.Delegation, b.Policy.Caps, b.Venue.Deployments, seen)
	if err != nil {
		l.log.Warn("the caps of the cage on the chain cannot be compared with the settings", "error", err)
	}
	for _, line := range append(lines, grant.Uncapped(caps, has.Config)...) {
		fmt.Fprintf(l.out, "%s.\n", line)
	}
}
