package oracle

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"bardo.run/bardo/internal/seed"
)

// Where the stream begins: a height above what the scene takes on any node, and a time
// after every clock's.
const (
	firstBlock = 150
	firstTime  = 2_000_000_000
)

// gasDiffers names the kinds whose gas differs from anvil's, with the EIP that says why.
// There may be three.
var gasDiffers = map[string]string{
	"set code of a new account": "EIP-7702 refunds 12,500 gas where the authority exists in the trie; anvil refunds it for one that does not",
}

// made is a block as a node made it.
type made struct {
	Number, Timestamp, GasUsed     hexutil.Uint64
	BaseFeePerGas                  *hexutil.Big
	ReceiptsRoot, TransactionsRoot common.Hash
	LogsBloom                      hexutil.Bytes

	receipts []*types.Receipt
	traces   []trace
}

// trace is what debug_traceBlockByNumber says of one transaction.
type trace struct {
	Result struct {
		Output hexutil.Bytes
		Error  string
	}
}

// The same signed transactions do the same on both nodes.
//
// spec: mirage-testing §8
func TestTheSameTransactionsDoTheSameOnAnvil(t *testing.T) {
	devnet, anvil := startDevnet(t), startAnvil(t)
	on := devnet.raise(t)
	if other := anvil.raise(t); other.specimen != on.specimen || other.market != on.market {
		t.Fatalf("the scenes differ: %+v and %+v", on, other)
	}
	s := seed.Seed(7)
	w := newStream(t, s, on)
	c := &comparison{t: t, count: map[string]int{}, failed: map[string]int{}, gas: map[string]int{}}
	fees := s.Stream("oracle/fees")
	agreed, differing := w.blocks()
	for i, block := range slices.Concat(agreed, differing) {
		var fee *big.Int
		if i%8 == 0 || i >= len(agreed) { // in between EIP-1559 says
			fee = big.NewInt(1e9 + fees.Int64N(50e9))
		}
		if i == len(agreed) {
			c.accounts(devnet, anvil, w)
		}
		at := firstTime + uint64(i)*12 + fees.Uint64N(12)
		here, there := both(t, devnet, anvil, uint64(firstBlock+i), at, fee, block)
		c.block(block, here, there)
		if i < len(agreed) {
			c.equal(fmt.Sprintf("block %d", here.Number), header(here), header(there))
		}
	}
	c.sum()
}

// both makes the block on both nodes.
func both(t *testing.T, devnet, anvil endpoint, height, at uint64, fee *big.Int, block []sent) (here, there made) {
	var wait sync.WaitGroup
	for _, side := range []struct {
		on  endpoint
		out *made
	}{{devnet, &here}, {anvil, &there}} {
		wait.Go(func() { *side.out = side.on.make(t, height, at, fee, block) })
	}
	wait.Wait()
	if len(here.traces) != len(there.traces) || len(here.receipts) != len(there.receipts) || len(here.traces) != len(block) {
		t.FailNow()
	}
	return here, there
}

// make makes one block and reads what became of it.
func (e endpoint) make(t *testing.T, height, at uint64, fee *big.Int, block []sent) (m made) {
	e.level(t, height-1, at, fee)
	txs := make([]*types.Transaction, len(block))
	for i, s := range block {
		txs[i] = s.tx
	}
	if err := e.chain(nil).Seal(t.Context(), txs); err != nil {
		t.Fatalf("%s: block %d: %v", e.name, height, err)
	}
	number := hexutil.Uint64(height)
	e.call(t, &m, "eth_getBlockByNumber", number, false)
	e.call(t, &m.receipts, "eth_getBlockReceipts", number)
	e.call(t, &m.traces, "debug_traceBlockByNumber", number, map[string]any{"tracer": "callTracer", "tracerConfig": map[string]any{"onlyTopCall": true}})
	if len(m.receipts) != len(block) || len(m.traces) != len(block) {
		t.Errorf("%s: block %d has %d receipts and %d traces for %d transactions", e.name, height, len(m.receipts), len(m.traces), len(block))
	}
	return m
}

// comparison counts what was compared.
type comparison struct {
	t          *testing.T
	count      map[string]int // transactions, by kind
	failed     map[string]int // those that reverted or ran out of gas
	gas        map[string]int // those whose gas differs
	logs, data int
}

