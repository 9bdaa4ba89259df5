package identity

import (
	"bytes"
	"errors"
	"fmt"
	"math/big"
	"unicode/utf8"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/bind"
)

// The metadata keys (provisioning §12.1).
const (
	keyOwner      = "bardo.owner"      // ABI address
	keyGeneration = "bardo.generation" // ABI uint256
	keyParent     = "bardo.parent"     // ABI uint256 agent, address wallet
	keyDeployment = "bardo.deployment" // UTF-8
	keySession    = "bardo.session"    // 32 bytes
	keyStatus     = "bardo.status"     // UTF-8
)

// What bardo.status says.
const (
	Active   = "active"
	Inactive = "inactive" // the agent is dead
)

// ErrMetadata means that a value of the registry is not what its key says.
var ErrMetadata = errors.New("the agent's metadata is malformed")

// Record is what Bardo records of an agent. Parent is zero for a first one.
type Record struct {
	Owner      common.Address // of the agent; it need not be the token's
	Generation uint64         // 0 first
	Parent     Parent
	Deployment string // managed, self-deployed or bare-metal
	Session    [32]byte
	Status     string
}

// Parent is who an agent descends from. Agent is nil where there is none; on the chain that is
// zero, which no agent has, because they count from one.
type Parent struct {
	Agent  *big.Int
	Wallet common.Address
}

// metadata encodes a record.
func (r Record) metadata() []bind.IdentityRegistryMetadataEntry {
	agent := r.Parent.Agent
	if agent == nil {
		agent = new(big.Int)
	}
	entry := func(key string, value []byte) bind.IdentityRegistryMetadataEntry {
		return bind.IdentityRegistryMetadataEntry{MetadataKey: key, MetadataValue: value}
	}
	return []bind.IdentityRegistryMetadataEntry{
		entry(keyOwner, word(r.Owner)),
		entry(keyGeneration, common.BigToHash(new(big.Int).SetUint64(r.Generation)).Bytes()),
		entry(keyParent, append(common.BigToHash(agent).Bytes(), word(r.Parent.Wallet)...)),
		entry(keyDeployment, []byte(r.Deployment)),
		entry(keySession, r.Session[:]),
		entry(keyStatus, []byte(r.Status)),
	}
}

// keys are those of a record, in the order of metadata.
var keys = []string{keyOwner, keyGeneration, keyParent, keyDeployment, keySession, keyStatus}

// parse reads the values of keys. A key that was never set is the field's zero.
func (r *Record) parse(values map[string][]byte) (err error) {
	fixed := func(key string, n int) []byte {
		v := values[key]
		if len(v) != n && len(v) != 0 && err == nil {
			err = fmt.Errorf("%w: %s has %d bytes, not %d", ErrMetadata, key, len(v), n)
		}
		if len(v) != n {
			return make([]byte, n)
		}
		return v
	}
	text := func(key string) string {
		if !utf8.Valid(values[key]) && err == nil {
			err = fmt.Errorf("%w: %s is no text", ErrMetadata, key)
		}
		return string(values[key])
	}
	address := func(key string, v []byte) common.Address {
		if len(bytes.Trim(v[:12], "\x00")) > 0 && err == nil {
			err = fmt.Errorf("%w: %s holds no address", ErrMetadata, key)
		}
		return common.BytesToAddress(v)
	}
	r.Owner = address(keyOwner, fixed(keyOwner, 32))
	generation := new(big.Int).SetBytes(fixed(keyGeneration, 32))
	if !generation.IsUint64() && err == nil {
		err = fmt.Errorf("%w: generation %s", ErrMetadata, generation)
	}
	parent := fixed(keyParent, 64)
	r.Generation, r.Parent = generation.Uint64(), Parent{new(big.Int).SetBytes(parent[:32]), address(keyParent, parent[32:])}
	if r.Parent.Agent.Sign() == 0 {
		r.Parent.Agent = nil
	}
	r.Deployment, r.Session, r.Status = text(keyDeployment), [32]byte(fixed(keySession, 32)), text(keyStatus)
	return err
}

func word(a common.Address) []byte { return common.LeftPadBytes(a[:], 32) }
