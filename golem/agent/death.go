package agent

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/site"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/oracle"
	"bardo.run/bardo/golem/mind/thanatopsis"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/permit"
	"bardo.run/bardo/internal/money"
)

// mortal builds the death protocol.
func (a *Agent) mortal() *thanatopsis.Protocol {
	terms := a.boot.Death
	if a.boot.Mortality.Clocks.Paid {
		terms.Until = a.boot.Birth.Until
	}
	return thanatopsis.New(terms, thanatopsis.Ports{
		Market: a.market(), Hands: settling{a.desk, a, map[string]turn.Action{}},
		Estate: estate{a}, Purse: deathbed{a}, Portfolio: portfolio{a}, Events: a.fabric, Now: a.clock.Now, Wait: timer{a.clock}.Wait,
		Reveal: a.reveal(), Sign: a.sign, Gas: permit.Gas, Abandoned: a.orders.Abandoned,
		Limits: func() (slippage, impact money.BPS) {
			limits := a.cage.Policy()
			return limits.MaxSlippage, limits.MaxImpact
		},
	}, a.life)
}

// deathbed is the purse of the death protocol.
type deathbed struct{ a *Agent }

// Dying locks the behaviour, unlocks what was kept, and returns what the death may cost
// (mortality §9.2, §2.4).
func (d deathbed) Dying() (money.USDC, error) {
	funds, err := d.a.lifespan.Funds()
	if err != nil {
		return 0, err
	}
	d.a.lifespan.Accept()
	return d.a.books.Dying(funds)
}

func (d deathbed) GasPaid() money.USDC { return d.a.books.GasPaid() }

// portfolio takes the readings of the settlement into the state.
type portfolio struct{ a *Agent }

func (p portfolio) Settled(r turn.Reading) {
	p.a.write.Positions.Edit(func(s *turn.Positions) { s.Take(r) })
}

// estate writes the last documents and ends the key.
type estate struct{ a *Agent }

func (e estate) Bequeath(name string, document any) error {
	if err := e.a.stores.Journal.Sync(); err != nil { // no document before what it rests on
		return err
	}
	return e.a.stores.Estate.Bequeath(name, document)
}

func (e estate) DestroyKey() {
	e.a.stores.Sites.Pass(site.Key, keyName, site.Before)
	if e.a.hand.Signer != nil {
		e.a.hand.Signer.Destroy()
	}
	if e.a.keys != nil && !e.a.keys.passes() { // it was to take over, and never will
		e.a.retire(e.a.keys.need.Next)
	}
	e.a.stores.Sites.Pass(site.Key, keyName, site.After)
}

// errNoKey leaves a testament unsigned.
var errNoKey = errors.New("no key is here to sign with")

// sign has the wallet's key sign the hash of the testament, once: a replay has the
// signature from the journal.
func (a *Agent) sign(sum [32]byte) (string, error) {
	id := a.state.Identity()
	return journal.Take(a.stores.Journal, journal.KindNote, []any{"testament", sum}, func() (string, error) {
		if a.hand.Signer == nil {
			return "", errNoKey
		}
		signature, _, err := a.hand.Signer.SignTypedData(thanatopsis.Words(id.GolemID, id.Wallet.Hex(), id.ChainID, sum))
		if err != nil {
			return "", fmt.Errorf("sign the testament: %w", err)
		}
		return "0x" + hex.EncodeToString(signature[:]), nil
	})
}

// life is what the death protocol is told of the life.
func (a *Agent) life() thanatopsis.Life {
	id, hash := a.state.Identity(), a.strategy.Active().Hash
	l := thanatopsis.Life{
		GolemID: id.GolemID, Name: id.Name, Wallet: id.Wallet.Hex(), Owner: id.Owner.Hex(), Recovery: a.recovery(),
		Generation: id.Generation, ChainID: id.ChainID, BornAt: id.CreatedAt, Ticks: a.state.Heartbeat().Tick, Start: a.born,
		Strategy: string(a.texts[hash]), Hash: hash, GasPaid: a.books.GasPaid(), Funded: a.books.Endowment(), Left: a.books.Remaining(),
		Trades: a.trades, Regime: a.state.Heartbeat().Regime.String(), Death: a.lifespan.Autopsy(a.state.Vitality().Mortality),
	}
	l.Swept, l.Sent = a.swept, a.sentIn
	if a.oracle != nil {
		l.Lessons = a.lessons()
	}
	return l
}

// lessons is how well it predicted, category by category.
func (a *Agent) lessons() (lessons []thanatopsis.Lesson) {
	for c := range turn.Categories {
		t := a.oracle.Tally(c)
		if t.Resolved > 0 {
			lessons = append(lessons, thanatopsis.Lesson{Category: c.String(), Resolved: t.Resolved, Right: t.Right, Persisted: t.Persisted, Aim: oracle.Aim(c)})
		}
	}
	return lessons
}

// Die runs one phase of death. A journal that gives or takes no answer cuts it
// off: no testament is written on what nobody read, and no key destroyed. An audit that
// takes no record does the same.
func (a *Agent) Die(ctx context.Context, phase lifecycle.Phase, cause lifecycle.Cause) error {
	err := a.stores.Journal.Sync() // a phase rests on what came before it
	a.stores.Sites.Pass(site.Phase, phase.String(), site.Before)
	if phase == lifecycle.Acceptance {
		a.passing(lifecycle.StateActive, lifecycle.StateTerminal)
		a.tell(audit.DeathInitiated(string(cause)))
	}
	if err == nil {
		err = a.finishing(ctx)
	}
	if err == nil && phase == lifecycle.Settlement {
		err = a.declare(ctx, grant.Grant.Terminal)
	}
	if err == nil {
		err = a.death.Run(ctx, phase, cause)
	}
	if phase == lifecycle.Settlement {
		err = errors.Join(err, a.declare(ctx, grant.Grant.Dead), a.anchor(ctx, true))
		if a.stores.Journal.Err() == nil && a.unheard() == nil { // whatever else went wrong
			err = errors.Join(err, a.sweep(ctx))
		}
	}
	if phase == lifecycle.Legacy {
		a.passing(lifecycle.StateTerminal, lifecycle.StateDead)
	}
	a.stores.Sites.Pass(site.Phase, phase.String(), site.After)
	if phase == lifecycle.Legacy {
		a.hand.Retire()
	}
	if final := errors.Join(a.stores.Journal.Err(), a.unheard()); final != nil {
		return fmt.Errorf("%w: %s: %w", lifecycle.ErrCutOff, phase, final)
	}
	a.dead = phase == lifecycle.Legacy
	return err
}
