package history

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
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
//	              be left out where the coin is one of the two tokens, plain or wrapped;
//	              ETH is assumed where nothing names one
const SpecFile = "market.toml"

// DefaultDepth is the value in quote tokens that moves the price by 1 % where candles come
// without liquidity. Its use is a note.
const DefaultDepth = 1_000_000

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
	Decimals *uint8 `toml:"decimals"`
}

// file is the token as market.toml holds it.
func (t Token) file() *tokenTOML { return &tokenTOML{t.Symbol, &t.Decimals} }

// token is the token of a file, whose key is named where something of it is missing.
func (t tokenTOML) token(key string) (Token, error) {
	if t.Decimals == nil {
		return Token{}, specError(key+".decimals", "0 to 24")
	}
	token := Token{t.Symbol, *t.Decimals}
	return token, token.check(key)
}

type nativeTOML struct {
	Symbol string   `toml:"symbol"`
	USD    *float64 `toml:"usd,omitempty"`
}

// described is what market.toml says, with defaults filled in.
type described struct {
	spec    Spec
	gas     string  // file, relative to the folder; empty: look for one
	depth   float64 // quote value that moves the price by 1 %; 0: not said
	notes   []string
	assumed string // note of the coin for gas where nothing names it
}

// defaultSpec is a USDC/WETH pool of 0.05 %.
func defaultSpec() Spec {
	return Spec{
		Token0: Token{"USDC", 6}, Token1: Token{"WETH", 18},
		Fee: 500, Quote: 0, Native: Native{Symbol: "ETH"},
	}
}

// describe reads market.toml of a folder. A coin with a symbol stands for its [native].
func describe(dir string, coin Native) (described, error) {
	d := described{spec: defaultSpec()}
	raw, err := os.ReadFile(filepath.Join(dir, SpecFile))
	if errors.Is(err, fs.ErrNotExist) {
		d.note("no %s: token0 USDC (6 decimals), token1 WETH (18), fee 0.05 %%, priced in USDC", SpecFile)
		return d, d.native(nil, coin)
	}
	if err != nil {
		return d, err
	}
	var file specTOML
	if err := toml.NewDecoder(bytes.NewReader(raw)).DisallowUnknownFields().Decode(&file); err != nil {
		return d, tomlError(err, "fee, quote, gas, liquidity_usd, token0, token1 or native")
	}
	return d, d.fill(file, coin)
}

func (d *described) note(format string, args ...any) {
	d.notes = append(d.notes, fmt.Sprintf(format, args...))
}

// priced is the coin for gas and its price, in words.
func (s Spec) priced() string {
	if s.Native.USD == 0 {
		return fmt.Sprintf("%s at the price of %s", s.Native.Symbol, s.Base().Symbol)
	}
	return fmt.Sprintf("%s at %g %s", s.Native.Symbol, s.Native.USD, s.QuoteToken().Symbol)
}

// fill takes over what the file says and checks it.
func (d *described) fill(f specTOML, coin Native) error {
	if f.Token0 == nil || f.Token1 == nil {
		return specError("token0", "both [token0] and [token1] with symbol and decimals")
	}
	var err error
	if d.spec.Token0, err = f.Token0.token("token0"); err != nil {
		return err
	}
	if d.spec.Token1, err = f.Token1.token("token1"); err != nil {
		return err
	}
	if strings.EqualFold(d.spec.Token0.Symbol, d.spec.Token1.Symbol) {
		return specError("token1.symbol", "another symbol than token0's, whatever is large or small in it")
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
	return d.money(f, coin)
}

// spacings are the fees that Uniswap's factory offers, with their tick spacing; 100 was
// added by governance, as deploy does.
var spacings = map[uint32]int{100: 1, 500: 10, 3000: 60, 10000: 200}

// named reports whether the token has a symbol that can be one.
func (t Token) named() bool {
	return t.Symbol != "" && len(t.Symbol) <= 11 && !strings.ContainsFunc(t.Symbol, func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && r != '.'
	})
}

func (t Token) check(key string) error {
	if !t.named() {
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
func (d *described) money(f specTOML, coin Native) error {
	if err := d.native(f.Native, coin); err != nil {
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

// native settles the coin for gas: the one that was asked for, else what the file says,
// else ETH, which is said.
func (d *described) native(f *nativeTOML, coin Native) error {
	if coin.Symbol != "" {
		d.spec.Native = coin
		if err := d.price(); err != nil {
			return err
		}
		d.note("the coin for gas is %s, as asked for", d.spec.priced())
		return nil
	}
	if f == nil {
		err := d.price()
		d.assumed = fmt.Sprintf("the coin for gas is assumed to be %s, as no [native] in %s names it", d.spec.priced(), SpecFile)
		d.note("%s", d.assumed)
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
	if !payable(*f.USD) {
		return specError("native.usd", fmt.Sprintf("a price in %s from 0.000001 and below 1e9", d.spec.QuoteToken().Symbol))
	}
	return nil
}

// Bounds of a native coin's price in quote tokens: below it gas would cost nothing in
// micro-units, above it a life's credit could not be counted.
const minPrice, maxPrice = 0.000001, 1e9

func payable(price float64) bool { return price >= minPrice && price < maxPrice }

// ParseNative reads a coin for gas as a command has it: a symbol, and after = its price in
// quote tokens, which may be left out where the coin is one of the pool's tokens.
func ParseNative(text string) (Native, error) {
	symbol, price, priced := strings.Cut(text, "=")
	n := Native{Symbol: symbol}
	if !(Token{Symbol: symbol}).named() {
		return n, fmt.Errorf("%.40q: want a symbol of 1 to 11 letters, digits or dots, as MATIC=0.65", text)
	}
	if !priced {
		return n, nil
	}
	var err error
	if n.USD, err = strconv.ParseFloat(price, 64); err != nil || !payable(n.USD) {
		return n, fmt.Errorf("%.40q: want a price in quote tokens from 0.000001 and below 1e9, as MATIC=0.65", text)
	}
	return n, nil
}

// price gives the coin for gas the price that follows from the pool: the quote token's
// own, or the base token's. Of any other coin none is known, and none is made up, which would
// charge a life wrongly.
func (d *described) price() error {
	n, quote := &d.spec.Native, d.spec.QuoteToken()
	switch {
	case n.USD != 0:
		return nil
	case n.is(quote):
		n.USD = 1
	case n.is(d.spec.Base()):
		n.USD = 0
	default:
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

// tomlError gives a decoder's error its line, column and key; keys are those that there are.
func tomlError(err error, keys string) error {
	var strict *toml.StrictMissingError
	if errors.As(err, &strict) && len(strict.Errors) > 0 {
		first := strict.Errors[0]
		line, column := first.Position()
		return fmt.Errorf("%s:%d:%d: unknown key %q: want %s", SpecFile, line, column, strings.Join(first.Key(), "."), keys)
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
