package golem

import (
	"bytes"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bardo.run/bardo/app/bardo"
	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/life/biography"
	"bardo.run/bardo/life/report"
	"bardo.run/bardo/wire"
)

// Places of a cage's limits in its contract (CageLimit).
const (
	cageDayLoss     = 6
	cageSessionLoss = 7
)

// spec: DESIGN §12.29 — where the cage on the chain lets nothing more be lost, whoever lost it,
// the owner reads how much is lost, what still works and when it ends: from the program, from
// bardo why and from the report, also of a life that begins then. At the start it reads which
// limits of the cage are tighter than the settings.
func TestAtTheCagesLossTheOwnerReadsWhatWorksAndUntilWhen(t *testing.T) {
	b := bound(t, grant.Delegation)
	if code, said := b.grants("--yes"); code != 0 {
		t.Fatalf("exit %d\n%s", code, said)
	}
	path := filepath.Join(b.dir, "STRATEGY.md")
	text, err := os.ReadFile(path)
	if err == nil {
		err = os.WriteFile(path, bytes.Replace(text, []byte("buy 5%"), []byte("buy 19%"), 1), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	const tighter = "the cage's limit holds"
	if code, said := b.lives("trade 2"); code != exitOK || strings.Contains(said, tighter) {
		t.Fatalf("exit %d\n%s", code, said)
	}
	set := func(limit uint8, dollars int64) {
		b.Known(golemKey).Must(b.grant().Cage, bind.NewPolicyCage().PackSetLimit(limit, big.NewInt(dollars*1_000_000)))
	}
	set(cageDayLoss, 1) // and more is lost
	const works = ": nothing is opened; positions can be left, lent money that secures no debt withdrawn, debts repaid, and what is held be sold for at most 1.00% less than its worth"
	b.atLimit("safety.max_loss_day_bps is 2.00%, now 199.", "of the 1.000000 USDC that may be lost in 24 hours are lost, as the cage on the chain counts, which allows more at 20", works)

	set(cageSessionLoss, 1)
	b.AgeFeed("ETHFeed", 7_200)
	const old = " s ago, longer than the cage allows: nothing is opened and nothing sold before it has one again; positions can be left"
	if code, said := b.lives("active"); code != exitOK || !strings.Contains(said, "the cage on the chain takes the price of WETH answered 7") || !strings.Contains(said, old) {
		t.Errorf("with a feed that is two hours old: exit %d\n%s", code, said)
	}
	b.AgeFeed("ETHFeed", 0)
	other := t.TempDir()
	for _, name := range []string{"golem.toml", "STRATEGY.md", "grant.json"} {
		text, err := os.ReadFile(filepath.Join(b.dir, name))
		if err == nil {
			err = os.WriteFile(filepath.Join(other, name), text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	b.dir = other
	b.atLimit("safety.max_loss_session_bps is 10.00%, now 999.", "of the 1.000000 USDC that may be lost in this session are lost, as the cage on the chain counts, until its owner begins another", works)
}

// atLimit lives until a limit on losses refuses, and asserts what the owner is told then, and
// which limit of the cage he read of at the start.
func (b *bounded) atLimit(tighter string, refused ...string) {
	b.t.Helper()
	code, said := b.lives("refused, SAFETY_LOSS_LIMIT")
	if start := strings.Split(said, "golem golem-")[0]; code != exitOK || !strings.Contains(start, tighter) {
		b.t.Fatalf("exit %d, want %q at the start\n%s", code, tighter, said)
	}
	var out, errs bytes.Buffer
	why := bardo.Main(b.t.Context(), []string{"why", b.dir, "--tick", fmt.Sprint(b.lossTick())}, &out, &errs)
	l, err := biography.Read(b.dir)
	if err != nil || l.Fate.Limits == nil {
		b.t.Fatalf("the report: %+v (%v)", l, err)
	}
	example := ""
	if i := slices.IndexFunc(l.Fate.Limits.Refusals, func(r report.Refused) bool { return r.Code == string(wire.CodeSafetyLossLimit) }); i >= 0 {
		example = l.Fate.Limits.Refusals[i].Example
	}
	if b.refusals(wire.CodeSafetySimulationFailed) != 0 {
		b.t.Errorf("a simulation failed at the limit\n%s", said)
	}
	for _, words := range refused {
		if !strings.Contains(said, words) || why != 0 || !strings.Contains(out.String(), words) || !strings.Contains(example, words) {
			b.t.Errorf("%q is missing: it printed\n%s\nbardo why (%d) %s%s\nthe report %s", words, said, why, &out, &errs, example)
		}
	}
}

// lossTick is the last one in which a limit on losses refused.
func (b *bounded) lossTick() (tick uint64) {
	b.t.Helper()
	for _, r := range recorded(b.t, b.dir) {
		for _, a := range r.Actions {
			if a.Preview.Refusal != nil && a.Preview.Refusal.Code == wire.CodeSafetyLossLimit {
				tick = r.Tick
			}
		}
	}
	return tick
}
