package morphoblue

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/morpho"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/protocol"
)

// Watch implements protocol.Follower: one contract has all markets, and only this one's logs are asked
// for.
func (l *Reader) Watch() rpc.Filter {
	return rpc.Filter{Contracts: []common.Address{l.market.At}, Topics: [][]common.Hash{morpho.Changing(), {l.market.ID()}}}
}

// Follow implements protocol.Follower.
func (l *Reader) Follow(r *turn.Reading, log *types.Log) {
	at := protocol.Lent(r, Name)
	if at == nil || log.Address != l.market.At {
		return
	}
	for _, c := range morpho.ParseChanges(log) {
		if c.Market != l.market.ID() || c.Account != l.account {
			continue
		}
		for i := range at.Reserves {
			held := &at.Reserves[i]
			switch loan := held.Token.Address == l.market.Loan; {
			case c.Side == morpho.Secured && !loan:
				shift(&held.Supplied, c.Units)
			case c.Side == morpho.Lent && loan:
				shift(&held.SupplyShares, c.Shares)
			case c.Side == morpho.Owed && loan:
				shift(&held.DebtShares, c.Shares)
			}
		}
	}
}

func shift(v *uint256.Int, by *big.Int) { v.SetFromBig(new(big.Int).Add(v.ToBig(), by)) }

// Told implements protocol.Follower: shares and collateral, which interest does not change. What the
// shares are worth, and at which rates, is not among it: between two logs a model says that which is
// asked about the state of the market, and no log tells. Nor is what the market's owner takes of the
// interest, where he is the account.
func (l *Reader) Told(r *turn.Reading) (all []protocol.Figure) {
	at := protocol.Lent(r, Name)
	if at == nil {
		return nil
	}
	for i := range at.Reserves {
		if held := &at.Reserves[i]; held.Token.Address == l.market.Loan {
			all = append(all, protocol.Figure{Market: Name, What: "number of shares supplied", Value: held.SupplyShares.ToBig()},
				protocol.Figure{Market: Name, What: "number of shares owed", Value: held.DebtShares.ToBig()})
		} else {
			all = append(all, protocol.Figure{Market: Name, What: "collateral", Value: held.Supplied.ToBig()})
		}
	}
	return all
}
