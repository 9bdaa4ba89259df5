package chain

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/world/price"
	"bardo.run/bardo/internal/money"
)

// settled is how many blocks have to be above a payment, which then counts.
const settled = 2

var transfer = crypto.Keccak256Hash([]byte("Transfer(address,address,uint256)"))

// Paid reports why an included transaction did not bring an amount to the account, in the
// token that the Golem reckons in, whose units count as dollars here as everywhere. A trade,
// and whatever the Golem sent itself, is no payment. An error may be the endpoint's.
func (c *Chain) Paid(ctx context.Context, tx common.Hash, amount money.USDC) error {
	quote := c.assets[0]
	units, err := c.brought(ctx, tx, quote.Address)
	if err != nil {
		return err
	}
	if came := price.USDC(&units, quote.Decimals); came < amount {
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
		return units, fmt.Errorf("the transaction %s counts once there are %d blocks above its own; there are %d now", tx, settled, max(0, above))
	}
	if err := c.foreign(ctx, tx); err != nil {
		return units, err
	}
	for _, l := range r.Logs {
		if len(l.Topics) < 3 || l.Topics[0] != transfer {
			continue
		}
		from, to := common.BytesToAddress(l.Topics[1][:]), common.BytesToAddress(l.Topics[2][:])
		if from == c.account {
			return units, fmt.Errorf("in the transaction %s the account gave something for what it got: a trade is no payment", tx)
		}
		if l.Address != token || to != c.account || len(l.Topics) != 3 || len(l.Data) != 32 {
			continue
		}
		if _, over := units.AddOverflow(&units, new(uint256.Int).SetBytes(l.Data)); over {
			return units, fmt.Errorf("the transfers of the transaction %s add up to more than a number holds", tx)
		}
	}
	if units.IsZero() {
		return units, fmt.Errorf("the transaction %s brought no %s to %s", tx, token, c.account)
	}
	return units, nil
}

// foreign refuses a transaction that the Golem's own key sent: what its orders bring in was
// its money before.
func (c *Chain) foreign(ctx context.Context, tx common.Hash) error {
	raw, err := c.client.Ask(ctx, "eth_getTransactionReceipt", tx)
	if err != nil {
		return err
	}
	var sent struct {
		From *common.Address `json:"from"`
	}
	if err := json.Unmarshal(raw, &sent); err != nil || sent.From == nil {
		return fmt.Errorf("the endpoint does not say who sent the transaction %s", tx)
	}
	if *sent.From == c.account || *sent.From == c.fence.payer {
		return fmt.Errorf("the Golem sent the transaction %s itself: what its orders bring in is no payment", tx)
	}
	return nil
}
