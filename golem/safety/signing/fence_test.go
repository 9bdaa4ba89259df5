package signing_test

import (
	"errors"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"

	"bardo.run/bardo/golem/safety/signing"
)

// spec: DESIGN §12.6 — the key signs calls of this life's contracts and coin to those that get
// any, until its end.
func TestAFenceRefusesWhatIsBeyondIt(t *testing.T) {
	fence := signing.Fence{Targets: []common.Address{one}, Coin: []common.Address{two}, With: []signing.With{{To: three, Data: []byte{7, 8}}}, NotAfter: 100}
	coin := big.NewInt(1)
	for name, c := range map[string]struct {
		tx    types.DynamicFeeTx
		at    int64
		words string
	}{
		"a call":                     {types.DynamicFeeTx{To: &one, Data: []byte{1}}, 100, ""},
		"a call with coin of zero":   {types.DynamicFeeTx{To: &one, Value: new(big.Int), Data: []byte{1}}, 100, ""},
		"coin":                       {types.DynamicFeeTx{To: &two, Value: coin}, 100, ""},
		"after the end":              {types.DynamicFeeTx{To: &one, Data: []byte{1}}, 101, "the key signs until 1970-01-01T00:01:40Z"},
		"a creation":                 {types.DynamicFeeTx{Data: []byte{1}}, 1, "creates a contract"},
		"nowhere":                    {types.DynamicFeeTx{To: new(common.Address)}, 1, "goes nowhere"},
		"an access list":             {types.DynamicFeeTx{To: &one, AccessList: types.AccessList{{}}}, 1, "an access list"},
		"coin to a contract":         {types.DynamicFeeTx{To: &one, Value: coin}, 1, "it sends coin to " + one.Hex()},
		"coin that owes":             {types.DynamicFeeTx{To: &three, Value: big.NewInt(-1)}, 1, "it sends coin to " + three.Hex()},
		"coin with a call":           {types.DynamicFeeTx{To: &two, Value: coin, Data: []byte{1}}, 1, "coin with a call"},
		"a call that coin goes with": {types.DynamicFeeTx{To: &three, Value: coin, Data: []byte{7, 8}}, 100, ""},
		"that call without coin":     {types.DynamicFeeTx{To: &three, Data: []byte{7, 8}}, 1, "it calls " + three.Hex()},
		"that call, and more":        {types.DynamicFeeTx{To: &three, Value: coin, Data: []byte{7, 8, 9}}, 1, "it sends coin to " + three.Hex()},
		"that call of another":       {types.DynamicFeeTx{To: &one, Value: coin, Data: []byte{7, 8}}, 1, "it sends coin to " + one.Hex()},
		"that call after the end":    {types.DynamicFeeTx{To: &three, Value: coin, Data: []byte{7, 8}}, 101, "the key signs until"},
		"a call of who gets coin":    {types.DynamicFeeTx{To: &two}, 1, "it calls " + two.Hex()},
		"a call of a stranger":       {types.DynamicFeeTx{To: &three, Data: []byte{1}}, 1, "it calls " + three.Hex()},
	} {
		err := fence.Transaction(&c.tx, time.Unix(c.at, 0))
		if refused := c.words != ""; errors.Is(err, signing.ErrRefused) != refused || refused && !strings.Contains(err.Error(), c.words) {
			t.Errorf("%s: %v", name, err)
		}
	}
	fence.NotAfter = 0
	if err := fence.Transaction(&types.DynamicFeeTx{To: &one}, time.Unix(1<<40, 0)); err != nil {
		t.Errorf("a fence without an end: %v", err)
	}
	permit := apitypes.TypedData{PrimaryType: "Permit", Domain: apitypes.TypedDataDomain{Name: "USDC"}}
	if err := fence.TypedData(permit); !errors.Is(err, signing.ErrRefused) || !strings.Contains(err.Error(), `no "Permit" of "USDC"`) {
		t.Errorf("typed data: %v", err)
	}
}
