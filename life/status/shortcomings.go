package status

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// order is how much gas an order of a swap with its approval is taken to need.
const order = 300_000

// coin finds a wallet that cannot pay for one order.
func (f *Folder) coin(s Status) (Finding, bool) {
	r := f.fold.seen
	if s.Golem.Paper || r.Block.Number == 0 {
		return Finding{}, false
	}
	need := new(uint256.Int).Mul(&r.MaxFee, uint256.NewInt(order))
	if !r.Native.Lt(need) && !r.Native.IsZero() {
		return Finding{}, false
	}
	return Finding{
		NoCoin, fmt.Sprintf("the wallet has %s of the coin for gas, and an order may need %s", money.FormatUnits(&r.Native, 18), brief(money.Float(need, 18))),
		"send some to " + s.Golem.Wallet,
	}, true
}

// money finds an account that holds nothing to trade with.
func (f *Folder) money(s Status) (Finding, bool) {
	r := f.fold.seen
	if r.Block.Number == 0 || len(r.Positions) > 0 {
		return Finding{}, false
	}
	for i := range r.Assets {
		if !r.Assets[i].Units.IsZero() {
			return Finding{}, false
		}
	}
	for i := range r.Lending {
		if !r.Lending[i].Idle() {
			return Finding{}, false
		}
	}
	return Finding{NoMoney, "the account holds " + neither(r.Tokens()), fmt.Sprintf("send what it shall trade with to %s", s.Golem.Account)}, true
}

// neither names tokens none of which is held.
func neither(all []turn.Token) string {
	names := make([]string, len(all))
	for i, t := range all {
		names[i] = t.Symbol
	}
	if len(names) == 2 {
		return "neither " + names[0] + " nor " + names[1]
	}
	return "none of " + strings.Join(names, ", ")
}

// untaken are what contracts say when they may not take, or do not find, an account's tokens.
var untaken = []string{"STF", "TRANSFER_FROM_FAILED", "allowance", "ransfer amount exceeds", "INSUFFICIENT_BALANCE"}

// taken finds orders that fail because the venue cannot take the tokens.
func (f *Folder) taken(s Status) (Finding, bool) {
	if len(f.fold.steps) == 0 {
		return Finding{}, false
	}
	last := f.fold.steps[len(f.fold.steps)-1]
	if last.refusal == nil {
		return Finding{}, false
	}
	for _, word := range untaken {
		if strings.Contains(last.refusal.Detail, word) {
			return Finding{NotTaken, fmt.Sprintf("the venue could not take the tokens for %s (%s)", last.what, clip(last.refusal.Detail)), "check what " + s.Golem.Account + " holds, and what it approved to venue.router"}, true
		}
	}
	return Finding{}, false
}

// tooLong is when an order without an outcome is worth a word.
const tooLong = 5 * time.Minute

// underWay finds an order whose outcome does not come.
func (f *Folder) underWay(s Status) (Finding, bool) {
	for i := range f.fold.steps {
		d := f.fold.steps[i].deed
		if d == nil || d.Action.Status != turn.StatusPending {
			continue
		}
		if over := time.Duration(s.Now-f.fold.steps[i].time) * time.Millisecond; over >= tooLong {
			return Finding{OrderPending, fmt.Sprintf("an order of tick %d has had no outcome for %s, and nothing is opened meanwhile", d.tick, span(over)), "look its transaction up: " + d.Action.Execution.TxHash.Hex()}, true
		}
	}
	return Finding{}, false
}

// half finds a rule whose plan was cut off the last time, and did not come to an end since.
func (f *Folder) half(Status) (Finding, bool) {
	for _, rule := range slices.Sorted(maps.Keys(f.fold.rules)) {
		r := f.fold.rules[rule]
		if r.outcome != heartbeat.OutcomePartial {
			continue
		}
		what, do := fmt.Sprintf("the plan of %s was cut off in tick %d behind some of its steps, by %s", Cause(rule), r.tick, r.layer), fmt.Sprintf("bardo why %s --tick %d", f.dir, r.tick)
		for i := range f.fold.steps {
			if x := f.fold.steps[i]; x.cause == rule && x.refusal != nil && x.tick == r.tick {
				e := Explained(x.refusal)
				what, do = fmt.Sprintf("the plan of %s cannot be finished: %s (%s)", Cause(rule), e.What, e.Code), e.Do
			}
		}
		return Finding{HalfPlan, what, do}, true
	}
	return Finding{}, false
}

