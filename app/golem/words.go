package golem

import (
	"cmp"
	"context"
	"fmt"
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

// waiting is the status of a word that was not answered yet.
const waiting = "waiting"

// reply is what became of a word, as a program reads it.
type reply struct {
	Golem  string  `json:"golem"`
	Name   string  `json:"name"`
	Word   string  `json:"word"`
	Status string  `json:"status"` // accepted, waiting for a process or a tick, or dying: nothing was said
	Letter string  `json:"letter,omitempty"`
	Tick   *uint64 `json:"tick,omitempty"` // after which it was heard
}

func (p patient) became(word, status string) reply {
	return reply{Golem: p.born.Identity.GolemID, Name: p.name(), Word: word, Status: status}
}

// lapse is how long a letter that is handed in where the Golem answers may be heard, where its
// owner says nothing else: who carries it there could keep it for later.
const lapse = 15 * time.Minute

// say puts a word into the folder of a life, and says what became of it. A word that is
// not answered in time stays there, and is heard by the process later, or by the next start.
func (p patient) say(ctx context.Context, w owner.Word, lasts time.Duration, out *voice) error {
	c := clock.System{}
	now := c.Now().UTC()
	l := owner.Letter{At: now.UnixMilli(), Word: w}
	l.ID = now.Format("20060102T150405.000000000Z") + "-" + l.Kind()
	if lasts == 0 && p.url != "" {
		lasts = lapse
	}
	if lasts > 0 {
		l.Expires = now.Add(lasts).UnixMilli()
	}
	if p.url != "" {
		return p.send(ctx, l, out)
	}
	dir := filepath.Join(p.dir, home.WordsDir)
	if err := owner.Post(dir, l); err != nil {
		return err
	}
	r := p.became(l.Kind(), waiting)
	r.Letter = filepath.Join(dir, l.ID+".json")
	fmt.Fprintf(out, "the letter is %s\n", r.Letter)
	if !home.Lives(p.dir) {
		fmt.Fprintln(out, "no process lives there: the next start hears it")
		return out.answer(r)
	}
	for until := now.Add(attention); ; {
		said, answered, err := owner.Answered(dir, l.ID)
		switch {
		case err != nil:
			return err
		case answered:
			return p.heeded(l, said.Answer, r, out)
		case !c.Now().Before(until):
			fmt.Fprintf(out, "the process did not answer within %s: it hears the letter after the tick it is in\n", attention)
			return out.answer(r)
		}
		if err := c.WaitUntil(ctx, c.Now().Add(100*time.Millisecond)); err != nil {
			return err
		}
	}
}

// heeded says what became of a letter that was answered; one that is not heeded is an error.
func (p patient) heeded(l owner.Letter, a owner.Answer, r reply, out *voice) error {
	if a.Status != owner.Accepted {
		return fmt.Errorf("%w: %s %s: %s", errUnheeded, l.Kind(), a.Status, cmp.Or(a.Reason, "no reason is given"))
	}
	fmt.Fprintf(out, "heard after tick %d\n", a.Tick)
	r.Status, r.Tick = string(a.Status), &a.Tick
	return out.answer(r)
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
