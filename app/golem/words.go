package golem

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/internal/clock"
)

// attention is how long a command waits for a running process to answer.
const attention = 5 * time.Second

// say puts a word into the folder of a life, and says what became of it. A word that is
// not answered in time stays there, and is heard by the process later, or by the next start.
func (p patient) say(ctx context.Context, w owner.Word, lasts time.Duration, out io.Writer) error {
	c := clock.System{}
	now := c.Now().UTC()
	l := owner.Letter{At: now.UnixMilli(), Word: w}
	l.ID = now.Format("20060102T150405.000000000Z") + "-" + l.Kind()
	if lasts > 0 {
		l.Expires = now.Add(lasts).UnixMilli()
	}
	dir := filepath.Join(p.dir, home.WordsDir)
	if err := owner.Post(dir, l); err != nil {
		return err
	}
	fmt.Fprintf(out, "the letter is %s\n", filepath.Join(dir, l.ID+".json"))
	if !home.Lives(p.dir) {
		fmt.Fprintln(out, "no process lives there: the next start hears it")
		return nil
	}
	for until := now.Add(attention); ; {
		a, answered, err := owner.Answered(dir, l.ID)
		switch {
		case err != nil:
			return err
		case answered && a.Status == owner.Accepted:
			fmt.Fprintf(out, "heard after tick %d\n", a.Tick)
			return nil
		case answered:
			return fmt.Errorf("%w: %s %s: %s", errUnheeded, l.Kind(), a.Status, cmp.Or(a.Reason, "no reason is given"))
		case !c.Now().Before(until):
			fmt.Fprintf(out, "the process did not answer within %s: it hears the letter after the tick it is in\n", attention)
			return nil
		}
		if err := c.WaitUntil(ctx, c.Now().Add(100*time.Millisecond)); err != nil {
			return err
		}
	}
}

// teller says on standard output what became of the owner's words. It brings none.
type teller struct{ life *life }

// Next implements owner.Source.
func (teller) Next(context.Context, func(string) (owner.Answer, bool)) (owner.Letter, bool) {
	return owner.Letter{}, false
}

// Answer implements owner.Source.
func (t teller) Answer(l owner.Letter, a owner.Answer) {
	t.life.log.Info("a word from outside", "kind", l.Kind(), "id", l.ID, "status", a.Status, "reason", a.Reason)
	line := fmt.Sprintf("tick %d: %s %s", a.Tick, l.Kind(), a.Status)
	if a.Reason != "" {
		line += ": " + a.Reason
	}
	fmt.Fprintln(t.life.out, line)
}
