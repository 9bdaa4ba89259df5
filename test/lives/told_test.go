package lives

import (
	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/golem/world/chain"
)

// told is what the journal tells of a life.
type told struct {
	reading turn.Reading // the last one that came
	seen    journal.Entry
	body    []byte // of it
	woke    int64  // when it was last woken
	rolls   []mortality.Roll
	orders  []owner.Kill
	ordered uint64      // the entry of the last order
	at      int64       // when it came
	wei     uint256.Int // of all receipts
}

// read reads the journal of a dead life.
func (l *life) read() (t told, err error) {
	r, err := journal.Read(l.dir)
	if err != nil {
		return t, err
	}
	defer r.Close()
	seen := map[common.Hash]bool{}
	for e, err := range r.Entries(0) {
		if err != nil {
			return t, err
		}
		if err := t.take(e, seen); err != nil {
			return t, err
		}
	}
	if t.seen.Kind == "" {
		return t, nil
	}
	return t, t.seen.Decode(&t.reading)
}

func (t *told) take(e journal.Entry, seen map[common.Hash]bool) error {
	if e.Failure != nil {
		return nil
	}
	switch e.Kind {
	case journal.KindReading:
		t.seen = e
		t.seen.Body = append(t.body[:0], e.Body...)
		t.body = t.seen.Body
	case journal.KindAdvance:
		return e.Decode(&t.woke)
	case journal.KindRoll:
		t.rolls = append(t.rolls, 0)
		return e.Decode(&t.rolls[len(t.rolls)-1])
	case journal.KindWord:
		l, err := owner.Read(e)
		if k, ok := l.Word.(owner.Kill); ok {
			t.orders, t.ordered, t.at = append(t.orders, k), e.Seq, t.woke
		}
		return err
	case journal.KindReceipt:
		for _, x := range chain.Receipts(e) {
			if x.Found && !seen[x.TxHash] {
				seen[x.TxHash] = true
				t.wei.Add(&t.wei, &x.GasWei)
			}
		}
	}
	return nil
}
