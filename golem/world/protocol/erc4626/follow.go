package erc4626

import (
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bardo.run/bardo/evm/erc20"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/protocol"
)

// Watch implements protocol.Follower. Whatever a vault calls a deposit, its shares are a token.
func (l *Reader) Watch() rpc.Filter {
	return rpc.Filter{Contracts: []common.Address{l.vault}, Topics: [][]common.Hash{{erc20.TransferTopic}}}
}

// Follow implements protocol.Follower.
func (l *Reader) Follow(r *turn.Reading, log *types.Log) {
	at := protocol.Lent(r, l.handle)
	if at == nil || log.Address != l.vault {
		return
	}
	for i := range at.Reserves {
		held := &at.Reserves[i]
		held.SupplyShares = protocol.Moved(held.SupplyShares, l.account, log)
	}
}

// Told implements protocol.Follower. What shares pay no log tells: gains, gifts and fees have none that
// every vault writes.
func (l *Reader) Told(r *turn.Reading) (all []protocol.Figure) {
	if at := protocol.Lent(r, l.handle); at != nil {
		for i := range at.Reserves {
			all = append(all, protocol.Figure{Market: l.handle, What: "number of shares", Value: at.Reserves[i].SupplyShares.ToBig()})
		}
	}
	return all
}
