package performance

// Fill is one executed trade of the base token. Base and Quote are the amounts
// that moved; the pool's fee and the price impact are inside them and are given
// apart only to be shown. All but Base are in quote tokens. A Moved fill is no
// trade: base tokens went into a liquidity position (a sale) or came out of one
// (a buy), at the market's price, so that what the position made of them is not
// taken for a trader's gain.
type Fill struct {
	Number int   // the trade's number in the life
	Time   int64 // unix milliseconds
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
	// Open is the base token bought and not sold, Unmatched what was sold without
	// having been bought (it was there from the start, or came out of a position).
	Open      float64 `json:"open"`
	OpenCost  float64 `json:"open_cost"` // of Open, gas inside
	Unmatched float64 `json:"unmatched"`
	Wins      int     `json:"wins"`
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

// Match pairs sales with the oldest buys first. Fills are in order of execution;
// those that move nothing are passed over.
func Match(fills []Fill) Trips {
	var t Trips
	var open []lot
	for _, f := range fills {
		if f.Base <= 0 || f.Quote < 0 {
			continue
		}
		if f.Buy {
			open = append(open, lot{fill: f, left: f.Base, trip: Trip{Buy: f.Number, Opened: f.Time}})
			continue
		}
		open = t.sell(open, f)
	}
	for _, l := range open {
		t.Open += l.left
		t.OpenCost += (l.fill.Quote + l.fill.Gas) * l.left / l.fill.Base
	}
	return t
}

func (t *Trips) sell(open []lot, f Fill) []lot {
	left := f.Base
	for len(open) > 0 && left > 0 {
		l := &open[0]
		amount := min(l.left, left)
		left -= amount
		t.Realised += l.take(f, amount)
		if l.left > 0 {
			break
		}
		t.close(*l, f)
		open = open[1:]
	}
	if left > dust*f.Base {
		t.Unmatched += left
	}
	return open
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
