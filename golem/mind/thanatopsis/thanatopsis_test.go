package thanatopsis

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

const cause = lifecycle.Cause("ttl")

var phases = []lifecycle.Phase{lifecycle.Acceptance, lifecycle.Settlement, lifecycle.Reflection, lifecycle.Legacy}

// die runs all phases and returns the testament and the errors of the phases.
func die(t *testing.T, w *world) (Testament, []error) {
	t.Helper()
	p := w.protocol()
	var faults []error
	for _, phase := range phases {
		faults = append(faults, p.Run(t.Context(), phase, cause))
	}
	var will Testament
	if text := w.papers["testament"]; text != nil {
		check(t, json.Unmarshal(text, &will))
	}
	return will, faults
}

func onlyRefuse(match string, r *turn.Refusal) func(string) (turn.Preview, turn.Execution, error) {
	return func(body string) (turn.Preview, turn.Execution, error) {
		if strings.Contains(brief(body), match) {
			return turn.Preview{Refusal: r}, turn.Execution{}, nil
		}
		return turn.Preview{}, turn.Execution{}, nil
	}
}

func onlyEnd(match string, status turn.Status) func(string) (turn.Preview, turn.Execution, error) {
	return func(body string) (turn.Preview, turn.Execution, error) {
		if strings.Contains(brief(body), match) {
			return turn.Preview{}, turn.Execution{Status: status}, nil
		}
		return turn.Preview{}, turn.Execution{}, nil
	}
}

// spec: mortality §9
func TestADeathSettlesWorstFirstSellsWritesAndEndsTheKey(t *testing.T) {
	w := newWorld()
	will, faults := die(t, w)
	check(t, errors.Join(faults...))
	const want = "cancel all: death, unlock credit, propose close 2 @50, executed, propose close 3 @50, executed, propose close 1 @50, executed, " +
		"propose sell 595000000000000000 @50, executed, destroy key, write testament, write tombstone, destroy identity"
	if got := w.acts(); got != want {
		t.Errorf("the death was\n%s, want\n%s", got, want)
	}
	if will.Death.Cause != cause || will.Death.DiedAt != 99_000 || will.Stats.GasPaid != "3.000000" || will.Stats.Ticks != 42 || len(will.Settlement.Actions) != 4 || len(will.Settlement.Stranded) != 0 {
		t.Errorf("testament %+v", will)
	}
	if will.Stats.End != 6380 || will.Stats.Return != 6380.0/8000-1 {
		t.Errorf("equity %v, return %v", will.Stats.End, will.Stats.Return)
	}
	if fmt.Sprint(will.Wallet.Balances) != "[{USDC 5000} {WETH 0}]" {
		t.Errorf("balances %v", will.Wallet.Balances)
	}
	if fmt.Sprint(will.Death.Phases) != "[{acceptance } {settlement } {reflection }]" {
		t.Errorf("phases %v", will.Death.Phases)
	}
	for _, d := range will.Settlement.Actions {
		if a := d.Action; a.Proposal.Origin != turn.OriginSettlement || a.Proposal.Cause != "death:settlement" || a.Status != turn.StatusExecuted {
			t.Errorf("settlement %+v", a)
		}
	}
	if len(w.settled) == 0 || len(w.settled[len(w.settled)-1].Positions) != 0 {
		t.Error("the state did not follow the settlement")
	}
}

// A step whose receipt is late is looked for before the next one: nothing is permitted
// while its outcome is unknown, and a second try could pay twice.
// spec: mortality §9.3, runtime §15.4
func TestAStepThatIsPendingIsWaitedFor(t *testing.T) {
	for looks, want := range map[int]string{2: "found", 9: "found", 999: ""} {
		w := newWorld()
		w.answer, w.knownAfter = onlyEnd("close 2 @50", turn.StatusPending), looks
		will, faults := die(t, w)
		check(t, errors.Join(faults...))
		first := strings.Contains(w.acts(), "propose close 2 @50, pending, found, propose close 3 @50, executed")
		if strings.Count(w.acts(), "close 2") != 1 || first != (want != "") || (len(will.Settlement.Stranded) == 0) != (want != "") {
			t.Errorf("after %d looks: %s, left open %v", looks, w.acts(), will.Settlement.Stranded)
		}
		if want != "" && will.Settlement.Actions[0].Action.Status != turn.StatusExecuted {
			t.Errorf("the testament says %s", will.Settlement.Actions[0].Action.Status)
		}
	}
}

