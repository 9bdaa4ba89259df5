package oracle

import (
	"slices"

	"bardo.run/bardo/golem/host/turn"
)

// The polls of a claim whose source does not answer (heartbeat §11.2).
const (
	pollEvery = 5 * minute
	polls     = 3
)

// waiting is a claim that is not resolved yet.
type waiting struct {
	turn.Prediction
	polls int
}

// ledger holds the open claims, earliest first, and what happened since it was last
// drained. It appends and never changes a prediction.
type ledger struct {
	last    *uint64 // the newest id, of all markets
	open    []waiting
	expired []waiting // tried once more when the source is back
	turn.Foresight
}

// register appends a prediction and returns its id.
func (l *ledger) register(p turn.Prediction) uint64 {
	*l.last++
	p.ID = *l.last
	l.Made = append(l.Made, p)
	at, _ := slices.BinarySearchFunc(l.open, p, func(w waiting, p turn.Prediction) int {
		if w.ResolveAt > p.ResolveAt {
			return 1
		}
		return -1 // behind the claims of the same time, as they were made
	})
	l.open = slices.Insert(l.open, at, waiting{Prediction: p})
	return p.ID
}

// due removes and returns the claims whose time has come by then, and that what was
// read tells of; late ones are those that had expired, and those that nobody could look
// at in time.
func (l *ledger) due(now int64, tells func(turn.Category) bool) (due, late []turn.Prediction) {
	l.expired = slices.DeleteFunc(l.expired, func(w waiting) bool {
		told := tells(w.Category)
		if told {
			late = append(late, w.Prediction)
		}
		return told
	})
	kept, n := l.open[:0], 0
	for ; n < len(l.open) && l.open[n].ResolveAt <= now; n++ {
		switch w := l.open[n]; {
		case !tells(w.Category):
			kept = append(kept, w)
		case now-w.ResolveAt > polls*pollEvery:
			late = append(late, w.Prediction)
		default:
			due = append(due, w.Prediction)
		}
	}
	if n > len(kept) {
		l.open = slices.Delete(l.open, len(kept), n)
	}
	return due, late
}

// missed notes that nothing could be read: a claim that was asked about three times,
// five minutes apart, expires.
func (l *ledger) missed(now int64) {
	kept := l.open[:0]
	for _, w := range l.open {
		for w.polls < polls && now >= w.ResolveAt+int64(w.polls+1)*pollEvery {
			w.polls++
		}
		if w.polls < polls {
			kept = append(kept, w)
			continue
		}
		l.Expired = append(l.Expired, w.ID)
		l.expired = append(l.expired, w)
	}
	clear(l.open[len(kept):])
	l.open = kept
}

// drain returns what happened since the call before.
func (l *ledger) drain() turn.Foresight {
	f := l.Foresight
	f.Open = len(l.open)
	l.Foresight = turn.Foresight{}
	return f
}
