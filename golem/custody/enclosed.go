package custody

import (
	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/custody/embedded"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/signing/plan"
)

// Enclosed is the custody of a wallet whose key lies in a provider's enclave. That holds what a
// rule can say, whoever has the Golem's key to it; the rest is this program's.
type Enclosed struct {
	held
	rules embedded.Rules
}

func newEnclosed(w *embedded.Wallet, k Keys) *Enclosed {
	return &Enclosed{held{w, k.Identity, k.Clock}, w.Rules()}
}

// Limits implements Port.
func (e *Enclosed) Limits() []grant.Limit { return Held(plan.Of(e.rules.Policy)) }

// Home implements Port: the first of the policy's recipients, who is the owner.
//
// spec: provisioning §8.9
func (e *Enclosed) Home() common.Address { return e.rules.Policy.Recipients[0] }