// An owner who allows no more than the tight slippage has each position tried twice all the
// same: what somebody who came in front of the first exit made fail, the second one does.
// spec: safety §1.4 S-7
func TestAPositionIsTriedTwiceWhateverTheSlippage(t *testing.T) {
	w, tries := newWorld(), 0
	w.answer = func(body string) (turn.Preview, turn.Execution, error) {
		if !strings.Contains(brief(body), "close 2 @50") {
			return turn.Preview{}, turn.Execution{}, nil
		}
		if tries++; tries > 2 { // it is asked at the preview and at the commit
			return turn.Preview{}, turn.Execution{}, nil
		}
		return turn.Preview{}, turn.Execution{Status: turn.StatusFailed}, nil
	}
	ports := w.ports()
	ports.Limits = func() (slippage, impact money.BPS) { return 50, 300 }
	p := New(w.terms, ports, func() Life { return w.life })
	for _, phase := range phases {
		check(t, p.Run(t.Context(), phase, cause))
	}
	if !strings.Contains(w.acts(), "propose close 2 @50, failed, propose close 2 @50, executed, propose close 3 @50, executed,") {
		t.Error(w.acts())
	}
}

func TestEveryProposalOfADeathIsInTheGrammar(t *testing.T) {
	w := newWorld()
	w.answer = onlyRefuse("@50", &turn.Refusal{Layer: "cage", Detail: "no"})
	die(t, w)
	if len(w.proposals) != 8 {
		t.Fatalf("%d proposals, want two for each of four steps", len(w.proposals))
	}
	for _, body := range w.proposals {
		if _, err := grammar.Parse([]byte(body), &w.reading); err != nil {
			t.Errorf("%s: %v", body, err)
		}
	}
}

func TestEachPhaseIsAnnounced(t *testing.T) {
	w := newWorld()
	die(t, w)
	var got []string
	for _, e := range w.events {
		switch e := e.(type) {
		case wire.VitalityThanatopsisPhase:
			got = append(got, e.Phase)
		case wire.VitalityDeathInitiated:
			got = append(got, fmt.Sprintf("initiated by %s after %d", e.Cause, e.TicksLived))
		}
	}
	if want := []string{"acceptance", "initiated by ttl after 42", "settlement", "reflection", "legacy"}; !reflect.DeepEqual(got, want) {
		t.Errorf("events %v, want %v", got, want)
	}
	if err := w.protocol().Run(t.Context(), lifecycle.PhaseDone, cause); err == nil {
		t.Error("there is no fifth phase")
	}
}

func TestWhatIsRefusedTightIsTriedWider(t *testing.T) {
	for name, answer := range map[string]func(string) (turn.Preview, turn.Execution, error){
		"refused":  onlyRefuse("close 2 @50", &turn.Refusal{Layer: "cage", Detail: "too little"}),
		"reverted": onlyEnd("close 2 @50", turn.StatusFailed),
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld()
			w.answer = answer
			will, faults := die(t, w)
			if err := errors.Join(faults...); err != nil || len(will.Settlement.Stranded) != 0 {
				t.Fatalf("%v, left open %v", err, will.Settlement.Stranded)
			}
			if !strings.Contains(w.acts(), "propose close 2 @100, executed, propose close 3 @50") || len(will.Settlement.Actions) != 5 {
				t.Errorf("the death was %s", w.acts())
			}
		})
	}
}

