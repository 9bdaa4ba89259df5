package cheat

import (
	"context"
	"errors"
	"fmt"

	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/types"
)

// Sending is how eth_ takes transactions: those that are signed, that a developer key signs
// here, and that nobody signs (spec: mirage-testing §6.1).
type Sending struct{ base }

// SendTransaction signs with a developer key, or sends for an impersonated account.
// Anyone else is −32010. Without a sender it is the first developer account.
func (s *Sending) SendTransaction(ctx context.Context, r request) (common.Hash, error) {
	if r.From == (common.Address{}) && len(s.options.Accounts) > 0 {
		r.From = s.options.Accounts[0].Address
	}
	if r.Nonce == nil {
		s.numbering.Lock()
		defer s.numbering.Unlock()
	}
	if s.keys[r.From] != nil && !s.node.Senders.Impersonated(r.From) {
		tx, err := s.sign(ctx, &r)
		if err != nil {
			return common.Hash{}, err
		}
		return tx.Hash(), s.submit(ctx, tx, r.From)
	}
	if !s.node.Senders.Unsigned(r.From) {
		return common.Hash{}, noKey(r.From)
	}
	if err := s.complete(ctx, &r); err != nil {
		return common.Hash{}, err
	}
	hash, err := s.node.Pool.SubmitFrom(ctx, r.From, r.transaction(s.node.Chain.ID()))
	return hash, coded(err)
}

// SendUnsignedTransaction sends for any account, impersonated or not.
func (s *Sending) SendUnsignedTransaction(ctx context.Context, r request) (common.Hash, error) {
	if s.node.CheatsClosed() {
		return common.Hash{}, coded(node.ErrCheatsClosed)
	}
	if r.Nonce == nil {
		s.numbering.Lock()
		defer s.numbering.Unlock()
	}
	if err := s.complete(ctx, &r); err != nil {
		return common.Hash{}, err
	}
	hash, err := s.node.Pool.SubmitUnsigned(ctx, r.From, r.transaction(s.node.Chain.ID()))
	return hash, coded(err)
}

// SendRawTransaction takes a signed transaction of any type but blobs into the pool;
// with automine on it is in a block when the answer comes.
func (s *Sending) SendRawTransaction(ctx context.Context, raw hexutil.Bytes) (common.Hash, error) {
	tx := new(types.Transaction)
	if err := tx.UnmarshalBinary(raw); err != nil {
		return common.Hash{}, invalid("transaction: %v", err)
	}
	from, err := types.Sender(s.node.Chain.Signer(), tx)
	if errors.Is(err, types.ErrInvalidChainId) {
		return common.Hash{}, &Error{Code: CodeRejected, Message: "invalid chain id: this chain is " + s.node.Chain.ID().String()}
	}
	if err != nil {
		return common.Hash{}, &Error{Code: CodeRejected, Message: "signature: " + err.Error()}
	}
	return tx.Hash(), s.submit(ctx, tx, from)
}

// SendRawTransactionSync sends and answers the receipt. Without automine there is none
// to wait for, and it is refused before anything is sent.
func (s *Sending) SendRawTransactionSync(ctx context.Context, raw hexutil.Bytes) (any, error) {
	return s.sync(ctx, func() (common.Hash, error) { return s.SendRawTransaction(ctx, raw) })
}

// SendTransactionSync is SendTransaction that answers the receipt.
func (s *Sending) SendTransactionSync(ctx context.Context, r request) (any, error) {
	return s.sync(ctx, func() (common.Hash, error) { return s.SendTransaction(ctx, r) })
}

func (s *Sending) sync(ctx context.Context, send func() (common.Hash, error)) (any, error) {
	if !s.node.Miner.Automine() {
		return nil, &Error{Code: CodeRejected, Message: "automine is off: send without Sync and make a block"}
	}
	hash, err := send()
	if err != nil {
		return nil, err
	}
	return (&Blocks{s.base}).GetTransactionReceipt(ctx, hash)
}

// submit hands over to the node. Where the nonce is at fault the answer names both.
func (s *Sending) submit(ctx context.Context, tx *types.Transaction, from common.Address) error {
	if s.options.StrictNonce {
		next, err := s.node.Pool.PendingNonce(from)
		if err != nil {
			return coded(err)
		}
		if tx.Nonce() > next {
			return &Error{Code: CodeNonceTooHigh, Message: fmt.Sprintf("nonce too high: expected %d, got %d", next, tx.Nonce())}
		}
	}
	err := s.node.Pool.Submit(ctx, tx)
	if !errors.Is(err, core.ErrNonceTooLow) {
		return coded(err)
	}
	next, unknown := s.node.Pool.PendingNonce(from)
	if unknown != nil {
		return coded(unknown)
	}
	return &Error{Code: CodeNonceTooLow, Message: fmt.Sprintf("nonce too low: expected %d, got %d", next, tx.Nonce())}
}
