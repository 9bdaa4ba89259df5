package config

import (
	"cmp"
	"errors"
	"strings"

	"bardo.run/bardo/internal/money"
)

// USD is an amount in US dollars, counted as USDC. It is written as a number or
// as text with at most six decimals and never passes through a float.
type USD money.USDC

// UnmarshalText implements encoding.TextUnmarshaler. Its error does not quote
// the text.
func (u *USD) UnmarshalText(text []byte) error {
	amount, err := money.ParseUSDC(string(text))
	if err != nil {
		return errors.New("is not an amount with at most six decimals, no zero in front and no sign on zero")
	}
	*u = USD(amount)
	return nil
}

// MarshalText writes at least two decimals and no needless others.
func (u USD) MarshalText() ([]byte, error) {
	text := money.USDC(u).String()
	for strings.HasSuffix(text, "0") && text[len(text)-3] != '.' {
		text = text[:len(text)-1]
	}
	return []byte(text), nil
}

// CompareText compares the amount with a bound written the same way.
func (u USD) CompareText(bound string) (int, error) {
	b, err := money.ParseUSDC(bound)
	return cmp.Compare(money.USDC(u), b), err
}

// ConfType names the type on the reference page.
func (USD) ConfType() string { return "amount in USD" }

// USDC returns the amount for paying with.
func (u USD) USDC() money.USDC { return money.USDC(u) }
