package scenario_test

import (
	"context"
	"encoding/json"
	"errors"
	"math/big"
	"reflect"
	"strings"
	"testing"
	"time"

	"bardo.run/bardo/mirage/node"
	"bardo.run/bardo/mirage/scenario"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/rpc"
)

var (
	alice = common.HexToAddress("0xa11ce")
	bob   = common.HexToAddress("0xb0b")
	// adder adds its first word to slot 0; a word of zero reverts with "no", as Solidity
	// writes it; above 2^255 it never ends.
	adder = common.HexToAddress("0xadde4")
	// coin logs Transfer(alice → bob, word) and answers 6 decimals to any call without one.
	coin = common.HexToAddress("0xc014")
)

const (
	reasonNo = "08c379a0" + "0000000000000000000000000000000000000000000000000000000000000020" + "0000000000000000000000000000000000000000000000000000000000000002" + "6e6f000000000000000000000000000000000000000000000000000000000000"
)

// program is adder: word==0 → revert with reasonNo; word>>255 → loop; else sstore(0, sload(0)+word).
func program() []byte {
	code := common.FromHex("0x600035" + "8015601b57" + "8060ff1c601757" + "600054016000" + "5500" + "5b601756" + "5b6064602860003960646000fd")
	return append(code[:], common.FromHex("0x"+reasonNo)...)
}

type devnet struct {
	*node.Node
	t testing.TB
}

type object map[string]any

func open(t testing.TB) devnet {
	t.Helper()
	transfer := "7fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"
	coinCode := "0x602036" + "10603b57" + "600035600052" + "610b0b" + "620a11ce" + transfer + "60206000a300" + "5b600660005260206000f3"
	n, err := node.New(node.Config{
		Alloc:    map[common.Address]*big.Int{alice: big.NewInt(1_000_000)},
		Code:     map[common.Address][]byte{adder: program(), coin: common.FromHex(coinCode)},
		Services: []node.Services{scenario.Services},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := n.Close(); err != nil {
			t.Error(err)
		}
	})
	return devnet{n, t}
}

func (d devnet) ask(out any, method string, params ...any) {
	d.t.Helper()
	if err := d.Server.Client().Call(out, "mirage_"+method, params...); err != nil {
		d.t.Fatalf("%s %v: %v", method, params, err)
	}
}

func (d devnet) fails(code int, method string, params ...any) {
	d.t.Helper()
	err := d.Server.Client().Call(new(json.RawMessage), "mirage_"+method, params...)
	var coded rpc.Error
	if !errors.As(err, &coded) || coded.ErrorCode() != code {
		d.t.Errorf("%s %v: error %v, want code %d", method, params, err, code)
	}
}

// set makes a set of scenarios, each of calls of adder with these words.
func (d devnet) set(scenarios ...object) string {
	d.t.Helper()
	var id struct{ Set_id string }
	d.ask(&id, "beginScenarioSet")
	for _, s := range scenarios {
		s["set_id"] = id.Set_id
		d.ask(new(json.RawMessage), "defineScenario", s)
	}
	return id.Set_id
}

func call(to common.Address, word string) object {
	return object{"from": alice, "to": to, "data": "0x" + strings.Repeat("0", 64-len(word)) + word}
}

func forever() object {
	return object{"from": alice, "to": adder, "data": "0x80" + strings.Repeat("00", 31)}
}

// results runs a set to its end.
func (d devnet) results(set string) (string, []scenario.Result) {
	d.t.Helper()
	var job struct{ Job_id string }
	d.ask(&job, "runScenarioSet", set, "sequential")
	deadline, cancel := context.WithTimeout(d.t.Context(), 20*time.Second)
	defer cancel()
	for deadline.Err() == nil {
		var out struct {
			Status    string
			Scenarios []scenario.Result
		}
		if d.ask(&out, "getScenarioResults", job.Job_id); out.Status != "running" {
			if out.Status != "complete" {
				d.t.Fatalf("the job is %s", out.Status)
			}
			return job.Job_id, out.Scenarios
		}
	}
	d.t.Fatal("the job did not end")
	return "", nil
}

