package golem

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/life/status"
	"bardo.run/bardo/wire"
)

// asked asks a folder how its Golem stands.
func asked(t *testing.T, dir string) (s status.Status) {
	t.Helper()
	code, said := ask(t, "status", "--data-dir", dir, "--json")
	if err := json.Unmarshal([]byte(said), &s); code != exitOK || err != nil {
		t.Errorf("exit %d, %v: %s", code, err, said)
	}
	return s
}

// waits asks a folder until its Golem stands as wanted, for five minutes at most.
func waits(t *testing.T, dir string, wanted func(status.Status) bool) {
	t.Helper()
	c := clock.System{}
	for end := c.Now().Add(5 * time.Minute); !wanted(asked(t, dir)); {
		if c.Now().After(end) {
			t.Error("it does not come to stand as wanted")
			return
		}
		_ = c.WaitUntil(t.Context(), c.Now().Add(250*time.Millisecond))
	}
}

// livesOn waits until a life has n ticks more on record than it has now.
func livesOn(t *testing.T, dir string, n uint64) {
	t.Helper()
	now := asked(t, dir).Seen.Ticks
	waits(t, dir, func(s status.Status) bool { return s.Seen.Ticks >= now+n })
}

// listing lists what a folder holds, by name and size.
func listing(t *testing.T, dir string) string {
	t.Helper()
	var all []string
	err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		all = append(all, path)
		return err
	})
	if err != nil {
		t.Error(err)
	}
	return strings.Join(all, "\n")
}

// freePort is a port of the loopback interface that nobody listens on.
func freePort(t *testing.T) string {
	t.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer free.Close()
	_, port, _ := net.SplitHostPort(free.Addr().String())
	return port
}

// figuresOf are the figures without labels that a Golem shows.
func figuresOf(t *testing.T, health string) map[string]float64 {
	t.Helper()
	r, err := http.Get("http://" + health + "/metrics")
	if err != nil {
		t.Error(err)
		return nil
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Error(err)
	}
	all := map[string]float64{}
	for _, line := range strings.Split(string(body), "\n") {
		if name, value, there := strings.Cut(line, " "); there {
			all[name], _ = strconv.ParseFloat(value, 64)
		}
	}
	return all
}

// A living Golem is asked beside its process, without its lock: what it has, what it did, what
// its owner said and what it waits for. Stopped, it is asked again, and its start is not kept.
func TestALivingGolemSaysHowItStands(t *testing.T) {
	t.Parallel()
	m := market(t)
	dir := settings(t, m, m.Chain().Server.Endpoint(), "")
	port := freePort(t)
	health := net.JoinHostPort("127.0.0.1", port)
	edit(t, filepath.Join(dir, "golem.toml"), "port = 0", "port = "+port)
	code, said := spoken(t, dir, "trade 2", func() {
		s := asked(t, dir)
		if !s.Process.Running || s.Process.State != status.StateActive || s.Golem.Name != "restless" || s.Golem.Paper {
			t.Errorf("%+v %+v", s.Process, s.Golem)
		}
		if s.Orders.Executed < 2 || len(s.Decisions) < 2 || s.Decisions[0].Tx == "" || s.Result.Gas >= 0 || s.Result.SwapFees >= 0 {
			t.Errorf("%+v %+v %+v", s.Orders, s.Decisions, s.Result)
		}
		if s.Result.Equity < 9_000 || math.Abs(s.Result.Rest) > 0.01 {
			t.Errorf("%+v", s.Result)
		}
		if len(s.Findings) != 0 || len(s.Waits) == 0 || s.Waits[0].At == 0 {
			t.Errorf("%+v %+v", s.Findings, s.Waits)
		}
		shown := figuresOf(t, health)
		if math.Abs(shown["golem_equity"]-s.Result.Equity) > 5 || math.Abs(shown["golem_result_since_birth"]-s.Result.Total) > 5 || shown["golem_result_since_birth"] >= 0 || shown["golem_positions"] != 0 {
			t.Errorf("%v beside %+v", shown, s.Result)
		}
		steers(t, exitOK, "heard after tick", dir, "pause entries")
		waits(t, dir, func(s status.Status) bool { return s.Bounds.Paused != "" })
		if code, said := ask(t, "status", "--data-dir", dir); code != exitOK || !strings.HasPrefix(said, "WRONG: its owner paused entries") || !strings.Contains(said, "steer: pause entries, accepted after tick") || !strings.Contains(said, "WETH for ") {
			t.Errorf("exit %d: %s", code, said)
		}
		if code, said := ask(t, "halt", "--data-dir", dir); code != exitOK {
			t.Errorf("exit %d: %s", code, said)
		}
		if s := asked(t, dir); len(s.Findings) != 2 || s.Findings[0].Code != status.Halted || s.Findings[1].Code != status.Paused || s.Bounds.Opens == "" {
			t.Errorf("halted: %+v %+v", s.Findings, s.Bounds)
		}
	})
	if code != exitOK {
		t.Fatalf("exit %d: %s", code, said)
	}
	steers(t, exitOK, "the next start hears it", dir, "resume entries")
	before := listing(t, dir)
	s := asked(t, dir)
	if s.Process.Running || s.Findings[0].Code != status.Stopped || len(s.Words.Waiting) != 1 || len(s.Words.Answered) != 2 {
		t.Errorf("%+v %+v %+v", s.Process, s.Findings, s.Words)
	}
	if after := listing(t, dir); after != before {
		t.Errorf("a look changed the folder:\n%s\nto\n%s", before, after)
	}
}

