package oracle

import (
	"context"
	"fmt"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/ethereum/go-ethereum/rpc"

	"bardo.run/bardo/mirage/deploy"
)

// remote is deploy.Chain over JSON-RPC, on any node that mines when it is told.
type remote struct {
	*ethclient.Client
	fee *big.Int // base fee of each block; nil leaves it to EIP-1559
}

var _ deploy.Chain = remote{}

func (e endpoint) chain(fee *big.Int) remote { return remote{ethclient.NewClient(e.rpc), fee} }

func (r remote) Nonce(ctx context.Context, account common.Address) (uint64, error) {
	return r.NonceAt(ctx, account, nil)
}

func (r remote) Code(ctx context.Context, account common.Address) ([]byte, error) {
	return r.CodeAt(ctx, account, nil)
}

func (r remote) Call(ctx context.Context, to common.Address, data []byte) ([]byte, error) {
	return r.CallContract(ctx, ethereum.CallMsg{To: &to, Data: data}, nil)
}

func (r remote) Receipt(ctx context.Context, tx common.Hash) (*types.Receipt, error) {
	return r.TransactionReceipt(ctx, tx)
}

// Seal sends in one batch and makes one block.
func (r remote) Seal(ctx context.Context, txs []*types.Transaction) error {
	if err := r.send(ctx, txs); err != nil {
		return err
	}
	if r.fee != nil {
		if err := r.Client.Client().CallContext(ctx, nil, "anvil_setNextBlockBaseFeePerGas", (*hexutil.Big)(r.fee)); err != nil {
			return err
		}
	}
	return r.Client.Client().CallContext(ctx, nil, "evm_mine")
}

// send puts transactions into the pool, in one batch.
func (r remote) send(ctx context.Context, txs []*types.Transaction) error {
	batch := make([]rpc.BatchElem, len(txs))
	for i, tx := range txs {
		raw, err := tx.MarshalBinary()
		if err != nil {
			return err
		}
		batch[i] = rpc.BatchElem{Method: "eth_sendRawTransaction", Args: []any{hexutil.Bytes(raw)}, Result: new(common.Hash)}
	}
	if err := r.Client.Client().BatchCallContext(ctx, batch); err != nil {
		return err
	}
	for i, b := range batch {
		if b.Error != nil {
			return fmt.Errorf("transaction %d: %w", i, b.Error)
		}
	}
	return nil
}

// sceneFee is the base fee while the scene is raised, so that it costs the same everywhere.
var sceneFee = big.NewInt(1e9)

// seal makes one block of exactly these transactions, all of which succeed.
func (e endpoint) seal(t testing.TB, txs []*types.Transaction) {
	t.Helper()
	c := e.chain(sceneFee)
	if err := c.Seal(t.Context(), txs); err != nil {
		t.Fatalf("%s: %v", e.name, err)
	}
	for i, tx := range txs {
		r, err := c.Receipt(t.Context(), tx.Hash())
		if err != nil || r.Status != 1 {
			t.Fatalf("%s: transaction %d of the scene: %+v, error %v", e.name, i, r, err)
		}
	}
}

// level mines empty blocks until the node stands at the height, then names time and base
// fee of the next block, so that every node makes the same one.
func (e endpoint) level(t testing.TB, height, time uint64, baseFee *big.Int) {
	t.Helper()
	var now hexutil.Uint64
	e.call(t, &now, "eth_blockNumber")
	if uint64(now) > height {
		t.Fatalf("%s stands at %d already, want %d", e.name, now, height)
	}
	if n := height - uint64(now); n > 0 {
		e.tell(t, "anvil_mine", hexutil.Uint64(n), hexutil.Uint64(0))
	}
	e.next(t, time, baseFee)
}

// next names time and base fee of the next block; nil leaves the fee to EIP-1559.
func (e endpoint) next(t testing.TB, time uint64, baseFee *big.Int) {
	t.Helper()
	e.tell(t, "evm_setNextBlockTimestamp", time)
	if baseFee != nil {
		e.tell(t, "anvil_setNextBlockBaseFeePerGas", (*hexutil.Big)(baseFee))
	}
}
