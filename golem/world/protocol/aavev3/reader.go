package aavev3

import (
	"context"
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/aave"
	"bardo.run/bardo/evm/erc20"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/internal/money"
)

// Reader reads what an account has in a market, of the assets. What it has there in
// other tokens is in the market's own account of it, by which its health is judged. It
// implements protocol.Reader.
type Reader struct {
	account common.Address
	tokens  []turn.Token
	market  *aave.Market
}

// Open finds the reserves of the assets in the market of a deployment.
func Open(ctx context.Context, o *protocol.Opening, d protocol.Deployment) (*Reader, protocol.Deployment, error) {
	t, err := protocol.TermsOf[Terms](d)
	if err != nil {
		return nil, d, err
	}
	if d, err = d.Named(Name); err != nil {
		return nil, d, err
	}
	var assets []common.Address
	for _, token := range o.Tokens() {
		assets = append(assets, token.Address)
	}
	market, err := aave.Open(ctx, o.Client, o.Block, t.Pool, assets)
	if err != nil {
		return nil, d, fmt.Errorf("%w: lending: %w", protocol.ErrSelfReport, err)
	}
	return &Reader{o.Account, o.Tokens(), market}, d, nil
}

// Add implements protocol.Reader.
func (l *Reader) Add(b *rpc.Batch, _ uint64) func(context.Context, *turn.Reading) error {
	read := l.market.Add(b, l.account)
	return func(_ context.Context, r *turn.Reading) error {
		account, holdings, err := read.Value()
		if err != nil {
			if err := protocol.Mute(r, Name, err, aave.ErrMarket, erc20.ErrAnswer); err != nil {
				return fmt.Errorf("read the lending market: %w", err)
			}
			return nil
		}
		at := turn.Lending{Handle: Name, Protocol: Name, Account: AccountOf(account)}
		for _, h := range holdings {
			reserve := turn.Reserve{Supplied: h.Supplied, Owed: h.Owed, Receipt: h.AToken, DebtToken: h.Debt, Bonus: money.BPS(h.Bonus), SupplyRate: h.SupplyRate, BorrowRate: h.BorrowRate}
			reserve.Supply, reserve.Debt = accruals(h, uint64(r.Block.Time)) //nolint:gosec // after 1970
			reserve.Token = l.tokens[slices.IndexFunc(l.tokens, func(t turn.Token) bool { return t.Address == h.Asset })]
			at.Reserves = append(at.Reserves, reserve)
		}
		r.Lending = append(r.Lending, at)
		return nil
	}
}
