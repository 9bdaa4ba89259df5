package cheat

import (
	"context"
	"crypto/ecdsa"
	"encoding/json"
	"fmt"

	"github.com/ethereum/go-ethereum/accounts"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"
)

// Signing is the developer accounts of eth_ and what they sign; nothing is sent (spec:
// mirage-testing §6.1).
type Signing struct{ base }

// Accounts answers the developer accounts.
func (s *Signing) Accounts() []common.Address {
	out := make([]common.Address, len(s.options.Accounts))
	for i, a := range s.options.Accounts {
		out[i] = a.Address
	}
	return out
}

// FillTransaction completes a request and answers it unsigned, raw and as JSON.
func (s *Signing) FillTransaction(ctx context.Context, r request) (any, error) {
	if err := s.complete(ctx, &r); err != nil {
		return nil, err
	}
	filled, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	return answer(s.node.Server.Stock.Call(ctx, "FillTransaction", filled))
}

// SignTransaction completes and signs, sends nothing, and answers the bytes, as execution-apis
// says and viem expects. go-ethereum answers an object.
func (s *Signing) SignTransaction(ctx context.Context, r request) (hexutil.Bytes, error) {
	tx, err := s.sign(ctx, &r)
	if err != nil {
		return nil, err
	}
	return tx.MarshalBinary()
}

// Sign signs a message with the prefix of EIP-191.
func (s *Signing) Sign(account common.Address, message hexutil.Bytes) (hexutil.Bytes, error) {
	return s.seal(account, accounts.TextHash(message))
}

// SignTypedData_v4 signs typed data (EIP-712). The name is the wire's.
func (s *Signing) SignTypedData_v4(account common.Address, data typedData) (hexutil.Bytes, error) {
	hash, err := data.hash()
	if err != nil {
		return nil, invalid("typed data: %v", err)
	}
	return s.seal(account, hash)
}

// typedData is EIP-712 data as an object or, as some wallets send it, as text.
type typedData apitypes.TypedData

// UnmarshalJSON implements json.Unmarshaler.
func (t *typedData) UnmarshalJSON(b []byte) error {
	var text string
	if json.Unmarshal(b, &text) == nil {
		b = []byte(text)
	}
	return json.Unmarshal(b, (*apitypes.TypedData)(t))
}

// hash is what is signed. go-ethereum takes a domain without a field for none; EIP-712 allows it.
func (t typedData) hash() ([]byte, error) {
	data := apitypes.TypedData(t)
	if len(data.Domain.Map()) > 0 || len(data.Types["EIP712Domain"]) > 0 || data.Types[data.PrimaryType] == nil {
		hash, _, err := apitypes.TypedDataAndHash(data)
		return hash, err
	}
	const only = "only"
	data.Domain.Name = only // to satisfy its check; nothing but the message is hashed with it
	message, err := data.HashStruct(data.PrimaryType, data.Message)
	if err != nil {
		return nil, err
	}
	domain := crypto.Keccak256(crypto.Keccak256([]byte("EIP712Domain()")))
	return crypto.Keccak256([]byte("\x19\x01"), domain, message), nil
}

// Personal is the one method of personal_ that clients still use.
type Personal struct{ base }

// Sign is eth_sign with its parameters the other way round; a password is not needed.
func (p *Personal) Sign(message hexutil.Bytes, account common.Address, _ *string) (hexutil.Bytes, error) {
	return p.seal(account, accounts.TextHash(message))
}

// sign completes a request and signs it with the developer key of its sender.
func (b *base) sign(ctx context.Context, r *request) (*types.Transaction, error) {
	key := b.keys[r.From]
	if key == nil {
		return nil, noKey(r.From)
	}
	if err := b.complete(ctx, r); err != nil {
		return nil, err
	}
	return types.SignNewTx(key, b.node.Chain.Signer(), r.transaction(b.node.Chain.ID()))
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

// noKey begins as anvil's answer does, which tools look for.
func noKey(from common.Address) *Error {
	return &Error{Code: CodeInvalidFrom, Message: fmt.Sprintf("No Signer available: no key for %s here, and it is not impersonated", from)}
}
