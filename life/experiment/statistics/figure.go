package statistics

import (
	"math"
	"strconv"
)

// Figure is a number, or the reason why there is none. The zero value is neither.
type Figure struct {
	Value *float64 `json:"value"`
	Why   string   `json:"why,omitempty"` // there is no value
}

// Known returns the figure of a number. One that is not finite is too large to be written.
func Known(x float64) Figure {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return Unknown("too large a number")
	}
	return Figure{Value: &x}
}

// Unknown returns a figure that the input does not determine.
func Unknown(why string) Figure { return Figure{Why: why} }

// Get returns the value, and whether there is one.
func (f Figure) Get() (float64, bool) {
	if f.Value == nil {
		return 0, false
	}
	return *f.Value, true
}

// String is the value with three digits after the point, or a dash and the reason.
func (f Figure) String() string { return f.text(1, "") }

// Percent is the value in hundredths, or a dash and the reason.
func (f Figure) Percent() string { return f.text(100, " %") }

func (f Figure) text(scale float64, unit string) string {
	x, ok := f.Get()
	if !ok {
		return "– (" + f.Why + ")"
	}
	return strconv.FormatFloat(x*scale, 'f', 3, 64) + unit
}

// ratio returns a over b, unknown for that reason where b is not above nothing.
func ratio(a, b float64, why string) Figure {
	if b > 0 {
		return Known(a / b)
	}
	return Unknown(why)
}
