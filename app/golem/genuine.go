package golem

import (
	"context"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/protocol"
)

// genuine refuses a contract that has another code than the network's list says: one of the two
// was changed.
//
// spec: chain §2
func genuine(ctx context.Context, l *life, seen turn.Reading) error {
	known := l.config.Network().Code
	if len(known) == 0 {
		return nil
	}
	reached, err := dealings(l, seen)
	if err != nil {
		return err
	}
	batch, asked := l.client.At(seen.Block.Hash), map[common.Address]*rpc.Read[[]byte]{}
	for _, c := range reached {
		if _, ok := known[c.Address]; ok && asked[c.Address] == nil {
			asked[c.Address] = batch.Code(c.Address)
		}
	}
	if len(asked) == 0 {
		return nil
	}
	if err := batch.Do(ctx); err != nil {
		return err
	}
	for _, c := range reached {
		read := asked[c.Address]
		if read == nil {
			continue
		}
		code, err := read.Value()
		if err != nil {
			return err
		}
		if hash := crypto.Keccak256Hash(code); hash != known[c.Address] {
			return fmt.Errorf("%w: the code of %s, %s, has the hash %s, and the list of %s has it with %s", protocol.ErrSelfReport, c.What, c.Address, hash, l.config.Golem.Network, known[c.Address])
		}
	}
	return nil
}
