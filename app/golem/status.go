package golem

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/screen"
	"bardo.run/bardo/life/status"
	"bardo.run/bardo/wire"
)

// statusFlags are the flags of golem status.
type statusFlags struct {
	dir         string
	json, watch bool
	every       time.Duration
	events      string
}

func newStatus(out io.Writer) *cobra.Command {
	var f statusFlags
	c := &cobra.Command{
		Use:   "status --data-dir DIR",
		Short: "Show how a Golem stands: what is wrong, what it has, gained, decided and waits for",
		Long: `golem status reads a Golem's folder, whether its process runs or not, and changes
nothing there. The first line says what is wrong and what to do about it, or that
nothing is. The result since birth is shown with all of its parts; the decisions
are the last ten, a refusal that is repeated counts as one.

With --json it is one object whose names stay; values are in the token that prices
are given in, times in unix milliseconds. With --watch it comes again and again, and
beside it what the process tells as it happens, a line an event: on its loopback
address (surfaces.port), where it has one. With --json an event is an object that has
a "type". --events names other kinds, "all" among them; "none" reads the folder alone.`,
		Example: "  golem status --data-dir life\n  golem status --data-dir life --watch --every 5s\n  golem status --data-dir life --json",
		Args:    noArgs,
		RunE:    func(c *cobra.Command, _ []string) error { return f.run(c.Context(), out) },
	}
	c.Flags().StringVar(&f.dir, "data-dir", "", "the Golem's folder")
	c.Flags().BoolVar(&f.json, "json", false, "one object of JSON; with --watch one a line")
	c.Flags().BoolVar(&f.watch, "watch", false, "show it again and again until interrupted")
	c.Flags().DurationVar(&f.every, "every", 2*time.Second, "how long between two looks of --watch")
	c.Flags().StringVar(&f.events, "events", sets, "kinds of events that --watch shows")
	return c
}

func (f statusFlags) run(ctx context.Context, out io.Writer) error {
	switch {
	case f.dir == "":
		return fmt.Errorf("%w: name the Golem's folder with --data-dir", errUsage)
	case f.every < 100*time.Millisecond:
		return fmt.Errorf("%w: --every is %s, want at least 100ms", errUsage, f.every)
	}
	folder, err := status.Open(f.dir)
	if err != nil {
		return err
	}
	w := viewer{statusFlags: f, folder: folder, out: out}
	defer w.close()
	for {
		if err := w.look(ctx); err != nil || !f.watch {
			return err
		}
		if err := w.pass(ctx); err != nil {
			return nil //nolint:nilerr // whoever watches has seen enough
		}
	}
}

// viewer is a status that is shown again and again.
type viewer struct {
	statusFlags
	folder   *status.Folder
	out      io.Writer
	listener listener
	shown    bool
	last     []string // events that stand below the status on a terminal
	why      string   // no event comes, said last
}

// look shows how the Golem stands, and listens to its process where it can.
func (w *viewer) look(ctx context.Context) error {
	s, err := w.folder.Look(clock.System{}.Now().UnixMilli())
	if err != nil {
		return err
	}
	if err := w.show(s, !w.shown, w.out); err != nil {
		return err
	}
	w.shown = true
	for _, event := range w.last {
		fmt.Fprintln(w.out, event)
	}
	if w.watch && w.events != "none" {
		w.listener.hear(ctx, s.Process.Serves, w.events)
	}
	return nil
}

// pass shows what happens until the next look is due.
func (w *viewer) pass(ctx context.Context) error {
	due := make(chan error, 1)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go func() { c := clock.System{}; due <- c.WaitUntil(ctx, c.Now().Add(w.every)) }() // ends with ctx
	for {
		select {
		case err := <-due:
			return err
		case e := <-w.listener.events:
			if err := w.happened(e); err != nil {
				return err
			}
		case err := <-w.listener.end:
			w.listener.ended()
			if err == nil || ctx.Err() != nil || w.why == err.Error() {
				continue
			}
			w.why = err.Error()
			if err := w.say("no events: " + w.why + "; the folder is read all the same"); err != nil {
				return err
			}
		}
	}
}

// happened shows one event.
func (w *viewer) happened(e wire.Event) error {
	if w.json {
		return json.NewEncoder(w.out).Encode(e)
	}
	return w.say(line(e))
}

// say writes a line below the status, where it stays for the next looks.
func (w *viewer) say(text string) error {
	if w.json {
		return nil
	}
	if terminal(w.out) {
		w.last = append(w.last, text)
		w.last = w.last[max(0, len(w.last)-kept):]
	}
	_, err := fmt.Fprintln(w.out, text)
	return err
}

func (w *viewer) close() {
	if w.listener.stop != nil {
		w.listener.stop()
	}
}

// clearScreen empties a terminal and puts its cursor at the top.
const clearScreen = "\x1b[H\x1b[2J"

// show writes one look. The one before is cleared on a terminal, and parted by a line elsewhere.
func (f statusFlags) show(s status.Status, first bool, out io.Writer) error {
	if f.json {
		return json.NewEncoder(out).Encode(s)
	}
	switch {
	case f.watch && terminal(out):
		fmt.Fprint(out, clearScreen)
	case !first:
		fmt.Fprintln(out, "----")
	}
	return s.Text(out)
}

// terminal reports whether an output is one that somebody looks at.
func terminal(out io.Writer) bool {
	w, ok := out.(*screen.Writer)
	return ok && w.Terminal()
}