func TestWhatStaysOpenIsNamedWithReasonAndAdvice(t *testing.T) {
	w := newWorld()
	w.answer = onlyRefuse("close 2", &turn.Refusal{Layer: "simulator", Detail: "it reverts"})
	will, faults := die(t, w)
	check(t, errors.Join(faults...))
	want := []Leftover{{"position 2", Important, stranded, "300.000000", "simulator: it reverts", "close it by hand; the key follows from the seed"}}
	if !reflect.DeepEqual(will.Settlement.Stranded, want) {
		t.Errorf("left open %+v, want %+v", will.Settlement.Stranded, want)
	}
	if !strings.Contains(w.acts(), "propose close 3 @50, executed, propose close 1 @50, executed, propose sell") {
		t.Errorf("a stuck position stopped the others: %s", w.acts())
	}
}

func TestAnExecutedRefusalIsTheReason(t *testing.T) {
	w := newWorld()
	w.answer = func(body string) (turn.Preview, turn.Execution, error) {
		if strings.Contains(body, "swap") {
			return turn.Preview{}, turn.Execution{Status: turn.StatusFailed, Refusal: &turn.Refusal{Layer: "executor", Detail: "reverted"}}, nil
		}
		return turn.Preview{}, turn.Execution{}, nil
	}
	will, _ := die(t, w)
	if len(will.Settlement.Stranded) != 1 || will.Settlement.Stranded[0].What != "WETH" || will.Settlement.Stranded[0].Reason != "executor: reverted" {
		t.Errorf("left open %+v", will.Settlement.Stranded)
	}
}

func TestAnUnknownOutcomeIsNeverTriedAgain(t *testing.T) {
	for name, status := range map[string]turn.Status{"pending": turn.StatusPending, "a fault of ours": "broken"} {
		t.Run(name, func(t *testing.T) {
			w := newWorld()
			w.answer = onlyEnd("sell", status)
			will, _ := die(t, w)
			if n := strings.Count(w.acts(), "propose sell"); n != 1 {
				t.Errorf("sold %d times", n)
			}
			if len(will.Settlement.Stranded) != 1 || will.Settlement.Stranded[0].What != "WETH" || will.Settlement.Stranded[0].Reason == "" {
				t.Errorf("left open %+v", will.Settlement.Stranded)
			}
			if last := will.Settlement.Actions[len(will.Settlement.Actions)-1].Action; last.Status != turn.StatusPending {
				t.Errorf("the testament says %s", last.Status)
			}
		})
	}
}

func TestAFaultStopsNeitherTheOtherStepsNorTheDeath(t *testing.T) {
	w := newWorld()
	broken := errors.New("the simulator is away")
	w.answer = func(body string) (turn.Preview, turn.Execution, error) {
		if strings.Contains(brief(body), "close 2") {
			return turn.Preview{}, turn.Execution{}, broken
		}
		return turn.Preview{}, turn.Execution{}, nil
	}
	will, faults := die(t, w)
	if !errors.Is(faults[1], broken) || faults[0] != nil || faults[2] != nil || faults[3] != nil {
		t.Errorf("faults %v", faults)
	}
	if len(will.Settlement.Stranded) != 1 || will.Settlement.Stranded[0].What != "position 2" || will.Settlement.Stranded[0].Reason != broken.Error() {
		t.Errorf("left open %+v", will.Settlement.Stranded)
	}
	if !strings.Contains(w.acts(), "propose close 3 @50, executed, propose close 1 @50, executed, propose sell") || !w.keyless {
		t.Errorf("the death was %s", w.acts())
	}
}

func TestAChainThatCannotBeReadLeavesEverythingNamed(t *testing.T) {
	w := newWorld()
	w.blind = func() error { return errors.New("no answer") }
	will, faults := die(t, w)
	if faults[0] == nil || faults[1] == nil || faults[2] == nil || faults[3] != nil {
		t.Errorf("faults %v", faults)
	}
	if len(will.Settlement.Stranded) != 1 || will.Settlement.Stranded[0].What != "everything" || will.Settlement.Stranded[0].Reason != "no answer" || len(w.proposals) != 0 {
		t.Errorf("left open %+v after %v", will.Settlement.Stranded, w.proposals)
	}
	if !w.keyless {
		t.Error("the key outlived the death")
	}
	if fmt.Sprint(will.Death.Phases) != "[{acceptance no answer} {settlement no answer} {reflection no answer}]" {
		t.Errorf("phases %v", will.Death.Phases)
	}
}

