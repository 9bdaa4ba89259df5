package deploy

import (
	"context"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethclient"

	"bardo.run/bardo/mirage/node"
)

// Chain is what a deployment needs of a chain. Reads are of the latest block.
type Chain interface {
	ChainID(ctx context.Context) (*big.Int, error)
	Nonce(ctx context.Context, account common.Address) (uint64, error)
	Code(ctx context.Context, account common.Address) ([]byte, error)
	Call(ctx context.Context, to common.Address, data []byte) ([]byte, error)
	// Receipt of a transaction that is on the chain.
	Receipt(ctx context.Context, tx common.Hash) (*types.Receipt, error)
	// Seal makes one block of exactly these transactions, or none.
	Seal(ctx context.Context, txs []*types.Transaction) error
}

// On is the Chain of a devnet in this process. Blocks take the node's own time
// and base fee.
func On(n *node.Node) Chain { return devnet{n, ethclient.NewClient(n.Server.Client())} }

type devnet struct {
	node   *node.Node
	client *ethclient.Client
}

func (d devnet) ChainID(context.Context) (*big.Int, error) { return d.node.Chain.ID(), nil }

func (d devnet) Nonce(ctx context.Context, account common.Address) (uint64, error) {
	return d.client.NonceAt(ctx, account, nil)
}

func (d devnet) Code(ctx context.Context, account common.Address) ([]byte, error) {
	return d.client.CodeAt(ctx, account, nil)
}

func (d devnet) Call(ctx context.Context, to common.Address, data []byte) ([]byte, error) {
	return d.client.CallContract(ctx, ethereum.CallMsg{To: &to, Data: data}, nil)
}

func (d devnet) Receipt(ctx context.Context, tx common.Hash) (*types.Receipt, error) {
	return d.client.TransactionReceipt(ctx, tx)
}

func (d devnet) Seal(ctx context.Context, txs []*types.Transaction) error {
	if _, _, err := d.node.Miner.Mine(ctx, node.BlockSpec{Txs: txs}); err != nil {
		return fmt.Errorf("seal deployment block: %w", err)
	}
	return nil
}
