package cheat

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"
)

// PoolView is txpool_, with the accounts that its answers go by in lower case, as anvil writes them:
// clients look them up so.
type PoolView struct{ base }

// Content answers what waits.
func (p *PoolView) Content(ctx context.Context) (any, error) { return p.lower(ctx, "Content") }

// Inspect answers a line on each that waits.
func (p *PoolView) Inspect(ctx context.Context) (any, error) { return p.lower(ctx, "Inspect") }

// ContentFrom answers what waits of one account.
func (p *PoolView) ContentFrom(ctx context.Context, account common.Address) (any, error) {
	return answer(p.node.Server.Stock.Call(ctx, "ContentFrom", quote(account)))
}

func (p *PoolView) lower(ctx context.Context, method string) (any, error) {
	v, err := p.node.Server.Stock.Call(ctx, method)
	if err != nil {
		return nil, coded(err)
	}
	var parts map[string]map[string]json.RawMessage // pending and queued, by account
	if err := json.Unmarshal(quote(v), &parts); err != nil {
		return nil, err
	}
	out := map[string]map[string]json.RawMessage{}
	for part, accounts := range parts {
		out[part] = map[string]json.RawMessage{}
		for account, txs := range accounts {
			out[part][strings.ToLower(account)] = txs
		}
	}
	return out, nil
}

// PendingTransactions answers what could be in the next block, by account and nonce. go-ethereum's
// own lists those of its wallets, and has none.
func (b *Blocks) PendingTransactions(ctx context.Context) ([]json.RawMessage, error) {
	v, err := b.node.Server.Stock.Call(ctx, "Content")
	if err != nil {
		return nil, coded(err)
	}
	var parts struct {
		Pending map[common.Address]map[uint64]json.RawMessage
	}
	if err := json.Unmarshal(quote(v), &parts); err != nil {
		return nil, err
	}
	out := []json.RawMessage{}
	for _, account := range slices.SortedFunc(maps.Keys(parts.Pending), common.Address.Cmp) {
		byNonce := parts.Pending[account]
		for _, nonce := range slices.Sorted(maps.Keys(byNonce)) {
			out = append(out, byNonce[nonce])
		}
	}
	return out, nil
}
