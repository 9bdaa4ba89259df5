package oracle

import (
	"fmt"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"

	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/seed"
)

// race lets two nodes do the same in turns, so that whatever else the machine does falls
// on both, and answers the median seconds of each. What prepare answers is what is timed;
// it is asked for the devnet (0) and for anvil (1).
func race(b *testing.B, prepare func(who int) func()) (ours, theirs float64) {
	const turns = 3 // in each of the benchmark's own
	var took [2][]float64
	for b.Loop() {
		for turn := range turns {
			for i := range 2 {
				who := (turn + i) % 2 // each goes first every second time
				run := prepare(who)
				watch := clock.Start()
				run()
				took[who] = append(took[who], watch.Elapsed().Seconds())
			}
		}
	}
	return median(took[0]), median(took[1])
}

func median(all []float64) float64 {
	slices.Sort(all)
	return all[len(all)/2]
}

// rate reports how many a second each node does, and how much the devnet does for one of
// anvil's.
func rate(b *testing.B, count, ours, theirs float64) {
	b.ReportMetric(count/ours, "devnet/s")
	b.ReportMetric(count/theirs, "anvil/s")
	b.ReportMetric(theirs/ours, "ratio")
}

// starters are both nodes as people start them: anvil without the records for traces.
var starters = [2]func(testing.TB) endpoint{
	func(t testing.TB) endpoint { return startDevnet(t) },
	func(t testing.TB) endpoint { return startAnvil(t) },
}

// From the start of the process to the first answer.
func BenchmarkFirstAnswer(b *testing.B) {
	if err := build(); err != nil { // before the watch runs
		b.Fatal(err)
	}
	var last endpoint
	ours, theirs := race(b, func(who int) func() {
		if last.stop != nil {
			last.stop() // of the turn before, out of the way
		}
		return func() {
			last = starters[who](b)
			last.tell(b, "eth_chainId")
		}
	})
	b.ReportMetric(ours*1000, "devnetms")
	b.ReportMetric(theirs*1000, "anvilms")
	b.ReportMetric(ours/theirs, "ratio")
}

// racers are both nodes with the scene, and for each a stream of its own that goes on.
func racers(b *testing.B) (nodes [2]endpoint, streams [2]*stream) {
	b.Helper()
	for i, start := range starters {
		nodes[i] = start(b)
		streams[i] = newStream(b, seed.Seed(7), nodes[i].raise(b))
		nodes[i].tell(b, "evm_setAutomine", true)
	}
	return nodes, streams
}

// each sends one transaction a block, from the bytes to the receipt.
func each(b *testing.B, next func(*stream) call) {
	nodes, streams := racers(b)
	ours, theirs := race(b, func(who int) func() {
		tx := streams[who].sign(0, next(streams[who]))
		return func() { nodes[who].land(b, tx) }
	})
	rate(b, 1, ours, theirs)
}

func BenchmarkTransfer(b *testing.B) {
	each(b, func(w *stream) call { return call{to: w.someone(), value: 1, gas: 21_000} })
}

func BenchmarkSwap(b *testing.B) { each(b, func(w *stream) call { return w.swap(0) }) }

// land sends a transaction and asks for its receipt until there is one.
func (e endpoint) land(b *testing.B, tx *types.Transaction) {
	raw, err := tx.MarshalBinary()
	if err != nil {
		b.Fatal(err)
	}
	var hash common.Hash
	e.call(b, &hash, "eth_sendRawTransaction", hexutil.Bytes(raw))
	for {
		var r *types.Receipt
		if e.call(b, &r, "eth_getTransactionReceipt", hash); r == nil {
			continue // the end of the test stops this too
		}
		if r.Status != 1 {
			b.Fatalf("%s: %s failed", e.name, hash)
		}
		return
	}
}

// A block of a thousand transfers, from the bytes to the block.
func BenchmarkBatchedTransfers(b *testing.B) {
	nodes, streams := racers(b)
	for _, n := range nodes {
		n.tell(b, "evm_setAutomine", false)
	}
	ours, theirs := race(b, func(who int) func() {
		w, txs := streams[who], make([]*types.Transaction, crowd)
		for i := range txs {
			txs[i] = w.sign(i%senders, call{to: w.someone(), value: 1, gas: 21_000})
		}
		return func() { nodes[who].crowd(b, txs) }
	})
	rate(b, crowd, ours, theirs)
}

// crowd is how many transfers one block of BenchmarkBatchedTransfers holds.
const crowd = 1000

func (e endpoint) crowd(b *testing.B, txs []*types.Transaction) {
	for part := range slices.Chunk(txs, 100) {
		if err := e.chain(nil).send(b.Context(), part); err != nil {
			b.Fatal(err)
		}
	}
	e.tell(b, "evm_mine")
	var block struct{ Transactions []common.Hash }
	if e.call(b, &block, "eth_getBlockByNumber", "latest", false); len(block.Transactions) != crowd {
		b.Fatal(fmt.Errorf("%s: the block holds %d transfers, want %d", e.name, len(block.Transactions), crowd))
	}
}
