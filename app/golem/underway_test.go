package golem

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/life/why"
)

// disturb lives until a trade, lets something happen to the chain, and lives on until
// six more trades are there, by which what was taken back is confirmed again; a tick waits three seconds for receipts. It returns what
// became known of orders after their tick.
func (v *victim) disturb(happen func()) []records.Outcome {
	v.t.Helper()
	ctx, stop := context.WithTimeout(v.t.Context(), 90*time.Second)
	defer stop()
	seen, after, done := 0, 0, make(chan struct{})
	out := &lines{each: func(line string) {
		if !strings.Contains(line, ": trade ") {
			return
		}
		v.traded.Add(1)
		if seen++; seen == 2 {
			go func() { defer close(done); happen() }()
		}
		select {
		case <-done:
			if after++; after == 6 {
				stop()
			}
		default:
		}
	}}
	err := live(ctx, flags{config: filepath.Join(v.dir, "golem.toml"), patience: 3_000}, out, out)
	if !errors.Is(err, context.Canceled) || after < 6 {
		v.t.Fatalf("%d trades, %d of them after it, %v\n%s\n%s", seen, after, err, out, v.story())
	}
	var said bytes.Buffer
	if code := Main(v.t.Context(), []string{"replay", v.dir}, &said, &said); code != exitOK {
		v.t.Errorf("replay: exit %d, %s", code, said.String())
	}
	v.explained()
	return v.outcomes()
}

// explained walks every trade of the life back to its cause.
func (v *victim) explained() {
	v.t.Helper()
	l, err := why.Open(v.dir)
	if err != nil {
		v.t.Fatal(err)
	}
	defer l.Close()
	n, err := l.Trades()
	if err != nil || n < 4 {
		v.t.Errorf("%d trades, %v", n, err)
	}
	for i := range n {
		if _, err := l.Trade(i + 1); err != nil {
			v.t.Errorf("why trade %d: %v", i+1, err)
		}
	}
}

// outcomes are what the records hold beside the ticks.
func (v *victim) outcomes() (all []records.Outcome) {
	v.t.Helper()
	store, err := records.Open(filepath.Join(v.dir, home.CyclesDir), records.Options{ReadOnly: true})
	if err != nil {
		v.t.Fatal(err)
	}
	defer store.Close()
	for n := uint64(0); ; n++ {
		_, late, err := store.Read(n)
		if err != nil {
			return all
		}
		all = append(all, late...)
	}
}

func pass(t *testing.T, d time.Duration) {
	c := clock.System{}
	if err := c.WaitUntil(t.Context(), c.Now().Add(d)); err != nil {
		t.Error(err)
	}
}

// sameCalls: whatever was signed for one nonce is one call, at several offers.
func (v *victim) sameCalls() (replaced int) {
	v.t.Helper()
	signed := v.signed()
	for nonce, offers := range signed {
		for _, tx := range offers[1:] {
			replaced++
			if *tx.To() != *offers[0].To() || !bytes.Equal(tx.Data(), offers[0].Data()) || tx.GasFeeCap().Cmp(offers[0].GasFeeCap()) <= 0 {
				v.t.Errorf("nonce %d was signed for two different calls, or for no more", nonce)
			}
		}
	}
	if next := v.nonce(); next != uint64(len(signed)) {
		v.t.Errorf("%d nonces were signed for, the chain counts %d", len(signed), next)
	}
	return replaced
}

// spec: chain §8, heartbeat §3 step 8, tools §15: an order that no block takes becomes
// pending, offers more, is found in the end, and the books are the chain's.
func TestAnOrderThatNoBlockTakesIsReplacedAndResolved(t *testing.T) {
	t.Parallel()
	m := market(t)
	v := newVictim(t, m)
	late := v.disturb(func() {
		if err := m.Chain().Miner.SetInterval(0); err != nil {
			t.Error(err)
		}
		pass(t, 9*time.Second)
		if err := m.Chain().Miner.SetInterval(500 * time.Millisecond); err != nil {
			t.Error(err)
		}
	})
	found := 0
	for _, o := range late {
		if o.Source == "receipt" && o.Actual == "executed" {
			found++
		}
	}
	replaced := v.sameCalls()
	t.Logf("%d outcomes after their tick, %d transactions replaced", found, replaced)
	if found == 0 || replaced == 0 {
		t.Errorf("%d resolved, %d replaced: %+v", found, replaced, late)
	}
	v.booksAgree()
}

// A reorg that takes trades back: the same bytes are handed over again, and the books
// follow.
func TestAReorgThatTakesTradesBackIsFollowed(t *testing.T) {
	for name, blocks := range map[string]uint64{"a few blocks": 6, "many": 14} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := market(t)
			v := newVictim(t, m)
			late := v.disturb(func() { v.reorg(m, blocks) })
			reorged := 0
			for _, o := range late {
				if o.Actual == "reorged" {
					reorged++
				}
			}
			t.Logf("%d outcomes were taken back; %+v", reorged, late)
			if reorged == 0 {
				t.Errorf("no outcome was taken back: %+v", late)
			}
			v.sameCalls()
			v.booksAgree()
		})
	}
}

// reorg waits for so many blocks, and for a trade in them that the Golem knows of, and then goes back to
// where it began. Of two trades that it tells of, the second began after the first was told.
func (v *victim) reorg(m *evmtest.Market, blocks uint64) {
	back, told := m.Snapshot(), v.traded.Load()
	for from := m.Chain().Chain.Head().Number.Uint64(); m.Chain().Chain.Head().Number.Uint64() < from+blocks; {
		pass(v.t, 100*time.Millisecond)
	}
	for told = max(told+1, v.traded.Load()); v.traded.Load() <= told && v.t.Context().Err() == nil; {
		pass(v.t, 20*time.Millisecond)
	}
	back()
}

// story tells what the last ticks triggered and did.
func (v *victim) story() (told string) {
	store, err := records.Open(filepath.Join(v.dir, home.CyclesDir), records.Options{ReadOnly: true})
	if err != nil {
		return err.Error()
	}
	defer store.Close()
	for n := uint64(0); ; n++ {
		r, _, err := store.Read(n)
		if err != nil {
			return told
		}
		told += fmt.Sprintf("tick %d, %s, block %d, worth %.2f:", n, r.Gating.Tier, r.Seen.Reading.Block.Number, r.Seen.Reading.Equity())
		for _, t := range r.Strategy.Triggers {
			told += fmt.Sprintf(" %s %s %s;", t.Rule, t.Outcome, t.Layer)
		}
		for _, a := range r.Actions {
			told += fmt.Sprintf(" %s %s %+v", a.Status, a.Preview.PermitID, a.Preview.Refusal)
			if a.Execution != nil {
				told += fmt.Sprintf(" %+v", a.Execution.Refusal)
			}
		}
		for _, f := range r.Faults {
			told += fmt.Sprintf(" fault %+v", f)
		}
		told += "\n"
	}
}
