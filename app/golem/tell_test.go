package golem

import (
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/wire"
)

// newTeller is a teller and the lines it wrote.
func newTeller() (*teller, func() []string) {
	var said, log strings.Builder
	t := &teller{out: &said, log: slog.New(slog.NewTextHandler(&log, nil)), told: map[string]int64{}}
	return t, func() []string {
		lines := strings.Split(strings.TrimSuffix(said.String(), "\n"), "\n")
		said.Reset()
		return lines
	}
}

// told is a record of a tick, a minute after the one before.
func told(n uint64, actions ...turn.Action) *turn.Record {
	r := &turn.Record{Tick: n, Time: int64(n) * 60_000, Actions: actions}
	r.Seen.Reading.Block.Number = 100 + n
	return r
}

func order(status turn.Status, refusal *turn.Refusal) turn.Action {
	a := turn.Action{Proposal: turn.Proposal{Cause: "rule:entry-in@3", Body: []byte(`{"params":{"market":"weth-usdc-5"}}`)}, Status: status, Preview: turn.Preview{Kind: "swap", Refusal: refusal}}
	if refusal == nil {
		a.Execution = &turn.Execution{Status: status, TxHash: common.Hash{1}, Block: turn.Block{Number: 101}, Deltas: []turn.Delta{
			{Token: common.Address{1}, Out: true, Units: *uint256.NewInt(5e6)}, {Token: common.Address{2}, Units: *uint256.NewInt(2e15)},
		}}
	}
	return a
}

func TestWhatAGolemDoesIsSaidInALine(t *testing.T) {
	t.Parallel()
	tells, said := newTeller()
	seen := turntest.Pool{
		QuoteIsZero: true, FeePips: 500, Token0: turn.Token{Address: common.Address{1}, Symbol: "USDC", Decimals: 6}, Token1: turn.Token{Address: common.Address{2}, Symbol: "WETH", Decimals: 18},
	}.Seen(new(uint256.Int), new(uint256.Int))
	seen.Block.Number = 100
	tx := common.Hash{1}.Hex()
	want := func(news agent.News, trades int, lines ...string) {
		t.Helper()
		tells.ticked(news, stands{9, trades, seen}, false)
		if got := said(); !slices.Equal(got, lines) {
			t.Errorf("it says %q, want %q", got, lines)
		}
	}
	want(agent.News{Record: told(0, order(turn.StatusExecuted, nil))}, 4, "tick 0: trade 4, equity before it 0.00: buy 0.002 WETH for 5 USDC (rule entry-in), executed, "+tx)
	want(agent.News{Record: told(0, order(turn.StatusExecuted, nil))}, 4, "") // of a gamma tick after it
	want(agent.News{Record: told(1, order(turn.StatusPending, nil))}, 4, "tick 1: under way: buy 0.002 WETH for 5 USDC (rule entry-in), "+tx)
	seen.Block.Number = 101
	want(agent.News{Late: []turn.Resolved{{Action: order(turn.StatusExecuted, nil), Tick: 1}}}, 5, "tick 9: trade 5, equity after it 0.00: buy 0.002 WETH for 5 USDC (rule entry-in), sent in tick 1, "+tx+", executed")
	want(agent.News{Late: []turn.Resolved{{Action: order(turn.StatusExecuted, nil), Tick: 1, Finality: turn.Safe}}}, 5, "")
	want(agent.News{Late: []turn.Resolved{{Action: order(turn.StatusExecuted, nil), Tick: 1, Vanished: true}}}, 4, "tick 9: under way again, the chain took it back: buy 0.002 WETH for 5 USDC (rule entry-in), sent in tick 1, "+tx)
	failed := order(turn.StatusFailed, nil)
	failed.Execution.Refusal = &turn.Refusal{Layer: "chain", Code: wire.CodeExecutionTxReverted, Detail: "Too little received"}
	want(agent.News{Record: told(2, failed)}, 4, "tick 2: failed, EXECUTION_TX_REVERTED: Too little received (the transaction reverted): buy 0.002 WETH for 5 USDC (rule entry-in), "+tx)
}

// A refusal is said once while it is repeated within ten minutes; another one is said beside it.
func TestARefusalIsSaidOncePerReason(t *testing.T) {
	t.Parallel()
	tells, said := newTeller()
	limit := &turn.Refusal{Layer: "cage", Code: wire.CodeSafetyPositionLimit, Detail: "40 % of 25 %"}
	counts := map[uint64]int{}
	for n := range uint64(21) {
		actions := []turn.Action{order(turn.StatusBlocked, limit)}
		if n == 5 {
			actions = append(actions, order(turn.StatusBlocked, &turn.Refusal{Layer: "cage", Code: wire.CodeSafetySlippage}))
		}
		tells.ticked(agent.News{Record: told(n, actions...)}, stands{}, false)
		for _, line := range said() {
			if strings.Contains(line, "refused, SAFETY_POSITION_LIMIT: 40 % of 25 % (the position would be too large") || n == 5 && strings.Contains(line, "refused, SAFETY_SLIPPAGE: the proposal allows more slippage") {
				counts[n]++
			} else if line != "" {
				t.Errorf("%q", line)
			}
		}
	}
	if len(counts) != 4 || counts[0] != 1 || counts[5] != 1 || counts[10] != 1 || counts[20] != 1 {
		t.Errorf("said in the ticks %v", counts)
	}
}

// A chain that is away is said once, and when it is back; what a resumed life repeats is not.
func TestAChainThatIsAwayIsSaidOnce(t *testing.T) {
	t.Parallel()
	tells, said := newTeller()
	for n := range uint64(8) {
		r := told(n)
		if n < 2 || n >= 4 && n < 7 {
			r.Seen.Reading, r.Faults = turn.Reading{}, []turn.Fault{{Stage: "observe", Message: "RPC_TRANSPORT"}}
		}
		tells.ticked(agent.News{Record: r}, stands{}, n < 3)
	}
	want := []string{"tick 4: the chain does not answer (observe, RPC_TRANSPORT): nothing is decided until it does; check chain.rpc_url if it stays away", "tick 7: the chain answers again, after 3m0s"}
	if got := said(); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
