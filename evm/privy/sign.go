package privy

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	gethmath "github.com/ethereum/go-ethereum/common/math"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"

	"bardo.run/bardo/evm/signer"
)

// transactionParams are the parameters of eth_signTransaction. Every field is named, so
// that nothing is left for the provider to choose.
func transactionParams(tx *types.DynamicFeeTx) any {
	value := tx.Value
	if value == nil {
		value = new(big.Int)
	}
	return map[string]any{"transaction": map[string]any{
		"type": 2, "chain_id": hexutil.EncodeBig(tx.ChainID), "to": tx.To.Hex(), "value": hexutil.EncodeBig(value), "data": hexutil.Encode(tx.Data),
		"nonce": hexutil.EncodeUint64(tx.Nonce), "gas_limit": hexutil.EncodeUint64(tx.Gas),
		"max_fee_per_gas": hexutil.EncodeBig(tx.GasFeeCap), "max_priority_fee_per_gas": hexutil.EncodeBig(tx.GasTipCap),
	}}
}

// signed takes a transaction apart that came back, and gives it out only if it is the
// one that was asked for, signed by the wallet.
func (s *Signer) signed(asked *types.DynamicFeeTx, text, encoding string) (signer.Transaction, error) {
	if encoding != "rlp" {
		return signer.Transaction{}, fmt.Errorf("it is encoded as %.20q, not as rlp", encoding)
	}
	raw, err := hexutil.Decode(text)
	if err != nil {
		return signer.Transaction{}, fmt.Errorf("the transaction is no hex: %w", err)
	}
	var tx types.Transaction
	if err := tx.UnmarshalBinary(raw); err != nil {
		return signer.Transaction{}, fmt.Errorf("the transaction does not decode: %w", err)
	}
	if differs := differences(asked, &tx); differs != "" {
		return signer.Transaction{}, errors.New("the transaction has " + differs)
	}
	if want, got := s.rules.Hash(types.NewTx(asked)), s.rules.Hash(&tx); want != got {
		return signer.Transaction{}, fmt.Errorf("the transaction hashes to %s before its signature, asked for %s", got, want)
	}
	by, err := types.Sender(s.rules, &tx)
	if err != nil {
		return signer.Transaction{}, fmt.Errorf("the signature of the transaction: %w", err)
	}
	if by != s.address {
		return signer.Transaction{}, fmt.Errorf("the transaction is signed by %s, the wallet is %s", by, s.address)
	}
	own, err := tx.MarshalBinary()
	return signer.Transaction{Hash: tx.Hash(), Raw: own}, err
}

// signature takes a signature that came back, if the wallet made it over the digest.
func (s *Signer) signature(digest common.Hash, text, encoding string) (signature [65]byte, err error) {
	if encoding != "hex" {
		return signature, fmt.Errorf("it is encoded as %.20q, not as hex", encoding)
	}
	raw, err := hexutil.Decode(text)
	if err != nil || len(raw) != len(signature) {
		return signature, fmt.Errorf("the signature has %d bytes, or is no hex", len(raw))
	}
	by, err := signedBy(digest, [65]byte(raw))
	if err != nil {
		return signature, fmt.Errorf("the signature: %w", err)
	}
	if by != s.address {
		return signature, fmt.Errorf("the typed data, or another, is signed by %s, the wallet is %s", by, s.address)
	}
	return [65]byte(raw), nil
}

// typedParams are the parameters of eth_signTypedData_v4. Numbers of the message travel as
// decimal texts: JSON's would lose digits.
func typedParams(data apitypes.TypedData, chainID uint64) (any, error) {
	domain := data.Domain.Map()
	domain["chainId"] = chainID
	message, err := plain(data.Message)
	if err != nil {
		return nil, err
	}
	return map[string]any{"typed_data": map[string]any{"domain": domain, "types": data.Types, "primary_type": data.PrimaryType, "message": message}}, nil
}

// plain makes values of typed data such that JSON holds.
func plain(v any) (any, error) {
	switch v := v.(type) {
	case nil, string, bool:
		return v, nil
	case *big.Int:
		return v.String(), nil
	case *gethmath.HexOrDecimal256:
		return (*big.Int)(v).String(), nil
	case float64:
		if v == math.Trunc(v) && math.Abs(v) < 1<<53 {
			return strconv.FormatInt(int64(v), 10), nil
		}
	case []byte:
		return hexutil.Encode(v), nil
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, member := range v {
			var err error
			if out[name], err = plain(member); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
		}
		return out, nil
	case []any:
		out := make([]any, len(v))
		for i, member := range v {
			var err error
			if out[i], err = plain(member); err != nil {
				return nil, fmt.Errorf("entry %d: %w", i, err)
			}
		}
		return out, nil
	case fmt.Stringer: // an address, a hash
		return v.String(), nil
	}
	return nil, fmt.Errorf("a value of type %T", v)
}