// spec: mirage-testing §9: success, revert, timeout; each from the baseline, none on the chain.
func TestEachScenarioStartsFromTheBaselineAndLeavesNoTrace(t *testing.T) {
	d := open(t)
	three := func() []object {
		return []object{
			{"name": "two calls", "transactions": []object{call(adder, "5"), call(adder, "7")}, "assertions": []object{
				{"storage": object{"address": adder, "slot": common.Hash{}}, "op": "eq", "value": "12"},
				{"balance": alice, "op": "le", "value": "0xf4240"},
				{"gas_used": true, "op": "lt", "value": "100000"},
				{"call": object{"to": coin}, "op": "eq", "value": "6"},
			}},
			{"name": "reverts", "transactions": []object{call(adder, "1"), call(adder, "0"), call(adder, "9")}},
			{"name": "never ends", "max_gas": 1 << 60, "timeout_seconds": 0.05, "transactions": []object{forever()}, "assertions": []object{{"status": "timeout"}}},
			{"name": "too much", "max_gas": 100_000, "transactions": []object{call(adder, "1"), forever()}},
			{"name": "pays", "transactions": []object{{"from": alice, "to": bob, "value": "0x64"}}, "assertions": []object{{"balance": bob, "op": "gt", "value": "100"}}},
		}
	}
	head := d.Chain.Head().Hash()
	_, got := d.results(d.set(three()...))
	if len(got) != 5 {
		t.Fatalf("%d results", len(got))
	}
	for i, want := range []string{scenario.Success, scenario.Reverted, scenario.Timeout, scenario.GasExceeded, scenario.Success} {
		if got[i].Status != want {
			t.Errorf("%s: status %s (%s), want %s", got[i].Name, got[i].Status, got[i].RevertReason, want)
		}
	}
	if len(got[0].FailedAssertions) != 0 || len(got[2].FailedAssertions) != 0 || got[0].GasUsed == 0 {
		t.Errorf("failed assertions %v, %v", got[0].FailedAssertions, got[2].FailedAssertions)
	}
	if got[1].RevertReason != "no" || len(got[4].FailedAssertions) != 1 || got[4].FinalBalances[bob].ToInt().Int64() != 100 || got[4].BalanceDeltas[bob].Int64() != 100 {
		t.Errorf("reason %q, failed %v, bob %v", got[1].RevertReason, got[4].FailedAssertions, got[4].FinalBalances)
	}
	if d.Chain.Head().Hash() != head {
		t.Error("a scenario made a block")
	}
	// The other way round they are the same.
	reversed := three()
	for i, j := 0, len(reversed)-1; i < j; i, j = i+1, j-1 {
		reversed[i], reversed[j] = reversed[j], reversed[i]
	}
	_, again := d.results(d.set(reversed...))
	for i, r := range again {
		first := got[len(got)-1-i]
		first.ScenarioID, r.ScenarioID, first.WallTimeMS, r.WallTimeMS, first.PeakMemoryBytes, r.PeakMemoryBytes = "", "", 0, 0, 0, 0
		if !reflect.DeepEqual(first, r) {
			t.Errorf("%s differs in another order:\n%+v\n%+v", r.Name, first, r)
		}
	}
}

func TestScenariosAreCompared(t *testing.T) {
	d := open(t)
	job, got := d.results(d.set(
		object{"name": "adds", "transactions": []object{call(adder, "5"), call(adder, "1")}},
		object{"name": "earns", "transactions": []object{call(coin, "4c4b40")}, "track_addresses": []common.Address{bob}},
	))
	if got[1].TokenDeltas[coin][bob].Int64() != 5_000_000 || got[1].TokenDeltas[coin][alice].Int64() != -5_000_000 {
		t.Fatalf("token deltas %v", got[1].TokenDeltas)
	}
	var ranked []scenario.Ranked
	d.ask(&ranked, "compareScenarios", job, "pnl", object{coin.Hex(): "1.5"})
	if ranked[0].Name != "earns" || ranked[0].Value != "7.500000" || ranked[1].Value != "0.000000" {
		t.Errorf("by pnl %+v", ranked)
	}
	d.ask(&ranked, "compareScenarios", job, "gas")
	if ranked[0].Name != "earns" {
		t.Errorf("by gas %+v", ranked)
	}
	var diff []scenario.Difference
	d.ask(&diff, "compareScenarios", job, "state_diff")
	if len(diff) != 1 || diff[0].Account != adder || diff[0].Values[got[0].ScenarioID].Big().Int64() != 6 {
		t.Errorf("state %+v", diff)
	}
	d.fails(scenario.CodeInvalidParams, "compareScenarios", job, "pnl")
	d.fails(scenario.CodeInvalidParams, "compareScenarios", job, "pnl", object{bob.Hex(): "1"})
	d.fails(scenario.CodeInvalidParams, "compareScenarios", job, "luck")
}

