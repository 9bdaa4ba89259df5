package protocoltest

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/protocol"
)

// Follow fails a test where the logs of what is done do not lead from the reading before it to the one
// behind it.
func Follow(t testing.TB, subject Subject, do func()) {
	t.Helper()
	s := start(t, subject, fault{})
	before := s.read()
	do()
	told, err := s.follows(before, s.read())
	if err != nil || told == 0 {
		t.Errorf("%d figures as the logs lead to: %v", told, err)
	}
}

// follows holds a reading to an earlier one with the logs of the blocks after it, to the unit, and
// returns how many figures both have.
//
// spec: tools-archetypes §4
func (s *suite) follows(before, after turn.Reading) (told int, _ error) {
	led := before
	led.Block = after.Block
	led.Markets, led.Positions, led.Lending = slices.Clone(led.Markets), slices.Clone(led.Positions), slices.Clone(led.Lending)
	for i := range led.Lending {
		led.Lending[i].Reserves = slices.Clone(led.Lending[i].Reserves)
	}
	watched := s.follower.Watch()
	for _, l := range s.logs(before, after) {
		if slices.Contains(watched.Contracts, l.Address) && chosen(watched.Topics, l.Topics) {
			s.follower.Follow(&led, l)
		}
	}
	had := s.follower.Told(&led)
	for _, is := range s.follower.Told(&after) {
		i := slices.IndexFunc(had, func(f protocol.Figure) bool { return f.Market == is.Market && f.What == is.What })
		if i < 0 {
			continue
		}
		if told++; had[i].Value.Cmp(is.Value) != 0 {
			return told, fmt.Errorf("%s of %s is read as %s, the logs lead to %s from %s", is.What, is.Market, is.Value, had[i].Value, was(s.follower.Told(&before), is))
		}
	}
	return told, nil
}

// chosen reports whether a filter chooses a log by its topics.
func chosen[T comparable](filter [][]T, topics []T) bool {
	for i, any := range filter {
		if len(topics) <= i || len(any) > 0 && !slices.Contains(any, topics[i]) {
			return false
		}
	}
	return true
}

func was(all []protocol.Figure, f protocol.Figure) *big.Int {
	i := slices.IndexFunc(all, func(o protocol.Figure) bool { return f.Market == o.Market && f.What == o.What })
	if i < 0 {
		return nil
	}
	return all[i].Value
}
