package owner

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"unicode/utf8"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/rotation"
	"bardo.run/bardo/internal/money"
)

// Word is what a letter says. Check reports what is wrong with it, as an ErrNone.
type Word interface{ Check() error }

// ErrNone says that a text is no word of an owner.
var ErrNone = errors.New("this is no word of an owner")

// kind is a row of the table: what a word is called in letters, in the journal and in
// answers, and how one is read.
type kind struct {
	name   string
	of     reflect.Type
	decode func(into func(any) error) (Word, error)
	// handed words may lie in the folder. The others come from a source that makes them
	// from what it watches.
	handed bool
}

func row[W Word](name string, handed bool) kind {
	return kind{name, reflect.TypeFor[W](), func(into func(any) error) (Word, error) {
		var w W
		if err := into(&w); err != nil {
			return nil, err
		}
		return w, nil
	}, handed}
}

// kinds has one row for each word.
var kinds = []kind{
	row[Kill]("kill", true),
	row[Halt]("halt", true),
	row[Steer]("steer", true),
	row[FollowUp]("follow_up", true),
	row[Credit]("credit", true),
	row[Time]("time", true),
	row[Left]("left", false),
	row[Strategy]("strategy", false),
	row[Limits]("limits", false),
	row[Grant]("grant", false),
	row[Key]("key", false),
}

// named returns the row of a kind.
func named(name string) (kind, error) {
	i := slices.IndexFunc(kinds, func(k kind) bool { return k.name == name })
	if i < 0 {
		return kind{}, fmt.Errorf("%w: kind is %.40q", ErrNone, name)
	}
	return kinds[i], nil
}

// kindOf returns the name of a word's row; empty for a type without one.
func kindOf(of reflect.Type) string {
	i := slices.IndexFunc(kinds, func(k kind) bool { return k.of == of })
	if i < 0 {
		return ""
	}
	return kinds[i].name
}

// Kill orders a death (runtime §13.1, §13.3).
type Kill struct {
	_     struct{}        `cbor:",toarray"`
	Cause lifecycle.Cause `json:"cause"`
	// Abandon has the death settle nothing more than it has.
	Abandon bool `json:"abandon,omitempty"`
}

// Causes are those that can be ordered.
func Causes() []lifecycle.Cause {
	return []lifecycle.Cause{lifecycle.OwnerKill, lifecycle.OwnerDestroy, lifecycle.KillSwitch}
}

// Check implements Word.
func (k Kill) Check() error {
	if !slices.Contains(Causes(), k.Cause) {
		return fmt.Errorf("%w: %.40q is no cause that can be ordered, want one of %v", ErrNone, k.Cause, Causes())
	}
	return nil
}

// Halt stops what opens a risk, or every signature, or lets the Golem go on (safety
// §15.1). Level is the name of a turn.Halt; none also ends an emergency (§15.3).
type Halt struct {
	_     struct{} `cbor:",toarray"`
	Level string   `json:"level"`
}

// HaltAt is the word for a level.
func HaltAt(level turn.Halt) Halt { return Halt{Level: level.String()} }

// Parse returns the level. The error is an ErrNone.
func (h Halt) Parse() (turn.Halt, error) {
	levels := []turn.Halt{turn.HaltNone, turn.HaltOpening, turn.HaltFreeze}
	for _, level := range levels {
		if level.String() == h.Level {
			return level, nil
		}
	}
	return 0, fmt.Errorf("%w: %.40q is no level of a halt, want one of %v", ErrNone, h.Level, levels)
}

// Check implements Word.
func (h Halt) Check() error { _, err := h.Parse(); return err }

// Steer says what to do now (heartbeat §13). Severity is 0 to 3.
type Steer struct {
	_        struct{} `cbor:",toarray"`
	Text     string   `json:"text"`
	Severity uint8    `json:"severity,omitempty"`
}

// The limits of an intervention (heartbeat §13).
const (
	MaxText     = 4_000 // characters
	MaxSeverity = 3
)

// Check implements Word.
func (s Steer) Check() error {
	if s.Severity > MaxSeverity {
		return fmt.Errorf("%w: severity is %d, want at most %d", ErrNone, s.Severity, MaxSeverity)
	}
	return checkText(s.Text)
}