// young is a life of which nobody expects a trade yet, in ticks.
const young = 10

// tradeless finds a life without a trade, and says what kept it from one.
func (f *Folder) tradeless(s Status) (Finding, bool) {
	if s.Orders.Executed+s.Orders.Pending > 0 || s.Seen.Ticks == 0 {
		return Finding{}, false
	}
	begins := fmt.Sprintf("no trade in %d %s", s.Seen.Ticks, plural(int(s.Seen.Ticks), "tick"))
	if code, n := f.fold.most(s.Golem.Paper); n > s.Orders.Failed {
		return f.refusals(begins, code, n, s), true
	}
	fires, last := 0, fired{}
	for _, rule := range slices.Sorted(maps.Keys(f.fold.rules)) {
		if r := f.fold.rules[rule]; r.times > 0 {
			fires, last = fires+r.times, r
		}
	}
	switch {
	case s.Orders.Failed > 0:
		return f.fold.failures(begins, s), true
	case fires > 0:
		return Finding{NoTrade, fmt.Sprintf("%s: rules came true %d %s, and nothing was proposed (%s, %s)", begins, fires, plural(fires, "time"), last.outcome, last.layer), fmt.Sprintf("bardo why %s --tick %d says why", f.dir, last.tick)}, true
	case f.fold.refused[wire.CodeSafetyPaper] > 0:
		return f.fold.leftPaper(begins, s), true
	case s.Seen.Ticks < young:
		return Finding{}, false
	}
	if dear := f.dear(); dear != "" {
		return Finding{NoTrade, begins + ": " + dear, "raise what the rule allows gas to cost; or live where gas costs less: on recorded candles, with bardo live --gas-price"}, true
	}
	if of, known := f.inForce(); known && s.Seen.Time-f.fold.born < longest(of).Milliseconds() {
		return Finding{}, false // no rule that reads its longest window can be true yet
	}
	return Finding{NoTrade, begins + ": no rule of its strategy came true", fmt.Sprintf("hold its conditions against what it sees: bardo show %s tick:%d", f.dir, s.Seen.Tick)}, true
}

// inForce is the strategy that the Golem was born with, where it still is the one in force.
func (f *Folder) inForce() (*strategy.Strategy, bool) {
	s, err := strategy.Compile(f.born.Strategy.Text, f.born.Strategy.Policy)
	if err != nil || f.fold.last.Strategy.Hash != s.Hash {
		return nil, false
	}
	return s, true
}

// dear says that nothing was opened for what gas costs, where that alone is why.
func (f *Folder) dear() string {
	if s, known := f.inForce(); known {
		return s.TooDear(&f.fold.cheap)
	}
	return ""
}

// longest is the longest window that the rules read.
func longest(s *strategy.Strategy) time.Duration {
	minutes := 0
	for _, slot := range s.Slots {
		minutes = max(minutes, slot.Minutes)
	}
	return time.Duration(minutes) * time.Minute
}

// failures says why what was sent came to nothing.
func (f *fold) failures(begins string, s Status) Finding {
	what, do := fmt.Sprintf("%s: %d %s failed on the chain", begins, s.Orders.Failed, plural(s.Orders.Failed, "order")), "read what became of them below"
	for _, d := range slices.Backward(f.deeds) {
		if r := refusalOf(d.Action); r != nil {
			e := Explained(r)
			return Finding{NoTrade, fmt.Sprintf("%s with %s; the last one: %s", what, e.Code, clip(cmp.Or(e.Detail, e.What))), e.Do}
		}
	}
	return Finding{NoTrade, what, do}
}

