package adversarial

import (
	"context"
	"fmt"
	"math/big"
	"path/filepath"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/agent/agenttest"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/money"
)

// land is the devnet with the real contracts, where a market trades against the Golem
// while its orders wait.
type land struct {
	*evmtest.Market
	*clock.Simulated
	t      testing.TB
	wallet common.Address // signs
	holder common.Address // has the money
	rng    rnd
	calm   bool             // nobody runs ahead
	times  map[int64]uint64 // of blocks
	prices map[uint64]uint256.Int
	feeds  *feeds // nil: nobody asks them
}

// Now implements clock.Clock over the life's time, not the node's.
func (l *land) Now() time.Time { return l.Simulated.Now() }

// WaitUntil makes a block of what waits.
func (l *land) WaitUntil(ctx context.Context, at time.Time) error {
	l.Mine()
	l.report()
	return l.Simulated.WaitUntil(ctx, at)
}

// hour lets one pass. A price feed answers anew behind it.
func (l *land) hour(ctx context.Context) error {
	l.Later(3_600)
	if l.feeds != nil {
		l.feeds.last = new(big.Int)
	}
	return l.WaitUntil(ctx, l.Now().Add(time.Hour))
}

// runner previews for the Golem, and runs ahead of one order of four: it moves the price
// before what was previewed can be signed.
type runner struct {
	*tool.Simulator
	l *land
}

// Simulate implements tape.Foresight.
func (r runner) Simulate(ctx context.Context, a grammar.Action) (turn.Simulation, error) {
	s, err := r.Simulator.Simulate(ctx, a)
	if !r.l.calm && r.l.rng.IntN(4) == 0 {
		r.l.ahead()
	}
	return s, err
}

// ahead trades as somebody else, one way or the other.
func (l *land) ahead() {
	buys, amount := l.rng.IntN(2) == 0, uint256.NewInt(1+l.rng.Uint64N(120_000e6))
	if !buys {
		amount.Mul(amount, uint256.NewInt(5e8)) // as much ether, about
	}
	l.Execute(l.Router, l.SellCall(buys, amount))
}

// Arrived implements view.
func (l *land) Arrived() (all []*types.Transaction) {
	for _, m := range l.Mined() {
		all = append(all, m.Tx)
	}
	return all
}

// Mined implements view: everything of the wallet, from the first block on.
func (l *land) Mined() (all []agenttest.Mined) {
	for n := uint64(1); n <= l.Chain().Chain.Head().Number.Uint64(); n++ {
		b := l.Chain().Chain.Block(n)
		receipts := l.Chain().Chain.Receipts(b.Hash())
		for i, tx := range b.Transactions() {
			if from, err := types.Sender(l.Chain().Chain.Signer(), tx); err != nil || from != l.wallet {
				continue
			}
			m := agenttest.Mined{Tx: tx, Block: turn.Block{Number: n, Time: int64(b.Time())}, Success: receipts[i].Status == 1} //nolint:gosec // small
			all = append(all, l.got(m, receipts[i]))
		}
	}
	return all
}

// got adds what the pool sent the account.
func (l *land) got(m agenttest.Mined, r *types.Receipt) agenttest.Mined {
	transfer := crypto.Keccak256Hash([]byte("Transfer(address,address,uint256)"))
	for _, e := range r.Logs {
		if len(e.Topics) == 3 && e.Topics[0] == transfer && common.BytesToAddress(e.Topics[2][:]) == l.holder {
			m.Got = new(big.Int).SetBytes(e.Data)
		}
	}
	return m
}

// SqrtAt implements view.
func (l *land) SqrtAt(seconds int64) (uint256.Int, bool) {
	for n := uint64(len(l.times)); n <= l.Chain().Chain.Head().Number.Uint64(); n++ {
		l.times[int64(l.Chain().Chain.Block(n).Time())] = n //nolint:gosec // small
	}
	n, ok := l.times[seconds]
	if !ok {
		return uint256.Int{}, false
	}
	if price, known := l.prices[n]; known {
		return price, true
	}
	var raw string
	call := map[string]any{"to": l.Pool, "data": fmt.Sprintf("0x%x", bind.NewUniswapV3Pool().PackSlot0())}
	check(l.t, l.RPC.Call(&raw, "eth_call", call, fmt.Sprintf("0x%x", n)))
	slot, err := bind.NewUniswapV3Pool().UnpackSlot0(common.FromHex(raw))
	check(l.t, err)
	l.prices[n] = *uint256.MustFromBig(slot.SqrtPriceX96)
	return l.prices[n], true
}

