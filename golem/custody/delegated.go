package custody

import (
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/signing"
)

// Delegated is the custody of a key of this process that acts for its owner's account under a
// grant. The chain holds what the grant says, whoever has the key.
type Delegated struct {
	held
	grant grant.Grant
	heir  func() common.Address // of the coin for gas; nil, or zero: none
}

func newDelegated(k Keys) (*Delegated, error) {
	d := &Delegated{held: held{identity: k.Identity, clock: k.Clock}, heir: k.Heir}
	d.acts(k.Key)
	return d, d.Renew(*k.Grant)
}

// acts puts a key in force.
func (d *Delegated) acts(key *signer.Signer) {
	d.key = &fenced{inner: key, fence: d.fence, clock: d.clock, owns: true}
}

// fence is what the key signs for itself: redemptions, its phase of life, the anchors of its
// audit, and the coin that it leaves to the next key.
func (d *Delegated) fence() signing.Fence {
	f := signing.Fence{Targets: []common.Address{d.grant.Manager, d.key.Address()}}
	if d.grant.Lives != (common.Address{}) {
		f.Targets = append(f.Targets, d.grant.Lives)
	}
	if d.heir != nil && d.heir() != (common.Address{}) {
		f.Coin = []common.Address{d.heir()}
	}
	return f
}

// Account implements Port.
func (d *Delegated) Account() common.Address { return d.grant.Account() }

// Grant is by what the key in force acts.
func (d *Delegated) Grant() grant.Grant { return d.grant }

// Limits implements Port.
func (d *Delegated) Limits() []grant.Limit { return append(d.grant.Limits(nil), fences(d.fence())...) }

// TakeOver implements Port.
//
// spec: provisioning §9.1
func (d *Delegated) TakeOver(next *signer.Signer, g grant.Grant) error {
	if err := d.fits(g, next.Address()); err != nil {
		return err
	}
	old := d.key
	d.acts(next)
	d.grant = g
	old.Destroy()
	return nil
}

// Renew implements Port.
//
// spec: provisioning §8.12
func (d *Delegated) Renew(g grant.Grant) error {
	if err := d.fits(g, d.key.Address()); err != nil {
		return err
	}
	d.grant = g
	return nil
}

// fits refuses a grant that is for another key, or another account than this life's.
func (d *Delegated) fits(g grant.Grant, key common.Address) error {
	if err := g.Check(); err != nil {
		return err
	}
	if account := d.grant.Account(); g.Key() != key || account != (common.Address{}) && g.Account() != account {
		return fmt.Errorf("%w: it is for the key %s and the account %s; these are %s and %s", grant.ErrGrant, g.Key(), g.Account(), key, account)
	}
	return nil
}
