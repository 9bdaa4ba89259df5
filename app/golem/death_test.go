package golem

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/agent/process"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/site"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/thanatopsis"
	"bardo.run/bardo/golem/safety/audit/inspect"
	"bardo.run/bardo/life/replay"
)

// dying does one thing and dies.
const dying = `+++
name = "dying"
assets = ["USDC", "WETH"]
protocols = ["uniswap-v3", "aave-v3"]

[risk]
start_stage = "full"
+++

# Objective

Hold what there is to settle when the end comes.

` + "```rule entry all\nwhen trades_today < 1\ndo %s\n```\n"

// deathbed is a life at its end, with the chain that it holds two liquidity positions, a
// supply and base tokens on. Every death begins from a copy of both.
type deathbed struct {
	t     *testing.T
	chain *evmtest.Lenders
	dir   string
	saved uint64 // snapshot of the chain
	self  string // these tests, which live as mortal does
	haste string // siteHaste of its processes; empty: they wait
}

// newDeathbed lives a life until it begins to die.
func newDeathbed(t *testing.T, does string) *deathbed {
	t.Helper()
	l := evmtest.NewServedLenders(t)
	l.Provide(uniswap.MinUsableTick(10), uniswap.MaxUsableTick(10), uint256.NewInt(20_000_000_000_000), new(uint256.Int).Mul(uint256.NewInt(1e18), uint256.NewInt(10_000)))
	l.Execute(l.USDC, bind.NewERC20().PackTransfer(wallet(t), uint256.NewInt(10_000_000_000).ToBig()))
	l.Send(wallet(t), 5e18)
	l.Chain().Miner.SetAutomine(true)
	d := &deathbed{t: t, chain: l, self: unraced(t), dir: settings(t, l.Market, l.Chain().Server.Endpoint(), keyed(t))}
	d.edit("golem.toml",
		`approved_protocols = ["uniswap-v3"]`, `approved_protocols = ["uniswap-v3", "aave-v3"]`,
		"[risk]\n", "[risk]\nadaptive = false\n", // it opens in its first tick, before a mean price is known
		"[chain]\n", "[chain]\nrequests_per_second = 0\n", "[heartbeat]\n", "[heartbeat]\nmax_ticks = 2\n", "name = \"restless\"\n", "name = \"dying\"\nfunding = 400\n",
		"[venue]\n", fmt.Sprintf("[venue]\naave_pool = %q\nprice_feed = %q\n", l.Lending.Hex(), l.At("ETHFeed").Hex()))
	if err := os.WriteFile(filepath.Join(d.dir, "STRATEGY.md"), []byte(fmt.Sprintf(dying, does)), 0o600); err != nil {
		t.Fatal(err)
	}
	begins := moment{spot{lifecycle.Acceptance.String(), site.Site{Part: site.Phase, What: lifecycle.Acceptance.String(), Moment: site.Before}}, 1}
	if killed, said := d.live(d.dir, begins, ""); !killed {
		t.Fatalf("it did not begin to die:\n%s", said)
	}
	var err error
	if d.saved, err = l.Chain().Snapshots.Take(); err != nil {
		t.Fatal(err)
	}
	return d
}

