package golem

import (
	"crypto/rand"
	"fmt"
	"log/slog"

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

func rents(c config.GolemConfig) bool { return c.Golem.Mode == "hosted" && c.Golem.LifetimeHours > 0 }

// fund refuses a birth that could only die.
func fund(c config.GolemConfig) error {
	b := mortality.Birth{Credit: c.Golem.Funding.USDC()}
	if rents(c) {
		var err error
		if b.Time, err = term.New(0, int64(c.Golem.LifetimeHours)*3_600_000, 0); err != nil {
			return err
		}
	}
	return clocks(c).Check(b)
}

// fate is the secret of a life's rolls, which its keys seal.
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

// draw gives a newborn the secret of its rolls, sealed beside the journal, and
// commits it to that (mortality §4.2). Without a key nothing could seal it: a life on
// paper that has none lives without chance, and every record says so.
func (f *fate) draw(b *agent.Boot) error {
	if !b.Mortality.Clocks.Stochastic {
		return nil
	}
	if !f.keys.Seals() && f.config.Mortality.Stochastic.Seed == 0 {
		f.log.Warn("a life without a key has no stochastic clock: nothing could keep its secret")
		b.Mortality.Clocks.Stochastic = false
		return nil
	}
	hidden, err := f.secret()
	if err != nil {
		return fmt.Errorf("draw the secret of the stochastic clock: %w", err)
	}
	return f.commit(b, &hidden)
}

// commit keeps the dice, and their commitment in the boot entry.
func (f *fate) commit(b *agent.Boot, hidden *[32]byte) (err error) {
	f.dice = mortality.NewDice(hidden, b.Identity.GolemID)
	b.Mortality.Clocks.Commitment, err = f.dice.Commitment()
	return err
}

// secret is new each time, but for a test's.
func (f *fate) secret() (hidden [32]byte, err error) {
	if own := f.config.Mortality.Stochastic.Seed; own != 0 {
		return seed.Seed(own).Bytes("golem/fate"), nil
	}
	if _, err := rand.Read(hidden[:]); err != nil {
		return hidden, err
	}
	return hidden, f.keys.Keep(&hidden)
}

// kept is the secret of a life that goes on.
func (f *fate) kept() (hidden [32]byte, err error) {
	if f.config.Mortality.Stochastic.Seed != 0 {
		return f.secret()
	}
	return f.keys.Kept()
}

// redraw gives a life that goes on its secret back.
func (f *fate) redraw(b, born *agent.Boot) error {
	if born.Mortality.Clocks.Commitment == ([32]byte{}) { // without a key, or without chance
		b.Mortality.Clocks.Stochastic = b.Mortality.Clocks.Stochastic && f.keys.Seals() && !born.Policy.Paper
		return nil
	}
	if b.Mortality.Clocks.Commitment = born.Mortality.Clocks.Commitment; !b.Mortality.Clocks.Stochastic {
		return nil
	}
	hidden, err := f.kept()
	if err != nil {
		return fmt.Errorf("%w: %w", custody.ErrSecret, err)
	}
	if err := f.commit(b, &hidden); err != nil {
		return err
	}
	if b.Mortality.Clocks.Commitment != born.Mortality.Clocks.Commitment {
		return fmt.Errorf("%w: what %s holds is not what this life was committed to at its birth; restore the file from a copy of the folder",
			custody.ErrSecret, f.keys.SecretPath())
	}
	return nil
}
