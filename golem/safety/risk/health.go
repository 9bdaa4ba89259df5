package risk

// Portfolio is what the health of one is reckoned from. Shares are 0 to 1; Factor is the
// lowest health factor, 0 without a debt.
type Portfolio struct {
	Drawdown float64 // of its limit
	Factor   float64
	Cash     float64 // of the equity
	HHI      float64 // sum of the squared shares of what is held
	Gas      float64 // left of the gas partition
	Tracking float64 // mean distance between what orders were to come to and did
}

// critical is the health factor below which a red flag is raised.
const critical = 1.3

// Health is a figure for people, 0 to 1.
//
// spec: safety §16.6
func Health(p Portfolio) float64 {
	debt := 0.8
	if p.Factor > 0 {
		debt = unit((p.Factor - 1) / 0.5)
	}
	return .25*unit(1-p.Drawdown) + .25*debt + .15*unit(p.Cash/0.1) + .15*unit(1-p.HHI) + .10*unit(p.Gas/0.2) + .10*unit(1-2*p.Tracking)
}

// Shape is the other figure for people (heartbeat §15 layer 4): how a portfolio is spread,
// and how it did. Liquid is the share of positions that can be left at once, Correlation
// the highest between two of them.
type Shape struct {
	HHI, Liquid, Correlation, Drawdown, Won, Sharpe float64
}

// Of is the mean of six terms, each 0 to 1.
//
// spec: heartbeat §15 layer 4
func (s Shape) Of() float64 {
	return (unit(1-s.HHI/0.3) + unit(s.Liquid) + unit(1-s.Correlation/0.7) + unit(1-s.Drawdown) + unit(s.Won) + unit(s.Sharpe)) / 6
}
