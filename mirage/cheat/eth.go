package cheat

import (
	"context"
	"crypto/ecdsa"
	"errors"
	"fmt"
	"math/big"

	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/accounts"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"
)

// Eth replaces the eth_ methods that differ on a devnet: sending, signing for the
// developer accounts, estimates, block tags and the error codes (spec: mirage-testing
// §6.1).
type Eth struct{ base }

// Accounts answers the developer accounts.
func (e *Eth) Accounts() []common.Address {
	out := make([]common.Address, len(e.options.Accounts))
	for i, a := range e.options.Accounts {
		out[i] = a.Address
	}
	return out
}

// SendTransaction signs with a developer key, or sends for an impersonated account.
// Anyone else is −32010.
func (e *Eth) SendTransaction(ctx context.Context, r request) (common.Hash, error) {
	if e.keys[r.From] != nil && !e.node.Senders.Impersonated(r.From) {
		tx, err := e.sign(ctx, &r)
		if err != nil {
			return common.Hash{}, err
		}
		return tx.Hash(), e.submit(ctx, tx, r.From)
	}
	if !e.node.Senders.Unsigned(r.From) {
		return common.Hash{}, noKey(r.From)
	}
	if err := e.complete(ctx, &r); err != nil {
		return common.Hash{}, err
	}
	hash, err := e.node.Pool.SubmitFrom(ctx, r.From, r.transaction(e.node.Chain.ID()))
	return hash, coded(err)
}

// SendUnsignedTransaction sends for any account, impersonated or not.
func (e *Eth) SendUnsignedTransaction(ctx context.Context, r request) (common.Hash, error) {
	if e.node.CheatsClosed() {
		return common.Hash{}, coded(node.ErrCheatsClosed)
	}
	if err := e.complete(ctx, &r); err != nil {
		return common.Hash{}, err
	}
	hash, err := e.node.Pool.SubmitUnsigned(ctx, r.From, r.transaction(e.node.Chain.ID()))
	return hash, coded(err)
}

func noKey(from common.Address) *Error {
	return &Error{Code: CodeInvalidFrom, Message: fmt.Sprintf("no key for %s here, and it is not impersonated", from)}
}

// sign completes a request and signs it with the developer key of its sender.
func (e *Eth) sign(ctx context.Context, r *request) (*types.Transaction, error) {
	key := e.keys[r.From]
	if key == nil {
		return nil, noKey(r.From)
	}
	if err := e.complete(ctx, r); err != nil {
		return nil, err
	}
	return types.SignNewTx(key, e.node.Chain.Signer(), r.transaction(e.node.Chain.ID()))
}

// SendRawTransaction takes a signed transaction of any type but blobs into the pool;
// with automine on it is in a block when the answer comes.
func (e *Eth) SendRawTransaction(ctx context.Context, raw hexutil.Bytes) (common.Hash, error) {
	tx := new(types.Transaction)
	if err := tx.UnmarshalBinary(raw); err != nil {
		return common.Hash{}, invalid("transaction: %v", err)
	}
	from, err := types.Sender(e.node.Chain.Signer(), tx)
	if errors.Is(err, types.ErrInvalidChainId) {
		return common.Hash{}, &Error{Code: CodeRejected, Message: "invalid chain id: this chain is " + e.node.Chain.ID().String()}
	}
	if err != nil {
		return common.Hash{}, &Error{Code: CodeRejected, Message: "signature: " + err.Error()}
	}
	return tx.Hash(), e.submit(ctx, tx, from)
}

// SendRawTransactionSync sends and answers the receipt. Without automine there is none
// to wait for, and it is refused before anything is sent.
func (e *Eth) SendRawTransactionSync(ctx context.Context, raw hexutil.Bytes) (any, error) {
	if !e.node.Miner.Automine() {
		return nil, &Error{Code: CodeRejected, Message: "automine is off: use eth_sendRawTransaction and make a block"}
	}
	hash, err := e.SendRawTransaction(ctx, raw)
	if err != nil {
		return nil, err
	}
	return e.GetTransactionReceipt(ctx, hash)
}

