package agent

import (
	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/booking"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/golem/mind/oracle"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/mind/thanatopsis"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/permit"
	"bardo.run/bardo/golem/safety/risk"
	"bardo.run/bardo/golem/safety/signing/plan"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/internal/version"
)

// Boot is the body of the journal's boot entry: the version of the program that lives the
// life, and what each subsystem was given. It is all that a replay needs to become the
// same Golem.
type Boot struct {
	Version   string            `cbor:"1,keyasint"`
	Identity  turn.Identity     `cbor:"2,keyasint"`
	Birth     booking.Birth     `cbor:"3,keyasint"`
	Strategy  strategy.Terms    `cbor:"4,keyasint"`
	Heartbeat heartbeat.Config  `cbor:"5,keyasint"`
	Mortality mortality.Terms   `cbor:"6,keyasint"`
	Death     thanatopsis.Terms `cbor:"7,keyasint,omitzero"`
	Policy    cage.Policy       `cbor:"8,keyasint"`
	Permit    permit.Terms      `cbor:"9,keyasint"`
	Risk      risk.Terms        `cbor:"10,keyasint"`
	Chain     chain.Terms       `cbor:"11,keyasint"`
	Venue     tool.Venue        `cbor:"12,keyasint"`
	Custody   Custody           `cbor:"13,keyasint,omitzero"`
	Runs      bool              `cbor:"14,keyasint,omitzero"` // time passes by itself
	Oracle    bool              `cbor:"15,keyasint,omitzero"` // it predicts, and what it does not know it may not risk
	Anchor    bool              `cbor:"16,keyasint,omitzero"` // the head of its audit is anchored on the chain
	// Model names Outside.Mind, which is asked behind the rules; empty: nobody is.
	Model string `cbor:"17,keyasint,omitempty"`
	// Gate is what the action gate does to the owner's rules where it predicts.
	Gate oracle.Mode `cbor:"19,keyasint,omitempty"`
	// Pauses says that its world stands still while no process lives it.
	Pauses bool `cbor:"20,keyasint,omitzero"`
	// Constitution is the hash of the standing rules that it was born under (safety §1.5).
	Constitution common.Hash `cbor:"18,keyasint,omitzero"`
}

// Custody says who has the wallet's key, where it is not this process alone.
type Custody struct {
	// Recovery is how the owner comes by the wallet's key; empty: not at all.
	Recovery string `cbor:"1,keyasint,omitempty"`
	// KeyBalance is what the key itself may hold where the money is another account's.
	KeyBalance money.USDC `cbor:"2,keyasint,omitzero"`
	// Enclave is a provider's wallet; nil where the key is a process of ours.
	Enclave *Enclave `cbor:"3,keyasint,omitempty"`
}

// Enclave is a provider's wallet as a life was born with it.
type Enclave struct {
	Wallet string // the provider's id
	Policy [32]byte
	Limits []plan.Limit // who holds what
}

// Born reads a boot entry. It refuses one that another version of the program wrote.
func Born(e journal.Entry) (b Boot, _ error) {
	var of struct {
		Version string `cbor:"1,keyasint"`
	}
	if e.Decode(&of) != nil { // another version may have anything there
		of.Version = ""
	}
	if err := version.Check(of.Version); err != nil {
		return b, err
	}
	return b, e.Decode(&b)
}

// BirthIn reads the boot entry that the journal in a folder begins with: what the life was
// made of, whatever a later boot was given. It refuses the life of another version.
func BirthIn(journalDir string) (b Boot, _ error) {
	e, err := journal.Birth(journalDir)
	if err != nil {
		return b, err
	}
	return Born(e)
}
