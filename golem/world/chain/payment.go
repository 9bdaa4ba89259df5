package chain

import (
	"context"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"bardo.run/bardo/internal/money"
)

// settled is how many blocks have to be above a payment, which then counts.
const settled = 2

var transfer = crypto.Keccak256Hash([]byte("Transfer(address,address,uint256)"))

// Paid reports why an included transaction did not bring an amount to the account, in the
// token that the Golem reckons in, whose units count as dollars here as everywhere. What the
// account itself sent away in it is taken off. An error may be the endpoint's.
func (c *Chain) Paid(ctx context.Context, tx common.Hash, amount money.USDC) error {
	quote := c.market.tokens.money()
	units, err := c.brought(ctx, tx, quote.Address)
	if err != nil {
		return err
	}
	if came := inUSDC(units.ToBig(), quote.Decimals); came < amount {
		return fmt.Errorf("the transaction %s brought %s %s, and not %s", tx, came, quote.Symbol, amount)
	}
	return nil
}

// brought returns what a transaction brought to the account in a token, in its units.
func (c *Chain) brought(ctx context.Context, tx common.Hash, token common.Address) (units uint256.Int, err error) {
	r, err := c.client.Receipt(ctx, tx)
	if err != nil {
		return units, err
	}
	head, err := c.client.Head(ctx)
	if err != nil {
		return units, err
	}
	if r.Status != types.ReceiptStatusSuccessful {
		return units, fmt.Errorf("the transaction %s was reverted", tx)
	}
	if above := int64(head.Number) - r.BlockNumber.Int64(); above < settled { //nolint:gosec // heights are far below
		return units, fmt.Errorf("the transaction %s has %d blocks above it, and counts with %d", tx, max(0, above), settled)
	}
	var came, went uint256.Int
	for _, l := range r.Logs {
		if l.Address != token || len(l.Topics) != 3 || l.Topics[0] != transfer || len(l.Data) != 32 {
			continue
		}
		from, to := common.BytesToAddress(l.Topics[1][:]), common.BytesToAddress(l.Topics[2][:])
		moved := new(uint256.Int).SetBytes(l.Data)
		over := false
		if to == c.account {
			_, over = came.AddOverflow(&came, moved)
		}
		if from == c.account && !over {
			_, over = went.AddOverflow(&went, moved)
		}
		if over {
			return units, fmt.Errorf("the transfers of the transaction %s add up to more than a number holds", tx)
		}
	}
	if !came.Gt(&went) {
		return units, fmt.Errorf("the transaction %s brought no %s to %s", tx, token, c.account)
	}
	units.Sub(&came, &went)
	return units, nil
}
