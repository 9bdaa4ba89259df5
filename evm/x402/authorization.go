package x402

import (
	"encoding/binary"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"
)

// Method is the call of the token that an authorization is signed for.
type Method uint8

// The methods. Transfer is what every stock client signs.
const (
	Transfer Method = iota
	Receive
)

// String is the primary type of the typed data.
func (m Method) String() string {
	if m == Receive {
		return "ReceiveWithAuthorization"
	}
	return "TransferWithAuthorization"
}

// Authorization lets Value of a token move from a payer to a payee, once, between two times in unix
// seconds, both exclusive (EIP-3009).
type Authorization struct {
	From, To    common.Address
	Value       uint256.Int
	ValidAfter  uint256.Int
	ValidBefore uint256.Int
	Nonce       common.Hash
}

const fields = "(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"

var (
	domainType = crypto.Keccak256Hash([]byte("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"))
	typeHashes = [...]common.Hash{
		Transfer: crypto.Keccak256Hash([]byte(Transfer.String() + fields)),
		Receive:  crypto.Keccak256Hash([]byte(Receive.String() + fields)),
	}
)

// Token is a token with EIP-3009 on one chain, by the domain that its signatures are of.
type Token struct {
	ChainID       uint64
	Address       common.Address
	Name, Version string
	Separator     common.Hash // of the domain
}

// NewToken returns a token. Whether the contract has this domain is asked of the chain elsewhere.
func NewToken(chainID uint64, address common.Address, name, version string) Token {
	var chain [32]byte
	binary.BigEndian.PutUint64(chain[24:], chainID)
	return Token{chainID, address, name, version, crypto.Keccak256Hash(
		domainType[:], crypto.Keccak256([]byte(name)), crypto.Keccak256([]byte(version)), chain[:], common.LeftPadBytes(address[:], 32),
	)}
}

// Digest is what the payer signs for a method.
func (t Token) Digest(m Method, a *Authorization) common.Hash {
	var message [7 * 32]byte
	copy(message[:], typeHashes[m][:])
	copy(message[32+12:], a.From[:])
	copy(message[64+12:], a.To[:])
	a.Value.WriteToSlice(message[96:128])
	a.ValidAfter.WriteToSlice(message[128:160])
	a.ValidBefore.WriteToSlice(message[160:192])
	copy(message[192:], a.Nonce[:])
	var signed [2 + 64]byte
	signed[0], signed[1] = 0x19, 0x01
	copy(signed[2:], t.Separator[:])
	copy(signed[34:], crypto.Keccak256(message[:]))
	return crypto.Keccak256Hash(signed[:])
}

// halfOrder is half the order of the curve: a signature above it is a second one of the same words.
var halfOrder = new(uint256.Int).Rsh(uint256.MustFromBig(crypto.S256().Params().N), 1)

// Recover returns who signed a digest with an account's key, and false where nobody did. v is 27 or
// 28, also written 0 or 1; s is in the lower half.
func Recover(digest common.Hash, signature []byte) (signer common.Address, ok bool) {
	if len(signature) != 65 {
		return signer, false
	}
	var sig [65]byte
	copy(sig[:], signature)
	if sig[64] >= 27 {
		sig[64] -= 27
	}
	s := new(uint256.Int).SetBytes(sig[32:64])
	if sig[64] > 1 || s.Gt(halfOrder) || !crypto.ValidateSignatureValues(sig[64], new(big.Int).SetBytes(sig[:32]), s.ToBig(), true) {
		return signer, false
	}
	key, err := crypto.Ecrecover(digest[:], sig[:])
	if err != nil {
		return signer, false
	}
	copy(signer[:], crypto.Keccak256(key[1:])[12:])
	return signer, true
}
