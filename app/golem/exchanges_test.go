package golem

import (
	"bytes"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/life/biography"
	"bardo.run/bardo/life/why"
)

// exchanges adds the real Uniswap v2 and v4 to the market, and settings that name them.
func exchanges(t *testing.T, m *evmtest.Market) (*evmtest.Exchanges, string) {
	t.Helper()
	if err := m.Chain().Miner.SetInterval(0); err != nil {
		t.Fatal(err)
	}
	x := evmtest.NewExchanges(m)
	weth := new(big.Int).Mul(big.NewInt(500), big.NewInt(1e18))
	x.FillV2(big.NewInt(925_000e6), weth)
	x.FillV4(big.NewInt(925_000e6), weth)
	if err := m.Chain().Miner.SetInterval(500 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	dir := settings(t, m, m.Chain().Server.Endpoint(), "")
	edit(t, filepath.Join(dir, "golem.toml"), "[venue]\n", fmt.Sprintf("[venue]\nv2_router = %q\nv4_router = %q\nv4_state_view = %q\nv4_fee = %d\nv4_tick_spacing = %d\n",
		x.V2Router.Hex(), x.V4.Hex(), x.StateView.Hex(), evmtest.V4Fee, evmtest.V4Spacing))
	edit(t, filepath.Join(dir, "golem.toml"), `["uniswap-v3"]`, `["uniswap-v3", "uniswap-v2", "uniswap-v4"]`)
	text, err := os.ReadFile(filepath.Join("testdata", "traveller.md"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "STRATEGY.md"), text, 0o600); err != nil {
		t.Fatal(err)
	}
	return x, dir
}

// edit replaces words of a file that must be there.
func edit(t *testing.T, path, old, now string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(text), old) {
		t.Fatalf("%s has no %q (%v)", path, old, err)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(text), old, now, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
}

// A life that buys on v2 and sells on v4 is stopped, goes on, and replays to the same
// records; report and why say where each trade was.
func TestALifeTradesOnTheOtherExchangesAndReplays(t *testing.T) {
	t.Parallel()
	x, dir := exchanges(t, market(t))
	for _, words := range []string{"trade 2", "trade 4"} {
		if code, said := run(t, dir, words); code != exitOK || !strings.Contains(said, words) {
			t.Fatalf("exit %d: %s", code, said)
		}
	}
	var out bytes.Buffer
	if code := Main(t.Context(), []string{"replay", dir}, &out, &out); code != exitOK {
		t.Errorf("replay: exit %d, %s", code, &out)
	}
	done, handles := map[string]int{}, map[string]string{}
	for _, r := range recorded(t, dir) {
		markets := r.Seen.Reading.Markets
		i := slices.IndexFunc(markets, func(m turn.Market) bool { return m.Protocol == "uniswap-v2" })
		if i < 0 || markets[i].Address != x.Pair || markets[i].Depth.IsZero() || len(markets) != 3 {
			t.Fatalf("tick %d saw %+v", r.Tick, markets)
		}
		for _, a := range r.Actions {
			if a.Status != turn.StatusExecuted || !a.Execution.Verified {
				t.Errorf("tick %d: %+v", r.Tick, a)
			}
			m, _ := r.Seen.Reading.Market(a.Proposal.Market())
			done[m.Protocol]++
			handles[m.Protocol] = m.Handle
		}
	}
	if done["uniswap-v2"] < 2 || done["uniswap-v4"] < 2 || len(done) != 2 {
		t.Errorf("trades: %v", done)
	}
	life, err := biography.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	if trades := life.Acts.Trades; trades[0].Market != handles["uniswap-v2"] || trades[1].Market != handles["uniswap-v4"] {
		t.Errorf("%+v", trades)
	}
	asked, err := why.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer asked.Close()
	answer, err := asked.Trade(2)
	if err != nil || !strings.Contains(fmt.Sprint(answer), "swap on "+handles["uniswap-v4"]+", asked by rule") {
		t.Errorf("%v, %v", answer, err)
	}
	t.Log(done, strings.TrimSpace(out.String()))
}

// recorded reads the records of a life.
func recorded(t *testing.T, dir string) (all []*turn.Record) {
	t.Helper()
	store, err := records.Open(filepath.Join(dir, "cycles"), records.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	for r, err := range store.Settled() {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

// spec: chain §2: what a configuration names is held against the chain before anything
// is decided.
func TestALifeIsNotBegunBesideAnExchangeThatIsNone(t *testing.T) {
	t.Parallel()
	x, dir := exchanges(t, market(t))
	path := filepath.Join(dir, "golem.toml")
	edit(t, path, fmt.Sprintf("v4_fee = %d", evmtest.V4Fee), "v4_fee = 100")
	if code, said := run(t, dir, "trade 1"); code != exitConfig || !strings.Contains(said, "a pool with a hook is not traded") {
		t.Errorf("a pool that is not there: exit %d: %s", code, said)
	}
	edit(t, path, "v4_fee = 100", fmt.Sprintf("v4_fee = %d", evmtest.V4Fee))
	edit(t, path, "v2_router = "+fmt.Sprintf("%q", x.V2Router.Hex()), "v2_router = "+fmt.Sprintf("%q", x.Pair.Hex()))
	if code, said := run(t, dir, "trade 1"); code != exitConfig || !strings.Contains(said, "names no factory and wrapped coin") {
		t.Errorf("a router that is none: exit %d: %s", code, said)
	}
	edit(t, path, "v4_state_view = ", "#")
	if code, said := run(t, dir, "trade 1"); code != exitConfig || !strings.Contains(said, "a v4 pool needs both or none") {
		t.Errorf("half a v4: exit %d: %s", code, said)
	}
}