// A life whose every order is refused says so first, with the reason and what to do.
func TestALifeWithoutATradeSaysWhy(t *testing.T) {
	t.Parallel()
	m := market(t)
	dir := settings(t, m, m.Chain().Server.Endpoint(), "")
	keyIn(t, dir)
	edit(t, filepath.Join(dir, "golem.toml"), "max_trades_per_hour = 50", "max_trades_per_hour = 50\nmax_asset = [\"weth 0.01%\"]")
	code, said := spoken(t, dir, "refused", func() {
		code, said := ask(t, "status", "--data-dir", dir)
		first, _, _ := strings.Cut(said, "\n\n")
		if code != exitOK || !strings.HasPrefix(first, "WRONG: no trade in ") || !strings.Contains(first, "To do: ") || !strings.Contains(first, "SAFETY_") {
			t.Errorf("exit %d: %s", code, said)
		}
	})
	if code != exitOK || !strings.Contains(said, "refused") {
		t.Errorf("exit %d: %s", code, said)
	}
}

func TestAStatusIsWatched(t *testing.T) {
	t.Parallel()
	m := market(t)
	dir := settings(t, m, m.Chain().Server.Endpoint(), "")
	if code, said := spoken(t, dir, "trade 1", func() {
		ctx, stop := context.WithTimeout(t.Context(), time.Minute)
		defer stop()
		looks := 0
		out := &lines{each: func(text string) {
			if looks += strings.Count(text, "waits for"); looks > 3 {
				stop()
			}
		}}
		code := Main(ctx, []string{"status", "--data-dir", dir, "--watch", "--every", "500ms"}, out, out)
		if shown := strings.Count(out.String(), "waits for"); code != exitOK || shown < 3 || strings.Count(out.String(), "----\n") != shown-1 {
			t.Errorf("exit %d, %d looks: %s", code, shown, out.String())
		}
	}); code != exitOK {
		t.Errorf("exit %d: %s", code, said)
	}
}

