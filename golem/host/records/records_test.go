package records

import (
	"bytes"
	"database/sql"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"

	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/internal/seglog"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func open(t testing.TB, dir string, o Options) *Store {
	t.Helper()
	s, err := Open(dir, o)
	check(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}

func check(t rapid.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// record is a plausible record of a tick.
func record(tick uint64) *turn.Record {
	r := &turn.Record{Version: turn.RecordVersion, Tick: tick, Time: int64(tick) * 60_000, GolemID: "g", Epoch: 1}
	r.Seen.Regime = turn.Regime(tick % 5)
	r.Seen.Probes = []turn.ProbeResult{{Probe: "price", Value: float64(tick) / 3}}
	r.Gating = turn.Gating{Tier: turn.Tier(tick % 3), PredictionError: 1 / float64(tick+1), Reason: "below threshold"}
	r.Mortality.Phase = turn.Phase(tick % 4)
	r.Cost.Total = money.USDC(tick * 7)
	if tick%4 == 0 {
		r.Actions = []turn.Action{{Status: turn.StatusExecuted, Proposal: turn.Proposal{Body: []byte("{}")}}}
	}
	return r
}

// spec: heartbeat §10 — encode/decode identity for 10 000 random records.
func TestTenThousandRandomRecordsComeBack(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var sizes int
	for range 10_000 {
		var want turn.Record
		scramble(random, reflect.ValueOf(&want).Elem())
		b, err := Encode(&want)
		check(t, err)
		sizes += len(b)
		got, _, err := decode(b)
		check(t, err)
		if !reflect.DeepEqual(*got, want) {
			t.Fatalf("%+v\nbecame\n%+v", want, got)
		}
	}
	if sizes < 10_000*400 {
		t.Fatalf("the records hold %d bytes on average: too dull", sizes/10_000)
	}
}

// scramble sets every field at random, with at most two elements in a slice;
// an empty slice is nil, as a decoder leaves what was omitted.
func scramble(r *rand.Rand, v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).Tag.Get("cbor") != "-" { // that is in no record
				scramble(r, v.Field(i))
			}
		}
	case reflect.Slice:
		if n := max(0, r.IntN(5)-2); n > 0 {
			v.Set(reflect.MakeSlice(v.Type(), n, n))
			for i := range n {
				scramble(r, v.Index(i))
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			scramble(r, v.Index(i))
		}
	case reflect.Pointer:
		if r.IntN(2) == 0 {
			v.Set(reflect.New(v.Type().Elem()))
			scramble(r, v.Elem())
		}
	case reflect.String:
		v.SetString(strings.Repeat("aé\n\x00\U0001F9FF", r.IntN(3)))
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.Float64:
		v.SetFloat((r.Float64() - 0.5) * math.Pow(10, float64(r.IntN(600)-300)))
	case reflect.Int, reflect.Int32, reflect.Int64:
		v.SetInt(int64(r.Uint64()) >> (64 - v.Type().Bits()) >> r.IntN(32))
	default:
		v.SetUint(r.Uint64() >> (64 - v.Type().Bits()) >> r.IntN(32))
	}
}

// Shrinking needs rapid's own generator, which is slower.
func TestRandomRecordsKeepTheirBytes(t *testing.T) {
	random := rapid.Make[turn.Record]()
	rapid.Check(t, func(t *rapid.T) {
		want := random.Draw(t, "record")
		b, err := Encode(&want)
		check(t, err)
		got, _, err := decode(b)
		check(t, err)
		if again, err := Encode(got); err != nil || !bytes.Equal(again, b) {
			t.Fatalf("%+v\nbecame\n%+v (%v)", want, got, err)
		}
	})
}

// spec: heartbeat §10 — unknown newer schema refused.
func TestANewerSchemaIsRefused(t *testing.T) {
	dir := t.TempDir()
	log, err := seglog.Open(dir, seglog.Options{})
	check(t, err)
	_, err = log.Append([]byte{turn.RecordVersion + 1, kindRecord, 0xa0})
	check(t, err)
	check(t, log.Close())
	if _, err := Open(dir, Options{}); !errors.Is(err, ErrNewer) {
		t.Errorf("open: %v", err)
	}
	s := open(t, dir, Options{ReadOnly: true})
	if _, _, err := s.Read(0); !errors.Is(err, ErrNewer) {
		t.Errorf("read: %v", err)
	}
}

type indexed struct {
	tick         uint64
	regime       string
	tier         turn.Tier
	action, outc bool
	phase        string
	err          float64
	cost         money.USDC
	pnl          *money.USDC
	emotion      *string
	at           int64
}

