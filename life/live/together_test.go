package live

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/internal/seglog"
	"bardo.run/bardo/life/accounts"
	"bardo.run/bardo/life/biography"
	"bardo.run/bardo/life/replay"
	"bardo.run/bardo/life/verify"
)

const metronome = "../../test/script/testdata/metronome.md"

// company are three Golems in a world of four hours. Two trade by the clock from its beginning, the third from its second
// hour on. Chance ends their lives at different times.
func company(t *testing.T) (Options, []Member) {
	t.Helper()
	o := newKeeper(t, "").options
	o.Realtime, o.pace, o.Config.Oracle.Enabled = false, nil, false
	o.Config.Mortality.Stochastic.BaseHazardRate, o.Config.Mortality.Stochastic.MaxHazardRate = 0.002, 0.002
	text, err := os.ReadFile(metronome)
	check(t, err)
	slow := filepath.Join(t.TempDir(), "slow.md")
	check(t, os.WriteFile(slow, []byte(strings.NewReplacer("cooldown 3m", "cooldown 7m", "position_age > 3m", "position_age > 5m").Replace(string(text))), 0o600))
	return o, under(t.TempDir(), Member{Strategy: metronome}, Member{Strategy: slow}, Member{Strategy: metronome, Born: 100 * time.Minute})
}

// under gives members folders in a folder.
func under(dir string, members ...Member) []Member {
	all := slices.Clone(members)
	for i := range all {
		all[i].Out = filepath.Join(dir, fmt.Sprint(i+1))
	}
	return all
}

// contents is everything in the folders of members, but for what is never the same: the lock.
func contents(t *testing.T, members []Member) map[string]string {
	t.Helper()
	all := map[string]string{}
	for i, m := range members {
		check(t, filepath.WalkDir(m.Out, func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || d.Name() == home.LockFile {
				return err
			}
			text, err := os.ReadFile(path)
			name, _ := filepath.Rel(m.Out, path)
			all[fmt.Sprintf("%d/%s", i+1, name)] = string(text)
			return err
		}))
	}
	return all
}

// Lives in one world have the same bytes each time, on one processor and on several; each stands for itself,
// and they are born and die at different times.
//
// spec: DESIGN §4
func TestLivesInOneWorldAreTheSameBytesOnAnyNumberOfProcessors(t *testing.T) {
	o, members := company(t)
	var want map[string]string
	for i, n := range []int{1, 4, 4} {
		mine := under(t.TempDir(), members...)
		before := runtime.GOMAXPROCS(n)
		results, err := Together(t.Context(), o, mine)
		runtime.GOMAXPROCS(before)
		check(t, err)
		got := contents(t, mine)
		if i == 0 {
			want = got
			o.stand(t, mine, results)
		}
		for name, text := range got {
			if want[name] != text {
				t.Errorf("run %d on %d processors has another %s", i, n, name)
			}
		}
		if len(got) != len(want) || len(got) < 30 {
			t.Errorf("%d files, and %d before", len(got), len(want))
		}
	}
}

// stand holds each life of a company by itself.
func (o Options) stand(t *testing.T, members []Member, results []Result) {
	t.Helper()
	var first, last []int64
	for i, m := range members {
		r, err := replay.Run(t.Context(), m.Out, replay.Options{})
		if err != nil || r.Absent != 0 || r.Ticks == 0 {
			t.Errorf("life %d replays to %+v: %v", i+1, r, err)
		}
		v, err := verify.Check(t.Context(), m.Out, verify.Options{})
		if err != nil || !v.Whole {
			t.Errorf("life %d is not whole: %+v: %v", i+1, v.Findings, err)
		}
		all := lived(t, m.Out)
		traded := 0
		for _, r := range all {
			traded += len(r.Actions)
		}
		if traded < 10 || results[i].Cause == "" {
			t.Errorf("life %d made %d orders, and ended with %q", i+1, traded, results[i].Cause)
		}
		first, last = append(first, all[0].Time), append(last, all[len(all)-1].Time)
		t.Logf("life %d: %d ticks, %d orders, %s", i+1, len(all), traded, results[i].Cause)
	}
	if first[0] != first[1] || first[2]-first[0] != (100*time.Minute).Milliseconds() {
		t.Errorf("they were born at %d", first)
	}
	slices.Sort(last)
	if len(slices.Compact(last)) < 2 {
		t.Errorf("all of them died at %d", last)
	}
}

