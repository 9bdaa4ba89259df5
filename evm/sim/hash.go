package sim

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common/hexutil"
)

// hashed is what a permit remembers of a simulation. Its fields are in the
// order of their JSON names, so that the encoding is canonical: no white space,
// sorted keys, amounts as decimal strings, bytes as lower-case hex.
type hashed struct {
	BlockNumber uint64        `json:"block_number"`
	Calldata    hexutil.Bytes `json:"calldata"`
	ChainID     uint64        `json:"chain_id"`
	From        string        `json:"from"`
	GasUsed     uint64        `json:"gas_used"`
	Success     bool          `json:"success"`
	To          string        `json:"to"` // empty for a deployment
	TokenDeltas []hashedDelta `json:"token_deltas"`
	Value       string        `json:"value"`
}

type hashedDelta struct {
	Account string `json:"account"`
	Amount  string `json:"amount"`
	Token   string `json:"token"`
}

// SimulationHash returns the SHA-256 over the canonical JSON of a simulated
// call and its outcome: chain, block, sender, target, value, call data, success,
// gas and token deltas sorted by token and account.
//
// spec: safety §4.1
func SimulationHash(chainID uint64, call Call, o Outcome) ([32]byte, error) {
	encoded, err := json.Marshal(hashedOf(chainID, call, o))
	if err != nil {
		return [32]byte{}, fmt.Errorf("encode the simulation: %w", err)
	}
	return sha256.Sum256(encoded), nil
}

func hashedOf(chainID uint64, call Call, o Outcome) hashed {
	h := hashed{
		ChainID: chainID, BlockNumber: o.Block.Number, Calldata: call.Data, From: lower(call.From[:]),
		GasUsed: o.GasUsed, Success: o.Success, Value: orZero(call.Value).Dec(), TokenDeltas: []hashedDelta{},
	}
	if call.To != nil {
		h.To = lower(call.To[:])
	}
	for _, d := range o.Deltas {
		h.TokenDeltas = append(h.TokenDeltas, hashedDelta{lower(d.Account[:]), d.Amount.String(), lower(d.Token[:])})
	}
	slices.SortFunc(h.TokenDeltas, func(a, b hashedDelta) int {
		return strings.Compare(a.Token+a.Account, b.Token+b.Account)
	})
	return h
}

func lower(b []byte) string { return hexutil.Encode(b) }
