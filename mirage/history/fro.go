package history

import "github.com/holiman/uint256"

// maxTrips bounds the round trips of one minute. What does not fit is carried to the
// next minutes of the day and shows in the day's figures.
const maxTrips = 200

// toAndFro returns the prices that the market visits to trade the given value inside
// the minute's range and end where it began. Each pair is a round trip.
func (s Spec) toAndFro(at *uint256.Int, m Minute, liquidity, due *uint256.Int, value valuer) []*uint256.Int {
	far := farEdge(at, m)
	whole := s.tripCost(at, far, liquidity, value)
	if whole.IsZero() || due.IsZero() {
		return nil
	}
	var visits []*uint256.Int
	trips, rest := new(uint256.Int).DivMod(due, whole, new(uint256.Int))
	if trips.CmpUint64(maxTrips) >= 0 {
		trips, rest = uint256.NewInt(maxTrips), new(uint256.Int)
	}
	for range trips.Uint64() {
		visits = append(visits, far, at)
	}
	if turn := s.turn(at, far, liquidity, rest, value); !turn.Eq(at) {
		visits = append(visits, turn, at)
	}
	return visits
}

// farEdge returns the end of the minute's range that lies farther from a price.
func farEdge(at *uint256.Int, m Minute) *uint256.Int {
	low, high := bottomOf(m.Low), topOf(m.High)
	if at.Lt(low) || new(uint256.Int).Sub(high, at).Gt(new(uint256.Int).Sub(at, low)) {
		return high
	}
	return low
}

// tripCost is the value of the inflow of going from one price to another and back.
func (s Spec) tripCost(from, to, liquidity *uint256.Int, v valuer) *uint256.Int {
	a0, a1 := inflow(from, to, liquidity, s.Fee)
	b0, b1 := inflow(to, from, liquidity, s.Fee)
	return v.of(a0.Add(a0, b0), a1.Add(a1, b1))
}

// turn returns the price between at and far whose round trip costs the given value,
// which is less than the whole trip's. The cost is nearly linear in the distance, so
// a few corrections by proportion bring it to the rounding of the amounts.
func (s Spec) turn(at, far, liquidity, value *uint256.Int, v valuer) *uint256.Int {
	turn := far
	for range 4 {
		cost := s.tripCost(at, turn, liquidity, v)
		if cost.IsZero() {
			return at
		}
		turn = between(at, far, mulDiv(distance(at, turn), value, cost))
	}
	return turn
}

// between returns the price at a distance from at in the direction of far, not beyond.
func between(at, far, by *uint256.Int) *uint256.Int {
	if by.Gt(distance(at, far)) {
		return far
	}
	if at.Lt(far) {
		return new(uint256.Int).Add(at, by)
	}
	return new(uint256.Int).Sub(at, by)
}

func distance(a, b *uint256.Int) *uint256.Int {
	if a.Lt(b) {
		return new(uint256.Int).Sub(b, a)
	}
	return new(uint256.Int).Sub(a, b)
}

// busy returns the liquidity at which the minute's recorded inflow fits half of the
// allowed round trips of its range.
func (s Spec) busy(m Minute) *uint256.Int {
	unit := new(uint256.Int).Set(maxLiquidity)
	value := s.valuer(m.Close)
	trip := s.tripCost(bottomOf(m.Low), topOf(m.High), unit, value)
	// At liquidity x a trip costs trip×x/unit; maxTrips/2 of them must cover the inflow.
	return mulDiv(value.of(m.In0, m.In1), unit, mulDiv(trip, uint256.NewInt(maxTrips/2), uint256.NewInt(1)))
}