func rows(t *testing.T, dir string) (all []indexed) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(dir, IndexName))
	check(t, err)
	defer db.Close()
	r, err := db.Query("SELECT * FROM cycle_index ORDER BY tick")
	check(t, err)
	defer r.Close()
	for r.Next() {
		var x indexed
		check(t, r.Scan(&x.tick, &x.regime, &x.tier, &x.action, &x.outc, &x.phase, &x.err, &x.cost, &x.pnl, &x.emotion, &x.at))
		all = append(all, x)
	}
	return all
}

// spec: heartbeat §10 — after N ticks the index has N rows with ticks 0…N−1 and
// each row equals its record.
func TestTheIndexEqualsTheRecords(t *testing.T) {
	const n = 2_300
	dir := t.TempDir()
	s := open(t, dir, Options{})
	pnl := money.USDC(-1_500_000)
	for tick := range uint64(n) {
		check(t, s.Write(record(tick)))
		if tick == 1_200 {
			check(t, s.Outcome(Outcome{Tick: 8, PermitID: "p", Verified: true, PnL: &pnl, Source: "receipt"}))
		}
	}
	check(t, s.Flush())
	verify := func(when string) {
		got := rows(t, dir)
		if len(got) != n {
			t.Fatalf("%s: %d rows, want %d", when, len(got), n)
		}
		for i, x := range got {
			r := record(uint64(i))
			want := indexed{
				tick: r.Tick, regime: r.Seen.Regime.String(), tier: r.Gating.Tier, action: len(r.Actions) > 0,
				phase: r.Mortality.Phase.String(), err: r.Gating.PredictionError, cost: r.Cost.Total, at: r.Time,
			}
			if i == 8 {
				want.outc, want.pnl = true, &pnl
			}
			if !reflect.DeepEqual(x, want) {
				t.Fatalf("%s: row %d is %+v, want %+v", when, i, x, want)
			}
		}
	}
	verify("written")
	r, outcomes, err := s.Read(8)
	if err != nil || r.Tick != 8 || len(outcomes) != 1 || *outcomes[0].PnL != pnl {
		t.Fatalf("tick 8: %+v %+v %v", r, outcomes, err)
	}
	check(t, s.Close())
	for _, name := range []string{"000001.seg", "000002.seg", "000003.seg"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Errorf("a segment holds 1,000 ticks: %v", err)
		}
	}
	check(t, os.Remove(filepath.Join(dir, IndexName)))
	check(t, open(t, dir, Options{}).Close())
	verify("derived from the segments")
	check(t, os.WriteFile(filepath.Join(dir, IndexName), bytes.Repeat([]byte("no database"), 999), 0o600))
	check(t, open(t, dir, Options{}).Close())
	verify("derived after damage")
}

// spec: runtime §14.2 — a record that cannot be written does not stop the loop:
// retry next tick, keep at most 100.
func TestRecordsThatCannotBeWrittenAreKeptAndRetried(t *testing.T) {
	full := false
	dir := t.TempDir()
	s := open(t, dir, Options{Fault: func(op seglog.Op, n int) (int, error) {
		if full && op != seglog.OpMark {
			return 0, syscall.ENOSPC
		}
		return n, nil
	}})
	check(t, s.Write(record(0)))
	full = true
	big := bytes.Repeat([]byte("x"), 70<<10) // more than the log buffers
	for tick := uint64(1); ; tick++ {
		r := record(tick)
		r.Thought = []turn.Thought{{Summary: string(big)}}
		err := s.Write(r)
		if errors.Is(err, ErrLost) {
			break
		}
		if err != nil && !errors.Is(err, ErrKept) {
			t.Fatalf("tick %d: %v", tick, err)
		}
	}
	if s.Waiting() != maxWaiting {
		t.Fatalf("%d records wait", s.Waiting())
	}
	full = false
	if err := s.Write(record(500)); !errors.Is(err, ErrLost) {
		t.Fatalf("a record behind a lost one: %v", err)
	}
	check(t, s.Close())
	got := rows(t, dir)
	if n := uint64(len(got)); n != maxWaiting+2 || got[n-1].tick != n-1 {
		t.Fatalf("%d rows, the last of tick %d", n, got[n-1].tick)
	}
	s = open(t, dir, Options{Repeat: true}) // what was lost is computed again
	for tick := range uint64(200) {
		r := record(tick)
		if tick > 0 {
			r.Thought = []turn.Thought{{Summary: string(big)}}
		}
		check(t, s.Write(r))
	}
	check(t, s.Close())
	if n := len(rows(t, dir)); n != 200 {
		t.Fatalf("%d rows after the life was resumed", n)
	}
}

