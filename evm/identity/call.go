package identity

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bardo.run/bardo/evm/bind"
)

// RegisterCall encodes the call that registers an agent: its sender becomes the token's
// owner and, until SetWalletCall, the agent's wallet.
func RegisterCall(uri string, r Record) []byte {
	return bind.NewIdentityRegistry().PackRegister1(uri, r.metadata())
}

// URICall encodes the owner's call that changes where the registration file is.
func URICall(id *big.Int, uri string) []byte {
	return bind.NewIdentityRegistry().PackSetAgentURI(id, uri)
}

// InactiveCalls encode the owner's calls at a death: the token is not burned, its file
// says inactive (uri is of a File whose Active is false) and so does bardo.status
// (provisioning §12.5).
func InactiveCalls(id *big.Int, uri string) [][]byte {
	status := bind.NewIdentityRegistry().PackSetMetadata(id, keyStatus, []byte(Inactive))
	return [][]byte{URICall(id, uri), status}
}

// Registration is what the registry logs of a new agent.
type Registration struct {
	ID    *big.Int
	URI   string
	Owner common.Address
	Block uint64
}

// ParseRegistered reads a log of the registry; ok is false for any other log.
func ParseRegistered(registry common.Address, log *types.Log) (r Registration, ok bool) {
	if log.Address != registry || len(log.Topics) != 3 {
		return r, false
	}
	e, err := bind.NewIdentityRegistry().UnpackRegisteredEvent(log)
	if err != nil {
		return r, false
	}
	return Registration{e.AgentId, e.AgentURI, e.Owner, log.BlockNumber}, true
}
