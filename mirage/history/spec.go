package history

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// SpecFile is the name of the file beside the data that says what the numbers mean.
// Its keys; every other is an error:
//
//	fee           hundredths of a basis point: 100, 500, 3000 or 10000
//	quote         symbol of the token in which values are counted
//	gas           name of the gas file, relative to the folder
//	liquidity_usd for candles: the value in quote tokens that moves the price by 1 %
//	[token0]      symbol, decimals; [token1] likewise; in the pool's order
//	[native]      symbol, usd: the coin for gas and its price in quote tokens; usd may
//	              be left out where the coin is one of the two tokens, plain or wrapped
const SpecFile = "market.toml"

// Defaults of a folder without market.toml. Each use is a note.
const (
	// DefaultMaticUSD is the price of Polygon's coin in the summer of 2023.
	DefaultMaticUSD = 0.65
	// DefaultDepth is the value in quote tokens that moves the price by 1 % where
	// candles come without liquidity.
	DefaultDepth = 1_000_000
)

// specTOML is the file's shape. Pointers tell an absent key from a zero.
type specTOML struct {
	Fee          *uint32     `toml:"fee"`
	Quote        *string     `toml:"quote"`
	Gas          *string     `toml:"gas,omitempty"`
	LiquidityUSD *float64    `toml:"liquidity_usd,omitempty"`
	Token0       *tokenTOML  `toml:"token0"`
	Token1       *tokenTOML  `toml:"token1"`
	Native       *nativeTOML `toml:"native"`
}

type tokenTOML struct {
	Symbol   string `toml:"symbol"`
	Decimals uint8  `toml:"decimals"`
}

type nativeTOML struct {
	Symbol string   `toml:"symbol"`
	USD    *float64 `toml:"usd,omitempty"`
}

// described is what market.toml says, with defaults filled in.
type described struct {
	spec  Spec
	gas   string  // file, relative to the folder; empty: look for one
	depth float64 // quote value that moves the price by 1 %; 0: not said
	notes []string
}

// defaultSpec is a USDC/WETH pool of 0.05 %.
func defaultSpec() Spec {
	return Spec{
		Token0: Token{"USDC", 6}, Token1: Token{"WETH", 18},
		Fee: 500, Quote: 0, Native: Native{Symbol: "ETH"},
	}
}

// describe reads market.toml of a folder. onPolygon says that something in the
// folder's names speaks of Polygon.
func describe(dir string, onPolygon bool) (described, error) {
	d := described{spec: defaultSpec()}
	if onPolygon {
		d.spec.Native = Native{"MATIC", DefaultMaticUSD}
	}
	raw, err := os.ReadFile(filepath.Join(dir, SpecFile))
	if errors.Is(err, fs.ErrNotExist) {
		d.note("no %s: token0 USDC (6 decimals), token1 WETH (18), fee 0.05 %%, priced in USDC", SpecFile)
		d.noteNative("the coin for gas is")
		return d, nil
	}
	if err != nil {
		return d, err
	}
	var file specTOML
	if err := toml.NewDecoder(bytes.NewReader(raw)).DisallowUnknownFields().Decode(&file); err != nil {
		return d, tomlError(err)
	}
	return d, d.fill(file)
}

func (d *described) note(format string, args ...any) {
	d.notes = append(d.notes, fmt.Sprintf(format, args...))
}

func (d *described) noteNative(what string) {
	if n := d.spec.Native; n.USD == 0 {
		d.note("%s %s at the price of %s", what, n.Symbol, d.spec.Base().Symbol)
	} else {
		d.note("%s %s at %g %s", what, n.Symbol, n.USD, d.spec.QuoteToken().Symbol)
	}
}

// fill takes over what the file says and checks it.
func (d *described) fill(f specTOML) error {
	if f.Token0 == nil || f.Token1 == nil {
		return specError("token0", "both [token0] and [token1] with symbol and decimals")
	}
	d.spec.Token0, d.spec.Token1 = Token(*f.Token0), Token(*f.Token1)
	for i, t := range []Token{d.spec.Token0, d.spec.Token1} {
		if err := t.check(fmt.Sprintf("token%d", i)); err != nil {
			return err
		}
	}
	if d.spec.Token0.Symbol == d.spec.Token1.Symbol {
		return specError("token1.symbol", "another symbol than token0's")
	}
	if f.Fee != nil {
		d.spec.Fee = *f.Fee
	} else {
		d.note("no fee in %s: 0.05 %%", SpecFile)
	}
	if _, ok := spacings[d.spec.Fee]; !ok {
		return specError("fee", "100, 500, 3000 or 10000 hundredths of a basis point")
	}
	if err := d.quote(f.Quote); err != nil {
		return err
	}
	return d.money(f)
}

