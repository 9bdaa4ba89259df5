package golem

import (
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/money"
)

// spec: mortality §2.2, §2.3 — a living Golem is fed by a transaction that brought money to
// its account, counted once and for no more than it brought, and given more time, which is
// charged while it passes; the life replays, and its books add up.
func TestALivingGolemIsFedAndExtended(t *testing.T) {
	t.Parallel()
	m := market(t)
	dir := settings(t, m, m.Chain().Server.Endpoint(), "")
	edit(t, filepath.Join(dir, "golem.toml"), "[golem]\n", "[golem]\nmode = \"hosted\"\nlifetime = \"2h\"\n")
	pays := func(want int, says string, args ...string) {
		if code, said := ask(t, append(args, "--data-dir", dir)...); code != want || !strings.Contains(said, says) {
			t.Errorf("%q: exit %d: %s", args, code, said)
		}
	}
	code, said := spoken(t, dir, "trade 1", func() {
		tx := m.Execute(m.USDC, bind.NewERC20().PackTransfer(wallet(t), big.NewInt(30_000_000))).TxHash.Hex()
		c := clock.System{}
		_ = c.WaitUntil(t.Context(), c.Now().Add(2*time.Second)) // blocks above it
		pays(exitRefused, "brought 30.000000 USDC, and not 30.000001", "feed", "--usdc", "30.000001", "--tx", tx)
		pays(exitOK, "heard after tick", "feed", "--usdc", "25", "--tx", tx)
		pays(exitRefused, "was counted before", "feed", "--usdc", "5", "--tx", tx)
		pays(exitRefused, "the Golem sent the transaction", "feed", "--usdc", "1", "--tx", ownSale(t, dir))
		pays(exitRefused, "not found", "feed", "--usdc", "5", "--tx", "0x"+strings.Repeat("12", 32))
		pays(exitOK, "heard after tick", "extend", "--by", "1d", "--price", "2600")
		livesOn(t, dir, 2)
	})
	if code != exitOK || strings.Count(said, "credit accepted") != 1 || strings.Count(said, "time accepted") != 1 {
		t.Errorf("exit %d: %s", code, said)
	}
	born, err := agent.BirthIn(filepath.Join(dir, home.JournalDir))
	if err != nil {
		t.Fatal(err)
	}
	all := recorded(t, dir)
	last := all[len(all)-1].Mortality
	if got := last.PaidUntil - born.Birth.Start; got != 26*time.Hour.Milliseconds() {
		t.Errorf("the time ends %d ms after the birth", got)
	}
	if left := last.Remaining; left <= 70*money.One || left > 75*money.One {
		t.Errorf("%s of credit is left", left)
	}
	if given := asked(t, dir).Clocks.Given; given != 75*money.One {
		t.Errorf("%s of credit was given", given)
	}
	books, err := ledger.Open(filepath.Join(dir, home.LedgerDir), ledger.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer books.Close()
	for _, line := range books.Balances() {
		if line.Account == ledger.Time && line.Asset == ledger.Credit && line.Balance.Int64() != 2600*int64(money.One) {
			t.Errorf("of the time %s is not charged, and it has not begun", line.Balance)
		}
	}
	if code, said := ask(t, "replay", dir); code != exitOK {
		t.Errorf("replay: exit %d: %s", code, said)
	}
}

// ownSale is a transaction by which a living Golem sold.
func ownSale(t *testing.T, dir string) string {
	t.Helper()
	c := clock.System{}
	for range 100 {
		for _, r := range recorded(t, dir) {
			for _, a := range r.Actions {
				if strings.Contains(a.Proposal.Cause, "exit") && a.Status == turn.StatusExecuted {
					_ = c.WaitUntil(t.Context(), c.Now().Add(2*time.Second)) // blocks above it
					return a.Execution.TxHash.Hex()
				}
			}
		}
		_ = c.WaitUntil(t.Context(), c.Now().Add(200*time.Millisecond))
	}
	t.Error("it sold nothing")
	return ""
}

func TestAPaymentThatMakesNoSenseIsRefused(t *testing.T) {
	dir := t.TempDir()
	tx := "0x" + strings.Repeat("12", 32)
	for _, args := range [][]string{
		{"feed"},
		{"feed", "--usdc", "5"},
		{"feed", "--usdc", "0", "--tx", tx},
		{"feed", "--usdc", "-5", "--tx", tx},
		{"feed", "--usdc", "five", "--tx", tx},
		{"feed", "--usdc", "5", "--tx", "0x12"},
		{"feed", "--usdc", "5", "--tx", "0x" + strings.Repeat("00", 32)},
		{"feed", "--usdc", "5", "--tx", tx},
		{"extend"},
		{"extend", "--by", "-1h"},
		{"extend", "--by", "1h", "--price", "-1"},
		{"extend", "--by", "1000000h"},
		{"extend", "--by", "soon"},
		{"extend", "--by", "-1d"},
		{"extend", "--by", "1.5d"},
		{"extend", "--by", "d"},
		{"extend", "--by", "70000d"},
		{"extend", "--by", "1h"},
	} {
		if code, said := ask(t, append(args, "--data-dir", dir)...); code == exitOK || said == "" {
			t.Errorf("%v: exit %d: %s", args, code, said)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("the folder holds %v, %v", fmt.Sprint(left), err)
	}
}
