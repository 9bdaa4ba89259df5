package oracle

import (
	"math"

	"bardo.run/bardo/golem/host/turn"
)

// Holds reports whether what was observed is what was claimed (heartbeat §11.2). What
// is not a number holds nothing.
func Holds(c turn.Claim, observed float64) bool {
	if math.IsNaN(observed) {
		return false
	}
	switch c.Kind {
	case turn.WithinBPS:
		return math.Abs(observed-c.A) <= math.Abs(c.A)*c.B/10_000
	case turn.InRange:
		return c.A <= observed && observed <= c.B
	case turn.Above:
		return observed > c.A
	case turn.Below:
		return observed < c.A
	case turn.Direction:
		return c.Want == turn.Up && observed > c.A || c.Want == turn.Down && observed < c.A
	case turn.Boolean:
		return truth(observed) == c.Want
	case turn.Class:
		return ClassOf(c, observed) == c.Want
	}
	return false
}

// ClassOf returns which side of the claim's edges a value lies on.
func ClassOf(c turn.Claim, v float64) uint8 {
	switch {
	case v < c.A:
		return turn.Down
	case v > c.B:
		return turn.Up
	}
	return turn.Flat
}

func truth(v float64) uint8 {
	if v != 0 {
		return turn.Up
	}
	return turn.Down
}

// Residual is observed less predicted: against the middle of a range, the threshold of
// a bound, the class or the truth that was claimed.
func Residual(c turn.Claim, observed float64) float64 {
	switch c.Kind {
	case turn.InRange:
		return observed - (c.A+c.B)/2
	case turn.Boolean:
		return float64(int(truth(observed))-int(c.Want)) / 2
	case turn.Class:
		return float64(int(ClassOf(c, observed)) - int(c.Want))
	}
	return observed - c.A
}

// Shift moves a numeric claim by so much; others stay.
func Shift(c turn.Claim, by float64) turn.Claim {
	switch c.Kind {
	case turn.InRange:
		c.A += by
		c.B += by
	case turn.WithinBPS, turn.Above, turn.Below:
		c.A += by
	}
	return c
}

// Widen multiplies the width of a range about its middle; others stay.
func Widen(c turn.Claim, factor float64) turn.Claim {
	switch c.Kind {
	case turn.InRange:
		middle, half := (c.A+c.B)/2, (c.B-c.A)/2*factor
		c.A, c.B = middle-half, middle+half
	case turn.WithinBPS:
		c.B *= factor
	}
	return c
}

// Persistent is the same claim by somebody who expects that what is stays: the claim's
// width about the present value, the present class.
func Persistent(c turn.Claim, now float64) turn.Claim {
	switch c.Kind {
	case turn.InRange:
		return Shift(c, now-(c.A+c.B)/2)
	case turn.WithinBPS:
		c.A = now
	case turn.Class:
		c.Want = ClassOf(c, now)
	case turn.Boolean:
		c.Want = truth(now)
	}
	return c
}
