package thanatopsis

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/internal/money"
)

// Testament is what a dead Golem leaves in writing (mortality §10, in the part
// whose inputs exist). It is the same bytes in every replay.
type Testament struct {
	Life
	EquityAtDeath float64       `json:"equity_at_death"`
	Return        float64       `json:"return"`
	Balances      []Holding     `json:"balances"`
	Native        string        `json:"native"`             // the chain's coin in the wallet, there for gas
	KeyKept       bool          `json:"key_kept,omitempty"` // the only one to a wallet that is not empty
	Phases        []Passed      `json:"phases"`             // before Legacy, which wrote this
	Settlement    []turn.Action `json:"settlement"`
	LeftOpen      []Leftover    `json:"left_open"`
	Absent        []string      `json:"absent"`
}

// Passed is a phase of death that was gone through; Fault is empty where it ended
// well.
type Passed struct {
	Phase string `json:"phase"`
	Fault string `json:"fault,omitempty"`
}

// pass notes how a phase ended, the last time it was run.
func (p *Protocol) pass(phase lifecycle.Phase, err error) {
	p.passed = slices.DeleteFunc(p.passed, func(q Passed) bool { return q.Phase == phase.String() })
	fault := ""
	if err != nil {
		fault = err.Error()
	}
	p.passed = append(p.passed, Passed{phase.String(), fault})
}

// Holding is what the wallet holds of one token at the end.
type Holding struct {
	Token string `json:"token"`
	Units string `json:"units"`
}

// absent are the parts of a full testament that have no inputs yet.
var absent = []string{"causal graph", "warnings", "heuristics", "genome"}

// reflect reads the chain for the last time; everything else it says is formula.
func (p *Protocol) reflect(ctx context.Context) error { return p.look(ctx) }

// onlyKey is what a testament says of a wallet whose key nobody else has.
const onlyKey = "the Golem has its only key, which was not destroyed"

// bequeath writes both documents and then destroys the key, also where one could
// not be written: a dead Golem signs nothing (mortality §9.5: no failure prevents
// death). No action returns a wallet to its owner (§9.3 step 7), so the only key to
// one that holds anything is kept.
func (p *Protocol) bequeath(cause lifecycle.Cause) error {
	t := p.testament(cause)
	if !t.KeyKept {
		defer p.ports.Estate.DestroyKey()
	}
	var faults []error
	if err := p.reveal(t.Death); err != nil {
		faults = append(faults, fmt.Errorf("reveal the secret of the rolls: %w", err))
	}
	if err := p.ports.Estate.Bequeath("testament", t); err != nil {
		faults = append(faults, fmt.Errorf("write the testament: %w", err))
	}
	if err := p.ports.Estate.Bequeath("tombstone", tombstone{t.GolemID, t.Name, t.Wallet, cause, t.DiedAt, t.Ticks}); err != nil {
		faults = append(faults, fmt.Errorf("write the tombstone: %w", err))
	}
	return errors.Join(faults...)
}

// reveal writes the secret of the rolls into the testament, so that anybody can check
// every one of them (mortality §4.2).
func (p *Protocol) reveal(a *mortality.Autopsy) error {
	if a == nil || p.ports.Reveal == nil {
		return nil
	}
	secret, err := p.ports.Reveal()
	if err == nil {
		a.Secret = hex.EncodeToString(secret[:])
	}
	return err
}

// tombstone is never deleted (runtime §13.1).
type tombstone struct {
	GolemID string          `json:"golem_id"`
	Name    string          `json:"name"`
	Wallet  string          `json:"wallet_address"`
	Cause   lifecycle.Cause `json:"death_cause"`
	DiedAt  int64           `json:"died_at_ms"`
	Ticks   uint64          `json:"ticks_lived"`
}

func (p *Protocol) testament(cause lifecycle.Cause) Testament {
	life := p.life()
	life.Cause, life.DiedAt, life.GasText = cause, p.ports.Now(), life.GasPaid.String()
	t := Testament{Life: life, EquityAtDeath: p.last.Equity(), Phases: p.passed, Settlement: p.actions, LeftOpen: p.leftOpen, Absent: absent}
	t.Native, t.KeyKept = money.FormatUnits(&p.last.Native, nativeDecimals), life.Recovery == "" && !p.empty()
	if life.Start > 0 {
		t.Return = t.EquityAtDeath/life.Start - 1
	}
	for _, b := range p.last.Balances {
		t.Balances = append(t.Balances, Holding{b.Token.Symbol, money.FormatUnits(&b.Units, b.Token.Decimals)})
	}
	return t
}

const nativeDecimals = 18

// empty says that the wallet is known to hold nothing.
func (p *Protocol) empty() bool {
	held := len(p.last.Positions) > 0 || !p.last.Native.IsZero() || !p.quiet()
	for _, b := range p.last.Balances {
		held = held || !b.Units.IsZero()
	}
	return p.known && !held
}
