package node_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"testing"
	"time"

	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
)

func TestTimeRisesWithEveryBlockWhereItIsAskedTo(t *testing.T) {
	at := time.Unix(1_700_000_000, 0)
	for _, rising := range []bool{false, true} {
		n, err := node.New(node.Config{GenesisTime: at, Clock: clock.NewSimulated(at), RisingTime: rising})
		if err != nil {
			t.Fatal(err)
		}
		for want := range uint64(4) {
			if !rising {
				want = 0
			}
			if got := n.Chain.Head().Time - uint64(at.Unix()); got != want {
				t.Errorf("rising %v: %d seconds after the first, want %d", rising, got, want)
			}
			if _, _, err := n.Miner.Mine(t.Context(), node.BlockSpec{}); err != nil {
				t.Fatal(err)
			}
		}
		if err := n.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// Blocks that are made faster than a second each are ahead of the clock. What is added to time, or passes,
// is added to where they stand, and not first used up by how far they are ahead.
func TestTimeIsAddedToBlocksThatAreAheadOfTheClock(t *testing.T) {
	at := time.Unix(1_700_000_000, 0)
	for name, c := range map[string]struct {
		move func(*node.Pace, *clock.Simulated, uint64) error
		want uint64
	}{
		"added":         {func(p *node.Pace, _ *clock.Simulated, _ uint64) error { _, err := p.AddTime(time.Minute); return err }, 60},
		"nothing added": {func(p *node.Pace, _ *clock.Simulated, _ uint64) error { _, err := p.AddTime(0); return err }, 1},
		"passed": {func(_ *node.Pace, c *clock.Simulated, _ uint64) error {
			return c.WaitUntil(context.Background(), at.Add(7*time.Second))
		}, 7},
		"set":               {func(p *node.Pace, _ *clock.Simulated, head uint64) error { return set(p, head+3600, 3599) }, 3600},
		"set for one block": {func(p *node.Pace, _ *clock.Simulated, head uint64) error { return p.SetNextTime(head + 100) }, 100},
		"set back":          {func(p *node.Pace, _ *clock.Simulated, head uint64) error { return set(p, head, 0) }, 1},
		"set over one block": {func(p *node.Pace, _ *clock.Simulated, head uint64) error {
			return errors.Join(p.SetNextTime(head+100), set(p, head+3600, 3500))
		}, 3600},
		"set with a step": {func(p *node.Pace, _ *clock.Simulated, head uint64) error {
			return errors.Join(p.SetStep(12), set(p, head+3600, 3588))
		}, 3600},
		"after a step": {func(p *node.Pace, _ *clock.Simulated, _ uint64) error {
			_, err := p.AddTime(time.Minute)
			return errors.Join(p.SetStep(12), err, p.SetStep(0))
		}, 60},
	} {
		t.Run(name, func(t *testing.T) {
			simulated := clock.NewSimulated(at)
			n, err := node.New(node.Config{GenesisTime: at, Clock: simulated, RisingTime: true})
			if err != nil {
				t.Fatal(err)
			}
			defer n.Close()
			for range 100 {
				mine(t, n, node.BlockSpec{})
			}
			head := n.Chain.Head().Time
			if err := c.move(n.Pace, simulated, head); err != nil {
				t.Fatal(err)
			}
			if b, _ := mine(t, n, node.BlockSpec{}); head != uint64(at.Unix())+100 || b.Time() != head+c.want {
				t.Errorf("%d seconds after a head at %d, want %d", b.Time()-head, head-uint64(at.Unix()), c.want)
			}
		})
	}
}

// set sets the time and holds by how much the next block moved.
func set(p *node.Pace, to, want uint64) error {
	moved, err := p.SetTime(to)
	if err == nil && moved != want {
		err = fmt.Errorf("moved by %d seconds, want %d", moved, want)
	}
	return err
}

// Blocks that are made each second, but not to the millisecond, do not run away from the clock.
func TestBlocksOfEachSecondKeepWithTheClock(t *testing.T) {
	at := time.Unix(1_700_000_000, 0)
	simulated := clock.NewSimulated(at)
	n, err := node.New(node.Config{GenesisTime: at, Clock: simulated, RisingTime: true})
	if err != nil {
		t.Fatal(err)
	}
	defer n.Close()
	for i := range 100 {
		early := time.Duration(i%2) * time.Millisecond // of every second block
		check(t, simulated.WaitUntil(t.Context(), at.Add(time.Duration(i+1)*time.Second-early)))
		mine(t, n, node.BlockSpec{})
	}
	if ahead := n.Chain.Head().Time - uint64(at.Unix()); ahead != 100 && ahead != 101 {
		t.Errorf("%d seconds after 100", ahead)
	}
}

// EIP-7825 caps a transaction at 2^24 gas from Osaka on; anvil's switch for it is off by default.
func TestATransactionMayTakeAWholeBlockWhereNoCapIsAsked(t *testing.T) {
	key, err := crypto.HexToECDSA("ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80")
	if err != nil {
		t.Fatal(err)
	}
	from := crypto.PubkeyToAddress(key.PublicKey)
	for _, c := range []struct {
		free bool
		fork string
		want bool
	}{{false, "", false}, {true, "", true}, {false, "prague", true}, {false, "osaka", false}} {
		n, err := node.New(node.Config{NoTxGasCap: c.free, HardFork: c.fork, Alloc: map[common.Address]*big.Int{from: big.NewInt(1e18)}})
		if err != nil {
			t.Fatal(err)
		}
		tx := types.MustSignNewTx(key, n.Chain.Signer(), &types.DynamicFeeTx{
			ChainID: n.Chain.ID(), To: &common.Address{1}, Gas: node.DefaultGasLimit, GasFeeCap: big.NewInt(2e9),
		})
		if err := n.Pool.Submit(t.Context(), tx); (err == nil) != c.want || (n.Chain.Head().Number.Uint64() == 1) != c.want {
			t.Errorf("%+v: %v at block %d", c, err, n.Chain.Head().Number)
		}
		if want := c.fork; want != "" && n.Chain.HardFork() != want {
			t.Errorf("%+v: rules of %s", c, n.Chain.HardFork())
		}
		if err := n.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := node.New(node.Config{HardFork: "gray-glacier"}); err == nil {
		t.Error("a fork that nobody knows was accepted")
	}
}