// submit hands over to the node. Where the nonce is at fault the answer names both.
func (e *Eth) submit(ctx context.Context, tx *types.Transaction, from common.Address) error {
	if e.options.StrictNonce {
		next, err := e.node.Pool.PendingNonce(from)
		if err != nil {
			return coded(err)
		}
		if tx.Nonce() > next {
			return &Error{Code: CodeNonceTooHigh, Message: fmt.Sprintf("nonce too high: expected %d, got %d", next, tx.Nonce())}
		}
	}
	err := e.node.Pool.Submit(ctx, tx)
	if !errors.Is(err, core.ErrNonceTooLow) {
		return coded(err)
	}
	next, unknown := e.node.Pool.PendingNonce(from)
	if unknown != nil {
		return coded(unknown)
	}
	return &Error{Code: CodeNonceTooLow, Message: fmt.Sprintf("nonce too low: expected %d, got %d", next, tx.Nonce())}
}

// SignTransaction completes and signs, sends nothing, and answers the bytes.
func (e *Eth) SignTransaction(ctx context.Context, r request) (hexutil.Bytes, error) {
	tx, err := e.sign(ctx, &r)
	if err != nil {
		return nil, err
	}
	return tx.MarshalBinary()
}

// Sign signs a message with the prefix of EIP-191.
func (e *Eth) Sign(account common.Address, message hexutil.Bytes) (hexutil.Bytes, error) {
	return e.seal(account, accounts.TextHash(message))
}

// SignTypedData_v4 signs typed data (EIP-712). The name is the wire's.
func (e *Eth) SignTypedData_v4(account common.Address, data typedData) (hexutil.Bytes, error) {
	hash, _, err := apitypes.TypedDataAndHash(apitypes.TypedData(data))
	if err != nil {
		return nil, invalid("typed data: %v", err)
	}
	return e.seal(account, hash)
}

// Personal is the one method of personal_ that clients still use.
type Personal struct{ base }

// Sign is eth_sign with its parameters the other way round; a password is not needed.
func (p *Personal) Sign(message hexutil.Bytes, account common.Address, _ *string) (hexutil.Bytes, error) {
	return p.seal(account, accounts.TextHash(message))
}

// seal signs a hash with the recovery id that contracts expect (27 or 28).
func (b *base) seal(account common.Address, hash []byte) (hexutil.Bytes, error) {
	if len(b.keys) == 0 {
		return nil, &Error{Code: CodeUnknownMethod, Message: "this devnet holds no keys"}
	}
	key := b.keys[account]
	if key == nil {
		return nil, noKey(account)
	}
	return sealWith(key, hash)
}

func sealWith(key *ecdsa.PrivateKey, hash []byte) (hexutil.Bytes, error) {
	sig, err := crypto.Sign(hash, key)
	if err != nil {
		return nil, fmt.Errorf("sign: %w", err)
	}
	sig[crypto.RecoveryIDOffset] += 27
	return sig, nil
}

// GasPrice answers the next block's base fee; a tip is never needed.
func (e *Eth) GasPrice() (*hexutil.Big, error) {
	next, err := e.node.Pace.Next()
	if err != nil {
		return nil, coded(err)
	}
	if next.BaseFee.Sign() == 0 {
		return (*hexutil.Big)(big.NewInt(1)), nil
	}
	return (*hexutil.Big)(next.BaseFee), nil
}

// MaxPriorityFeePerGas answers zero (spec: chain §19.2).
func (e *Eth) MaxPriorityFeePerGas() *hexutil.Big { return new(hexutil.Big) }

// Coinbase answers who receives the tips.
func (e *Eth) Coinbase() (common.Address, error) {
	next, err := e.node.Pace.Next()
	if err != nil {
		return common.Address{}, coded(err)
	}
	return next.Coinbase, nil
}

// Syncing answers false: a chain of one node is never behind.
func (e *Eth) Syncing() bool { return false }

// Mining answers false.
func (e *Eth) Mining() bool { return false }

// Hashrate answers zero.
func (e *Eth) Hashrate() hexutil.Uint64 { return 0 }
