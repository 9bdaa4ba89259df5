package golem

import (
	"context"
	"encoding/json"
	"io"
	"math"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/life/status"
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
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	health := free.Addr().String()
	free.Close()
	_, port, _ := net.SplitHostPort(health)
	edit(t, filepath.Join(dir, "golem.toml"), "port = 0", "port = "+port)
	code, said := spoken(t, dir, "trade 2", 0, func() {
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
		if code, said := ask(t, "status", "--data-dir", dir); code != exitOK || !strings.HasPrefix(said, "Nothing is wrong") || !strings.Contains(said, "steer, accepted after tick") || !strings.Contains(said, "WETH for ") {
			t.Errorf("exit %d: %s", code, said)
		}
		if code, said := ask(t, "halt", "--data-dir", dir); code != exitOK {
			t.Errorf("exit %d: %s", code, said)
		}
		if s := asked(t, dir); len(s.Findings) != 1 || s.Findings[0].Code != status.Halted || s.Bounds.Opens == "" {
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
	edit(t, filepath.Join(dir, "golem.toml"), "max_trades_per_hour = 50", "max_trades_per_hour = 50\nmax_slippage_bps = 1")
	code, said := spoken(t, dir, "refused", 0, func() {
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
	if code, said := spoken(t, dir, "trade 1", 0, func() {
		ctx, stop := context.WithTimeout(t.Context(), 3*time.Second)
		defer stop()
		out := &lines{each: func(string) {}}
		code := Main(ctx, []string{"status", "--data-dir", dir, "--watch", "--every", "500ms"}, out, out)
		if shown := strings.Count(out.String(), "waits for"); code != exitOK || shown < 3 || strings.Count(out.String(), "----\n") != shown-1 {
			t.Errorf("exit %d, %d looks: %s", code, shown, out.String())
		}
	}); code != exitOK {
		t.Errorf("exit %d: %s", code, said)
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
