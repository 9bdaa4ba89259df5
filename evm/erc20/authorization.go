package erc20

import (
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/math"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"
	"github.com/holiman/uint256"
)

// Domain is the EIP-712 domain of a token. Name and version are read from the
// token, because they differ between deployments.
type Domain struct {
	Name, Version string
	ChainID       uint64
	Token         common.Address
}

// Authorization is a transfer that its sender authorises by signature
// (EIP-3009). It is valid from the second after ValidAfter until the second
// before ValidBefore, once.
type Authorization struct {
	From, To                common.Address
	Value                   *uint256.Int
	ValidAfter, ValidBefore uint64 // seconds since 1970
	Nonce                   common.Hash
}

// The two primary types. Only the payee can submit a receive authorization, so
// nobody can run ahead with it.
const (
	TransferWithAuthorization = "TransferWithAuthorization"
	ReceiveWithAuthorization  = "ReceiveWithAuthorization"
)

// TypedData returns what the sender signs; primary is one of the two types.
//
// spec: chain §5.2
func (a Authorization) TypedData(d Domain, primary string) apitypes.TypedData {
	return apitypes.TypedData{
		PrimaryType: primary,
		Types: apitypes.Types{
			"EIP712Domain": {
				{Name: "name", Type: "string"},
				{Name: "version", Type: "string"},
				{Name: "chainId", Type: "uint256"},
				{Name: "verifyingContract", Type: "address"},
			},
			primary: {
				{Name: "from", Type: "address"},
				{Name: "to", Type: "address"},
				{Name: "value", Type: "uint256"},
				{Name: "validAfter", Type: "uint256"},
				{Name: "validBefore", Type: "uint256"},
				{Name: "nonce", Type: "bytes32"},
			},
		},
		Domain: apitypes.TypedDataDomain{
			Name: d.Name, Version: d.Version,
			ChainId: math.NewHexOrDecimal256(int64(d.ChainID)), VerifyingContract: d.Token.Hex(),
		},
		Message: apitypes.TypedDataMessage{
			"from": a.From.Hex(), "to": a.To.Hex(), "value": a.Value.Dec(),
			"validAfter": uint256.NewInt(a.ValidAfter).Dec(), "validBefore": uint256.NewInt(a.ValidBefore).Dec(),
			"nonce": a.Nonce.Hex(),
		},
	}
}