// spec: mortality §9.3 step 6: what the positions paid is sold with the rest, also
// where the read after the last of them failed for a moment.
func TestAReadThatFailsForAMomentStrandsNothing(t *testing.T) {
	for fails := 1; fails <= len(waits); fails++ {
		w := newWorld()
		w.blindAfter, w.blinking = 3, fails
		will, faults := die(t, w)
		if err := errors.Join(faults...); err != nil || len(will.Settlement.Stranded) != 0 {
			t.Errorf("%d failed reads: %v, left open %v", fails, err, will.Settlement.Stranded)
		}
		if !strings.Contains(w.acts(), "propose sell 595000000000000000 @50, executed") || !reflect.DeepEqual(w.waited, waits[:fails]) {
			t.Errorf("%d failed reads, waited %v: %s", fails, w.waited, w.acts())
		}
	}
}

// spec: mortality §9.1 — a dead endpoint is waited for while the time for dying lasts,
// and no longer.
func TestAnEndpointIsWaitedForUntilTheTimeIsOver(t *testing.T) {
	for limit, away := range map[int64]int{sudden: 5, planned: 64} {
		w := newWorld()
		w.terms.Limit, w.blindAfter, w.blinking = limit, 3, away
		will, faults := die(t, w)
		if err := errors.Join(faults...); err != nil || len(will.Settlement.Stranded) != 1 || strings.Contains(w.acts(), "sell") {
			t.Errorf("%v, left open %v: %s", faults, will.Settlement.Stranded, w.acts())
		}
		if will.Settlement.Stranded[0].Reason != outOfTime || will.Death.Duration != limit {
			t.Errorf("after %d ms: %+v", will.Death.Duration, will.Settlement.Stranded[0])
		}
		w = newWorld()
		w.terms.Limit, w.blindAfter, w.blinking = limit, 3, 1<<30
		will, _ = die(t, w)
		want := []Leftover{{"WETH", Passive, stranded, "unknown", "no answer", "sell by hand what the positions paid; the key follows from the seed"}}
		if !reflect.DeepEqual(will.Settlement.Stranded, want) || strings.Contains(w.acts(), "sell") {
			t.Errorf("left open %+v, want %+v: %s", will.Settlement.Stranded, want, w.acts())
		}
	}
}

func TestASimulationThatCannotBeRunIsRunAgain(t *testing.T) {
	w := newWorld()
	away := len(waits)
	w.answer = func(body string) (turn.Preview, turn.Execution, error) {
		if strings.Contains(brief(body), "close 2") && away > 0 {
			away--
			return turn.Preview{Refusal: &turn.Refusal{Layer: "simulation", Code: notSimulated}}, turn.Execution{}, nil
		}
		return turn.Preview{}, turn.Execution{}, nil
	}
	will, faults := die(t, w)
	if err := errors.Join(faults...); err != nil || len(will.Settlement.Stranded) != 0 || strings.Contains(w.acts(), "close 2 @100") {
		t.Errorf("%v, left open %v: %s", err, will.Settlement.Stranded, w.acts())
	}
}

