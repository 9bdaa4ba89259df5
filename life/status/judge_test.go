package status

import (
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/mind/heartbeat"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/golem/owner/ownertest"
	"bardo.run/bardo/wire"
)

// now is a time of the machine, and of the first tick of these lives.
const now = 1_700_000_000_000

var (
	usdc = turn.Token{Address: common.Address{1}, Symbol: "USDC", Decimals: 6}
	weth = turn.Token{Address: common.Address{2}, Symbol: "WETH", Decimals: 18}
)

// tick is the record of a tick, ten seconds after the one before, that saw a block of its own.
func tick(n uint64) *turn.Record {
	r := &turn.Record{Tick: n, Time: now + int64(n)*10_000, NextTickIn: 10_000}
	r.Seen.Reading = turntest.Pool{Token0: usdc, Token1: weth, QuoteIsZero: true, FeePips: 500, Price: 2_000}.Seen(uint256.NewInt(1e9), new(uint256.Int))
	r.Seen.Reading.Block = turn.Block{Number: 100 + n, Time: now/1_000 + int64(n)*10}
	r.Seen.Reading.Native, r.Seen.Reading.MaxFee, r.Seen.Reading.NativeUSD = *uint256.NewInt(1e18), *uint256.NewInt(1e9), 2_000
	return r
}

// refused is an order that a layer stopped.
func refused(code wire.Code, detail string) turn.Action {
	return turn.Action{
		Proposal: turn.Proposal{Cause: "rule:entry-dip@7", Body: []byte(`{}`)}, Status: turn.StatusBlocked,
		Preview: turn.Preview{Kind: "swap", Refusal: &turn.Refusal{Layer: "cage", Code: code, Detail: detail}},
	}
}

// traded is an order that the chain carried out, or whose outcome is not known.
func traded(status turn.Status) turn.Action {
	return turn.Action{
		Proposal: turn.Proposal{Cause: "rule:entry-dip@7", Body: []byte(`{}`)}, Status: status, Preview: turn.Preview{PermitID: "1", Kind: "swap"},
		Execution: &turn.Execution{PermitID: "1", Status: status, TxHash: common.Hash{9}},
	}
}

// found are the findings of a life of some ticks, each changed before it is recorded.
func found(t *testing.T, ticks uint64, change func(n uint64, r *turn.Record), s ...func(*Status)) []Finding {
	t.Helper()
	f := &Folder{dir: "life", fold: newFold()}
	for n := range ticks {
		r := tick(n)
		change(n, r)
		f.fold.take(r)
	}
	st := Status{Now: now + int64(ticks)*10_000, Process: Process{Running: true, State: StateActive}, Golem: Golem{Wallet: "0xWALLET", Account: "0xACCOUNT"}, Seen: f.fold.newest(), Orders: f.fold.counts()}
	st.Bounds = standing(f.fold)
	for _, change := range s {
		change(&st)
	}
	return f.judge(st)
}

// spec: heartbeat §3 — where the last reading has a price in doubt, the status says of which asset, why, and
// that its figures are told at it; once the price is sure again it says nothing.
func TestAPriceInDoubtIsSaid(t *testing.T) {
	t.Parallel()
	const why = "WETH is worth 2500 in this block, and was worth 2000 in those before"
	doubts := func(until uint64) func(n uint64, r *turn.Record) {
		return func(n uint64, r *turn.Record) {
			r.Actions = []turn.Action{traded(turn.StatusExecuted)}
			if n > 0 && n < until {
				a, _ := r.Seen.Reading.Asset(weth.Address)
				a.Doubt = why
			}
		}
	}
	said := found(t, 3, doubts(3))
	if len(said) != 1 || said[0].Code != InDoubt || !strings.Contains(said[0].What, "the price of WETH is in doubt: "+why+"; equity, result") || !strings.Contains(said[0].Do, "bardo report life") {
		t.Errorf("%+v", said)
	}
	if said := found(t, 3, doubts(2)); len(said) != 0 {
		t.Errorf("after it: %+v", said)
	}
	dead := found(t, 3, doubts(3), func(s *Status) { s.Process.State = StateDead })
	if len(dead) < 2 || dead[1].Code != InDoubt || strings.Contains(dead[1].Do, "wait") {
		t.Errorf("of a dead one: %+v", dead)
	}
	f := newFold()
	doubted := tick(0)
	a, _ := doubted.Seen.Reading.Asset(weth.Address)
	a.Doubt = why
	f.take(doubted)
	var p paper
	f.holdings().text(&p, f.newest())
	if text := p.b.String(); strings.Count(text, "at a price in doubt") != 1 || !strings.Contains(text, "0 WETH at 2000, worth 0.00 USDC, 0.0 % of equity, at a price in doubt") {
		t.Error(text)
	}
}

