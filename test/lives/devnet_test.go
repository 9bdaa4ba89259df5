package lives

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"os"
	"testing"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/money"
)

// spec: mortality §7, §9.3, runtime §13.1: on the real contracts, a death that begins with
// open positions ends with none, whatever its cause; what the wallet holds then is what
// the books and the testament say, and nothing follows.
func TestALifeWithOpenPositionsLeavesNoneOnTheDevnet(t *testing.T) {
	lives := 20
	if os.Getenv("BARDO_LONG") != "" {
		lives = 200
	}
	watch, d, sum := clock.Start(), newTown(t), toll{causes: map[lifecycle.Cause]int{}}
	for n := range lives {
		if err := d.bury(t.Context(), n, &sum); err != nil {
			t.Fatalf("life %d: %v", n, err)
		}
	}
	t.Logf("%d lives in %s: causes %v; at the death %d held liquidity, %d ether, %d had lent; %d trades before it, %d ticks",
		lives, watch.Elapsed().Round(1e8), sum.causes, sum.liquid, sum.ether, sum.lent, sum.trades, sum.ticks)
	held := lives - sum.causes[lifecycle.CreditExhaustion] // who has less than a twentieth of it closes all before (safety §15.3)
	if sum.liquid < held || sum.ether < held*9/10 || sum.lent < lives*4/10 || len(sum.causes) != len(ends) {
		t.Errorf("too little was at stake: %+v", sum)
	}
}

// toll is what the lives of a town came to.
type toll struct {
	causes                             map[lifecycle.Cause]int
	liquid, ether, lent, trades, ticks int
}

// bury lives one life, and holds its death against the contracts.
func (d *town) bury(ctx context.Context, n int, sum *toll) error {
	l, err := d.born(n)
	if err != nil {
		return err
	}
	var held holdings
	l.dying = func() { held = d.looks(l.key.Address()) }
	dead, shut, err := d.live(ctx, l)
	if err != nil {
		return fmt.Errorf("%s: %w", l.blow, err)
	}
	cause, err := dead.Cause()
	if err != nil || cause != causes[l.blow] || l.ticks < grown {
		return fmt.Errorf("%s: died of %s after %d ticks: %w", l.blow, cause, l.ticks, err)
	}
	sum.count(l, cause, held)
	before := l.digest.Sum()
	faults := []error{balanced(l.books), l.accounted(cause, true, &tally{}), d.agrees(l), d.still(ctx, l)}
	faults = append(faults, dead.Close(ctx), l.consumed(ctx, &tally{}), shut(), l.fair(&tally{}))
	if n%5 == 0 {
		faults = append(faults, l.replays(ctx, before))
	}
	if err := errors.Join(faults...); err != nil {
		return fmt.Errorf("%s after %d ticks: %w", cause, l.ticks, err)
	}
	return nil
}

func (s *toll) count(l *life, cause lifecycle.Cause, held holdings) {
	s.causes[cause]++
	s.trades += l.golem.Trades()
	s.ticks += l.ticks
	for _, one := range []struct {
		there bool
		of    *int
	}{{held.liquidity > 0, &s.liquid}, {held.weth.Sign() > 0, &s.ether}, {held.lent.Sign() > 0, &s.lent}} {
		if one.there {
			*one.of++
		}
	}
}

// agrees: no position is left on the chain, and what the wallet holds is in the books
// and in the testament, to the unit.
func (d *town) agrees(l *life) error {
	h := d.looks(l.key.Address())
	if h.liquidity != 0 || h.lent.Sign() != 0 || h.weth.Sign() != 0 {
		return fmt.Errorf("the chain still has %d positions, %s lent and %s wei of ether", h.liquidity, h.lent, h.weth)
	}
	w, err := willOf(l.papers)
	if err != nil {
		return err
	}
	var faults []error
	for _, one := range []struct {
		asset, said string
		held        *big.Int
		decimals    uint8
	}{
		{d.USDC.Hex(), w.balances["USDC"], h.usdc, 6}, {d.WETH.Hex(), w.balances["WETH"], h.weth, 18}, {ledger.Native, w.native, h.native, 18},
	} {
		if booked := l.books.Wallet.Holdings(one.asset); booked.Cmp(one.held) != 0 {
			faults = append(faults, fmt.Errorf("the books hold %s of %s, the chain %s", booked, one.asset, one.held))
		}
		if text := money.FormatUnits(word256(one.held), one.decimals); text != one.said {
			faults = append(faults, fmt.Errorf("the testament says %s of %s, the chain %s", one.said, one.asset, text))
		}
	}
	if lent := l.booked(ledger.Lent, d.USDC.Hex()); lent.Sign() != 0 {
		faults = append(faults, fmt.Errorf("%s are lent in the books, and nothing on the chain", lent))
	}
	return errors.Join(faults...)
}

// still: the dead Golem's own body, behind its handles, is driven on over a wallet with
// ether in it: it signs nothing, and the chain sees nothing of it.
func (d *town) still(ctx context.Context, l *life) error {
	wallet := l.key.Address()
	for _, err := range l.signs() {
		if !errors.Is(err, signer.ErrDestroyed) {
			return fmt.Errorf("a destroyed key answers %v", err)
		}
	}
	signatures, before := l.key.Signatures(), d.looks(wallet)
	d.give(wallet)
	if err := l.golem.Die(ctx, lifecycle.Settlement, lifecycle.OwnerKill); err != nil {
		return fmt.Errorf("settle again: %w", err)
	}
	for range 5 {
		if err := l.golem.Tick(ctx); err != nil {
			return fmt.Errorf("beat a dead heart: %w", err)
		}
	}
	if after := d.looks(wallet); after.nonce != before.nonce || l.key.Signatures() != signatures {
		return fmt.Errorf("%d signatures and %d transactions after death", l.key.Signatures()-signatures, after.nonce-before.nonce)
	}
	return nil
}
