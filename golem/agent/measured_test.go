package agent

import (
	"log/slog"
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/descent"
)

// taken is an agent that saw an equity on three blocks.
func taken(equity float64) (*Agent, turn.Reading) {
	a, r := falling()
	a.born = equity
	a.stores.Log = slog.New(slog.DiscardHandler)
	r.NativeUSD = 2_000
	r.Balances[0].Value, r.Balances[1].Value = equity, 0
	a.write.Positions.Edit(func(p *turn.Positions) {
		for range 3 {
			r.Block.Number++
			p.Take(r)
		}
	})
	return a, r
}

// spec: safety §15.2: what the owner sends or takes is neither a gain nor a loss.
func TestMoneyFromOutsideMovesThePeak(t *testing.T) {
	usdc, weth := func(r turn.Reading) string { return r.Pool.Token0.Address.Hex() }, func(r turn.Reading) string { return r.Pool.Token1.Address.Hex() }
	for name, c := range map[string]struct {
		asset func(turn.Reading) string
		units uint64
		kind  turn.Stray
		want  float64
	}{
		"dollars come":  {usdc, 250e6, turn.StrayDeposit, 1_250},
		"dollars go":    {usdc, 250e6, turn.StrayMissing, 750},
		"they are back": {usdc, 250e6, turn.StrayReturned, 1_250},
		"ether comes":   {weth, 1e17, turn.StrayDeposit, 1_200},
		"coin goes":     {func(turn.Reading) string { return "native" }, 1e17, turn.StrayMissing, 800},
	} {
		a, r := taken(1_000)
		a.moved(turn.Difference{Kind: c.kind, Asset: c.asset(r), Units: *uint256.NewInt(c.units)}, r)
		sent := 0.0
		if c.kind == turn.StrayDeposit {
			sent = c.want - 1_000
		}
		if peak := a.state.Positions().Peak; peak != c.want || a.sentIn != sent {
			t.Errorf("%s: the peak is %v, want %v; %v were sent in, want %v", name, peak, c.want, a.sentIn, sent)
		}
	}
}

// A fall that ended below the emergency leaves a Golem in cash that opens nothing and will
// never see another equity: the owner's word is its way out, as its help says.
//
// spec: safety §7.6, §15.2
func TestTheOwnersWordEndsAStopBelowTheEmergency(t *testing.T) {
	a, r := taken(1_000)
	r.Balances[0].Value = 830
	look := func() {
		r.Block.Number++
		seen := turn.Observation{Reading: r}
		a.degrade(seen, 1_000)
		a.write.Positions.Edit(func(p *turn.Positions) { p.Take(r) })
	}
	for range 20 {
		look()
	}
	if s := a.state.Standing(); s.Level != turn.LevelWatching || s.Cause != descent.Drawdown {
		t.Fatalf("%+v", s)
	}
	a.halt(turn.HaltNone)
	for range 12 {
		look()
	}
	if s := a.state.Standing(); s.Level != turn.LevelNormal {
		t.Errorf("%+v, drawdown %s", s, a.state.Positions().Drawdown)
	}
}