// A price that jumped is believed, and what is not opened at it has its reason.
//
// spec: heartbeat §3
func TestAPriceThatJumpedIsSaid(t *testing.T) {
	t.Parallel()
	const why = "WETH is worth 2500, was worth 2000 less than an hour ago, and no price feed tells"
	jumps := func(until uint64) func(n uint64, r *turn.Record) {
		return func(n uint64, r *turn.Record) {
			r.Actions = []turn.Action{traded(turn.StatusExecuted)}
			if n > 0 && n < until {
				a, _ := r.Seen.Reading.Asset(weth.Address)
				a.Leap = why
			}
		}
	}
	if said := found(t, 3, jumps(3)); len(said) != 1 || said[0].Code != Jumped || said[0].What != "the price of WETH has jumped: "+why || !strings.Contains(said[0].Do, "an hour") {
		t.Errorf("%+v", said)
	}
	if said := found(t, 3, jumps(2)); len(said) != 0 {
		t.Errorf("after it: %+v", said)
	}
}

func TestWhatIsWrongIsSaidWithWhatToDo(t *testing.T) {
	t.Parallel()
	trades := func(n uint64, r *turn.Record) {
		if n == 0 {
			r.Actions = []turn.Action{traded(turn.StatusExecuted)}
		}
	}
	with := func(more func(n uint64, r *turn.Record)) func(uint64, *turn.Record) {
		return func(n uint64, r *turn.Record) { trades(n, r); more(n, r) }
	}
	onPaper := func(n uint64, r *turn.Record) {
		if n < 5 {
			r.Actions = []turn.Action{refused(wire.CodeSafetyPaper, "on paper")}
			r.Strategy.Triggers = []turn.Trigger{{Rule: "rule:entry-dip@7", Outcome: heartbeat.OutcomeStopped, Layer: "cage"}}
		}
	}
	for name, c := range map[string]struct {
		ticks    uint64
		change   func(uint64, *turn.Record)
		status   func(*Status)
		code     string
		what, do string
	}{
		"a chain that stands":   {20, with(func(_ uint64, r *turn.Record) { r.Seen.Reading.Block = turn.Block{Number: 5} }), nil, ChainIdle, "block 5 has been the newest for 3 min", "chain.rpc_url"},
		"a devnet that stands":  {20, with(func(_ uint64, r *turn.Record) { r.Seen.Reading.Block = turn.Block{Number: 5} }), func(s *Status) { s.Golem.ChainID = 31337 }, ChainIdle, "stands still", "bardo dev --block-time 2s, or call evm_setIntervalMining with [2]"},
		"a chain that lags":     {20, with(func(_ uint64, r *turn.Record) { r.Seen.Reading.Lag.Behind = 9 }), nil, ChainLags, "9 blocks behind", "chain.rpc_fallbacks"},
		"a chain ahead of time": {20, with(func(_ uint64, r *turn.Record) { r.Seen.Reading.Lag.Ahead = 90 }), nil, ChainLags, "90 s in the future", "clock"},
		"an endpoint that is away": {20, with(func(n uint64, r *turn.Record) {
			if n > 15 {
				r.Seen.Reading = turn.Reading{}
				r.Faults = []turn.Fault{{Message: "rpc_transport"}}
			}
		}), nil, EndpointAway, "not been read for 4 ticks", "chain.rpc_url"},
		"a process that stopped": {20, trades, func(s *Status) { s.Process = Process{State: StateStopped} }, Stopped, "no process lives here", "golem --config life/golem.toml"},
		"an order to die that waits": {20, trades, func(s *Status) {
			s.Process, s.Words.Waiting = Process{State: StateStopped}, []Letter{{Kind: "steer"}, {Kind: "kill"}}
		}, Stopped, "its next start, which is its death", "it settles"},
		"a damaged manifest":   {20, trades, func(s *Status) { s.Process.Damaged = "manifest.bardo: damaged" }, Damaged, "manifest.bardo: damaged", "bardo verify life"},
		"a process that hangs": {20, trades, func(s *Status) { s.Now += 600_000 }, Stuck, "10 min late", "heartbeat.jsonl"},
		"the owner's freeze":   {20, with(func(_ uint64, r *turn.Record) { r.Standing.Halt = turn.HaltFreeze }), nil, Frozen, "nothing is signed", "golem resume"},
		"the owner's halt":     {20, with(func(_ uint64, r *turn.Record) { r.Standing.Halt = turn.HaltOpening }), nil, Halted, "stopped it from opening", "golem resume"},
		"an emergency": {20, with(func(_ uint64, r *turn.Record) {
			r.Standing = turn.Standing{Level: turn.LevelStopped, Cause: "drawdown"}
		}), nil, Degraded, "emergency (drawdown)", "golem resume"},
		"a level with a cause":     {20, with(func(_ uint64, r *turn.Record) { r.Standing = turn.Standing{Level: turn.LevelWatching, Cause: "credit"} }), nil, Degraded, "L2, credit", "golem feed"},
		"a key that is due":        {20, with(func(_ uint64, r *turn.Record) { r.Standing.Key = "the session key is due" }), nil, KeyDue, "due", "bardo grant --session"},
		"a grant that was revoked": {20, with(func(_ uint64, r *turn.Record) { r.Seen.Reading.Fence = &turn.Fence{Revoked: true} }), nil, Fenced, "revoked", "bardo grant"},
		"a listed address":         {20, with(func(_ uint64, r *turn.Record) { r.Seen.Reading.Screen = &turn.Screen{Listed: []common.Address{{7}}} }), nil, Sanctioned, "0x07", "left"},
		"money that is missing":    {20, trades, func(s *Status) { s.Bounds.Missing = []string{"5 USDC"} }, MoneyMissing, "5 USDC left", "move what is left"},
		"no coin":                  {20, with(func(_ uint64, r *turn.Record) { r.Seen.Reading.Native = *uint256.NewInt(1e14) }), nil, NoCoin, "0.0001 of the coin for gas, and an order may need 0.0003", "0xWALLET"},
		"no money":                 {20, with(func(_ uint64, r *turn.Record) { r.Seen.Reading.Assets[0].Units.Clear() }), nil, NoMoney, "neither USDC nor WETH", "0xACCOUNT"},
		"tokens that are not taken": {20, with(func(_ uint64, r *turn.Record) {
			r.Actions = append(r.Actions, refused(wire.CodeSafetySimulationFailed, "STF"))
		}), nil, NotTaken, "STF", "approved to venue.router"},
		"an order without outcome": {40, func(n uint64, r *turn.Record) {
			if n == 0 {
				r.Actions = []turn.Action{traded(turn.StatusPending)}
			}
		}, nil, OrderPending, "no outcome for 6 min", "0x09"},
		"half a plan": {20, with(func(n uint64, r *turn.Record) {
			if n == 4 {
				r.Actions = append(r.Actions, refused(wire.CodeSafetyPositionLimit, "40 % of 25 %"))
				r.Strategy.Triggers = []turn.Trigger{{Rule: "rule:entry-dip@7", Outcome: heartbeat.OutcomePartial, Layer: "cage"}}
			}
		}), nil, HalfPlan, "the plan of rule entry-dip cannot be finished", "safety.max_position_bps"},
		"refusals and no trade": {20, func(_ uint64, r *turn.Record) {
			r.Actions = []turn.Action{refused(wire.CodeSafetyPositionLimit, "40 % of 25 %")}
		}, nil, NoTrade, "20 of 20 orders refused with SAFETY_POSITION_LIMIT; the last one: 40 % of 25 %", "safety.max_position_bps"},
		"failures and no trade": {20, func(n uint64, r *turn.Record) {
			if n == 0 {
				a := traded(turn.StatusFailed)
				a.Execution.Refusal = &turn.Refusal{Layer: "executor", Code: wire.CodeExecutionReverted, Detail: "Transaction too old"}
				r.Actions = []turn.Action{a}
			}
		}, nil, NoTrade, "no trade in 20 ticks: 1 order failed on the chain with EXECUTION_REVERTED; the last one: Transaction too old", "read the revert reason"},
		"death without a trade": {20, func(_ uint64, r *turn.Record) {}, func(s *Status) { s.Process = Process{State: StateDead, Cause: "ttl"} }, Dead, "died of ttl", "testament"},
		"paper and no trade": {20, func(_ uint64, r *turn.Record) {
			r.Actions = []turn.Action{refused(wire.CodeSafetyPaper, "on paper")}
		}, func(s *Status) { s.Golem.Paper = true }, NoTrade, "20 ticks: it lives on paper", "without --paper"},
		"no trade since paper ended": {20, onPaper, nil, NoTrade, "20 ticks: it lived on paper, and 5 orders were simulated", "wait"},
		"death after paper":          {20, onPaper, func(s *Status) { s.Process = Process{State: StateDead} }, Dead, "died", "testament"},
		"a refusal since paper ended": {20, func(n uint64, r *turn.Record) {
			if onPaper(n, r); n == 19 {
				r.Actions = []turn.Action{refused(wire.CodeSafetyPositionLimit, "40 % of 25 %")}
			}
		}, nil, NoTrade, "1 of 6 orders refused with SAFETY_POSITION_LIMIT", "safety.max_position_bps"},
		"nothing came true": {20, func(uint64, *turn.Record) {}, nil, NoTrade, "no rule of its strategy came true", "bardo show life tick:19"},
		"rules that led to nothing": {20, func(_ uint64, r *turn.Record) {
			r.Strategy.Triggers = []turn.Trigger{{Rule: "rule:entry-dip@7", Outcome: heartbeat.OutcomeSuppressed, Layer: "gate"}}
		}, nil, NoTrade, "came true 20 times", "bardo why life --tick 19"},
		"credit that ends": {20, trades, func(s *Status) { s.Clocks.Given, s.Clocks.Credit = 50e6, 5e6 }, CreditLow, "5.000000 of 50.000000", "golem feed"},
		"time that ends":   {20, trades, func(s *Status) { left := int64(3_600); s.Clocks.TimeLeft = &left }, TimeLow, "1 h 0 min", "golem extend"},
	} {
		changes := []func(*Status){}
		if c.status != nil {
			changes = append(changes, c.status)
		}
		all := found(t, c.ticks, c.change, changes...)
		if len(all) == 0 || all[0].Code != c.code || !strings.Contains(all[0].What, c.what) || !strings.Contains(all[0].Do, c.do) {
			t.Errorf("%s: %+v", name, all)
		}
		if name == "death without a trade" && (len(all) != 2 || all[1].Code != NoTrade) {
			t.Errorf("%s: %+v", name, all)
		}
		if name == "half a plan" && len(all) != 1 {
			t.Errorf("%s: %+v", name, all)
		}
	}
	if all := found(t, 20, trades); len(all) != 0 {
		t.Errorf("nothing is wrong, and it says %+v", all)
	}
	if all := found(t, 3, func(uint64, *turn.Record) {}); len(all) != 0 {
		t.Errorf("a life of three ticks: %+v", all)
	}
}

