package node

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"
)

// known is a signer that already knows the sender of one transaction. It calls
// itself equal to the chain's signer, so the sender cache of the transaction keeps
// its answer and nobody recovers a public key.
type known struct {
	types.Signer
	from common.Address
}

func (k known) Sender(*types.Transaction) (common.Address, error) { return k.from, nil }

func (k known) Equal(s types.Signer) bool { return k.Signer.Equal(s) }

// Trust tells the chain who signed tx, which spares the recovery of the public key
// (50 to 200 µs). The caller answers for it: from must be who signed, because a
// transaction read back from the database is recovered again.
func (n *Node) Trust(tx *types.Transaction, from common.Address) {
	// The error of Sender is the signer's own, and known has none.
	_, _ = types.Sender(known{n.signer, from}, tx)
}

// Recall tells go-ethereum's index of transactions the sender that the block of this one
// knows already: the index reads its own copy, and a receipt would recover the key again.
func (n *Node) Recall(hash common.Hash) {
	at, tx := n.chain.GetCanonicalTransaction(hash)
	if tx == nil {
		return
	}
	block := n.chain.GetBlock(at.BlockHash, at.BlockIndex)
	if block == nil || at.Index >= uint64(len(block.Transactions())) {
		return
	}
	if from, err := types.Sender(n.signer, block.Transactions()[at.Index]); err == nil {
		n.Trust(tx, from)
	}
}

// disguise builds a transaction that from did not sign: the address stands where the
// signature would. Its true sender is remembered for as long as the node lives,
// because nothing else tells it.
func (n *Node) disguise(from common.Address, data types.TxData) *types.Transaction {
	switch d := data.(type) {
	case *types.LegacyTx:
		d.V, d.R, d.S = fakeSignature(from)
		d.V = new(big.Int).Add(new(big.Int).Lsh(n.ChainID(), 1), big.NewInt(35))
	case *types.AccessListTx:
		d.V, d.R, d.S = fakeSignature(from)
	case *types.DynamicFeeTx:
		d.V, d.R, d.S = fakeSignature(from)
	case *types.SetCodeTx:
		d.V, d.R, d.S = new(uint256.Int), new(uint256.Int).SetBytes(from[:]), uint256.NewInt(1)
	}
	tx := types.NewTx(data)
	n.Trust(tx, from)
	return tx
}

func fakeSignature(from common.Address) (v, r, s *big.Int) {
	return new(big.Int), from.Big(), big.NewInt(1)
}

// Disguised returns the true sender of a transaction that was impersonated.
func (n *Node) Disguised(hash common.Hash) (common.Address, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	from, ok := n.disguised[hash]
	return from, ok
}

// HasDisguised reports whether any transaction was ever impersonated.
func (n *Node) HasDisguised() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return len(n.disguised) > 0
}
