package golem

import (
	"bytes"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"bardo.run/bardo/app/bardo"
	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/life/biography"
	"bardo.run/bardo/life/report"
	"bardo.run/bardo/wire"
)

// A key that itself holds more than its owner lets it is refused at the start, with what to do;
// no contract would see what lies there. What it trades counts with its coin and its dollars.
//
// spec: DESIGN §12.29
func TestAKeyThatHoldsTooMuchIsRefused(t *testing.T) {
	b := bound(t, grant.LocalKey)
	b.edit("max_key_balance = 100000.0\n", "")
	// No feed is configured: a mind buys and sells at prices of its own, within the day's sum.
	told := func(figure, key string) []string {
		const at = " USD in any 24 hours, at today's prices: 5,000.00 spent within the day's sum, at any price (held by the chain), "
		var both []string
		for _, who := range []string{"A hostile mind", "Whoever steals the key"} {
			both = append(both, who+" takes at most "+figure+at+key+" coin and dollars of the key's own account (held by nobody).")
		}
		return both
	}
	if code, said := b.grants("--yes", "--daily", "5000"); code != 0 || !slices.Equal(worstDays(said), told("5,050.00", "50.00")) {
		t.Fatalf("exit %d\n%s", code, said)
	}
	code, said := b.lives("trade 1")
	if code != exitWallet || !strings.Contains(said, "custody.max_key_balance lets it hold 50: send what is above that to your account "+wallet(t).Hex()) || strings.Contains(said, "trade 1") {
		t.Fatalf("one coin in the key: exit %d\n%s", code, said)
	}
	b.edit("grant_path", "max_key_balance = 5000.0\ngrant_path")
	if code, said = b.lives("trade 1"); code != exitOK || !slices.Equal(worstDays(said), told("10,000.00", "5,000.00")) {
		t.Fatalf("within the limit: exit %d\n%s", code, said)
	}
	b.Execute(b.WETH, bind.NewERC20().PackTransfer(b.session, big.NewInt(2e18)))
	if code, said = b.lives("trade 1"); code != exitWallet || !strings.Contains(said, "WETH worth ") || !strings.Contains(said, "custody.max_key_balance lets it hold 5,000") {
		t.Fatalf("two more in ether: exit %d\n%s", code, said)
	}
}

// spec: DESIGN §12.29 — at the day's limit the owner reads, from the program, the record, the
// report and bardo why, what happened, what still works and when it ends; a restart does not
// end it, what is held is still sold, and the life replays.
func TestAtTheDaysLossTheOwnerReadsWhatWorksAndUntilWhen(t *testing.T) {
	t.Parallel()
	m := market(t)
	dir := settings(t, m, m.Chain().Server.Endpoint(), "")
	edit(t, dir+"/golem.toml", "[safety]\n", "[safety]\nmax_loss_day_bps = 4\n")
	edit(t, dir+"/golem.toml", "[venue]\n", "[venue]\nnative_usd = 1900.0\n")
	told := []string{ // 10,000 dollars, and 5 coins of 1,900
		"A hostile mind can take everything in a day, 19,500.00 USD at today's prices: what is bought and sold at a price that somebody bends, because not every asset has a price feed, is as much as the account is worth, and only the Golem's program holds a limit.",
		"Whoever steals the key can take everything in a day, 19,500.00 USD at today's prices: no contract holds a limit on the Golem's own account.",
	}
	code, said := run(t, dir, "SAFETY_LOSS_LIMIT")
	if got := worstDays(said); !slices.Equal(got, told) {
		t.Errorf("at the start %q", got)
	}
	for _, words := range []string{
		"refused, SAFETY_LOSS_LIMIT: ", " USDC that may be lost in 24 hours are lost, which allows it again at 20", "nothing that may lose ", "positions can be left, lent money that secures no debt withdrawn, debts repaid, and what is held be sold for at most 1.00% less than its worth",
	} {
		if code != exitOK || !strings.Contains(said, words) {
			t.Fatalf("exit %d, and it does not say %q\n%s", code, words, said)
		}
	}
	before := recorded(t, dir)
	if n := executed(before); n == 0 {
		t.Fatalf("nothing was lost before the limit:\n%s", said)
	}
	if code, said = run(t, dir, "SAFETY_LOSS_LIMIT"); code != exitOK || !strings.Contains(said, "refused, SAFETY_LOSS_LIMIT") {
		t.Fatalf("after a restart: exit %d\n%s", code, said)
	}
	tick := uint64(0)
	for _, r := range recorded(t, dir) {
		for _, a := range r.Actions {
			if a.Preview.Refusal != nil && a.Preview.Refusal.Code == wire.CodeSafetyLossLimit {
				tick = r.Tick
			}
		}
	}
	if tick == 0 {
		t.Fatal("no record has the refusal")
	}
	var out, errs bytes.Buffer
	if code := Main(t.Context(), []string{"replay", dir}, &out, &errs); code != exitOK {
		t.Errorf("replay: %d %s%s", code, &out, &errs)
	}
	out.Reset()
	if code := bardo.Main(t.Context(), []string{"why", dir, "--tick", fmt.Sprint(tick)}, &out, &errs); code != 0 || !strings.Contains(out.String(), "SAFETY_LOSS_LIMIT") ||
		!strings.Contains(out.String(), "that may be lost in 24 hours are lost") || !strings.Contains(out.String(), "the detail says when more is allowed") {
		t.Errorf("bardo why: %d %s%s", code, &out, &errs)
	}
	l, err := biography.Read(dir)
	if err != nil || l.Fate.Limits == nil || !slices.Equal(l.Fate.Limits.WorstDay, told) {
		t.Fatalf("the report: %+v (%v)", l.Fate.Limits, err)
	}
	if i := slices.IndexFunc(l.Fate.Limits.Refusals, func(r report.Refused) bool { return r.Code == string(wire.CodeSafetyLossLimit) }); i < 0 || !strings.Contains(l.Fate.Limits.Refusals[i].Example, "are lost") {
		t.Errorf("the report's refusals: %+v", l.Fate.Limits.Refusals)
	}
}

func executed(records []*turn.Record) (n int) {
	for _, r := range records {
		for _, a := range r.Actions {
			if a.Status == turn.StatusExecuted {
				n++
			}
		}
	}
	return n
}
