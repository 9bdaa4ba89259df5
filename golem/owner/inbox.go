package owner

import (
	"context"
	"fmt"
	"reflect"
	"slices"

	"bardo.run/bardo/golem/host/journal"
)

// Source brings letters. It is asked while a life is recorded, and never in a replay.
type Source interface {
	// Next returns a letter that waits, the oldest first, and whether there is one. known
	// returns the answer to a letter that was heard already: the source is done with it.
	// One without an id is given one.
	Next(ctx context.Context, known func(id string) (Answer, bool)) (Letter, bool)
	// Answer tells what became of a letter, whoever brought it.
	Answer(l Letter, a Answer)
}

// Status is what became of a letter.
type Status string

// The statuses of an answer.
const (
	Accepted Status = "accepted"
	Rejected Status = "rejected"
	Expired  Status = "expired"
)

// Answer is what became of a letter. Reason says why it was rejected, or how it is
// understood; At is the life's time in unix milliseconds.
type Answer struct {
	Status Status `json:"status"`
	Reason string `json:"reason,omitempty"`
	At     int64  `json:"at_ms"`
	Tick   uint64 `json:"tick"`
}

// most is how many letters one look takes in; the others wait for the next.
const most = 64

// Ports is what an Inbox needs of others.
type Ports struct {
	Journal *journal.Journal
	// Letters are asked at every look.
	Letters []Source `image:"-"`
	// Vouch reports why a letter is not believed: the owner did not sign what carries a
	// proof, or a payment was not made. It is asked once, before the letter becomes an entry.
	// nil believes no letter that has to be vouched for.
	Vouch func(ctx context.Context, l Letter) error
	// Now is the life's time in unix milliseconds as it was read last, Clock reads it anew,
	// for a letter that expires. Tick is the life's tick.
	Now   func() int64
	Clock func() int64
	Tick  func() uint64
	// Tell is told of every answer, in a replay too; nil: no one is.
	Tell func(l Letter, a Answer)
}

// Inbox hears what its sources bring, each letter once, at the look that found it.
type Inbox struct {
	ports   Ports
	watched []Source `image:"-"` // asked between two ticks
	looks   uint64
	hearers map[string]func(Letter) (reason string, err error)
	answers map[string]Answer
	halted  int64 // when the newest word on halting was said
}

// NewInbox returns an inbox that nobody listens to yet.
func NewInbox(ports Ports) *Inbox {
	return &Inbox{ports: ports, hearers: map[string]func(Letter) (string, error){}, answers: map[string]Answer{}}
}

// Hear has f hear every word of a kind. The reason that f returns is why it rejects the
// word; its error is the life's and comes back from Look. A second call for a kind
// replaces the first.
func Hear[W Word](in *Inbox, f func(l Letter, w W) (reason string, err error)) {
	in.hearers[kindOf(reflect.TypeFor[W]())] = func(l Letter) (string, error) { return f(l, l.Word.(W)) }
}

// Watch adds a source that is asked between two ticks only, because what it brings changes
// how an order is made, or because asking it takes time.
func (in *Inbox) Watch(s ...Source) { in.watched = append(in.watched, s...) }

// Look takes in, between two ticks, what waits at every source, and has it heard. An error
// is the journal's, or that of a hearer; the letters after it wait on.
func (in *Inbox) Look(ctx context.Context) error {
	return in.look(ctx, slices.Concat(in.ports.Letters, in.watched))
}

// Listen takes in the letters alone, at any moment: before a signature, or in a death.
func (in *Inbox) Listen(ctx context.Context) error { return in.look(ctx, in.ports.Letters) }

func (in *Inbox) look(ctx context.Context, sources []Source) error {
	for range most {
		in.looks++
		e, there, err := journal.Arrived(in.ports.Journal, journal.KindWord, in.looks, func() (Entry, bool, error) { return in.ask(ctx, sources) })
		if err != nil || !there {
			return err
		}
		if err := in.take(e); err != nil {
			return err
		}
	}
	return nil
}

// ask returns the next letter that a source has.
func (in *Inbox) ask(ctx context.Context, sources []Source) (Entry, bool, error) {
	for _, s := range sources {
		l, there := s.Next(ctx, in.known)
		if !there {
			continue
		}
		if l.ID == "" {
			l.ID = fmt.Sprintf("%s-%d", l.Kind(), in.looks)
		}
		e, err := l.entry(in.refused(ctx, l))
		if err != nil { // no type of the table fails; the letters after it are heard
			continue
		}
		return e, true, nil
	}
	return Entry{}, false, nil
}

func (in *Inbox) known(id string) (Answer, bool) { a, ok := in.answers[id]; return a, ok }

// refused is why a letter is not believed; empty where it is, or where nothing has to be.
func (in *Inbox) refused(ctx context.Context, l Letter) string {
	if _, pays := l.Word.(Credit); len(l.Proof) == 0 && !pays {
		return ""
	}
	if in.ports.Vouch == nil {
		return "nobody here can check what the letter claims"
	}
	if err := in.ports.Vouch(ctx, l); err != nil {
		return err.Error()
	}
	return ""
}

// take has a letter heard, and answers it.
func (in *Inbox) take(e Entry) error {
	l, err := e.Letter()
	if err != nil {
		return err
	}
	a, err := in.heard(l, e.Refused)
	if err != nil {
		return err
	}
	in.answers[l.ID] = a
	if in.ports.Tell != nil {
		in.ports.Tell(l, a)
	}
	if in.ports.Journal.Replaying() {
		return nil
	}
	if err := in.ports.Journal.Sync(); err != nil { // only then may a source forget the letter
		return err
	}
	for _, s := range slices.Concat(in.ports.Letters, in.watched) {
		s.Answer(l, a)
	}
	return nil
}

func (in *Inbox) heard(l Letter, refused string) (Answer, error) {
	a := Answer{Status: Accepted, At: in.ports.Now(), Tick: in.ports.Tick()}
	if l.Expires != 0 {
		a.At = in.ports.Clock()
	}
	hearer, there := in.hearers[l.Kind()]
	switch {
	case refused != "":
		a.Status, a.Reason = Rejected, refused
	case l.Expires != 0 && l.Expires < a.At:
		a.Status, a.Reason = Expired, "its time was over when it was heard"
	case in.late(l):
		a.Status, a.Reason = Rejected, "a word on halting that was said after it was heard before it"
	case !there:
		a.Status, a.Reason = Rejected, "this Golem hears no word of the kind "+l.Kind()
	default:
		reason, err := hearer(l)
		if err != nil {
			return a, err
		}
		if reason != "" {
			a.Status, a.Reason = Rejected, reason
		}
	}
	return a, nil
}

// late reports whether a word on halting was said before one that was heard: a letter that someone
// kept lifts no halt that came after it.
func (in *Inbox) late(l Letter) bool {
	if _, halts := l.Word.(Halt); !halts || l.At == 0 {
		return false
	}
	if l.At < in.halted {
		return true
	}
	in.halted = l.At
	return false
}
