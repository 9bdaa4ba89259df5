package ledger

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"bardo.run/bardo/internal/clock"
	double "bardo.run/bardo/internal/ledger"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/internal/seglog"
)

const (
	// raceIn makes the test binary race for the cap of the books in that folder, and
	// raceAt end by a kill at that operation on them.
	raceIn = "BARDO_LEDGER_RACE_IN"
	raceAt = "BARDO_LEDGER_RACE_AT"
	racers = 64
	// what a racing life may spend on gas in a day, in micro-USDC
	raceCredit, raceCap = 40_000, 3_000
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(raceIn); dir != "" {
		os.Exit(racing(dir))
	}
	os.Exit(m.Run())
}

// together starts so many at once and waits for all.
func together(n int, do func(i int)) {
	var begin, end sync.WaitGroup
	begin.Add(1)
	for i := range n {
		end.Go(func() { begin.Wait(); do(i) })
	}
	begin.Done()
	end.Wait()
}

// DESIGN §10: no spend above a cap by one unit under concurrency. Of all that race for
// the last unit through the store on disk one has it, also when the store is read again
// in between, and whatever is paid for.
func TestTheLastUnitUnderACapIsHadOnce(t *testing.T) {
	dir, rounds := t.TempDir(), int64(0)
	var past []func(*Ledger) // what was done, in order
	for _, c := range []Spend{{For: ForLLM, X402: true}, {For: ForData, X402: true}, {For: ForLLM}, {For: ForGas}, {For: ForData}} {
		for range 12 {
			l, err := Open(dir, Options{})
			check(t, err)
			l.Budget.Follow(Plan{Shares: DefaultPlan().Shares, Caps: DefaultPlan().Caps, X402: 100})
			check(t, l.Funds.Fund("birth", noon, Funding{Credit: 1_000_000}))
			for _, did := range past {
				did(l)
			}
			check(t, l.EndRepeat())
			rounds++
			past = append(past, lastUnit(t, l, c, noon+rounds*msPerDay)) // a day's cap of its own
			check(t, l.Close())
		}
	}
	t.Logf("%d rounds of %d goroutines, the books read again before each", rounds, racers)
}

// lastUnit leaves one unit under the day's caps and has all race for it. It returns what
// was done.
func lastUnit(t *testing.T, l *Ledger, c Spend, at int64) func(*Ledger) {
	t.Helper()
	filler := c
	filler.Key = fmt.Sprint("filler", at)
	filler.Most = part(t, l, at, c.For).Room - 1
	if c.X402 { // of 1 % of what models and data have, and the partition's own cap allows more
		base := part(t, l, at, ForLLM).Available + part(t, l, at, ForData).Available
		filler.Most = base/100 - 1
	}
	check(t, l.Spending.Reserve(at, filler))
	var won atomic.Int32
	var winner Spend
	together(racers, func(i int) {
		mine := c
		mine.Key, mine.Most = fmt.Sprint("racer", at, ".", i), 1
		var refused *Refused
		if err := l.Spending.Reserve(at, mine); err == nil {
			won.Add(1)
			winner = mine
		} else if want := map[bool]error{false: ErrDailyCap, true: ErrX402}[c.X402]; !errors.As(err, &refused) || !errors.Is(err, want) {
			t.Errorf("refused otherwise: %v", err)
		}
	})
	if got := part(t, l, at, c.For); won.Load() != 1 || got.Committed != filler.Most+1 {
		t.Fatalf("%d had the last unit of %+v: %+v", won.Load(), c, got)
	}
	end := func(l *Ledger) {
		check(t, l.Spending.Settle(filler.Key, at, filler.Most))
		check(t, l.Spending.Settle(winner.Key, at, 1))
	}
	end(l)
	return func(l *Ledger) {
		check(t, l.Spending.Reserve(at, filler))
		check(t, l.Spending.Reserve(at, winner))
		end(l)
	}
}

