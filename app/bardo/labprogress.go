package bardo

import (
	"fmt"
	"io"
	"time"

	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/life/experiment/lab"
)

// labProgress shows how far many lives are: one line that moves on a terminal, a line for each
// life that is over and each tenth of all on a pipe, nothing with --json.
type labProgress struct {
	out    io.Writer
	tty    bool
	silent bool
	begun  clock.Stopwatch
	last   clock.Stopwatch
	told   int // lives that were over when a line was written
	tenth  int // of all that is lived in this run
	moved  bool
}

func newLabProgress(sh *shell) *labProgress {
	return &labProgress{out: sh.err, tty: terminal(sh.err), silent: sh.json, begun: clock.Start(), last: clock.Start(), told: -1, tenth: -1}
}

func (p *labProgress) show(s lab.State) {
	switch {
	case p.silent:
	case p.tty && (s.Done != p.told || p.last.Elapsed() >= 100*time.Millisecond):
		fmt.Fprintf(p.out, "\r\x1b[K%s", p.line(s))
		p.last, p.moved = clock.Start(), true
		p.told = s.Done
	case !p.tty && s.Fresh > 0:
		if tenth := int(10 * s.Fresh / (s.Fresh + s.Left)); s.Done != p.told || tenth != p.tenth {
			fmt.Fprintln(p.out, p.line(s))
			p.told, p.tenth = s.Done, tenth
		}
	}
}

func (p *labProgress) line(s lab.State) string {
	left := ""
	if s.Fresh > 0.02 && s.Left > 0 {
		left = fmt.Sprintf("%s left, ", roughly(time.Duration(float64(p.begun.Elapsed())*s.Left/s.Fresh)))
	}
	return fmt.Sprintf("%d of %d lives over, %s%d living", s.Done, s.All, left, s.Living)
}

func (p *labProgress) done() {
	if p.moved {
		fmt.Fprintln(p.out)
	}
}

// roughly is a duration as one says it.
func roughly(d time.Duration) string {
	switch {
	case d >= 48*time.Hour:
		return fmt.Sprintf("about %.0f days", d.Hours()/24)
	case d >= 2*time.Hour:
		return fmt.Sprintf("about %.0f hours", d.Hours())
	case d >= 2*time.Minute:
		return fmt.Sprintf("about %.0f minutes", d.Minutes())
	case d < 10*time.Second:
		return "a few seconds"
	}
	return fmt.Sprintf("about %.0f seconds", d.Seconds())
}