func TestAnOrderToDieThatExpiredIsNoDeath(t *testing.T) {
	all := found(t, 20, func(uint64, *turn.Record) {}, func(s *Status) {
		s.Process, s.Words.Waiting = Process{State: StateStopped}, []Letter{{Kind: "kill", Expires: s.Now - 1}}
	})
	if len(all) == 0 || strings.Contains(all[0].What, "death") {
		t.Errorf("%+v", all)
	}
}

func TestNoExitGoesOnWhileFrozen(t *testing.T) {
	for halt, want := range map[turn.Halt]bool{turn.HaltFreeze: false, turn.HaltOpening: true, turn.HaltNone: true} {
		all := found(t, 20, func(_ uint64, r *turn.Record) { r.Standing.Halt = halt }, func(s *Status) { s.Bounds.Paused = "since tick 3" })
		i := slices.IndexFunc(all, func(f Finding) bool { return f.Code == Paused })
		if i < 0 || strings.Contains(all[i].What, "exits go on") != want {
			t.Errorf("%s: %+v", halt, all)
		}
	}
}

// A tick comes every ten seconds.
func TestNothingCameTrueIsNotSaidBeforeTheWindowsAreFull(t *testing.T) {
	text := []byte("# Objective\nx\n```rule entry dip\nwhen change(15m) < -5% and change(5m) < 0 do buy 1% of cash\n```\n")
	compiled, err := strategy.Compile(text, strategy.DefaultPolicy())
	if err != nil {
		t.Fatal(err)
	}
	for ticks, want := range map[uint64]bool{20: false, 90: false, 91: true} {
		for hash, want := range map[string]bool{compiled.Hash: want, "another": true} {
			f := &Folder{dir: "life", fold: newFold()}
			f.born.Strategy.Text, f.born.Strategy.Policy = text, strategy.DefaultPolicy()
			for n := range ticks {
				r := tick(n)
				r.Strategy.Hash = hash
				f.fold.take(r)
			}
			if one, is := f.tradeless(Status{Seen: f.fold.newest()}); is != want {
				t.Errorf("%d ticks, %.8s: %+v", ticks, hash, one)
			}
		}
	}
}

