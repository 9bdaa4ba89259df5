// Package dying is how a Golem ends: the protocol of its death over the parts of the life, the
// word to the chain, the wallet that goes home, and the key that ends.
//
// spec: mortality §9, provisioning §8.5, §8.9
package dying

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"

	"bardo.run/bardo/golem/agent/sessionkey"
	"bardo.run/bardo/golem/host/booking"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/outcomes"
	"bardo.run/bardo/golem/host/site"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/golem/mind/oracle"
	"bardo.run/bardo/golem/mind/thanatopsis"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/chronicle"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/permit"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/tape"
	"bardo.run/bardo/golem/world/tool"
)

// KeyName is what the end of the wallet's key is called at its site.
const KeyName = "wallet"

// Identity is the key that signs for the Golem itself: made at its birth, apart from the key
// that acts, and destroyed after it.
type Identity interface {
	SignTypedData(data apitypes.TypedData) (signature [65]byte, digest common.Hash, err error)
	Destroy()
}

// Estate takes the documents of a death.
type Estate interface {
	Bequeath(name string, document any) error
}

// Parts is what of the life its death ends.
type Parts struct {
	Journal *journal.Journal
	Clock   *tape.Clock
	Estate  Estate `image:"-"`
	Sites   site.Hook
	Log     *slog.Logger

	State     *turn.State
	Positions turn.Writer[turn.Positions]
	Lifespan  *mortality.Lifespan
	Oracle    *oracle.Engine // nil: switched off

	Own       *permit.Own
	Adapters  *tool.Adapters
	Hand      *chain.Hand
	Keys      *sessionkey.Keys
	Silent    func() bool // nothing more is sent: on paper, or by the owner's order
	Books     *booking.Desk
	Outcomes  *outcomes.Book
	Strays    *outcomes.Strays
	Chronicle *chronicle.Chronicle
	Anchors   *chronicle.Anchors // nil: nothing is anchored

	// Look reads what the wallet holds now.
	Look func(context.Context) (turn.Reading, error)
	// Told is what of the life only others know: its equity at birth, and the text of the
	// strategy in force with its hash.
	Told func() (equity float64, text []byte, hash string)
}

// Death ends a life. It belongs to the goroutine that ticks.
type Death struct {
	Parts
	terms    Terms
	protocol *thanatopsis.Protocol
	swept    []thanatopsis.Swept
}

// New prepares the death of a life. ports has what the protocol asks of the parts of the life
// beside this one: its market, hands, events, wait and limits, and what reveals its dice.
func New(terms Terms, parts Parts, ports thanatopsis.Ports) *Death {
	d := &Death{Parts: parts, terms: terms}
	ports.Estate, ports.Purse, ports.Portfolio = estate{d}, deathbed{d}, portfolio{d}
	ports.Now, ports.Sign, ports.Gas = d.Clock.Now, d.sign, permit.Gas
	d.protocol = thanatopsis.New(terms.Death, ports, d.life)
	return d
}

// Deferred is what is left to do of a death that was cut off.
func (d *Death) Deferred() thanatopsis.Deferred {
	return d.protocol.Deferred(lifecycle.Cause(d.State.Vitality().Dying))
}

// Run runs one phase of the death. A journal that gives or takes no answer cuts it
// off: no testament is written on what no one read, and no key destroyed. An audit that
// takes no record does the same.
func (d *Death) Run(ctx context.Context, phase lifecycle.Phase, cause lifecycle.Cause) error {
	err := d.Journal.Sync() // a phase rests on what came before it
	d.Sites.Pass(site.Phase, phase.String(), site.Before)
	if phase == lifecycle.Acceptance {
		d.passing(lifecycle.StateActive, lifecycle.StateTerminal)
		d.Chronicle.Tell(audit.DeathInitiated(string(cause)))
	}
	if err == nil {
		err = d.Keys.Finish(ctx)
	}
	if err == nil && phase == lifecycle.Settlement {
		err = d.declare(ctx, grant.Grant.Terminal)
	}
	if err == nil {
		err = d.protocol.Run(ctx, phase, cause)
	}
	if phase == lifecycle.Settlement {
		err = errors.Join(err, d.settled(ctx))
	}
	if phase == lifecycle.Legacy {
		d.passing(lifecycle.StateTerminal, lifecycle.StateDead)
	}
	d.Sites.Pass(site.Phase, phase.String(), site.After)
	if phase == lifecycle.Legacy {
		d.Hand.Retire()
	}
	if final := errors.Join(d.Journal.Err(), d.Chronicle.Err()); final != nil {
		return fmt.Errorf("%w: %s: %w", lifecycle.ErrCutOff, phase, final)
	}
	if phase == lifecycle.Legacy {
		d.Chronicle.Close()
	}
	return err
}

// settled is what follows the settlement: the chain hears that the Golem is dead, the audit
// is anchored for the last time, and a provider's wallet goes home, whatever else went wrong.
func (d *Death) settled(ctx context.Context) error {
	err := errors.Join(d.declare(ctx, grant.Grant.Dead), d.anchor(ctx))
	if d.Journal.Err() == nil && d.Chronicle.Err() == nil {
		err = errors.Join(err, d.sweep(ctx))
	}
	return err
}

func (d *Death) passing(from, to lifecycle.State) {
	d.Chronicle.Tell(audit.PhaseTransition(string(from), string(to)))
}

// anchor anchors the head of the audit for the last time.
func (d *Death) anchor(ctx context.Context) error {
	if d.Anchors == nil || d.Silent() { // nothing more is sent
		return nil
	}
	x, sent, err := d.Anchors.Cast(ctx, true)
	if err != nil || !sent {
		return err
	}
	return d.Outcomes.Sent(string(grammar.Anchor), x)
}

// declare tells the oracle of phases, which the enforcers of the grant ask, that the
// Golem begins to die, or that it is dead. Phases that it may come back from are not told:
// only the owner could take them back there. So the delegation closes with the death and not
// with its time; a Golem that strikes itself off only takes from what its own key can do. What
// fails stops nothing, for the delegation has an end of its own. The error is the journal's, or
// the audit's.
//
// spec: provisioning §8.5, DESIGN §10 (a dead delegation reverts on chain)
func (d *Death) declare(ctx context.Context, word func(grant.Grant) []byte) error {
	g := d.Adapters.Grant()
	if g == nil || g.Lives == (common.Address{}) || d.Silent() {
		return nil
	}
	x, err := d.Own.Declare(ctx, word(*g))
	if journal.IsFinal(err) || d.Chronicle.Err() != nil {
		return err
	}
	if err != nil || (x.Status != turn.StatusExecuted && x.Status != turn.StatusPending) {
		d.Log.Warn("the chain was not told of the death; the delegation ends by itself", "at", g.Ends, "refusal", x.Refusal, "error", err)
	}
	return d.Outcomes.Sent(string(grammar.Declare), x)
}
