package status

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/killswitch"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/owner"
)

// The codes of findings.
const (
	Dead         = "dead"
	Pulled       = "kill_switch"
	Corrupt      = "journal_damaged"
	Dying        = "dying"
	Damaged      = "damaged"
	Stopped      = "stopped"
	Stuck        = "stuck"
	EndpointAway = "endpoint_away"
	ChainIdle    = "chain_idle"
	ChainLags    = "chain_lags"
	InDoubt      = "price_in_doubt"
	Jumped       = "price_jumped"
	Frozen       = "frozen"
	Halted       = "halted"
	Paused       = "entries_paused"
	Unread       = "edit_not_in_force"
	Degraded     = "degraded"
	KeyDue       = "key_due"
	Fenced       = "fence"
	Sanctioned   = "sanctioned"
	MoneyMissing = "money_missing"
	NoCoin       = "no_coin"
	NoMoney      = "no_money"
	NotTaken     = "not_taken"
	OrderPending = "order_pending"
	HalfPlan     = "half_plan"
	NoTrade      = "no_trade"
	CreditLow    = "credit_low"
	TimeLow      = "time_low"
)

// judge says what is wrong, the gravest first: what keeps it from living, from seeing, from
// acting, and then from doing well.
func (f *Folder) judge(s Status) []Finding {
	sure := func(s Status) (Finding, bool) { return doubted(f, s) }
	whole := func(s Status) (Finding, bool) { return sound(f, s) }
	leapt := func(Status) (Finding, bool) { return jumped(f) }
	looks := []func(Status) (Finding, bool){
		whole, f.lives, f.damaged, f.ticks, f.away, f.idle, f.lags, sure, leapt, f.halted, f.holds, f.unread, degraded, keyDue, fenced, missing, f.coin, f.money, f.taken, f.underWay, f.half, f.tradeless, credit,
	}
	if !f.played {
		looks = append(looks, timeLeft)
	}
	if s.Process.State == StateDead { // of the rest, what a next life can do better
		looks = []func(Status) (Finding, bool){whole, f.lives, f.damaged, sure, missing, f.half, f.tradeless}
	}
	found := []Finding{}
	for _, look := range looks {
		if one, wrong := look(s); wrong {
			found = append(found, one)
		}
	}
	return found
}

// damaged says that a manifest cannot be read, so that the journal is held against an older
// one, or none.
func (f *Folder) damaged(s Status) (Finding, bool) {
	return Finding{Damaged, s.Process.Damaged, "see what else is: bardo verify " + f.dir}, s.Process.Damaged != ""
}

// lives says why no process lives there, or not for long.
func (f *Folder) lives(s Status) (Finding, bool) {
	start := "start it: golem --config " + filepath.Join(f.dir, "golem.toml") + ", or where its settings lie"
	if f.played {
		start = "go on with it: " + again(f.dir)
	}
	doomed := ""
	if slices.ContainsFunc(s.Words.Waiting, func(l Letter) bool { return kills(l, s.Now) }) {
		doomed = "; an order to die waits for its next start, which is its death"
		start += "; it settles, and leaves its testament"
	}
	switch {
	case s.Process.State == StateDead:
		return Finding{Dead, "it died" + of(s.Process.Cause) + "; what follows is of its last tick, before it settled", "read its testament: " + home.Paper(f.dir, home.TestamentFile)}, true
	case s.Process.Journal != "" && !s.Process.Running: // nothing goes on with it
		return Finding{}, false
	case f.pulled:
		return Finding{Pulled, "the kill switch is pulled: no process lives while the file is there" + doomed, "remove " + filepath.Join(f.dir, killswitch.File) + " and " + start}, true
	case s.Process.State == StateDying:
		return Finding{Dying, "it is dying" + of(s.Process.Cause) + ", and nothing takes that back", "wait: it settles, and leaves its testament in " + home.Paper(f.dir, home.TestamentFile)}, true
	case !s.Process.Running && s.Process.Cause != "":
		return Finding{Stopped, "its process ended in the middle of its death" + of(s.Process.Cause), start + "; or golem reflect, if its chain is gone"}, true
	case !s.Process.Running:
		return Finding{Stopped, "no process lives here: nothing is watched, and nothing is closed" + doomed, start}, true
	}
	return Finding{}, false
}

// kills reports whether a letter is an order to die that did not expire.
func kills(l Letter, now int64) bool {
	return l.Kind == owner.Letter{Word: owner.Kill{}}.Kind() && (l.Expires == 0 || l.Expires >= now)
}

func of(cause string) string {
	if cause == "" {
		return ""
	}
	return " of " + plain(cause)
}

// late is how long after its time a tick counts as not coming: one may work so long.
const late = 3 * time.Minute

// ticks finds a process that lives and does not tick.
func (f *Folder) ticks(s Status) (Finding, bool) {
	if !s.Process.Running || f.fold.last == nil || s.Process.State == StateDying {
		return Finding{}, false
	}
	over := time.Duration(s.Now-f.fold.last.Time-f.fold.last.NextTickIn) * time.Millisecond
	if over < late {
		return Finding{}, false
	}
	return Finding{Stuck, fmt.Sprintf("its process lives, and its next tick is %s late", span(over)), "look for the reason in its log (logs/heartbeat.jsonl), then stop it with SIGTERM and start it again"}, true
}