// spec: mortality §9.3 step 7: the money is the owner's. No action hands a wallet
// back, so its only key outlives the Golem where the wallet is not known to be empty.
func TestTheOnlyKeyToAWalletThatHoldsAnythingIsKept(t *testing.T) {
	for name, c := range map[string]struct {
		recovery string
		prepare  func(*world)
		kept     bool
	}{
		"the owner has it too":   {"the key follows from the seed", func(*world) {}, false},
		"the only one":           {"", func(*world) {}, true},
		"the only one, blind":    {"", func(w *world) { w.reading.Assets, w.reading.Positions = nil, nil; w.blinks = 1 << 30 }, true},
		"the only one, gas left": {"", func(w *world) { w.reading.Assets, w.reading.Positions = nil, nil; w.reading.Native.SetUint64(1) }, true},
		"the only one, empty":    {"", func(w *world) { w.reading.Assets, w.reading.Positions = nil, nil }, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld()
			c.prepare(w)
			w.life.Recovery = c.recovery
			will, _ := die(t, w)
			if w.keyless == c.kept || will.Wallet.KeyKept != c.kept || will.Wallet.Recovery != c.recovery {
				t.Errorf("key destroyed: %v, the testament says kept: %v (%q)", w.keyless, will.Wallet.KeyKept, will.Wallet.Recovery)
			}
		})
	}
}

func TestACutOffSettlementIsNoEnd(t *testing.T) {
	w := newWorld()
	ctx, cancel := context.WithCancel(t.Context())
	w.answer = func(body string) (turn.Preview, turn.Execution, error) {
		if strings.Contains(brief(body), "close 3") {
			cancel()
			return turn.Preview{}, turn.Execution{}, ctx.Err()
		}
		return turn.Preview{}, turn.Execution{}, nil
	}
	p := w.protocol()
	if err := p.Run(ctx, lifecycle.Settlement, cause); !errors.Is(err, context.Canceled) {
		t.Fatalf("%v", err)
	}
	if strings.Contains(w.acts(), "close 1") {
		t.Error("a cancelled settlement went on")
	}
	w.answer = nil
	check(t, p.Run(t.Context(), lifecycle.Settlement, cause))
	if len(w.reading.Positions) != 0 || len(p.settling.left.left) != 0 {
		t.Errorf("after the second run: %d positions, left open %+v", len(w.reading.Positions), p.settling.left.left)
	}
}

func TestDustIsNotSold(t *testing.T) {
	// 250,000 gas at 1 gwei and 2,000 a coin cost 0.5; twice that is the least.
	for value, want := range map[float64]int{0.999: 0, 1: 1} {
		w := newWorld()
		w.reading.Positions = nil
		w.reading.Assets[1].Value = value
		will, _ := die(t, w)
		if len(w.proposals) != want || len(will.Settlement.Stranded) != 1-want {
			t.Errorf("worth %v: %d sales, left open %+v", value, len(w.proposals), will.Settlement.Stranded)
		}
		if want == 0 && will.Settlement.Stranded[0].Reason != "worth less than the gas of selling it" {
			t.Errorf("reason %q", will.Settlement.Stranded[0].Reason)
		}
	}
}

func TestAWalletOfCashSettlesWithoutAnAction(t *testing.T) {
	w := newWorld()
	w.reading.Positions = nil
	w.reading.Assets[1] = turn.Asset{Token: weth}
	will, faults := die(t, w)
	if err := errors.Join(faults...); err != nil || len(w.proposals) != 0 || len(will.Settlement.Stranded) != 0 {
		t.Errorf("%v, proposals %v, left open %v", err, w.proposals, will.Settlement.Stranded)
	}
}

func TestAPositionIsTriedOnceAndSettlementIsBounded(t *testing.T) {
	w := newWorld()
	w.reading.Positions = nil
	for i := range 100 {
		w.reading.Positions = append(w.reading.Positions, turn.Position{ID: fmt.Sprint("p", i), Value: float64(i)})
	}
	w.answer = onlyRefuse("close", &turn.Refusal{Layer: "cage", Detail: "no"})
	will, _ := die(t, w)
	seen := map[string]int{}
	for _, body := range w.proposals {
		seen[brief(body)]++
	}
	for what, n := range seen {
		if n != 1 {
			t.Errorf("%s was proposed %d times", what, n)
		}
	}
	if want := 2*maxSteps + 1; len(w.proposals) != want {
		t.Errorf("%d proposals, want %d", len(w.proposals), want)
	}
	if len(will.Settlement.Stranded) != 100 {
		t.Errorf("%d of 100 positions are named as left", len(will.Settlement.Stranded))
	}
}

