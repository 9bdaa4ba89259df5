package performance

import "slices"

// Fill is one executed trade of an asset. Base is how much of it moved and Quote what
// for; the market's fee and the price impact are inside them and are given apart only
// to be shown. All but Base are in the numeraire. A Moved fill is no trade: the asset
// went into a liquidity position (a sale) or came out of one (a buy), at the market's
// price, so that what the position made of it is not taken for a trader's gain.
type Fill struct {
	Number int    // the trade's number in the life
	Asset  string // its symbol
	Time   int64  // unix milliseconds
	Buy    bool
	Moved  bool
	Base   float64
	Quote  float64
	Gas    float64
	Fee    float64
	Impact float64
}

// Trip is one buy from its opening until what it bought was sold again. PnL is
// what the sales brought, less the cost and the gas of both sides; fee and impact
// are inside. Closed is the time of the last sale. What liquidity took in or gave
// back opens and closes no trip.
type Trip struct {
	Asset    string  `json:"asset"`
	Buy      int     `json:"buy"`  // number of the opening trade
	Sell     int     `json:"sell"` // number of the trade that closed it
	Opened   int64   `json:"opened_ms"`
	Closed   int64   `json:"closed_ms"`
	Base     float64 `json:"base"`
	Cost     float64 `json:"cost"`
	Proceeds float64 `json:"proceeds"`
	Gas      float64 `json:"gas"`
	Fee      float64 `json:"fee"`
	Impact   float64 `json:"impact"`
	PnL      float64 `json:"pnl"`
}

// Trips is what the fills of a life came to.
type Trips struct {
	Closed []Trip `json:"closed"`
	// Realised is the PnL of everything sold that had been bought, also of buys
	// that are not wholly sold yet, and of what was moved.
	Realised float64 `json:"realised"`
	Wins     int     `json:"wins"`
	Left     []Left  `json:"left,omitempty"` // of each asset, in the order of their first trades
}

// Left is what no sale closed in an asset: Open was bought and not sold, Unmatched sold without
// having been bought (it was there from the start, or came out of a position).
type Left struct {
	Asset     string  `json:"asset"`
	Open      float64 `json:"open"`
	OpenCost  float64 `json:"open_cost"` // of Open, gas inside
	Unmatched float64 `json:"unmatched"`
}

// WinRate is the share of closed trips that gained; false without any.
func (t Trips) WinRate() (float64, bool) {
	if len(t.Closed) == 0 {
		return 0, false
	}
	return float64(t.Wins) / float64(len(t.Closed)), true
}

// dust is the share of a buy that may be left when it counts as sold.
const dust = 1e-4

// lot is a buy with what is left of it.
type lot struct {
	fill Fill
	left float64
	trip Trip
}

// shelf is the buys of an asset that are not sold yet, the oldest first.
type shelf struct {
	Left
	lots []lot
}

// Match pairs sales with the oldest buys of the same asset first. Fills are in order of
// execution; those that move nothing are passed over.
func Match(fills []Fill) Trips {
	var t Trips
	var shelves []shelf
	for _, f := range fills {
		if f.Base <= 0 || f.Quote < 0 {
			continue
		}
		i := slices.IndexFunc(shelves, func(s shelf) bool { return s.Asset == f.Asset })
		if i < 0 {
			i = len(shelves)
			shelves = append(shelves, shelf{Left: Left{Asset: f.Asset}})
		}
		if s := &shelves[i]; f.Buy {
			s.lots = append(s.lots, lot{fill: f, left: f.Base, trip: Trip{Asset: f.Asset, Buy: f.Number, Opened: f.Time}})
		} else {
			t.sell(s, f)
		}
	}
	for _, s := range shelves {
		for _, l := range s.lots {
			s.Open += l.left
			s.OpenCost += (l.fill.Quote + l.fill.Gas) * l.left / l.fill.Base
		}
		t.Left = append(t.Left, s.Left)
	}
	return t
}

func (t *Trips) sell(s *shelf, f Fill) {
	left := f.Base
	for len(s.lots) > 0 && left > 0 {
		l := &s.lots[0]
		amount := min(l.left, left)
		left -= amount
		t.Realised += l.take(f, amount)
		if l.left > 0 {
			break
		}
		t.close(*l, f)
		s.lots = s.lots[1:]
	}
	if left > dust*f.Base {
		s.Unmatched += left
	}
}

// close counts a trip that began and ended with a trade.
func (t *Trips) close(l lot, f Fill) {
	if l.fill.Moved || f.Moved {
		return
	}
	if l.trip.PnL > 0 {
		t.Wins++
	}
	t.Closed = append(t.Closed, l.trip)
}

// take sells amount of the lot for its share of f and returns the gain. Dust that
// stays behind is written off with its cost.
func (l *lot) take(f Fill, amount float64) float64 {
	if l.left-amount <= dust*l.fill.Base {
		amount = l.left
	}
	bought, sold := amount/l.fill.Base, min(1, amount/f.Base)
	l.left -= amount
	cost, proceeds := l.fill.Quote*bought, f.Quote*sold
	gas := l.fill.Gas*bought + f.Gas*sold
	l.trip.Base += amount
	l.trip.Cost += cost
	l.trip.Proceeds += proceeds
	l.trip.Gas += gas
	l.trip.Fee += l.fill.Fee*bought + f.Fee*sold
	l.trip.Impact += l.fill.Impact*bought + f.Impact*sold
	l.trip.PnL += proceeds - cost - gas
	l.trip.Sell, l.trip.Closed = f.Number, f.Time
	return proceeds - cost - gas
}
