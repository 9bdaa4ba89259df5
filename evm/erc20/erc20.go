// Package erc20 encodes calls of ERC-20 tokens and decodes their answers and
// Transfer logs. Amounts are in the token's smallest unit.
//
// It never trusts a token: answers of the wrong size and logs that only look
// like a Transfer are refused.
package erc20

import (
	"errors"
	"fmt"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/rpc"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"
)

// ErrAnswer: a token answered what the standard does not allow.
var ErrAnswer = errors.New("not an ERC-20 answer")

// Codec encodes and decodes. It is immutable and safe for concurrent use; make
// one and keep it.
type Codec struct {
	abi       *bind.ERC20
	balanceOf [16]byte // what stands before the account in BalanceOf
}

// NewCodec returns a codec.
func NewCodec() *Codec {
	abi := bind.NewERC20()
	return &Codec{abi, [16]byte(abi.PackBalanceOf(common.Address{}))}
}

// BalanceOf encodes the question for an account's balance. A simulation asks it for everybody
// whose tokens move.
func (c *Codec) BalanceOf(account common.Address) []byte {
	return append(append(make([]byte, 0, len(c.balanceOf)+len(account)), c.balanceOf[:]...), account[:]...)
}

// Allowance encodes the question for what spender may take from owner.
func (c *Codec) Allowance(owner, spender common.Address) []byte {
	return c.abi.PackAllowance(owner, spender)
}

// Decimals encodes the question for the number of decimals.
func (c *Codec) Decimals() []byte { return c.abi.PackDecimals() }

// Approve encodes allowing spender to take amount.
func (c *Codec) Approve(spender common.Address, amount *uint256.Int) []byte {
	return c.abi.PackApprove(spender, amount.ToBig())
}

// Transfer encodes a transfer of amount.
func (c *Codec) Transfer(to common.Address, amount *uint256.Int) []byte {
	return c.abi.PackTransfer(to, amount.ToBig())
}

// Amount decodes the answer of BalanceOf or Allowance.
func (c *Codec) Amount(answer []byte) (uint256.Int, error) {
	if len(answer) != 32 {
		return uint256.Int{}, fmt.Errorf("%w: an amount of %d bytes", ErrAnswer, len(answer))
	}
	var n uint256.Int
	n.SetBytes32(answer)
	return n, nil
}

// DecimalsOf decodes the answer of Decimals.
func (c *Codec) DecimalsOf(answer []byte) (uint8, error) {
	n, err := c.abi.UnpackDecimals(answer)
	if err != nil || len(answer) != 32 {
		return 0, fmt.Errorf("%w: decimals in %d bytes", ErrAnswer, len(answer))
	}
	return n, nil
}

// Succeeded decodes the answer of Approve or Transfer: true, or nothing at all
// as some old tokens answer. Whether there is a token at the address must be
// known from elsewhere, because an empty account answers nothing too.
func (c *Codec) Succeeded(answer []byte) error {
	if len(answer) == 0 {
		return nil
	}
	ok, err := c.abi.UnpackTransfer(answer)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrAnswer, err)
	}
	if !ok {
		return fmt.Errorf("%w: the token answers false", ErrAnswer)
	}
	return nil
}

// AmountRead is an amount on its way from a batch.
type AmountRead struct {
	codec *Codec
	read  *rpc.Read[[]byte]
}

// ReadBalance adds a balance to a batch.
func (c *Codec) ReadBalance(b *rpc.Batch, token, account common.Address) AmountRead {
	return AmountRead{c, b.Call(token, c.BalanceOf(account))}
}

// ReadAllowance adds an allowance to a batch.
func (c *Codec) ReadAllowance(b *rpc.Batch, token, owner, spender common.Address) AmountRead {
	return AmountRead{c, b.Call(token, c.Allowance(owner, spender))}
}

// Value returns the amount after the batch was executed.
func (r AmountRead) Value() (uint256.Int, error) {
	answer, err := r.read.Value()
	if err != nil {
		return uint256.Int{}, err
	}
	return r.codec.Amount(answer)
}

// TransferTopic is the first topic of a Transfer log.
var TransferTopic = common.HexToHash("0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef")

// Transfer is a decoded Transfer log.
type Transfer struct {
	Token, From, To common.Address
	Amount          uint256.Int
}

// ParseTransfer decodes a Transfer log. It answers false for every other log,
// also for the Transfer of an ERC-721, which has a third indexed field.
func ParseTransfer(log *types.Log) (Transfer, bool) {
	if len(log.Topics) != 3 || log.Topics[0] != TransferTopic || len(log.Data) != 32 {
		return Transfer{}, false
	}
	if !isAddress(log.Topics[1]) || !isAddress(log.Topics[2]) {
		return Transfer{}, false
	}
	return Transfer{
		Token: log.Address, From: common.BytesToAddress(log.Topics[1][12:]),
		To: common.BytesToAddress(log.Topics[2][12:]), Amount: *new(uint256.Int).SetBytes32(log.Data),
	}, true
}

func isAddress(topic common.Hash) bool { return [12]byte(topic[:12]) == [12]byte{} }