// What one does to the market, the others see.
func TestWhatOneTradesMovesThePriceThatAnotherSees(t *testing.T) {
	o, members := company(t)
	o.Config.Mortality.Stochastic.Enabled = false
	text, err := os.ReadFile(metronome)
	check(t, err)
	idle := filepath.Join(t.TempDir(), "idle.md")
	check(t, os.WriteFile(idle, []byte(strings.ReplaceAll(string(text), "age > 2m", "age > 9d")), 0o600))
	seen := make([][]turn.Record, 2)
	for i, beside := range []string{idle, metronome} {
		mine := under(t.TempDir(), Member{Strategy: beside}, Member{Strategy: members[1].Strategy})
		_, err := Together(t.Context(), o, mine)
		check(t, err)
		seen[i] = lived(t, mine[1].Out)
	}
	if len(seen[0]) != len(seen[1]) {
		t.Fatalf("%d ticks beside one that does nothing, %d beside one that trades", len(seen[0]), len(seen[1]))
	}
	moved, poorer := 0, 0
	for i := range seen[0] {
		a, b := seen[0][i].Seen.Reading, seen[1][i].Seen.Reading
		if a.Block.Number != b.Block.Number {
			t.Fatalf("tick %d: block %d and %d", i, a.Block.Number, b.Block.Number)
		}
		if a.Markets[0].Price != b.Markets[0].Price {
			moved++
		}
		if a.Equity() != b.Equity() {
			poorer++
		}
	}
	if t.Logf("of %d ticks, %d saw another price, %d another equity", len(seen[0]), moved, poorer); moved == 0 || poorer == 0 {
		t.Error("nothing of what one did was seen by the other")
	}
}

// A set that is killed at any write of any of its lives, or stopped, goes on as the set that it would have been, also
// where one of the lives was over before.
//
// spec: DESIGN §4
func TestLivesThatAreCutOffAnywhereAreTheLivesTheyWouldHaveBeen(t *testing.T) {
	o, whole := company(t)
	_, err := Together(t.Context(), o, whole)
	check(t, err)
	want := make([][]turn.Record, len(whole))
	for i, m := range whole {
		want[i] = lived(t, m.Out)
	}
	cuts, behind, times := 0, 0, 1
	if os.Getenv("BARDO_LONG") != "" {
		times = 20
	}
	for n := range times {
		mine, rng := under(t.TempDir(), whole...), seed.Seed(n).Stream("cuts")
		for over := false; !over; cuts++ {
			over = o.cutTogether(t, mine, 1+rng.Int64N(500), cuts%2 == 0)
			if dead := deaths(mine); dead > 0 && dead < len(mine) {
				behind++
			}
		}
		for i, m := range mine {
			got := lived(t, m.Out)
			if len(got) != len(want[i]) {
				t.Fatalf("life %d has %d ticks, and would have had %d", i+1, len(got), len(want[i]))
			}
			for k, r := range got {
				if is, would := asRecorded(t, r), asRecorded(t, want[i][k]); is != would {
					t.Fatalf("life %d, tick %d: it is\n%s, and would have been\n%s", i+1, r.Tick, is, would)
				}
			}
			for _, name := range []string{home.TestamentFile, home.TombstoneFile} {
				a, b := Options{Out: m.Out}, Options{Out: whole[i].Out}
				if file(t, a, name) != file(t, b, name) {
					t.Errorf("life %d has another %s", i+1, name)
				}
			}
			v, err := verify.Check(t.Context(), m.Out, verify.Options{})
			if err != nil || !v.Whole {
				t.Errorf("life %d is not whole: %+v: %v", i+1, v.Findings, err)
			}
		}
	}
	if t.Logf("cut off %d times, %d of them while some were dead", cuts-times, behind); cuts < 7*times || behind < times {
		t.Error("it was not cut off where it should have been")
	}
	before := contents(t, whole)
	if _, err := Together(t.Context(), o, whole); !errors.Is(err, ErrOver) || !reflect.DeepEqual(contents(t, whole), before) {
		t.Errorf("a set that is over: %v", err)
	}
}

// deaths counts the members that are dead.
func deaths(members []Member) (n int) {
	for _, m := range members {
		if m, _, err := home.Look(m.Out); err == nil && m.State == "dead" {
			n++
		}
	}
	return n
}

// cutTogether is cut for several lives.
func (o Options) cutTogether(t *testing.T, members []Member, writes int64, killed bool) (over bool) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	dead := errors.New("killed")
	var done atomic.Int64
	o.Fault = func(_ seglog.Op, size int) (int, error) {
		switch n := done.Add(1); {
		case killed && n >= writes:
			return 0, dead
		case n == writes:
			stop()
		}
		return size, nil
	}
	_, err := Together(ctx, o, members)
	if err != nil && !errors.Is(err, dead) && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	return err == nil
}

