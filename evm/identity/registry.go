package identity

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/rpc"
)

// ErrNoAgent means that the registry has no such agent.
var ErrNoAgent = errors.New("the registry has no such agent")

// Registry reads a registry through a client, which stays the caller's.
type Registry struct {
	Client  *rpc.Client
	Address common.Address
}

// Agent is what a registry says of an agent. Wallet is zero where none is set.
type Agent struct {
	ID         *big.Int
	TokenOwner common.Address
	Wallet     common.Address
	URI        string
	Record
}

// Read returns an agent as of one block.
func (r Registry) Read(ctx context.Context, block common.Hash, id *big.Int) (Agent, error) {
	b, abi := r.Client.At(block), bind.NewIdentityRegistry()
	owner, wallet, uri := b.Call(r.Address, abi.PackOwnerOf(id)), b.Call(r.Address, abi.PackGetAgentWallet(id)), b.Call(r.Address, abi.PackTokenURI(id))
	values := make([]*rpc.Read[[]byte], len(keys))
	for i, key := range keys {
		values[i] = b.Call(r.Address, abi.PackGetMetadata(id, key))
	}
	if err := b.Do(ctx); err != nil {
		return Agent{}, fmt.Errorf("read agent %s: %w", id, err)
	}
	a := Agent{ID: id}
	if _, err := owner.Value(); errors.Is(err, rpc.ErrReverted) {
		return Agent{}, fmt.Errorf("%w: %s in %s", ErrNoAgent, id, r.Address)
	}
	err := errors.Join(into(&a.TokenOwner, owner, abi.UnpackOwnerOf), into(&a.Wallet, wallet, abi.UnpackGetAgentWallet), into(&a.URI, uri, abi.UnpackTokenURI))
	raw := map[string][]byte{}
	for i, key := range keys {
		var v []byte
		err = errors.Join(err, into(&v, values[i], abi.UnpackGetMetadata))
		raw[key] = v
	}
	if err != nil {
		return Agent{}, fmt.Errorf("read agent %s: %w", id, err)
	}
	return a, a.parse(raw)
}

// into decodes an answer.
func into[T any](to *T, read *rpc.Read[[]byte], unpack func([]byte) (T, error)) (err error) {
	raw, err := read.Value()
	if err == nil {
		*to, err = unpack(raw)
	}
	return err
}

// Find returns the newest agent that an owner registered for a session, in blocks from
// first to the given one, so that a registration that was sent and lost is not sent
// again (provisioning §12.4 step 3). None is ErrNoAgent.
func (r Registry) Find(ctx context.Context, owner common.Address, session [32]byte, first uint64, at rpc.Block) (Agent, error) {
	logs, err := r.registered(ctx, owner, first, at.Number)
	if err != nil {
		return Agent{}, fmt.Errorf("find the agent of a session: %w", err)
	}
	for i := len(logs) - 1; i >= 0; i-- {
		registration, ok := ParseRegistered(r.Address, &logs[i])
		if !ok || registration.Owner != owner {
			continue
		}
		a, err := r.Read(ctx, at.Hash, registration.ID)
		if err == nil && a.Session == session {
			return a, nil
		}
		if err != nil && !errors.Is(err, ErrMetadata) {
			return Agent{}, err
		}
	}
	return Agent{}, fmt.Errorf("%w: %s registered none for the session since block %d", ErrNoAgent, owner, first)
}

func (r Registry) registered(ctx context.Context, owner common.Address, first, last uint64) (logs []types.Log, _ error) {
	event := bind.NewIdentityRegistry().GetABI().Events["Registered"].ID
	text, err := r.Client.Ask(ctx, "eth_getLogs", map[string]any{
		"address": r.Address, "fromBlock": hexutil.Uint64(first), "toBlock": hexutil.Uint64(last),
		"topics": []any{event, nil, common.BytesToHash(owner[:])},
	})
	if err != nil {
		return nil, err
	}
	return logs, json.Unmarshal(text, &logs)
}
