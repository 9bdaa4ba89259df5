package privy

import (
	"bytes"
	"fmt"
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
)

// differences names the fields in which a transaction is not the one that was asked for.
func differences(asked *types.DynamicFeeTx, got *types.Transaction) string {
	want := types.NewTx(asked)
	if got.Type() != want.Type() {
		return fmt.Sprintf("type %d, asked for %d", got.Type(), want.Type())
	}
	var found []string
	compare := func(name string, same bool, want, got any) {
		if !same {
			found = append(found, fmt.Sprintf("%s %v, asked for %v", name, got, want))
		}
	}
	number := func(name string, want, got *big.Int) { compare(name, want.Cmp(got) == 0, want, got) }
	number("chain", want.ChainId(), got.ChainId())
	compare("nonce", want.Nonce() == got.Nonce(), want.Nonce(), got.Nonce())
	compare("recipient", got.To() != nil && *want.To() == *got.To(), want.To(), got.To())
	number("value", want.Value(), got.Value())
	compare("gas", want.Gas() == got.Gas(), want.Gas(), got.Gas())
	number("fee cap", want.GasFeeCap(), got.GasFeeCap())
	number("tip", want.GasTipCap(), got.GasTipCap())
	compare("call data", bytes.Equal(want.Data(), got.Data()), fmt.Sprintf("%d bytes", len(want.Data())), fmt.Sprintf("%d other bytes", len(got.Data())))
	compare("access list", len(got.AccessList()) == 0, "none", fmt.Sprintf("%d entries", len(got.AccessList())))
	return strings.Join(found, "; ")
}

// signedBy returns who made a signature with v = 27 or 28, and refuses the second form
// that every signature has (EIP-2).
func signedBy(digest common.Hash, signature [65]byte) (common.Address, error) {
	r, s := new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:64])
	v := signature[64] - 27
	if !crypto.ValidateSignatureValues(v, r, s, true) {
		return common.Address{}, fmt.Errorf("r, s and v = %d are no signature", signature[64])
	}
	signature[64] = v
	key, err := crypto.SigToPub(digest[:], signature[:])
	if err != nil {
		return common.Address{}, err
	}
	return crypto.PubkeyToAddress(*key), nil
}
