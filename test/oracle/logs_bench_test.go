package oracle

import (
	"bytes"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rpc"

	"bardo.run/bardo/mirage/cheat"
)

// crier logs two topics and a word that it is called with, under a third topic of its own, as a
// token does with a transfer.
var crier, crierCode = common.Address{0xc1}, common.FromHex("60206040" + "5f37" + "602035" + "5f35" + "6042" + "60205f" + "a300")

const (
	manyBlocks = 10_000
	rareEvery  = 100 // of the blocks, one has the rare topic
)

// What is asked of a long chain, each block of which has a log: all of them, and those with a
// topic that one in a hundred has. It also compares how much memory is resident, before and after.
func BenchmarkLogs(b *testing.B) {
	var nodes pair
	for i, start := range starters {
		nodes[i] = start(b)
		nodes[i].cry(b)
	}
	before := [2]float64{nodes[0].resident(), nodes[1].resident()}
	all := map[string]any{"address": crier, "fromBlock": "0x0", "toBlock": "latest"}
	rare := map[string]any{"fromBlock": "0x0", "toBlock": "latest", "topics": []any{nil, nil, common.BigToHash(big.NewInt(7))}}
	ask := func(who int, q map[string]any, want int) {
		var logs []struct{ BlockNumber string }
		if nodes[who].call(b, &logs, "eth_getLogs", q); len(logs) != want {
			b.Fatalf("%s: %d logs, want %d", nodes[who].name, len(logs), want)
		}
	}
	var ours, theirs float64
	for b.Loop() {
		ours, theirs = nodes.worked(b, func(who int) { ask(who, all, manyBlocks) })
	}
	b.ReportMetric(ours*1000, "devnetms")
	b.ReportMetric(theirs*1000, "anvilms")
	b.ReportMetric(ours/theirs, "ratio")
	ours, theirs = nodes.worked(b, func(who int) { ask(who, rare, manyBlocks/rareEvery) })
	b.ReportMetric(ours/theirs, "rareratio")
	b.ReportMetric(before[0], "devnetMB")
	b.ReportMetric(before[1], "anvilMB")
	b.ReportMetric(before[0]/before[1], "memratio")
	b.ReportMetric(nodes[0].resident()/nodes[1].resident(), "afterratio")
}

// pair is the devnet and anvil.
type pair [2]endpoint

// worked lets both do the same in turns, and answers the processor time that each took for it, in
// seconds: unlike the time that passes, it is the node's own, and leaves out who asks.
func (p pair) worked(b *testing.B, ask func(who int)) (ours, theirs float64) {
	const turns = 20
	before := [2]float64{p[0].processor(b), p[1].processor(b)}
	for range turns {
		for who := range p {
			ask(who)
		}
	}
	return (p[0].processor(b) - before[0]) / turns, (p[1].processor(b) - before[1]) / turns
}

// cry makes the blocks, one for each transaction.
func (e endpoint) cry(b *testing.B) {
	b.Helper()
	e.tell(b, "anvil_setCode", crier, hexutil.Bytes(crierCode))
	accounts, err := cheat.Accounts(cheat.Mnemonic, 1)
	if err != nil {
		b.Fatal(err)
	}
	signer, nonces := types.LatestSignerForChainID(chainID), make([]uint64, manyBlocks)
	for i := range nonces {
		nonces[i] = uint64(i)
	}
	for part := range slices.Chunk(nonces, 200) {
		batch := make([]rpc.BatchElem, len(part))
		for i, nonce := range part {
			to := big.NewInt(8)
			if nonce%rareEvery == 0 {
				to = big.NewInt(7)
			}
			data := slices.Concat(common.BigToHash(big.NewInt(int64(nonce))).Bytes(), common.BigToHash(to).Bytes(), common.BigToHash(big.NewInt(int64(nonce))).Bytes()) //nolint:gosec // a count
			raw, err := types.MustSignNewTx(accounts[0].Key, signer, &types.DynamicFeeTx{
				ChainID: chainID, Nonce: nonce, To: &crier, Gas: 100_000, GasFeeCap: big.NewInt(2e9), Data: data,
			}).MarshalBinary()
			if err != nil {
				b.Fatal(err)
			}
			batch[i] = rpc.BatchElem{Method: "eth_sendRawTransaction", Args: []any{hexutil.Bytes(raw)}, Result: new(common.Hash)}
		}
		if err := e.rpc.BatchCallContext(b.Context(), batch); err != nil {
			b.Fatal(err)
		}
		for _, answer := range batch {
			if answer.Error != nil {
				b.Fatalf("%s: %v", e.name, answer.Error)
			}
		}
		e.until(b, part[len(part)-1]+1)
	}
}

// until waits until so many transactions are in blocks: anvil answers a little earlier.
func (e endpoint) until(b *testing.B, count uint64) {
	b.Helper()
	accounts, err := cheat.Accounts(cheat.Mnemonic, 1)
	if err != nil {
		b.Fatal(err)
	}
	for got := hexutil.Uint64(0); uint64(got) < count; {
		e.call(b, &got, "eth_getTransactionCount", accounts[0].Address, "latest")
	}
}

// processor is how many seconds of processor time the process took so far, as Linux counts them:
// in hundredths.
func (e endpoint) processor(b *testing.B) float64 {
	b.Helper()
	text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(e.pid), "stat"))
	if err != nil {
		b.Skip("only Linux says how much processor time another process took")
	}
	_, after, _ := strings.Cut(string(text), ") ") // the name may hold anything
	fields := strings.Fields(after)
	var sum float64
	for _, ticks := range fields[11:13] {
		n, err := strconv.ParseFloat(ticks, 64)
		if err != nil {
			b.Fatal(err)
		}
		sum += n
	}
	return sum / 100
}

// resident is how much memory of the process is resident, in megabytes; 0 where only Linux says.
func (e endpoint) resident() float64 {
	text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(e.pid), "status"))
	if err != nil {
		return 0
	}
	for line := range bytes.Lines(text) {
		var kb float64
		if n, _ := fmt.Sscanf(strings.TrimSpace(string(line)), "VmRSS: %f kB", &kb); n == 1 {
			return kb * 1024 / 1e6
		}
	}
	return 0
}
