package golem

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/life/biography"
)

// between lends to two vaults, calls back, and lends to the other one first. More than its cap goes into
// neither.
const between = `+++
name = "between"
assets = ["USDC", "WETH"]
protocols = ["uniswap-v3", "erc-4626"]

[risk]
start_stage = "full"
+++

# Objective

Lend to two vaults, move, and die with something in both.

` + "```rule entry first\nwhen trades_today < 1\ndo lend 10% of cash on erc-4626 then lend 500 usdc at erc-4626-second\n```\n\n" +
	"```rule entry other\nwhen trades_today >= 4 and lent < 1 usdc\ndo lend 500 usdc on erc-4626-second then lend 200 usdc on erc-4626\n```\n\n" +
	"```rule entry beyond\nwhen lent(erc-4626-second) > 1 usdc and lent(erc-4626) < 500 usdc\ndo lend 900 usdc on erc-4626-second\n```\n\n" +
	"```rule manage back\nwhen lent(erc-4626) > 900 usdc and lent(erc-4626-second) > 400 usdc and last_trade_age >= 1s\ndo recall lending\n```\n"

// A life on a devnet lends to two vaults of one protocol, each by its name: both are valued and capped by
// themselves, it moves between them, and its death leaves both. Its shares are gone then, and its
// money is its own.
//
// spec: tools-archetypes §5.6, safety §7.6
func TestALifeMovesBetweenTwoVaultsAndLeavesBoth(t *testing.T) {
	t.Parallel()
	var l *evmtest.Lenders
	dir := lenders(t, func(on *evmtest.Lenders) string {
		l = on
		return fmt.Sprintf("lenders = [\"erc-4626 %s\", \"erc-4626-second %s\"]\n", on.At("Vault"), on.At("SecondVault"))
	})
	path := filepath.Join(dir, "golem.toml")
	edit(t, path, `["uniswap-v3", "aave-v3", "morpho-blue"]`, `["uniswap-v3", "erc-4626"]`)
	edit(t, path, "[safety]\n", "[safety]\nmax_market = [\"erc-4626-second 7%\"]\n")
	edit(t, path, "max_ticks = 6\n", "max_ticks = 5\n")
	if err := os.WriteFile(filepath.Join(dir, "STRATEGY.md"), []byte(between), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, said := run(t, dir, "never"); code != exitOK || !strings.Contains(said, "dead") {
		t.Fatalf("exit %d\n%s", code, said)
	}
	var out, errs bytes.Buffer
	if code := Main(t.Context(), []string{"replay", dir}, &out, &errs); code != exitOK {
		t.Errorf("replay: exit %d, %s%s", code, out.String(), errs.String())
	}
	told, err := biography.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	var course []string
	for _, e := range told.Acts.Lending {
		course = append(course, e.Kind+" "+e.Market)
	}
	want := []string{
		"supply erc-4626", "supply erc-4626-second", "withdraw erc-4626", "withdraw erc-4626-second",
		"supply erc-4626-second", "supply erc-4626", "withdraw erc-4626", "withdraw erc-4626-second", // the last two by its death
	}
	slices.Sort(course[max(0, len(course)-2):])
	if !slices.Equal(course, want) {
		t.Errorf("%v, want %v", course, want)
	}
	both, capped := 0, 0
	for _, r := range recorded(t, dir) {
		one, _ := r.Seen.Reading.Lender("erc-4626")
		other, _ := r.Seen.Reading.Lender("erc-4626-second")
		if one.Value > 100 && other.Value > 400 {
			both++
		}
		for _, a := range r.Actions {
			if a.Status == turn.StatusBlocked && a.Proposal.Market() == "erc-4626-second" {
				capped++
			}
		}
	}
	if both < 2 || capped == 0 {
		t.Errorf("%d ticks saw something in both, %d orders beyond the cap were refused", both, capped)
	}
	token := bind.NewERC20()
	for _, name := range []string{"Vault", "SecondVault"} {
		if left, err := token.UnpackBalanceOf(l.Ask(l.At(name), token.PackBalanceOf(wallet(t)))); err != nil || left.Sign() != 0 {
			t.Errorf("%v shares of %s are left (%v)", left, name, err)
		}
	}
	if held, err := token.UnpackBalanceOf(l.Ask(l.USDC, token.PackBalanceOf(wallet(t)))); err != nil || held.Int64() < 10_000_000_000-8 {
		t.Errorf("%v units of USDC came home (%v)", held, err)
	}
}
