package history

import (
	"context"
	"crypto/ecdsa"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/mirage/deploy"
	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"
)

// Purse is what an account gets before its life begins, in raw units; nil is nothing.
type Purse struct {
	Native *uint256.Int // wei
	Token0 *uint256.Int // of the first market
	Token1 *uint256.Int
	Tokens map[string]*uint256.Int // of any, by symbol; what Token0 and Token1 say comes on top
}

// Fund gives an account its purse, by transactions of the deployer in a block before the
// first minute. After the first block of the life it answers ErrBegun.
func (w *World) Fund(ctx context.Context, to common.Address, p Purse) error {
	return w.founding(func() error { return w.treasury.fund(ctx, to, p) })
}

// treasury is the deployer's account, which gives purses, and the blocks before the life.
type treasury struct {
	node  *node.Node
	clock *clock.Simulated
	plan  deploy.Plan
	book  deploy.Book
	key   *ecdsa.PrivateKey // of the deployer, who mints
}

func (t *treasury) fund(ctx context.Context, to common.Address, p Purse) error {
	var calls []deploy.Call
	if p.Native != nil && !p.Native.IsZero() {
		calls = append(calls, deploy.Call{To: to, Value: p.Native})
	}
	first := t.plan.Pools[0]
	calls = append(calls, t.give(first.Token0.Symbol, to, p.Token0)...)
	calls = append(calls, t.give(first.Token1.Symbol, to, p.Token1)...)
	for _, symbol := range slices.Sorted(maps.Keys(p.Tokens)) {
		if t.book.Token(symbol) == (common.Address{}) {
			return fmt.Errorf("fund %s: no token is %s", to, symbol)
		}
		calls = append(calls, t.give(symbol, to, p.Tokens[symbol])...)
	}
	if err := t.treat(ctx, calls); err != nil {
		return fmt.Errorf("fund %s: %w", to, err)
	}
	return nil
}

// give is nothing for a purse without the token.
func (t *treasury) give(symbol string, to common.Address, amount *uint256.Int) []deploy.Call {
	token, ok := t.plan.Token(symbol)
	if !ok || amount == nil || amount.IsZero() {
		return nil
	}
	return token.Give(t.book.Token(symbol), to, amount)
}

// treat seals the deployer's calls in one block at the time of the head.
func (t *treasury) treat(ctx context.Context, calls []deploy.Call) error {
	if len(calls) == 0 {
		return errors.New("the purse is empty")
	}
	txs := make([]*types.Transaction, len(calls))
	deployer := addressOf(t.key)
	nonce, err := deploy.On(t.node).Nonce(ctx, deployer)
	if err != nil {
		return err
	}
	for i, c := range calls {
		txs[i], err = types.SignNewTx(t.key, t.node.Chain.Signer(), &types.DynamicFeeTx{
			ChainID: t.node.Chain.ID(), Nonce: nonce + uint64(i), To: &c.To, Value: c.Value.ToBig(), Data: c.Data,
			Gas: 300_000, GasTipCap: common.Big0, GasFeeCap: big.NewInt(setupGasWei),
		})
		if err != nil {
			return err
		}
		t.node.Chain.Trust(txs[i], deployer)
	}
	receipts, err := t.seal(ctx, txs)
	if err != nil {
		return err
	}
	for i, r := range receipts {
		if r.Status != types.ReceiptStatusSuccessful {
			return fmt.Errorf("transfer %d of %d reverted", i+1, len(calls))
		}
	}
	return nil
}

// seal makes a block of transactions at the time of the head.
func (t *treasury) seal(ctx context.Context, txs []*types.Transaction) (types.Receipts, error) {
	_, receipts, err := t.node.Miner.Mine(ctx, node.BlockSpec{Time: t.clock.Now(), BaseFee: big.NewInt(setupGasWei), Txs: txs})
	return receipts, err
}
