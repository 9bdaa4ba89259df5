package journal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/seglog"
)

func open(t testing.TB, dir string, o Options) *Journal {
	t.Helper()
	j, err := Open(dir, o)
	check(t, err)
	t.Cleanup(func() { j.Close() })
	return j
}

func check(t rapid.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// world is what lies outside a life: it has a price and it can be moved.
type world struct {
	asked, moved int
	price        uint64
}

var errRPC = NewFailure("rpc_timeout", "the endpoint did not answer")

func (w *world) reading() (turn.Reading, error) {
	w.asked++
	w.price = w.price*6364136223846793005 + 1442695040888963407
	if w.price>>61 == 0 {
		return turn.Reading{}, fmt.Errorf("read the pool: %w", errRPC)
	}
	return turn.Reading{Block: turn.Block{Number: w.price >> 40}, NativeUSD: float64(w.price>>50) / 7}, nil
}

func (w *world) send(order string) (string, error) {
	w.moved++
	if len(order) == 2 {
		return "", errors.New("nonce too low")
	}
	return fmt.Sprintf("0x%d%s", w.moved, order), nil
}

// live is a small life: what it decides follows from its answers only. It
// returns a digest of its decisions.
func live(j *Journal, w *world, ticks int) (string, error) {
	var said strings.Builder
	for tick := range uint64(ticks) {
		j.Begin(tick)
		r, err := Take(j, KindReading, tick, w.reading)
		var f *Failure
		if err != nil && !errors.As(err, &f) {
			return said.String(), err
		}
		if f != nil {
			fmt.Fprintf(&said, "%d failed %s\n", tick, f.Code)
		} else if order := fmt.Sprint(r.Block.Number % 1000); r.NativeUSD > 1_200 {
			hash, err := Take(j, KindSend, order, func() (string, error) { return w.send(order) })
			if err != nil && !errors.As(err, &f) {
				return said.String(), err
			}
			fmt.Fprintf(&said, "%d sent %s %v\n", tick, hash, f)
		}
		if err := j.End(); err != nil {
			return said.String(), err
		}
	}
	return said.String(), nil
}

func TestAReplayedLifeDecidesTheSameAndAsksNobody(t *testing.T) {
	dir := t.TempDir()
	w := &world{}
	j := open(t, dir, Options{Boot: "config"})
	said, err := live(j, w, 200)
	check(t, err)
	seq, hash := j.Head()
	check(t, j.Close())
	if w.moved < 20 || !strings.Contains(said, "failed rpc_timeout") || !strings.Contains(said, "unknown: nonce too low") {
		t.Fatalf("the life is too dull to test: %s", said)
	}
	var boots []Boot
	j = open(t, dir, Options{Mode: Replay, OnBoot: func(b Boot) { boots = append(boots, b) }})
	asked := w.asked
	again, err := live(j, w, 200)
	check(t, err)
	if again != said || w.asked != asked {
		t.Fatalf("replay asked the world %d times and decided\n%s\nnot\n%s", w.asked-asked, again, said)
	}
	var config string
	if len(boots) != 1 || boots[0].Epoch != 1 || boots[0].Entry.Decode(&config) != nil || config != "config" {
		t.Fatalf("boots: %+v", boots)
	}
	if s, h := j.Head(); s != seq || h != hash || j.Seq() != seq {
		t.Fatalf("head %d %x, recorded %d %x", s, h, seq, hash)
	}
	if _, err := Take(j, KindReading, uint64(200), w.reading); !errors.Is(err, ErrEnd) {
		t.Fatalf("behind the end: %v", err)
	}
}

func TestADivergingLifeIsNamedAndStays(t *testing.T) {
	for name, ask := range map[string]func(*Journal) error{
		"another kind":    func(j *Journal) error { _, err := Take(j, KindGlance, 1, never[int]); return err },
		"another request": func(j *Journal) error { _, err := Take(j, KindReading, 2, never[int]); return err },
	} {
		dir := t.TempDir()
		j := open(t, dir, Options{})
		j.Begin(7)
		_, err := Take(j, KindReading, 1, func() (int, error) { return 5, nil })
		check(t, err)
		check(t, j.Close())
		j = open(t, dir, Options{Mode: Replay})
		var d *Diverged
		err = ask(j)
		if !errors.Is(err, ErrDiverged) || !errors.As(err, &d) || d.Entry != 1 || d.Tick != 7 ||
			!strings.HasPrefix(d.Stored, "reading, request ") {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := Take(j, KindReading, 1, never[int]); !errors.Is(err, ErrDiverged) {
			t.Errorf("%s: it went on: %v", name, err)
		}
	}
}

func never[T any]() (T, error) { panic("a replay fetches nothing") }

// A life killed at any disk operation and resumed, however often, ends with the
// same decisions; and its journal replays.
func TestALifeKilledAtEveryWriteIsResumed(t *testing.T) {
	const ticks = 12
	for _, policy := range []Policy{Live, History} {
		whole := open(t, t.TempDir(), Options{Policy: policy})
		said, err := live(whole, &world{}, ticks)
		check(t, err)
		killed := errors.New("killed")
		kills := 0
		for n := 0; n < 200; n++ {
			dir := t.TempDir()
			if killedLife(dir, policy, seglog.FailFrom(n, killed), ticks) == nil {
				break
			}
			kills++
			if err := killedLife(dir, policy, seglog.FailFrom(3*n/2, killed), ticks); err == nil {
				continue
			}
			live1 := 0
			j, err := Open(dir, Options{
				Mode: Resume, Policy: policy, Redo: []Kind{KindReading, KindSend},
				OnLive: func() error { live1++; return nil },
			})
			check(t, err)
			again, err := live(j, &world{}, ticks)
			check(t, err)
			epoch := j.Epoch()
			check(t, j.Close())
			if again != said {
				t.Fatalf("killed at operation %d: %s\nnot\n%s", n, again, said)
			}
			j, err = Open(dir, Options{Mode: Replay})
			check(t, err)
			again, err = live(j, nil, ticks)
			if err != nil || again != said || j.Epoch() > epoch || live1 > 1 {
				t.Fatalf("replay of a life killed at operation %d: epoch %d of %d, %v", n, j.Epoch(), epoch, err)
			}
			check(t, j.Close())
		}
		if kills < 5 {
			t.Fatalf("only %d kills", kills)
		}
	}
}

func killedLife(dir string, p Policy, f seglog.Fault, ticks int) error {
	j, err := Open(dir, Options{Mode: Resume, Policy: p, Redo: []Kind{KindReading, KindSend}, Fault: f})
	if err != nil {
		return err
	}
	_, err = live(j, &world{}, ticks)
	return errors.Join(err, j.Close())
}

func TestEpochsAreCountedAndTheNumbersOfARestartReplay(t *testing.T) {
	dir := t.TempDir()
	var first []uint64
	for boot := range 3 {
		j := open(t, dir, Options{Mode: Resume, Boot: boot})
		var seqs []uint64
		for tick := range uint64(boot+1) * 2 {
			j.Begin(tick)
			seqs = append(seqs, j.Seq())
			_, err := Take(j, KindWake, tick, func() (uint64, error) { return tick, nil })
			check(t, err)
		}
		if j.Epoch() != uint64(boot+1) {
			t.Fatalf("boot %d has epoch %d", boot, j.Epoch())
		}
		check(t, j.Close())
		first = seqs
	}
	var epochs []uint64
	j := open(t, dir, Options{Mode: Replay, OnBoot: func(b Boot) { epochs = append(epochs, b.Epoch) }})
	for tick, want := range first {
		if j.Seq() != want {
			t.Fatalf("tick %d begins at entry %d, recorded at %d", tick, j.Seq(), want)
		}
		_, err := Take(j, KindWake, uint64(tick), never[uint64])
		check(t, err)
	}
	if !reflect.DeepEqual(epochs, []uint64{1, 2, 3}) {
		t.Fatalf("epochs %v", epochs)
	}
}

func TestWhatIsDoneAgainMustGiveTheSameResult(t *testing.T) {
	for name, c := range map[string]struct {
		value int
		err   error
		same  bool
	}{
		"same":          {value: 5, same: true},
		"other value":   {value: 6},
		"failure":       {err: errRPC},
		"same, at once": {value: 5, same: true},
	} {
		dir := t.TempDir()
		j := open(t, dir, Options{})
		_, err := Take(j, KindAdvance, 1, func() (int, error) { return 5, nil })
		check(t, err)
		check(t, j.Close())
		j = open(t, dir, Options{Mode: Resume, Redo: []Kind{KindAdvance}})
		calls := 0
		_, err = Take(j, KindAdvance, 1, func() (int, error) { calls++; return c.value, c.err })
		if calls != 1 || (err == nil) != c.same || !c.same && !errors.Is(err, ErrDiverged) {
			t.Errorf("%s: %d calls, %v", name, calls, err)
		}
	}
}

// "One changed byte of the journal is detected and named": wherever it is.
func TestOneChangedByteIsDetectedAndNamed(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir, Options{})
	_, err := live(j, &world{}, 12)
	check(t, err)
	check(t, j.Close())
	r, err := Read(dir)
	check(t, err)
	ticks := map[uint64]uint64{}
	for e, err := range r.Entries(0) {
		check(t, err)
		ticks[e.Seq] = e.Tick
	}
	check(t, r.Close())
	path := filepath.Join(dir, "000001.seg")
	whole, err := os.ReadFile(path)
	check(t, err)
	exact, tried := 0, 0
	for at := 0; at < len(whole); at += 3 {
		bad := bytes.Clone(whole)
		bad[at] ^= 0x08
		check(t, os.WriteFile(path, bad, 0o600))
		var d *Damaged
		_, err := Open(dir, Options{Mode: Resume})
		if !errors.Is(err, ErrDamaged) || !errors.As(err, &d) || d.File != path {
			t.Fatalf("byte %d, resume: %v", at, err)
		}
		if d.Tick != ticks[d.Entry] && d.Tick+1 != ticks[d.Entry] {
			t.Fatalf("byte %d: entry %d is of tick %d, named %d", at, d.Entry, ticks[d.Entry], d.Tick)
		}
		tried++
		if d.Tick == ticks[d.Entry] {
			exact++
		}
		j, err := Open(dir, Options{Mode: Replay})
		if err == nil {
			_, err = live(j, nil, 12)
			j.Close()
		}
		var again *Damaged
		if !errors.As(err, &again) || again.Entry != d.Entry {
			t.Fatalf("byte %d, replay: %v", at, err)
		}
	}
	if exact < tried*3/4 {
		t.Errorf("the tick was exact for %d of %d bytes", exact, tried)
	}
}

// DESIGN §4: live, the journal is synced before every send and once per tick.
func TestLiveSyncsBeforeASendAndAtTheEndOfATick(t *testing.T) {
	j := open(t, t.TempDir(), Options{})
	j.Begin(1)
	_, err := Take(j, KindReading, 1, func() (int, error) { return 1, nil })
	check(t, err)
	if j.log.Synced() != 1 {
		t.Fatal("a reading alone was synced")
	}
	_, err = Take(j, KindSend, 1, func() (int, error) {
		if n := j.log.Synced(); n != 2 {
			t.Errorf("%d entries durable at the send, want 2", n)
		}
		return 1, nil
	})
	check(t, err)
	check(t, j.End())
	if n := j.log.Synced(); n != 3 {
		t.Errorf("%d entries durable after the tick, want 3", n)
	}
}

// DESIGN §4: on history, group commit each second.
func TestHistorySyncsOnceASecond(t *testing.T) {
	wall := clock.NewSimulated(time.Unix(1_000, 0))
	j := open(t, t.TempDir(), Options{Policy: History, Clock: wall})
	durable := []uint64{}
	for tick := range uint64(5) {
		check(t, wall.WaitUntil(t.Context(), time.Unix(1_000, 0).Add(time.Duration(tick)*400*time.Millisecond)))
		j.Begin(tick)
		_, err := Take(j, KindSend, tick, func() (int, error) { return 1, nil })
		check(t, err)
		check(t, j.End())
		durable = append(durable, j.log.Synced())
	}
	if !reflect.DeepEqual(durable, []uint64{1, 1, 1, 5, 5}) {
		t.Fatalf("durable after each tick: %v", durable)
	}
}

func TestTheSameLifeHasTheSameJournalBytes(t *testing.T) {
	files := func(dir string) (all []byte) {
		for _, name := range []string{"000001.seg", "000002.seg", "000003.seg", "head"} {
			b, err := os.ReadFile(filepath.Join(dir, name))
			check(t, err)
			all = append(all, b...)
		}
		return all
	}
	a, b := t.TempDir(), t.TempDir()
	j := open(t, a, Options{Policy: History})
	_, err := live(j, &world{}, 2_100)
	check(t, err)
	check(t, j.Close())
	t.Setenv("TZ", "Asia/Kathmandu")
	t.Setenv("LC_ALL", "tr_TR.UTF-8")
	t.Setenv("HOME", t.TempDir())
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	j = open(t, b, Options{Policy: History, Clock: clock.NewSimulated(time.Unix(1, 0))})
	_, err = live(j, &world{}, 2_100)
	check(t, err)
	check(t, j.Close())
	if !bytes.Equal(files(a), files(b)) {
		t.Fatal("the bytes differ")
	}
}

func TestACancelledFetchEndsTheLife(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir, Options{})
	_, err := Take(j, KindReading, 1, func() (int, error) { return 0, fmt.Errorf("read: %w", context.Canceled) })
	if !errors.Is(err, ErrInterrupted) {
		t.Fatalf("got %v", err)
	}
	if _, err := Take(j, KindReading, 1, never[int]); !errors.Is(err, ErrInterrupted) {
		t.Fatalf("it went on: %v", err)
	}
	check(t, j.Close())
	j = open(t, dir, Options{Mode: Resume})
	if n, err := Take(j, KindReading, 1, func() (int, error) { return 3, nil }); n != 3 || err != nil {
		t.Fatalf("after a restart: %d, %v", n, err)
	}
}

