package node_test

import (
	"errors"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/rollup"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/mirage/cheat"
	"bardo.run/bardo/mirage/node"
)

var charged = rollup.Params{
	BaseFee: *uint256.NewInt(8e9), BlobBaseFee: *uint256.NewInt(3e9), BaseFeeScalar: 2269, BlobBaseFeeScalar: 1_055_762,
	OperatorScalar: 5_000_000, OperatorConstant: 7777,
}

// charging is a chain that charges, with alice and whoever else is funded.
func charging(t *testing.T, p rollup.Params, services ...node.Services) *node.Node {
	t.Helper()
	n, err := node.New(node.Config{
		GenesisTime: start, Clock: clock.NewSimulated(start), Rollup: &p, Services: services,
		Alloc: map[common.Address]*big.Int{crypto.PubkeyToAddress(aliceKey.PublicKey): ether},
	})
	check(t, err)
	t.Cleanup(func() { check(t, n.Close()) })
	return n
}

// spec: mirage-testing §8.5: the sender pays for data and operation what the oracle said
// beforehand and the receipt tells afterwards; the vaults have it, to the wei.
func TestARollupChargesWhatItsOracleSays(t *testing.T) {
	for name, c := range map[string]struct {
		jovian   bool
		services []node.Services
	}{
		"Isthmus": {false, nil}, "Jovian": {true, nil}, "under the cheats' methods": {false, []node.Services{cheat.Services(cheat.Options{})}},
	} {
		t.Run(name, func(t *testing.T) {
			p := charged
			p.Jovian = c.jovian
			n := charging(t, p, c.services...)
			n.Miner.SetAutomine(false)
			data := make([]byte, 400)
			for i := range data {
				data[i] = byte(i * i)
			}
			tx := sign(t, n, aliceKey, &types.DynamicFeeTx{ChainID: n.Chain.ID(), To: &bob, Value: big.NewInt(5), Gas: 100_000, GasFeeCap: big.NewInt(2e9), GasTipCap: big.NewInt(1), Data: data})
			client := rpc.New(n.Server.Client())
			meter, err := rollup.Open(t.Context(), client, n.Chain.Head().Hash())
			if err != nil || meter == nil {
				t.Fatal(meter, err)
			}
			unsigned, _ := types.NewTx(&types.DynamicFeeTx{ChainID: n.Chain.ID(), To: &bob, Value: big.NewInt(5), Gas: 100_000, GasFeeCap: big.NewInt(2e9), GasTipCap: big.NewInt(1), Data: data}).MarshalBinary()
			block, receipts := mine(t, n, node.BlockSpec{Txs: []*types.Transaction{tx}})
			b := client.At(block.Hash())
			asked, bound := meter.Add(b, []rollup.Draft{{Bytes: unsigned, Gas: receipts[0].GasUsed}}), meter.AddBound(b, receipts[0].GasUsed, int64(len(unsigned)))
			check(t, b.Do(t.Context()))
			estimate, err := asked.Sum()
			check(t, err)
			most, err := bound.Sum()
			r, failed := client.Receipt(t.Context(), tx.Hash())
			if err != nil || failed != nil || r.Rollup == nil {
				t.Fatal(err, failed, r)
			}
			raw, _ := tx.MarshalBinary()
			operator := p.OperatorFee(r.GasUsed)
			if r.Rollup.Data != *p.DataFee(raw) || r.Rollup.OperatorScalar != 5_000_000 || r.Rollup.OperatorConstant != 7777 {
				t.Errorf("the receipt tells %+v, want %s for data", r.Rollup, p.DataFee(raw).Dec())
			}
			total := new(uint256.Int).Add(&r.Rollup.Data, operator)
			// The oracle counts 68 bytes for a signature of 65 to 67 with its lengths.
			if gap := new(big.Int).Sub(estimate.ToBig(), total.ToBig()); gap.CmpAbs(new(big.Int).Div(total.ToBig(), big.NewInt(20))) > 0 || most.Lt(total) {
				t.Errorf("estimate %s, bound %s, charged %s", estimate.Dec(), most.Dec(), total.Dec())
			}
			gas := new(big.Int).Mul(r.EffectiveGasPrice, new(big.Int).SetUint64(r.GasUsed))
			left := new(big.Int).Sub(ether, gas)
			left.Sub(left, total.ToBig()).Sub(left, big.NewInt(5))
			if got := balance(t, n, crypto.PubkeyToAddress(aliceKey.PublicKey)); got.Cmp(left) != 0 {
				t.Errorf("alice has %s, want %s", got, left)
			}
			if d, o := balance(t, n, rollup.DataVault), balance(t, n, rollup.OperatorVault); d.Cmp(r.Rollup.Data.ToBig()) != 0 || o.Cmp(operator.ToBig()) != 0 {
				t.Errorf("the vaults have %s and %s", d, o)
			}
			var all []struct {
				Fee *hexutil.Big `json:"l1Fee"`
			}
			if err := n.Server.Client().CallContext(t.Context(), &all, "eth_getBlockReceipts", block.Hash()); err != nil || len(all) != 1 || all[0].Fee.ToInt().Cmp(r.Rollup.Data.ToBig()) != 0 {
				t.Errorf("receipts of the block: %+v, %v", all, err)
			}
		})
	}
}

