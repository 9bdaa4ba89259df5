package tool

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bardo.run/bardo/evm/erc20"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/capability"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/permit"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

func transfer(token, from, to common.Address, units uint64) protocol.Log {
	data := uint256.NewInt(units).Bytes32()
	return protocol.Log{Address: token, Topics: []common.Hash{erc20.TransferTopic, common.BytesToHash(from[:]), common.BytesToHash(to[:])}, Data: data[:]}
}

func swapOrder() permit.Order {
	return permit.Order{
		PermitID: "p", Seen: reading(),
		Action: grammar.Action{Kind: grammar.Swap, Market: inPool, Protocol: uniswapv3.Name, TokenIn: usdc.Address, TokenOut: weth.Address, AmountIn: uint256.NewInt(1000), Slippage: 50},
		Simulation: turn.Simulation{
			Deltas:  []turn.Delta{{Token: usdc.Address, Out: true, Units: *uint256.NewInt(1000)}, {Token: weth.Address, Units: *uint256.NewInt(10_000)}},
			CallGas: []uint64{40_000, 120_000},
		},
	}
}

func receipts(out uint64) []chain.Receipt {
	return []chain.Receipt{
		{TxHash: common.Hash{1}, Found: true, Success: true, Block: turn.Block{Number: 8}, GasUsed: 40_000, GasWei: *uint256.NewInt(4e13)},
		{
			TxHash: common.Hash{2}, Found: true, Success: true, Block: turn.Block{Number: 8}, GasUsed: 120_000, GasWei: *uint256.NewInt(12e13),
			Logs: []protocol.Log{transfer(weth.Address, pool, venue.Account, out), transfer(usdc.Address, venue.Account, pool, 1000)},
		},
	}
}

func TestReceiptsBecomeAnOutcome(t *testing.T) {
	missing := func(rs []chain.Receipt, i int) []chain.Receipt {
		rs[i] = chain.Receipt{TxHash: rs[i].TxHash}
		return rs
	}
	reverted := func(rs []chain.Receipt) []chain.Receipt {
		rs[1].Success, rs[1].Logs = false, nil
		return rs
	}
	const gas = 160_000
	for name, c := range map[string]struct {
		receipts []chain.Receipt
		status   turn.Status
		verified bool
		code     wire.Code
		gas      uint64
		deltas   int
		tx       byte
	}{
		"all succeeded":                  {receipts(10_000), turn.StatusExecuted, true, "", gas, 2, 2},
		"at the tolerance":               {receipts(9_800), turn.StatusExecuted, true, "", gas, 2, 2},
		"beyond it: done, not verified":  {receipts(9_799), turn.StatusExecuted, false, "", gas, 2, 2},
		"better than previewed, too far": {receipts(10_201), turn.StatusExecuted, false, "", gas, 2, 2},
		"reverted: gas is paid":          {reverted(receipts(0)), turn.StatusFailed, false, "EXECUTION_REVERTED", gas, 0, 2},
		"the last is missing":            {missing(receipts(10_000), 1), turn.StatusPending, false, "", 40_000, 0, 2},
		"the first is missing":           {missing(receipts(10_000), 0), turn.StatusPending, false, "", 120_000, 2, 1},
		"reverted and one is missing":    {missing(reverted(receipts(0)), 0), turn.StatusPending, false, "", 120_000, 0, 1},
		"nothing is known":               {missing(missing(receipts(0), 0), 1), turn.StatusPending, false, "", 0, 0, 2},
	} {
		t.Run(name, func(t *testing.T) {
			x := (&Executor{Adapters: adapters(t)}).outcome(swapOrder(), c.receipts)
			if x.Status != c.status || x.Verified != c.verified || x.GasUsed != c.gas || len(x.Deltas) != c.deltas || x.PermitID != "p" || x.TxHash != (common.Hash{c.tx}) {
				t.Errorf("%+v", x)
			}
			if (x.Refusal == nil) != (c.code == "") || (x.Refusal != nil && (x.Refusal.Code != c.code || x.Refusal.Layer != permit.LayerExecutor)) {
				t.Errorf("refusal %+v, want %q", x.Refusal, c.code)
			}
			// 0.00016 coins at 2,000 are 0.32; in proportion where less was used.
			if want := money.USDC(c.gas * 2); x.Cost != want || x.GasWei.CmpUint64(c.gas*1e9) != 0 {
				t.Errorf("cost %s of %s wei, want %s", x.Cost, x.GasWei.Dec(), want)
			}
		})
	}
}

