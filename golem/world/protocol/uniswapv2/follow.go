package uniswapv2

import (
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/erc20"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/protocol"
)

// synced is the log by which a pair tells its reserves whenever they change.
var synced = crypto.Keccak256Hash([]byte("Sync(uint112,uint112)"))

// Watch implements protocol.Follower.
func (x *Reader) Watch() rpc.Filter {
	f := rpc.Filter{Topics: [][]common.Hash{{synced, erc20.TransferTopic}}}
	for _, p := range x.pairs {
		f.Contracts = append(f.Contracts, p.loader.Address)
	}
	return f
}

// Follow implements protocol.Follower: the pair tells its reserves, and its own token who has it.
func (x *Reader) Follow(r *turn.Reading, l *types.Log) {
	for _, p := range x.pairs {
		if l.Address != p.loader.Address {
			continue
		}
		if e, err := bind.NewUniswapV2Pair().UnpackSyncEvent(l); err == nil {
			if at, ok := r.Market(p.handle); ok {
				*at = p.market(uniswap.Pair{Reserve0: *uint256.MustFromBig(e.Reserve0), Reserve1: *uint256.MustFromBig(e.Reserve1)})
			}
		} else if held, ok := r.Position(id(p.loader.Address)); ok {
			held.Shares = protocol.Moved(held.Shares, x.account, l)
		}
	}
}

// Told implements protocol.Follower. What a share of the pair comes to is not among it: that depends
// on how many there are, and on what the factory takes, of which a reading has neither.
func (x *Reader) Told(r *turn.Reading) (all []protocol.Figure) {
	for _, p := range x.pairs {
		at, ok := r.Market(p.handle)
		if !ok || at.Range == nil {
			continue
		}
		all = append(all, protocol.Ranged(at)...)
		if held, ok := r.Position(id(p.loader.Address)); ok {
			all = append(all, protocol.Figure{Market: p.handle, What: "account's share", Value: held.Shares.ToBig()})
		}
	}
	return all
}
