package thanatopsis

import (
	"errors"
	"strings"
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/internal/money"
)

func TestPatienceEndsByTimeOrByAnOrder(t *testing.T) {
	w := newWorld()
	p := &patience{now: func() int64 { return w.now }, wait: w.Wait, abandoned: func() bool { return w.abandoned }, limit: 60_000}
	if p.took(w.now) != 0 {
		t.Error("a death that has not begun took its time")
	}
	p.begin()
	if why := p.rest(t.Context(), 12_000); why != "" || p.dear != 12_000 || p.spent() {
		t.Errorf("rested %d ms: %q", p.dear, why)
	}
	p.begin()
	if p.took(w.now) != 12_000 || p.over() != "" {
		t.Errorf("it took %d ms, over %q", p.took(w.now), p.over())
	}
	if ms := p.pause(t.Context(), 99); ms != 30_000 {
		t.Errorf("paused %d ms", ms)
	}
	if ms := p.pause(t.Context(), 99); ms != 18_000 || p.over() != outOfTime || p.rest(t.Context(), 1) != outOfTime {
		t.Errorf("paused %d ms, over %q", ms, p.over())
	}
	if w.abandoned = true; p.over() != givenUp || p.pause(t.Context(), 0) != 0 {
		t.Errorf("over %q", p.over())
	}
}

// What a death may cost is divided over what was open when it began, once.
func TestMeansAreDividedOnce(t *testing.T) {
	m := means{purse: newWorld(), review: 5_000}
	total, err := m.unlock()
	if err != nil || m.allot(total, turn.Reading{}) != nil {
		t.Fatal(err)
	}
	first := m.told(5 * money.One)
	if want, _ := mortality.Allot(money.One, 0, 5_000); first.Review != want.Review.String() || first.Gas != "2.000000" {
		t.Errorf("%+v, want %+v", first, want)
	}
	if err := m.allot(9*total, newWorld().reading); err != nil || m.told(5*money.One) != first {
		t.Errorf("divided again: %+v, %v", m.told(5*money.One), err)
	}
}

// A reading that failed leaves what was read before. It is what the chain holds only where
// nothing was done since.
func TestASightThatFailsKeepsWhatWasSeen(t *testing.T) {
	w := newWorld()
	s := &sight{market: w, portfolio: w}
	away := errors.New("no answer")
	w.blind = func() error { return away }
	if err := s.glance(t.Context()); !errors.Is(err, away) || s.known || s.empty() {
		t.Errorf("nothing was ever seen: %v, known %v", err, s.known)
	}
	w.blind = nil
	if err := s.look(t.Context()); err != nil || !s.known || len(s.last.Positions) != 3 {
		t.Fatalf("%v, %+v", err, s.last)
	}
	w.blind = func() error { return away }
	if err := s.glance(t.Context()); err != nil || !s.known {
		t.Errorf("glanced: %v, known %v", err, s.known)
	}
	if err := s.look(t.Context()); !errors.Is(err, away) || s.known || len(s.last.Positions) != 3 {
		t.Errorf("looked: %v, known %v", err, s.known)
	}
}

func TestARecordLearnsWhatBecameOfAStep(t *testing.T) {
	r := &record{life: func() Life { return Life{GolemID: "g", Ticks: 7} }}
	sale, loan := step{what: "WETH", value: 10}, step{what: "aave-v3 USDC", class: Critical}
	r.note(sale, turn.Action{Status: turn.StatusFailed}, 1)
	r.note(loan, turn.Action{Status: turn.StatusPending, Preview: turn.Preview{PermitID: "p", Simulation: &turn.Simulation{GasUsed: 5}}, Execution: &turn.Execution{}}, 2)
	if d := r.note(sale, turn.Action{Status: turn.StatusBlocked, Preview: turn.Preview{Refusal: &turn.Refusal{Layer: "cage", Detail: "no"}}}, 3); d.Key != "g/7/WETH/2" || d.before != 3 {
		t.Errorf("%+v", d)
	}
	if got := r.failed("WETH", "other"); got != "cage: no" {
		t.Errorf("WETH failed for %q", got)
	}
	if got := r.failed("position 1", "other"); got != "other" {
		t.Errorf("a position failed for %q", got)
	}
	if s := r.simulated("lending market aave-v3"); s == nil || s.GasUsed != 5 || r.simulated("WETH") != nil {
		t.Errorf("simulated %+v", s)
	}
	if !strings.HasPrefix(r.byHand("lending market aave-v3", "repay"), "look for that order") || r.byHand("WETH", "sell") != "sell" {
		t.Error("an order without an outcome is not named where it belongs")
	}
	r.learn([]turn.Execution{{PermitID: "p", Status: turn.StatusExecuted, Cost: 2 * money.One}})
	if r.byHand("lending market aave-v3", "repay") != "repay" || !r.executedSince(1) || r.executedSince(2) || len(r.since(1)) != 2 {
		t.Errorf("not learnt: %+v", r.deeds)
	}
	if told := r.told(); told.Failures != 2 || told.Gas != "2.000000" || len(told.Actions) != 3 {
		t.Errorf("told %+v", told)
	}
}

// Each thing that stays is named once, and the bill is for all of them.
func TestRemainsAreNamedOnceWithTheirBill(t *testing.T) {
	w := newWorld()
	w.reading.MaxFee, w.reading.Lending = *uint256.NewInt(4e9), []turn.Lending{{Protocol: "idle"}}
	r := &remains{tried: &record{}, seen: &sight{last: w.reading, known: true}}
	if r.bill() != "" {
		t.Errorf("a bill for nothing: %s", r.bill())
	}
	r.strand("position 2", Important, "1", "first", "wait")
	r.strand("position 2", Important, "300", "it reverts", "close it by hand")
	r.complete("late")
	var named []string
	for _, l := range r.told("") {
		named = append(named, l.What+": "+l.Reason)
		if !strings.HasSuffix(l.Advice, "; "+onlyKey) {
			t.Errorf("%s: %s", l.What, l.Advice)
		}
	}
	if got := strings.Join(named, ", "); got != "position 2: it reverts, position 1: late, position 3: late, WETH: late" {
		t.Errorf("named %s", got)
	}
	if bill := r.bill(); !strings.Contains(bill, "may take 0.004 of") { // four times 250,000 gas at 4 gwei
		t.Errorf("the bill is %s", bill)
	}
	if r.forget("WETH"); r.named("WETH") || !r.named("position 2") {
		t.Error("forgot another")
	}
	if r.clear(); len(r.told("a key")) != 0 {
		t.Error("what was cleared stays")
	}
}

// A sale that was refused is tried again only behind a step that was executed, or in a
// settlement that begins again.
func TestASaleThatWasRefusedIsNotRepeated(t *testing.T) {
	w := newWorld()
	w.answer = onlyRefuse("sell", &turn.Refusal{Layer: "cage", Detail: "no"})
	s := w.protocol().settling.sale
	s.time.begin()
	check(t, s.seen.see(t.Context()))
	asks := func() int {
		before := len(w.proposals)
		check(t, s.sell(t.Context()))
		return len(w.proposals) - before
	}
	if first, second := asks(), asks(); first != 2 || second != 0 {
		t.Errorf("asked %d times, then %d", first, second)
	}
	s.tried.note(step{what: "position 1"}, turn.Action{Status: turn.StatusExecuted}, 0)
	if n := asks(); n != 2 {
		t.Errorf("behind an executed step it asked %d times", n)
	}
	if s.again(); asks() != 2 {
		t.Error("a settlement that begins again does not sell")
	}
	if !s.left.named("WETH") {
		t.Error("what was not sold is not named")
	}
}
