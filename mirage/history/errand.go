package history

import (
	"context"
	"crypto/ecdsa"
	"fmt"
	"math/big"

	"bardo.run/bardo/mirage/deploy"
	"bardo.run/bardo/mirage/node"

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
func (w *World) Errands(ctx context.Context, key *ecdsa.PrivateKey, errands []Errand) (types.Receipts, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.next > 0 {
		return nil, ErrBegun
	}
	from := addressOf(key)
	nonce, err := deploy.On(w.node).Nonce(ctx, from)
	if err != nil {
		return nil, err
	}
	var txs []*types.Transaction
	for _, e := range errands {
		tx, err := w.errand(key, e, nonce)
		if err != nil {
			return nil, err
		}
		w.node.Chain.Trust(tx, from)
		txs = append(txs, tx)
		if nonce++; e.Become != (common.Address{}) {
			nonce++ // the authorization's
		}
	}
	_, receipts, err := w.node.Miner.Mine(ctx, node.BlockSpec{Time: w.clock.Now(), BaseFee: big.NewInt(DefaultGasWei), Txs: txs})
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

func (w *World) errand(key *ecdsa.PrivateKey, e Errand, nonce uint64) (*types.Transaction, error) {
	id, fee := w.node.Chain.ID(), big.NewInt(DefaultGasWei)
	if e.Become == (common.Address{}) {
		return types.SignNewTx(key, w.node.Chain.Signer(), &types.DynamicFeeTx{
			ChainID: id, Nonce: nonce, To: e.To, Data: e.Data, Gas: errandGas, GasTipCap: common.Big0, GasFeeCap: fee,
		})
	}
	auth, err := types.SignSetCode(key, types.SetCodeAuthorization{ChainID: *uint256.MustFromBig(id), Address: e.Become, Nonce: nonce + 1})
	if err != nil {
		return nil, err
	}
	return types.SignNewTx(key, w.node.Chain.Signer(), &types.SetCodeTx{
		ChainID: uint256.MustFromBig(id), Nonce: nonce, To: addressOf(key), Gas: errandGas,
		GasFeeCap: uint256.MustFromBig(fee), GasTipCap: new(uint256.Int), AuthList: []types.SetCodeAuthorization{auth},
	})
}
