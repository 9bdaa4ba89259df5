package conf

import (
	"fmt"
	"strings"
)

// interval is a range in the notation of mathematics: "[0,1]", "(0,)", "[10,)".
// A missing bound is no bound.
type interval struct {
	text              string
	low, high         string
	lowOpen, highOpen bool
}

func parseInterval(text string) interval {
	if text == "" {
		return interval{}
	}
	low, high, both := strings.Cut(text[1:len(text)-1], ",")
	first, last := text[0], text[len(text)-1]
	if !both || !strings.ContainsRune("[(", rune(first)) || !strings.ContainsRune("])", rune(last)) {
		panic(fmt.Sprintf("conf: %q is not an interval", text))
	}
	return interval{text: text, low: low, high: high, lowOpen: first == '(', highOpen: last == ')'}
}

// holds reports whether a value is inside, given how it compares with a bound.
func (i interval) holds(compare func(bound string) (int, error)) (bool, error) {
	if i.low != "" {
		c, err := compare(i.low)
		if err != nil || c < 0 || c == 0 && i.lowOpen {
			return false, err
		}
	}
	if i.high != "" {
		c, err := compare(i.high)
		if err != nil || c > 0 || c == 0 && i.highOpen {
			return false, err
		}
	}
	return true, nil
}
