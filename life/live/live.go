package live

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/internal/atomicfile"
	"bardo.run/bardo/mirage/history"
)

// Result is a life that was lived.
type Result struct {
	Dir        string
	Cause      lifecycle.Cause
	Resumed    bool
	Signatures uint64
	Market     history.Market
	Stats      history.Stats
}

// Run lives the life to its end, or until ctx ends; then the folder is whole and
// the same call resumes it.
func Run(ctx context.Context, o Options) (Result, error) {
	text, compiled, err := o.strategy()
	if err != nil {
		return Result{}, err
	}
	o.Config = approve(o.Config, compiled)
	for _, w := range o.Config.Warnings() {
		if o.Log != nil {
			o.Log.Warn(w)
		}
	}
	market, err := o.market()
	if err != nil {
		return Result{}, err
	}
	h, err := home.Open(o.Out)
	if err != nil {
		return Result{}, err
	}
	defer h.Close()
	if over(h) {
		return Result{}, fmt.Errorf("%w: %s; see bardo why and bardo replay, or choose another --out", ErrOver, o.Out)
	}
	plan := o.plan(compiled.Hash)
	plan.Market = marketHash(market)
	if err := plan.settle(h.Path(home.LifeFile)); err != nil {
		return Result{}, err
	}
	if err := atomicfile.Write(h.Path(home.StrategyFile), 0o600, text); err != nil {
		return Result{}, err
	}
	w, err := history.Open(ctx, history.Config{Market: market, Seed: o.Seed, Artifacts: o.Artifacts})
	if err != nil {
		return Result{}, err
	}
	defer w.Close()
	return o.live(ctx, h, w, compiled, text)
}

// over says that the life has ended and was put away whole. One that was killed
// behind its tombstone is resumed: its stores may lack what was not written yet.
func over(h *home.Home) bool {
	if _, err := os.Stat(h.Path(home.TombstoneFile)); err != nil {
		return false
	}
	m, _, err := h.LoadManifest()
	return err == nil && m.State == dead
}

// strategy is the text a life is born with. That of a life which follows its file
// stands in its boot entry: the file may be another by now, or broken, and is
// offered to the life as any edit is.
func (o Options) strategy() ([]byte, *strategy.Strategy, error) {
	b, err := birth(filepath.Join(o.Out, home.JournalDir))
	if err != nil || !b.HotReload {
		return readStrategy(o.Strategy)
	}
	compiled, err := strategy.Compile(b.Strategy, strategy.DefaultPolicy())
	return b.Strategy, compiled, err
}

// birth reads the boot entry of a life that is on record.
func birth(dir string) (b agent.Boot, _ error) {
	j, err := journal.Read(dir)
	if err != nil {
		return b, err
	}
	defer j.Close()
	e, err := j.Lookup(0)
	if err != nil {
		return b, err
	}
	return b, e.Decode(&b)
}

func readStrategy(path string) ([]byte, *strategy.Strategy, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, fmt.Errorf("read strategy: %w", err)
	}
	compiled, err := strategy.Compile(text, strategy.DefaultPolicy())
	if wrong := strategy.Problems(nil); errors.As(err, &wrong) {
		err = &StrategyError{path, wrong}
	}
	return text, compiled, err
}

// live gives the Golem its key and its purse, and lets it live.
func (o Options) live(ctx context.Context, h *home.Home, w *history.World, s *strategy.Strategy, text []byte) (r Result, err error) {
	bytes := secret(o.Seed)
	key, err := signer.New(chainID, &bytes)
	if err != nil {
		return r, err
	}
	b, err := boot(o, w, s, text, key.Address())
	if err != nil {
		return r, err
	}
	if err := fund(ctx, w, b, o); err != nil {
		return r, err
	}
	l := &one{home: h, world: w, key: key, boot: b, options: o}
	defer func() { err = errors.Join(err, l.close()) }()
	if err := l.open(ctx); err != nil {
		return r, err
	}
	cause, err := l.run(ctx)
	if err == nil {
		err = l.remember()
	}
	r = Result{Dir: h.Dir(), Cause: cause, Resumed: l.resumed, Signatures: key.Signatures(), Market: w.Market(), Stats: w.Stats()}
	return r, err
}

