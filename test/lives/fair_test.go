package lives

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/golem/mind/thanatopsis"
	"bardo.run/bardo/life/replay"
)

// clocked gives every second life the three clocks, one that rolls badly: a die that
// kills in a hundred ticks or so.
func (l *life) clocked() error {
	rng := l.seed.Stream("clocks")
	if rng.IntN(2) == 0 {
		return nil
	}
	s := mortality.DefaultSettings()
	s.Paid, s.Margin = rng.IntN(2) == 0, 120_000
	s.Hazard.Base, s.Hazard.Max = 0.01, 0.05
	var err error
	s.Commitment, err = l.dice().Commitment()
	l.boot.Clocks, l.boot.Credits.Rebalances = &s, true
	return err
}

func (l *life) dice() *mortality.Dice {
	secret := l.seed.Bytes("fate")
	return mortality.NewDice(&secret, l.boot.Identity.GolemID)
}

// spec: mortality §4.2 — with what a testament reveals, and the journal, anybody can
// check that each tick was rolled for once, as the birth was committed to.
func (l *life) fair(sum *tally) error {
	var will thanatopsis.Testament
	if err := json.Unmarshal([]byte(l.papers["testament"]), &will); err != nil {
		return err
	}
	if l.boot.Clocks == nil {
		if will.Death.Clocks != nil {
			return errors.New("a life without clocks left what they stood at")
		}
		return nil
	}
	secret, err := hex.DecodeString(will.Death.Clocks.Secret)
	if err != nil || len(secret) != 32 {
		return fmt.Errorf("the testament reveals %q", will.Death.Clocks.Secret)
	}
	n, err := replay.Fair(l.dir, l.boot, [32]byte(secret))
	if err == nil && l.ticks > 2 && n == 0 {
		return fmt.Errorf("no roll in %d ticks", l.ticks)
	}
	sum.fair++
	return err
}
