package golem

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/accounts/keystore"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/google/uuid"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/rpc/rpctest"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/wire"
)

// outage is a life whose endpoints misbehave on command: a is the first, b the
// fallback, where there is one.
type outage struct {
	*testing.T
	m    *evmtest.Market
	a, b *rpctest.Proxy
	dir  string
	out  *lines
	stop context.CancelFunc
	done chan int

	ending  atomic.Bool // the next trade is the last
	strikes chan func() // when it has sold all
	holding chan func() // when it has bought
	health  string      // where the Golem is asked how it is
	wants   []func([]turn.Record)
}

// newOutage prepares a life; fallback gives it the second endpoint.
func newOutage(t *testing.T, fallback bool) *outage {
	t.Helper()
	o := &outage{T: t, m: market(t), out: &lines{}, done: make(chan int, 1), strikes: make(chan func(), 1), holding: make(chan func(), 1)}
	for range 40 { // so that there is something to lag behind
		o.m.Mine()
	}
	o.a, o.b = rpctest.New(t, o.m.Chain().Server.Endpoint()), rpctest.New(t, o.m.Chain().Server.Endpoint())
	o.dir = settings(t, o.m, o.a.URL(), keyed(t))
	if fallback {
		o.edit("golem.toml", "[strategy]\n", "rpc_fallbacks = [\""+o.b.URL()+"\"]\n[strategy]\n")
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	o.health = free.Addr().String()
	_, port, _ := net.SplitHostPort(o.health)
	o.edit("golem.toml", "port = 0", "port = "+port)
	if err := free.Close(); err != nil {
		t.Fatal(err)
	}
	o.follow("wakeable.md")
	return o
}

// follow gives the life that has not begun a strategy of testdata.
func (o *outage) follow(strategy string) {
	o.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", strategy))
	if err == nil {
		err = os.WriteFile(filepath.Join(o.dir, "STRATEGY.md"), text, 0o600)
	}
	if err != nil {
		o.Fatal(err)
	}
}

// edit replaces words in a file of the life that has not begun.
func (o *outage) edit(name, old, now string) {
	o.Helper()
	path := filepath.Join(o.dir, name)
	text, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(text), old) {
		o.Fatalf("%s has no %q (%v)", name, old, err)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(text), old, now, 1)), 0o600); err != nil {
		o.Fatal(err)
	}
}

// keyFile is the Golem's key in a file, so that lives may run side by side: the
// environment is the process's.
func keyFile(t *testing.T) string {
	t.Helper()
	key, err := crypto.HexToECDSA(golemKey)
	if err != nil {
		t.Fatal(err)
	}
	file, err := keystore.EncryptKey(&keystore.Key{Id: uuid.UUID{1}, Address: wallet(t), PrivateKey: key}, "", 2, 1) // as hard to guess as a test needs
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "key.json")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// live starts the process and waits for its first trade.
func (o *outage) live() {
	o.Helper()
	ctx, stop := context.WithCancel(o.Context())
	o.stop = stop
	o.out.each = o.heard
	go func() { o.done <- Main(ctx, []string{"--config", filepath.Join(o.dir, "golem.toml")}, o.out, o.out) }()
	o.until("a first trade", trades(1))
}

// heard is told every line that the Golem says, between two ticks: no order is under
// way when a trade is told of.
func (o *outage) heard(line string) {
	_, told, found := strings.Cut(line, ": trade ")
	if !found {
		return
	}
	if o.ending.Load() {
		o.stop()
	}
	number, _, _ := strings.Cut(told, ",")
	n, err := strconv.Atoi(number)
	if err != nil {
		return
	}
	waits := o.strikes
	if n%2 != 0 {
		waits = o.holding
	}
	select {
	case strike := <-waits:
		strike()
	default:
	}
}

// strike makes the first endpoint misbehave when the Golem has sold all it had, so that
// the next tick wants to buy.
func (o *outage) strike(f rpctest.Fault) {
	o.Helper()
	o.strikeAt(o.a, f)
}

// strikeAt makes one of the endpoints misbehave then.
func (o *outage) strikeAt(p *rpctest.Proxy, f rpctest.Fault) {
	o.Helper()
	struck := make(chan struct{})
	o.strikes <- func() { p.Set(f); close(struck) }
	select {
	case <-struck:
	case code := <-o.done:
		o.Fatalf("it ended with %d\n%s", code, o.out)
	}
}

// figures are what the living Golem says of itself.
type figures struct{ ticks, trades, blocked, faults int }

// ask reads them from its health endpoint; all are zero before it is there.
func (o *outage) ask() (f figures) {
	o.Helper()
	r, err := http.Get("http://" + o.health + "/metrics")
	if err != nil {
		return f
	}
	defer r.Body.Close()
	for lines := bufio.NewScanner(r.Body); lines.Scan(); {
		name, value, _ := strings.Cut(lines.Text(), " ")
		n, err := strconv.Atoi(value)
		if err != nil {
			continue
		}
		switch {
		case strings.HasPrefix(name, "golem_ticks_total"):
			f.ticks += n
		case name == `golem_actions_total{status="executed"}`:
			f.trades = n
		case name == `golem_actions_total{status="blocked"}`:
			f.blocked = n
		case name == "golem_faults_total":
			f.faults = n
		}
	}
	return f
}