// Lives that a world cannot hold are refused before anything is written.
func TestLivesThatAWorldCannotHoldAreRefused(t *testing.T) {
	o, members := company(t)
	for want, all := range map[string][]Member{
		"nobody is to live":         {},
		"it holds 64 at most":       under(t.TempDir(), make([]Member, 65)...),
		"is over after 4h0m0s":      {{Strategy: metronome, Out: "a"}, {Strategy: metronome, Out: "b", Born: 4 * time.Hour}},
		"whole minutes":             {{Strategy: metronome, Out: "a", Born: 90 * time.Second}},
		"born -1m0s after":          {{Strategy: metronome, Out: "a", Born: -time.Minute}},
		"a capital of -1.000000":    {{Strategy: metronome, Out: "a"}, {Strategy: metronome, Out: "b", Fund: -money.One}},
		"in the folder a":           {{Strategy: metronome, Out: "a"}, {Strategy: metronome, Out: "a"}},
		"no such file or directory": {{Strategy: metronome, Out: "a"}, {Strategy: "none.md", Out: "b"}},
	} {
		if _, err := Together(t.Context(), o, all); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	_, err := os.Stat("a")
	if !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a folder was made: %v", err)
	}
	ctx, stop := context.WithCancel(t.Context())
	o.Progress = func(p Progress) {
		if p.Number == 1 && p.Ticks == 5 {
			stop()
		}
	}
	if _, err := Together(ctx, o, members); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	o.Progress = nil
	for want, all := range map[string][]Member{
		"number in its world 2 and not 1":                                      {members[1], members[0], members[2]},
		"births in its world":                                                  members[:2],
		"strategies or money in its world":                                     {members[0], {Strategy: metronome, Out: members[1].Out}, members[2]},
		"fund 10000.000000 and not 5.000000, strategies or money in its world": {{Strategy: metronome, Out: members[0].Out, Fund: 5 * money.One}, members[1], members[2]},
	} {
		if _, err := Together(t.Context(), o, all); !errors.Is(err, ErrAnother) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	alone := o
	alone.Strategy, alone.Out = members[0].Strategy, members[0].Out
	if _, err := Run(t.Context(), alone); !errors.Is(err, ErrAnother) || !strings.Contains(err.Error(), "number in its world 1 and not 0") {
		t.Errorf("one of them alone: %v", err)
	}
}

// Each has the whole capital and credit, or those that are its own.
func TestAMemberMayHaveMoneyOfItsOwn(t *testing.T) {
	o, members := company(t)
	mine := under(t.TempDir(), members[:2]...)
	mine[1].Fund, mine[1].Credit = 2_500*money.One+7, 20*money.One
	ctx, stop := context.WithCancel(t.Context())
	o.Progress = func(p Progress) {
		if p.Number == 2 && p.Ticks == 5 {
			stop()
		}
	}
	if _, err := Together(ctx, o, mine); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	for i, want := range []struct{ fund, credit money.USDC }{{o.Fund, o.Credit}, {mine[1].Fund, mine[1].Credit}} {
		b, err := agent.BirthIn(filepath.Join(mine[i].Out, home.JournalDir))
		check(t, err)
		if got := b.Birth.Tokens[0].Units.Uint64(); got != uint64(want.fund) || b.Birth.Credit != want.credit { //nolint:gosec // above nothing
			t.Errorf("life %d began with %d and %s", i+1, got, b.Birth.Credit)
		}
	}
}

// Lives under a grant each have an owner, an account and contracts of their own, and lives by an enclave a wallet of
// their own.
func TestLivesInOneWorldEachHaveACustodyOfTheirOwn(t *testing.T) {
	short, _ := company(t)
	for name, o := range map[string]Options{"a grant": busy(t, grant.Delegation), "an enclave": warded(t).Options} {
		t.Run(name, func(t *testing.T) {
			o.World, o.Days, o.History, o.seams.Ready = "", 0, short.History, nil
			mine := under(t.TempDir(), Member{Strategy: metronome}, Member{Strategy: metronome, Born: 2 * time.Hour})
			results, err := Together(t.Context(), o, mine)
			check(t, err)
			wallets := map[string]bool{}
			for i, m := range mine {
				all := lived(t, m.Out)
				traded := 0
				for _, r := range all {
					traded += len(r.Actions)
				}
				if results[i].Cause != "ttl" || traded < 10 {
					t.Errorf("life %d made %d orders and ended with %q", i+1, traded, results[i].Cause)
				}
				v, err := verify.Check(t.Context(), m.Out, verify.Options{})
				if err != nil || !v.Whole {
					t.Errorf("life %d is not whole: %+v: %v", i+1, v.Findings, err)
				}
				s, err := accounts.Of(m.Out)
				if err != nil || !s.Sound() {
					t.Errorf("the books of life %d: %+v (%v)", i+1, s, err)
				}
				l, err := biography.Read(m.Out)
				check(t, err)
				wallets[l.Subject.Identity.Wallet] = true
			}
			if len(wallets) != 2 {
				t.Errorf("two lives have the wallets %v", wallets)
			}
		})
	}
}

// In real time they take as long as their market did, all together.
func TestLivesInOneWorldTakeAsLongAsTheirMarketInRealTime(t *testing.T) {
	k := newKeeper(t, "")
	began := k.clock.Now()
	_, err := Together(t.Context(), k.options, under(t.TempDir(), Member{Strategy: metronome}, Member{Strategy: metronome, Born: time.Hour}))
	check(t, err)
	if took := k.clock.Now().Sub(began); took < (minutes-1)*time.Minute || took > (minutes+2)*time.Minute {
		t.Errorf("a market of %d minutes took %s", minutes, took)
	}
}
