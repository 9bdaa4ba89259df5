// Package approval is the owner's word on one privileged call (safety §3): who may be
// asked, how the question is signed, and that it opens once.
//
// An Approval names the Golem, the tool, the hash of the call's parameters, a nonce that
// is used once, a deadline and the chain, and is signed as EIP-712 has it by the owner: by
// a key, or by a contract that ERC-1271 asks. A Box keeps approvals until they are used.
//
// It promises that one approval opens one call, of any number that ask at once, and none
// for another Golem, tool, chain, time or parameters. It reads no clock, and keeps nothing
// on disk: whoever takes approvals into a life takes them through its journal, so that a
// restart knows what was used.
package approval

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/common/math"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"
)

// Approval is what an owner signed. Deadline is the last unix second at which it opens.
type Approval struct {
	GolemID   string        `json:"golem_id"`
	Tool      string        `json:"tool"`
	Params    common.Hash   `json:"params_hash"`
	Nonce     common.Hash   `json:"nonce"`
	Deadline  int64         `json:"deadline"`
	ChainID   uint64        `json:"chain_id"`
	Signature hexutil.Bytes `json:"signature"`
}

// Words is the approval as EIP-712 has it. The chain is part of the domain, and no verifying
// contract is: the Golem checks the approval, and no contract does.
func (a Approval) Words() apitypes.TypedData {
	return apitypes.TypedData{
		PrimaryType: "OwnerApproval",
		Types: apitypes.Types{
			"EIP712Domain": {{Name: "name", Type: "string"}, {Name: "version", Type: "string"}, {Name: "chainId", Type: "uint256"}},
			"OwnerApproval": {
				{Name: "golemId", Type: "string"},
				{Name: "tool", Type: "string"},
				{Name: "paramsHash", Type: "bytes32"},
				{Name: "nonce", Type: "bytes32"},
				{Name: "deadline", Type: "uint256"},
			},
		},
		Domain: apitypes.TypedDataDomain{Name: "Bardo Owner Approval", Version: "1", ChainId: (*math.HexOrDecimal256)(hexutil.MustDecodeBig(hexutil.EncodeUint64(a.ChainID)))},
		Message: apitypes.TypedDataMessage{
			"golemId": a.GolemID, "tool": a.Tool, "paramsHash": a.Params.Hex(), "nonce": a.Nonce.Hex(), "deadline": fmt.Sprint(a.Deadline),
		},
	}
}

// Digest is what the owner signs.
func (a Approval) Digest() (common.Hash, error) {
	if a.Deadline <= 0 {
		return common.Hash{}, fmt.Errorf("%w: deadline %d", ErrExpired, a.Deadline)
	}
	sum, _, err := apitypes.TypedDataAndHash(a.Words())
	return common.BytesToHash(sum), err
}

// Why an approval opens nothing. Each is final for it, but ErrFull.
var (
	ErrNone    = errors.New("no approval of the owner names this call")
	ErrGolem   = errors.New("the approval is for another Golem")
	ErrChain   = errors.New("the approval is for another chain")
	ErrExpired = errors.New("the approval's deadline is over")
	ErrUsed    = errors.New("the approval was given before")
	ErrSigner  = errors.New("the owner did not sign the approval")
	ErrFull    = errors.New("too many approvals wait")
)

// Waiting is how many approvals a Box keeps that were not used.
const Waiting = 64

// Box keeps the approvals for one Golem. It is safe for concurrent use.
type Box struct {
	golemID string
	chainID uint64
	owner   Owner

	mu      sync.Mutex // guards what follows
	waiting []Approval
	seen    map[common.Hash]bool // every nonce that was taken in
}

// NewBox returns an empty box for a Golem of an owner on a chain.
func NewBox(golemID string, chainID uint64, owner Owner) *Box {
	return &Box{golemID: golemID, chainID: chainID, owner: owner, seen: map[common.Hash]bool{}}
}

// Give takes an approval in, at a unix second. One that was taken is never taken again,
// whether it was used or not: its nonce is used here, so that no one can keep an approval and
// hand it in again later. An error that is none of this package's is the owner's
// contract's, which could not be asked: the same approval may be given again.
func (b *Box) Give(ctx context.Context, a Approval, now int64) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.forget(now)
	switch {
	case a.GolemID != b.golemID:
		return ErrGolem
	case a.ChainID != b.chainID:
		return ErrChain
	case now > a.Deadline:
		return ErrExpired
	case b.seen[a.Nonce]:
		return ErrUsed
	case len(b.waiting) == Waiting:
		return ErrFull
	}
	digest, err := a.Digest()
	if err != nil {
		return err
	}
	signed, err := b.owner.Signed(ctx, digest, a.Signature)
	if err != nil {
		return fmt.Errorf("ask whether the owner signed: %w", err)
	}
	if !signed {
		return ErrSigner
	}
	b.seen[a.Nonce] = true
	b.waiting = append(b.waiting, a)
	return nil
}

// Use uses up one approval of a call, at a unix second; ErrNone where there is none.
func (b *Box) Use(tool string, params [32]byte, now int64) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.forget(now)
	for i, a := range b.waiting {
		if a.Tool == tool && a.Params == common.Hash(params) {
			b.waiting = append(b.waiting[:i:i], b.waiting[i+1:]...)
			return nil
		}
	}
	return ErrNone
}

// forget drops what is too late to be used. Its nonces stay known.
func (b *Box) forget(now int64) {
	kept := b.waiting[:0]
	for _, a := range b.waiting {
		if now <= a.Deadline {
			kept = append(kept, a)
		}
	}
	b.waiting = kept
}