// shows looks for lines in the figures.
func (o *outage) shows(lines ...string) {
	o.Helper()
	r, err := http.Get("http://" + o.health + "/metrics")
	if err != nil {
		o.Fatal(err)
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	for _, line := range lines {
		if err != nil || !strings.Contains(string(text), line+"\n") {
			o.Errorf("the figures do not show %s (%v)\n%s", line, err, text)
		}
	}
}

// until waits for the figures to show something.
func (o *outage) until(what string, shown func(figures) bool) {
	o.Helper()
	c := clock.System{}
	limit := c.Now().Add(90 * time.Second)
	for f := o.ask(); !shown(f); f = o.ask() {
		select {
		case code := <-o.done:
			o.Fatalf("it ended with %d before %s\n%s", code, what, o.out)
		default:
		}
		if c.Now().After(limit) {
			o.stop()
			<-o.done
			o.Fatalf("no sign of %s: %+v\n%s\n%s", what, f, last(o.records()), o.out)
		}
		if err := c.WaitUntil(o.Context(), c.Now().Add(100*time.Millisecond)); err != nil {
			o.Fatal(err)
		}
	}
}

// last tells of the last ticks, for a test that failed.
func last(kept []turn.Record) string {
	var b strings.Builder
	for _, r := range kept[max(0, len(kept)-5):] {
		fmt.Fprintf(&b, "tick %d: %s, block %d, lag %+v, faults %v", r.Tick, r.Gating.Reason, r.Seen.Reading.Block.Number, r.Seen.Reading.Lag, r.Faults)
		for _, a := range r.Actions {
			fmt.Fprintf(&b, ", %s %s", a.Preview.Kind, a.Status)
			if why := refusal(a); why != nil {
				fmt.Fprintf(&b, " (%s: %s)", why.Code, why.Detail)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// records are those that the life has kept so far.
func (o *outage) records() (kept []turn.Record) {
	o.Helper()
	store, err := records.Open(filepath.Join(o.dir, home.CyclesDir), records.Options{ReadOnly: true})
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		o.Fatal(err)
	}
	defer store.Close()
	for n := uint64(0); ; n++ {
		r, _, err := store.Read(n)
		if err != nil {
			return kept
		}
		kept = append(kept, r)
	}
}

// trades asks for so many trades.
func trades(n int) func(figures) bool { return func(f figures) bool { return f.trades >= n } }

// more asks for so many more of each than there are now.
func (o *outage) more(m figures) func(figures) bool {
	o.Helper()
	was := o.ask()
	return func(f figures) bool {
		return f.ticks >= was.ticks+m.ticks && f.trades >= was.trades+m.trades && f.blocked >= was.blocked+m.blocked && f.faults >= was.faults+m.faults
	}
}

// expect asks for so many records from here on that show something; 0: for none. They
// are counted when the life has ended: while it lives they are not all on disk.
func (o *outage) expect(least int, what string, shows func(turn.Record) bool) {
	o.Helper()
	from := o.ask().ticks
	o.wants = append(o.wants, func(kept []turn.Record) {
		o.Helper()
		n := 0
		for _, r := range kept[min(from, len(kept)):] {
			if shows(r) {
				n++
			}
		}
		if n < least || (least == 0 && n > 0) {
			o.Errorf("%d ticks show %s, want %d\n%s", n, what, least, last(kept))
		}
	})
}

// blind is a tick whose observation failed with a code (heartbeat §2, error table).
func blind(code string) func(turn.Record) bool {
	return func(r turn.Record) bool {
		if r.Gating.Reason != "observation_failure" || r.Gating.Tier != turn.T0 || len(r.Actions) > 0 {
			return false
		}
		for _, f := range r.Faults {
			if f.Stage == "observe" && f.Message == code {
				return true
			}
		}
		return false
	}
}

// refused is a tick in which an action was refused with a code and words.
func refused(code wire.Code, words string) func(turn.Record) bool {
	return func(r turn.Record) bool {
		for _, a := range r.Actions {
			if why := refusal(a); why != nil && why.Code == code && strings.Contains(why.Detail, words) {
				return true
			}
		}
		return false
	}
}

func refusal(a turn.Action) *turn.Refusal {
	if a.Execution != nil {
		return a.Execution.Refusal
	}
	return a.Preview.Refusal
}

// wake moves the price, so that a strategy whose entry was refused begins again.
func (o *outage) wake() {
	o.Helper()
	tx := o.m.Sign(o.m.Router, 0, o.m.SellCall(true, uint256.NewInt(400_000_000_000)))
	o.m.Submit(tx)
}

// spoilt fails unless the proxy misbehaved since it was told to.
func (o *outage) spoilt(p *rpctest.Proxy, least int) {
	o.Helper()
	if n := p.Spoilt(); n < least {
		o.Errorf("only %d requests were spoilt", n)
	}
}

// end stops the life with its next trade and holds it against the chain: ticks without a gap, each nonce
// signed for once, books that are the chain's, and a replay that is the same.
func (o *outage) end() {
	o.Helper()
	o.ending.Store(true)
	patience, done := context.WithTimeout(o.Context(), 90*time.Second)
	defer done()
	select {
	case code := <-o.done:
		if code != exitOK {
			o.Errorf("exit %d\n%s", code, o.out)
		}
	case <-patience.Done():
		o.stop()
		<-o.done
		o.Fatalf("no trade to end with\n%s\n%s", last(o.records()), o.out)
	}
	kept := o.records()
	for i, r := range kept {
		if r.Tick != uint64(i) {
			o.Fatalf("record %d is of tick %d", i, r.Tick)
		}
	}
	for _, want := range o.wants {
		want(kept)
	}
	v := newVictim(o.T, o.m)
	v.dir = o.dir
	v.noneTwice(3)
	v.booksAgree()
	var out, errs bytes.Buffer
	if code := Main(o.Context(), []string{"replay", o.dir}, &out, &errs); code != exitOK {
		o.Errorf("replay: exit %d, %s%s", code, out.String(), errs.String())
	}
	o.Logf("%d ticks", len(kept))
}
