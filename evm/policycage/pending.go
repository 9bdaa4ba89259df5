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

// Pending is a looser limit, or the beginning of a session, that its owner may apply later.
type Pending struct {
	ID   common.Hash
	Says string
	Due  uint64 // unix seconds
}

// What a change is about (CageKind), of those that Pending looks for.
const (
	aboutLimit   = 0
	aboutSession = 9
)

// Pending lists the limits that wait in the cage at the snapshot's block, and a session that
// does. Assets, contracts and functions that wait are not among them.
//
// spec: safety §7.5
func (s Snapshot) Pending(ctx context.Context, client *rpc.Client) ([]Pending, error) {
	codec, asks := bind.NewPolicyCage(), client.At(s.Block)
	var waiting []*rpc.Read[[]byte]
	for i := range len(retuned) + 1 {
		kind, subject := int64(aboutLimit), int64(i)
		if i == len(retuned) {
			kind, subject = aboutSession, 0
		}
		slot := crypto.Keccak256Hash(common.BigToHash(big.NewInt(kind)).Bytes(), common.BigToHash(big.NewInt(subject)).Bytes())
		waiting = append(waiting, asks.Call(s.Cage, codec.PackWaiting(slot)))
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
		p, err := s.pending(ctx, client, id, i)
		if err != nil {
			return nil, err
		}
		found = append(found, p)
	}
	return found, nil
}

// pending is a change by its id, of the limit of that number or, behind the last, of a session.
func (s Snapshot) pending(ctx context.Context, client *rpc.Client, id common.Hash, limit int) (Pending, error) {
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
	p := Pending{ID: id, Due: c.Eta, Says: "a new session"}
	if limit < len(retuned) {
		kind := retuned[limit]
		p.Says = kind.name + " becomes " + kind.format(c.Value.Uint64())
	}
	return p, nil
}
