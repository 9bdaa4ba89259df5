package library

import (
	"crypto/ecdsa"
	"math/big"

	"bardo.run/bardo/mirage/artifact"
	"bardo.run/bardo/mirage/deploy"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// Ground is what the library stands on: a devnet with the kit, and who acts there.
type Ground struct {
	Book     deploy.Book         // of kit.Deploy
	Set      *artifact.Set       // holds the code of a new token
	Accounts []*ecdsa.PrivateKey // that trade, with ETH and USDC
	Maker    *ecdsa.PrivateKey   // the kit's account (kit.Plan.Key), which makes pools
}

// traders are the addresses of the accounts.
func (g Ground) traders() []common.Address {
	out := make([]common.Address, len(g.Accounts))
	for i, key := range g.Accounts {
		out[i] = crypto.PubkeyToAddress(key.PublicKey)
	}
	return out
}

// key signs for an address, nil where the ground has none.
func (g Ground) key(of common.Address) *ecdsa.PrivateKey {
	for _, key := range append([]*ecdsa.PrivateKey{g.Maker}, g.Accounts...) {
		if key != nil && crypto.PubkeyToAddress(key.PublicKey) == of {
			return key
		}
	}
	return nil
}

// until is later than the time of any devnet.
var until = big.NewInt(1 << 40)

// tenTo is 10^n.
func tenTo(n int64) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(n), nil) }