func TestARecordThatWaitedIsWrittenWithTheNext(t *testing.T) {
	full, dir := false, t.TempDir()
	s := open(t, dir, Options{Fault: func(_ seglog.Op, n int) (int, error) {
		if full {
			return 0, syscall.ENOSPC
		}
		return n, nil
	}})
	big := bytes.Repeat([]byte("x"), 70<<10)
	for tick := range uint64(9) {
		full = tick > 2 && tick < 6
		r := record(tick)
		r.Thought = []turn.Thought{{Summary: string(big)}}
		if err := s.Write(r); err != nil && !errors.Is(err, ErrKept) || full && tick > 3 && err == nil {
			t.Fatalf("tick %d: %v", tick, err)
		}
	}
	if s.Waiting() != 0 {
		t.Errorf("%d records wait", s.Waiting())
	}
	check(t, s.Close())
	if n := len(rows(t, dir)); n != 9 {
		t.Errorf("%d rows", n)
	}
}

func fill(t *testing.T, dir string, n uint64) [32]byte {
	t.Helper()
	s := open(t, dir, Options{})
	for tick := range n {
		check(t, s.Write(record(tick)))
	}
	sum, err := s.Digest()
	check(t, err)
	check(t, s.Close())
	return sum
}

func TestALifeComputedAgainRepeatsItsRecords(t *testing.T) {
	dir := t.TempDir()
	fill(t, dir, 30)
	s := open(t, dir, Options{Repeat: true})
	for tick := range uint64(20) {
		check(t, s.Write(record(tick)))
	}
	check(t, s.EndRepeat()) // the journal ends at tick 20
	other := record(20)
	other.Epoch = 2
	check(t, s.Write(other))
	check(t, s.Close())
	if got := rows(t, dir); len(got) != 21 {
		t.Fatalf("%d rows", len(got))
	}
	s = open(t, dir, Options{Repeat: true})
	for tick := range uint64(20) {
		check(t, s.Write(record(tick)))
	}
	if err := s.Write(record(20)); !errors.Is(err, ErrDiffers) {
		t.Fatalf("another record was taken for the stored one: %v", err)
	}
}

func TestAComparisonToleratesAbsentRecords(t *testing.T) {
	dir := t.TempDir()
	sum := fill(t, dir, 10)
	for _, c := range []struct {
		dir           string
		equal, absent uint64
	}{{dir, 10, 2}, {filepath.Join(dir, "absent"), 0, 12}} {
		cmp, err := Compare(c.dir)
		check(t, err)
		for tick := range uint64(12) {
			if tick == 10 && cmp.Sum() != sum {
				t.Error("the digest differs")
			}
			check(t, cmp.Write(record(tick)))
		}
		if cmp.Equal != c.equal || cmp.Absent != c.absent || cmp.Stored() != c.equal {
			t.Errorf("%d equal, %d absent of %d", cmp.Equal, cmp.Absent, cmp.Stored())
		}
		check(t, cmp.Close())
	}
	cmp, err := Compare(dir)
	check(t, err)
	defer cmp.Close()
	if err := cmp.Write(record(1)); !errors.Is(err, ErrDiffers) {
		t.Fatalf("got %v", err)
	}
}

func TestACrashLosesNoSyncedRecordAndTheIndexFollows(t *testing.T) {
	killed := errors.New("killed")
	for n := 0; n < 40; n += 2 {
		dir := t.TempDir()
		s, err := Open(dir, Options{Fault: seglog.FailFrom(n, killed)})
		var durable uint64
		if err == nil {
			for tick := range uint64(6) {
				if s.Write(record(tick)) != nil || s.Sync() != nil {
					break
				}
				durable = tick + 1
			}
			if err := s.Close(); err == nil && durable < 6 {
				t.Fatal("a close after the crash reported success")
			}
		}
		check(t, open(t, dir, Options{}).Close())
		if got := rows(t, dir); uint64(len(got)) < durable {
			t.Fatalf("killed at operation %d: %d rows, %d were durable", n, len(got), durable)
		}
		if durable == 6 {
			return
		}
	}
	t.Fatal("the crashes never reached the end")
}

func BenchmarkWrite(b *testing.B) {
	s := open(b, b.TempDir(), Options{})
	tick := uint64(0)
	b.ReportAllocs()
	for b.Loop() {
		r := record(tick)
		check(b, s.Write(r))
		tick++
	}
}

func FuzzDecode(f *testing.F) {
	b, err := Encode(record(4))
	check(f, err)
	f.Add(b)
	f.Add([]byte{turn.RecordVersion, kindOutcome, 0xa0})
	f.Add([]byte{turn.RecordVersion, kindRecord, 0xf6}) // null is no record
	f.Fuzz(func(t *testing.T, payload []byte) {
		r, o, err := decode(payload)
		if err == nil && (r == nil) == (o == nil) {
			t.Fatal("neither or both")
		}
		if err == nil && payload[preamble] == 0xf6 {
			t.Fatal("null was read as a record")
		}
	})
}
