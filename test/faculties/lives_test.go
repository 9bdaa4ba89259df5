package faculties

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/life/live"
	"bardo.run/bardo/life/live/birth"
	"bardo.run/bardo/mirage/artifact"
)

// ticks is how long the lives are that are compared.
const ticks = 30

// differences lives a life under each key's other value, and says how it differs from the life
// under none: in its records, in its birth, or in that it is refused; nothing where it does not.
func differences(t *testing.T, all []key) map[string]string {
	t.Helper()
	set, err := artifact.Find()
	if err != nil {
		t.Fatalf("a life needs a devnet: %v", err)
	}
	first := lived(t, set, usual(t))
	if first.err != nil || first.records == "" {
		t.Fatalf("the life that all are compared with: %+v", first)
	}
	found := map[string]string{}
	var mu sync.Mutex // guards found
	var wait sync.WaitGroup
	seats := make(chan struct{}, 2)
	for _, k := range all {
		c := usual(t)
		if !other(&c, k) {
			continue
		}
		wait.Go(func() {
			seats <- struct{}{}
			defer func() { <-seats }()
			how := first.beside(lived(t, set, c))
			mu.Lock()
			defer mu.Unlock()
			found[k.name] = how
		})
	}
	wait.Wait()
	return found
}

// usual are the settings of the life that all are compared with: it trades, predicts, and has
// little of everything, so that what bounds it is felt.
func usual(t *testing.T) config.GolemConfig {
	t.Helper()
	c, err := birth.Settings("")
	if err != nil {
		t.Fatal(err)
	}
	c.Golem.Mode = "self-hosted"
	c.Safety.MaxTrades = 6
	return c
}

// outcome is what a life came to: its birth and its records, by their hashes.
type outcome struct {
	birth, records string
	err            error
}

func (o outcome) beside(x outcome) string {
	switch {
	case x.err != nil:
		return "refused"
	case x.records != o.records:
		return "other records"
	case x.birth != o.birth:
		return "another birth"
	}
	return ""
}

// lived lives some ticks under settings.
func lived(t *testing.T, set *artifact.Set, c config.GolemConfig) (o outcome) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "life")
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	_, err := live.Run(ctx, live.Options{
		World: "chop", Days: 1, Seed: 7, Strategy: filepath.Join("testdata", "busy.md"), Out: dir, Fund: 10_000 * money.One, Credit: 3 * money.One,
		Config: c, Artifacts: set, Log: slog.New(slog.DiscardHandler),
		Progress: func(p live.Progress) {
			if p.Ticks == ticks+2 {
				stop()
			}
		},
	})
	if err != nil && !errors.Is(err, context.Canceled) {
		return outcome{err: err}
	}
	b, err := agent.BirthIn(filepath.Join(dir, home.JournalDir))
	if err != nil {
		return outcome{err: err}
	}
	s, err := records.Open(filepath.Join(dir, home.CyclesDir), records.Options{ReadOnly: true})
	if err != nil {
		return outcome{err: err}
	}
	defer s.Close()
	sum, n := sha256.New(), 0
	for r, err := range s.Settled() {
		if err != nil {
			return outcome{err: err}
		}
		if n++; n > ticks {
			break
		}
		text, err := records.Encode(r)
		if err != nil {
			return outcome{err: err}
		}
		sum.Write(text)
	}
	return outcome{birth: fmt.Sprintf("%+v", b), records: fmt.Sprintf("%x", sum.Sum(nil))}
}

// others are values that no rule finds: those that have to fit another key.
var others = map[string]string{
	"golem.custody_mode": "delegation",
	"risk.start_stage":   "micro", "oracle.gate": "enforce", "safety.profile": "conservative",
}

// other gives a key another value that is allowed, and reports whether there is one.
func other(c *config.GolemConfig, k key) bool {
	v := reflect.ValueOf(c).Elem().FieldByIndex(k.index)
	if at, of := &c.Mortality.Economic.Partitions, strings.TrimPrefix(k.name, "mortality.economic.partitions."); of != k.name {
		*at = map[string]config.Partitions{"llm": {LLM: 0.5, Gas: at.Gas, Data: 0.25}, "gas": {LLM: at.LLM, Gas: 0.2, Data: 0.2}, "data": {LLM: 0.5, Gas: at.Gas, Data: 0.25}}[of]
		return true
	}
	before := reflect.New(v.Type()).Elem()
	before.Set(v)
	for _, set := range candidates(v, k) {
		set()
		if !reflect.DeepEqual(v.Interface(), before.Interface()) && config.Verify(*c) == nil {
			return true
		}
		v.Set(before)
	}
	return false
}

func candidates(v reflect.Value, k key) (sets []func()) {
	switch v.Kind() {
	case reflect.Bool:
		sets = append(sets, func() { v.SetBool(!v.Bool()) })
	case reflect.Int64, reflect.Int32:
		for _, f := range []int64{1, 4} {
			sets = append(sets, func() { v.SetInt(v.Int() / (4 * f)) }, func() { v.SetInt(v.Int()*3/f + 1) }, func() { v.SetInt(v.Int() / (2 * f)) }, func() { v.SetInt(v.Int() + f) }, func() { v.SetInt(v.Int() - f) })
		}
	case reflect.Uint64, reflect.Uint32, reflect.Uint16:
		sets = append(sets, func() { v.SetUint(v.Uint()*3 + 1) }, func() { v.SetUint(v.Uint() / 3) }, func() { v.SetUint(v.Uint() + 1) })
	case reflect.Float64:
		for _, f := range []float64{4, 0.25, 2, 0.5, 1.2, 0.8} {
			sets = append(sets, func() { v.SetFloat(v.Float() * f) })
		}
	case reflect.String:
		if word := others[k.name]; word != "" {
			sets = append(sets, func() { v.SetString(word) })
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.String && k.name == "safety.approved_protocols" {
			sets = append(sets, func() { v.Set(reflect.ValueOf([]string{"aave-v3"})) })
		}
		if k.name == "safety.approved_assets" {
			sets = append(sets, func() { v.Set(reflect.ValueOf([]string{"USDC"})) })
		}
	}
	return sets
}
