package identity

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/math"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"

	"bardo.run/bardo/evm/bind"
)

// Patience is how many seconds ahead of the block the deadline of a WalletProof may lie.
const Patience = 300

// WalletProof is what the new wallet of an agent signs. Owner is the token's, Deadline in
// seconds since 1970 (provisioning §12.2).
type WalletProof struct {
	Agent    *big.Int
	Wallet   common.Address
	Owner    common.Address
	Deadline uint64
}

// TypedData is the proof as EIP-712 has it, for a registry on a chain.
func (p WalletProof) TypedData(chainID uint64, registry common.Address) apitypes.TypedData {
	field := func(name, kind string) apitypes.Type { return apitypes.Type{Name: name, Type: kind} }
	return apitypes.TypedData{
		PrimaryType: "AgentWalletSet",
		Types: apitypes.Types{
			"EIP712Domain": {
				field("name", "string"), field("version", "string"), field("chainId", "uint256"), field("verifyingContract", "address"),
			},
			"AgentWalletSet": {
				field("agentId", "uint256"), field("newWallet", "address"), field("owner", "address"), field("deadline", "uint256"),
			},
		},
		Domain: apitypes.TypedDataDomain{
			Name: "ERC8004IdentityRegistry", Version: "1", ChainId: math.NewHexOrDecimal256(int64(chainID)), VerifyingContract: registry.Hex(),
		},
		Message: apitypes.TypedDataMessage{
			"agentId": p.Agent.String(), "newWallet": p.Wallet.Hex(), "owner": p.Owner.Hex(), "deadline": new(big.Int).SetUint64(p.Deadline).String(),
		},
	}
}

// SetWalletCall encodes the owner's call that makes Wallet the agent's, with what it
// signed.
func (p WalletProof) SetWalletCall(signature []byte) []byte {
	return bind.NewIdentityRegistry().PackSetAgentWallet(p.Agent, p.Wallet, new(big.Int).SetUint64(p.Deadline), signature)
}
