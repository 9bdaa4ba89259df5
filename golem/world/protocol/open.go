package protocol

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/erc20"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
)

// Errors of opening a protocol.
var (
	ErrNoCode     = errors.New("CONFIG_NO_CODE: no contract at the configured address")
	ErrSelfReport = errors.New("CONFIG_MISMATCH: a contract names another than the configured one")
)

// Reader reads one protocol's part of a reading: the markets, the positions and the lending of
// all its deployments. It was opened on its contracts, of which it knows what never changes, and
// belongs to one goroutine.
type Reader interface {
	// Add adds the protocol's questions to the batch of a block, which is of a unix second.
	// Once the batch is done, the function that it returns puts the answers into r, whose
	// block is known by then. What things are worth is not its to say.
	Add(b *rpc.Batch, at uint64) func(ctx context.Context, r *turn.Reading) error
}

// Feed is a price feed of a token in US dollars. Token zero is the base token of the first market.
type Feed struct {
	Token common.Address
	Feed  common.Address
	Age   int64 // seconds that an answer holds
}

// Opening is what the readers of a life share while they are opened: where they read, for whom,
// and the tokens that are known so far.
type Opening struct {
	Client  *rpc.Client
	Block   common.Hash
	Account common.Address
	// Numeraire is the token that everything is told in, Base and Quote those of the first market.
	Numeraire   common.Address
	Base, Quote turn.Token
	// Prices says that markets price the chain's coin, by the asset that wraps it: Coin, or where
	// that is zero the base token of the first market, whose quote then is the numeraire.
	Prices bool
	Coin   common.Address
	// Growth asks for what liquidity earns.
	Growth bool
	tokens []turn.Token
}

// Traded notes the tokens of a market. Those of the first one are what another market trades that
// does not name its own.
func (o *Opening) Traded(base, quote turn.Token) {
	if o.Base != (turn.Token{}) {
		return
	}
	o.Base, o.Quote = base, quote
	if o.Prices && o.Coin == (common.Address{}) && quote.Address == o.Numeraire {
		o.Coin = base.Address
	}
}

// Ordered reads two tokens in the order of their addresses: those that a market names, or the
// first market's.
func (o *Opening) Ordered(ctx context.Context, base, quote *common.Address) (zero, one turn.Token, err error) {
	if *base == (common.Address{}) && *quote == (common.Address{}) {
		*base, *quote = o.Base.Address, o.Quote.Address
	}
	if zero, err = o.Token(ctx, *base); err == nil {
		one, err = o.Token(ctx, *quote)
	}
	if zero.Address.Cmp(one.Address) > 0 {
		zero, one = one, zero
	}
	return zero, one, err
}

// Token returns a token, which is read once.
func (o *Opening) Token(ctx context.Context, address common.Address) (turn.Token, error) {
	for _, t := range o.tokens {
		if t.Address == address {
			return t, nil
		}
	}
	t, err := OpenToken(ctx, o.Client, o.Block, address)
	if err == nil {
		o.tokens = append(o.tokens, t)
	}
	return t, err
}

// Tokens returns the tokens that are known, in the order in which they were met.
func (o *Opening) Tokens() []turn.Token { return o.tokens }

// Pair sorts the two tokens of a deployment into base and quote: as its handle says, or else so
// that the numeraire is the quote.
func (o *Opening) Pair(d Deployment, zero, one turn.Token) (base, quote turn.Token) {
	named := func(base, quote turn.Token) bool {
		return strings.HasPrefix(d.Handle, base.Handle()+"-"+quote.Handle()+"-")
	}
	if named(one, zero) || zero.Address == o.Numeraire && !named(zero, one) {
		return one, zero
	}
	return zero, one
}

// NotA is the error that a contract is not what it was taken for.
func NotA(what string, at common.Address, err error) error {
	return fmt.Errorf("%w: %s is no %s: %w", ErrSelfReport, at, what, err)
}

// Decoded returns what a contract answered, or why it cannot be read.
func Decoded[T any](read *rpc.Read[[]byte], unpack func([]byte) (T, error)) (answer T, _ error) {
	raw, err := read.Value()
	if err != nil {
		return answer, err
	}
	return unpack(raw)
}

// mostDecimals is how many a token may have: with more, what is worth something has no digit that
// people are shown.
const mostDecimals = 36

// OpenToken reads the decimals and the symbol of a token.
func OpenToken(ctx context.Context, client *rpc.Client, block common.Hash, address common.Address) (turn.Token, error) {
	b := client.At(block)
	codec, abi := erc20.NewCodec(), bind.NewERC20()
	decimals, symbol := b.Call(address, codec.Decimals()), b.Call(address, abi.PackSymbol())
	if err := b.Do(ctx); err != nil {
		return turn.Token{}, err
	}
	t := turn.Token{Address: address}
	var err error
	if t.Decimals, err = Decoded(decimals, codec.DecimalsOf); err != nil {
		return turn.Token{}, fmt.Errorf("decimals of %s: %w", address, err)
	}
	if t.Decimals > mostDecimals {
		return t, fmt.Errorf("%w: the token %s says that it has %d decimals, and no amount of one with more than %d can be read", ErrSelfReport, address, t.Decimals, mostDecimals)
	}
	if s, err := Decoded(symbol, abi.UnpackSymbol); err == nil {
		if t.Symbol = s; !plain(s) {
			return t, fmt.Errorf("%w: the token %s calls itself %q, which is not 1 to 16 letters, digits and dots: nobody could tell it from another", ErrSelfReport, address, s)
		}
	}
	return t, nil
}

// plain says that a name from the chain is 1 to 16 letters, digits and dots: it is written
// by a stranger and read by people. What would have to be cleaned is refused, since the
// cleaned name may be another token's.
func plain(s string) bool {
	return s != "" && len(s) <= 16 && strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.") == ""
}