func fund(ctx context.Context, w *history.World, b agent.Boot, o Options) error {
	purse := history.Purse{Native: &b.Tokens[1].Units}
	if w.Market().Spec.Quote == 0 {
		purse.Token0 = &b.Tokens[0].Units
	} else {
		purse.Token1 = &b.Tokens[0].Units
	}
	return w.Fund(ctx, b.Venue.Account, purse)
}

// one is a life in progress.
type one struct {
	home    *home.Home
	world   *history.World
	key     *signer.Signer
	boot    agent.Boot
	options Options

	journal *journal.Journal
	records *records.Store
	ledger  *ledger.Ledger
	golem   *agent.Agent
	clock   *worldClock
	resumed bool
	stopped bool
}

func (l *one) open(ctx context.Context) (err error) {
	l.clock = newWorldClock(l.world, l.world.Market().Start(), l.options.pacing())
	if l.journal, err = l.openJournal(); err != nil {
		return err
	}
	l.clock.replaying = l.journal.Replaying
	if l.records, err = records.Open(l.home.Path(home.CyclesDir), records.Options{Repeat: true, Fault: l.options.Fault}); err != nil {
		return err
	}
	if l.ledger, err = ledger.Open(l.home.Path(home.LedgerDir), l.options.Fault); err != nil {
		return err
	}
	out, err := outside(ctx, l.world, l.boot, l.key, l.clock)
	if err != nil {
		return err
	}
	out.Strategy = func() ([]byte, error) { return os.ReadFile(l.options.Strategy) }
	stores := agent.Stores{Journal: l.journal, Records: l.records, Ledger: l.ledger, Estate: estate{l.home}, Log: l.options.Log}
	l.golem, err = agent.New(l.boot, out, stores)
	return err
}