// block compares transaction by transaction.
func (c *comparison) block(block []sent, here, there made) {
	for i, s := range block {
		a, b := here.receipts[i], there.receipts[i]
		c.count[s.kind]++
		if a.Status == 0 {
			c.failed[s.kind]++
		}
		c.logs += len(a.Logs)
		c.data += len(here.traces[i].Result.Output)
		where := fmt.Sprintf("block %d, transaction %d, %s, %s", here.Number, i, s.kind, s.tx.Hash())
		c.equal(where+": outcome", outcome(a), outcome(b))
		c.equal(where+": logs", logs(a), logs(b))
		c.equal(where+": return data", here.traces[i].Result.Output.String(), there.traces[i].Result.Output.String())
		if a.GasUsed != b.GasUsed {
			c.t.Logf("%s: gas %d, on anvil %d", where, a.GasUsed, b.GasUsed)
			c.gas[s.kind]++
		}
	}
}

func (c *comparison) equal(what, devnet, anvil string) {
	if devnet != anvil {
		c.t.Errorf("%s\ndevnet %.300s\nanvil  %.300s", what, devnet, anvil)
	}
}

// outcome is a receipt but for its logs and its gas.
func outcome(r *types.Receipt) string {
	return fmt.Sprintf("%s type %d status %d created %s price %s", r.TxHash, r.Type, r.Status, r.ContractAddress, r.EffectiveGasPrice)
}

func logs(r *types.Receipt) string {
	var out strings.Builder
	for _, l := range r.Logs {
		fmt.Fprintf(&out, "%d %s %v %x\n", l.Index, l.Address, l.Topics, l.Data)
	}
	return out.String()
}

func header(m made) string {
	return fmt.Sprintf("number %d time %d gas %d base fee %s receipts %s transactions %s bloom %s",
		m.Number, m.Timestamp, m.GasUsed, m.BaseFeePerGas, m.ReceiptsRoot, m.TransactionsRoot, m.LogsBloom)
}

// accounts compares what the stream has left behind: balance, nonce, code and storage.
func (c *comparison) accounts(devnet, anvil endpoint, w *stream) {
	all := []common.Address{{}, w.scene.specimen, w.scene.bomb, w.scene.market.usdc, w.scene.market.weth, w.scene.market.router}
	for i := range int64(64) {
		all = append(all, common.BigToAddress(big.NewInt(0xacc0_0000+i)))
	}
	for _, key := range w.keys {
		all = append(all, addressOf(key))
	}
	for _, a := range w.pact {
		all = append(all, addressOf(a.key))
	}
	for _, account := range all {
		c.equal("account "+account.Hex(), devnet.account(c.t, account), anvil.account(c.t, account))
	}
}

// slots are the storage keys of kept[0] to kept[19] of a Specimen: what the stream writes.
func slots() (keys []common.Hash) {
	for i := range int64(20) {
		keys = append(keys, crypto.Keccak256Hash(words(i, 0)))
	}
	return keys
}

// account is what a proof says of one. The root of its storage is left out: anvil counts
// slots that are zero again.
func (e endpoint) account(t *testing.T, account common.Address) string {
	var proof struct {
		Balance, Nonce json.RawMessage
		CodeHash       common.Hash
		StorageProof   []struct{ Value json.RawMessage }
	}
	e.call(t, &proof, "eth_getProof", account, slots(), "latest")
	if proof.CodeHash == (common.Hash{}) { // go-ethereum's for an account that is not there
		proof.CodeHash = types.EmptyCodeHash
	}
	return fmt.Sprintf("balance %s nonce %s code %s slots %s", proof.Balance, proof.Nonce, proof.CodeHash, proof.StorageProof)
}

// sum fails a stream that says nothing, and prints what it said.
func (c *comparison) sum() {
	total := 0
	for _, name := range slices.Sorted(maps.Keys(c.count)) {
		n := c.count[name]
		total += n
		c.t.Logf("%-26s %5d, of which %5d failed, as on anvil; gas differs in %d %s", name, n, c.failed[name], c.gas[name], gasDiffers[name])
		if n < 50 {
			c.t.Errorf("%s: %d transactions, want at least 50", name, n)
		}
	}
	c.t.Logf("%d transactions of %d kinds, %d logs, %d bytes returned", total, len(c.count), c.logs, c.data)
	if total < 2000 || len(c.count) < 12 || c.logs == 0 || c.data == 0 {
		c.t.Error("the stream is too small to say anything")
	}
	for _, name := range slices.Sorted(maps.Keys(c.gas)) {
		if gasDiffers[name] == "" {
			c.t.Errorf("%s: the gas differs in %d transactions and no EIP is named", name, c.gas[name])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(gasDiffers)) {
		if c.gas[name] == 0 {
			c.t.Errorf("%s: the gas is the same: take it from gasDiffers", name)
		}
	}
	if len(gasDiffers) > 3 {
		c.t.Errorf("the gas of %d kinds may differ, at most three may", len(gasDiffers))
	}
}
