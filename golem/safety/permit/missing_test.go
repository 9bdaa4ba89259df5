package permit

import (
	"context"
	"errors"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/capability"
	"bardo.run/bardo/wire"
)

// sale sells half a WETH: it lowers the risk.
func sale() turn.Proposal {
	return turn.Proposal{Origin: turn.OriginRule, Body: swaps("weth", "usdc", "500000000000000000", 50)}
}

// endpoints agree or not, or cannot be asked.
type endpoints struct {
	agreement turn.Agreement
	err       error
}

func (e endpoints) Agree(context.Context, turn.Block) (turn.Agreement, error) {
	return e.agreement, e.err
}

// spec: safety §1.4 S-10, S-7, §25 point 7 — an input that is missing or stale refuses what
// opens a risk and admits what closes one, to the chain; of a sale without any price see decision 28. What only a simulation tells is
// missing for both: see the test below.
func TestAMissingInputRefusesOpeningAndAdmitsClosing(t *testing.T) {
	for name, c := range map[string]struct {
		lose func(*Desk, *outside)
		code wire.Code
	}{
		"the oracle knows too little": {func(d *Desk, _ *outside) {
			d.judge.gate = &keeper{refusal: &turn.Refusal{Layer: "action_gate", Code: wire.CodeOracleInsufficientData}}
		}, wire.CodeOracleInsufficientData},
		"the head is stale": {func(_ *Desk, o *outside) {
			o.write.Positions.Edit(func(p *turn.Positions) { p.Reading.Lag = turn.Lag{Behind: 1_000} })
		}, wire.CodeSafetyStaleHead},
		"the head went stale under the simulation": {func(_ *Desk, o *outside) { o.sim.Lag = turn.Lag{Behind: 1_000} }, wire.CodeSafetyStaleHead},
		"the head lies in the future": {func(_ *Desk, o *outside) {
			o.write.Positions.Edit(func(p *turn.Positions) { p.Reading.Lag = turn.Lag{Ahead: 60} })
		}, wire.CodeSafetyStaleHead},
		"the list of sanctioned addresses does not answer": {func(_ *Desk, o *outside) {
			o.write.Positions.Edit(func(p *turn.Positions) { p.Reading.Screen = &turn.Screen{Unread: "no link"} })
		}, wire.CodeSanctionsOracleUnavailable},
		"the list of sanctioned addresses names the pool": {func(_ *Desk, o *outside) {
			o.write.Positions.Edit(func(p *turn.Positions) { p.Reading.Screen = &turn.Screen{Listed: []common.Address{{5}}} })
		}, wire.CodeSafetySanctioned},
		"no price": {func(_ *Desk, o *outside) {
			o.write.Positions.Edit(func(p *turn.Positions) { p.Reading = turntest.Moved(p.Reading, new(uint256.Int)) })
		}, wire.CodeSafetyPriceMissing},
		"a second endpoint that cannot be asked": {func(d *Desk, o *outside) {
			d.judge.cfg.Witness, o.sim.Value = endpoints{agreement: turn.Agreement{Endpoints: 2, Compared: 1}}, Large
		}, wire.CodeSafetyHeadsDiffer},
		"endpoints that could not be compared": {func(d *Desk, o *outside) {
			d.judge.cfg.Witness, o.sim.Value = endpoints{err: errors.New("no link")}, Large
		}, wire.CodeSafetyHeadsDiffer},
	} {
		for _, opens := range []bool{true, false} {
			d, o, _ := setUp()
			p := sale()
			o.holds(weth, 1e18)
			if opens {
				p = buy()
			}
			c.lose(d, o)
			got := tried(t, d, p)
			switch {
			case opens && (got != c.code || o.executions.Load() != 0):
				t.Errorf("%s: opening gave %q and %d executions, want %q", name, got, o.executions.Load(), c.code)
			case !opens && name == "no price": // nobody knows what the sale loses
				if got != c.code || o.executions.Load() != 0 {
					t.Errorf("%s: closing gave %q and %d executions, want %q", name, got, o.executions.Load(), c.code)
				}
			case !opens && (got != "" || o.executions.Load() != 1):
				t.Errorf("%s: closing gave %q and %d executions", name, got, o.executions.Load())
			}
		}
	}
}

// tried takes a proposal as far as it comes, and returns the code of what stopped it.
func tried(t *testing.T, d *Desk, p turn.Proposal) wire.Code {
	t.Helper()
	answer := preview(t, d, p)
	if answer.Refusal != nil {
		return answer.Refusal.Code
	}
	return code(commit(t, d, answer.PermitID))
}

// spec: safety §15.5 — fork simulation is mandatory for all writes: one that cannot be
// made refuses what closes too, for the moment, and sends nothing.
func TestNothingIsSentThatWasNotSimulated(t *testing.T) {
	for _, p := range []turn.Proposal{buy(), sale()} {
		d, o, _ := setUp()
		o.simErr = errors.New("no link")
		if got := tried(t, d, p); got != wire.CodeExecutionSimUnavailable || o.executions.Load() != 0 {
			t.Errorf("%s: %q and %d executions", p.Body, got, o.executions.Load())
		}
		o.simErr = nil
		if got := tried(t, d, p); got != "" || o.executions.Load() != 1 {
			t.Errorf("%s, once it can be: %q and %d executions", p.Body, got, o.executions.Load())
		}
	}
}

// spec: safety §1.4 S-5, §25 point 6 — a changed policy voids permits and tokens within the
// same tick: the permit at its commit, the token at the signature, whatever the change.
func TestAChangedPolicyVoidsPermitsAndTokensAtOnce(t *testing.T) {
	for name, change := range map[string]func(*cage.Policy){
		"tighter": func(p *cage.Policy) { p.PerDay-- }, "looser": func(p *cage.Policy) { p.PerDay++ },
		"another market": func(p *cage.Policy) { p.Markets = append(p.Markets, cage.Listing{Handle: "wbtc-usdc-30"}) }, "a lower rate": func(p *cage.Policy) { p.PerHour-- },
	} {
		d, o, k := setUp()
		id := permitted(t, d)
		changed := policy()
		change(&changed)
		k.Tighten(changed)
		if x, err := d.Commit(t.Context(), id); err != nil || code(x) != wire.CodePermitPolicyChanged || o.executions.Load() != 0 {
			t.Errorf("%s: the permit: %+v, %v", name, x, err)
		}
		k.Tighten(policy())
		if x, err := d.Commit(t.Context(), id); err != nil || code(x) != wire.CodePermitNotActive {
			t.Errorf("%s, and back again: %+v, %v", name, x, err)
		}
		o.execute = func(token *capability.Token, order Order) (turn.Execution, error) {
			k.Tighten(changed)
			use := order.Use()
			use.Policy = k.Policy().Digest()
			err := token.Consume(use)
			if !errors.Is(err, capability.ErrPolicy) {
				t.Errorf("%s: the token: %v", name, err)
			}
			if again := token.Consume(order.Use()); again == nil {
				t.Errorf("%s: the token opens after all", name)
			}
			return turn.Execution{Status: turn.StatusBlocked}, nil
		}
		if x, err := d.Commit(t.Context(), permitted(t, d)); err != nil || x.Status != turn.StatusBlocked {
			t.Errorf("%s: %+v, %v", name, x, err)
		}
	}
}
