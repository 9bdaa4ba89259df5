package signer

import (
	"crypto/ecdsa"
	"crypto/rand"
	"errors"
	"fmt"
	"math/big"
	"sync"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"
)

var (
	// ErrDestroyed: the key is gone; nothing can be signed ever again.
	ErrDestroyed = errors.New("the key was destroyed")
	// ErrKey: the bytes are not a private key of the curve.
	ErrKey = errors.New("not a private key")
	// ErrChain: the transaction or typed data names another chain, or none.
	ErrChain = errors.New("signing for another chain is refused")
	// ErrTypedData: the typed data does not hash by EIP-712.
	ErrTypedData = errors.New("typed data is invalid")
)

// Signer signs for one account on one chain. It is safe for concurrent use.
type Signer struct {
	address common.Address
	chainID uint64
	rules   types.Signer

	mu    sync.Mutex        // guards what follows, so that Destroy waits for a signature under way
	key   *ecdsa.PrivateKey // nil after Destroy
	count uint64
}

// Generate makes a new key from the machine's secure randomness.
func Generate(chainID uint64) (*Signer, error) {
	for {
		var secret [32]byte
		if _, err := rand.Read(secret[:]); err != nil {
			return nil, fmt.Errorf("generate a key: %w", err)
		}
		s, err := New(chainID, &secret)
		if !errors.Is(err, ErrKey) {
			return s, err
		}
	}
}

// New takes a private key as 32 big-endian bytes, 1 to the order of the curve
// minus one. It overwrites the caller's copy, also when it refuses it.
func New(chainID uint64, secret *[32]byte) (*Signer, error) {
	defer clear(secret[:])
	if chainID == 0 {
		return nil, fmt.Errorf("%w: chain id 0", ErrChain)
	}
	key, err := crypto.ToECDSA(secret[:])
	if err != nil {
		return nil, ErrKey // the cause could quote the key
	}
	return &Signer{
		address: crypto.PubkeyToAddress(key.PublicKey), chainID: chainID, key: key,
		rules: types.NewLondonSigner(new(big.Int).SetUint64(chainID)),
	}, nil
}

// Address returns the account, also after Destroy.
func (s *Signer) Address() common.Address { return s.address }

// ChainID returns the chain that the Signer signs for.
func (s *Signer) ChainID() uint64 { return s.chainID }

// Signatures returns how many signatures the key has made.
func (s *Signer) Signatures() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.count
}

// Destroy overwrites the key. It waits for a signature under way; calling it
// again does nothing.
func (s *Signer) Destroy() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.key == nil {
		return
	}
	words := s.key.D.Bits() //nolint:staticcheck // wiping needs the raw words; the key is not used again
	clear(words[:cap(words)])
	s.key = nil
}

// Transaction is a signed transaction, ready to send. Its hash is known before
// it is sent, so that it can be stored first (spec: chain §8).
type Transaction struct {
	Hash common.Hash
	Raw  []byte
}

// SignTransaction signs an EIP-1559 transaction. Its ChainID must be the
// Signer's.
func (s *Signer) SignTransaction(tx *types.DynamicFeeTx) (Transaction, error) {
	if tx.ChainID == nil || !tx.ChainID.IsUint64() || tx.ChainID.Uint64() != s.chainID {
		return Transaction{}, fmt.Errorf("%w: the transaction names chain %v, the key signs for %d", ErrChain, tx.ChainID, s.chainID)
	}
	unsigned := types.NewTx(tx)
	signature, err := s.sign(s.rules.Hash(unsigned))
	if err != nil {
		return Transaction{}, err
	}
	signed, err := unsigned.WithSignature(s.rules, signature[:])
	if err != nil {
		return Transaction{}, fmt.Errorf("attach the signature: %w", err)
	}
	raw, err := signed.MarshalBinary()
	if err != nil {
		return Transaction{}, fmt.Errorf("encode the transaction: %w", err)
	}
	return Transaction{Hash: signed.Hash(), Raw: raw}, nil
}

// SignTypedData signs typed data by EIP-712 and returns the signature (r, s,
// v = 27 or 28) and the digest that was signed. Its domain must name the
// Signer's chain: a signature without one could be replayed on another.
func (s *Signer) SignTypedData(data apitypes.TypedData) (signature [65]byte, digest common.Hash, err error) {
	if id := (*big.Int)(data.Domain.ChainId); id == nil || !id.IsUint64() || id.Uint64() != s.chainID {
		return signature, digest, fmt.Errorf("%w: the domain names chain %v, the key signs for %d", ErrChain, id, s.chainID)
	}
	if digest, err = Digest(data); err != nil {
		return signature, digest, err
	}
	if signature, err = s.sign(digest); err != nil {
		return signature, digest, err
	}
	signature[64] += 27
	return signature, digest, nil
}

// Digest returns what SignTypedData signs.
func Digest(data apitypes.TypedData) (common.Hash, error) {
	hash, _, err := apitypes.TypedDataAndHash(data)
	if err != nil {
		return common.Hash{}, fmt.Errorf("%w: %w", ErrTypedData, err)
	}
	return common.BytesToHash(hash), nil
}

// sign makes a signature with v = 0 or 1 and counts it.
func (s *Signer) sign(digest common.Hash) (signature [65]byte, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.key == nil {
		return signature, ErrDestroyed
	}
	raw, err := crypto.Sign(digest[:], s.key)
	if err != nil {
		return signature, fmt.Errorf("sign: %w", err)
	}
	s.count++
	return [65]byte(raw), nil
}
