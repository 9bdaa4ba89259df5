package golem

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/surface/vitals"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/wire"
)

// landlord starts Golems on this machine, as a host does.
type landlord struct {
	*testing.T
	dir    string // the Golem's folder
	socket string
	http   http.Client
	out    *lines
	ended  chan error
}

func newLandlord(t *testing.T) *landlord {
	t.Helper()
	short, err := os.MkdirTemp("", "host") // a socket's path is short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(short) })
	l := &landlord{T: t, dir: t.TempDir(), socket: filepath.Join(short, "golem.sock")}
	l.http.Transport = &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "unix", l.socket)
	}, DisableKeepAlives: true}
	return l
}

// start begins a process; what is written to the pipe is given to it.
func (l *landlord) start(ctx context.Context) (pipe *os.File) {
	l.Helper()
	given, pipe, err := os.Pipe()
	if err != nil {
		l.Fatal(err)
	}
	l.out, l.ended = &lines{}, make(chan error, 1)
	go func() { l.ended <- liveHosted(ctx, flags{host: l.socket, dir: l.dir, given: given}, l.out, l.out) }()
	return pipe
}

func (l *landlord) give(pipe *os.File, g any) {
	l.Helper()
	var err error
	if g != nil {
		err = json.NewEncoder(pipe).Encode(g)
	}
	if err := errors.Join(err, pipe.Close()); err != nil {
		l.Error(err)
	}
}

// begun reports whether there is a birth in the folder.
func (l *landlord) begun() bool {
	_, err := agent.BirthIn(filepath.Join(l.dir, home.JournalDir))
	return err == nil
}

// health asks until the answer has a state, for five minutes at most.
func (l *landlord) health(state string) {
	l.Helper()
	c, said := clock.System{}, ""
	for end := c.Now().Add(5 * time.Minute); !strings.Contains(said, `"state":"`+state+`"`); {
		if len(l.ended) > 0 || c.Now().After(end) {
			l.Fatalf("it never is %s: %s %s", state, said, l.out)
		}
		_ = c.WaitUntil(l.Context(), c.Now().Add(20*time.Millisecond))
		if r, err := l.http.Get("http://golem/health/ready"); err == nil {
			body, _ := io.ReadAll(r.Body)
			_ = r.Body.Close()
			said = string(body)
		}
	}
}

func (l *landlord) get(path string) int {
	l.Helper()
	r, err := l.http.Get("http://golem" + path)
	if err != nil {
		l.Fatal(err)
	}
	defer r.Body.Close()
	return r.StatusCode
}

// paid says what is left, and wants a status.
func (l *landlord) paid(p any, want int) {
	l.Helper()
	body, err := json.Marshal(p)
	if err != nil {
		l.Fatal(err)
	}
	r, err := l.http.Post("http://golem/paid", "application/json", bytes.NewReader(body))
	if err != nil {
		l.Fatal(err)
	}
	defer r.Body.Close()
	if text, _ := io.ReadAll(r.Body); r.StatusCode != want {
		l.Errorf("%s: status %d, %s", body, r.StatusCode, text)
	}
}