func TestEveryPhaseMayRunAgain(t *testing.T) {
	once, twice := newWorld(), newWorld()
	die(t, once)
	p := twice.protocol()
	for _, phase := range phases {
		for range 2 {
			if err := p.Run(t.Context(), phase, cause); err != nil {
				t.Fatalf("%s: %v", phase, err)
			}
		}
	}
	for name, text := range once.papers {
		if string(twice.papers[name]) != string(text) {
			t.Errorf("%s is %s, want %s", name, twice.papers[name], text)
		}
	}
	if len(twice.proposals) != 4 {
		t.Errorf("%d proposals: something was settled twice", len(twice.proposals))
	}
	if twice.after != nil {
		t.Errorf("signed without a key: %v", twice.after)
	}
}

// DESIGN §10: nothing is signed after death, also where the last words are lost.
func TestTheKeyEndsOnceAfterBothDocumentsWhateverFails(t *testing.T) {
	full := errors.New("no space")
	for name, refuse := range map[string]map[string]error{
		"all is written": nil, "no testament": {"testament": full}, "no tombstone": {"tombstone": full}, "neither": {"testament": full, "tombstone": full},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld()
			w.refuse = refuse
			_, faults := die(t, w)
			if errors.Is(faults[3], full) != (refuse != nil) {
				t.Errorf("legacy: %v", faults[3])
			}
			if !strings.HasSuffix(w.acts(), "destroy key, write testament, write tombstone, destroy identity") || strings.Count(w.acts(), "destroy key") != 1 {
				t.Errorf("the end was %s", w.acts())
			}
		})
	}
}

func TestTheTombstoneSaysWhoDied(t *testing.T) {
	w := newWorld()
	die(t, w)
	var will Testament
	check(t, json.Unmarshal(w.papers["testament"], &will))
	want := `{"golem_id":"golem-1","name":"Ada","wallet_address":"0x01","chain_id":0,"death_cause":"ttl","born_at_ms":1000,"died_at_ms":99000,"ticks_lived":42,` +
		`"trades_executed":4,"credit_funded_usdc":"0.000000","net_pnl":-1620,"stranded":0,"testament_sha256":"` + will.Integrity.SHA256 + `"}`
	if got := string(w.papers["tombstone"]); got != want || len(will.Integrity.SHA256) != 64 {
		t.Errorf("tombstone %s, want %s", got, want)
	}
}

func TestALifeWithoutEquityHasNoReturn(t *testing.T) {
	w := newWorld()
	w.reading.Assets = []turn.Asset{{Token: usdc, Units: *uint256.NewInt(0)}}
	w.reading.Positions = nil
	p := New(Terms{}, w.ports(), func() Life { return Life{} })
	if will := p.testament(cause); will.Stats.Return != 0 || will.Stats.End != 0 {
		t.Errorf("%+v", will)
	}
}

// spec: mortality §4.2, §7 — a testament says what the clocks stood at, and by what
// secret the life was rolled for; one that cannot be had stops no death.
func TestTheTestamentRevealsTheSecretOfTheRolls(t *testing.T) {
	for name, c := range map[string]struct {
		err  error
		want string
	}{"revealed": {nil, "2a" + strings.Repeat("00", 31)}, "lost": {errors.New("wiped"), ""}} {
		w := newWorld()
		w.life.Death = mortality.Autopsy{Clock: "economic", Composite: 0.07}
		w.secret = func() ([32]byte, error) { return [32]byte{42}, c.err }
		left, faults := die(t, w)
		if left.Death.Clocks == nil || left.Death.Clocks.Secret != c.want || left.Death.Clocks.Clock != "economic" || !w.keyless || !errors.Is(faults[3], c.err) {
			t.Errorf("%s: %+v, %v", name, left.Death.Clocks, faults)
		}
		for _, e := range w.events {
			if d, is := e.(wire.VitalityDeathInitiated); is && d.VitalityAtDeath != 0.07 {
				t.Errorf("%s: told %+v", name, d)
			}
		}
	}
}
