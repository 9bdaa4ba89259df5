package golem

import (
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/rpc/rpctest"
)

// symbolOf has an endpoint answer for every token's symbol with another.
func symbolOf(name string) rpctest.Fault {
	asked := "0x" + hex.EncodeToString(bind.NewERC20().PackSymbol())
	word := func(n int) string { return strings.Repeat("0", 62) + hex.EncodeToString([]byte{byte(n)}) }
	answer := "0x" + word(32) + word(len(name)) + hex.EncodeToString([]byte(name)) + strings.Repeat("0", 64-2*len(name))
	return rpctest.Fault{Lie: func(data, result string) string {
		if data == asked {
			return answer
		}
		return result
	}}
}

// A token whose symbol would have to be cleaned is refused at the start: cleaned, it may
// be the name of another.
func TestATokenWhoseSymbolNeedsCleaningIsRefused(t *testing.T) {
	m := market(t)
	node := rpctest.New(t, m.Chain().Server.Endpoint())
	for _, name := range []string{"U\u200bSDC", "USDC ", "US\x00DC", ""} {
		node.Set(symbolOf(name))
		dir := settings(t, m, node.URL(), "")
		code, said := run(t, dir, "trade 1", "--paper")
		if code != exitConfig || !strings.Contains(said, "letters, digits and dots") {
			t.Errorf("%q: exit %d: %s", name, code, said)
		}
	}
}

// Assets are addresses: a token that calls itself USDC is not approved by that name, and
// where the network has no list of tokens a symbol is refused with what to write.
func TestASymbolApprovesNoToken(t *testing.T) {
	m := market(t)
	dir := settings(t, m, m.Chain().Server.Endpoint(), "")
	path := filepath.Join(dir, "golem.toml")
	edit(t, path, "[\""+m.USDC.Hex(), "[\"USDT")
	code, said := run(t, dir, "trade 1", "--paper")
	if code != exitConfig || !strings.Contains(said, "\"USDT\" is a symbol, and golem.network \"devnet\" has no token of that name in its list: write the token's address") {
		t.Errorf("exit %d: %s", code, said)
	}
	if _, err := os.Stat(filepath.Join(dir, "journal")); err == nil {
		t.Error("a life was begun")
	}
}
