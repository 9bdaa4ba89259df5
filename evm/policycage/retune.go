package policycage

import (
	"fmt"
	"math/big"
	"strings"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/internal/money"
)

// What a looser limit waits for before its owner may apply it, in seconds (safety §7.5).
const (
	soon = 3_600
	late = 86_400
)

// tunable is a limit that its owner may change.
type tunable struct {
	name               string
	dollars, late, low bool
}

// delay is how many seconds a new value waits: none where it is stricter.
func (k tunable) delay(from, to uint64) uint64 {
	switch {
	case from == to || (to > from) == k.low:
		return 0
	case k.late:
		return late
	}
	return soon
}

// format is a value in words.
func (k tunable) format(value uint64) string {
	switch {
	case k.dollars:
		return money.USDC(value).String() + " USD" //nolint:gosec // a limit of a cage
	case strings.HasSuffix(k.name, "_bps"):
		return fmt.Sprintf("%d bps", value)
	}
	return fmt.Sprint(value)
}

// Each calls a function with the name and the value of each limit that its owner may change,
// in the contract's order.
func (l Limits) Each(do func(name, value string)) {
	for i, v := range l.words() {
		do(retuned[i].name, retuned[i].format(v))
	}
}

// retuned are the limits in the contract's order (CageLimit). late is a limit on losses, a
// lower one of which waits where low is set.
var retuned = [14]tunable{
	{name: "max_position_bps"},
	{name: "max_concentration_bps"},
	{name: "max_per_tx", dollars: true},
	{name: "max_per_day", dollars: true},
	{name: "max_drawdown_bps", late: true},
	{name: "max_move_loss_bps", late: true},
	{name: "max_loss_per_day", dollars: true, late: true},
	{name: "max_loss_per_session", dollars: true, late: true},
	{name: "max_exit_loss_bps", late: true},
	{name: "max_open_positions"},
	{name: "max_asset_count"},
	{name: "min_collateral_ratio_bps", late: true, low: true},
	{name: "emergency_drawdown_bps", late: true},
	{name: "max_per_session", dollars: true},
}

// Retune is a call that a cage's owner makes to bring one limit to another value.
type Retune struct {
	Name     string
	From, To uint64 // basis points, numbers, or millionths of a dollar
	Delay    uint64 // seconds until the owner may apply it; 0: it holds at once
	Call     []byte // of the cage
	kind     tunable
}

// String says the call in words.
func (r Retune) String() string { return fmt.Sprintf("%s, by the call 0x%x", r.change(), r.Call) }

// change says what becomes of the limit, and when.
func (r Retune) change() string {
	when := "holds at once"
	if r.Delay > 0 {
		when = fmt.Sprintf("waits %d h, and holds when it is applied after that (bardo cage apply)", r.Delay/3_600)
	}
	return fmt.Sprintf("%s from %s to %s %s", r.Name, r.kind.format(r.From), r.kind.format(r.To), when)
}

// Retunes are the calls that make the limits of a cage those of another.
func (l Limits) Retunes(to Limits) (calls []Retune) {
	is, want := l.words(), to.words()
	for i, kind := range retuned {
		if is[i] == want[i] {
			continue
		}
		r := Retune{Name: kind.name, From: is[i], To: want[i], kind: kind, Call: bind.NewPolicyCage().PackSetLimit(uint8(i), new(big.Int).SetUint64(want[i]))}
		r.Delay = kind.delay(is[i], want[i])
		calls = append(calls, r)
	}
	return calls
}
