package chain

import (
	"context"
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/aave"
	"bardo.run/bardo/evm/morpho"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/internal/money"
)

// lenders are the configured lending markets.
type lenders struct {
	account common.Address
	tokens  tokens
	aave    *aave.Market   // nil: none is configured
	morpho  *morpho.Market // likewise
}

// openLenders finds the configured lending markets: Aave's reserves of the pool's
// tokens, and the parameters of Morpho's market, which must be of these tokens. What the
// wallet has at Aave in other tokens is in the market's own account of it, by which its
// health is judged. A market of Morpho's is named by the hash of its parameters, so a
// contract that lies about them is found out before anything is signed.
func openLenders(ctx context.Context, client *rpc.Client, block common.Hash, cfg Config, m market) (l lenders, err error) {
	l = lenders{account: cfg.Account, tokens: m.tokens}
	zero, one := m.tokens.token0.Address, m.tokens.token1.Address
	if cfg.Aave != (common.Address{}) {
		if l.aave, err = aave.Open(ctx, client, block, cfg.Aave, []common.Address{zero, one}); err != nil {
			return l, fmt.Errorf("%w: lending: %w", ErrSelfReport, err)
		}
	}
	if cfg.Morpho == (common.Address{}) {
		return l, nil
	}
	if l.morpho, err = morpho.Open(ctx, client, block, cfg.Morpho, cfg.MorphoMarket); err != nil {
		return l, fmt.Errorf("%w: lending: %w", ErrSelfReport, err)
	}
	if at := l.morpho; !m.tokens.trades(at.Loan, at.Collateral) {
		return l, fmt.Errorf("%w: lending: market %s of Morpho Blue lends %s against %s, pool %s trades %s and %s",
			ErrSelfReport, at.ID(), at.Loan, at.Collateral, m.address, zero, one)
	}
	return l, nil
}

// lent is a lending market on its way from a batch, at a price of the pool.
type lent func(ctx context.Context, price float64) (turn.Lending, error)

// add adds what the wallet has in the lending markets to the batch of a block
// at a time. Without a market it adds nothing, and the reading has none.
func (l lenders) add(b *rpc.Batch, at uint64) (markets []lent) {
	if l.aave != nil {
		markets = append(markets, l.addAave(b))
	}
	if l.morpho != nil {
		markets = append(markets, l.addMorpho(b, at))
	}
	return markets
}

func (l lenders) addAave(b *rpc.Batch) lent {
	read := l.aave.Add(b, l.account)
	return func(_ context.Context, price float64) (turn.Lending, error) {
		account, holdings, err := read.Value()
		if err != nil {
			return turn.Lending{}, err
		}
		at := turn.Lending{Protocol: grammar.AaveV3, Account: AccountOf(account)}
		for _, h := range holdings {
			at.Reserves = append(at.Reserves, turn.Reserve{Token: l.tokens.named(h.Asset), Supplied: h.Supplied, Owed: h.Owed, Receipt: h.AToken, DebtToken: h.Debt, Bonus: money.BPS(h.Bonus)})
		}
		return l.netted(at, price), nil
	}
}

// addMorpho reads the market's two tokens as reserves: of the loan token, what is lent
// and owed, of the other, the collateral.
func (l lenders) addMorpho(b *rpc.Batch, at uint64) lent {
	read := l.morpho.Add(b, l.account)
	return func(ctx context.Context, price float64) (turn.Lending, error) {
		h, err := read.Value(ctx, at)
		if err != nil {
			return turn.Lending{}, err
		}
		at := turn.Lending{Protocol: grammar.MorphoBlue, Account: MorphoAccountOf(l.morpho.Params, h), Loan: l.morpho.Loan}
		for _, token := range []turn.Token{l.tokens.token0, l.tokens.token1} {
			r := turn.Reserve{Token: token, Supplied: h.Position.Collateral, Bonus: money.BPS(l.morpho.Bonus())}
			if token.Address == l.morpho.Loan {
				r.Supplied, r.Owed, r.Bonus = h.Supplied, h.Account.Debt, 0
				r.SupplyShares, r.DebtShares = h.Position.SupplyShares, h.Position.BorrowShares
			}
			at.Reserves = append(at.Reserves, r)
		}
		return l.netted(at, price), nil
	}
}

// netted adds what the reserves come to.
func (l lenders) netted(at turn.Lending, price float64) turn.Lending {
	for i := range at.Reserves {
		r := &at.Reserves[i]
		at.Value += l.tokens.worth(r.Token, &r.Supplied, price) - l.tokens.worth(r.Token, &r.Owed, price)
	}
	return at
}

// AccountOf is what a market of Aave's says of an account, as a reading holds it.
func AccountOf(a aave.Account) turn.Account {
	return turn.Account{
		Collateral: a.Collateral, Debt: a.Debt, Health: a.Health,
		Threshold: money.BPS(a.Threshold), LoanToValue: money.BPS(a.LoanToValue),
	}
}

// MorphoAccountOf is what a market of Morpho's takes an account for: it lends up to the
// very share at which it liquidates.
func MorphoAccountOf(p morpho.Params, h morpho.Holding) turn.Account {
	a, share := h.Account, money.BPS(p.Threshold())
	return turn.Account{Collateral: a.Collateral, Debt: a.Debt, Health: a.Health, Threshold: share, LoanToValue: share}
}
