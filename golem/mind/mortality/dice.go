package mortality

import (
	"fmt"

	"bardo.run/bardo/golem/core/secret"
)

// Dice hold the secret of a Golem's rolls while it lives (mortality §4.2). They are
// outside of what decides: a life is handed one roll a tick, through its journal.
type Dice struct {
	secret  secret.Secret
	golemID string
}

// NewDice takes over the secret and wipes the caller's copy.
func NewDice(hidden *[32]byte, golemID string) *Dice {
	return &Dice{secret: secret.New(hidden[:]), golemID: golemID}
}

// Roll is the roll of a tick.
func (d *Dice) Roll(tick uint64) (roll Roll, err error) {
	err = d.use(func(s *[32]byte) { roll = Cast(s, d.golemID, tick) })
	return roll, err
}

// Commitment is what is told of the secret at birth.
func (d *Dice) Commitment() (sum [32]byte, err error) {
	err = d.use(func(s *[32]byte) { sum = Commit(s) })
	return sum, err
}

// Reveal returns the secret, which is no secret from then on: it is for the testament.
func (d *Dice) Reveal() (hidden [32]byte, err error) {
	err = d.use(func(s *[32]byte) { hidden = *s })
	return hidden, err
}

// Destroy wipes the secret.
func (d *Dice) Destroy() { d.secret.Release() }

func (d *Dice) use(f func(*[32]byte)) error {
	err := d.secret.Use(func(bytes []byte) error { f((*[32]byte)(bytes)); return nil })
	if err != nil {
		return fmt.Errorf("use the secret of the rolls: %w", err)
	}
	return nil
}
