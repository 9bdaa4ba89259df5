package golem

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"strconv"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/owner/post"
	"bardo.run/bardo/golem/surface/vitals"
	"bardo.run/bardo/internal/clock"
)

// heard is the machine's clock, which tells the pulse when the loop waits, and ends a rest
// for the owner's words.
type heard struct {
	clock.Clock
	pulse *vitals.Pulse
	waits func() bool // a letter
}

// listen is how often a rest is interrupted to look for a letter.
const listen = time.Second

// Rest implements tape.Rester: it is over as soon as a letter waits. What is left is
// counted and not asked of the clock again, so that one which goes back lengthens no
// rest.
func (h heard) Rest(ctx context.Context, t time.Time) error {
	h.pulse.Waiting(t)
	defer h.pulse.Working()
	for left := t.Sub(h.Now()); ; left -= listen {
		if h.waits() {
			return ctx.Err()
		}
		now := h.Now()
		if left <= listen || !now.Before(t) {
			return h.Clock.WaitUntil(ctx, now.Add(min(left, t.Sub(now))))
		}
		if err := h.Clock.WaitUntil(ctx, now.Add(listen)); err != nil {
			return err
		}
	}
}

// WaitUntil implements clock.Clock.
func (h heard) WaitUntil(ctx context.Context, t time.Time) error {
	h.pulse.Waiting(t)
	defer h.pulse.Working()
	return h.Clock.WaitUntil(ctx, t)
}

// watch turns what happens into lines, log entries and the health endpoint.
type watch struct {
	*life
	golem  *agent.Agent
	server *vitals.Server
	left   turn.Block // of the reading whose reorg was told
	text   string     // hash of the strategy that was in force
	tells  teller
}

// Born implements process.Watch.
func (w *watch) Born(g *agent.Agent) {
	w.golem = g
	w.tells = teller{out: w.out, log: w.log, told: map[string]int64{}}
	w.text = g.StrategyHash()
	id := g.State().Identity()
	w.log.Info("born", "golem", id.GolemID, "wallet", w.keys.Wallet(), "account", w.keys.Account(), "chain", id.ChainID, "paper", w.paper)
	fmt.Fprintf(w.out, "golem %s, wallet %s%s, chain %d%s\n", id.GolemID, w.keys.Wallet(), w.whose(), id.ChainID, paperWords(w.paper))
	if id.Key != (common.Address{}) {
		fmt.Fprintf(w.out, "identity %s: it signs the testament\n", id.Key)
	}
	w.keys.Enclave().Plan(w.out)
	shown := vitals.Shown{Pulse: w.pulse, Figures: g, Events: g.Events(), Chain: w.reached, Words: w.box(id)}
	if w.host != nil {
		w.host.socket.Show(shown)
		return
	}
	address, on := listens(w.config)
	if !on {
		return
	}
	server, err := vitals.Serve(address, shown)
	if err != nil { // it lives all the same
		w.log.Error("no health endpoint", "error", err)
		return
	}
	w.server = server
	w.home.Serve(server.Address())
	fmt.Fprintf(w.out, "health on http://%s/health/ready\n", server.Address())
}

// listens is the address on which a process answers, where its settings have it answer.
func listens(c config.GolemConfig) (address string, on bool) {
	return net.JoinHostPort(c.Surfaces.Bind, strconv.Itoa(int(c.Surfaces.Port))), c.Surfaces.Port != 0
}

// box takes letters that the owner signed.
func (w *watch) box(id turn.Identity) http.Handler {
	return &post.Box{Dir: w.home.Path(home.WordsDir), Golem: post.Golem{ID: id.GolemID, Name: id.Name, ChainID: id.ChainID, Owner: id.Owner}, Clock: clock.System{}, Contract: w.signed}
}

// reached tells the health endpoint how the chain is reached.
func (w *watch) reached() (now vitals.Chain) {
	for _, s := range w.client.Status() {
		now.Endpoints = append(now.Endpoints, vitals.Endpoint(s))
	}
	if s, there := w.client.Socket(); there {
		now.Socket = (*vitals.Socket)(&s)
	}
	return now
}

// whose says in the boot line where the money is.
func (w *watch) whose() string {
	if account := w.keys.Account(); account != (common.Address{}) && account != w.keys.Wallet() {
		return ", for the account " + account.Hex()
	}
	return ""
}

func paperWords(paper bool) string {
	if paper {
		return ", on paper: nothing is sent"
	}
	return ""
}

// Moved implements process.Watch.
func (w *watch) Moved(to lifecycle.State) {
	w.pulse.Moved(string(to))
	w.log.Info("lifecycle", "state", string(to))
	fmt.Fprintf(w.out, "%s\n", to)
}

// Ticked implements process.Watch.
func (w *watch) Ticked(replayed bool) {
	s := w.golem.State()
	w.pulse.Ticked(s.Heartbeat().Tick)
	w.wentBack(s, replayed)
	w.reread(s, replayed)
	w.tells.ticked(w.golem.News(), stands{s.Heartbeat().Tick, w.golem.Trades(), s.Positions().Reading}, replayed)
}

// reread tells that another text of the strategy came into force.
func (w *watch) reread(s *turn.State, replayed bool) {
	now := w.golem.StrategyHash()
	before := w.text
	if w.text = now; before == now || replayed {
		return
	}
	w.log.Info("another strategy is in force", "tick", s.Heartbeat().Tick, "hash", now)
	fmt.Fprintf(w.out, "tick %d: the edited STRATEGY.md is in force\n", s.Heartbeat().Tick)
}

// wentBack tells of a chain that left blocks the Golem had read.
func (w *watch) wentBack(s *turn.State, replayed bool) {
	seen := s.Positions().Reading
	if seen.Reorg == (turn.Reorg{}) || seen.Block == w.left {
		return
	}
	if w.left = seen.Block; replayed {
		return
	}
	r := seen.Reorg
	w.log.Warn("the chain went back", "tick", s.Heartbeat().Tick, "from", r.From, "to", r.To, "depth", r.Depth)
}

// Passed implements process.Watch.
func (w *watch) Passed(p lifecycle.Phase, err error) {
	w.log.Info("death", "phase", p.String(), "error", err)
	fmt.Fprintf(w.out, "death: %s\n", p)
}

// Draining implements process.Watch.
func (w *watch) Draining() { w.pulse.Drain() }

func (w *watch) close() {
	if w.server != nil {
		_ = w.server.Close(context.Background()) // whoever still asks is cut off
	}
}

// longestStrategy is how many bytes a STRATEGY.md has at most: an edited one is an entry of the
// journal.
const longestStrategy = 1 << 20

// strategy reads STRATEGY.md as it is now.
func (l *life) strategy() ([]byte, error) {
	path := l.strategyPath()
	if err := home.Unshared(path); err != nil { // its rules trade
		return nil, err
	}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular(): // a pipe would keep whoever reads it
		return nil, fmt.Errorf("%s is no plain file (%s)", path, info.Mode().Type())
	case info.Size() > longestStrategy:
		return nil, fmt.Errorf("%s has %d bytes, and a strategy has at most %d", path, info.Size(), longestStrategy)
	}
	return os.ReadFile(path)
}

// edited returns what reads STRATEGY.md anew in a life; one that cannot be read is logged once.
func edited(l *life) func() ([]byte, error) {
	last := ""
	return func() ([]byte, error) {
		text, err := l.strategy()
		if err == nil {
			last = ""
		} else if said := err.Error(); said != last {
			last = said
			l.log.Warn("STRATEGY.md cannot be read; what is in force stays", "error", err)
		}
		return text, err
	}
}