// A plan that is finished later is no half plan any more.
func TestAPlanThatWasFinishedIsNotHalf(t *testing.T) {
	t.Parallel()
	all := found(t, 20, func(n uint64, r *turn.Record) {
		if n > 1 {
			return
		}
		r.Actions = []turn.Action{traded(turn.StatusExecuted)}
		r.Strategy.Triggers = []turn.Trigger{{Rule: "rule:entry-dip@7", Outcome: []string{heartbeat.OutcomePartial, heartbeat.OutcomeExecuted}[n]}}
	})
	if slices.ContainsFunc(all, func(f Finding) bool { return f.Code == HalfPlan }) {
		t.Errorf("%+v", all)
	}
}

// An outcome that comes late takes the place of what its tick knew, and a refusal that is
// repeated is one decision.
func TestDecisionsAreAsTheyTurnedOut(t *testing.T) {
	t.Parallel()
	f := newFold()
	for n := range uint64(15) {
		r := tick(n)
		if n == 0 {
			r.Actions = []turn.Action{traded(turn.StatusPending)}
		} else {
			r.Actions = []turn.Action{refused(wire.CodeSafetyHalted, "x")}
		}
		f.take(r)
	}
	if o := f.counts(); o.Pending != 1 || o.Refused != 14 || len(o.UnderWay) != 1 {
		t.Errorf("%+v", o)
	}
	x := *traded(turn.StatusExecuted).Execution
	f.outcome(&records.Outcome{Tick: 0, PermitID: "1", Source: records.SourceReceipt, Execution: &x})
	if o := f.counts(); o.Executed != 1 || o.Refused != 14 || len(o.UnderWay) != 0 {
		t.Errorf("%+v", o)
	}
	all := f.decisions()
	if len(all) != 2 || all[0].Times != 14 || all[0].Since != 1 || all[0].Tick != 14 || all[1].Status != "executed" {
		t.Errorf("%+v", all)
	}
	if r := all[0].Refusal; r == nil || r.Code != "SAFETY_HALTED" || r.What == "" || r.Do == "" {
		t.Errorf("%+v", r)
	}
	f.outcome(&records.Outcome{Tick: 0, PermitID: "1", Source: records.SourceReorg})
	if o := f.counts(); o.Pending != 1 {
		t.Errorf("after a reorg: %+v", o)
	}
}

