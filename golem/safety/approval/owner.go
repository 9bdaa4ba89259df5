package approval

import (
	"context"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// Owner says whether a digest was signed by the one who owns the Golem. An error means
// that it could not be found out.
type Owner interface {
	Signed(ctx context.Context, digest common.Hash, signature []byte) (bool, error)
}

// Wallet is an owner by its address: a key, or a smart account. Contract asks the latter,
// as evm/erc1271 does; nil: the owner has a key.
type Wallet struct {
	Address  common.Address
	Contract func(ctx context.Context, account common.Address, digest common.Hash, signature []byte) (bool, error)
}

// Signed implements Owner. A signature of 65 bytes is tried as a key's first: an account of
// EIP-7702 has a key and code, and the word of either is its own.
func (w Wallet) Signed(ctx context.Context, digest common.Hash, signature []byte) (bool, error) {
	if w.Address == (common.Address{}) {
		return false, nil // nobody owns it
	}
	if w.key(digest, signature) {
		return true, nil
	}
	if w.Contract == nil {
		return false, nil
	}
	return w.Contract(ctx, w.Address, digest, signature)
}

func (w Wallet) key(digest common.Hash, signature []byte) bool {
	if len(signature) != crypto.SignatureLength || signature[64] != 27 && signature[64] != 28 {
		return false
	}
	plain := append([]byte(nil), signature...)
	plain[64] -= 27
	key, err := crypto.SigToPub(digest[:], plain)
	return err == nil && crypto.PubkeyToAddress(*key) == w.Address
}
