package golem

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/life/biography"
)

// idle lends what lies idle on both markets and calls it back soon after.
const idle = `+++
name = "idle"
assets = ["USDC", "WETH"]
protocols = ["uniswap-v3", "aave-v3", "morpho-blue"]

[risk]
start_stage = "full"
+++

# Objective

Lend, recall, and die with something lent.

` + "```rule entry idle\nwhen trades_today < 1\ndo lend 10% of cash on morpho-blue then lend 5% of cash\n```\n\n" +
	"```rule entry again\nwhen trades_today >= 4 and lent < 1 usdc\ndo lend 10% of cash on morpho-blue\n```\n\n" +
	"```rule manage need\nwhen lent > 1 usdc and last_trade_age >= 1s and trades_today < 4\ndo recall lending\n```\n"

// lenders is market beside the real lending markets, and the folder of a life that
// uses both; named says in its venue where they are.
func lenders(t *testing.T, named func(*evmtest.Lenders) string) string {
	t.Helper()
	l := evmtest.NewServedLenders(t)
	l.Provide(uniswap.MinUsableTick(10), uniswap.MaxUsableTick(10), uint256.NewInt(20_000_000_000_000), new(uint256.Int).Mul(uint256.NewInt(1e18), uint256.NewInt(10_000)))
	l.Execute(l.USDC, bind.NewERC20().PackTransfer(wallet(t), uint256.NewInt(10_000_000_000).ToBig()))
	l.Send(wallet(t), 5e18)
	if err := l.Chain().Miner.SetInterval(500 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	dir := settings(t, l.Market, l.Chain().Server.Endpoint(), "")
	path := filepath.Join(dir, "golem.toml")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, edit := range [][2]string{
		{`approved_protocols = ["uniswap-v3"]`, `approved_protocols = ["uniswap-v3", "aave-v3", "morpho-blue"]`},
		{"[heartbeat]\n", "[heartbeat]\nmax_ticks = 6\n"},
		{"[venue]\n", "[venue]\n" + named(l)},
	} {
		if !bytes.Contains(text, []byte(edit[0])) {
			t.Fatalf("the settings lack %q", edit[0])
		}
		text = bytes.Replace(text, []byte(edit[0]), []byte(edit[1]), 1)
	}
	for name, body := range map[string][]byte{"golem.toml": text, "STRATEGY.md": []byte(idle)} {
		if err := os.WriteFile(filepath.Join(dir, name), body, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// A whole life lends on Morpho Blue and on Aave v3, calls back, lends again, and dies
// with a market open. It replays to the same bytes, and its report names the protocols.
func TestALifeThatLendsOnTwoMarketsReplays(t *testing.T) {
	t.Parallel()
	dir := lenders(t, func(l *evmtest.Lenders) string {
		return fmt.Sprintf("lenders = [\"aave-v3 %s\", \"morpho-blue %s %s\"]\n", l.Lending, l.Morpho, l.MorphoID())
	})
	if code, said := run(t, dir, "never"); code != exitOK || !strings.Contains(said, "dead") {
		t.Fatalf("exit %d\n%s", code, said)
	}
	var out, errs bytes.Buffer
	if code := Main(t.Context(), []string{"replay", dir}, &out, &errs); code != exitOK {
		t.Errorf("replay: exit %d, %s%s", code, out.String(), errs.String())
	}
	t.Log(out.String())
	told, err := biography.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	var course []string
	for _, e := range told.Acts.Lending {
		course = append(course, e.Kind+" "+e.Market)
	}
	want := []string{
		"supply morpho-blue", "supply aave-v3", "withdraw aave-v3", "withdraw morpho-blue",
		"supply morpho-blue", "withdraw morpho-blue", // the last by its death
	}
	if !slices.Equal(course, want) {
		t.Errorf("%v, want %v", course, want)
	}
}

// A configuration of Morpho that does not fit is refused at the start, in words.
func TestAWrongMarketOfMorphoEndsTheStart(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ market, want string }{
		"no id":      {"", "venue.morpho_market"},
		"another id": {"morpho_market = \"0x" + strings.Repeat("ab", 32) + "\"\n", "MORPHO_MARKET_NOT_FOUND"},
	} {
		dir := lenders(t, func(l *evmtest.Lenders) string {
			return fmt.Sprintf("aave_pool = %q\nmorpho = %q\n%s", l.Lending.Hex(), l.Morpho.Hex(), c.market)
		})
		if code, said := run(t, dir, "born"); code == exitOK || !strings.Contains(said, c.want) || strings.Contains(said, "active") {
			t.Errorf("%s: exit %d\n%s", name, code, said)
		}
	}
}