func TestErrorsComeBackWithTheirCode(t *testing.T) {
	for want, err := range map[string]error{
		"rpc_timeout": fmt.Errorf("read: %w", errRPC),
		"stale":       fmt.Errorf("read: %w", staleError{}),
		CodeTimeout:   fmt.Errorf("read: %w", context.DeadlineExceeded),
		CodeUnknown:   errors.New("x\xff" + strings.Repeat("y", 2_000)),
	} {
		dir := t.TempDir()
		j := open(t, dir, Options{})
		_, lived := Take(j, KindReading, 1, func() (int, error) { return 9, err })
		check(t, j.Close())
		_, replayed := Take(open(t, dir, Options{Mode: Replay}), KindReading, 1, never[int])
		var f *Failure
		if !errors.As(replayed, &f) || f.Code != want || len(f.Message) > maxMessage || !errors.Is(lived, f) ||
			!reflect.DeepEqual(lived, replayed) {
			t.Errorf("%s: lived %v, replayed %v", want, lived, replayed)
		}
	}
}

type staleError struct{}

func (staleError) Error() string     { return "the block is too old" }
func (staleError) ErrorCode() string { return "stale" }

func TestAFullDiskKeepsWhatWasSyncedAndUsesNothingElse(t *testing.T) {
	dir := t.TempDir()
	full := false
	j := open(t, dir, Options{Fault: func(op seglog.Op, n int) (int, error) {
		if full && op == seglog.OpWrite {
			return n / 2, syscall.ENOSPC
		}
		return n, nil
	}})
	_, err := live(j, &world{}, 3)
	check(t, err)
	seq := j.Seq()
	full = true
	_, err = Take(j, KindReading, 3, func() (int, error) { return 1, nil })
	check(t, err)
	sent := false
	_, err = Take(j, KindSend, 3, func() (int, error) { sent = true; return 1, nil })
	if sent || !errors.Is(err, ErrUnwritable) || !errors.Is(err, seglog.ErrDiskFull) {
		t.Fatalf("sent %v without a durable journal: %v", sent, err)
	}
	if err := j.Close(); err == nil {
		t.Fatal("the close hid the full disk")
	}
	r, err := Read(dir)
	check(t, err)
	check(t, r.Verify())
	if n, _ := r.Head(); n < seq {
		t.Fatalf("%d entries left, %d were synced", n, seq)
	}
}

