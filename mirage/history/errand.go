package history

import (
	"context"
	"crypto/ecdsa"
	"fmt"
	"math/big"

	"bardo.run/bardo/mirage/deploy"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"
)

// Errand is a transaction that somebody needs on the chain before the life begins: a
// call, a creation where To is nil, or, with Become, the sender's account taking on the
// code of another (EIP-7702).
type Errand struct {
	To     *common.Address
	Data   []byte
	Become common.Address
}

// errandGas is the gas limit of an errand.
const errandGas = 16_000_000

// Errands carries out one account's errands in a block before the first minute. The
// account needs native coin; its key may be anybody's. After the first block of the life it
// answers ErrBegun.
func (w *World) Errands(ctx context.Context, key *ecdsa.PrivateKey, errands []Errand) (receipts types.Receipts, err error) {
	err = w.founding(func() error {
		receipts, err = w.treasury.errands(ctx, key, errands)
		return err
	})
	return receipts, err
}

func (t *treasury) errands(ctx context.Context, key *ecdsa.PrivateKey, errands []Errand) (types.Receipts, error) {
	from := addressOf(key)
	nonce, err := deploy.On(t.node).Nonce(ctx, from)
	if err != nil {
		return nil, err
	}
	var txs []*types.Transaction
	for _, e := range errands {
		tx, err := t.errand(key, e, nonce)
		if err != nil {
			return nil, err
		}
		t.node.Chain.Trust(tx, from)
		txs = append(txs, tx)
		if nonce++; e.Become != (common.Address{}) {
			nonce++ // the authorization's
		}
	}
	receipts, err := t.seal(ctx, txs)
	if err != nil {
		return nil, fmt.Errorf("errands of %s: %w", from, err)
	}
	for i, r := range receipts {
		if r.Status != types.ReceiptStatusSuccessful {
			return nil, fmt.Errorf("errand %d of %d of %s reverted", i+1, len(receipts), from)
		}
	}
	return receipts, nil
}

func (t *treasury) errand(key *ecdsa.PrivateKey, e Errand, nonce uint64) (*types.Transaction, error) {
	id, fee := t.node.Chain.ID(), big.NewInt(setupGasWei)
	if e.Become == (common.Address{}) {
		return types.SignNewTx(key, t.node.Chain.Signer(), &types.DynamicFeeTx{
			ChainID: id, Nonce: nonce, To: e.To, Data: e.Data, Gas: errandGas, GasTipCap: common.Big0, GasFeeCap: fee,
		})
	}
	auth, err := types.SignSetCode(key, types.SetCodeAuthorization{ChainID: *uint256.MustFromBig(id), Address: e.Become, Nonce: nonce + 1})
	if err != nil {
		return nil, err
	}
	return types.SignNewTx(key, t.node.Chain.Signer(), &types.SetCodeTx{
		ChainID: uint256.MustFromBig(id), Nonce: nonce, To: addressOf(key), Gas: errandGas,
		GasFeeCap: uint256.MustFromBig(fee), GasTipCap: new(uint256.Int), AuthList: []types.SetCodeAuthorization{auth},
	})
}
