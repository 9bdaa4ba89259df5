package lives

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"iter"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/golem/mind/thanatopsis"
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
		if will.Death != nil {
			return errors.New("a life without clocks left what they stood at")
		}
		return nil
	}
	secret, err := hex.DecodeString(will.Death.Secret)
	if err != nil || len(secret) != 32 {
		return fmt.Errorf("the testament reveals %q", will.Death.Secret)
	}
	r, err := journal.Read(l.dir)
	if err != nil {
		return err
	}
	defer r.Close()
	var fault error
	n := 0
	err = mortality.Verify(l.boot.Clocks.Commitment, [32]byte(secret), l.boot.Identity.GolemID, rolls(r, &n, &fault))
	if err == nil && fault == nil && l.ticks > 2 && n == 0 {
		return fmt.Errorf("no roll in %d ticks", l.ticks)
	}
	sum.fair++
	return errors.Join(err, fault)
}

// rolls reads the rolls of a journal.
func rolls(r *journal.Reader, n *int, fault *error) iter.Seq2[uint64, mortality.Roll] {
	return func(yield func(uint64, mortality.Roll) bool) {
		for e, err := range r.Entries(0) {
			if *fault = err; err != nil {
				return
			}
			var roll mortality.Roll
			if e.Kind != journal.KindRoll {
				continue
			}
			if *fault = e.Decode(&roll); *fault != nil {
				return
			}
			if *n++; !yield(e.Tick, roll) {
				return
			}
		}
	}
}
