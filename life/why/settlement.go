package why

import (
	"fmt"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
)

// explainSettlement explains an action of the death protocol: its cause is the
// death, and its observation the reading it was simulated on.
func (l *Life) explainSettlement(question string, a *turn.Action) (Answer, error) {
	answer := Answer{Question: question, Tick: l.will.Stats.LastTick(), Time: l.will.Death.DiedAt, Settlement: true}
	entries, err := l.afterTheLastTick()
	if err != nil {
		return answer, err
	}
	if err := came(a); err != nil {
		return answer, err
	}
	block := a.Preview.Simulation.Block
	var seen turn.Reading
	e, err := find(entries, journal.KindReading, fmt.Sprintf("the observation of block %d", block.Number), func(got turn.Reading) bool {
		seen = got
		return got.Block == block
	})
	if err != nil {
		return answer, err
	}
	if answer.Links, err = l.acted(a, entries, &seen); err != nil {
		return answer, err
	}
	answer.Links = append(append(answer.Links, follows(a, l.will.Settlement.Actions)...),
		Link{fmt.Sprintf("death:%s", l.will.Death.Cause), "death", fmt.Sprintf("settlement after death by %s: everything is closed and sold", l.will.Death.Cause)})
	answer.Links = append(append(answer.Links, l.lasted(l.will.Death.Cause, entries[0].Seq)...),
		Link{fmt.Sprintf("entry:%d", e.Seq), "observation", fmt.Sprintf("the market as it was read for the settlement, block %d", block.Number)},
		Link{fmt.Sprintf("block:%d", block.Number), "block", "hash " + block.Hash.Hex()})
	return answer, nil
}

// afterTheLastTick reads the journal behind the last record.
func (l *Life) afterTheLastTick() ([]journal.Entry, error) {
	from := uint64(0)
	for r, err := range l.each() {
		if err != nil {
			return nil, err
		}
		from = r.Entries[1]
	}
	var entries []journal.Entry
	for e, err := range l.journal.Entries(from) {
		if err != nil {
			return nil, err
		}
		entries = append(entries, e)
	}
	return entries, nil
}
