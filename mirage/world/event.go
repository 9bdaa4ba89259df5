package world

import "math"

// shock is what an event does to one minute.
type shock struct {
	ticks     float64 // added to the price
	moving    bool    // the minute moves, whatever its activity
	volume    float64 // trade beyond what the walk needs, relative to the usual
	liquidity float64 // relative to the usual
	gas       float64 // relative to the usual
}

// event is what happens once in a world; nil is nothing.
type event func(since float64) shock

// quiet is a minute without any event.
var quiet = shock{volume: 1, liquidity: 1, gas: 1}

// at returns the shock of a minute. Events begin in the middle of the world.
func (e event) at(minute, total int) shock {
	since := minute - total/2
	if e == nil || since < 0 {
		return quiet
	}
	return e(float64(since))
}

// ticksFor returns how many ticks a logarithmic change of the price in USDC is. USDC is
// token0, so that a higher price is a lower tick.
func ticksFor(change float64) float64 { return -change / tickSize }

// crash loses 18 % within ten minutes and regains three fifths of the logarithm in four
// hours. Meanwhile trade and gas soar and liquidity leaves.
func crash(since float64) shock {
	const fall, minutes, regained, recovery = 0.18, 10, 0.6, 240
	depth := math.Log(1 - fall)
	down := math.Min(1, (since+1)/minutes)
	back := 0.0
	if since >= minutes {
		back = regained * math.Min(1, (since-minutes)/recovery)
	}
	heat := cooling(since, 180)
	return shock{
		ticks: ticksFor(depth * (down - back)), moving: since < minutes+recovery,
		volume: 1 + 20*heat, liquidity: 1 - 0.6*heat, gas: 1 + 30*heat,
	}
}

// depeg is the quote coin's loss of its peg: it falls from 1 to 0.88 dollars in six
// hours and comes back to 0.98 in the twelve hours after. Nothing happens to the base,
// but its price in the quote coin is the dollar price divided by the peg, so that it
// rises by 13.6 % and falls back to 2 % above.
func depeg(since float64) shock {
	const low, end, minutes, recovery = 0.88, 0.98, 360, 720
	peg := 1 - (1-low)*math.Min(1, (since+1)/minutes)
	if since >= minutes {
		peg = low + (end-low)*math.Min(1, (since-minutes)/recovery)
	}
	heat := cooling(since, 720)
	return shock{
		ticks: ticksFor(-math.Log(peg)), moving: since < minutes+recovery,
		volume: 1 + 8*heat, liquidity: 1 - 0.4*heat, gas: 1 + 5*heat,
	}
}

// cooling falls from 1 at the event to 0 over the given minutes, in a straight line.
func cooling(since, minutes float64) float64 { return math.Max(0, 1-since/minutes) }
