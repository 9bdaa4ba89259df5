package history

import (
	"crypto/ecdsa"
	"math/big"

	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
)

// clerk is an account that sends what a world has it send.
type clerk struct {
	node  *node.Node
	key   *ecdsa.PrivateKey
	nonce uint64
}

// sign makes the next transaction of the account. The chain is told who signed it.
func (c *clerk) sign(to common.Address, data []byte, gas uint64, baseFee *big.Int) (*types.Transaction, error) {
	chain := c.node.Chain
	tx, err := types.SignNewTx(c.key, chain.Signer(), &types.DynamicFeeTx{
		ChainID: chain.ID(), Nonce: c.nonce, To: &to, Data: data, Gas: gas, GasTipCap: common.Big0, GasFeeCap: baseFee,
	})
	if err != nil {
		return nil, err
	}
	chain.Trust(tx, addressOf(c.key))
	c.nonce++
	return tx, nil
}
