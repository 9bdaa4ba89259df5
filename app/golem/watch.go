package golem

import (
	"context"
	"fmt"
	"net"
	"os"
	"strconv"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/golem/surface/vitals"
	"bardo.run/bardo/internal/clock"
)

// heard is the machine's clock, which tells the pulse when the loop waits, and ends a rest
// for the owner's words.
type heard struct {
	clock.Clock
	pulse   *vitals.Pulse
	letters *owner.Folder
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
		if h.letters.Waits() {
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
	w.keys.Enclave().Plan(w.out)
	if w.config.Surfaces.Port == 0 {
		return
	}
	address := net.JoinHostPort(w.config.Surfaces.Bind, strconv.Itoa(int(w.config.Surfaces.Port)))
	server, err := vitals.Serve(address, w.pulse, g, w.reached)
	if err != nil { // it lives all the same
		w.log.Error("no health endpoint", "error", err)
		return
	}
	w.server = server
	fmt.Fprintf(w.out, "health on http://%s/health/ready\n", server.Address())
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
	fmt.Fprintf(w.out, "tick %d: another STRATEGY.md is in force\n", s.Heartbeat().Tick)
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

// strategy reads STRATEGY.md as it is now.
func (l *life) strategy() ([]byte, error) {
	path := l.strategyPath()
	if err := home.Unshared(path); err != nil { // its rules trade
		return nil, err
	}
	return os.ReadFile(path)
}
