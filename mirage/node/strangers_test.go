package node_test

import (
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
