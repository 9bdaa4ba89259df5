package aavev3

import (
	"context"
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/aave"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/internal/money"
)

// Reader reads what an account has in a market, of a pair's tokens. What it has there in
// other tokens is in the market's own account of it, by which its health is judged. It
// implements protocol.Reader.
type Reader struct {
	account common.Address
	pair    protocol.Pair
	market  *aave.Market
}

// Open finds the reserves of a pair's tokens in the market of a pool.
func Open(ctx context.Context, client *rpc.Client, block common.Hash, pool, account common.Address, pair protocol.Pair) (*Reader, error) {
	market, err := aave.Open(ctx, client, block, pool, []common.Address{pair.Token0.Address, pair.Token1.Address})
	if err != nil {
		return nil, fmt.Errorf("%w: lending: %w", protocol.ErrSelfReport, err)
	}
	return &Reader{account, pair, market}, nil
}

// Add implements protocol.Reader.
func (l *Reader) Add(b *rpc.Batch, _ uint64) func(context.Context, *turn.Reading) error {
	read := l.market.Add(b, l.account)
	return func(_ context.Context, r *turn.Reading) error {
		account, holdings, err := read.Value()
		if err != nil {
			return fmt.Errorf("read the lending market: %w", err)
		}
		at := turn.Lending{Protocol: grammar.AaveV3, Account: AccountOf(account)}
		for _, h := range holdings {
			at.Reserves = append(at.Reserves, turn.Reserve{Token: l.pair.Named(h.Asset), Supplied: h.Supplied, Owed: h.Owed, Receipt: h.AToken, DebtToken: h.Debt, Bonus: money.BPS(h.Bonus)})
		}
		r.Lending = append(r.Lending, l.pair.Netted(at, r.Pool.Price))
		return nil
	}
}
