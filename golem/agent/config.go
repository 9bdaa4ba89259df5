package agent

import (
	"context"
	"log/slog"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/agent/dying"
	"bardo.run/bardo/golem/agent/sessionkey"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/host/site"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/audit/anchor"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/tape"
	"bardo.run/bardo/internal/clock"
)

// Outside is what is real. In a replay every field is nil.
type Outside struct {
	Eyes      tape.Eyes
	Foresight tape.Foresight
	Endpoints tape.Endpoints // asked only where Boot.Chain.Witnessed
	Client    *rpc.Client
	Signer    chain.Signer
	Identity  dying.Identity // nil: the testament is not signed
	Clock     clock.Clock
	Dice      tape.Dice // asked only where Boot.Mortality.Clocks has a stochastic clock
	// Letters bring the owner's words, and are asked before each tick and each signature.
	Letters []owner.Source
	// Edits bring what the owner edited, and are asked between two ticks.
	Edits []owner.Source
	// Vouch says why a letter is not believed that carries a proof or tells of a payment; nil
	// believes none of these.
	Vouch func(ctx context.Context, l owner.Letter) error
	// Grants tells of renewals; asked only where Boot.Venue has a grant. nil: there are none.
	Grants sessionkey.Grantor
	// Keys makes and keeps the keys that act under the grant; nil: the one of the birth acts
	// for ever.
	Keys sessionkey.Keyring
	// Strategy reads STRATEGY.md as it is now; asked only where Boot.Strategy.HotReload.
	Strategy func() ([]byte, error)
	// Mind is asked behind the rules where Boot.Model names it. No program has one yet.
	Mind tape.Thinker
}

// Stores are where the life is written. They belong to the caller, who closes
// them after the agent.
type Stores struct {
	Journal *journal.Journal
	Records Records
	Ledger  *ledger.Ledger
	Audit   audit.Keeper // nil: nothing is taken down
	// Anchors takes all anchors whenever there are others; nil: nobody keeps them.
	Anchors func([]anchor.Anchor)
	Estate  dying.Estate
	Log     *slog.Logger
	// Keep writes an image of the Golem down for Journal.Stand, and Every is how much of its time
	// passes between two, in milliseconds. nil: there are none.
	Keep  func(image []byte) ([32]byte, error)
	Every int64
	// Sites is the seam of crash tests.
	Sites site.Hook
}

// Records keeps the record of a tick, and what became known of one later.
type Records interface {
	Write(r *turn.Record) error
	Outcome(o records.Outcome) error
}
