package chain

import (
	"context"
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/aave"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/internal/money"
)

// openLending finds the configured lending market and its reserves of the pool's
// tokens.
func (c *Chain) openLending(ctx context.Context, block common.Hash) (err error) {
	if c.cfg.Aave == (common.Address{}) {
		return nil
	}
	if c.aave, err = aave.Open(ctx, c.client, block, c.cfg.Aave, []common.Address{c.token0.Address, c.token1.Address}); err != nil {
		return fmt.Errorf("%w: lending: %w", ErrSelfReport, err)
	}
	return nil
}

// addLending adds what the wallet has in the lending market to the batch. Without a
// market it adds nothing, and the reading has none.
func (c *Chain) addLending(b *rpc.Batch) func(price float64) ([]turn.Lending, error) {
	if c.aave == nil {
		return func(float64) ([]turn.Lending, error) { return nil, nil }
	}
	read := c.aave.Add(b, c.cfg.Account)
	return func(price float64) ([]turn.Lending, error) {
		account, holdings, err := read.Value()
		if err != nil {
			return nil, err
		}
		l := turn.Lending{Protocol: grammar.AaveV3, Account: AccountOf(account)}
		for _, h := range holdings {
			r := turn.Reserve{Token: c.named(h.Asset), Supplied: h.Supplied, Owed: h.Owed, Receipt: h.AToken, DebtToken: h.Debt}
			l.Value += c.worth(r.Token, &r.Supplied, price) - c.worth(r.Token, &r.Owed, price)
			l.Reserves = append(l.Reserves, r)
		}
		return []turn.Lending{l}, nil
	}
}

func (c *Chain) named(token common.Address) turn.Token {
	if token == c.token0.Address {
		return c.token0
	}
	return c.token1
}

// AccountOf is what a market says of an account, as a reading holds it.
func AccountOf(a aave.Account) turn.Account {
	return turn.Account{
		Collateral: a.Collateral, Debt: a.Debt, Health: a.Health,
		Threshold: money.BPS(a.Threshold), LoanToValue: money.BPS(a.LoanToValue),
	}
}
