package protocoltest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
)

// Leaver leaves what the account has.
type Leaver struct {
	suite *suite
	fault error
}

// leaving plays every way in a chain that is taken back after it. What a protocol cannot be put
// in, it says why.
func (s *suite) leaving() error {
	ways := s.subject.Ways()
	for _, state := range States() {
		way, ok := ways[state]
		switch {
		case ok && way.Play == nil && way.Never != "":
			s.t.Logf("%s: cannot be: %s", state, way.Never)
			continue
		case !ok || way.Play == nil:
			return fmt.Errorf("%s: it is not said how that is left", state)
		}
		l := &Leaver{suite: s}
		back := s.stage.Node.Snapshot()
		way.Play(l)
		if back(); l.fault != nil {
			return fmt.Errorf("%s: %w", state, l.fault)
		}
	}
	return nil
}

// Read is the reading of the newest block.
func (l *Leaver) Read() turn.Reading { return l.suite.read() }

// Rand is the suite's source of choices.
func (l *Leaver) Rand() *rand.Rand { return l.suite.rng }

// Make carries an order out. After the first fault nothing is made any more.
func (l *Leaver) Make(a grammar.Action) {
	if l.fault == nil {
		l.fault = l.suite.carry(a)
	}
}

// Refused checks that a preview of an order says that the protocol refuses it.
func (l *Leaver) Refused(a grammar.Action, why string) {
	if l.fault != nil {
		return
	}
	preview, err := l.suite.preview(a, l.Read())
	if err != nil {
		l.fault = err
		return
	}
	if preview.Success || !strings.Contains(preview.Revert, why) {
		l.fault = fmt.Errorf("%s succeeds: %v, %s; want %q", a.Canonical(), preview.Success, preview.Revert, why)
	}
}

// Gone checks that a reading shows nothing more of what was left.
func (l *Leaver) Gone(here bool) {
	if l.fault == nil && !here {
		l.fault = errors.New("something is left")
	}
}
