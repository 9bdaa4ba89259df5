package cheat

import (
	"context"
	"os"
	"runtime"
	"time"

	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"
)

// Status is what a devnet says of itself (spec: mirage-testing §6.3). A chain of its own
// has no upstream, watch list or read cache, so it does not speak of them.
type Status struct {
	Version       string  `json:"version"`
	Mode          string  `json:"mode"` // "fresh", "persistent" in a data folder, or "fork"
	Status        string  `json:"status"`
	BlockNumber   uint64  `json:"block_number"`
	ChainID       uint64  `json:"chain_id"`
	UpstreamBlock *uint64 `json:"upstream_block,omitempty"` // that a fork begins on
	SnapshotCount int     `json:"snapshot_count"`
	MemoryBytes   uint64  `json:"memory_bytes"` // of the heap
	UptimeSeconds int64   `json:"uptime_seconds"`
	DiskUsage     int64   `json:"disk_usage_bytes"`
	DataDir       string  `json:"data_dir,omitempty"`
	PID           int     `json:"pid"`
}

// Status answers how the devnet is.
func (m *Mirage) Status() (Status, error) {
	n := m.state.node
	facts, err := n.Facts()
	if err != nil {
		return Status{}, coded(err)
	}
	var mem runtime.MemStats
	runtime.ReadMemStats(&mem)
	s := Status{
		Version: node.ClientVersion, Mode: "fresh", Status: "ready",
		BlockNumber: n.Chain.Head().Number.Uint64(), ChainID: n.Chain.ID().Uint64(), SnapshotCount: facts.Snapshots,
		MemoryBytes: mem.HeapAlloc, UptimeSeconds: int64(facts.Uptime / time.Second), DiskUsage: facts.Disk, DataDir: facts.DataDir, PID: os.Getpid(),
	}
	if facts.DataDir != "" {
		s.Mode = "persistent"
	}
	if b := n.Chain.ForkBlock(); b != nil {
		number := b.Number.Uint64()
		s.Mode, s.UpstreamBlock = "fork", &number
	}
	return s, nil
}

// ComputeDomainSeparator answers the EIP-712 domain separator of a contract: what its
// DOMAIN_SEPARATOR() says, else what follows from its eip712Domain() (EIP-5267).
func (m *Mirage) ComputeDomainSeparator(ctx context.Context, contract common.Address) (common.Hash, error) {
	s, err := m.state.node.States.Scratch(common.Hash{})
	if err != nil {
		return common.Hash{}, coded(err)
	}
	out, err := s.Call(ctx, node.Attempt{To: &contract, Data: common.FromHex("0x3644e515"), Gas: viewGas})
	if err != nil {
		return common.Hash{}, coded(err)
	}
	if out.Failed == nil && len(out.Return) == 32 {
		return common.BytesToHash(out.Return), nil
	}
	out, err = s.Call(ctx, node.Attempt{To: &contract, Data: crypto.Keccak256([]byte("eip712Domain()"))[:4], Gas: viewGas})
	if err != nil {
		return common.Hash{}, coded(err)
	}
	if out.Failed == nil {
		if hash, err := domainHash(out.Return); err == nil {
			return hash, nil
		}
	}
	return common.Hash{}, invalid("%s has neither DOMAIN_SEPARATOR() nor eip712Domain()", contract)
}

// domainHash hashes what eip712Domain answered: of its fields those that its bitmap names.
func domainHash(answer []byte) (common.Hash, error) {
	v, err := domainABI.Unpack("eip712Domain", answer)
	if err != nil {
		return common.Hash{}, err
	}
	d := unpackDomain(v)
	if d.fields&0x20 != 0 {
		return common.Hash{}, invalid("its domain has extensions")
	}
	data := apitypes.TypedData{PrimaryType: "EIP712Domain"}
	var kinds []apitypes.Type
	for i, kind := range domainFields {
		if d.fields&(1<<i) != 0 {
			kinds = append(kinds, kind)
		}
	}
	data.Types = apitypes.Types{"EIP712Domain": kinds}
	// The library wants a domain even where the domain itself is hashed.
	data.Domain = apitypes.TypedDataDomain{VerifyingContract: d.contract.Hex()}
	message := apitypes.TypedDataMessage{}
	for _, kind := range kinds {
		message[kind.Name] = d.field(kind.Name)
	}
	hash, err := data.HashStruct("EIP712Domain", message)
	return common.BytesToHash(hash), err
}