// One formula is written twice: in Go for whoever charges, in Solidity for whoever asks.
func TestTheOracleCountsAsTheChainDoes(t *testing.T) {
	n := charging(t, charged)
	client := rpc.New(n.Server.Client())
	meter, err := rollup.Open(t.Context(), client, n.Chain.Head().Hash())
	check(t, err)
	for length := range 60 {
		data := make([]byte, 17*length)
		for i := range data {
			data[i] = byte(i * (i + length) / (3 + length%5))
		}
		b := client.At(n.Chain.Head().Hash())
		asked := meter.Add(b, []rollup.Draft{{Bytes: data, Gas: 1}})
		check(t, b.Do(t.Context()))
		got, err := asked.Sum()
		want := new(uint256.Int).Add(charged.FeeOf(rollup.FastLZ(data)+68), charged.OperatorFee(1))
		if err != nil || got != *want {
			t.Errorf("%d bytes: the oracle says %s, the chain %s (%v)", len(data), got.Dec(), want.Dec(), err)
		}
	}
}

func TestWhoCannotPayForDataIsNotIncluded(t *testing.T) {
	n := charging(t, charged)
	poor := testKey("poor")
	gas := big.NewInt(21_000 * 2e9)
	send := func(wei *big.Int) error {
		tx := sign(t, n, poor, &types.LegacyTx{To: &bob, Gas: 21_000, GasPrice: big.NewInt(2e9)})
		raw, _ := tx.MarshalBinary()
		need := new(big.Int).Add(gas, charged.DataFee(raw).ToBig())
		need.Add(need, charged.OperatorFee(21_000).ToBig())
		edit(t, n, func(s *state.StateDB) {
			s.SetBalance(crypto.PubkeyToAddress(poor.PublicKey), uint256.MustFromBig(need.Add(need, wei)), 0)
		})
		_, _, err := n.Miner.Mine(t.Context(), node.BlockSpec{Txs: []*types.Transaction{tx}})
		return err
	}
	head := n.Chain.Head().Number.Uint64()
	if err := send(big.NewInt(-1)); !errors.Is(err, core.ErrInsufficientFunds) || n.Chain.Head().Number.Uint64() != head+1 {
		t.Errorf("a wei too little: %v", err)
	}
	if err := send(new(big.Int)); err != nil {
		t.Errorf("just enough: %v", err)
	}
}

// The prices of the chain below change: blocks after it charge by the new ones, and the
// receipts of older blocks keep what was charged.
func TestFeesFollowThePricesOfTheirBlock(t *testing.T) {
	n := charging(t, charged)
	paid := func(nonce uint64) *types.Transaction {
		tx := transfer(t, n, nonce, 1)
		mine(t, n, node.BlockSpec{Txs: []*types.Transaction{tx}})
		return tx
	}
	first := paid(0)
	dearer := charged
	dearer.BaseFee.Mul(&dearer.BaseFee, uint256.NewInt(3))
	edit(t, n, func(s *state.StateDB) {
		for slot, value := range dearer.Storage() {
			s.SetState(slot.Contract, slot.Key, value)
		}
	})
	second := paid(1)
	for tx, p := range map[*types.Transaction]rollup.Params{first: charged, second: dearer} {
		raw, _ := tx.MarshalBinary()
		r, err := rpc.New(n.Server.Client()).Receipt(t.Context(), tx.Hash())
		if err != nil || r.Rollup.Data != *p.DataFee(raw) {
			t.Errorf("%+v, %v, want %s", r, err, p.DataFee(raw).Dec())
		}
	}
}

func TestARollupIsKeptInMemoryOnly(t *testing.T) {
	if _, err := node.New(node.Config{Rollup: &charged, DataDir: t.TempDir()}); !errors.Is(err, node.ErrRollup) {
		t.Error(err)
	}
}

func TestAChainThatChargesForGasAloneHasNoMeter(t *testing.T) {
	n, _ := open(t)
	if m, err := rollup.Open(t.Context(), rpc.New(n.Server.Client()), n.Chain.Head().Hash()); m != nil || err != nil {
		t.Error(m, err)
	}
}
