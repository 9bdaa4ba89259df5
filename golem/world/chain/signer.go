package chain

import (
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/host/turn"
)

// Signer signs for the Golem's account, whoever has the key: this process (evm/signer) or
// a provider's enclave (evm/privy). One that refuses signs nothing, and says why.
//
// spec: provisioning §8.1
type Signer interface {
	Address() common.Address
	SignTransaction(tx *types.DynamicFeeTx) (signer.Transaction, error)
	SignTypedData(data apitypes.TypedData) (signature [65]byte, digest common.Hash, err error)
	Signatures() uint64 // made so far
	Destroy()           // nothing can be signed after it
}

// Recaller is a Signer that counts what it signs. It is told of each transaction once it
// is in the journal, also while a life is computed again, so that a restart forgets none.
type Recaller interface {
	Recall(tx *types.Transaction, at time.Time)
}

// Rememberer is a Signer that counts, and hands what it counted on to the next process. Remember
// is called once, before anything is signed, recalled or learned; what it does not understand
// changes nothing.
type Rememberer interface {
	Memory() ([]byte, error)
	Remember(memory []byte) error
}

// Learner is a Signer that is told what became of what it signed: a receipt that is Found or
// Lost, or one that is neither where a reorg took it back. It is told while a life is
// computed again too.
type Learner interface {
	Learn(nonce uint64, r Receipt, at time.Time)
}

// Seer is a Signer that prices what it signs. It is shown each reading, also while a life is
// computed again: what was signed then is priced as it was.
type Seer interface {
	See(r turn.Reading)
}

// learn tells a signer that learns of the order's receipts, at a life's time.
func (f *flight) learn(s Signer, now int64) {
	l, ok := s.(Learner)
	if !ok || f.former != (common.Address{}) {
		return
	}
	for i, r := range f.got {
		l.Learn(f.nonce(i), r, time.UnixMilli(now))
	}
}

// recall tells a signer that counts what was signed, at a life's time.
func recall(s Signer, signed []signedTx, now int64) {
	r, ok := s.(Recaller)
	if !ok {
		return
	}
	at := time.UnixMilli(now)
	for _, made := range signed {
		tx := new(types.Transaction)
		if tx.UnmarshalBinary(made.Raw) == nil { // newFlight tells what does not decode
			r.Recall(tx, at)
		}
	}
}
