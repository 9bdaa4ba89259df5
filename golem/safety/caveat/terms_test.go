package caveat_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/policycage"
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
	const zero = "Caveat: an address of the terms is zero"
	const share, nothing = "VaultNAV: the share is not between 1 and 10,000", "ReplicantBudget: the terms allow nothing"
	none := common.Address{}
	for name, c := range map[string]struct {
		c   caveat.Caveat
		why string // "": they are in range
	}{
		"a phase without a book":       {&caveat.GolemPhase{Oracle: second, Golem: third}, zero},
		"a phase without an oracle":    {&caveat.GolemPhase{Book: first, Golem: third}, zero},
		"a golem without an address":   {&caveat.GolemPhase{Book: first, Oracle: second}, zero},
		"a window of no length":        {&caveat.MortalityTimeWindow{Start: 5, End: 5}, "MortalityTimeWindow: the window ends before it starts"},
		"a window that ends before":    {&caveat.MortalityTimeWindow{Start: 5, End: 4}, "MortalityTimeWindow: the window ends before it starts"},
		"a window of a second":         {&caveat.MortalityTimeWindow{Start: 5, End: 6}, ""},
		"a window from the beginning":  {&caveat.MortalityTimeWindow{End: 1}, ""},
		"a dreamer nobody knows":       {&caveat.DreamMode{Oracle: first}, zero},
		"a dreamer nobody asks about":  {&caveat.DreamMode{Golem: first}, zero},
		"a share without a book":       {&caveat.VaultNAV{Vault: second, Share: 1}, zero},
		"a share of no vault":          {&caveat.VaultNAV{Book: first, Share: 1}, zero},
		"no share":                     {&caveat.VaultNAV{Book: first, Vault: second}, share},
		"the least share":              {&caveat.VaultNAV{Book: first, Vault: second, Share: 1}, ""},
		"all of a vault":               {&caveat.VaultNAV{Book: first, Vault: second, Share: 10_000}, ""},
		"more than all":                {&caveat.VaultNAV{Book: first, Vault: second, Share: 10_001}, share},
		"a budget without a book":      {&caveat.ReplicantBudget{Budget: 1, Lifespan: 1}, zero},
		"no budget":                    {&caveat.ReplicantBudget{Book: first, Lifespan: 1}, nothing},
		"no lifespan":                  {&caveat.ReplicantBudget{Book: first, Budget: 1}, nothing},
		"the least of both":            {&caveat.ReplicantBudget{Book: first, Budget: 1, Lifespan: 1}, ""},
		"a slippage without a book":    {&caveat.MaxSlippage{Slippage: 1}, zero},
		"no slippage":                  {&caveat.MaxSlippage{Book: first}, ""},
		"a slippage of all":            {&caveat.MaxSlippage{Book: first, Slippage: 10_000}, ""},
		"a slippage of more than all":  {&caveat.MaxSlippage{Book: first, Slippage: 10_001}, "MaxSlippage: more than 10,000 basis points"},
		"a limit without a book":       {&caveat.DailySpendLimit{Limit: 1}, zero},
		"a limit beyond all sums":      {&caveat.DailySpendLimit{Book: first, Limit: policycage.MostCounted + 1}, "DailySpendLimit: the terms allow more than can be counted"},
		"no limit":                     {&caveat.DailySpendLimit{Book: first}, "DailySpendLimit: the terms allow nothing"},
		"the least limit":              {&caveat.DailySpendLimit{Book: first, Limit: 1}, ""},
		"a limit at no book's address": {&caveat.DailySpendLimit{Book: none, Limit: 1}, zero},
	} {
		terms, err := c.c.Terms()
		if (err == nil) != (c.why == "") || err != nil && (!errors.Is(err, caveat.ErrTerms) || !strings.Contains(err.Error(), c.why) || terms != nil) {
			t.Errorf("%s: %x, %v, want %q", name, terms, err, c.why)
		}
		got, err := caveat.Decode(c.c.Kind(), written(c.c))
		says(t, name+", read", err, c.why)
		if (got == nil) != (c.why != "") || got != nil && !reflect.DeepEqual(got, c.c) {
			t.Errorf("%s: read as %+v", name, got)
		}
	}
	if terms, err := (&caveat.MaxSlippage{Book: first, Slippage: -1}).Terms(); !errors.Is(err, caveat.ErrTerms) {
		t.Errorf("a slippage below nothing: %x, %v", terms, err)
	}
}

// written are terms as a stranger may write them, in range or not.
func written(c caveat.Caveat) []byte {
	switch c := c.(type) {
	case *caveat.GolemPhase:
		return slices.Concat(c.Book[:], c.Oracle[:], c.Golem[:])
	case *caveat.DreamMode:
		return slices.Concat(c.Oracle[:], c.Golem[:])
	}
	return raw(c)
}

// Terms are of one length, which is their kind's; there are seven kinds.
func TestTermsOfAnotherLengthOrKindAreNone(t *testing.T) {
	for _, c := range all {
		terms, err := c.c.Terms()
		check(t, err)
		for _, bad := range [][]byte{nil, terms[1:], append(terms, 0)} {
			got, err := caveat.Decode(c.c.Kind(), bad)
			says(t, string(c.c.Kind()), err, "Caveat: the terms have the wrong length")
			if got != nil {
				t.Errorf("%d bytes of %s: %+v", len(bad), c.c.Kind(), got)
			}
		}
	}
	for _, kind := range []caveat.Kind{"", "PolicyCage", "golemPhase"} {
		if c, err := caveat.Decode(kind, nil); !errors.Is(err, caveat.ErrTerms) || c != nil {
			t.Errorf("%q: %+v, %v", kind, c, err)
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
