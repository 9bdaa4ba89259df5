package policycage

import (
	"context"
	"fmt"
	"math/big"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/rpc"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// Pending is a looser limit or cap, or the beginning of a session, that its owner may apply later.
type Pending struct {
	ID   common.Hash
	Says string
	Due  uint64 // unix seconds
}

// What a change is about (CageKind), of those that Pending looks for.
const (
	aboutLimit   = 0
	aboutSession = 9
	aboutCap     = 11
)

// subject is something that a change may wait for, and what that says.
type subject struct {
	kind int64
	of   common.Hash
	says func(value *big.Int) string
}

// subjects are those that Pending looks for.
func (s Snapshot) subjects() (all []subject) {
	for i, kind := range retuned {
		all = append(all, subject{aboutLimit, common.BigToHash(big.NewInt(int64(i))), func(v *big.Int) string { return kind.name + " becomes " + kind.format(v.Uint64()) }})
	}
	all = append(all, subject{aboutSession, common.Hash{}, func(*big.Int) string { return "a new session" }})
	for _, c := range s.Caps {
		all = append(all, subject{aboutCap, c.slot(), func(v *big.Int) string { return fmt.Sprintf("%s becomes %s bps", c, v) }})
	}
	return all
}

// Pending lists the limits and caps that wait in the cage at the snapshot's block, and a session that
// does. Assets, contracts and functions that wait are not among them.
//
// spec: safety §7.5
func (s Snapshot) Pending(ctx context.Context, client *rpc.Client) ([]Pending, error) {
	codec, asks := bind.NewPolicyCage(), client.At(s.Block)
	subjects := s.subjects()
	waiting := make([]*rpc.Read[[]byte], len(subjects))
	for i, x := range subjects {
		slot := crypto.Keccak256Hash(common.BigToHash(big.NewInt(x.kind)).Bytes(), x.of[:])
		waiting[i] = asks.Call(s.Cage, codec.PackWaiting(slot))
	}
	if err := asks.Do(ctx); err != nil {
		return nil, err
	}
	var found []Pending
	for i, w := range waiting {
		raw, err := w.Value()
		if err != nil {
			return nil, err
		}
		id, err := codec.UnpackWaiting(raw)
		if err != nil {
			return nil, err
		}
		if id == [32]byte{} {
			continue
		}
		p, err := s.pending(ctx, client, id, subjects[i])
		if err != nil {
			return nil, err
		}
		found = append(found, p)
	}
	return found, nil
}

// pending is a change of a subject by its id.
func (s Snapshot) pending(ctx context.Context, client *rpc.Client, id common.Hash, of subject) (Pending, error) {
	codec, ask := bind.NewPolicyCage(), client.At(s.Block)
	read := ask.Call(s.Cage, codec.PackChanges(id))
	if err := ask.Do(ctx); err != nil {
		return Pending{}, err
	}
	raw, err := read.Value()
	if err != nil {
		return Pending{}, err
	}
	c, err := codec.UnpackChanges(raw)
	if err != nil {
		return Pending{}, fmt.Errorf("%w at %s: %w", ErrCage, s.Cage, err)
	}
	return Pending{ID: id, Due: c.Eta, Says: of.says(c.Value)}, nil
}
