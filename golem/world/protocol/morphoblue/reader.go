package morphoblue

import (
	"context"
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/morpho"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/internal/money"
)

// Reader reads what an account has in a market. It implements protocol.Reader.
type Reader struct {
	account common.Address
	tokens  []turn.Token // of the market, in the order of the assets
	market  *morpho.Market
}

// Open reads a market's parameters. It is named by their hash, so that a contract that lies
// about them is found out before anything is signed; its tokens must be assets.
func Open(ctx context.Context, o *protocol.Opening, d protocol.Deployment) (*Reader, protocol.Deployment, error) {
	t, err := protocol.TermsOf[Terms](d)
	if err != nil {
		return nil, d, err
	}
	if d, err = d.Named(Name); err != nil {
		return nil, d, err
	}
	at, err := morpho.Open(ctx, o.Client, o.Block, t.Contract, t.Market)
	if err != nil {
		return nil, d, fmt.Errorf("%w: lending: %w", protocol.ErrSelfReport, err)
	}
	x := &Reader{account: o.Account, market: at}
	for _, token := range o.Tokens() {
		if token.Address == at.Loan || token.Address == at.Collateral {
			x.tokens = append(x.tokens, token)
		}
	}
	if len(x.tokens) != 2 {
		return nil, d, fmt.Errorf("%w: lending: market %s of Morpho Blue lends %s against %s, and no market trades both", protocol.ErrSelfReport, at.ID(), at.Loan, at.Collateral)
	}
	t.Params = &at.Params
	return x, protocol.Deploy(Name, Name, t), nil
}

// Add implements protocol.Reader. The market's two tokens are read as reserves: of the loan
// token, what is lent and owed, of the other, the collateral.
func (l *Reader) Add(b *rpc.Batch, at uint64) func(context.Context, *turn.Reading) error {
	read := l.market.Add(b, l.account)
	return func(ctx context.Context, into *turn.Reading) error {
		h, err := read.Value(ctx, at)
		if err != nil {
			if err := protocol.Mute(into, Name, err, morpho.ErrMarket); err != nil {
				return fmt.Errorf("read the lending market: %w", err)
			}
			return nil
		}
		at := turn.Lending{Handle: Name, Protocol: Name, Account: AccountOf(l.market.Params, h), Loan: l.market.Loan}
		for _, token := range l.tokens {
			r := turn.Reserve{Token: token, Supplied: h.Position.Collateral, Bonus: money.BPS(l.market.Bonus())}
			if token.Address == l.market.Loan {
				r.Supplied, r.Owed, r.Bonus = h.Supplied, h.Account.Debt, 0
				r.SupplyShares, r.DebtShares = h.Position.SupplyShares, h.Position.BorrowShares
				r.SupplyRate, r.BorrowRate = h.SupplyRate, h.BorrowRate
			}
			at.Reserves = append(at.Reserves, r)
		}
		into.Lending = append(into.Lending, at)
		return nil
	}
}