// Holds implements view.
func (l *land) Holds(token common.Address) *big.Int {
	l.t.Helper()
	n, err := bind.NewERC20().UnpackBalanceOf(l.Ask(token, bind.NewERC20().PackBalanceOf(l.holder)))
	check(l.t, err)
	return n
}

// What a Golem on the devnet is born with.
var (
	capital = purse{big.NewInt(10_000e6), big.NewInt(1e18)}
	fuel    = uint256.NewInt(5e18)
)

// newLand puts a Golem on the devnet.
func newLand(t *testing.T, c custody, f family) (*stage, *land) {
	t.Helper()
	s, err := newStage(c, c.first+1, f, filepath.Join(t.TempDir(), "journal"))
	check(t, err)
	l := &land{t: t, times: map[int64]uint64{}, prices: map[uint64]uint256.Int{}, wallet: s.key.Address(), holder: s.key.Address(), rng: s.seed.Stream("market"), Simulated: clock.NewSimulated(time.UnixMilli(s.boot.Birth.Start))}
	if c.mode == "" {
		l.Market = evmtest.NewMarket(t)
	} else {
		l.kit()
	}
	l.HoldBaseFee(big.NewInt(10_000_000))
	l.Provide(uniswap.MinUsableTick(10), uniswap.MaxUsableTick(10), uint256.NewInt(20_000_000e6), new(uint256.Int).Mul(uint256.NewInt(1e18), uint256.NewInt(10_000)))
	l.Send(l.wallet, int64(fuel.Uint64())) //nolint:gosec // small
	s.view, s.impact, s.start = l, 100, capital
	b := &s.boot
	b.Chain.Numeraire, b.Venue, s.router = l.USDC, tool.Venue{Account: l.wallet, Deployments: deployed(l.Pool, l.Router, l.Positions)}, l.Router
	b.Policy.Tokens, b.Policy.Markets, b.Chain.Poll, b.Chain.Patience, b.Birth.Credit = []common.Address{l.USDC, l.WETH}, []cage.Listing{{Handle: onPool, Protocol: uniswapv3.Name, Address: l.Pool}}, 1_000, 20_000, 50_000*money.One
	// Churning a thousand orders within a day, as many as may be sent at all, against a market that
	// runs ahead, spends and loses more than a day may: the checker holds each order to its own
	// limits here. Lives in realms have the limits of a day as they are shipped.
	b.Policy.PerSession, b.Policy.PerDay = 1_000_000*money.One, 1_000_000*money.One
	b.Policy.Loss.Day, b.Policy.Loss.Session, b.Policy.Loss.Move, b.Policy.Loss.Exit = 10_000, 10_000, 10_000, 10_000
	b.Birth.Until = b.Birth.Start + 100_000*minute
	b.Birth.Tokens = []ledger.Amount{{Asset: l.USDC.Hex(), Units: *uint256.MustFromBig(capital.cash)}, {Asset: l.WETH.Hex(), Units: *uint256.MustFromBig(capital.base)}, {Asset: ledger.Native, Units: *fuel}}
	if c.mode != "" {
		l.entrusts(s)
	}
	if c.enclosed {
		check(t, s.enclosed(t.Context(), l.seen(), l))
		t.Cleanup(s.cell.shut)
	}
	l.Execute(l.USDC, bind.NewERC20().PackTransfer(l.holder, capital.cash))
	l.Execute(l.WETH, bind.NewERC20().PackTransfer(l.holder, capital.base))
	return s, l
}

// outsideOf is the real chain.
func (l *land) outsideOf(s *stage) agent.Outside {
	l.t.Helper()
	client := rpc.New(l.RPC)
	v := s.boot.Venue
	eyes, err := chain.Open(l.t.Context(), client, chain.Config{
		ChainID: evmtest.ChainID, Account: v.Account, Payer: v.Sender(), Grant: v.Grant, Numeraire: l.USDC, Deployments: v.Deployments,
	})
	check(l.t, err)
	fork, err := sim.New(client, sim.Rules{ChainID: evmtest.ChainID, Hardfork: sim.Osaka})
	check(l.t, err)
	adapters, err := tool.NewAdapters(v)
	check(l.t, err)
	return agent.Outside{
		Eyes: eyes, Client: client, Signer: s.key, Identity: s.identity, Clock: l, Dice: s.dice, Mind: s.mind,
		Strategy:  func() ([]byte, error) { return []byte(s.strategy), nil },
		Foresight: runner{&tool.Simulator{Adapters: adapters, Chain: eyes, Client: client, Fork: fork, ChainID: evmtest.ChainID}, l},
	}
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
