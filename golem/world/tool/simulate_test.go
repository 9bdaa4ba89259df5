package tool

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"
	gethrpc "github.com/ethereum/go-ethereum/rpc"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol/table"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
	"bardo.run/bardo/internal/clock"
)

// rollupNode is the eth service of a rollup's node at block 7. Every contract is one that
// answers seven to whatever it is asked; what the pool says of itself is by answers.
type rollupNode struct {
	mu      sync.Mutex // guards fails; the server answers in goroutines
	fails   string     // the method that fails
	answers map[string][]byte
}

// seven is the code of a contract that answers seven.
var seven = hexutil.MustDecode("0x60075f5260205ff3")

const charged = 1_000 // wei for the data of a transaction

func newRollupNode() *rollupNode {
	address := func(a common.Address) []byte { return common.LeftPadBytes(a[:], 32) }
	sqrt := ptr(reading()).Primary().Range.SqrtPriceX96.Bytes32()
	selector := func(signature string) string { return string(crypto.Keccak256([]byte(signature))[:4]) }
	n := &rollupNode{answers: map[string][]byte{}}
	for signature, answer := range map[string][]byte{
		"factory()": address(other), "getPool(address,address,uint24)": address(pool), "token0()": address(usdc.Address), "token1()": address(weth.Address),
		"fee()": words(500), "tickSpacing()": words(10), "decimals()": words(6),
		"slot0()": append(sqrt[:], words(tick, 0, 1, 1, 0, 1)...), "liquidity()": words(1e15), "feeGrowthGlobal0X128()": words(0), "feeGrowthGlobal1X128()": words(0),
		"balanceOf(address)": words(0), "getL1Fee(bytes)": words(charged), "getL1FeeUpperBound(uint256)": words(charged), "getOperatorFee(uint256)": words(0),
	} {
		n.answers[selector(signature)] = answer
	}
	return n
}

func (n *rollupNode) failing(method string) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.fails == method {
		return errors.New("the node's disk is gone")
	}
	return nil
}

func (n *rollupNode) fail(method string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.fails = method
}

func (n *rollupNode) ChainId() hexutil.Uint64 { return 31337 }

// header is a block as a node tells of it.
func header(number uint64, hash common.Hash) map[string]any {
	return map[string]any{
		"number": hexutil.Uint64(number), "hash": hash, "parentHash": common.Hash{}, "timestamp": "0x64",
		"baseFeePerGas": "0x1", "gasLimit": "0x1c9c380", "gasUsed": "0x0", "miner": common.Address{},
	}
}

func (n *rollupNode) GetBlockByNumber(string, bool) (map[string]any, error) {
	return header(7, common.Hash{7}), n.failing("eth_getBlockByNumber")
}

func (n *rollupNode) GetBlockByHash(common.Hash, bool) (map[string]any, error) {
	return header(7, common.Hash{7}), n.failing("eth_getBlockByHash")
}

func (n *rollupNode) FeeHistory(hexutil.Uint64, string, []float64) map[string]any {
	return map[string]any{"baseFeePerGas": []string{"0x1", "0x1"}, "reward": [][]string{{"0x1"}}}
}

func (n *rollupNode) GetBalance(common.Address, gethrpc.BlockNumberOrHash) (*hexutil.Big, error) {
	return (*hexutil.Big)(big.NewInt(1e18)), nil
}

func (n *rollupNode) GetTransactionCount(common.Address, gethrpc.BlockNumberOrHash) hexutil.Uint64 {
	return 0
}

func (n *rollupNode) GetCode(at common.Address, _ gethrpc.BlockNumberOrHash) (hexutil.Bytes, error) {
	if at == distant.Account {
		return hexutil.Bytes{}, nil
	}
	return seven, n.failing("eth_getCode")
}

func (n *rollupNode) GetStorageAt(common.Address, common.Hash, gethrpc.BlockNumberOrHash) hexutil.Bytes {
	return make([]byte, 32)
}

func (n *rollupNode) Call(call struct {
	To          common.Address
	Input, Data hexutil.Bytes
}, _ gethrpc.BlockNumberOrHash,
) (hexutil.Bytes, error) {
	data := append(call.Input, call.Data...)
	if len(data) < 4 {
		return nil, nil
	}
	if string(data[:4]) == string(bind.NewERC20().PackSymbol()) {
		for _, t := range []turn.Token{usdc, weth} {
			if t.Address == call.To {
				return append(words(32, int64(len(t.Symbol))), common.RightPadBytes([]byte(t.Symbol), 32)...), nil
			}
		}
	}
	if oracle := string(crypto.Keccak256([]byte("getL1Fee(bytes)"))[:4]); string(data[:4]) == oracle {
		return n.answers[oracle], n.failing("getL1Fee")
	}
	return n.answers[string(data[:4])], nil
}

// distant is the venue of an account that is none of the chain's own contracts.
var distant = Venue{Account: common.HexToAddress("0xacc0"), Deployments: placed.Deployments()}

