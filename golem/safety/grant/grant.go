package grant

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/delegation"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/golem/safety/caveat"
)

// Mode is who holds what (provisioning §8.1).
type Mode string

// The modes in which the owner's account keeps the money and the Golem holds a key that
// may redeem.
const (
	Delegation Mode = "delegation" // a session key, within a cage on the chain
	LocalKey   Mode = "localkey"   // an encrypted key on the machine, within bounds on the chain
)

// Grant is a delegation and what it rests on. It is no secret: only the key that it names
// can use it.
type Grant struct {
	Mode       Mode                  `json:"mode" cbor:"1,keyasint"`
	ChainID    uint64                `json:"chain_id" cbor:"2,keyasint"`
	Manager    common.Address        `json:"delegation_manager" cbor:"3,keyasint"`
	Delegation delegation.Delegation `json:"delegation" cbor:"4,keyasint"`
	Enforcers  []Enforcer            `json:"enforcers" cbor:"5,keyasint"` // of the caveats, in their order
	Cage       common.Address        `json:"cage,omitzero" cbor:"6,keyasint,omitzero"`
	Ends       uint64                `json:"ends" cbor:"7,keyasint"` // unix seconds; the last one in which it holds
	Lives      common.Address        `json:"vitality_oracle,omitzero" cbor:"8,keyasint,omitzero"`
}

// Enforcer names the contract of a caveat by its kind.
type Enforcer struct {
	Kind    caveat.Kind    `json:"kind" cbor:"1,keyasint"`
	Address common.Address `json:"address" cbor:"2,keyasint"`
}

// Kinds of enforcers beside the seven of package caveat.
const (
	KindPolicyCage   caveat.Kind = "PolicyCage"   // ours: contracts/src/CageEnforcer.sol
	KindLimitedCalls caveat.Kind = "LimitedCalls" // MetaMask's
)

// Account is where the money is, Key who acts for it.
func (g Grant) Account() common.Address { return g.Delegation.Delegator }

// Key is the address of the key that may redeem.
func (g Grant) Key() common.Address { return g.Delegation.Delegate }

// Redeem encodes calls of the account as what the key sends to the manager: all of them
// happen, or none.
func (g Grant) Redeem(calls []delegation.Call) ([]byte, error) {
	return delegation.Redeem([]delegation.Delegation{g.Delegation}, calls)
}

// ErrGrant says that a grant is none that a Golem may live under.
var ErrGrant = errors.New("GRANT_INVALID")

// maxFile bounds the file of a grant.
const maxFile = 1 << 20

// Parse reads a grant. Unknown fields are errors.
func Parse(text []byte) (g Grant, _ error) {
	if len(text) > maxFile {
		return g, fmt.Errorf("%w: the file has %d bytes, a grant has at most %d", ErrGrant, len(text), maxFile)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&g); err != nil {
		return g, fmt.Errorf("%w: the file cannot be read: %w", ErrGrant, err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return g, fmt.Errorf("%w: there is more behind the grant", ErrGrant)
	}
	return g, g.Check()
}

// Check holds a grant to what every root delegation must have: an end, a list of what may
// be called, a bound on what may be spent (provisioning §8.3).
func (g Grant) Check() error {
	d := g.Delegation
	var faults []string
	say := func(bad bool, format string, args ...any) {
		if bad {
			faults = append(faults, fmt.Sprintf(format, args...))
		}
	}
	zero := common.Address{}
	say(g.Mode != Delegation && g.Mode != LocalKey, "there is no custody %q", g.Mode)
	say(g.Manager == zero || d.Delegate == zero || d.Delegator == zero, "manager, account and key are needed")
	say(d.Delegate == d.Delegator, "the key is the account's own: nothing would bound it")
	say(d.Authority != delegation.Root, "it is a delegation of somebody else's")
	say(len(d.Signature) == 0, "nobody signed it")
	say(len(g.Enforcers) != len(d.Caveats), "%d caveats and %d names for them", len(d.Caveats), len(g.Enforcers))
	say(g.Ends == 0, "it has no end")
	if len(faults) == 0 {
		faults = g.bounds()
	}
	if len(faults) > 0 {
		return fmt.Errorf("%w: %s", ErrGrant, strings.Join(faults, "; "))
	}
	return nil
}

// bounds are the faults of the caveats.
func (g Grant) bounds() (faults []string) {
	has := map[caveat.Kind]bool{}
	for i, c := range g.Delegation.Caveats {
		e := g.Enforcers[i]
		if e.Address != c.Enforcer {
			faults = append(faults, fmt.Sprintf("caveat %d is of %s and not of the %s at %s", i+1, c.Enforcer, e.Kind, e.Address))
		}
		if len(c.Args) > 0 {
			faults = append(faults, fmt.Sprintf("caveat %d has args, which nobody signed", i+1))
		}
		has[e.Kind] = true
		if err := g.term(e.Kind, c.Terms); err != nil {
			faults = append(faults, fmt.Sprintf("caveat %d, %s: %v", i+1, e.Kind, err))
		}
	}
	for _, need := range []struct {
		what string
		any  []caveat.Kind
	}{
		{"an end", []caveat.Kind{caveat.KindMortalityTimeWindow}},
		{"a list of calls", []caveat.Kind{KindPolicyCage, caveat.KindGolemPhase, caveat.KindDailySpendLimit}},
		{"a bound on what is spent", []caveat.Kind{KindPolicyCage, caveat.KindDailySpendLimit}},
	} {
		if !slices.ContainsFunc(need.any, func(k caveat.Kind) bool { return has[k] }) {
			faults = append(faults, "it has no caveat that sets "+need.what)
		}
	}
	if g.Mode == Delegation && (g.Cage == common.Address{} || !has[KindPolicyCage]) {
		faults = append(faults, "custody by delegation needs the caveat of a cage")
	}
	return faults
}

// term holds what a caveat says against what the grant says.
func (g Grant) term(kind caveat.Kind, terms []byte) error {
	switch kind {
	case KindPolicyCage:
		if !bytes.Equal(terms, policycage.Terms(g.Cage)) {
			return fmt.Errorf("its terms name another cage than %s", g.Cage)
		}
	case KindLimitedCalls:
		if len(terms) != 32 {
			return errors.New("its terms are no number")
		}
	default:
		c, err := caveat.Decode(kind, terms)
		if err != nil {
			return err
		}
		switch c := c.(type) {
		case *caveat.MortalityTimeWindow:
			if c.End != g.Ends {
				return fmt.Errorf("it ends at %d, the grant says %d", c.End, g.Ends)
			}
		case *caveat.GolemPhase:
			if c.Oracle != g.Lives || c.Golem != g.Key() {
				return fmt.Errorf("it asks %s about %s, the grant names %s and %s", c.Oracle, c.Golem, g.Lives, g.Key())
			}
		}
	}
	return nil
}