// unraced builds these tests, once for all of them, without the race detector, which would
// take most of the time of so many processes.
func unraced(t *testing.T) string {
	t.Helper()
	path, err := mortals()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

var mortals = sync.OnceValues(func() (string, error) {
	return compiled("mortal", ".", "test", "-c", "-trimpath", "-vet=off", "-ldflags=-s -w", ".")
})

// edit replaces words of a file by others, in pairs.
func (d *deathbed) edit(name string, pairs ...string) {
	d.t.Helper()
	path := filepath.Join(d.dir, name)
	text, err := os.ReadFile(path)
	if err != nil {
		d.t.Fatal(err)
	}
	for pair := range slices.Chunk(pairs, 2) {
		if !bytes.Contains(text, []byte(pair[0])) {
			d.t.Fatalf("%s lacks %q", name, pair[0])
		}
		text = bytes.Replace(text, []byte(pair[0]), []byte(pair[1]), 1)
	}
	if err := os.WriteFile(path, text, 0o600); err != nil {
		d.t.Fatal(err)
	}
}

// again makes the chain what it was when the life began to die, and returns a copy of
// the life's folder.
func (d *deathbed) again(t *testing.T) string {
	t.Helper()
	node := d.chain.Chain()
	err := node.Snapshots.Revert(d.saved)
	if err == nil {
		d.saved, err = node.Snapshots.Take()
	}
	if err != nil {
		t.Fatal(err)
	}
	d.chain.Mine() // its head is of now, as that of a chain that went on is
	dir := filepath.Join(t.TempDir(), "life")
	if err := os.CopyFS(dir, os.DirFS(d.dir)); err != nil {
		t.Fatal(err)
	}
	return dir
}

// live runs the life in dir, in a process of its own that kills itself at a moment, and
// says whether it did. Where it lives on to its end, trace holds what it passed; one that
// is dead already has no other.
func (d *deathbed) live(dir string, at moment, trace string) (killed bool, said string) {
	d.t.Helper()
	c := exec.CommandContext(d.t.Context(), d.self)
	c.Env = append(os.Environ(), killIn+"="+dir, siteAt+"="+at.String(), siteTrace+"="+trace, siteHaste+"="+d.haste)
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	err := c.Run()
	if died := (*exec.ExitError)(nil); errors.As(err, &died) && !died.Exited() && d.t.Context().Err() == nil {
		return true, out.String()
	}
	if err != nil && c.ProcessState.ExitCode() != exitOver {
		d.t.Fatalf("at %s: %v\n%s", at, err, out.String())
	}
	return false, out.String()
}

// never is a moment that no life reaches.
var never = moment{spot{"-", site.Site{Part: site.Phase, What: "none", Moment: site.Before}}, 1}

// outcome is what a death must come to, however often it was interrupted.
type outcome struct {
	cause     lifecycle.Cause
	ticks     uint64
	trades    int
	sent      uint64   // transactions of the wallet, by the chain
	settled   []string // executed actions of the settlement, sorted
	leftOpen  []string
	usdc      float64
	weth      string
	documents []string
}

// dies resumes the life in dir to its end and holds it to what must be true of every
// dead life; it returns what it came to.
func (d *deathbed) dies(t *testing.T, dir string) outcome {
	t.Helper()
	if killed, said := d.live(dir, never, ""); killed {
		t.Fatalf("resumed, and killed again:\n%s", said)
	}
	whole(t, dir)
	v := d.victim(t, dir)
	v.noneTwice(4)
	v.booksAgree()
	r, err := replay.Run(t.Context(), dir, replay.Options{})
	if err != nil || r.CutOff || r.Testament != "equal" || r.Equal < r.Ticks || r.Absent != 0 {
		t.Errorf("replay found %+v (%v)", r, err)
	}
	if a, err := inspect.Dir(dir); err != nil || a.Torn || a.Manifest != a.Records || r.AuditEqual != a.Records || r.AuditAbsent != 0 {
		t.Errorf("the audit is %+v, the replay came to %d of its records and %d more (%v)", a, r.AuditEqual, r.AuditAbsent, err)
	}
	return d.outcome(v)
}

func (d *deathbed) victim(t *testing.T, dir string) *victim {
	return &victim{t: t, dir: dir, chain: d.chain.RPC, tokens: []common.Address{d.chain.USDC, d.chain.WETH}}
}

// outcome reads a dead life's folder and the chain.
func (d *deathbed) outcome(v *victim) (o outcome) {
	v.t.Helper()
	var will thanatopsis.Testament
	text, err := os.ReadFile(filepath.Join(v.dir, home.TestamentFile))
	if err == nil {
		err = json.Unmarshal(text, &will)
	}
	if err != nil {
		v.t.Fatal(err)
	}
	o.cause, o.ticks, o.trades, o.sent = will.Death.Cause, will.Stats.Ticks, will.Stats.Trades, v.nonce()
	for _, a := range will.Settlement.Proposed() {
		if a.Status == turn.StatusExecuted {
			o.settled = append(o.settled, step(v.t, a.Proposal.Body))
		}
	}
	slices.Sort(o.settled)
	for _, l := range will.Settlement.Stranded {
		o.leftOpen = append(o.leftOpen, l.What+": "+l.Reason)
	}
	usdc, _ := v.token(d.chain.USDC).Float64()
	o.usdc, o.weth = usdc/1e6, v.token(d.chain.WETH).String()
	o.documents = files(v.t, filepath.Join(v.dir, home.DeathDir))
	return o
}

// step names what a settled action ended, without what depends on the moment.
func step(t *testing.T, body []byte) string {
	t.Helper()
	var a struct {
		Type   string         `json:"type"`
		Params map[string]any `json:"params"`
	}
	if err := json.Unmarshal(body, &a); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"position_id", "token_in", "asset"} {
		if v, ok := a.Params[key]; ok {
			return fmt.Sprintf("%s %v", a.Type, v)
		}
	}
	return a.Type
}