func (l *one) openJournal() (*journal.Journal, error) {
	dir := l.home.Path(home.JournalDir)
	mode := journal.Record
	if files, err := os.ReadDir(dir); err == nil && len(files) > 0 {
		if err := l.sound(dir); err != nil {
			return nil, err
		}
		mode, l.resumed = journal.Resume, true
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return journal.Open(dir, journal.Options{
		Mode: mode, Policy: journal.History, Boot: l.boot,
		Redo: []journal.Kind{journal.KindAdvance, journal.KindSend}, OnBoot: l.rebooted, OnLive: l.caughtUp, Fault: l.options.Fault,
	})
}

// sound reads what a life that is resumed left behind, before anything of it is
// touched.
func (l *one) sound(dir string) error {
	j, err := journal.Read(dir)
	if err != nil {
		return err
	}
	defer j.Close()
	return errors.Join(l.same(dir, j), l.whole(j))
}

// whole holds the journal against the manifest. A life that was killed has an old
// one, or none.
func (l *one) whole(j *journal.Reader) error {
	m, warning, err := l.home.LoadManifest()
	if warning != nil && l.options.Log != nil {
		l.options.Log.Warn("the manifest is damaged; the journal is held against the one before, where there is one", "error", warning)
	}
	if errors.Is(err, home.ErrNoManifest) {
		return nil
	}
	if err != nil {
		return err
	}
	entries, _ := j.Head()
	if err := m.Within(entries, j.HashAt); err != nil {
		return fmt.Errorf("resume %s: %w", l.home.Dir(), err)
	}
	return nil
}

// same holds what the life was born with against what it would go on with: other
// limits, or another strategy, would be another life under the same name.
func (l *one) same(dir string, j *journal.Reader) error {
	birth, err := j.Lookup(0)
	if errors.Is(err, journal.ErrEnd) { // killed before it was born
		return nil
	}
	if err != nil {
		return err
	}
	if same, err := birth.Holds(l.boot); err != nil || same {
		return err
	}
	return fmt.Errorf("%w: the journal in %s begins with other settings, or this is another version of the program; "+
		"resume it with those it was born with, or choose another --out", ErrAnother, dir)
}

// rebooted tells the Golem that its process was restarted here.
func (l *one) rebooted(b journal.Boot) {
	if l.golem != nil && b.Epoch > 1 {
		l.golem.Rebooted(b.Epoch)
	}
}

// caughtUp runs when a resumed life has passed its journal: what stores hold
// beyond it was never decided.
func (l *one) caughtUp() error {
	return errors.Join(l.records.EndRepeat(), l.ledger.EndRepeat())
}

// run lives from birth, or from where the life was cut off, to the tombstone.
func (l *one) run(ctx context.Context) (lifecycle.Cause, error) {
	watch := &observer{l}
	active, err := lifecycle.Provision(l.golem, watch).Activate(ctx)
	if err != nil {
		return "", err
	}
	if err := l.home.Sign(l.journal.Epoch()); err != nil {
		return "", err
	}
	for l.golem.Dying() == "" {
		if err := active.Tick(ctx); err != nil {
			return "", errors.Join(err, l.stop(ctx, active.Shutdown))
		}
		l.report("living")
	}
	dying, err := active.BeginDeath(l.golem.Dying())
	if err != nil {
		return "", err
	}
	dead, err := dying.Thanatopsis(ctx)
	if err != nil {
		return "", errors.Join(err, l.stop(ctx, dying.Shutdown))
	}
	cause, err := dead.Cause()
	return cause, errors.Join(err, dead.Close(ctx))
}

func (l *one) report(state string) {
	if l.options.Progress == nil {
		return
	}
	s := l.golem.State()
	done := float64(l.clock.Now().UnixMilli()-l.boot.Start) / float64(l.boot.PaidUntil-l.boot.Start)
	l.options.Progress(Progress{
		At: l.clock.Now(), Done: min(max(done, 0), 1), Ticks: s.Heartbeat().Tick, Equity: s.Positions().Reading.Equity(),
		Trades: l.golem.Trades(), State: state,
	})
}

// close ends a life that was not stopped: it closes the stores and then writes
// the manifest, so that what it says stands is on disk.
func (l *one) close() error {
	if l.stopped {
		return nil
	}
	l.key.Destroy()
	manifest := l.manifest()
	if manifest != nil {
		l.golem.Events().Close()
	}
	if err := l.shut(); err != nil || manifest == nil {
		return err
	}
	return l.home.SaveManifest(*manifest)
}

// shut closes the stores that were opened.
func (l *one) shut() error {
	var errs []error
	if l.journal != nil {
		errs = append(errs, l.journal.Close())
	}
	if l.records != nil {
		errs = append(errs, l.records.Close())
	}
	if l.ledger != nil {
		errs = append(errs, l.ledger.Close())
	}
	return errors.Join(errs...)
}

// dead is the state of a manifest behind a death.
const dead = "dead"

// manifest is where the Golem stands as the process ends; nil for one that never
// was.
func (l *one) manifest() *home.Manifest {
	if l.golem == nil {
		return nil
	}
	seq, hash := l.journal.Head()
	s := l.golem.State()
	m := home.Manifest{
		GolemID: s.Identity().GolemID, Epoch: l.journal.Epoch(), WrittenAt: l.clock.Now().UnixMilli(), Clean: true,
		State: "active", NextTick: s.Heartbeat().Tick, JournalSeq: seq, JournalHash: hash, EventSeq: l.golem.Events().Last(), StrategyHash: l.options.plan("").Strategy,
	}
	if cause := l.golem.Dying(); cause != "" {
		m.State, m.Cause = dead, string(cause)
	}
	return &m
}

// observer hears of transitions; the journal makes them repeatable, so there is
// nothing more to keep.
type observer struct{ *one }

func (o *observer) Moved(from, to lifecycle.State, _ lifecycle.Cause) {
	o.golem.Moved(from, to)
	o.report(string(to))
}

// Passed reports a finished phase of death.
func (o *observer) Passed(p lifecycle.Phase, err error) {
	o.report("death: " + p.String())
	if err != nil && o.options.Log != nil {
		o.options.Log.Error("death phase failed", "phase", p.String(), "error", err)
	}
}

// estate writes the documents of a death into the life's folder.
type estate struct{ home *home.Home }

func (e estate) Bequeath(name string, document any) error {
	text, err := json.MarshalIndent(document, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.Write(e.home.Path(home.DeathDir+"/"+name+".json"), 0o600, append(text, '\n'))
}