// Money that came from outside is no gain, and what left without an order is a loss of its own.
func TestStraysAreNoGain(t *testing.T) {
	t.Parallel()
	f := newFold()
	for n := range uint64(3) {
		r := tick(n)
		units, value := uint64(1e9), 1_000.0
		if n > 0 { // five hundred come, a hundred leave
			units, value = 1_400_000_000, 1_400
		}
		if n == 1 {
			r.Differences = []turn.Difference{
				{Kind: turn.StrayDeposit, Asset: usdc.Address.Hex(), Units: *uint256.NewInt(500_000_000), Block: r.Seen.Reading.Block},
				{Kind: turn.StrayMissing, Asset: usdc.Address.Hex(), Units: *uint256.NewInt(100_000_000), Block: r.Seen.Reading.Block},
			}
		}
		r.Seen.Reading.Assets[0].Units, r.Seen.Reading.Assets[0].Value = *uint256.NewInt(units), value
		f.take(r)
	}
	if r := f.result(); r.Added != 500 || r.Missing != -100 || r.OnChain != -100 || r.Rest != 0 {
		t.Errorf("%+v", r)
	}
}

func TestFiguresAreForPeople(t *testing.T) {
	t.Parallel()
	for x, want := range map[float64]string{0: "0.00", 1234567.891: "1,234,567.89", -0.001: "0.00", -1234.5: "-1,234.50", 999: "999.00"} {
		if got := grouped(x); got != want {
			t.Errorf("%v is %s, want %s", x, got, want)
		}
	}
	for x, want := range map[float64]string{0: "0", 1.234567891: "1.23457", 1234567.8: "1234568", 0.000012345678: "0.0000123457", 5000: "5000"} {
		if got := brief(x); got != want {
			t.Errorf("%v is %s, want %s", x, got, want)
		}
	}
	if lines := wrap(strings.Repeat("x", 25)+" yy zz", 10); !slices.Equal(lines, []string{"xxxxxxxxxx", "xxxxxxxxxx", "xxxxx yy", "zz"}) {
		t.Errorf("%q", lines)
	}
}

