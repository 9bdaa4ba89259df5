package privy

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"sync"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"

	"bardo.run/bardo/evm/signer"
)

// Checks are asked before the provider is; an error of theirs is the end of it. Both are
// required: a signer without limits is not made.
//
// spec: DESIGN §12.6
type Checks struct {
	Transaction func(*types.DynamicFeeTx) error
	TypedData   func(apitypes.TypedData) error
}

// Signer signs for one wallet on one chain, one request after the other. It has the
// methods of evm/signer's and keeps their promises: errors are the same where they mean
// the same. It is safe for concurrent use.
type Signer struct {
	client  *Client
	wallet  string
	address common.Address
	chainID uint64
	rules   types.Signer
	checks  Checks
	base    context.Context // ends with Destroy; the methods of a signer take none
	end     context.CancelFunc

	mu    sync.Mutex // guards what follows; held while the provider is asked
	dead  bool
	count uint64
}

// Open makes a signer for a wallet that Bound or CreateWallet returned. Its requests end
// when ctx does.
func Open(ctx context.Context, c *Client, w Wallet, chainID uint64, checks Checks) (*Signer, error) {
	if chainID == 0 || chainID > 1<<53 {
		return nil, fmt.Errorf("%w: chain id %d", signer.ErrChain, chainID)
	}
	if checks.Transaction == nil || checks.TypedData == nil {
		return nil, fmt.Errorf("%w: a signer needs a check of transactions and one of typed data", ErrConfig)
	}
	if err := w.check("open the wallet"); err != nil {
		return nil, err
	}
	if _, err := below("", w.ID); err != nil {
		return nil, err
	}
	s := &Signer{client: c, wallet: w.ID, address: w.Address, chainID: chainID, checks: checks, rules: types.NewLondonSigner(new(big.Int).SetUint64(chainID))}
	s.base, s.end = context.WithCancel(ctx)
	return s, nil
}

// Address returns the account, also after Destroy.
func (s *Signer) Address() common.Address { return s.address }

// ChainID returns the chain that the Signer signs for.
func (s *Signer) ChainID() uint64 { return s.chainID }

// Signatures returns how many signatures came back and were right.
func (s *Signer) Signatures() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.count
}

// Destroy wipes the authorization key and ends a request under way: from then on nothing
// can be asked for. The wallet itself stays with the provider and its owner.
func (s *Signer) Destroy() {
	s.end()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dead = true
	s.client.key.Destroy()
}

// SignTransaction has an EIP-1559 transaction signed. Its ChainID must be the Signer's,
// its recipient a call's; it has no access list, and every field is given: what is left
// out the provider would fill in. The provider is not asked to send: it would simulate outside
// its enclave, and be a second way to a chain.
func (s *Signer) SignTransaction(tx *types.DynamicFeeTx) (signer.Transaction, error) {
	if tx.ChainID == nil || !tx.ChainID.IsUint64() || tx.ChainID.Uint64() != s.chainID {
		return signer.Transaction{}, fmt.Errorf("%w: the transaction names chain %v, the wallet is opened for %d", signer.ErrChain, tx.ChainID, s.chainID)
	}
	const op = "sign the transaction"
	if tx.To == nil || len(tx.AccessList) > 0 || tx.GasFeeCap == nil || tx.GasTipCap == nil {
		return signer.Transaction{}, &Error{Op: op, Kind: ErrCheck, Detail: "it creates a contract, has an access list or offers no fees, which this signer does not know"}
	}
	if err := s.checks.Transaction(tx); err != nil {
		return signer.Transaction{}, &Error{Op: op, Kind: ErrCheck, Cause: err}
	}
	var answer struct {
		SignedTransaction string `json:"signed_transaction"`
		Encoding          string `json:"encoding"`
	}
	var done signer.Transaction
	return done, s.rpc(op, SignTransaction, transactionParams(tx), &answer, func() (err error) {
		done, err = s.signed(tx, answer.SignedTransaction, answer.Encoding)
		return err
	})
}

// SignTypedData has typed data signed by EIP-712 and returns the signature (r, s,
// v = 27 or 28) and the digest that was signed. Its domain must name the Signer's chain.
func (s *Signer) SignTypedData(data apitypes.TypedData) (signature [65]byte, digest common.Hash, err error) {
	if id := (*big.Int)(data.Domain.ChainId); id == nil || !id.IsUint64() || id.Uint64() != s.chainID {
		return signature, digest, fmt.Errorf("%w: the domain names chain %v, the wallet is opened for %d", signer.ErrChain, id, s.chainID)
	}
	if digest, err = signer.Digest(data); err != nil {
		return signature, digest, err
	}
	const op = "sign typed data"
	if err := s.checks.TypedData(data); err != nil {
		return signature, digest, &Error{Op: op, Kind: ErrCheck, Cause: err}
	}
	params, err := typedParams(data, s.chainID)
	if err != nil {
		return signature, digest, fmt.Errorf("%w: %w", signer.ErrTypedData, err)
	}
	var answer struct {
		Signature string `json:"signature"`
		Encoding  string `json:"encoding"`
	}
	err = s.rpc(op, SignTypedData, params, &answer, func() (err error) {
		signature, err = s.signature(digest, answer.Signature, answer.Encoding)
		return err
	})
	if err != nil {
		signature = [65]byte{}
	}
	return signature, digest, err
}

// rpc asks the wallet for one signature. verify looks at what came; where it is not what
// was asked for, nothing comes out. Each signature has an idempotency key of its own, kept
// through its attempts: a refusal that the provider stored must not outlive the policy that made
// it, and two signatures of one nonce are one transaction.
func (s *Signer) rpc(op, method string, params, data any, verify func() error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.dead {
		return signer.ErrDestroyed
	}
	r, err := newRequest(op, "POST", "/v1/wallets/"+s.wallet+"/rpc", map[string]any{"method": method, "params": params})
	if err != nil {
		return err
	}
	r.once, r.signed = newOnce(), true
	answer := struct {
		Method string `json:"method"`
		Data   any    `json:"data"`
	}{Data: data}
	if err := s.client.do(s.base, r, &answer); err != nil {
		if s.base.Err() != nil {
			return errors.Join(signer.ErrDestroyed, err)
		}
		return err
	}
	if answer.Method != method {
		return &Error{Op: op, Kind: ErrMismatch, Detail: fmt.Sprintf("it answers %.40q", answer.Method)}
	}
	if err := verify(); err != nil {
		return &Error{Op: op, Kind: ErrMismatch, Cause: err}
	}
	s.count++
	return nil
}
