package agent

import (
	"log/slog"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/host/site"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/golem/mind/thanatopsis"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/signing"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/tape"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/money"
)

// Boot is the body of the journal's boot entry: all that a replay needs to
// become the same Golem.
type Boot struct {
	Identity  turn.Identity    `cbor:"1,keyasint"`
	Strategy  []byte           `cbor:"2,keyasint"`
	Policy    cage.Policy      `cbor:"3,keyasint"`
	Heartbeat heartbeat.Config `cbor:"4,keyasint"`
	Venue     tool.Venue       `cbor:"5,keyasint"`
	Pool      common.Address   `cbor:"6,keyasint"`
	Quote     common.Address   `cbor:"7,keyasint"`
	Start     int64            `cbor:"8,keyasint"` // unix milliseconds of the first tick
	PaidUntil int64            `cbor:"9,keyasint"`
	Credit    money.USDC       `cbor:"10,keyasint"`
	Paid      money.USDC       `cbor:"11,keyasint"` // for the time until PaidUntil
	Poll      int64            `cbor:"12,keyasint"`
	Patience  int64            `cbor:"13,keyasint"`
	Runs      bool             `cbor:"14,keyasint"` // time passes by itself
	Version   string           `cbor:"15,keyasint"`
	Tokens    []ledger.Amount  `cbor:"16,keyasint"` // in the wallet at birth
	PermitTTL int64            `cbor:"17,keyasint"` // milliseconds
	Stage     string           `cbor:"18,keyasint"` // of a strategy that names none
	HotReload bool             `cbor:"19,keyasint"`
	Recovery  string           `cbor:"20,keyasint"` // how the owner comes by the wallet's key; empty: not at all
	Tolerance money.BPS        `cbor:"21,keyasint"` // between preview and commit
	Credits   ledger.Plan      `cbor:"22,keyasint"`
	Mortality mortality.Limits `cbor:"23,keyasint"`
	// Watched is how many blocks below the head an order is watched for a reorg, and told how
	// sure its outcome is; 0: its chain takes nothing back.
	Watched   uint64 `cbor:"24,keyasint,omitempty"`
	Witnessed bool   `cbor:"25,keyasint,omitzero"` // large orders need endpoints that agree
	Rollup    bool   `cbor:"26,keyasint,omitzero"` // the chain charges for data too
	// Clocks are what the life may die of.
	Clocks mortality.Settings `cbor:"30,keyasint"`
	Oracle bool               `cbor:"31,keyasint,omitzero"` // it predicts, and what it does not know it may not risk
	Death  thanatopsis.Terms  `cbor:"32,keyasint,omitzero"` // what bounds its dying
	Anchor bool               `cbor:"33,keyasint,omitzero"` // the head of its audit is anchored on the chain
	// Emergency is the fall of the equity that closes everything (safety §15.2).
	Emergency money.BPS `cbor:"34,keyasint"`
	Model     string    `cbor:"41,keyasint,omitempty"` // Outside.Mind, which is asked behind the rules; empty: nobody is
	// Enclave says who has the wallet's key, where no process of ours does; nil elsewhere.
	Enclave *Enclave `cbor:"42,keyasint,omitempty"`
	// Adaptive says that the risk engine moves stage and sizes; without it the start stage
	// holds for ever.
	Adaptive bool `cbor:"45,keyasint,omitzero"`
	// KeyBalance is what the key itself may hold where the money is another account's.
	KeyBalance money.USDC `cbor:"54,keyasint,omitzero"`
	// Constitution is the hash of the standing rules that it was born under (safety §1.5).
	Constitution common.Hash `cbor:"55,keyasint,omitzero"`
}

// Enclave is a provider's wallet as a life was born with it.
type Enclave struct {
	Wallet string // the provider's id
	Policy [32]byte
	Limits []signing.Limit // who holds what
}

// Outside is what is real. In a replay every field is nil.
type Outside struct {
	Eyes      tape.Eyes
	Foresight tape.Foresight
	Endpoints tape.Endpoints // asked only where Boot.Witnessed
	Client    *rpc.Client
	Signer    chain.Signer
	Clock     clock.Clock
	Dice      tape.Dice  // asked only where Boot.Clocks has a stochastic clock
	Orders    tape.Owner // who may order a death; nil: nobody can
	// Grants tells of renewals; asked only where Boot.Venue has a grant. nil: there are none.
	Grants tape.Grantor
	// Keys makes and keeps the keys that act under the grant; nil: the one of the birth acts
	// for ever.
	Keys  Keyring
	Brake tape.Brake // who may halt it; nil: nobody can
	// Strategy reads STRATEGY.md as it is now; asked only where Boot.HotReload.
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
	Anchors func([]audit.Anchor)
	Estate  Estate
	Log     *slog.Logger
	// Sites is the seam of crash tests.
	Sites site.Hook
}

// Records keeps the record of a tick, and what became known of one later.
type Records interface {
	Write(r *turn.Record) error
	Outcome(o records.Outcome) error
}

// Estate takes the documents of a death.
type Estate interface {
	Bequeath(name string, document any) error
}
