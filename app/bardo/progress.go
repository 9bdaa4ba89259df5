package bardo

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/life/live"
)

// progress shows how far a life is: one line that moves on a terminal, a line
// every tenth of the life on a pipe, nothing with --json.
type progress struct {
	name   string // before each line; empty of a life alone
	out    io.Writer
	tty    bool
	last   clock.Stopwatch
	tenth  int
	silent bool
	state  string
	shown  uint64 // tick
	moved  bool   // a line stands that has no end
}

func newProgress(sh *shell) *progress {
	return &progress{out: sh.err, tty: terminal(sh.err), last: clock.Start(), silent: sh.json, tenth: -1}
}

// terminal reports whether w is one that lines can move on.
func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

func (p *progress) show(s live.Progress) {
	switch {
	case p.silent:
	case p.tty && (s.State != p.state || p.last.Elapsed().Milliseconds() >= 100):
		fmt.Fprintf(p.out, "\r\x1b[K%s%s", p.name, line(s))
		p.last = clock.Start()
	case !p.tty && (s.State != p.state || int(s.Done*10) > p.tenth):
		fmt.Fprintln(p.out, p.name+line(s))
	default:
		return
	}
	p.moved = p.moved || p.tty
	p.tenth, p.state = int(s.Done*10), s.State
}

func line(s live.Progress) string {
	equity := fmt.Sprintf("equity read %.2f", s.Equity)
	if s.Home {
		equity = "what it held is sent home"
	}
	return fmt.Sprintf("%s  %3.0f%%  tick %d  orders %d  %s  %s", s.At.Format("2006-01-02 15:04"), s.Done*100, s.Ticks, s.Trades, equity, s.State)
}

func (p *progress) done() {
	if p.moved {
		fmt.Fprintln(p.out)
	}
}

// progresses show how far several lives in one world are: each line begins with whose it is.
type progresses []*progress

func newProgresses(sh *shell, members []live.Member) progresses {
	all := make(progresses, len(members))
	for i, m := range members {
		all[i] = newProgress(sh)
		if len(members) > 1 {
			all[i].name = fmt.Sprintf("%d %s  ", i+1, filepath.Base(m.Strategy))
		}
	}
	return all
}

func (all progresses) show(s live.Progress) { all[s.Number-1].show(s) }

func (all progresses) done() {
	if i := slices.IndexFunc(all, func(p *progress) bool { return p.moved }); i >= 0 {
		all[i].done()
	}
}