func TestRefusals(t *testing.T) {
	dir := t.TempDir()
	check(t, open(t, dir, Options{}).Close())
	if _, err := Open(dir, Options{}); !errors.Is(err, ErrExists) {
		t.Errorf("a second life over the first: %v", err)
	}
	if _, err := decodeEntry([]byte{2, 0x80}); !errors.Is(err, ErrNewer) {
		t.Errorf("a newer entry: %v", err)
	}
	r, err := Read(dir)
	check(t, err)
	if _, err := r.Lookup(1); !errors.Is(err, ErrEnd) {
		t.Errorf("got %v", err)
	}
	if e, err := r.Lookup(0); err != nil || e.Kind != KindBoot {
		t.Errorf("got %+v, %v", e, err)
	}
}

// What the life uses must equal what a replay decodes.
func TestReadingsAreEqualToThemselvesAfterTheJournal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.Custom(func(t *rapid.T) uint256.Int {
			return uint256.Int{rapid.Uint64().Draw(t, "0"), rapid.Uint64().Draw(t, "1"), rapid.Uint64().Draw(t, "2"), rapid.Uint64().Draw(t, "3")}
		})
		token := turn.Token{Address: common.BytesToAddress(rapid.SliceOfN(rapid.Byte(), 20, 20).Draw(t, "a")), Symbol: rapid.String().Draw(t, "s"), Decimals: 18}
		want := turn.Reading{
			Markets: rapid.SliceOf(rapid.Custom(func(t *rapid.T) turn.Market {
				m := turn.Market{Base: token, Rate: word.Draw(t, "r"), Price: rapid.Float64().Draw(t, "price"), Depth: word.Draw(t, "d")}
				if rapid.Bool().Draw(t, "ranged") {
					m.Range = &turn.Range{Tick: rapid.Int32().Draw(t, "tick"), SqrtPriceX96: word.Draw(t, "p")}
				}
				return m
			})).Draw(t, "markets"),
			Native:    word.Draw(t, "n"),
			NativeUSD: rapid.Float64().Draw(t, "usd"),
			Assets: rapid.SliceOf(rapid.Custom(func(t *rapid.T) turn.Asset {
				return turn.Asset{Token: token, Rate: word.Draw(t, "r"), Units: word.Draw(t, "u"), Value: rapid.Float64().Draw(t, "v")}
			})).Draw(t, "assets"),
		}
		var b bytes.Buffer
		check(t, encoding.MarshalToBuffer(&want, &b))
		var got turn.Reading
		if err := decoding.Unmarshal(b.Bytes(), &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v\nbecame\n%+v (%v)", want, got, err)
		}
	})
}

