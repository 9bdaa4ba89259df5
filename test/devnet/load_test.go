package devnet

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"sync"
	"testing"

	"bardo.run/bardo/mirage/cheat"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rpc"
)

// counting adds one to its slot 0 and logs the sum; its creation code returns it.
const (
	counting       = "600054600101806000556000526001602060" + "00a1"
	countingCreate = "0x60" + "14" + "600c60003960" + "14" + "6000f3" + counting
)

var unkeyed = common.HexToAddress("0x00000000000000000000000000000000000f00d5")

// acknowledged is what a client was told of one transaction.
type acknowledged struct {
	tx      common.Hash
	block   uint64
	receipt string // JSON, keys in order
	account common.Address
	balance string // of account, after the block
}

// load is four clients that send one transaction after the other, each of them waiting
// for its receipt.
type load struct {
	accounts []cheat.Account
	counter  common.Address

	mu    sync.Mutex
	acked []acknowledged
	sent  map[common.Hash]bool
}

// send makes the client's next transaction, signed here or impersonated there.
func (l *load) send(c *rpc.Client, who int, step uint64) (common.Hash, common.Address, error) {
	var hash common.Hash
	to := l.counter
	var value int64
	if step%3 == 0 {
		to, value = common.BigToAddress(big.NewInt(int64(0xbeef00+who))), int64(step+1)
	}
	if who == len(l.accounts) {
		return hash, unkeyed, c.Call(&hash, "eth_sendTransaction", map[string]any{"from": unkeyed, "to": to, "value": hexutil.EncodeUint64(uint64(value)), "gas": "0x186a0"})
	}
	from := l.accounts[who]
	var nonce hexutil.Uint64
	if err := c.Call(&nonce, "eth_getTransactionCount", from.Address, "pending"); err != nil {
		return hash, from.Address, err
	}
	tx, err := types.SignNewTx(from.Key, types.LatestSignerForChainID(big.NewInt(31337)), &types.DynamicFeeTx{
		ChainID: big.NewInt(31337), Nonce: uint64(nonce), To: &to, Value: big.NewInt(value), Gas: 100_000, GasFeeCap: big.NewInt(5_000_000_000),
	})
	if err != nil {
		return hash, from.Address, err
	}
	raw, err := tx.MarshalBinary()
	if err != nil {
		return hash, from.Address, err
	}
	l.mu.Lock()
	l.sent[tx.Hash()] = true
	l.mu.Unlock()
	return hash, from.Address, c.Call(&hash, "eth_sendRawTransaction", hexutil.Encode(raw))
}

// drive is one client, until its devnet is gone. Each acknowledgement goes to told.
func (l *load) drive(ctx context.Context, url string, who int, told chan<- struct{}) error {
	c, err := rpc.DialContext(ctx, url)
	if err != nil {
		return err
	}
	defer c.Close()
	for step := uint64(0); ctx.Err() == nil; step++ {
		hash, from, err := l.send(c, who, step)
		if err != nil {
			return err
		}
		a, err := acknowledge(c, hash, from)
		if err != nil {
			return err
		}
		l.mu.Lock()
		l.acked = append(l.acked, a)
		l.mu.Unlock()
		select {
		case told <- struct{}{}:
		default:
		}
	}
	return ctx.Err()
}

// acknowledge reads what the chain says of a transaction.
func acknowledge(c *rpc.Client, hash common.Hash, account common.Address) (acknowledged, error) {
	a := acknowledged{tx: hash, account: account}
	var text json.RawMessage
	if err := c.Call(&text, "eth_getTransactionReceipt", hash); err != nil {
		return a, err
	}
	var r struct {
		BlockNumber *hexutil.Uint64
		Status      hexutil.Uint64
	}
	if err := json.Unmarshal(text, &r); err != nil || r.BlockNumber == nil || r.Status != 1 {
		return a, fmt.Errorf("receipt of %s: %s (%v)", hash, text, err)
	}
	var tree any // whose keys are always in one order
	if err := json.Unmarshal(text, &tree); err != nil {
		return a, err
	}
	sorted, err := json.Marshal(tree)
	if err != nil {
		return a, err
	}
	a.receipt, a.block = string(sorted), uint64(*r.BlockNumber)
	return a, c.Call(&a.balance, "eth_getBalance", account, *r.BlockNumber)
}

// prepare deploys the counter and funds the account without a key.
func prepare(t *testing.T, p *process) *load {
	t.Helper()
	accounts, err := cheat.Accounts(cheat.Mnemonic, 3)
	if err != nil {
		t.Fatal(err)
	}
	l := &load{accounts: accounts, sent: map[common.Hash]bool{}}
	p.ask(t, new(bool), "anvil_setBalance", unkeyed, "0xde0b6b3a7640000")
	var hash common.Hash
	p.ask(t, &hash, "eth_sendTransaction", map[string]any{"from": accounts[0].Address, "data": countingCreate, "gas": "0x30d40"})
	var r types.Receipt
	p.ask(t, &r, "eth_getTransactionReceipt", hash)
	if l.counter = r.ContractAddress; r.Status != 1 {
		t.Fatalf("the counter was not deployed: %+v", r)
	}
	return l
}
