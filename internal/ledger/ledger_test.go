package ledger

import (
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"bardo.run/bardo/internal/seglog"
)

var (
	chart  = []Account{{ID: "owner", MayOverdraft: true}, {ID: "conversion", MayOverdraft: true}, {ID: "a"}, {ID: "b"}, {ID: "c"}}
	assets = []string{"USDC", "WETH"}
)

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func n(v int64) *big.Int { return big.NewInt(v) }

// sound checks every invariant of a ledger.
func sound(t interface{ Fatalf(string, ...any) }, l *Ledger) {
	for _, asset := range assets {
		if l.Sum(asset).Sign() != 0 {
			t.Fatalf("%s sums to %s", asset, l.Sum(asset))
		}
	}
	held := map[place]*big.Int{}
	for _, h := range l.holds {
		if held[h.place] == nil {
			held[h.place] = new(big.Int)
		}
		held[h.place].Add(held[h.place], h.amount)
	}
	for _, line := range l.Balances() {
		if !l.accounts[line.Account].MayOverdraft && line.Balance.Cmp(line.Held) < 0 || line.Held.Sign() < 0 {
			t.Fatalf("%s has %s of %s, held %s", line.Account, line.Balance, line.Asset, line.Held)
		}
		if want := copyOf(held[place{line.Account, line.Asset}]); want.Cmp(line.Held) != 0 {
			t.Fatalf("%s holds %s of %s, its reservations %s", line.Account, line.Held, line.Asset, want)
		}
	}
}

func drawMove(t *rapid.T) []Posting {
	account := func(name string) string { return rapid.SampledFrom([]string{"owner", "a", "b", "c"}).Draw(t, name) }
	asset := rapid.SampledFrom(assets)
	amount := func(name string) *big.Int { return n(rapid.Int64Range(0, 100).Draw(t, name)) }
	from := account("from")
	postings := Move(from, account("to"), asset.Draw(t, "asset"), amount("amount"))
	if rapid.Bool().Draw(t, "swap") { // through the conversion account
		postings = append(Move(from, "conversion", "USDC", amount("in")), Move("conversion", from, "WETH", amount("out"))...)
	}
	return postings
}

// step does one random operation.
func step(t *rapid.T, l *Ledger) (repeated bool, err error) {
	key := fmt.Sprintf("k%d", rapid.IntRange(0, 60).Draw(t, "key"))
	hold := fmt.Sprintf("h%d", rapid.IntRange(0, 2).Draw(t, "hold"))
	switch rapid.IntRange(0, 4).Draw(t, "op") {
	case 0:
		return l.Reserve(hold, rapid.SampledFrom([]string{"a", "b"}).Draw(t, "account"), "USDC", n(rapid.Int64Range(0, 50).Draw(t, "held")), 1)
	case 1:
		return l.Settle(hold, Transaction{Key: Once(key), Postings: drawMove(t)})
	case 2:
		return l.Release(hold, 1)
	case 3:
		return l.Post(Transaction{Key: Nth("series", rapid.Uint64Range(1, 40).Draw(t, "serial")), Postings: drawMove(t)})
	}
	return l.Post(Transaction{Key: Once(key), Postings: drawMove(t)})
}

func TestAnyInterleavingKeepsTheInvariants(t *testing.T) {
	var booked, refused, settled int
	rapid.Check(t, func(t *rapid.T) {
		dir, err := os.MkdirTemp("", "ledger")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		l, err := Open(dir, Options{Chart: chart})
		if err != nil {
			t.Fatal(err)
		}
		for _, account := range []string{"a", "b"} { // so that there is something to reserve
			if _, err := l.Post(Transaction{Key: Once("fund " + account), Postings: Move("owner", account, "USDC", n(200))}); err != nil {
				t.Fatal(err)
			}
		}
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			before, holds := l.Balances(), len(l.holds)
			repeated, err := step(t, l)
			if err != nil {
				refused++
			} else if !repeated {
				booked++
			}
			if len(l.holds) < holds {
				settled++
			}
			if (err != nil || repeated) && !reflect.DeepEqual(before, l.Balances()) {
				t.Fatalf("repeated %v, error %v, yet the balances changed", repeated, err)
			}
			sound(t, l)
		}
		lines, holds := l.Balances(), len(l.holds)
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		if l, err = Open(dir, Options{Chart: chart, ReadOnly: true}); err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		if !reflect.DeepEqual(lines, l.Balances()) || len(l.holds) != holds {
			t.Fatalf("loaded %v, want %v", l.Balances(), lines)
		}
	})
	t.Logf("%d booked, %d refused, %d reservations ended", booked, refused, settled)
	if booked < 100 || refused < 100 || settled < 10 {
		t.Fatalf("%d booked, %d refused, %d reservations ended: too dull", booked, refused, settled)
	}
}