// away finds an endpoint that does not answer.
func (f *Folder) away(s Status) (Finding, bool) {
	h := f.fold.head
	if h.blind == 0 {
		return Finding{}, false
	}
	what := fmt.Sprintf("the chain has not been read for %d %s, since %s", h.blind, plural(h.blind, "tick"), moment(h.unseen))
	if h.why != "" && h.why != "unknown" {
		what += " (" + h.why + ")"
	}
	return Finding{EndpointAway, what, "check chain.rpc_url, and name others in chain.rpc_fallbacks; it goes on by itself once one answers"}, true
}

// A chain stands when so many looks in so long saw the same block.
const (
	stands = time.Minute
	looks  = 3
)

// idle finds a chain whose head stands.
func (f *Folder) idle(s Status) (Finding, bool) {
	h := f.fold.head
	if h.blind > 0 || !f.stood() {
		return Finding{}, false
	}
	do := "check the endpoint in chain.rpc_url: it is cut off from the chain, or the chain is down"
	if s.Golem.ChainID == 31337 {
		do = "have the devnet mine, for example every 2 s: start it with bardo dev --block-time 2s, or call evm_setIntervalMining with [2]"
	}
	over := time.Duration(f.fold.last.Time-h.since) * time.Millisecond
	return Finding{ChainIdle, fmt.Sprintf("the chain stands still: block %d has been the newest for %s", h.block.Number, span(over)), do}, true
}

func (f *Folder) stood() bool {
	h := f.fold.head
	return h.looks >= looks && time.Duration(f.fold.last.Time-h.since)*time.Millisecond >= stands
}

// lags finds a head that is not the newest there is, or lies in the future.
func (f *Folder) lags(s Status) (Finding, bool) {
	lag := f.fold.seen.Lag
	switch {
	case f.fold.head.blind > 0 || f.stood():
	case lag.Ahead > 0:
		do := "set the clock of this machine (NTP), or name another endpoint in chain.rpc_url"
		if s.Golem.ChainID == 31337 {
			do = "somebody moved the devnet's time (evm_increaseTime, evm_setTime): a life in real time waits until it is that late, or begins anew on another devnet"
		}
		return Finding{ChainLags, fmt.Sprintf("the newest block lies %d s in the future", lag.Ahead), do}, true
	case lag.Behind > 0:
		return Finding{ChainLags, fmt.Sprintf("the endpoint is about %d blocks behind the chain", lag.Behind), "name an endpoint that keeps up in chain.rpc_url or chain.rpc_fallbacks; beyond the limit nothing is opened"}, true
	}
	return Finding{}, false
}

// halted finds the owner's halt.
func (f *Folder) halted(s Status) (Finding, bool) {
	resume := "golem resume --data-dir " + f.dir
	switch s.Bounds.Halt {
	case "freeze":
		return Finding{Frozen, "its owner froze it: nothing is signed, exits included", resume + " lifts that"}, true
	case "stop_opening":
		return Finding{Halted, "its owner stopped it from opening; it goes on closing", resume + " lifts that"}, true
	}
	return Finding{}, false
}

// holds says that entries are paused.
func (f *Folder) holds(s Status) (Finding, bool) {
	what := "its owner paused entries (" + s.Bounds.Paused + "): no rule opens anything"
	if s.Bounds.Halt != turn.HaltFreeze.String() {
		what += ", and exits go on"
	}
	return Finding{Paused, what, "golem steer --data-dir " + f.dir + " resume entries"}, s.Bounds.Paused != ""
}

// ends says, for each cause of degradation, how it is over.
var ends = map[string]string{
	"credit":   "give it credit: golem feed",
	"resource": "give it credit: golem feed; one part of it is nearly spent, and golem status shows which",
	"cost":     "wait for 00:00 UTC, or raise heartbeat.max_daily_cost_usd",
	"failures": "read the failures below, and mend what they name; it is over some ticks later",
	"drawdown": "look at what it holds; closing goes on",
}

func degraded(s Status) (Finding, bool) {
	do := ends[s.Bounds.Cause]
	switch s.Bounds.Level {
	case "L0", "":
		return Finding{}, false
	case "L3":
		return Finding{Degraded, "an emergency (" + s.Bounds.Cause + "): everything is closed, and nothing is opened", "look at what was lost, then golem resume lets it go on"}, true
	case "L2":
		return Finding{Degraded, "it only watches and closes (L2, " + s.Bounds.Cause + ")", do}, true
	}
	return Finding{Degraded, "it saves (" + s.Bounds.Level + ", " + s.Bounds.Cause + ")", do}, true
}

func keyDue(s Status) (Finding, bool) {
	return Finding{KeyDue, s.Bounds.Key, "grant to the new key that it named: bardo grant --session; closing goes on"}, s.Bounds.Key != ""
}

func fenced(s Status) (Finding, bool) {
	if s.Bounds.Listed != "" {
		return Finding{Sanctioned, s.Bounds.Listed, "nothing is opened that reaches it; what is held can be left"}, true
	}
	return Finding{Fenced, s.Bounds.Fence, "sign it anew with bardo grant, or look at it with bardo cage"}, s.Bounds.Fence != ""
}

func missing(s Status) (Finding, bool) {
	what := strings.Join(s.Bounds.Missing, ", ") + " left the account, and no order explains it"
	return Finding{MoneyMissing, what, "if it was not you, somebody else has the key: move what is left; nothing is opened until it is back"}, len(s.Bounds.Missing) > 0
}
