package why

import (
	"fmt"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/term"
	"bardo.run/bardo/golem/owner"
)

// lasted is what was paid for the time of a life that its end ended: at the birth, and by whoever
// extended it before an entry of the journal. What was paid behind the last tick came too late.
func (l *Life) lasted(cause lifecycle.Cause, before uint64) []Link {
	b := l.boot.Birth
	if cause != lifecycle.PaidTimeOver || b.Until >= term.Forever {
		return nil
	}
	said := "given " + (time.Duration(b.Until-b.Start) * time.Millisecond).String()
	if b.Paid > 0 {
		said += fmt.Sprintf(", for which %s USDC were paid", b.Paid)
	}
	links := []Link{{"entry:0", "payment", said}}
	for _, p := range l.paid {
		if p.seq < before {
			links = append(links, p.Link)
		}
	}
	return links
}

// payment is what was paid for the time of a life, by an entry of its journal.
type payment struct {
	Link
	seq uint64
}

// longer says who extended a life.
func longer(w owner.Time) string {
	said := "extended by " + (time.Duration(w.Adds) * time.Millisecond).String()
	if w.Price > 0 {
		said += fmt.Sprintf(" for %s USDC", w.Price)
	}
	if w.Payer != (common.Address{}) {
		said += " by " + w.Payer.Hex()
	}
	if w.Tx != (common.Hash{}) {
		said += " in " + w.Tx.Hex()
	}
	return said
}
