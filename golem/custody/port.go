package custody

import (
	"context"
	"errors"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/custody/embedded"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/signing"
	"bardo.run/bardo/golem/safety/signing/plan"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/clock"
)

// Port is who has the key of one account, and within which limits. Own, Delegated and Enclosed
// implement it; package custodytest holds them to it.
//
// spec: provisioning §8.1, §8.2; DESIGN §12.6
type Port interface {
	// Account is whose the money is.
	Account() common.Address
	// Limits are what the key may do at most, and who refuses what is beyond it. They do not
	// hold what the permits do.
	Limits() []grant.Limit
	// Signer is the key in force, which refuses what is beyond the limits.
	Signer() chain.Signer
	// Narrow is a second signer of the account that refuses what is beyond the fence too. It
	// ends with the key in force, or when it is destroyed itself.
	Narrow(signing.Fence) chain.Signer
	// Identity signs for the Golem itself; nil where none is here.
	Identity() *Identity
	// TakeOver puts another key in force under a grant of its own, and wipes the old one.
	TakeOver(next *signer.Signer, g grant.Grant) error
	// Renew puts another grant to the key in force in the place of the old one.
	Renew(g grant.Grant) error
	// Home is where the money goes at the death; zero: it stays where it is.
	Home() common.Address
	// Destroy wipes the key in force and then the identity. Nothing is signed after it.
	Destroy()
}

var (
	_ Port = (*Own)(nil)
	_ Port = (*Delegated)(nil)
	_ Port = (*Enclosed)(nil)
)

// Keys are what a custody is made of. Which one it is follows: a wallet of an enclave, a key
// under a grant, or a key for its own account.
type Keys struct {
	Enclave  *embedded.Config // nil: the key is a process of ours
	Key      *signer.Signer
	Identity *Identity
	Grant    *grant.Grant
	Heir     func() common.Address // of the coin for gas, under a grant; nil: none
	Adapters *tool.Adapters
	Clock    clock.Clock
}

// New makes the custody of keys, whose limits stand before them from then on. An enclave has to
// prove what it holds.
func New(ctx context.Context, k Keys) (Port, error) {
	switch {
	case k.Enclave != nil:
		w, err := embedded.Open(ctx, *k.Enclave)
		if err != nil {
			return nil, err
		}
		return newEnclosed(w, k), nil
	case k.Grant != nil:
		return newDelegated(k)
	}
	return newOwn(k), nil
}

// ErrFixed says that no key takes over, and no grant is renewed, in this custody.
var ErrFixed = errors.New("the key is replaced by its owner alone")

// The holders of limits that no contract holds.
const (
	byKey     = "the Golem's signer"
	byEnclave = "the provider's enclave"
)

// Held is who holds the limits of an enclave's policy.
func Held(limits []plan.Limit) (all []grant.Limit) {
	for _, l := range limits {
		by := byKey
		if l.ByEnclave {
			by = byEnclave
		}
		all = append(all, grant.Limit{Name: l.Name, Value: l.Value, By: by})
	}
	return all
}
