package caveat_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/safety/caveat"
)

var (
	first  = common.HexToAddress("0x1111111111111111111111111111111111111111")
	second = common.HexToAddress("0x2222222222222222222222222222222222222222")
	third  = common.HexToAddress("0x3333333333333333333333333333333333333333")
)

// all are valid terms of each kind, and their bytes.
var all = []struct {
	c   caveat.Caveat
	hex string
}{
	{&caveat.GolemPhase{Book: first, Oracle: second, Golem: third}, strings.Repeat("11", 20) + strings.Repeat("22", 20) + strings.Repeat("33", 20)},
	{&caveat.MortalityTimeWindow{Start: 100, End: 200}, "0000000000000064" + "00000000000000c8"},
	{&caveat.DreamMode{Oracle: first, Golem: second}, strings.Repeat("11", 20) + strings.Repeat("22", 20)},
	{&caveat.VaultNAV{Book: first, Vault: second, Share: 1000}, strings.Repeat("11", 20) + strings.Repeat("22", 20) + "03e8"},
	{&caveat.ReplicantBudget{Book: first, Budget: 1, Lifespan: 2, Born: 3}, strings.Repeat("11", 20) + "0000000000000001" + "0000000000000002" + "0000000000000003"},
	{&caveat.MaxSlippage{Book: first, Slippage: 50}, strings.Repeat("11", 20) + "0032"},
	{&caveat.DailySpendLimit{Book: first, Limit: 100_000_000}, strings.Repeat("11", 20) + "0000000005f5e100"},
}

// spec: provisioning §8.4 (parameters)
func TestTermsAreTheDocumentedBytes(t *testing.T) {
	if len(all) != len(caveat.Kinds()) {
		t.Fatalf("%d kinds", len(all))
	}
	for i, c := range all {
		terms, err := c.c.Terms()
		if err != nil || hex.EncodeToString(terms) != c.hex || c.c.Kind() != caveat.Kinds()[i] {
			t.Errorf("%s: %x, %v", c.c.Kind(), terms, err)
		}
		back, err := caveat.Decode(c.c.Kind(), terms)
		if err != nil || !reflect.DeepEqual(back, c.c) {
			t.Errorf("%s: decoded as %+v, %v", c.c.Kind(), back, err)
		}
	}
}

// spec: provisioning §8.4 (ranges)
func TestTermsOutOfRangeAreNeitherWrittenNorRead(t *testing.T) {
	for name, c := range map[string]caveat.Caveat{
		"a golem without an address":  &caveat.GolemPhase{Book: first, Oracle: second},
		"a window of no length":       &caveat.MortalityTimeWindow{Start: 5, End: 5},
		"a dreamer nobody knows":      &caveat.DreamMode{Oracle: first},
		"no share":                    &caveat.VaultNAV{Book: first, Vault: second},
		"more than all":               &caveat.VaultNAV{Book: first, Vault: second, Share: 10_001},
		"no budget":                   &caveat.ReplicantBudget{Book: first, Lifespan: 1},
		"no lifespan":                 &caveat.ReplicantBudget{Book: first, Budget: 1},
		"a slippage of more than all": &caveat.MaxSlippage{Book: first, Slippage: 10_001},
		"a slippage below nothing":    &caveat.MaxSlippage{Book: first, Slippage: -1},
		"no limit":                    &caveat.DailySpendLimit{Book: first},
	} {
		if terms, err := c.Terms(); !errors.Is(err, caveat.ErrTerms) {
			t.Errorf("%s: %x, %v", name, terms, err)
		}
	}
}

func FuzzDecodedTermsEncodeToThemselves(f *testing.F) {
	for i, c := range all {
		terms, _ := hex.DecodeString(c.hex)
		f.Add(uint8(i), terms)
		f.Add(uint8(i), terms[1:])
	}
	f.Fuzz(func(t *testing.T, kind uint8, terms []byte) {
		k := caveat.Kinds()[int(kind)%len(all)]
		c, err := caveat.Decode(k, terms)
		if err != nil {
			if c != nil {
				t.Fatalf("%s: %+v in spite of %v", k, c, err)
			}
			return
		}
		again, err := c.Terms()
		if err != nil || !bytes.Equal(again, terms) {
			t.Fatalf("%s: %x became %x, %v", k, terms, again, err)
		}
	})
}

// The batch's decoder gets bytes of a stranger.
func FuzzCallsOfABatchAreCanonical(f *testing.F) {
	r, err := caveat.Several(common.Address{}, common.Hash{}, []caveat.Call{{Target: first, Value: common.Big1, Data: []byte{1, 2, 3}}, {Target: second, Value: common.Big0}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(r.Execution)
	f.Add(r.Execution[32:])
	f.Fuzz(func(t *testing.T, execution []byte) {
		calls, err := caveat.Redemption{Mode: caveat.Batch, Execution: execution}.Calls()
		if err != nil {
			return
		}
		again, err := caveat.Several(common.Address{}, common.Hash{}, calls)
		if err != nil || !bytes.Equal(again.Execution, execution) || len(calls) == 0 {
			t.Fatalf("%d calls of %x encode to %x, %v", len(calls), execution, again.Execution, err)
		}
	})
}
