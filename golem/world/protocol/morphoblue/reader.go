package morphoblue

import (
	"context"
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/morpho"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/internal/money"
)

// Reader reads what an account has in a market. It implements protocol.Reader.
type Reader struct {
	account common.Address
	pair    protocol.Pair
	market  *morpho.Market
}

// Open reads a market's parameters. It is named by their hash, so that a contract that lies
// about them is found out before anything is signed; it must be of the pair's tokens, which
// pool trades.
func Open(ctx context.Context, client *rpc.Client, block common.Hash, contract common.Address, id common.Hash, account, pool common.Address, pair protocol.Pair) (*Reader, error) {
	at, err := morpho.Open(ctx, client, block, contract, id)
	if err != nil {
		return nil, fmt.Errorf("%w: lending: %w", protocol.ErrSelfReport, err)
	}
	if !pair.Trades(at.Loan, at.Collateral) {
		return nil, fmt.Errorf("%w: lending: market %s of Morpho Blue lends %s against %s, pool %s trades %s and %s",
			protocol.ErrSelfReport, at.ID(), at.Loan, at.Collateral, pool, pair.Token0.Address, pair.Token1.Address)
	}
	return &Reader{account, pair, at}, nil
}

// Params are the market's parameters.
func (l *Reader) Params() morpho.Params { return l.market.Params }

// Add implements protocol.Reader. The market's two tokens are read as reserves: of the loan
// token, what is lent and owed, of the other, the collateral.
func (l *Reader) Add(b *rpc.Batch, at uint64) func(context.Context, *turn.Reading) error {
	read := l.market.Add(b, l.account)
	return func(ctx context.Context, into *turn.Reading) error {
		h, err := read.Value(ctx, at)
		if err != nil {
			return fmt.Errorf("read the lending market: %w", err)
		}
		at := turn.Lending{Protocol: grammar.MorphoBlue, Account: AccountOf(l.market.Params, h), Loan: l.market.Loan}
		for _, token := range []turn.Token{l.pair.Token0, l.pair.Token1} {
			r := turn.Reserve{Token: token, Supplied: h.Position.Collateral, Bonus: money.BPS(l.market.Bonus())}
			if token.Address == l.market.Loan {
				r.Supplied, r.Owed, r.Bonus = h.Supplied, h.Account.Debt, 0
				r.SupplyShares, r.DebtShares = h.Position.SupplyShares, h.Position.BorrowShares
			}
			at.Reserves = append(at.Reserves, r)
		}
		into.Lending = append(into.Lending, l.pair.Netted(at, into.Pool.Price))
		return nil
	}
}