// Beside the looks there is a line for each event of the living process; a start that goes on
// says that it does.
//
// spec: runtime §15, lifecycle.ready{resumed}
func TestAWatchedGolemTellsWhatHappens(t *testing.T) {
	t.Parallel()
	m := market(t)
	dir := settings(t, m, m.Chain().Server.Endpoint(), "")
	edit(t, filepath.Join(dir, "golem.toml"), "port = 0", "bind = \"127.0.0.2\"\nport = "+freePort(t))
	for _, resumed := range []bool{false, true} {
		if code, said := spoken(t, dir, "trade", func() {
			address := asked(t, dir).Process.Serves
			if !strings.HasPrefix(address, "127.0.0.2:") {
				t.Errorf("it answers at %s", address)
			}
			if got := readiness(t, address); got != fmt.Sprintf(`"resumed":%t`, resumed) {
				t.Errorf("it is ready with %s", got)
			}
			ctx, stop := context.WithTimeout(t.Context(), time.Minute)
			defer stop()
			met := false
			out := &lines{each: func(l string) {
				if strings.Contains(l, "heartbeat.complete  ") && strings.Contains(l, "actions_taken=") {
					met = true
					stop()
				}
			}}
			code := Main(ctx, []string{"status", "--data-dir", dir, "--watch", "--events", "heartbeat", "--every", "500ms"}, out, out)
			if code != exitOK || !met || !strings.Contains(out.String(), "waits for") || strings.Contains(out.String(), "vitality.") {
				t.Errorf("exit %d: %s", code, out.String())
			}
			refused := &lines{each: func(l string) {
				if strings.Contains(l, "no events") {
					stop()
				}
			}}
			ctx, stop = context.WithTimeout(t.Context(), time.Minute)
			defer stop()
			if Main(ctx, []string{"status", "--data-dir", dir, "--watch", "--events", "rumours"}, refused, refused); !strings.Contains(refused.String(), `no events: 400 Bad Request: there are no events "rumours"`) {
				t.Errorf("%s", refused.String())
			}
		}); code != exitOK {
			t.Errorf("exit %d: %s", code, said)
		}
	}
	if s := asked(t, dir); s.Process.Serves != "" {
		t.Errorf("a process that is gone answers at %s", s.Process.Serves)
	}
}

// readiness is what a process said when it was ready.
func readiness(t *testing.T, address string) (resumed string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+address+"/events?set=lifecycle", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Last-Event-ID", "0")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Error(err)
		return ""
	}
	defer answer.Body.Close()
	for s := bufio.NewScanner(answer.Body); s.Scan(); {
		if strings.Contains(s.Text(), `"type":"lifecycle.ready"`) {
			return regexp.MustCompile(`"resumed":\w+`).FindString(s.Text())
		}
	}
	return ""
}

func TestAnEventIsALine(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 1, 9, 5, 7, 0, time.UTC).UnixMilli()
	for want, p := range map[string]wire.Payload{
		"09:05:07  tick 7      permit.blocked  block_reason=\"no\\n\\x1b[2J way\" permit_id=p1 risk_tier=a": wire.PermitBlocked{PermitID: "p1", RiskTier: "a", BlockReason: "no\n\x1b[2J way"},
		"09:05:07  9 events were missed: this reader was too slow":                                          wire.FabricLagged{Missed: 9},
		"09:05:07  tick 7      lifecycle.ready  boot_ms=0 resumed=true":                                     wire.LifecycleReady{Resumed: true},
	} {
		got := line(wire.Event{Timestamp: at, Tick: 7, Payload: p})
		if got = strings.ReplaceAll(got, " expires_at=0", ""); strings.ReplaceAll(got, "expires_at=0 ", "") != want {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
}

func TestAStatusOfNothingIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for want, args := range map[string][]string{
		"name the Golem's folder": {}, "no life was begun here": {"--data-dir", dir}, "want at least 100ms": {"--data-dir", dir, "--every", "1ms"}, "unknown command": {"--data-dir", dir, "now"},
	} {
		if code, said := ask(t, append([]string{"status"}, args...)...); code == exitOK || !strings.Contains(said, want) {
			t.Errorf("%v: exit %d: %s", args, code, said)
		}
	}
	if h, err := os.ReadDir(dir); err != nil || len(h) != 0 {
		t.Errorf("%s holds %v, %v", dir, h, err)
	}
	if _, err := os.Stat(filepath.Join(dir, home.LockFile)); err == nil {
		t.Error("a look made a lock")
	}
}