// FollowUp says what to consider in a later window (heartbeat §13).
type FollowUp struct {
	_      struct{} `cbor:",toarray"`
	Text   string   `json:"text"`
	Window string   `json:"window"`
}

// Check implements Word. Which windows there are is known by those who hear it.
func (f FollowUp) Check() error {
	if f.Window == "" {
		return fmt.Errorf("%w: the follow-up names no window", ErrNone)
	}
	return checkText(f.Text)
}

func checkText(text string) error {
	switch {
	case text == "":
		return fmt.Errorf("%w: the text is empty", ErrNone)
	case !utf8.ValidString(text):
		return fmt.Errorf("%w: the text is not UTF-8", ErrNone)
	case utf8.RuneCountInString(text) > MaxText:
		return fmt.Errorf("%w: the text is longer than %d characters", ErrNone, MaxText)
	}
	return nil
}

// Credit is a payment of credit (mortality §2): what a transaction brought to the Golem's
// account in the token that it reckons in. Amount is in micro-USDC.
type Credit struct {
	_      struct{}    `cbor:",toarray"`
	Tx     common.Hash `json:"tx"`
	Amount money.USDC  `json:"amount_micro_usdc"`
}

// Check implements Word.
func (c Credit) Check() error {
	switch {
	case c.Amount <= 0:
		return fmt.Errorf("%w: credit of %s USDC", ErrNone, c.Amount)
	case c.Tx == (common.Hash{}):
		return fmt.Errorf("%w: the credit names no transaction that brought it", ErrNone)
	}
	return nil
}

// Time is a payment of time (mortality §2.3): so many milliseconds more, and what they cost
// in micro-USDC, 0 where nobody is paid. Payer and Tx are who paid a host for it, and by which
// transaction; none where the owner gives the time.
type Time struct {
	_     struct{}       `cbor:",toarray"`
	Adds  int64          `json:"adds_ms"`
	Price money.USDC     `json:"price_micro_usdc,omitempty"`
	Payer common.Address `json:"payer,omitzero"`
	Tx    common.Hash    `json:"tx,omitzero"`
}

// Check implements Word.
func (t Time) Check() error {
	switch {
	case t.Adds <= 0 || t.Adds > maxTime:
		return fmt.Errorf("%w: %d ms of time, want 1 to %d", ErrNone, t.Adds, int64(maxTime))
	case t.Price < 0:
		return fmt.Errorf("%w: time for %s USDC", ErrNone, t.Price)
	}
	return nil
}

// Left is how many milliseconds a host says are left of the paid time, counted from when the word
// is heard (compute §7, §16.3). 0: it is over.
type Left struct {
	_    struct{} `cbor:",toarray"`
	Left int64    `json:"left_ms"`
}

// Check implements Word.
func (l Left) Check() error {
	if l.Left < 0 || l.Left > maxTime {
		return fmt.Errorf("%w: %d ms are left, want 0 to %d", ErrNone, l.Left, int64(maxTime))
	}
	return nil
}

// maxTime is the most time that one word adds: ten years, in milliseconds.
const maxTime = 10 * 366 * 24 * 3_600_000

// Strategy is another text of STRATEGY.md (heartbeat §16).
type Strategy struct {
	_    struct{} `cbor:",toarray"`
	Text []byte   `json:"text"`
}

// Check implements Word. Whether it compiles is found by whoever puts it in force.
func (Strategy) Check() error { return nil }

// Limits are other limits of the Golem's cage than those in force.
type Limits struct {
	_      struct{} `cbor:",toarray"`
	Policy cage.Policy
}

// Check implements Word. Whether they loosen anything is found by whoever puts them in force.
func (Limits) Check() error { return nil }

// Grant is a grant that the owner signed anew, for the key in force or for the next
// (provisioning §8.12).
type Grant struct {
	_     struct{} `cbor:",toarray"`
	Grant grant.Grant
}

// Check implements Word.
func (g Grant) Check() error { return g.Grant.Check() }

// Key says that the session key has to be replaced (provisioning §9.1).
type Key struct {
	_    struct{} `cbor:",toarray"`
	Need rotation.Need
}

// Check implements Word.
func (Key) Check() error { return nil }