func TestTheSameKeyTwiceIsTheSameResultOnce(t *testing.T) {
	l := New(Options{Chart: chart})
	fund := Transaction{Key: Once("fund"), Time: 1, Postings: Move("owner", "a", "USDC", n(100))}
	for i := range 3 {
		fund.Time += int64(i)
		repeated, err := l.Post(fund)
		if err != nil || repeated != (i > 0) {
			t.Fatalf("posting %d: repeated %v, %v", i, repeated, err)
		}
	}
	other := fund
	other.Postings = Move("owner", "a", "USDC", n(101))
	if _, err := l.Post(other); !errors.Is(err, ErrKeyReused) {
		t.Fatalf("the key was taken for another transaction: %v", err)
	}
	for _, serial := range []uint64{1, 2, 2, 1, 3} {
		if _, err := l.Post(Transaction{Key: Nth("fund", serial), Postings: Move("a", "b", "USDC", n(10))}); err != nil {
			t.Fatal(err)
		}
	}
	if a, b := l.Balance("a", "USDC"), l.Balance("b", "USDC"); a.Cmp(n(70)) != 0 || b.Cmp(n(30)) != 0 {
		t.Fatalf("a %s, b %s", a, b)
	}
}

func TestRefusals(t *testing.T) {
	l := New(Options{Chart: chart})
	_, err := l.Post(Transaction{Key: Once("fund"), Postings: Move("owner", "a", "USDC", n(100))})
	check(t, err)
	_, err = l.Reserve("r", "a", "USDC", n(60), 1)
	check(t, err)
	for name, c := range map[string]struct {
		want error
		do   func() (bool, error)
	}{
		"unbalanced": {ErrUnbalanced, func() (bool, error) {
			return l.Post(Transaction{Key: Once("x"), Postings: []Posting{{Account: "a", Asset: "USDC", Amount: n(1)}}})
		}},
		"two assets that cancel out": {ErrUnbalanced, func() (bool, error) {
			return l.Post(Transaction{Key: Once("x"), Postings: []Posting{{Account: "a", Asset: "USDC", Amount: n(1)}, {Account: "owner", Asset: "WETH", Amount: n(-1)}}})
		}},
		"unknown account": {ErrUnknown, func() (bool, error) {
			return l.Post(Transaction{Key: Once("x"), Postings: Move("a", "z", "USDC", n(1))})
		}},
		"one unit above what is free": {ErrOverdrawn, func() (bool, error) {
			return l.Post(Transaction{Key: Once("x"), Postings: Move("a", "b", "USDC", n(41))})
		}},
		"a second reservation above what is free": {ErrOverdrawn, func() (bool, error) {
			return l.Reserve("s", "a", "USDC", n(41), 1)
		}},
		"a settlement above the reservation": {ErrExceedsHold, func() (bool, error) {
			return l.Settle("r", Transaction{Key: Once("x"), Postings: Move("a", "b", "USDC", n(61))})
		}},
		"no such reservation": {ErrNoHold, func() (bool, error) { return l.Release("q", 1) }},
		"no key":              {ErrInvalid, func() (bool, error) { return l.Post(Transaction{}) }},
		"a negative reservation": {ErrInvalid, func() (bool, error) {
			return l.Reserve("s", "a", "USDC", n(-1), 1)
		}},
	} {
		if _, err := c.do(); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, err = l.Settle("r", Transaction{Key: Once("used"), Memo: "gas", Postings: Move("a", "b", "USDC", n(55))})
	check(t, err)
	if free := l.Available("a", "USDC"); free.Cmp(n(45)) != 0 {
		t.Errorf("%s is free, the rest of the reservation was to come back", free)
	}
}

func TestAmountsBeyond256BitsAreExact(t *testing.T) {
	dir := t.TempDir()
	l, err := Open(dir, Options{Chart: chart})
	check(t, err)
	huge := new(big.Int).Lsh(n(1), 256)
	for i := range uint64(3) {
		_, err = l.Post(Transaction{Key: Nth("fund", i+1), Postings: Move("owner", "a", "WETH", huge)})
		check(t, err)
	}
	check(t, l.Close())
	l, err = Open(dir, Options{Chart: chart, ReadOnly: true})
	check(t, err)
	defer l.Close()
	if want := new(big.Int).Mul(huge, n(3)); l.Balance("a", "WETH").Cmp(want) != 0 {
		t.Fatalf("got %s", l.Balance("a", "WETH"))
	}
}

// A crash at every write, of a ledger that is computed again as a life's is: what
// was synced is booked, the sums are zero, and repeating all of it ends in the
// same balances.
func TestACrashAtEveryWriteKeepsTheMoney(t *testing.T) {
	killed := errors.New("killed")
	work := func(l *Ledger) (done int) {
		ops := []func() (bool, error){
			func() (bool, error) {
				return l.Post(Transaction{Key: Once("fund"), Postings: Move("owner", "a", "USDC", n(100))})
			},
			func() (bool, error) { return l.Reserve("r", "a", "USDC", n(60), 1) },
			func() (bool, error) {
				return l.Settle("r", Transaction{Key: Once("paid"), Postings: Move("a", "b", "USDC", n(50))})
			},
			func() (bool, error) {
				return l.Post(Transaction{Key: Nth("s", 1), Postings: Move("b", "c", "USDC", n(7))})
			},
		}
		for _, op := range ops {
			if _, err := op(); err != nil || l.Sync() != nil {
				return done
			}
			sound(t, l)
			done++
		}
		return done
	}
	acknowledged := []int64{0, 100, 100, 50, 50} // what a has after each
	for i := 0; ; i++ {
		dir := t.TempDir()
		done := 0
		l, err := Open(dir, Options{Chart: chart, Repeat: true, Fault: seglog.FailFrom(i, killed)})
		if err == nil {
			done = work(l)
			l.Close()
		}
		l, err = Open(dir, Options{Chart: chart, Repeat: true})
		check(t, err)
		check(t, l.Close()) // a second crash, before anything is repeated
		l, err = Open(dir, Options{Chart: chart, ReadOnly: true})
		check(t, err)
		sound(t, l)
		next := min(done+1, 4) // the operation that was cut off may be booked too
		if a := l.Balance("a", "USDC").Int64(); a != acknowledged[done] && a != acknowledged[next] {
			t.Fatalf("killed at %d after %d operations: a has %d", i, done, a)
		}
		check(t, l.Close())
		for range 2 { // what was stored comes again, and nothing twice
			l, err = Open(dir, Options{Chart: chart, Repeat: true})
			check(t, err)
			if got := work(l); got != 4 || l.Balance("c", "USDC").Cmp(n(7)) != 0 || l.Balance("a", "USDC").Cmp(n(50)) != 0 {
				t.Fatalf("killed at %d: repeating did %d operations, balances %v", i, got, l.Balances())
			}
			check(t, l.Close())
		}
		if done == 4 {
			if i < 15 {
				t.Fatalf("only %d crashes", i)
			}
			return
		}
	}
}

func TestARepeatedLedgerStartsEmptyAndEndsTheSame(t *testing.T) {
	dir := t.TempDir()
	move := func(l *Ledger, i int64) error {
		_, err := l.Post(Transaction{Key: Nth("s", uint64(i)), Time: i, Postings: Move("owner", "a", "USDC", n(i))})
		return err
	}
	l, err := Open(dir, Options{Chart: chart})
	check(t, err)
	for i := range int64(10) {
		check(t, move(l, i+1))
	}
	check(t, l.Close())
	before, err := os.ReadFile(filepath.Join(dir, "000001.seg"))
	check(t, err)
	l, err = Open(dir, Options{Chart: chart, Repeat: true})
	check(t, err)
	if l.Balance("a", "USDC").Sign() != 0 {
		t.Fatal("it did not start empty")
	}
	for i := range int64(10) {
		check(t, move(l, i+1))
	}
	check(t, l.Close())
	after, err := os.ReadFile(filepath.Join(dir, "000001.seg"))
	check(t, err)
	if !reflect.DeepEqual(before, after) || l.Balance("a", "USDC").Cmp(n(55)) != 0 {
		t.Fatalf("a has %s", l.Balance("a", "USDC"))
	}
	l, err = Open(dir, Options{Chart: chart, Repeat: true})
	check(t, err)
	defer l.Close()
	check(t, move(l, 1))
	var m *seglog.Mismatch
	if err := move(l, 3); !errors.As(err, &m) {
		t.Fatalf("got %v", err)
	}
}

func FuzzDecodeEntry(f *testing.F) {
	f.Add([]byte{entryVersion, 0x86})
	f.Fuzz(func(t *testing.T, b []byte) {
		if e, err := decodeEntry(b); err == nil && e.valid() != nil {
			t.Fatal("an invalid entry was read")
		}
	})
}
