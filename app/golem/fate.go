package golem

import (
	"fmt"
	"log/slog"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/custody"
	"bardo.run/bardo/golem/host/term"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/golem/world/tape"
	"bardo.run/bardo/internal/seed"
)

// clocks are what the life may die of. Only a Golem that somebody else hosts, for a
// time that was paid for, has that time in its economic clock.
func clocks(c config.GolemConfig) mortality.Settings {
	return mortality.FromConfig(c, rents(c))
}

func rents(c config.GolemConfig) bool { return c.Golem.Mode == "hosted" && c.Golem.Lifetime > 0 }

// fund refuses a birth that could only die.
func fund(c config.GolemConfig) error {
	b := mortality.Birth{Credit: c.Golem.Funding.USDC()}
	if rents(c) {
		var err error
		if b.Time, err = term.New(0, c.Golem.Lifetime.Milliseconds(), 0); err != nil {
			return err
		}
	}
	return clocks(c).Check(b)
}

// fate is the secret of a life's rolls, which follows from its identity.
type fate struct {
	config config.GolemConfig
	keys   *custody.Custody
	log    *slog.Logger
	dice   *mortality.Dice // nil without a stochastic clock
}

// rolls are the dice; nil without a stochastic clock.
func (f *fate) rolls() tape.Dice {
	if f.dice == nil {
		return nil
	}
	return f.dice
}

// forget wipes the secret.
func (f *fate) forget() {
	if f.dice != nil {
		f.dice.Destroy()
	}
}

// draw gives a newborn its identity, sealed beside the journal, and commits it to the secret
// of its rolls (mortality §4.2). Without a key nothing could seal it: a life on paper that has
// none lives without chance, and every record says so.
func (f *fate) draw(b *agent.Boot) (err error) {
	var hidden [32]byte
	if f.keys.Seals() {
		if hidden, err = f.keys.Bear(); err != nil {
			return fmt.Errorf("make the identity: %w", err)
		}
		b.Identity.Key = f.keys.Identity().Address()
	}
	switch own := f.config.Mortality.Stochastic.Seed; {
	case !b.Mortality.Clocks.Stochastic:
		return nil
	case own != 0:
		hidden = seed.Seed(own).Bytes("golem/fate")
	case !f.keys.Seals():
		f.log.Warn("a life without a key has no stochastic clock: nothing could keep its secret")
		b.Mortality.Clocks.Stochastic = false
		return nil
	}
	return f.commit(b, &hidden)
}

// commit keeps the dice, and their commitment in the boot entry.
func (f *fate) commit(b *agent.Boot, hidden *[32]byte) (err error) {
	f.dice = mortality.NewDice(hidden, b.Identity.GolemID)
	b.Mortality.Clocks.Commitment, err = f.dice.Commitment()
	return err
}

// open opens the identity of a life that goes on, and returns the secret of its rolls. Where no
// roll was committed to, a lost identity only leaves the testament unsigned.
func (f *fate) open(born *agent.Boot) (hidden [32]byte, err error) {
	own := f.config.Mortality.Stochastic.Seed
	if born.Identity.Key != (common.Address{}) {
		hidden, err = f.keys.Return(born.Identity.Key)
	}
	if err != nil && (own != 0 || born.Mortality.Clocks.Commitment == [32]byte{}) {
		f.log.Warn("the testament will not be signed: the identity cannot be opened", "error", err)
		err = nil
	}
	if own != 0 {
		hidden = seed.Seed(own).Bytes("golem/fate")
	}
	return hidden, err
}

// redraw gives a life that goes on its identity and its secret back.
func (f *fate) redraw(b, born *agent.Boot) error {
	hidden, err := f.open(born)
	if born.Mortality.Clocks.Commitment == ([32]byte{}) { // without a key, or without chance
		b.Mortality.Clocks.Stochastic = b.Mortality.Clocks.Stochastic && f.keys.Seals() && !born.Policy.Paper
		return nil
	}
	if b.Mortality.Clocks.Commitment = born.Mortality.Clocks.Commitment; !b.Mortality.Clocks.Stochastic {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%w: %w", custody.ErrSecret, err)
	}
	if err := f.commit(b, &hidden); err != nil {
		return err
	}
	if b.Mortality.Clocks.Commitment != born.Mortality.Clocks.Commitment {
		return fmt.Errorf("%w: the secret of the rolls is not what this life was committed to at its birth", custody.ErrSecret)
	}
	return nil
}