// racing is a process that races with others for the cap of the day. Its life is that of
// a Golem: the lock of the books lets one in, what is stored comes again, and then each
// of its goroutines holds a unit, pays it outside, and settles, gives it back or does not
// know. It says how often it was kept out.
func racing(dir string) int {
	var at int64
	if _, err := fmt.Sscan(os.Getenv(raceAt), &at); err != nil {
		return 2
	}
	var done atomic.Int64
	fault := func(_ seglog.Op, size int) (int, error) {
		if done.Add(1) == at {
			if syscall.Kill(os.Getpid(), syscall.SIGKILL) == nil {
				select {} // until the signal is there
			}
		}
		return size, nil
	}
	l, waits, err := entered(dir, fault)
	if err == nil {
		err = again(l, dir)
	}
	if err == nil {
		err = payAll(l, dir)
	}
	if err == nil {
		err = l.Close()
	}
	fmt.Println(waits)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// entered opens the books as soon as nobody else has them.
func entered(dir string, fault seglog.Fault) (l *Ledger, waits int, err error) {
	c := clock.System{}
	for {
		if l, err = Open(dir, Options{Fault: fault}); !errors.Is(err, seglog.ErrHeld) {
			return l, waits, err
		}
		waits++
		if err := c.WaitUntil(context.Background(), c.Now().Add(time.Millisecond)); err != nil {
			return nil, waits, err
		}
	}
}

// again does what is stored, in its order, as a journal has a life do it. What was held
// when the process ended is pending now.
func again(l *Ledger, dir string) error {
	if err := l.Funds.Fund("birth", noon, Funding{Credit: raceCredit}); err != nil {
		return err
	}
	open := map[string]bool{}
	first := true
	for e, err := range double.Rows(dir) {
		switch {
		case err != nil:
			return err
		case first: // the birth
			first = false
			continue
		case e.Reserves():
			open[e.Key.ID] = true
			err = l.Spending.Reserve(noon, Spend{For: ForGas, Key: e.Key.ID, Most: money.USDC(e.Postings[0].Amount.Int64())})
		case e.Settles():
			delete(open, e.Hold.ID)
			err = l.Spending.Settle(e.Hold.ID, noon, 1)
		case e.Releases():
			delete(open, e.Hold.ID)
			err = l.Spending.Release(e.Hold.ID, noon)
		default:
			key, _ := strings.CutPrefix(e.Key.ID, pending)
			err = l.Spending.Pend(key, noon)
		}
		if err != nil {
			return fmt.Errorf("again %s: %w", e.Key, err)
		}
	}
	if err := l.EndRepeat(); err != nil {
		return err
	}
	for key := range open {
		if err := l.Spending.Pend(key, noon); err != nil {
			return err
		}
	}
	return durable(l)
}

func durable(l *Ledger) error {
	defer l.books.lock()()
	return l.books.book.Sync()
}

// payAll has all goroutines pay until the cap lets none of them.
func payAll(l *Ledger, dir string) error {
	paid, err := os.OpenFile(filepath.Join(dir, "paid"), os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer paid.Close()
	errs := make([]error, racers)
	together(racers, func(i int) {
		for n := 0; errs[i] == nil; n++ {
			key := fmt.Sprintf("%d.%d.%d", os.Getpid(), i, n)
			if err := l.Spending.Reserve(noon, Spend{For: ForGas, Key: key, Most: 1}); err != nil {
				if !errors.Is(err, ErrDailyCap) {
					errs[i] = err
				}
				return
			}
			switch {
			case n%5 == 4:
				errs[i] = l.Spending.Release(key, noon)
			case durable(l) != nil:
				errs[i] = errors.New("nothing is paid before it is durable")
			default:
				if _, errs[i] = paid.Write([]byte{'.'}); errs[i] == nil && n%7 != 6 {
					errs[i] = l.Spending.Settle(key, noon, 1)
				}
			}
		}
	})
	return errors.Join(errs...)
}

// DESIGN §10, heartbeat §7: two processes with 64 goroutines each race for one cap
// through the store on disk and are killed while they do. It lets one process in at a
// time, and never is one unit held, spent or paid outside beyond the cap.
func TestTwoProcessesThatAreKilledNeverPassTheCap(t *testing.T) {
	dir := t.TempDir()
	var kills, waits, ends atomic.Int64
	together(2, func(i int) {
		random := seed.Seed(41).Stream(fmt.Sprint("racer", i))
		for try := range 200 {
			killed, waited := race(t, dir, random, try)
			waits.Add(waited)
			if !killed {
				ends.Add(1)
				return
			}
			kills.Add(1)
		}
		t.Error("it never came to its end")
	})
	var open, spent int64
	entries := 0
	for e, err := range double.Rows(dir) {
		check(t, err)
		entries++
		switch {
		case e.Reserves():
			open++
		case e.Settles():
			open--
			spent++
		case e.Releases():
			open--
		}
		if open+spent > raceCap {
			t.Fatalf("entry %d: %d held and %d spent of %d", entries, open, spent, raceCap)
		}
	}
	paid, err := os.ReadFile(filepath.Join(dir, "paid"))
	check(t, err)
	if open+spent != raceCap || int64(len(paid)) < spent || int64(len(paid)) > spent+open {
		t.Errorf("%d held and %d spent of %d, %d paid outside", open, spent, raceCap, len(paid))
	}
	if kills.Load() < 4 || waits.Load() == 0 || ends.Load() != 2 {
		t.Errorf("%d kills, kept out %d times, %d ended", kills.Load(), waits.Load(), ends.Load())
	}
	t.Logf("%d kills, kept out %d times; %d entries, %d spent, %d held, %d paid outside", kills.Load(), waits.Load(), entries, spent, open, len(paid))
}

// race runs a process until its end, or until it is killed.
func race(t *testing.T, dir string, random *rand.Rand, try int) (killed bool, waited int64) {
	t.Helper()
	at := int64(1) << 40
	if try < 12 {
		at = 20 + random.Int64N(200)
	}
	c := exec.CommandContext(t.Context(), os.Args[0])
	c.Env = append(os.Environ(), raceIn+"="+dir, fmt.Sprintf("%s=%d", raceAt, at), "GORACE=atexit_sleep_ms=0")
	var said strings.Builder
	c.Stderr = &said
	out, err := c.Output()
	if died := (*exec.ExitError)(nil); errors.As(err, &died) && !died.Exited() {
		return true, 0
	}
	if _, scanned := fmt.Sscan(string(out), &waited); err != nil || scanned != nil {
		t.Errorf("a process failed: %v\n%s", err, said.String())
	}
	return false, waited
}
