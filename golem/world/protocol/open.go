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

// Reader reads one protocol's part of a reading. It was opened on its contracts, of which
// it knows what never changes, and belongs to one goroutine.
type Reader interface {
	// Add adds the protocol's questions to the batch of a block, which is of a unix second.
	// Once the batch is done, the function that it returns puts the answers into r, whose
	// block and price are known by then.
	Add(b *rpc.Batch, at uint64) func(ctx context.Context, r *turn.Reading) error
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