// farAway is a Simulator on a node that is not in this process.
func farAway(t *testing.T) (*Simulator, *rollupNode) {
	t.Helper()
	node := newRollupNode()
	server := gethrpc.NewServer()
	check(t, server.RegisterName("eth", node))
	web := httptest.NewServer(server)
	t.Cleanup(func() { web.Close(); server.Stop() })
	far := placed
	far.Pools, far.Base, far.Quote = []table.Pool{{At: pool}}, turn.Token{}, turn.Token{}
	client, err := rpc.Dial(t.Context(), web.URL, 31337)
	check(t, err)
	t.Cleanup(client.Close)
	eyes, err := chain.Open(t.Context(), client, chain.Config{
		ChainID: 31337, Account: distant.Account, Numeraire: usdc.Address, Deployments: far.Deployments(), NativePrice: 1,
	})
	check(t, err)
	fork, err := sim.New(client, sim.Rules{ChainID: 31337, Hardfork: sim.Osaka})
	check(t, err)
	ad := on(t, distant)
	return &Simulator{Adapters: ad, Chain: eyes, Client: client, Fork: fork, ChainID: 31337}, node
}

// anchored is an order that any chain takes: a mark that the account sends itself.
var anchored = grammar.Action{Kind: grammar.Anchor, Payload: []byte("a root")}

// An order is run on the block that was read, and on a rollup its data has a price.
//
// spec: chain §7
func TestAnOrderIsRunOnTheBlockThatWasRead(t *testing.T) {
	s, _ := farAway(t)
	head, err := s.Head(t.Context())
	if err != nil || head.Number != 7 || head.Hash != (common.Hash{7}) {
		t.Errorf("%+v, %v", head, err)
	}
	got, err := s.Simulate(t.Context(), anchored)
	// A transfer takes 21,000 gas, and each of six bytes 40 (EIP-7623).
	if err != nil || !got.Success || got.Revert != "" || got.Block != head || len(got.CallGas) != 1 || got.CallGas[0] != 21_240 || got.GasUsed != 21_240 {
		t.Errorf("%+v, %v", got, err)
	}
	if got.DataFee != *uint256.NewInt(charged) || got.Account != nil || len(got.Deltas) != 0 || got.Value != 0 {
		t.Errorf("%+v", got)
	}
}

// An order that has no calls, or whose calls fail, is a simulation without success and no
// error; nothing is charged for it.
func TestAnOrderThatCannotBeIsASimulationWithoutSuccess(t *testing.T) {
	s, _ := farAway(t)
	got, err := s.Simulate(t.Context(), grammar.Action{Kind: grammar.ClaimFees, Protocol: uniswapv3.Name, PositionID: uint256.NewInt(12)})
	if err != nil || got.Success || got.Block.Number != 7 || !strings.Contains(got.Revert, "position 12 is not held at block 7") {
		t.Errorf("%+v, %v", got, err)
	}
	swap := grammar.Action{Kind: grammar.Swap, Market: inPool, Protocol: uniswapv3.Name, TokenIn: usdc.Address, TokenOut: weth.Address, AmountIn: uint256.NewInt(5)}
	if got, err = s.Simulate(t.Context(), swap); err != nil || got.Success || got.Revert == "" || len(got.CallGas) != 3 || !got.DataFee.IsZero() {
		t.Errorf("contracts that move nothing: %+v, %v", got, err)
	}
}

// A node that fails, wherever it does, is an error and never an answer.
func TestANodeThatFailsIsNoSimulation(t *testing.T) {
	for method, told := range map[string]string{
		"eth_getBlockByNumber": "eth_getBlockByNumber", "eth_getBlockByHash": "eth_getBlockByHash", "eth_getCode": "eth_getCode", "getL1Fee": "eth_call",
	} {
		s, node := farAway(t)
		node.fail(method)
		got, err := s.Simulate(t.Context(), anchored)
		if err == nil || errors.Is(err, sim.ErrTimeout) || !strings.Contains(err.Error(), told+": ") || !strings.Contains(err.Error(), "disk is gone") {
			t.Errorf("%s: %+v, %v", method, got, err)
		}
		if method != "getL1Fee" && got.Success {
			t.Errorf("%s: a success", method)
		}
		if _, err := s.Head(t.Context()); (err == nil) != (method != "eth_getBlockByNumber") {
			t.Errorf("%s: the head: %v", method, err)
		}
	}
}

// spec: chain §7.7
func TestADistantNodeHasFiveSeconds(t *testing.T) {
	s, _ := farAway(t)
	ctx, done := s.limited(t.Context())
	defer done()
	if until, ok := ctx.Deadline(); !ok || until.After(clock.System{}.Now().Add(sim.Limit)) {
		t.Errorf("until %s, %v", until, ok)
	}
	over, stop := context.WithDeadline(t.Context(), clock.System{}.Now())
	defer stop()
	if _, err := s.Simulate(over, anchored); !errors.Is(err, sim.ErrTimeout) {
		t.Errorf("%v", err)
	}
	if _, err := s.Head(over); !errors.Is(err, sim.ErrTimeout) {
		t.Errorf("%v", err)
	}
	both := fmt.Errorf("%w: %w", sim.ErrTimeout, context.DeadlineExceeded)
	if err := late(both); err == nil || err.Error() != both.Error() {
		t.Errorf("it is told twice: %v", err)
	}
}
