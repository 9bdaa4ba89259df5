package golem

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/agent/process"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/site"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/golem/owner/ownertest"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/audit/anchor"
	"bardo.run/bardo/internal/money"
)

// livingTicks is how long the lives of these tests are: each trades with every tick, and
// keeps a manifest at the tenth. dayAt is the look for receipts behind which a day passes,
// so that the audit is anchored.
const (
	livingTicks = 13
	dayAt       = 8
)

// awaited are the letters that wait for a busy life at its birth.
var awaited = map[string]owner.Word{
	"1-steer": owner.Steer{Text: "resume entries"},
	"2-time":  owner.Time{Adds: time.Hour.Milliseconds(), Price: 5 * money.One},
	"3-halt":  owner.HaltAt(turn.HaltNone),
}

// newBusy is a life that is not born yet, on a chain of its own.
func newBusy(t *testing.T) *deathbed {
	t.Helper()
	m := evmtest.NewServedLenders(t)
	m.Provide(uniswap.MinUsableTick(10), uniswap.MaxUsableTick(10), uint256.NewInt(20_000_000_000_000), new(uint256.Int).Mul(uint256.NewInt(1e18), uint256.NewInt(10_000)))
	m.Execute(m.USDC, bind.NewERC20().PackTransfer(wallet(t), uint256.NewInt(10_000_000_000).ToBig()))
	m.Send(wallet(t), 5e18)
	m.Chain().Miner.SetAutomine(true)
	d := &deathbed{t: t, chain: m, self: unraced(t), dir: settings(t, m.Market, m.Chain().Server.Endpoint(), keyed(t)+"[audit]\nanchor = true\n")}
	d.edit("golem.toml", "[chain]\n", "[chain]\nrequests_per_second = 0\n", "[heartbeat]\n", fmt.Sprintf("[heartbeat]\nmax_ticks = %d\n", livingTicks),
		"name = \"restless\"\n", "name = \"busy\"\nfunding = 4000\nlifetime = \"96h\"\n",
		"theta_min_interval_secs = 1", "theta_min_interval_secs = 5", "theta_max_interval_secs = 2", "theta_max_interval_secs = 6")
	text, err := os.ReadFile(filepath.Join("testdata", "tireless.md"))
	if err != nil {
		t.Fatal(err)
	}
	put(t, d.dir, "STRATEGY.md", string(text))
	for id, w := range awaited {
		ownertest.Post(t, filepath.Join(d.dir, home.WordsDir), id, w)
	}
	if d.saved, err = m.Chain().Snapshots.Take(); err != nil {
		t.Fatal(err)
	}
	return d
}

// living are the moments of a trace at which a Golem is killed that lives: every site that
// the code lists once, in the middle of the life where it comes more often, or all in `make
// long`. A listed site that is not passed fails the test, and one that is passed and not
// listed too.
func living(t *testing.T, all []moment) (at []moment) {
	t.Helper()
	bySite := map[site.Site][]moment{}
	for _, m := range all {
		if m.phase == "-" {
			bySite[m.site] = append(bySite[m.site], m)
		}
	}
	moments := 0
	for _, s := range process.LifeSites() {
		same := bySite[s]
		moments += len(same)
		switch {
		case len(same) == 0:
			t.Errorf("no life passes %q, which the code lists", s)
		case os.Getenv("BARDO_LONG") != "":
			at = append(at, same...)
		default:
			at = append(at, same[len(same)/2])
		}
		delete(bySite, s)
	}
	for s := range bySite {
		if !slices.Contains(process.DeathSites(), s) { // what is written behind a death
			t.Errorf("a life passes %q, which the code does not list", s)
		}
	}
	t.Logf("a life passes the %d listed sites at %d moments; it is killed at %d", len(process.LifeSites()), moments, len(at))
	return at
}

