package report

import (
	"math"
	"slices"
	"strings"

	"bardo.run/bardo/golem/host/turn"
)

// Foresight is how well the Golem predicted, and what came of what it was not allowed
// to do. Late and Expired count predictions that nobody could look at in time.
type Foresight struct {
	Categories []Accuracy `json:"categories"` // of the first market
	Others     []Foreseen `json:"other_markets,omitempty"`
	Held       []HeldBack `json:"held_back,omitempty"`
	// Shadowed would have been held back by the action gate, and were not.
	Shadowed []HeldBack `json:"shadowed,omitempty"`
	Late     int        `json:"late,omitempty"`
	Expired  int        `json:"expired,omitempty"`
}

// Accuracy is of one category: how many claims came due, what share of them was right,
// and what share a persistence forecast of the same width would have had; Loses says that
// this was more. Stated is the mean confidence, Miscalibrated the expected calibration error
// in tenths.
type Accuracy struct {
	Name          string  `json:"category"`
	Resolved      int     `json:"resolved"`
	Right         float64 `json:"right"`
	Persistence   float64 `json:"persistence"`
	Loses         bool    `json:"loses_to_persistence"`
	Stated        float64 `json:"stated_confidence"`
	Miscalibrated float64 `json:"calibration_error"`
}

// Foreseen is how well a market behind the first was predicted.
type Foreseen struct {
	Market     string     `json:"market"` // its handle
	Categories []Accuracy `json:"categories"`
}

// HeldBack is an action that would have opened a risk and was refused. Gain is what it
// would have come to within the hour, in quote tokens and net of its cost; Known says
// that the hour is over.
type HeldBack struct {
	Time  int64   `json:"time_ms"`
	Kind  string  `json:"kind"`
	Cause string  `json:"cause"`
	Layer string  `json:"layer"`
	Code  string  `json:"code"`
	Value float64 `json:"value"`
	Gain  float64 `json:"gain"`
	Known bool    `json:"known"`
	// Market is where it would have gone; empty: the first one.
	Market string `json:"market,omitempty"`

	shadow bool // it was not held back
}

// foreseen folds the ledger's lines.
type foreseen struct {
	by      [turn.Categories]outcomes // of the first market
	others  []beside
	held    []HeldBack
	at      map[uint64]int // prediction to its index in held
	late    int
	expired int
}

// beside are the outcomes of a market behind the first.
type beside struct {
	market string
	by     [turn.Categories]outcomes
}

type outcomes struct {
	n, right, persisted int
	stated              float64
	bins                [10]struct{ n, right, stated float64 }
}

func (b *Builder) foresee(r turn.Record) {
	if r.Foresight == nil {
		return
	}
	if b.ahead == nil {
		b.ahead = &foreseen{at: map[uint64]int{}}
	}
	f := b.ahead
	f.expired += len(r.Foresight.Expired)
	for _, p := range r.Foresight.Made {
		if p.Trade != nil {
			f.at[p.ID] = len(f.held)
			f.held = append(f.held, HeldBack{Time: r.Time, Kind: p.Trade.Kind, Cause: p.Action, Layer: p.Trade.Layer, Code: p.Trade.Code, Value: p.Trade.Value, Market: p.Market, shadow: p.Trade.Shadow})
		}
	}
	for _, x := range r.Foresight.Resolved {
		f.resolve(x)
	}
}

func (f *foreseen) resolve(x turn.Resolution) {
	if i, ok := f.at[x.ID]; ok && !x.Late {
		f.held[i].Gain, f.held[i].Known = x.Gain*f.held[i].Value, true
	}
	if x.Late {
		f.late++
		return
	}
	if x.Category >= turn.Categories {
		return
	}
	t := &f.market(x.Market)[x.Category]
	bin := &t.bins[min(max(int(x.Stated*10), 0), 9)]
	t.n++
	t.stated += x.Stated
	bin.n++
	bin.stated += x.Stated
	if x.Correct {
		t.right++
		bin.right++
	}
	if x.Persisted {
		t.persisted++
	}
}

// market are the outcomes of a market; of no name, of the first.
func (f *foreseen) market(name string) *[turn.Categories]outcomes {
	if name == "" {
		return &f.by
	}
	i := slices.IndexFunc(f.others, func(b beside) bool { return b.market == name })
	if i < 0 {
		i, f.others = len(f.others), append(f.others, beside{market: name})
	}
	return &f.others[i].by
}

// told is nil where nothing was predicted.
func (f *foreseen) told() *Foresight {
	if f == nil {
		return nil
	}
	out := &Foresight{Late: f.late, Expired: f.expired}
	for _, h := range f.held {
		if h.shadow {
			out.Shadowed = append(out.Shadowed, h)
		} else {
			out.Held = append(out.Held, h)
		}
	}
	out.Categories = accuracies(&f.by)
	for i := range f.others {
		out.Others = append(out.Others, Foreseen{f.others[i].market, accuracies(&f.others[i].by)})
	}
	slices.SortFunc(out.Others, func(a, b Foreseen) int { return strings.Compare(a.Market, b.Market) })
	return out
}

// accuracies are those of the categories of which something came due.
func accuracies(by *[turn.Categories]outcomes) (all []Accuracy) {
	for c, t := range by {
		if t.n == 0 {
			continue
		}
		n, off := float64(t.n), 0.0
		for _, bin := range t.bins {
			off += math.Abs(bin.right-bin.stated) / n
		}
		all = append(all, Accuracy{
			Name: turn.Category(c).String(), Resolved: t.n, Right: float64(t.right) / n, Persistence: float64(t.persisted) / n, Loses: t.right < t.persisted, Stated: t.stated / n, Miscalibrated: off,
		})
	}
	return all
}

// Missed sums what actions that were held back would have come to: how many would have
// gained, how many not, and in all.
func Missed(all []HeldBack) (gained, lost int, sum float64) {
	for _, h := range all {
		switch {
		case !h.Known:
		case h.Gain > 0:
			gained++
			sum += h.Gain
		default:
			lost++
			sum += h.Gain
		}
	}
	return gained, lost, sum
}
