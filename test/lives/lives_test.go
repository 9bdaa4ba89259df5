// Package lives lets many random Golems live and die: whole agents, driven
// through the lifecycle's handles, on a cheap outside that lies still, fails,
// drops and reverts, or in markets that let themselves be foreseen and that do not.
// What holds for one dead Golem is held for all of them, its testament is recomputed
// from records and journal, and each cause of death has its share.
//
// `make test` lives a thousand lives, BARDO_LONG=1 ten thousand.
package lives

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/agent/agenttest"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/seed"
)

// replayEvery is how often a life is also computed again from its journal.
const replayEvery = 20

// spec: runtime §1.1, §1.2: after Dead there is no tick and no signature, and
// every handle that was given up answers ErrConsumed. The key itself counts.
func TestNothingIsSignedAfterDeath(t *testing.T) {
	lives := 1_000
	if os.Getenv("BARDO_LONG") != "" {
		lives = 10_000
	}
	watch := clock.Start()
	sum := together(t, lives)
	if t.Failed() {
		return
	}
	t.Logf("%d lives in %s: causes %v, blows %v", lives, watch.Elapsed().Round(1e8), sum.causes, sum.blows)
	t.Logf("%d lives signed, %d signatures, %d trades executed, %d ticks; %d lives without faults kept books equal to the wallet; %d replayed",
		sum.signed, sum.signatures, sum.trades, sum.ticks, sum.exact, sum.replayed)
	t.Logf("after death: %d calls on old handles refused, %d lives whose own hands were led to the key in vain", sum.refused, sum.reached)
	if sum.signed*2 < lives || sum.trades < lives/10 {
		t.Errorf("the lives hardly traded: %d of %d signed, %d trades", sum.signed, lives, sum.trades)
	}
	for _, b := range []blow{byCredit, byTime, byError, byChance, byOwner, byOperator, byAge} {
		n := sum.grown[causes[b]]
		t.Logf("%-16s %5d lives of at least %d gamma and theta ticks", causes[b], n, grown)
		if n < lives/20 {
			t.Errorf("only %d lives of %d died of %s", n, lives, causes[b])
		}
	}
	if sum.blows[byOwnerNow] < lives/20 || sum.blows[inDream] < lives/20 {
		t.Errorf("too few lives met each blow: %v", sum.blows)
	}
	t.Logf("%d of the %d lives without faults left nothing that was worth selling; each testament agrees with records, journal and books", sum.clean, sum.exact)
	if sum.clean*20 < sum.exact*19 {
		t.Errorf("only %d of %d lives without faults were settled to the last", sum.clean, sum.exact)
	}
	t.Logf("%d swaps in thin pools were parts, %d went on in a later tick", sum.parts, sum.rests)
	if sum.parts < lives/4 || sum.rests < lives/20 {
		t.Error("hardly an order went in parts")
	}
	t.Logf("%d lives had three clocks, and each of their rolls was checked", sum.fair)
	if sum.reached*2 < lives || sum.fair < lives/3 || sum.exact < lives/20 || sum.replayed < lives/replayEvery {
		t.Errorf("too little was tried: %+v", sum)
	}
}

// tally is what some lives came to.
type tally struct {
	causes, grown                                                  map[lifecycle.Cause]int
	blows                                                          map[blow]int
	signed, trades, exact, clean, replayed, reached, refused, fair int
	parts, rests                                                   int
	signatures, ticks                                              uint64
}