// handed is what makes a process the Golem of these tests.
func handed(t *testing.T, settings string, left int64) wire.Given {
	t.Helper()
	toml, err := os.ReadFile(filepath.Join(settings, "golem.toml"))
	strategy, fault := os.ReadFile(filepath.Join(settings, "STRATEGY.md"))
	if err := errors.Join(err, fault); err != nil {
		t.Fatal(err)
	}
	return wire.Given{
		Settings: strings.Replace(string(toml), "[golem]\n", "[golem]\nmode = \"hosted\"\n", 1), Strategy: string(strategy),
		Secrets: map[string]string{"GOLEM_PRIVATE_KEY": golemKey},
		Birth:   wire.Extension{ID: "birth", Adds: left, Price: 1_000, Payer: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"}, Time: wire.PaidTime{Left: left},
	}
}

// spec: provisioning §5.6, §5.7, compute §7, §8.2 — a process is booted before it is given anything,
// lives by what it is given over its pipe, takes in what is paid for once, also from a host that says
// it again and after a restart, dies of its paid time, and replays. The key is in none of its files.
func TestAHostedGolemIsReadyGivenAndAlive(t *testing.T) {
	t.Parallel()
	m := market(t)
	l := newLandlord(t)
	g := handed(t, settings(t, m, m.Chain().Server.Endpoint(), ""), 40_000)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	pipe := l.start(ctx)
	l.health("booted")
	if l.begun() {
		t.Error("a life was begun before it was paid for")
	}
	if status := l.get("/metrics"); status != http.StatusNotFound {
		t.Errorf("figures of no Golem: status %d", status)
	}
	l.give(pipe, g)
	l.health("active")
	if status := l.get("/metrics"); status != http.StatusOK || !l.begun() {
		t.Errorf("figures of a Golem: status %d, begun %v", status, l.begun())
	}
	more := wire.PaidTime{Left: 60_000, Extensions: []wire.Extension{{ID: "more", Adds: 20_000, Price: 500, Tx: "0x" + strings.Repeat("12", 32)}}}
	l.paid(more, http.StatusNoContent)
	l.paid(more, http.StatusNoContent)
	l.paid(wire.PaidTime{Left: -1}, http.StatusBadRequest)
	l.paid(map[string]any{"left": 5}, http.StatusBadRequest)
	livesOn(t, l.dir, 2)
	stop()
	if err := <-l.ended; err != nil && !errors.Is(err, context.Canceled) {
		t.Fatalf("stopped: %v, %s", err, l.out)
	}
	said := l.out.String()
	pipe = l.start(t.Context())
	l.health("booted")
	g.Time = wire.PaidTime{Left: 15_000, Extensions: more.Extensions}
	l.give(pipe, g)
	if err := <-l.ended; err != nil {
		t.Fatalf("it died: %v, %s", err, l.out)
	}
	if said += l.out.String(); strings.Count(said, "time accepted") != 1 || !strings.Contains(said, "left accepted") {
		t.Errorf("it said %s", said)
	}
	if will, err := os.ReadFile(filepath.Join(l.dir, home.TestamentFile)); err != nil || !strings.Contains(string(will), `"cause": "ttl"`) {
		t.Errorf("it died of something else: %v, %s", err, will)
	}
	if code, said := ask(t, "replay", l.dir); code != exitOK {
		t.Errorf("replay: exit %d: %s", code, said)
	}
	books, err := ledger.Open(filepath.Join(l.dir, home.LedgerDir), ledger.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer books.Close()
	for _, line := range books.Balances() {
		if line.Account == ledger.Time && line.Asset == ledger.Credit && line.Balance.Sign() != 0 {
			t.Errorf("of the time %s is not charged at its end", line.Balance)
		}
	}
	key := canary{"key", bytesOf(t, golemKey), true}
	err = filepath.WalkDir(l.dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if found := key.in(text); len(found) > 0 {
			t.Errorf("%s holds the key: %v", path, found)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func bytesOf(t *testing.T, digits string) []byte {
	t.Helper()
	b, err := hex.DecodeString(digits)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// What is handed over and makes no Golem is refused before a life is begun.
func TestWhatMakesNoGolemIsRefused(t *testing.T) {
	m := market(t)
	good := func() wire.Given { return handed(t, settings(t, m, m.Chain().Server.Endpoint(), ""), 40_000) }
	for name, c := range map[string]struct {
		given func() any
		code  int
		says  string
	}{
		"nothing":                {func() any { return nil }, exitConfig, "is not whole"},
		"an unknown field":       {func() any { return map[string]any{"manifest": 1} }, exitConfig, "unknown field"},
		"no time":                {func() any { g := good(); g.Birth.Adds = 0; return g }, exitConfig, "0 ms of time"},
		"less time than a death": {func() any { g := good(); g.Birth.Adds, g.Time.Left = 5_000, 5_000; return g }, exitConfig, "pay for more"},
		"time below nothing":     {func() any { g := good(); g.Time.Left = -1; return g }, exitConfig, "-1 ms are left"},
		"settings of its owner": {func() any {
			g := good()
			g.Settings = strings.Replace(g.Settings, "\"hosted\"", "\"self-hosted\"", 1)
			return g
		}, exitConfig, "want \"hosted\""},
		"settings with a fault": {func() any { g := good(); g.Settings += "\n[nothing]\nx = 1\n"; return g }, exitConfig, "golem.toml of the host"},
		"no key":                {func() any { g := good(); g.Secrets = nil; return g }, exitWallet, "GOLEM_PRIVATE_KEY"},
		"no strategy":           {func() any { g := good(); g.Strategy = "buy low"; return g }, exitStrategy, "STRATEGY.md"},
	} {
		l := newLandlord(t)
		pipe := l.start(t.Context())
		l.give(pipe, c.given())
		err := <-l.ended
		if code := exit(err); err == nil || code != c.code || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: exit %d: %v", name, code, err)
		}
		if l.begun() {
			t.Errorf("%s: a life was begun", name)
		}
	}
}

// A host that goes away before it gave anything, and one that asks to stop, leave nothing behind.
func TestAStartThatIsGivenNothingEnds(t *testing.T) {
	l := newLandlord(t)
	ctx, stop := context.WithCancel(t.Context())
	pipe := l.start(ctx)
	defer pipe.Close()
	l.health("booted")
	stop()
	if err := <-l.ended; !errors.Is(err, context.Canceled) {
		t.Errorf("stopped while it waits: %v", err)
	}
	for _, f := range []flags{{host: l.socket}, {host: l.socket, dir: l.dir, config: "golem.toml"}} {
		if err := liveHosted(t.Context(), f, io.Discard, io.Discard); !errors.Is(err, errUsage) {
			t.Errorf("%+v: %v", f, err)
		}
	}
	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := liveHosted(t.Context(), flags{host: l.socket, dir: l.dir, given: file}, io.Discard, io.Discard); !errors.Is(err, errUsage) || !strings.Contains(err.Error(), "is no pipe") {
		t.Errorf("a file in place of the pipe: %v", err)
	}
	for _, path := range []string{l.dir, filepath.Join(l.dir, strings.Repeat("x", 108))} {
		given, pipe, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		_ = pipe.Close()
		if err := liveHosted(t.Context(), flags{host: path, dir: l.dir, given: given}, io.Discard, io.Discard); !errors.Is(err, vitals.ErrSocket) {
			t.Errorf("a socket at %s: %v", path, err)
		}
	}
}
