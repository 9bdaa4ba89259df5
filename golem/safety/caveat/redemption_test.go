package caveat_test

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bardo.run/bardo/golem/safety/caveat"
)

// The calls of a redemption are those that the manager would have the account make, and
// no other encoding of them is read: two readers could differ about it.
func TestARedemptionIsReadAsItIsMade(t *testing.T) {
	calls := []caveat.Call{{Target: first, Value: big.NewInt(7), Data: []byte{1, 2, 3}}, {Target: second, Value: power2(255), Data: []byte{}}}
	same := func(a, b []caveat.Call) bool {
		return slices.EqualFunc(a, b, func(a, b caveat.Call) bool {
			return a.Target == b.Target && a.Value.Cmp(b.Value) == 0 && string(a.Data) == string(b.Data)
		})
	}
	batch, err := caveat.Several(wallet, salted, calls)
	if err != nil || batch.Account != wallet || batch.Delegation != salted || batch.Mode != [32]byte{1} {
		t.Fatalf("%+v, %v", batch, err)
	}
	if got, err := batch.Calls(); err != nil || !same(got, calls) {
		t.Errorf("%+v, %v", got, err)
	}
	for _, c := range calls {
		one := caveat.One(wallet, salted, c)
		if one.Account != wallet || one.Delegation != salted || one.Mode != ([32]byte{}) || len(one.Execution) != 52+len(c.Data) {
			t.Errorf("%+v", one)
		}
		if got, err := one.Calls(); err != nil || !same(got, []caveat.Call{c}) {
			t.Errorf("%+v, %v", got, err)
		}
	}
	empty, err := caveat.Several(wallet, salted, nil)
	check(t, err)
	one := caveat.One(wallet, salted, calls[1]).Execution
	for name, c := range map[string]struct {
		mode      [32]byte
		execution []byte
		want      string
	}{
		"one call, cut":                 {[32]byte{}, one[:51], "Caveat: the execution is too short"},
		"no call":                       {[32]byte{}, nil, "Caveat: the execution is too short"},
		"a try":                         {[32]byte{0, 1}, one, "Caveat: the mode is neither one call nor a batch"},
		"a batch that tries":            {[32]byte{1, 1}, batch.Execution, "Caveat: the mode is neither one call nor a batch"},
		"a batch of none":               {caveat.Batch, empty.Execution, "Caveat: the batch is empty"},
		"a batch that is none":          {caveat.Batch, one, "Caveat: the batch is not canonically encoded"},
		"a batch with more behind it":   {caveat.Batch, append(slices.Clone(batch.Execution), make([]byte, 32)...), "Caveat: the batch is not canonically encoded"},
		"a batch that is cut":           {caveat.Batch, batch.Execution[:len(batch.Execution)-32], "Caveat: the batch is not canonically encoded"},
		"a batch, padded with its data": {caveat.Batch, bent(batch.Execution), "Caveat: the batch is not canonically encoded"},
	} {
		got, err := caveat.Redemption{Mode: c.mode, Execution: c.execution}.Calls()
		says(t, name, err, c.want)
		if got != nil {
			t.Errorf("%s: still %+v", name, got)
		}
		_, err = caveat.Judge(caveat.KindMortalityTimeWindow, make([]byte, 3), caveat.Redemption{Mode: c.mode, Execution: c.execution}, told(t))
		says(t, name+", judged", err, c.want)
	}
	r := caveat.One(wallet, salted, call(paysDollars, usd(1)))
	_, err = caveat.Judge(caveat.KindMortalityTimeWindow, make([]byte, 3), r, told(t))
	says(t, "terms that are none", err, "Caveat: the terms have the wrong length")
}

// bent is an execution with a byte where its padding is.
func bent(execution []byte) []byte {
	out := slices.Clone(execution)
	i := slices.Index(out, 3) // the third byte of the first call's data, behind the length
	for i >= 0 && (out[i-1] != 2 || out[i-2] != 1) {
		j := slices.Index(out[i+1:], 3)
		i += 1 + j
	}
	out[i+1] = 1
	return out
}

// Each contract of the package can be created, and nothing else.
func TestEveryContractHasCreationCode(t *testing.T) {
	names := []string{"ActionBook", "VitalityOracle", "DreamOracle"}
	for _, k := range caveat.Kinds() {
		names = append(names, string(k))
	}
	seen := map[common.Hash]string{}
	for _, name := range names {
		code, err := caveat.Creation(name)
		if err != nil || len(code) < 100 {
			t.Errorf("%s: %d bytes, %v", name, len(code), err)
			continue
		}
		hash := crypto.Keccak256Hash(code)
		if other := seen[hash]; other != "" {
			t.Errorf("%s is %s", name, other)
		}
		seen[hash] = name
	}
	if code, err := caveat.Creation("Nobody"); err == nil || code != nil || !strings.Contains(err.Error(), "there is no contract Nobody") {
		t.Errorf("%d bytes of nothing, %v", len(code), err)
	}
}
