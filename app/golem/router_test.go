package golem

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/network"
	"bardo.run/bardo/life/accounts"
)

// A Golem with a key of its own trades, goes on and dies on a chain that has SwapRouter02 only,
// as Base does.
//
// issue: the house, from clone to living on Base
func TestALifeTradesThroughSwapRouter02(t *testing.T) {
	t.Parallel()
	m := market(t)
	m.Router = second(t, m)
	dir := settings(t, m, m.Chain().Server.Endpoint(), keyed(t))
	for _, words := range []string{"trade 2", "trade 4"} {
		if code, said := run(t, dir, words); code != exitOK || !strings.Contains(said, words) {
			t.Fatalf("exit %d: %s", code, said)
		}
	}
	var out, errs bytes.Buffer
	if code := Main(t.Context(), []string{"kill", "--data-dir", dir}, &out, &errs); code != exitOK {
		t.Fatalf("kill: %d %s%s", code, &out, &errs)
	}
	if code, said := run(t, dir, "never"); code != exitOK || !strings.Contains(said, "dead") {
		t.Fatalf("its death: exit %d\n%s", code, said)
	}
	if code := Main(t.Context(), []string{"replay", dir}, &out, &errs); code != exitOK {
		t.Errorf("replay: %d %s%s", code, &out, &errs)
	}
	if s, err := accounts.Of(dir); err != nil || !s.Sound() || s.Executed() < 4 {
		t.Errorf("the books: %+v (%v)", s, err)
	}
}

// second is the address of SwapRouter02 on a market that seals blocks by itself.
func second(t *testing.T, m *evmtest.Market) (router [20]byte) {
	t.Helper()
	err := m.Chain().Miner.SetInterval(0)
	if err == nil {
		router = m.Router02()
		err = m.Chain().Miner.SetInterval(500 * time.Millisecond)
	}
	if err != nil {
		t.Fatal(err)
	}
	return router
}

// Addresses that are not what the settings call them stop the first start, with the contract
// and the reason; nothing is written that a right start would trip over.
//
// spec: chain §2
func TestALifeIsNotBegunOnAWrongVenue(t *testing.T) {
	t.Parallel()
	m := market(t)
	for name, c := range map[string]struct {
		key, now, said string
	}{
		"a router that is a quoter":            {"router = ", m.Quoter.Hex(), "CONFIG_VENUE"},
		"a router without code":                {"router = ", evmtest.Address("nothing").Hex(), "CONFIG_NO_CODE"},
		"a router that is the manager":         {"router = ", m.Positions.Hex(), "CONFIG_VENUE"},
		"a manager that is the router":         {"position_manager = ", m.Router.Hex(), "CONFIG_MISMATCH"},
		"a pool that is a token":               {"pool = ", m.WETH.Hex(), "CONFIG_MISMATCH"},
		"a quote token that is not the pool's": {"quote = ", m.Router.Hex(), "CONFIG_MISMATCH"},
	} {
		dir := settings(t, m, m.Chain().Server.Endpoint(), keyed(t))
		path := filepath.Join(dir, "golem.toml")
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		begun := strings.Index(string(text), "\n"+c.key) + 1
		line, _, _ := strings.Cut(string(text[begun:]), "\n")
		edit(t, path, line, c.key+"\""+c.now+"\"")
		code, said := run(t, dir, "trade 1")
		if code != exitConfig || !strings.Contains(said, c.said) || !strings.Contains(said, c.now) {
			t.Errorf("%s: exit %d: %s", name, code, said)
		}
		edit(t, path, c.key+"\""+c.now+"\"", line)
		if name != "a router that is a quoter" {
			continue
		}
		if code, said := run(t, dir, "trade 1"); code != exitOK {
			t.Errorf("after it was mended: exit %d: %s", code, said)
		}
	}
}

// A market of the table that is not on this chain stops the start, and names its pool.
func TestALifeIsNotBegunOnAMarketThatIsNotThere(t *testing.T) {
	t.Parallel()
	m := market(t)
	devnet, _ := network.Find(network.Devnet)
	for _, handle := range []string{"weth-usdc-5", "weth-usdc-30"} {
		named, err := devnet.Market(handle)
		if err != nil {
			t.Fatal(err)
		}
		dir := settings(t, m, m.Chain().Server.Endpoint(), keyed(t))
		path := filepath.Join(dir, "golem.toml")
		for _, line := range []string{"pool = \"" + m.Pool.Hex() + "\"", "quote = \"" + m.USDC.Hex() + "\""} {
			edit(t, path, line, "")
		}
		edit(t, path, `network = "devnet"`, "network = \"devnet\"\nmarkets = [\""+handle+"\"]")
		if code, said := run(t, dir, "trade 1"); code != exitConfig || !strings.Contains(said, "CONFIG_NO_CODE") || !strings.Contains(said, named.Pool.Hex()) {
			t.Errorf("%s: exit %d: %s", handle, code, said)
		}
	}
}
