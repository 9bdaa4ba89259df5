package agent

import (
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/booking"
	"bardo.run/bardo/golem/host/term"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/chronicle"
)

// payments take in what the owner pays in the course of a life. A payment of time and one of
// credit are two words, and neither makes up for the other.
type payments struct {
	state     *turn.State
	now       func() int64 // the life's time, as it was read last
	books     *booking.Desk
	span      func() *mortality.Lifespan
	chronicle *chronicle.Chronicle
	runs      bool                 // time passes by itself
	counted   map[common.Hash]bool // transactions that were taken in
}

// listen has the payments hear of what is paid.
func (p *payments) listen(in *owner.Inbox) {
	owner.Hear(in, p.extended)
	owner.Hear(in, p.left)
	owner.Hear(in, p.fed)
}

// dying is why nothing is taken in any more: no payment stops a death (mortality §6.4).
func (p *payments) dying() string {
	if p.state.Vitality().Dying == "" {
		return ""
	}
	return "the Golem dies, and no payment brings it back"
}

// extended takes in time.
//
// spec: mortality §2.3
func (p *payments) extended(l owner.Letter, w owner.Time) (string, error) {
	switch {
	case p.dying() != "":
		return p.dying(), nil
	case !p.runs:
		return "this life is lived on a record of the market, and ends with it", nil
	case p.books.Time.Until() >= term.Forever:
		return "no time was set for this life: it ends with its credit, and golem feed adds to that", nil
	}
	if err := p.books.Credit.Extend("time:"+l.ID, w.Adds, w.Price); err != nil {
		return err.Error(), nil
	}
	p.chronicle.Tell(audit.Intervention("extend", (time.Duration(w.Adds) * time.Millisecond).String()))
	return "", nil
}

// left moves the end of the paid time to where the host says that it is, on the life's own time.
//
// spec: compute §7
func (p *payments) left(_ owner.Letter, w owner.Left) (string, error) {
	switch {
	case p.dying() != "":
		return p.dying(), nil
	case !p.runs || p.books.Time.Until() >= term.Forever:
		return "nobody is paid for the time of this life", nil
	}
	if err := p.books.Credit.Correct(max(p.now()+w.Left, p.books.Time.Start()+1)); err != nil {
		return err.Error(), nil
	}
	p.chronicle.Tell(audit.Intervention("left", (time.Duration(w.Left) * time.Millisecond).String()))
	return "", nil
}

// fed takes in credit.
//
// spec: mortality §2.2
func (p *payments) fed(_ owner.Letter, w owner.Credit) (string, error) {
	switch {
	case p.dying() != "":
		return p.dying(), nil
	case p.counted[w.Tx]:
		return "the transaction " + w.Tx.Hex() + " was counted before", nil
	}
	if err := p.books.Credit.Feed("credit:"+w.Tx.Hex(), w.Amount); err != nil {
		return err.Error(), nil
	}
	p.counted[w.Tx] = true
	p.span().Fed(w.Amount)
	p.chronicle.Tell(audit.Intervention("feed", w.Amount.String()))
	return "", nil
}