// A life on a history is gone on with by bardo live, and its end is no lack of paid time.
func TestALifeOnAHistoryIsNotTakenForOneOnAChain(t *testing.T) {
	soonOver := int64(60)
	s := Status{Now: now, Seen: Seen{Ticks: 1}, Clocks: Clocks{TimeLeft: &soonOver}, Process: Process{State: StateStopped}}
	for played, want := range map[bool][]string{false: {"golem --config", "golem extend"}, true: {"bardo live --out life"}} {
		f := &Folder{dir: "life", fold: newFold(), played: played}
		var do []string
		for _, x := range f.judge(s) {
			if x.Code == Stopped || x.Code == TimeLow {
				do = append(do, x.Do)
			}
		}
		if len(do) != len(want) || !strings.Contains(do[0], want[0]) || !strings.Contains(do[len(do)-1], want[len(want)-1]) {
			t.Errorf("played %v: %q, want %q", played, do, want)
		}
	}
}

// A halt that was heard in a recorded tick is in its record, where something else may bound the
// Golem since; one that was heard behind it is in force.
func TestAHaltIsHeededUntilARecordTellsOfIt(t *testing.T) {
	for heard, want := range map[uint64]turn.Halt{6: turn.HaltFreeze, 7: turn.HaltFreeze, 8: turn.HaltOpening} {
		f := &Folder{dir: t.TempDir(), fold: newFold()}
		r := tick(7)
		r.Standing.Halt = turn.HaltFreeze
		f.fold.take(r)
		words := filepath.Join(f.dir, home.WordsDir)
		l := owner.Letter{ID: "word", Word: owner.HaltAt(turn.HaltOpening)}
		ownertest.Post(t, words, l.ID, l.Word)
		owner.NewFolder(words, slog.New(slog.DiscardHandler)).Answer(l, owner.Answer{Status: owner.Accepted, Tick: heard})
		b := standing(f.fold)
		if f.heed(&b); b.Halt != want.String() {
			t.Errorf("heard in tick %d of 7: %s, want %s", heard, b.Halt, want)
		}
	}
}