// files are the names in a folder.
func files(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// differs says in what an outcome is not the wanted one. Interest runs while a process is
// down, and gas costs what it costs: a thousandth is allowed for both.
func (o outcome) differs(want outcome) (points []string) {
	if gap := o.usdc/want.usdc - 1; gap > 1e-3 || gap < -1e-3 {
		points = append(points, fmt.Sprintf("%.6f USDC and not %.6f", o.usdc, want.usdc))
	}
	o.usdc, want.usdc = 0, 0
	if got, wanted := fmt.Sprintf("%+v", o), fmt.Sprintf("%+v", want); got != wanted {
		points = append(points, got+"\nand not "+wanted)
	}
	return points
}

// spec: mortality §8, §9.3; runtime §13.1, §15: a process may end at every moment at
// which a death writes or sends. The death goes on with the next one and comes to the
// same: exactly once, nothing settled twice, the books those of the chain.
func TestADeathSurvivesBeingKilledAtEverySite(t *testing.T) {
	t.Parallel()
	d, want, all := undisturbed(t, "provide 5% of equity within ±2% then provide 3% of equity within ±5% then lend 5% of cash then buy 4% of equity", 4)
	d.survives(want, chosen(t, all))
}

// A supply alone is withdrawn in one form of one step: nothing else is tried where that
// was cut off.
func TestADeathThatOnlyRecallsALoanSurvivesBeingKilled(t *testing.T) {
	t.Parallel()
	d, want, all := undisturbed(t, "lend 5% of cash", 1)
	if len(want.settled) != 1 {
		t.Fatalf("the undisturbed death settled %v", want.settled)
	}
	if os.Getenv("BARDO_LONG") == "" {
		all = slices.DeleteFunc(all, func(m moment) bool {
			return m.phase != lifecycle.Settlement.String() || m.site.Part != site.Entry || m.site.Moment != site.After
		})
	}
	d.survives(want, all)
}

// undisturbed is a death that nobody kills: what it comes to and what it passes. On a busy
// machine a simulation may take too long for an order within two ticks, so that a life has
// fewer things to settle than it was meant to: it is lived again, three times at most.
func undisturbed(t *testing.T, does string, settles int) (*deathbed, outcome, []moment) {
	t.Helper()
	for range 3 {
		d := newDeathbed(t, does)
		dir, trace := d.again(t), filepath.Join(t.TempDir(), "trace")
		if killed, said := d.live(dir, never, trace); killed || !strings.Contains(said, "dead (") {
			t.Fatalf("the undisturbed death: %s", said)
		}
		if early := d.outcome(d.victim(t, dir)); len(early.settled) < settles {
			t.Logf("undisturbed, and again: %+v", early)
			continue
		}
		want := d.dies(t, dir) // and is not lived once more
		if len(want.leftOpen) > 0 {
			t.Fatalf("the undisturbed death left %v", want.leftOpen)
		}
		t.Logf("undisturbed: %+v", want)
		return d, want, passed(t, trace)
	}
	t.Fatalf("no undisturbed death settled %d things", settles)
	return nil, outcome{}, nil
}

// survives kills a death at each of the moments, and holds what the next process makes of
// it to the undisturbed one.
func (d *deathbed) survives(want outcome, at []moment) {
	d.t.Helper()
	for _, m := range at {
		d.t.Run(strings.ReplaceAll(m.String(), " ", "_"), func(t *testing.T) {
			dir := d.again(t)
			if killed, said := d.live(dir, m, ""); !killed {
				t.Fatalf("the process was not killed:\n%s", said)
			}
			if os.Getenv("BARDO_LONG") != "" { // and where the next process passes it first
				m.n = 1
				d.live(dir, m, "")
			}
			for _, point := range d.dies(t, dir).differs(want) {
				t.Error(point)
			}
		})
	}
}

// chosen are the moments at which the process is killed, of a death that passed all of them:
// every site once, in the middle of the death where it comes more often, or all in `make
// long`. Every site that the code lists is among them.
func chosen(t *testing.T, all []moment) (at []moment) {
	t.Helper()
	bySite := map[site.Site][]moment{}
	for _, m := range all {
		bySite[m.site] = append(bySite[m.site], m)
	}
	for _, s := range process.DeathSites() {
		if len(bySite[s]) == 0 {
			t.Errorf("no death passes %q, which the code lists", s)
		}
	}
	for _, m := range all {
		if same := bySite[m.site]; os.Getenv("BARDO_LONG") != "" || m == same[len(same)/2] {
			at = append(at, m)
		}
	}
	t.Logf("a death passes %d sites at %d moments, each of the %d that the code lists among them; it is killed at %d",
		len(bySite), len(all), len(process.DeathSites()), len(at))
	return at
}

// passed are the moments in a trace, in order.
func passed(t *testing.T, trace string) (all []moment) {
	t.Helper()
	text, err := os.ReadFile(trace)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		m, err := parseMoment(strings.TrimSpace(line))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, m)
	}
	return all
}
