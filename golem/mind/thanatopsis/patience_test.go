package thanatopsis

import (
	"errors"
	"strings"
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/wire"
)

// spec: mortality §9.1 — thirty minutes for a death that was planned, and half a minute in any
// case; of paid time what is left of it where that is less, but for a quarter or half a minute
// for what comes behind the settlement.
func TestADeathHasItsTime(t *testing.T) {
	const begun = 99_000
	for name, c := range map[string]struct {
		terms Terms
		until int64
		want  int64
	}{
		"planned":              {Terms{}, 0, planned},
		"with a limit":         {Terms{Limit: 60_000}, 0, 60_000},
		"of a minute's life":   {Terms{}, begun + 6_000, 4_500},
		"of the shortest":      {Terms{}, begun + 5_000, 3_750},
		"before it is over":    {Terms{}, begun + 600_000, 570_000},
		"much is paid for":     {Terms{}, begun + 1<<40, planned},
		"at its last minute":   {Terms{}, begun + 45_000, 33_750},
		"behind its last":      {Terms{}, begun - 45_000, late},
		"a limit too short":    {Terms{Limit: 1}, 0, sudden},
		"the shorter of two":   {Terms{Limit: 60_000}, begun + 600_000, 60_000},
		"the other is shorter": {Terms{Limit: 600_000}, begun + 90_000, 67_500},
	} {
		w := newWorld()
		w.terms, w.until, w.blind = c.terms, c.until, func() error { return errors.New("no answer") }
		if will, _ := die(t, w); will.Death.Duration != c.want {
			t.Errorf("%s: it took %d ms, want %d", name, will.Death.Duration, c.want)
		}
	}
}

func costly(times int) func(string) (turn.Preview, turn.Execution, error) {
	return func(body string) (turn.Preview, turn.Execution, error) {
		if times--; strings.Contains(brief(body), "close 2") && times >= 0 {
			r := &turn.Refusal{Layer: "gas", Code: wire.CodeSafetyGasPartition, Detail: "the death's budget does not cover the gas"}
			return turn.Preview{}, turn.Execution{Status: turn.StatusBlocked, Refusal: r}, nil
		}
		return turn.Preview{}, turn.Execution{}, nil
	}
}

// A gas price that is too high for the death is waited out, for ten minutes in all;
// then what can be paid for is done, and the rest is named.
func TestGasThatIsTooDearIsWaitedFor(t *testing.T) {
	w := newWorld()
	w.answer = costly(8)
	will, faults := die(t, w)
	if err := errors.Join(faults...); err != nil || len(will.Settlement.Stranded) != 0 || strings.Contains(w.acts(), "close 2 @100") {
		t.Errorf("a spike that passes: %v, %v: %s", err, will.Settlement.Stranded, w.acts())
	}
	if n := len(will.Settlement.Actions); n != 4 {
		t.Errorf("%d actions: a try that only waited is none", n)
	}
	w = newWorld()
	w.answer = costly(1 << 30)
	will, faults = die(t, w)
	left := will.Settlement.Stranded
	if err := errors.Join(faults...); err != nil || len(left) != 1 || left[0].What != "position 2" || !strings.Contains(left[0].Reason, "budget") {
		t.Fatalf("a spike that lasts: %v, %v", err, left)
	}
	if took := will.Death.Duration; took < costlier || took > costlier+waits[len(waits)-1] {
		t.Errorf("it waited %d ms", took)
	}
	if !strings.Contains(w.acts(), "close 3 @50, executed") || !strings.Contains(w.acts(), "sell") {
		t.Errorf("the rest was not settled: %s", w.acts())
	}
}

// An order that ends the settlement leaves everything named and goes on to the
// testament.
func TestASettlementCanBeAbandoned(t *testing.T) {
	w := newWorld()
	w.answer = func(body string) (turn.Preview, turn.Execution, error) {
		w.abandoned = w.abandoned || strings.Contains(brief(body), "close 3")
		return turn.Preview{}, turn.Execution{}, nil
	}
	will, faults := die(t, w)
	if err := errors.Join(faults...); err != nil || strings.Contains(w.acts(), "sell") || strings.Contains(w.acts(), "close 1") {
		t.Errorf("%v: %s", err, w.acts())
	}
	var left []string
	for _, l := range will.Settlement.Stranded {
		if l.Reason == givenUp {
			left = append(left, l.What)
		}
	}
	if strings.Join(left, ", ") != "position 1, WETH" {
		t.Errorf("left %v", will.Settlement.Stranded)
	}
}

// What the wallet lacks for one more transaction is told with each thing that stays.
func TestAMissingCoinForGasIsTold(t *testing.T) {
	for native, want := range map[uint64]string{
		1e13: "close it by hand, after sending the wallet about 0.00049 of the coin for gas, of which it has 0.00001; the key",
		5e14: "close it by hand; the key",
	} {
		w := newWorld()
		w.reading.MaxFee.SetUint64(2e9)
		w.reading.Native.SetUint64(native)
		w.answer = onlyRefuse("close 2", &turn.Refusal{Layer: "executor", Detail: "insufficient funds"})
		will, _ := die(t, w)
		if len(will.Settlement.Stranded) != 1 || !strings.HasPrefix(will.Settlement.Stranded[0].Advice, want) {
			t.Errorf("%+v, want %q", will.Settlement.Stranded, want)
		}
	}
}

// An order that was under way may come behind the last step: what it brought is named.
func TestWhatComesBehindTheSettlementIsNamed(t *testing.T) {
	w := newWorld()
	p := w.protocol()
	for _, phase := range phases {
		if phase == lifecycle.Reflection {
			w.reading.Assets[1] = turn.Asset{Token: weth, Units: *uint256.NewInt(8e17), Value: 1600}
			w.reading.Positions = []turn.Position{{ID: "9", Value: 5}}
		}
		check(t, p.Run(t.Context(), phase, cause))
	}
	var named []string
	for _, l := range p.settling.left.told(w.life.Recovery) {
		named = append(named, l.What+" "+l.Value+": "+l.Reason)
	}
	if got := strings.Join(named, "; "); got != "position 9 5.000000: it came behind the last step of the settlement; WETH 1600.000000: it came behind the last step of the settlement" {
		t.Errorf("named %s", got)
	}
}
