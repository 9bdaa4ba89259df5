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

// openLending finds the configured lending markets: Aave's reserves of the pool's
// tokens, and the parameters of Morpho's market, which must be of these tokens.
func (c *Chain) openLending(ctx context.Context, block common.Hash) (err error) {
	if c.cfg.Aave != (common.Address{}) {
		if c.aave, err = aave.Open(ctx, c.client, block, c.cfg.Aave, []common.Address{c.token0.Address, c.token1.Address}); err != nil {
			return fmt.Errorf("%w: lending: %w", ErrSelfReport, err)
		}
	}
	if c.cfg.Morpho == (common.Address{}) {
		return nil
	}
	if c.morpho, err = morpho.Open(ctx, c.client, block, c.cfg.Morpho, c.cfg.MorphoMarket); err != nil {
		return fmt.Errorf("%w: lending: %w", ErrSelfReport, err)
	}
	if m := c.morpho; !c.trades(m.Loan, m.Collateral) {
		return fmt.Errorf("%w: lending: market %s of Morpho Blue lends %s against %s, pool %s trades %s and %s",
			ErrSelfReport, m.ID(), m.Loan, m.Collateral, c.cfg.Pool, c.token0.Address, c.token1.Address)
	}
	return nil
}

// trades reports whether two tokens are the pool's, in either order.
func (c *Chain) trades(a, b common.Address) bool {
	zero, one := c.token0.Address, c.token1.Address
	return a == zero && b == one || a == one && b == zero
}

// MorphoParams are the parameters of the configured market of Morpho Blue; zero where
// none is configured.
func (c *Chain) MorphoParams() morpho.Params {
	if c.morpho == nil {
		return morpho.Params{}
	}
	return c.morpho.Params
}

// lent is a lending market on its way from a batch, at a price of the pool.
type lent func(ctx context.Context, price float64) (turn.Lending, error)

// addLending adds what the wallet has in the lending markets to the batch of a block
// at a time. Without a market it adds nothing, and the reading has none.
func (c *Chain) addLending(b *rpc.Batch, at uint64) (markets []lent) {
	if c.aave != nil {
		markets = append(markets, c.addAave(b))
	}
	if c.morpho != nil {
		markets = append(markets, c.addMorpho(b, at))
	}
	return markets
}

func (c *Chain) addAave(b *rpc.Batch) lent {
	read := c.aave.Add(b, c.cfg.Account)
	return func(_ context.Context, price float64) (turn.Lending, error) {
		account, holdings, err := read.Value()
		if err != nil {
			return turn.Lending{}, err
		}
		l := turn.Lending{Protocol: grammar.AaveV3, Account: AccountOf(account)}
		for _, h := range holdings {
			l.Reserves = append(l.Reserves, turn.Reserve{Token: c.named(h.Asset), Supplied: h.Supplied, Owed: h.Owed, Receipt: h.AToken, DebtToken: h.Debt, Bonus: money.BPS(h.Bonus)})
		}
		return c.netted(l, price), nil
	}
}

// addMorpho reads the market's two tokens as reserves: of the loan token, what is lent
// and owed, of the other, the collateral.
func (c *Chain) addMorpho(b *rpc.Batch, at uint64) lent {
	read := c.morpho.Add(b, c.cfg.Account)
	return func(ctx context.Context, price float64) (turn.Lending, error) {
		h, err := read.Value(ctx, at)
		if err != nil {
			return turn.Lending{}, err
		}
		l := turn.Lending{Protocol: grammar.MorphoBlue, Account: MorphoAccountOf(c.morpho.Params, h), Loan: c.morpho.Loan}
		for _, token := range []turn.Token{c.token0, c.token1} {
			r := turn.Reserve{Token: token, Supplied: h.Position.Collateral, Bonus: money.BPS(c.morpho.Bonus())}
			if token.Address == c.morpho.Loan {
				r.Supplied, r.Owed, r.Bonus = h.Supplied, h.Account.Debt, 0
				r.SupplyShares, r.DebtShares = h.Position.SupplyShares, h.Position.BorrowShares
			}
			l.Reserves = append(l.Reserves, r)
		}
		return c.netted(l, price), nil
	}
}

// netted adds what the reserves come to.
func (c *Chain) netted(l turn.Lending, price float64) turn.Lending {
	for i := range l.Reserves {
		r := &l.Reserves[i]
		l.Value += c.worth(r.Token, &r.Supplied, price) - c.worth(r.Token, &r.Owed, price)
	}
	return l
}

func (c *Chain) named(token common.Address) turn.Token {
	if token == c.token0.Address {
		return c.token0
	}
	return c.token1
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
