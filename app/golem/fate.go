package golem

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/internal/atomicfile"
	"bardo.run/bardo/internal/seed"
)

// errFate says that the secret of the rolls is not what the life was committed to.
var errFate = errors.New("the secret of the stochastic clock")

// sealedFor is the purpose of the seal; it is part of the file's format.
const sealedFor = "stochastic clock"

// clocks are what the life may die of. Only a Golem that somebody else hosts, for a
// time that was paid for, has that time in its economic clock.
func clocks(c config.GolemConfig) mortality.Settings {
	return mortality.FromConfig(c, c.Golem.Mode == "hosted" && c.Golem.LifetimeHours > 0)
}

// sealer keeps what lies beside the journal from who has the folder alone.
type sealer interface {
	Seal(purpose string, plain []byte) ([]byte, error)
	Unseal(purpose string, sealed []byte) ([]byte, error)
}

// fund refuses a birth that could only die.
func fund(c config.GolemConfig) error {
	return clocks(c).Check(mortality.Birth{Credit: c.Golem.Funding.USDC(), PaidUntil: int64(c.Golem.LifetimeHours) * 3_600_000})
}

// draw gives a newborn the secret of its rolls, sealed beside the journal, and
// commits it to that (mortality §4.2). Without a key nothing could seal it: a life on
// paper that has none lives without chance, and every record says so.
func (l *life) draw(b *agent.Boot) error {
	b.Mortality.Clocks = clocks(l.config)
	if !b.Mortality.Clocks.Stochastic {
		return nil
	}
	if l.seal == nil && l.config.Mortality.Stochastic.Seed == 0 {
		l.log.Warn("a life without a key has no stochastic clock: nothing could keep its secret")
		b.Mortality.Clocks.Stochastic = false
		return nil
	}
	hidden, err := l.secret()
	if err != nil {
		return fmt.Errorf("draw the secret of the stochastic clock: %w", err)
	}
	return l.commit(b, &hidden)
}

// commit keeps the dice, and their commitment in the boot entry.
func (l *life) commit(b *agent.Boot, hidden *[32]byte) (err error) {
	l.dice = mortality.NewDice(hidden, b.Identity.GolemID)
	b.Mortality.Clocks.Commitment, err = l.dice.Commitment()
	return err
}

// secret is new each time, but for a test's.
func (l *life) secret() (hidden [32]byte, err error) {
	if own := l.config.Mortality.Stochastic.Seed; own != 0 {
		return seed.Seed(own).Bytes("golem/fate"), nil
	}
	if _, err := rand.Read(hidden[:]); err != nil {
		return hidden, err
	}
	sealed, err := l.seal.Seal(sealedFor, hidden[:])
	if err != nil {
		return hidden, err
	}
	return hidden, atomicfile.Write(l.fatePath(), 0o600, sealed)
}

// redraw gives a life that goes on its secret back.
func (l *life) redraw(b, born *agent.Boot) error {
	b.Mortality.Clocks = clocks(l.config)
	if born.Mortality.Clocks.Commitment == ([32]byte{}) { // without a key, or without chance
		b.Mortality.Clocks.Stochastic = b.Mortality.Clocks.Stochastic && l.seal != nil
		return nil
	}
	if b.Mortality.Clocks.Commitment = born.Mortality.Clocks.Commitment; !b.Mortality.Clocks.Stochastic {
		return nil
	}
	hidden, err := l.kept()
	if err != nil {
		return fmt.Errorf("%w: %w", errFate, err)
	}
	if err := l.commit(b, &hidden); err != nil {
		return err
	}
	if b.Mortality.Clocks.Commitment != born.Mortality.Clocks.Commitment {
		return fmt.Errorf("%w: what %s holds is not what this life was committed to at its birth; restore the file from a copy of the folder",
			errFate, l.fatePath())
	}
	return nil
}

// kept opens the secret that was sealed at birth.
func (l *life) kept() (hidden [32]byte, err error) {
	if l.config.Mortality.Stochastic.Seed != 0 {
		return l.secret()
	}
	if l.seal == nil {
		return hidden, errors.New("it was sealed by the wallet's key, which is not here: set GOLEM_PRIVATE_KEY or custody.localkey.private_key_path")
	}
	path := l.fatePath()
	sealed, err := os.ReadFile(path)
	if err != nil {
		return hidden, fmt.Errorf("restore the file from a copy of the folder; nothing was changed: %w", err)
	}
	plain, err := l.seal.Unseal(sealedFor, sealed)
	if err != nil || len(plain) != len(hidden) {
		return hidden, fmt.Errorf("%s: %w; restore it from a copy of the folder; nothing was changed", path, err)
	}
	copy(hidden[:], plain)
	clear(plain)
	return hidden, nil
}

// fatePath is where the secret lies, sealed by the key in force: each key that takes over
// has a file of its own, made before it does.
func (l *life) fatePath() string {
	if key := l.ring.inForce(common.Address{}); key != (common.Address{}) {
		return l.ring.sealed(key)
	}
	return l.home.Path(home.FateFile)
}