// A set over a snapshot starts there, whatever came after.
func TestASetStartsAtItsSnapshot(t *testing.T) {
	d := open(t)
	id, err := d.Snapshots.Take()
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Miner.Edit(t.Context(), func(db *state.StateDB) { db.SetState(adder, common.Hash{}, common.Hash{31: 100}) }); err != nil {
		t.Fatal(err)
	}
	for from, want := range map[string]string{"0x1": "5", "latest": "105"} {
		var set struct{ Set_id string }
		d.ask(&set, "beginScenarioSet", object{"baseline": from})
		d.ask(new(json.RawMessage), "defineScenario", object{"set_id": set.Set_id, "transactions": []object{call(adder, "5")}, "assertions": []object{
			{"storage": object{"address": adder, "slot": common.Hash{}}, "op": "eq", "value": want},
		}})
		if _, got := d.results(set.Set_id); len(got[0].FailedAssertions) != 0 {
			t.Errorf("from %s: %v", from, got[0].FailedAssertions)
		}
	}
	if id != 1 {
		t.Errorf("snapshot %d", id)
	}
}

// spec: mirage-testing §6.4: every error code produced by a test.
func TestEveryMistakeHasItsCode(t *testing.T) {
	d := open(t)
	empty := d.set()
	d.fails(scenario.CodeSetNotFound, "runScenarioSet", "set-99")
	d.fails(scenario.CodeSetNotFound, "defineScenario", object{"set_id": "set-99", "transactions": []object{call(adder, "1")}})
	d.fails(scenario.CodeSetHasNoScenarios, "runScenarioSet", empty)
	d.fails(scenario.CodeParallelUnavailable, "runScenarioSet", empty, "parallel")
	d.fails(scenario.CodeInvalidParams, "runScenarioSet", empty, "sideways")
	d.fails(scenario.CodeJobNotFound, "getScenarioResults", "job-99")
	d.fails(scenario.CodeJobNotFound, "compareScenarios", "job-99", "gas")
	d.fails(-32001, "beginScenarioSet", object{"baseline": "0x63"})
	d.fails(scenario.CodeInvalidParams, "beginScenarioSet", object{"baseline": "yesterday"})
	for _, bad := range []object{
		{"set_id": empty},
		{"set_id": empty, "transactions": []object{call(adder, "1")}, "max_gass": 1},
		{"set_id": empty, "transactions": []object{call(adder, "1")}, "timeout_seconds": -1},
		{"set_id": empty, "transactions": []object{call(adder, "1")}, "assertions": []object{{}}},
		{"set_id": empty, "transactions": []object{call(adder, "1")}, "assertions": []object{{"balance": bob, "op": "about", "value": "1"}}},
	} {
		d.fails(scenario.CodeInvalidParams, "defineScenario", bad)
	}
	busy := d.set(object{"name": "long", "max_gas": 1 << 60, "timeout_seconds": 3600, "transactions": []object{forever()}})
	var job struct{ Job_id string }
	d.ask(&job, "runScenarioSet", busy)
	d.fails(scenario.CodeSetAlreadyRunning, "runScenarioSet", busy)
	d.fails(scenario.CodeSetAlreadyRunning, "defineScenario", object{"set_id": busy, "transactions": []object{call(adder, "1")}})
	d.fails(scenario.CodeJobNotComplete, "compareScenarios", job.Job_id, "gas")
	// Closing the node, as the test ends, ends the scenario that never does.
}