func FuzzDecodeEntry(f *testing.F) {
	var b bytes.Buffer
	check(f, encoding.MarshalToBuffer(&Entry{Seq: 1, Kind: KindSend, Body: []byte{0x05}}, &b))
	f.Add(append([]byte{entryVersion}, b.Bytes()...))
	f.Add([]byte{entryVersion, arrayOfSix, 0, 0})
	f.Add([]byte{entryVersion, 0xf6}) // null is no entry
	f.Fuzz(func(t *testing.T, payload []byte) {
		e, err := decodeEntry(payload)
		if err != nil {
			return
		}
		var out bytes.Buffer
		check(t, encoding.MarshalToBuffer(&e, &out))
		again, err := decodeEntry(append([]byte{entryVersion}, out.Bytes()...))
		if err != nil || again.Seq != e.Seq || again.Kind != e.Kind || !bytes.Equal(again.Body, e.Body) {
			t.Fatalf("%+v became %+v (%v)", e, again, err)
		}
	})
}

func BenchmarkTakeGlance(b *testing.B) {
	j := open(b, b.TempDir(), Options{Policy: History})
	g := turn.Glance{Block: turn.Block{Number: 1 << 24, Time: 1 << 30}, Price: 1843.25, Tick: 200_123, GasPrice: *uint256.NewInt(31e9)}
	fetch := func() (turn.Glance, error) { return g, nil }
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Take(j, KindGlance, nil, fetch); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkTakeReading(b *testing.B) {
	j := open(b, b.TempDir(), Options{Policy: History})
	r := turn.Reading{Assets: make([]turn.Asset, 2), Markets: make([]turn.Market, 1), Positions: make([]turn.Position, 1)}
	fetch := func() (turn.Reading, error) { return r, nil }
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Take(j, KindReading, nil, fetch); err != nil {
			b.Fatal(err)
		}
	}
}