// refusals says what refused every order of a life.
func (f *Folder) refusals(begins string, code wire.Code, n int, s Status) Finding {
	if code == wire.CodeSafetyPaper {
		return Finding{NoTrade, fmt.Sprintf("%s: it lives on paper, and %d %s simulated and not sent", begins, n, were(n, "order")), "start it without --paper, once you like what it would have done"}
	}
	e, _ := wire.Explain(code)
	why := e.What
	for i := range slices.Backward(f.fold.steps) {
		if r := f.fold.steps[i].refusal; r != nil && r.Code == code && r.Detail != "" {
			why = "the last one: " + clip(r.Detail)
			break
		}
	}
	return Finding{NoTrade, fmt.Sprintf("%s: %d of %d orders refused with %s; %s", begins, n, s.Orders.Refused, code, why), e.Next}
}

// leftPaper says that a life on paper trades now, and nothing was asked for since.
func (f *fold) leftPaper(begins string, s Status) Finding {
	do := "wait: it sends what its rules ask for next"
	if s.Process.State == StateDead {
		do = "have the next life begin without --paper"
	}
	return Finding{NoTrade, fmt.Sprintf("%s: it lived on paper, and %d %s simulated and not sent", begins, f.refused[wire.CodeSafetyPaper], were(f.refused[wire.CodeSafetyPaper], "order")), do}
}

func were(n int, word string) string {
	if n == 1 {
		return word + " was"
	}
	return word + "s were"
}

// most is the code that refused most, and how often. Paper refuses nothing any more once it
// is over.
func (f *fold) most(paper bool) (code wire.Code, n int) {
	refused := maps.Clone(f.refused)
	if !paper {
		delete(refused, wire.CodeSafetyPaper)
	}
	codes := slices.SortedFunc(maps.Keys(refused), func(a, b wire.Code) int {
		return cmp.Or(cmp.Compare(f.refused[b], f.refused[a]), cmp.Compare(a, b))
	})
	if len(codes) == 0 {
		return "", 0
	}
	return codes[0], f.refused[codes[0]]
}

// Less than these shares of the credit, and so many seconds of time, is worth a word.
const (
	low  = 10 // percent
	soon = 6 * 3_600
)

func credit(s Status) (Finding, bool) {
	c := s.Clocks
	if s.Seen.Ticks == 0 || c.Given <= 0 || c.Credit*100 > c.Given*low || s.Process.State == StateDying {
		return Finding{}, false
	}
	return Finding{CreditLow, fmt.Sprintf("%s of %s USDC of its credit is left, and without any it dies", c.Credit, c.Given), "golem feed gives it more"}, true
}

func timeLeft(s Status) (Finding, bool) {
	left := s.Clocks.TimeLeft
	if s.Seen.Ticks == 0 || left == nil || *left > soon || s.Process.State == StateDying {
		return Finding{}, false
	}
	return Finding{TimeLow, fmt.Sprintf("its paid time ends in %s, and then it dies", span(time.Duration(*left)*time.Second)), "golem extend gives it more"}, true
}

// Cause is who asked for something, as people know it: a rule by its name, or anybody else.
func Cause(cause string) string {
	rule, is := strings.CutPrefix(cause, "rule:")
	if !is {
		return plain(cause)
	}
	named, _, _ := strings.Cut(rule, "@")
	return "rule " + named
}

// clip is a reason of a contract or of ours, in one line of bounded length.
func clip(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if r := []rune(text); len(r) > 160 {
		return string(r[:159]) + "…"
	}
	return text
}

// span is a duration for people.
func span(d time.Duration) string {
	switch {
	case d >= 48*time.Hour:
		return fmt.Sprintf("%d days", int(d/(24*time.Hour)))
	case d >= time.Hour:
		return fmt.Sprintf("%d h %d min", int(d/time.Hour), int(d%time.Hour/time.Minute))
	case d >= time.Minute:
		return fmt.Sprintf("%d min", int(d/time.Minute))
	}
	return fmt.Sprintf("%d s", int(d/time.Second))
}
