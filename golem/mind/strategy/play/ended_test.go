package play

import (
	"testing"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/wire"
)

const halves = "```rule exit out\nwhen true do sell 50% of position\n```\n"

// halving holds 400 USDC of WETH in a market where half of that goes in four parts, and has
// sent the first.
func halving(t testing.TB) (*paper, *Player, float64) {
	m, p, exit := shallow(t, halves, 1_000, 10_000, false)
	m.ends = map[string]turn.Status{}
	hold(t, m, 400)
	held := m.wallet(weth.Address).Float64()
	m.play(p, 0, exit)
	if len(p.Rest(12_000)) != 1 {
		t.Fatal("there is no rest")
	}
	return m, p, held
}

// rests plays what is due, a tick each 12 s, until nothing is.
func rests(m *paper, p *Player, now int64) int64 {
	for range 40 {
		if due := p.Rest(now); len(due) > 0 {
			m.play(p, now, due)
		}
		now += 12_000
	}
	return now
}

func half(t testing.TB, m *paper, held float64, what string) {
	t.Helper()
	if left := m.wallet(weth.Address).Float64() / held; left < 0.499 || left > 0.501 {
		t.Errorf("%s: %.4f left of what was to be halved", what, left)
	}
}

// spec: safety §17 — a tick that ends behind a part keeps the rest of the order, with that
// part where it was not sent.
func TestATickThatEndsBehindAPartKeepsTheRest(t *testing.T) {
	for _, status := range []turn.Status{turn.StatusBlocked, turn.StatusCancelled, turn.StatusFailed, turn.StatusExecuted} {
		m, p, held := halving(t)
		m.ends["swap"] = status
		m.play(p, 12_000, p.Rest(12_000))
		if due := p.Rest(24_000); len(due) != 1 {
			t.Errorf("behind a part that is %s nothing is due", status)
		}
		delete(m.ends, "swap")
		rests(m, p, 24_000)
		half(t, m, held, string(status))
	}
}

// The first part is no other than the rest.
func TestATickThatEndsBehindTheFirstPartKeepsTheRest(t *testing.T) {
	m, p, exit := shallow(t, halves, 1_000, 10_000, false)
	hold(t, m, 400)
	held := m.wallet(weth.Address).Float64()
	m.ends = map[string]turn.Status{"swap": turn.StatusExecuted}
	m.play(p, 0, exit)
	delete(m.ends, "swap")
	rests(m, p, 12_000)
	half(t, m, held, "the first")
}

// What was pending and is not executed is sent again, whichever part it was; what is
// executed is not.
func TestAPartThatWasPendingGoesOnceItIsKnown(t *testing.T) {
	for part := 2; part <= 4; part++ {
		for status, gone := range map[turn.Status]bool{turn.StatusFailed: false, turn.StatusBlocked: false, turn.StatusExecuted: true} {
			m, p, held := halving(t)
			now := int64(12_000)
			for n := 2; n < part; n++ {
				m.play(p, now, p.Rest(now))
				now += 12_000
			}
			m.refuse["swap"] = turn.StatusPending
			done, _ := m.play(p, now, p.Rest(now))
			delete(m.refuse, "swap")
			act := done[0]
			p.Resolved(turn.Action{Preview: turn.Preview{PermitID: "another"}, Status: turn.StatusFailed})
			p.Resolved(act)
			if act.Status = status; gone { // the wallet of the paper market has it yet
				d := m.amount(sizes(t, done)[0])
				m.pay(weth.Address, d)
			}
			p.Resolved(act)
			p.Resolved(act)
			rests(m, p, now+12_000)
			half(t, m, held, string(status))
			if len(p.agenda.flights) != 0 {
				t.Errorf("%d parts are still under way", len(p.agenda.flights))
			}
		}
	}
}

// An order that was given up while a part of it was pending does not come back with it.
func TestWhatWasGivenUpDoesNotComeBack(t *testing.T) {
	m, p, _ := halving(t)
	m.refuse["swap"] = turn.StatusPending
	done, _ := m.play(p, 12_000, p.Rest(12_000))
	m.play(p, 24_000, emergency)
	done[0].Status = turn.StatusFailed
	if p.Resolved(done[0]); len(p.Rest(1<<40)) != 0 {
		t.Errorf("%+v is due", p.Rest(1<<40))
	}
}

// A way out does not run out of tries while only the moment speaks against it.
func TestAnExitWaitsForAsLongAsTheMomentIsWrong(t *testing.T) {
	for _, code := range []wire.Code{wire.CodeExecutionSimUnavailable, wire.CodeSafetyRateLimit} {
		m, p, held := halving(t)
		now := int64(12_000)
		m.refuse["swap"], m.code = turn.StatusBlocked, code
		for range 3 * mostRetries {
			m.play(p, now, p.Rest(now))
			now += 12_000
		}
		delete(m.refuse, "swap")
		rests(m, p, now)
		half(t, m, held, string(code))
	}
}

// spec: heartbeat §3 — the owner's word holds until it is done.
func TestCloseAllIsTriedUntilNothingIsLeft(t *testing.T) {
	m, p := wealthy(t, false), New(fixed{compiled(t, trading)})
	m.refuse["withdraw"], m.refuse["remove_liquidity"] = turn.StatusBlocked, turn.StatusFailed
	m.play(p, 0, nil, turn.Steer{ID: "s", Text: "close all"})
	if !m.wallet(weth.Address).IsZero() {
		t.Error("the ether was not sold")
	}
	m.play(p, apart, p.Rest(apart)) // what it sold is none of what is left
	if due := p.Rest(apart + later - 1); len(due) != 0 {
		t.Errorf("tried again at once: %+v", due)
	}
	m.play(p, apart+later, p.Rest(apart+later))
	delete(m.refuse, "withdraw")
	delete(m.refuse, "remove_liquidity")
	m.play(p, apart+2*later, p.Rest(apart+2*later))
	if len(m.r.Positions) != 0 || !m.r.Lending[0].Idle() {
		t.Errorf("left %+v, %+v", m.r.Positions, m.r.Lending)
	}
	m.play(p, 2*apart+2*later, p.Rest(2*apart+2*later)) // what came out of the position is sold
	if left := AtRisk(m.r); left > 1 {
		t.Errorf("%v left", left)
	}
	m.play(p, 3*later, p.Rest(3*later))
	if due := p.Rest(1 << 40); len(due) != 0 {
		t.Errorf("done, it goes on with %+v", due)
	}
}

func TestCloseAllOutlastsATickOfEightSteps(t *testing.T) {
	m, p := crowded(t, 20), New(fixed{compiled(t, trading)})
	m.play(p, 0, nil, turn.Steer{ID: "s", Text: "close all"})
	rests(m, p, 12_000)
	if left := AtRisk(m.r); left > 1 || len(m.r.Positions) != 0 {
		t.Errorf("%v left, %d positions", left, len(m.r.Positions))
	}
}

func TestAnOwnerWhoOpensAgainClosesNothingMore(t *testing.T) {
	m, p := wealthy(t, false), New(fixed{compiled(t, trading)})
	m.refuse["withdraw"] = turn.StatusBlocked
	m.play(p, 0, nil, turn.Steer{ID: "s", Text: "close all"})
	m.play(p, 1, nil, turn.Steer{ID: "r", Text: "resume entries"})
	if due := p.Rest(1 << 40); len(due) != 0 {
		t.Errorf("it goes on with %+v", due)
	}
}