func TestAMintIsVerifiedByWhatWasOffered(t *testing.T) {
	o := permit.Order{Seen: reading(), Action: grammar.Action{Kind: grammar.AddLiquidity, Market: inPool, Protocol: uniswapv3.Name, Quote: uint256.NewInt(100), Base: uint256.NewInt(900)}}
	out := func(token common.Address, units uint64) turn.Delta {
		return turn.Delta{Token: token, Out: true, Units: *uint256.NewInt(units)}
	}
	for name, c := range map[string]struct {
		deltas []turn.Delta
		want   bool
	}{
		"both in any ratio":    {[]turn.Delta{out(usdc.Address, 1), out(weth.Address, 900)}, true},
		"one side":             {[]turn.Delta{out(usdc.Address, 100)}, true},
		"more than offered":    {[]turn.Delta{out(usdc.Address, 101)}, false},
		"more of the other":    {[]turn.Delta{out(weth.Address, 901)}, false},
		"something came back":  {[]turn.Delta{{Token: usdc.Address, Units: *uint256.NewInt(1)}}, false},
		"another token":        {[]turn.Delta{out(other, 1)}, false},
		"nothing moved at all": {nil, false},
	} {
		if got := agrees(o, c.deltas); got != c.want {
			t.Errorf("%s: verified %v", name, got)
		}
	}
}

// Whatever order transfers come in, what is left is each token's signed sum.
func TestTransfersNetToOneChangePerToken(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sums := map[common.Address]*big.Int{usdc.Address: new(big.Int), weth.Address: new(big.Int), other: new(big.Int)}
		var logs []protocol.Log
		for range rapid.IntRange(0, 20).Draw(t, "logs") {
			token := rapid.SampledFrom([]common.Address{usdc.Address, weth.Address, other}).Draw(t, "token")
			parties := []common.Address{venue.Account, pool, other}
			from, to := rapid.SampledFrom(parties).Draw(t, "from"), rapid.SampledFrom(parties).Draw(t, "to")
			units := rapid.Uint64Range(0, 5).Draw(t, "units")
			logs = append(logs, transfer(token, from, to, units))
			if from == venue.Account {
				sums[token].Sub(sums[token], new(big.Int).SetUint64(units))
			}
			if to == venue.Account {
				sums[token].Add(sums[token], new(big.Int).SetUint64(units))
			}
		}
		cut := rapid.IntRange(0, len(logs)).Draw(t, "second receipt from")
		got := compact(Deltas(Deltas(nil, venue.Account, logs[:cut]), venue.Account, logs[cut:]))
		for _, d := range got {
			signed := d.Units.ToBig()
			if d.Out {
				signed.Neg(signed)
			}
			if signed.Sign() == 0 || sums[d.Token].Cmp(signed) != 0 {
				t.Fatalf("%s changed by %s, the logs say %s", d.Token, signed, sums[d.Token])
			}
			delete(sums, d.Token)
		}
		for token, sum := range sums {
			if sum.Sign() != 0 {
				t.Fatalf("the change %s of %s is missing", sum, token)
			}
		}
	})
}

