// Package environment is what a Golem lives in on a devnet: a recorded or a generated
// market, a clock by which waiting moves it, and what connects a Golem to it.
package environment

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/mirage/history"
	"bardo.run/bardo/mirage/world"
)

// ChainID is the devnet's; seeded keys are refused on any other chain.
const ChainID = 31337

// MarketError is a history that cannot be read or lived, or a world that cannot be made.
type MarketError struct{ error }

// Unwrap returns the cause.
func (e *MarketError) Unwrap() error { return e.error }

// Market reads the minutes recorded in a folder, with what is asked for of gas,
// or, where that is empty, makes days of the generated world of a name. What is wrong with
// them is a *MarketError.
func Market(folder string, gas history.Gas, name string, s seed.Seed, days int) (m history.Market, err error) {
	if folder != "" {
		m, err = history.Load(folder, gas)
	} else {
		m, err = world.Generate(name, s, days)
	}
	if err == nil {
		err = m.Check()
	}
	if err != nil {
		return m, &MarketError{err}
	}
	return m, nil
}

// Hash names the minutes a life is lived on, so that it is not resumed on others.
func Hash(m history.Market) string {
	h := sha256.New()
	fmt.Fprintln(h, m.Spec)
	for _, x := range m.Minutes {
		fmt.Fprintln(h, x.Time.Unix(), x.Open, x.Low, x.High, x.Close, x.In0, x.In1, x.Liquidity, x.GasPrice)
	}
	return hex.EncodeToString(h.Sum(nil)[:6])
}

// Tokens names the market's two tokens.
func Tokens(w *history.World) []turn.Token {
	spec, book := w.Market().Spec, w.Book()
	return []turn.Token{
		{Address: book.Address(book.Token0), Symbol: spec.Token0.Symbol, Decimals: spec.Token0.Decimals},
		{Address: book.Address(book.Token1), Symbol: spec.Token1.Symbol, Decimals: spec.Token1.Decimals},
	}
}

// NativePrice is the price of one native coin for paying; 0 means that it is the base
// token.
func NativePrice(s history.Spec) money.USDC {
	return money.USDC(math.Round(s.Native.USD * float64(money.One)))
}