// spec: runtime §15, safety §1.4 S-9, §2; DESIGN §9 (crash tests), §10: a process that lives
// and trades is really killed at every site at which it writes or sends. The next one goes
// on, and in the end every asset sums to zero, the books are the chain, no nonce, permit or
// capability was used twice, nothing was paid twice, the audit chain verifies and the life
// replays.
func TestALifeSurvivesBeingKilledAtEverySite(t *testing.T) {
	t.Parallel()
	d := newBusy(t)
	d.haste = fmt.Sprint(dayAt)
	dir, trace := d.again(t), filepath.Join(t.TempDir(), "trace")
	if killed, said := d.live(dir, never, trace); killed || !strings.Contains(said, "dead (") {
		t.Fatalf("the undisturbed life: %s", said)
	}
	want := d.dies(t, dir)
	if want.trades < livingTicks-1 {
		t.Fatalf("the undisturbed life made %d trades", want.trades)
	}
	trades, kills := 0, 0
	for _, m := range living(t, passed(t, trace)) {
		t.Run(strings.ReplaceAll(m.String(), " ", "_"), func(t *testing.T) {
			dir := d.again(t)
			if killed, said := d.live(dir, m, ""); !killed {
				t.Fatalf("the process was not killed:\n%s", said)
			}
			kills++
			got := d.dies(t, dir)
			oncePermitted(t, dir)
			onceHeard(t, dir)
			trades += got.trades
			if got.trades < livingTicks-3 {
				t.Errorf("%d trades, undisturbed there are %d", got.trades, want.trades)
			}
		})
	}
	t.Logf("%d kills in lives of %d trades together", kills, trades)
	if trades < 500 {
		t.Errorf("%d trades are too few", trades)
	}
}

// onceHeard holds a life to each of its owner's letters having been heard once, put in force
// once, and answered.
func onceHeard(t *testing.T, dir string) {
	t.Helper()
	r, err := journal.Read(filepath.Join(dir, home.JournalDir))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	heard := map[string]int{}
	for e, err := range r.Entries(0) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Kind != journal.KindWord {
			continue
		}
		l, err := owner.Read(e)
		if err != nil {
			t.Fatal(err)
		}
		heard[l.ID]++
	}
	for id := range awaited {
		said, there, err := owner.Answered(filepath.Join(dir, home.WordsDir), id)
		if heard[id] != 1 || !there || err != nil || said.Answer.Status != owner.Accepted {
			t.Errorf("%s was heard %d times, answered %v: %+v, %v", id, heard[id], there, said.Answer, err)
		}
	}
	born, err := agent.BirthIn(filepath.Join(dir, home.JournalDir))
	if err != nil {
		t.Fatal(err)
	}
	all := recorded(t, dir)
	if until := all[len(all)-1].Mortality.PaidUntil - born.Birth.Start; until != 97*time.Hour.Milliseconds() {
		t.Errorf("the time ends %s after the birth", time.Duration(until)*time.Millisecond)
	}
}

// oncePermitted holds the audit to each permit having been used once, and each of its
// tokens being minted once.
func oncePermitted(t *testing.T, dir string) {
	t.Helper()
	c, err := audit.Read(filepath.Join(dir, home.AuditDir))
	if err != nil {
		t.Fatal(err)
	}
	used, minted, anchored := map[string]int{}, map[string]int{}, 0
	for _, r := range c.Records {
		var e struct {
			Type     string `json:"type"`
			PermitID string `json:"permit_id"`
			Refused  string `json:"refused"`
		}
		if err := json.Unmarshal(r.Event, &e); err != nil {
			t.Fatal(err)
		}
		switch {
		case e.Type == audit.TypePermitConsumed && e.Refused == "":
			used[e.PermitID]++
		case e.Type == audit.TypeCapabilityMinted:
			minted[e.PermitID]++
		}
	}
	for id, n := range used {
		if n != 1 || minted[id] != 1 {
			t.Errorf("%s was used %d times, and %d tokens were made for it", id, n, minted[id])
		}
	}
	if all, err := anchor.Read(filepath.Join(dir, home.AuditDir)); err == nil {
		anchored = len(all)
	}
	if len(used) < livingTicks-3 || anchored == 0 {
		t.Errorf("%d permits were used, %d anchors stand", len(used), anchored)
	}
}
