// Package permit2 encodes what a wallet signs to let one transfer happen through
// Uniswap's Permit2 (SignatureTransfer), and reads which nonces are used; and the
// wallet's calls that give an allowance there and take it back (AllowanceTransfer). It
// holds no key and sends nothing.
//
// spec: chain §5.1
package permit2

import (
	"encoding/binary"
	"fmt"

	"bardo.run/bardo/evm/bind"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/math"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"
	"github.com/holiman/uint256"
)

// Address is where Permit2 lives on the chains that have it. Whether it does
// is checked by its code (spec: chain §3).
var Address = common.HexToAddress("0x000000000022D473030F116dDEE9F6B43aC78BA3")

// Permit lets Spender take up to Amount of Token from the signer, once, until
// Deadline.
type Permit struct {
	Token    common.Address
	Amount   *uint256.Int
	Spender  common.Address
	Nonce    *uint256.Int
	Deadline uint64 // seconds since 1970
}

// TypedData returns what the owner of the tokens signs.
func (p Permit) TypedData(chainID uint64) apitypes.TypedData {
	return apitypes.TypedData{
		PrimaryType: "PermitTransferFrom",
		Types: apitypes.Types{
			"EIP712Domain": {
				{Name: "name", Type: "string"},
				{Name: "chainId", Type: "uint256"},
				{Name: "verifyingContract", Type: "address"},
			},
			"TokenPermissions": {{Name: "token", Type: "address"}, {Name: "amount", Type: "uint256"}},
			"PermitTransferFrom": {
				{Name: "permitted", Type: "TokenPermissions"},
				{Name: "spender", Type: "address"},
				{Name: "nonce", Type: "uint256"},
				{Name: "deadline", Type: "uint256"},
			},
		},
		Domain: apitypes.TypedDataDomain{
			Name: "Permit2", ChainId: math.NewHexOrDecimal256(int64(chainID)),
			VerifyingContract: Address.Hex(),
		},
		Message: apitypes.TypedDataMessage{
			"permitted": apitypes.TypedDataMessage{"token": p.Token.Hex(), "amount": p.Amount.Dec()},
			"spender":   p.Spender.Hex(), "nonce": p.Nonce.Dec(), "deadline": uint256.NewInt(p.Deadline).Dec(),
		},
	}
}

// Take encodes the spender's call that moves requested, at most the permitted
// amount, from owner to to.
func (p Permit) Take(owner, to common.Address, requested *uint256.Int, signature [65]byte) ([]byte, error) {
	if requested.Gt(p.Amount) {
		return nil, fmt.Errorf("permit2: %s asked for, %s permitted", requested.Dec(), p.Amount.Dec())
	}
	permit := bind.IPermit2PermitTransferFrom{
		Permitted: bind.IPermit2TokenPermissions{Token: p.Token, Amount: p.Amount.ToBig()},
		Nonce:     p.Nonce.ToBig(), Deadline: uint256.NewInt(p.Deadline).ToBig(),
	}
	details := bind.IPermit2SignatureTransferDetails{To: to, RequestedAmount: requested.ToBig()}
	data, err := bind.NewPermit2().TryPackPermitTransferFrom(permit, details, owner, signature[:])
	if err != nil {
		return nil, fmt.Errorf("permit2: %w", err)
	}
	return data, nil
}

// NonceFor derives the nonce of a session, so that a retry uses the same one
// and cannot move the money twice. step tells apart the permits of a session.
func NonceFor(session string, step uint32) *uint256.Int {
	h := crypto.Keccak256([]byte("bardo permit2 nonce"), binary.BigEndian.AppendUint32(nil, step), []byte(session))
	return new(uint256.Int).SetBytes32(h)
}

// NonceSlot returns where a nonce lies in the bitmap: the upper 248 bits are
// the word, the lowest 8 the bit.
func NonceSlot(nonce *uint256.Int) (word *uint256.Int, bit uint8) {
	return new(uint256.Int).Rsh(nonce, 8), uint8(nonce.Uint64())
}

// BitmapCall encodes the question for one word of an owner's bitmap.
func BitmapCall(owner common.Address, word *uint256.Int) []byte {
	return bind.NewPermit2().PackNonceBitmap(owner, word.ToBig())
}

// NonceUsed decodes the answer of BitmapCall for one bit. That a nonce is used
// does not say by whom: look for the receipt of one's own transaction.
func NonceUsed(answer []byte, bit uint8) (bool, error) {
	if len(answer) != 32 {
		return false, fmt.Errorf("permit2: a bitmap of %d bytes", len(answer))
	}
	return answer[31-bit/8]>>(bit%8)&1 == 1, nil
}
