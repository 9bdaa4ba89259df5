package custody

import (
	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/signing"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/internal/clock"
)

// held is what every custody has: the key in force, which acts for an account of its own, and
// the identity.
type held struct {
	key      chain.Signer
	identity *Identity
	clock    clock.Clock
}

// Account implements Port.
func (h *held) Account() common.Address { return h.key.Address() }

// Signer implements Port.
func (h *held) Signer() chain.Signer { return h.key }

// Narrow implements Port. The second signer is this program's in every custody: another one at a
// provider is the wallet's owner's to add.
func (h *held) Narrow(f signing.Fence) chain.Signer {
	return &fenced{inner: h.key, fence: func() signing.Fence { return f }, clock: h.clock}
}

// Identity implements Port.
func (h *held) Identity() *Identity { return h.identity }

// TakeOver implements Port: another key would be another account's, or is the owner's to put at
// the provider.
func (*held) TakeOver(*signer.Signer, grant.Grant) error { return ErrFixed }

// Renew implements Port: there is no grant.
func (*held) Renew(grant.Grant) error { return ErrFixed }

// Home implements Port: the owner has the key, or the account.
func (*held) Home() common.Address { return common.Address{} }

// Destroy implements Port.
func (h *held) Destroy() {
	h.key.Destroy()
	h.identity.Destroy()
}
