package lives

import (
	"encoding/hex"
	"errors"
	"fmt"

	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/life/replay"
)

// needy are the clocks of a life whose owner switched off chance and the judgement of what
// it foresees.
func needy() mortality.Settings {
	s := mortality.DefaultSettings()
	s.Paid, s.Stochastic, s.Predicts = false, false, false
	return s
}

// clocked gives every second life the three clocks. The die of one that is to die of it
// falls in a dozen ticks or two, that of another hardly ever.
func (l *life) clocked() error {
	rng := l.seed.Stream("clocks")
	if rng.IntN(2) == 0 && l.blow != byChance {
		return nil
	}
	s := mortality.DefaultSettings()
	s.Paid, s.Margin = rng.IntN(2) == 0, 120_000
	s.Hazard.Base, s.Hazard.Max = 0.001, 0.2
	if l.blow == byChance {
		s.Hazard.Base = 0.06
	}
	return l.clock(s)
}

// clock gives the life its clocks.
func (l *life) clock(s mortality.Settings) (err error) {
	s.Commitment, err = l.dice().Commitment()
	l.boot.Mortality.Clocks, l.boot.Birth.Plan.Rebalances = s, true
	return err
}

func (l *life) dice() *mortality.Dice {
	secret := l.hidden()
	return mortality.NewDice(&secret, l.boot.Identity.GolemID)
}

// hidden is the secret of the life's dice.
func (l *life) hidden() [32]byte {
	if l.fate > 0 {
		return l.seed.Bytes(fmt.Sprintf("fate %d", l.fate))
	}
	return l.seed.Bytes("fate")
}

// spec: mortality §4.2 — with what a testament reveals, and the journal, anybody can
// check that each tick was rolled for once, as the birth was committed to.
func (l *life) fair(sum *tally) error {
	w, err := willOf(l.papers)
	if err != nil {
		return err
	}
	if !w.clocks {
		return errors.New("the testament does not tell what the clocks stood at")
	}
	if !l.boot.Mortality.Clocks.Stochastic {
		if w.secret != "" {
			return errors.New("a life without dice reveals a secret")
		}
		return nil
	}
	secret, err := hex.DecodeString(w.secret)
	if err != nil || len(secret) != 32 {
		return fmt.Errorf("the testament reveals %q", w.secret)
	}
	n, err := replay.Fair(l.dir, l.boot, [32]byte(secret))
	if err == nil && l.ticks > 2 && n == 0 {
		return fmt.Errorf("no roll in %d ticks", l.ticks)
	}
	sum.fair++
	return err
}
