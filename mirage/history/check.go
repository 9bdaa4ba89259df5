package history

import "fmt"

// refuse says what of a minute cannot be lived, and what could; nothing where it can.
func (s Spec) refuse(m Minute) (found, want string) {
	if s.Native.USD == 0 { // gas is paid at the price of the base token
		for _, tick := range []int{m.Low, m.High} {
			if p := s.Price(tick); !(p > minPrice && p < maxPrice) {
				return fmt.Sprintf("%s for gas would cost %.3g %s", s.Native.Symbol, p, s.QuoteToken().Symbol),
					"give native.usd in " + SpecFile
			}
		}
	}
	return "", ""
}