func TestOnlyTransfersOfTokensAreCounted(t *testing.T) {
	good := transfer(usdc.Address, venue.Account, pool, 5)
	approval, nft, short := good, good, good
	approval.Topics = []common.Hash{{9}, good.Topics[1], good.Topics[2]}
	nft.Topics = append(slices.Clone(good.Topics), common.Hash{1}) // an ERC-721 indexes its id
	short.Data = short.Data[:31]
	wide := good // an address has 20 bytes
	wide.Topics = slices.Clone(good.Topics)
	wide.Topics[2][0] = 1
	self := transfer(usdc.Address, venue.Account, venue.Account, 5)
	strangers := transfer(usdc.Address, pool, other, 5)
	if got := Deltas(nil, venue.Account, []protocol.Log{approval, nft, short, wide, self, strangers, {}}); got != nil {
		t.Errorf("%+v", got)
	}
	if got := Deltas(nil, venue.Account, []protocol.Log{good}); len(got) != 1 || !got[0].Out || got[0].Units.Uint64() != 5 {
		t.Errorf("%+v", got)
	}
}

func TestTheGasLimitLeavesRoom(t *testing.T) {
	for i, want := range []uint64{110_000, 230_000, 100_000} {
		if got := permit.GasLimit([]uint64{40_000, 120_000}, i); got != want {
			t.Errorf("call %d: %d, want %d", i, got, want)
		}
	}
}

func TestWhatIsNotSentSaysSo(t *testing.T) {
	e := &Executor{Adapters: adapters(t), Hand: &chain.Hand{}}
	o := swapOrder()
	for name, change := range map[string]func(*capability.Grant, *permit.Order){
		"a token for another tool":   func(g *capability.Grant, _ *permit.Order) { g.Tool = "claim_fees" },
		"another amount than agreed": func(_ *capability.Grant, o *permit.Order) { o.Action.AmountIn = uint256.NewInt(1) },
		"more value than granted":    func(_ *capability.Grant, o *permit.Order) { o.Simulation.Value++ },
		"another policy":             func(g *capability.Grant, _ *permit.Order) { g.Policy[0] ^= 1 },
		"too late":                   func(_ *capability.Grant, o *permit.Order) { o.Tick = 3 },
	} {
		order, u := swapOrder(), o.Use()
		grant := capability.Grant{Tool: u.Tool, Params: u.Params, ValueLimit: u.Value, ExpiresAt: 3}
		change(&grant, &order)
		x, err := e.Execute(t.Context(), capability.NewRegistry().Mint(grant), order)
		if err != nil || x.Status != turn.StatusBlocked || x.Refusal == nil || x.Refusal.Code != "EXECUTION_NOT_SENT" {
			t.Errorf("%s: %+v, %v", name, x, err)
		}
	}
	short := o // 440,000 gas of the three limits at 2 wei
	short.Seen.MaxFee, short.Seen.Native = *uint256.NewInt(2), *uint256.NewInt(879_999)
	u := short.Use()
	good := capability.NewRegistry().Mint(capability.Grant{Tool: u.Tool, Params: u.Params, ValueLimit: u.Value, ExpiresAt: 3})
	x, err := e.Execute(t.Context(), good, short)
	if err != nil || x.Status != turn.StatusBlocked || x.Refusal == nil || x.Refusal.Code != "EXECUTION_NOT_SENT" {
		t.Errorf("a wallet without the gas money: %+v, %v", x, err)
	}
	short.Seen.Native, short.Simulation.DataFee = *uint256.NewInt(880_019), *uint256.NewInt(10) // a wei less than twice that
	x, err = e.Execute(t.Context(), good, short)
	if err != nil || x.Refusal == nil || !strings.Contains(x.Refusal.Detail, "twice the 10 wei that the chain charges for data") {
		t.Errorf("a wallet without the rollup's fee: %+v, %v", x, err)
	}
	if err := good.Consume(u); err != nil {
		t.Errorf("it was on its way: %v", err)
	}
	o.Action.TokenOut = other
	x, err = e.Execute(t.Context(), nil, o)
	if err != nil || x.Status != turn.StatusBlocked || x.Refusal == nil || x.Refusal.Code != "NO_ADAPTER" {
		t.Errorf("no adapter: %+v, %v", x, err)
	}
}

func ptr[T any](v T) *T { return &v }

// check ends the test at an error.
func check(t rapid.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
