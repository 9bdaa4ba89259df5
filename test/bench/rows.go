package main

import (
	"context"

	"bardo.run/bardo/golem/host/home"
)

// row is one line of the table.
type row struct {
	name string
	unit string
	// floor and aim are DESIGN §10's where it asks for the figure. It does not for 16 markets against
	// one, logs and memory at 10,000 blocks, the allocations of a simulation, a start after a year, a day
	// in a sweep, and the peak of 30 days' memory, in place of which it bounds the heap's growth: these
	// bounds are the table's own. Zero means none, and without a unit that none may be allocated.
	floor, aim float64
	// more says that more is better: swaps a second, not nanoseconds.
	more    bool
	measure func(context.Context, *lab) (figure, error)
}

// figure is what was measured, in the row's unit.
type figure struct {
	value float64
	note  string // what a reader must know to believe it
}

// rows is the table, in DESIGN §10's order, each figure beside what it is like.
var rows = []row{
	{name: "five days of life on real contracts", unit: "s", floor: 60, aim: 20, measure: lifeSeconds},
	{name: "suppressed theta tick, p50", unit: "µs", measure: bench("golem/mind/heartbeat", "BenchmarkSuppressedTick", "p50-ns", 1e-3)},
	{name: "suppressed theta tick, p99", unit: "µs", floor: 2000, aim: 300, measure: bench("golem/mind/heartbeat", "BenchmarkSuppressedTick", "p99-ns", 1e-3)},
	{name: "suppressed theta tick, allocations", unit: "", floor: 50, aim: 50, measure: bench("golem/mind/heartbeat", "BenchmarkSuppressedTick", "allocs/op", 1)},
	{name: "suppressed theta tick, 16 markets against one", unit: "×", floor: 3, aim: 2, measure: bench("golem/mind/heartbeat", "BenchmarkSuppressedTickOfMarkets", "ratio", 1)},
	{name: "CorticalState read", unit: "ns", floor: 2, aim: 1, measure: bench("golem/core/cortex", "BenchmarkRead", "ns/op", 1)},
	{name: "Event Fabric publish, 8 subscribers", unit: "ns", floor: 500, aim: 120, measure: bench("golem/core/fabric", "BenchmarkEmitToReaders", "ns/op", 1)},
	{name: "Event Fabric publish, allocations", unit: "", floor: 0, aim: 0, measure: bench("golem/core/fabric", "BenchmarkEmitToReaders", "allocs/op", 1)},
	{name: "GC pause while living, p99", unit: "µs", floor: 500, aim: 100, measure: gcPause},
	{name: "devnet against anvil: first RPC answer, time", unit: "×", floor: 1.6, aim: 1.2, measure: peer("BenchmarkFirstAnswer", "ms")},
	{name: "devnet against anvil: transfers, one per block", unit: "×", floor: 0.7, aim: 1, more: true, measure: peer("BenchmarkTransfer", "/s")},
	{name: "devnet against anvil: swaps, one per block", unit: "×", floor: 1.2, aim: 1.5, more: true, measure: peer("BenchmarkSwap", "/s")},
	{name: "devnet against anvil: batched transfers", unit: "×", floor: 1.1, aim: 1.5, more: true, measure: peer("BenchmarkBatchedTransfers", "/s")},
	{name: "devnet against anvil: logs of 10,000 blocks, processor time", unit: "×", floor: 1, aim: 1, measure: peer("BenchmarkLogs", "ms")},
	{name: "the same of one block in a hundred, by a topic", unit: "×", floor: 1, aim: 1, measure: bench("test/oracle", "BenchmarkLogs", "rareratio", 1)},
	{name: "devnet against anvil: memory at 10,000 blocks", unit: "×", floor: 1.6, aim: 1.2, measure: bench("test/oracle", "BenchmarkLogs", "memratio", 1)},
	{name: "devnet in process: swaps, one per block", unit: "/s", floor: 1000, aim: 2000, more: true, measure: bench("mirage/deploy", "BenchmarkMarketSwap", "swaps/s", 1)},
	{name: "fork simulation of a v3 swap, warm, p50", unit: "µs", floor: 200, aim: 80, measure: bench("evm/sim", "BenchmarkWarmSwap", "p50-ns", 1e-3)},
	{name: "fork simulation of a v3 swap, warm, allocations", unit: "", floor: 400, aim: 150, measure: bench("evm/sim", "BenchmarkWarmSwap", "allocs/op", 1)},
	{name: "fork simulation of a v3 swap, cold, 40 ms link", unit: "ms", floor: 250, aim: 170, measure: bench("test/bench", "BenchmarkColdSwapOverASlowLink", "ns/op", 1e-6)},
	{name: "forked devnet against anvil: first call, 40 ms link, time", unit: "×", measure: forked},
	{name: "forked devnet against anvil: warm call, time", unit: "×", measure: peer("BenchmarkForkWarmCall", "µs")},
	{name: "reading 16 markets, 12 assets, 20 positions, in process", unit: "ms", measure: bench("golem/world/chain", "BenchmarkWideReading", "inprocess-ns", 1e-6)},
	{name: "the same over a 40 ms link", unit: "ms", measure: bench("golem/world/chain", "BenchmarkWideReading", "link-ns", 1e-6)},
	{name: "each market after the first, in process", unit: "µs", measure: bench("golem/world/chain", "BenchmarkWideReading", "market-ns", 1e-3)},
	{name: "binary", unit: "MB", floor: 30, aim: 25, measure: binarySize},
	{name: "start-up", unit: "ms", floor: 50, aim: 20, measure: startUp},
	{name: "start after a year, until ready", unit: "ms", floor: 300, aim: 100, measure: year("ready-ms")},
	{name: "start after a year, resident", unit: "MB", floor: 60, aim: 40, measure: year("resident-MB")},
	{name: "restart of a life with its world, from a checkpoint", unit: "ms", measure: restart},
	{name: "resident memory, agent alone", unit: "MB", floor: 80, aim: 40, measure: residentAgent},
	{name: "resident memory, agent and devnet", unit: "MB", measure: residentLife},
	{name: "a life of one day in a sweep, processor time", unit: "s", floor: 2.4, aim: 1.8, measure: lives},
	{name: "peak memory of 30 generated days against 2", unit: "×", floor: 1.3, aim: 1.1, measure: growth},
	{name: "journal, a day of life", unit: "MB", measure: diskOf(home.JournalDir)},
	{name: "records and their index, a day of life", unit: "MB", measure: diskOf(home.CyclesDir)},
}