// together lives several lives at once, more than there are processors: each waits
// for its disk now and then.
func together(t *testing.T, lives int) tally {
	t.Helper()
	sum := tally{causes: map[lifecycle.Cause]int{}, grown: map[lifecycle.Cause]int{}, blows: map[blow]int{}}
	var mu sync.Mutex // guards sum and next
	var wg sync.WaitGroup
	next, root := 0, t.TempDir()
	for range 4 * runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for {
				mu.Lock()
				n := next
				next++
				mu.Unlock()
				if n >= lives || t.Failed() {
					return
				}
				one, err := liveAndDie(t.Context(), n, filepath.Join(root, fmt.Sprint(n)))
				if err != nil {
					t.Errorf("life %d: %v", n, err)
				}
				mu.Lock()
				sum.add(one)
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	return sum
}

func (s *tally) add(o tally) {
	for c, n := range maps.All(o.causes) {
		s.causes[c] += n
	}
	for c, n := range maps.All(o.grown) {
		s.grown[c] += n
	}
	for b, n := range maps.All(o.blows) {
		s.blows[b] += n
	}
	s.signed, s.trades, s.exact, s.replayed = s.signed+o.signed, s.trades+o.trades, s.exact+o.exact, s.replayed+o.replayed
	s.reached, s.refused, s.fair = s.reached+o.reached, s.refused+o.refused, s.fair+o.fair
	s.clean, s.parts, s.rests = s.clean+o.clean, s.parts+o.parts, s.rests+o.rests
	s.signatures, s.ticks = s.signatures+o.signatures, s.ticks+o.ticks
}

// liveAndDie is one life with everything that must hold after it.
func liveAndDie(ctx context.Context, n int, dir string) (sum tally, err error) {
	l, err := newLife(seed.Seed(n), dir)
	if err == nil {
		err = l.destined()
	}
	if err != nil {
		return sum, err
	}
	defer os.RemoveAll(dir)
	if n%thinEvery == 1 {
		l.thin()
	}
	calm := l.world.Faults == agenttest.Faults{}
	dead, shut, err := l.live(ctx)
	if err != nil {
		return sum, fmt.Errorf("%s after %d: %w", l.blow, l.after, err)
	}
	cause, err := dead.Cause()
	if err != nil {
		return sum, err
	}
	sum.causes, sum.blows = map[lifecycle.Cause]int{cause: 1}, map[blow]int{l.blow: 1}
	if l.ticks >= grown && causes[l.blow] == cause && l.blow != byOwnerNow && l.blow != inDream {
		sum.grown = map[lifecycle.Cause]int{cause: 1}
	}
	sum.signatures, sum.ticks, sum.trades = l.key.Signatures(), l.golem.State().Heartbeat().Tick, l.golem.Trades()
	if sum.signatures > 0 {
		sum.signed = 1
	}
	before := l.digest.Sum()
	var faults []error
	faults = append(faults, balanced(l.books), l.tombstone(cause), l.accounted(cause, calm, &sum))
	if calm {
		sum.exact = 1
		faults = append(faults, l.booksAreTheWallet())
	}
	faults = append(faults, l.stays(ctx, &sum), dead.Close(ctx), l.consumed(ctx, &sum))
	faults = append(faults, l.closed(ctx, dead), shut())
	faults = append(faults, l.fair(&sum))
	if sum.parts, sum.rests = l.digest.parts, l.digest.rests; n%thinEvery == 1 && l.digest.large > 0.02 {
		faults = append(faults, fmt.Errorf("an order took %.2f %% of half of a thin pool at once", 100*l.digest.large))
	}
	if n%replayEvery == 0 || n%thinEvery == 1 && n%replayEvery == 1 {
		sum.replayed = 1
		faults = append(faults, l.replays(ctx, before))
	}
	_, _, _, problems := l.world.Tally()
	if err := errors.Join(append(faults, problems...)...); err != nil {
		return sum, fmt.Errorf("%s after %d: %w", l.blow, l.after, err)
	}
	return sum, nil
}

// balanced holds Σ = 0 for each asset the books ever saw.
func balanced(books *ledger.Ledger) error {
	lines := books.Balances()
	if len(lines) < 4 {
		return fmt.Errorf("the books have only %d lines", len(lines))
	}
	for _, line := range lines {
		if sum := books.Sum(line.Asset); sum.Sign() != 0 {
			return fmt.Errorf("%s sums to %s in the books", line.Asset, sum)
		}
	}
	return nil
}

// booksAreTheWallet: where nothing failed, the books know every unit.
func (l *life) booksAreTheWallet() error {
	for asset, units := range map[string]fmt.Stringer{
		agenttest.USDC.Address.Hex(): l.world.Wallet[agenttest.USDC.Address].ToBig(), agenttest.WETH.Address.Hex(): l.world.Wallet[agenttest.WETH.Address].ToBig(), ledger.Native: l.world.Native.ToBig(),
	} {
		if got := l.books.Wallet.Holdings(asset); got.String() != units.String() {
			return fmt.Errorf("the books hold %s of %s, the wallet %s", got, asset, units)
		}
	}
	return nil
}

// tombstone: each death wrote its papers, and the cause is that of the blow
// unless the paid time ended before it, or a die fell.
func (l *life) tombstone(cause lifecycle.Cause) error {
	if l.papers["testament"] == "" || l.papers["tombstone"] == "" {
		return fmt.Errorf("the death left %d papers", len(l.papers))
	}
	if strings.Contains(l.papers["testament"], string(cage.CodeSlippage)) {
		return errors.New("the settlement asked for more slippage than the owner allows")
	}
	want := causes[l.blow]
	chance := cause == lifecycle.Stochastic && l.boot.Mortality.Clocks.Stochastic
	if cause != want && cause != lifecycle.PaidTimeOver && !chance {
		return fmt.Errorf("died of %s, want %s", cause, want)
	}
	return nil
}

// stays leads the dead Golem's own body, behind the handles, to its key: the key
// is asked to sign, the settlement runs again on a wallet with ether in it, and
// where the clocks allow it the heart beats on. Nothing may be signed.
func (l *life) stays(ctx context.Context, sum *tally) error {
	signatures := l.key.Signatures()
	sent, asks, _, _ := l.world.Tally()
	for _, err := range l.signs() {
		if !errors.Is(err, signer.ErrDestroyed) {
			return fmt.Errorf("a destroyed key answers %v", err)
		}
	}
	l.world.Tempt()
	if err := l.golem.Die(ctx, lifecycle.Settlement, lifecycle.OwnerKill); err != nil {
		return fmt.Errorf("settle again: %w", err)
	}
	for range 5 {
		if err := l.golem.Tick(ctx); err != nil {
			return fmt.Errorf("beat a dead heart: %w", err)
		}
	}
	sentAfter, asksAfter, _, _ := l.world.Tally()
	if asksAfter > asks { // the desk committed, and the hand came to the key
		sum.reached = 1
	}
	if l.key.Signatures() != signatures || sentAfter != sent {
		return fmt.Errorf("%d signatures and %d transactions after death", l.key.Signatures()-signatures, sentAfter-sent)
	}
	return nil
}

// consumed calls every handle that was given up.
func (l *life) consumed(ctx context.Context, sum *tally) error {
	tick, count := l.golem.State().Heartbeat().Tick, l.digest.Count()
	for _, h := range l.past {
		if err := h.call(ctx); !errors.Is(err, lifecycle.ErrConsumed) {
			return fmt.Errorf("%s on an old handle answers %v", h.name, err)
		}
		sum.refused++
	}
	if now := l.golem.State().Heartbeat().Tick; now != tick || l.digest.Count() != count {
		return fmt.Errorf("the tick went from %d to %d after death", tick, now)
	}
	return nil
}

// closed: a tombstone that was released answers like every other old handle.
func (l *life) closed(ctx context.Context, dead *lifecycle.Dead) error {
	_, err := dead.Cause()
	if again := dead.Close(ctx); !errors.Is(err, lifecycle.ErrConsumed) || !errors.Is(again, lifecycle.ErrConsumed) {
		return fmt.Errorf("a released tombstone answers %v and %v", err, again)
	}
	return nil
}

// replays computes the life again from its journal: the same records and papers.
func (l *life) replays(ctx context.Context, want [32]byte) error {
	r, err := l.again(ctx)
	if err != nil {
		return fmt.Errorf("replay: %w", err)
	}
	if r.digest.Sum() != want || r.digest.Count() == 0 && l.ticks > 0 { // none, when it was killed before its first tick
		return fmt.Errorf("replay: %d records of %d ticks, or another digest", r.digest.Count(), l.ticks)
	}
	if !maps.Equal(r.papers, l.papers) {
		return errors.New("replay: the death left other papers")
	}
	return balanced(r.books)
}
