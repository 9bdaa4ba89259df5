package report

import (
	"encoding/json"
	"math"
	"strconv"
)

// chartData is what the page's script draws: columns, times in unix seconds.
type chartData struct {
	Time    []number `json:"t"`
	Price   []number `json:"price"`
	Equity  []number `json:"equity"`
	Holding []number `json:"holding"`
	Cash    []number `json:"cash"`
	Under   []number `json:"under"`
	Marks   []mark   `json:"marks"`
	Ranges  []area   `json:"ranges"`
	Clocks  *dials   `json:"clocks,omitempty"`
	Weights *plot    `json:"weights,omitempty"`
}

// mark is a trade on the price chart: buy, sell or move (of liquidity).
type mark struct {
	Time   number `json:"t"`
	Price  number `json:"p"`
	Kind   string `json:"k"`
	Number int    `json:"n"`
}

type area struct {
	From number `json:"from"`
	To   number `json:"to"`
	Low  number `json:"low"`
	High number `json:"high"`
}

// number is written with thirteen significant digits: enough for a millisecond of our
// century, and no more than that.
type number float64

// MarshalJSON implements json.Marshaler.
func (n number) MarshalJSON() ([]byte, error) {
	if !finite(float64(n)) {
		return []byte("null"), nil
	}
	return strconv.AppendFloat(nil, float64(n), 'g', 13, 64), nil
}

// UnmarshalJSON implements json.Unmarshaler; null is no number.
func (n *number) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*n = number(math.NaN())
		return nil
	}
	return json.Unmarshal(text, (*float64)(n))
}

// data encodes what the charts need. encoding/json writes <, >, & and the line
// separators of Unicode as escapes, so the text cannot end its script element.
func data(b Subject, r Results, a Acts, m *Mortality) ([]byte, error) {
	d := chartData{
		Time: []number{}, Price: []number{}, Equity: []number{}, Holding: []number{}, Cash: []number{}, Under: []number{},
		Marks: []mark{}, Ranges: []area{},
	}
	for _, s := range r.Series {
		d.Time = append(d.Time, seconds(s.Time))
		d.Price = append(d.Price, number(s.Price))
		d.Equity = append(d.Equity, number(s.Equity))
		d.Holding = append(d.Holding, number(s.Holding))
		d.Cash = append(d.Cash, number(s.Cash))
		d.Under = append(d.Under, number(s.Underwater))
	}
	for _, t := range a.marked(b) {
		d.Marks = append(d.Marks, mark{seconds(t.Time), number(t.Price), side(t), t.Number})
	}
	for _, e := range a.Liquidity {
		if e.Kind == kindAdd && b.drawn(e.Market) {
			d.Marks = append(d.Marks, mark{seconds(e.Time), number(e.Price), "move", e.Number})
		}
	}
	for _, at := range a.Ranges {
		if b.drawn(at.Market) && at.Upper != 0 {
			d.Ranges = append(d.Ranges, area{seconds(at.From), seconds(at.To), number(at.Lower), number(at.Upper)})
		}
	}
	d.Clocks, d.Weights = m.dials(), r.Weights.plot()
	return json.Marshal(d)
}

// marked are the trades at prices that are drawn.
func (a Acts) marked(b Subject) (all []Trade) {
	for _, t := range a.Trades {
		if b.drawn(t.Market) {
			all = append(all, t)
		}
	}
	return all
}

func seconds(ms int64) number { return number(float64(ms) / 1000) }

func side(t Trade) string {
	if t.Buy {
		return "buy"
	}
	return "sell"
}
