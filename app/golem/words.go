package golem

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/erc1271"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/golem/safety/approval"
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

// vouch checks what a letter to a Golem claims: that the owner signed it, or that money came.
func (l *life) vouch(id turn.Identity) func(ctx context.Context, x owner.Letter) error {
	return func(ctx context.Context, x owner.Letter) error {
		if len(x.Proof) > 0 {
			if err := owner.Proven(ctx, x, id.GolemID, id.ChainID, approval.Wallet{Address: id.Owner, Contract: l.signed}); err != nil {
				return err
			}
		}
		if c, ok := x.Word.(owner.Credit); ok {
			return l.eyes.Paid(ctx, c.Tx, c.Amount)
		}
		return nil
	}
}

// signed asks a contract whether it takes a signature for its own.
func (l *life) signed(ctx context.Context, account common.Address, digest common.Hash, signature []byte) (bool, error) {
	head, err := l.client.Head(ctx)
	if err != nil {
		return false, err
	}
	return erc1271.Signed(ctx, l.client, head.Hash, account, digest, signature)
}

// echo says on standard output what became of the owner's words. It brings none.
type echo struct{ life *life }

// Next implements owner.Source.
func (echo) Next(context.Context, func(string) (owner.Answer, bool)) (owner.Letter, bool) {
	return owner.Letter{}, false
}

// Answer implements owner.Source.
func (t echo) Answer(l owner.Letter, a owner.Answer) {
	t.life.log.Info("a word from outside", "kind", l.Kind(), "id", l.ID, "status", a.Status, "reason", a.Reason)
	line := fmt.Sprintf("tick %d: %s %s", a.Tick, l.Kind(), a.Status)
	if a.Reason != "" {
		line += ": " + a.Reason
	}
	fmt.Fprintln(t.life.out, line)
}
