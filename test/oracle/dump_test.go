package oracle

import (
	"strings"
	"testing"
)

// issue 3, line 1 (dump and load): what anvil dumps, the devnet takes up, account by
// account.
func TestTheDevnetTakesUpWhatAnvilDumps(t *testing.T) {
	anvil, devnet := startAnvil(t), startDevnet(t)
	const account = "0x00000000000000000000000000000000000a11ce"
	code := "0x60005460005260206000f3" // answers slot 0
	word := func(last string) string { return "0x" + strings.Repeat("0", 62) + last }
	for _, cheat := range [][]any{
		{"anvil_setCode", account, code},
		{"anvil_setStorageAt", account, word("00"), word("2a")},
		{"anvil_setBalance", account, "0x64"},
		{"anvil_setNonce", account, "0x3"},
	} {
		var done any
		if err := anvil.rpc.CallContext(t.Context(), &done, cheat[0].(string), cheat[1:]...); err != nil {
			t.Fatalf("%v: %v", cheat[0], err)
		}
	}
	var dump string
	if err := anvil.rpc.CallContext(t.Context(), &dump, "anvil_dumpState"); err != nil {
		t.Fatal(err)
	}
	var loaded bool
	if err := devnet.rpc.CallContext(t.Context(), &loaded, "anvil_loadState", dump); err != nil || !loaded {
		t.Fatalf("load %d characters: %v, %v", len(dump), loaded, err)
	}
	for _, ask := range [][]any{
		{"eth_getBalance", account, "latest"},
		{"eth_getTransactionCount", account, "latest"},
		{"eth_getCode", account, "latest"},
		{"eth_getStorageAt", account, "0x0", "latest"},
		{"eth_call", map[string]string{"to": account}, "latest"},
	} {
		var theirs, ours string
		if err := anvil.rpc.CallContext(t.Context(), &theirs, ask[0].(string), ask[1:]...); err != nil {
			t.Fatal(err)
		}
		if err := devnet.rpc.CallContext(t.Context(), &ours, ask[0].(string), ask[1:]...); err != nil || ours != theirs {
			t.Errorf("%v: devnet %s (%v), anvil %s", ask[0], ours, err, theirs)
		}
	}
}
