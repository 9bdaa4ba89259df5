package custody

import (
	"fmt"
	"sync/atomic"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/signing"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/internal/clock"
)

// fenced is a signer in front of another, which it asks for what a fence lets through.
type fenced struct {
	inner chain.Signer
	fence func() signing.Fence
	see   func(turn.Reading) // nil: no reading changes the fence
	clock clock.Clock
	gone  atomic.Bool // this one is, whatever became of the other
	owns  bool        // the other one ends with it
}

var _ chain.Seer = (*fenced)(nil)

func (f *fenced) Address() common.Address { return f.inner.Address() }

func (f *fenced) Signatures() uint64 { return f.inner.Signatures() }

// See implements chain.Seer.
func (f *fenced) See(r turn.Reading) {
	if f.see != nil {
		f.see(r)
	}
}

func (f *fenced) Destroy() {
	if f.gone.Store(true); f.owns {
		f.inner.Destroy()
	}
}

func (f *fenced) SignTransaction(tx *types.DynamicFeeTx) (signer.Transaction, error) {
	if f.gone.Load() {
		return signer.Transaction{}, signer.ErrDestroyed
	}
	if err := f.fence().Transaction(tx, f.clock.Now()); err != nil {
		return signer.Transaction{}, err
	}
	return f.inner.SignTransaction(tx)
}

func (f *fenced) SignTypedData(data apitypes.TypedData) (signature [65]byte, digest common.Hash, err error) {
	if f.gone.Load() {
		return signature, digest, signer.ErrDestroyed
	}
	if err := f.fence().TypedData(data); err != nil {
		return signature, digest, err
	}
	return f.inner.SignTypedData(data)
}

// fences are the limits of a fence, for people.
func fences(f signing.Fence) []grant.Limit {
	return []grant.Limit{
		{Name: "contracts", Value: fmt.Sprintf("%d, those of the venue and its tokens", len(f.Targets)), By: byKey},
		{Name: "plain coin", Value: fmt.Sprintf("to %d accounts", len(f.Coin)), By: byKey},
		{Name: "typed data", Value: "none", By: byKey},
	}
}