// spacings are the fees that Uniswap's factory offers, with their tick spacing; 100 was
// added by governance, as deploy does.
var spacings = map[uint32]int{100: 1, 500: 10, 3000: 60, 10000: 200}

func (t Token) check(key string) error {
	if t.Symbol == "" || len(t.Symbol) > 11 || strings.ContainsFunc(t.Symbol, func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && r != '.'
	}) {
		return specError(key+".symbol", "1 to 11 letters, digits or dots")
	}
	if t.Decimals > 24 {
		return specError(key+".decimals", "0 to 24")
	}
	return nil
}

func (d *described) quote(symbol *string) error {
	switch {
	case symbol == nil:
		d.spec.Quote = 0
		d.note("no quote in %s: values are counted in %s", SpecFile, d.spec.Token0.Symbol)
	case *symbol == d.spec.Token0.Symbol:
		d.spec.Quote = 0
	case *symbol == d.spec.Token1.Symbol:
		d.spec.Quote = 1
	default:
		return specError("quote", fmt.Sprintf("%s or %s", d.spec.Token0.Symbol, d.spec.Token1.Symbol))
	}
	return nil
}

// money reads what has a price.
func (d *described) money(f specTOML) error {
	if err := d.native(f.Native); err != nil {
		return err
	}
	if f.LiquidityUSD != nil {
		d.depth = *f.LiquidityUSD
		if !(d.depth >= 1 && d.depth <= 1e15) {
			return specError("liquidity_usd", "1 to 1e15")
		}
	}
	if f.Gas != nil {
		d.gas = *f.Gas
		if d.gas == "" || filepath.IsAbs(d.gas) {
			return specError("gas", "the name of a file, relative to the folder")
		}
	}
	return nil
}

// native reads the coin for gas, and its price where the file names one.
func (d *described) native(f *nativeTOML) error {
	if f == nil {
		err := d.price()
		d.noteNative(fmt.Sprintf("no [native] in %s: the coin for gas is", SpecFile))
		return err
	}
	if err := (Token{Symbol: f.Symbol}).check("native"); err != nil {
		return err
	}
	d.spec.Native = Native{Symbol: f.Symbol}
	if f.USD == nil {
		return d.price()
	}
	d.spec.Native.USD = *f.USD
	if !(*f.USD >= minPrice && *f.USD < maxPrice) {
		return specError("native.usd", fmt.Sprintf("a price in %s from 0.000001 and below 1e9", d.spec.QuoteToken().Symbol))
	}
	return nil
}

// Bounds of a native coin's price in quote tokens: below it gas would cost nothing in
// micro-units, above it a life's credit could not be counted.
const minPrice, maxPrice = 0.000001, 1e9

// price gives the coin for gas the price that follows from the pool: the quote token's
// own, or the base token's. Of any other coin none is known, and none is made up, which would
// charge a life wrongly; only Polygon's has a default, in dollars.
func (d *described) price() error {
	n, quote := &d.spec.Native, d.spec.QuoteToken()
	switch {
	case n.is(quote):
		n.USD = 1
	case n.is(d.spec.Base()):
		n.USD = 0
	case n.USD == 0 || !strings.HasPrefix(quote.Symbol, "USD"):
		return specError("native.usd", fmt.Sprintf("the price of %s in %s: neither token is %s or W%[1]s", n.Symbol, quote.Symbol, n.Symbol))
	}
	return nil
}

// is tells whether a token is the coin, plain or wrapped.
func (n Native) is(t Token) bool { return t.Symbol == n.Symbol || t.Symbol == "W"+n.Symbol }

// specError says which key of market.toml is not allowed.
func specError(key, want string) error {
	return fmt.Errorf("%s: %s: want %s", SpecFile, key, want)
}

// tomlError gives a decoder's error its line, column and key.
func tomlError(err error) error {
	var strict *toml.StrictMissingError
	if errors.As(err, &strict) && len(strict.Errors) > 0 {
		first := strict.Errors[0]
		line, column := first.Position()
		return fmt.Errorf("%s:%d:%d: unknown key %q: want fee, quote, gas, liquidity_usd, token0, token1 or native", SpecFile, line, column, strings.Join(first.Key(), "."))
	}
	var bad *toml.DecodeError
	if errors.As(err, &bad) {
		line, column := bad.Position()
		text := strings.TrimPrefix(bad.Error(), "toml: ")
		if rest, mistyped := strings.CutPrefix(text, "cannot decode TOML "); mistyped {
			kind, _, _ := strings.Cut(rest, " into")
			text = fmt.Sprintf("%s cannot be a %s", strings.Join(bad.Key(), "."), kind)
		}
		return fmt.Errorf("%s:%d:%d: %s", SpecFile, line, column, text)
	}
	return fmt.Errorf("%s: %w", SpecFile, err)
}
