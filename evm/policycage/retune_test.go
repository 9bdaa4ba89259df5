package policycage_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/internal/money"
)

// spec: safety §7.5 — the calls that bring a cage's limits to others do that, each limit up and
// down, after the delay that they name and not before.
func TestTheCallsThatRetuneACageDoWhatTheySay(t *testing.T) {
	s := alone(t, nil)
	was := s.snapshot().Limits
	shift := func(by int64) []policycage.Limits {
		var all []policycage.Limits
		for _, edit := range []func(*policycage.Limits){
			func(l *policycage.Limits) { l.Position += money.BPS(by) }, func(l *policycage.Limits) { l.Concentration += money.BPS(by) },
			func(l *policycage.Limits) { l.PerTransaction += money.USDC(by) }, func(l *policycage.Limits) { l.PerDay += money.USDC(by) },
			func(l *policycage.Limits) { l.Drawdown += money.BPS(by) }, func(l *policycage.Limits) { l.MoveLoss += money.BPS(by) },
			func(l *policycage.Limits) { l.DayLoss += money.USDC(by) }, func(l *policycage.Limits) { l.SessionLoss += money.USDC(by) },
			func(l *policycage.Limits) { l.ExitLoss += money.BPS(by) }, func(l *policycage.Limits) { l.Positions += uint64(by) }, //nolint:gosec // wraps as it should
			func(l *policycage.Limits) { l.Assets += uint64(by) }, func(l *policycage.Limits) { l.Collateral += uint64(by) }, //nolint:gosec // likewise
			func(l *policycage.Limits) { l.EmergencyDrawdown += money.BPS(by) }, func(l *policycage.Limits) { l.PerSession += money.USDC(by) },
		} {
			l := was
			edit(&l)
			all = append(all, l)
		}
		return all
	}
	late, soon, once := 0, 0, 0
	for _, to := range append(shift(1), shift(-1)...) {
		calls := was.Retunes(to)
		if len(calls) != 1 {
			t.Fatalf("%+v: %d calls", to, len(calls))
		}
		r := calls[0]
		t.Run(fmt.Sprintf("%s from %d to %d", r.Name, r.From, r.To), func(t *testing.T) {
			back := s.Snapshot()
			s.logs = nil
			defer back()
			s.does(s.owner, r.Call)
			eta, ids := s.Chain().Chain.Head().Time+r.Delay, s.pending()
			switch r.Delay {
			case 0:
				once++
			case 3_600:
				soon++
			case 86_400:
				late++
			}
			if (r.Delay > 0) != (len(ids) == 1) || (r.Delay > 0) != strings.Contains(r.String(), fmt.Sprintf("waits %d h, and holds when it is applied", r.Delay/3_600)) {
				t.Fatalf("%d changes wait: %s", len(ids), r)
			}
			if r.Delay > 0 {
				s.at(eta - 1)
				s.refused(s.owner, s.cage, s.codec.PackApplyChange(ids[0]), "ChangeNotDue")
				s.at(eta)
				s.owner.Must(s.cage, s.codec.PackApplyChange(ids[0]))
			}
			if now := s.snapshot().Limits; !reflect.DeepEqual(now, to) {
				t.Errorf("it came to %+v, want %+v", now, to)
			}
		})
	}
	if once != 14 || soon != 7 || late != 7 || was.Retunes(was) != nil {
		t.Errorf("%d limits hold at once, %d after an hour, %d after a day; %v change nothing", once, soon, late, was.Retunes(was))
	}
}
