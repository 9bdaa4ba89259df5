package evmtest

import (
	"context"
	"math/big"
	"time"

	"bardo.run/bardo/internal/clock"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
)

// apart is how far apart the blocks are that Mine makes.
const apart = 2 * time.Second

// Now is the time of a Node's clock.
func (n *Node) Now() time.Time { return n.clock.Now() }

// Pass lets simulated time pass until at, with a block so often that takes what waits.
// between, where it is not nil, is called before each of them.
func (n *Node) Pass(ctx context.Context, at time.Time, every time.Duration, between func(now time.Time)) error {
	n.t.Helper()
	c, ok := n.clock.(*clock.Simulated)
	if !ok {
		n.t.Fatal("the machine's time passes by itself")
	}
	for {
		next := time.Unix(int64(n.chain.Chain.Head().Time), 0).Add(every)
		if next.After(at) {
			return c.WaitUntil(ctx, at)
		}
		if between != nil {
			between(next)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := c.WaitUntil(ctx, next); err != nil {
			return err
		}
		n.block()
	}
}

// HoldBaseFee has every later block ask wei per gas; nil lets the fee follow the
// chain's rule again.
func (n *Node) HoldBaseFee(wei *big.Int) { n.fee = wei }

// offer is what a transaction of the test's own accounts offers per gas: far above any
// base fee.
func (n *Node) offer() *big.Int {
	offer := big.NewInt(20e9)
	if n.fee != nil {
		offer.Add(offer, new(big.Int).Lsh(n.fee, 1))
	}
	return offer
}

// Ask returns what a contract answers on the latest block.
func (n *Node) Ask(to common.Address, data []byte) []byte {
	n.t.Helper()
	var raw hexutil.Bytes
	if err := n.RPC.Call(&raw, "eth_call", map[string]any{"to": to, "data": hexutil.Bytes(data)}, "latest"); err != nil {
		n.t.Fatal(err)
	}
	return raw
}
