package scenario

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
)

// Ranked is one scenario in an order.
type Ranked struct {
	ScenarioID string `json:"scenario_id"`
	Name       string `json:"name"`
	Status     string `json:"status"`
	Value      string `json:"value"` // gas, or PnL in the currency of the prices
}

// Difference is a slot that scenarios leave with different values; a scenario that left
// it as it was is missing.
type Difference struct {
	node.Slot
	Values map[string]common.Hash `json:"values"` // by scenario id
}

// byGas orders by gas used, least first.
func byGas(results []*Result) []Ranked {
	sorted := slices.SortedStableFunc(slices.Values(results), func(a, b *Result) int { return cmp.Compare(a.GasUsed, b.GasUsed) })
	var out []Ranked
	for _, r := range sorted {
		out = append(out, Ranked{r.ScenarioID, r.Name, r.Status, fmt.Sprint(r.GasUsed)})
	}
	return out
}

// byPnL orders by what the tracked accounts won, most first. Prices are decimals by
// token, the zero address standing for the native coin; a token without a price that
// moved is an error, because leaving it out would rank by a part.
func (r *Runner) byPnL(ctx context.Context, results []*Result, prices map[common.Address]string) ([]Ranked, error) {
	if len(prices) == 0 {
		return nil, &Error{CodeInvalidParams, "ranking by pnl needs prices: {token: decimal}"}
	}
	worth := map[*Result]*big.Rat{}
	for _, result := range results {
		pnl, err := r.pnl(ctx, result, prices)
		if err != nil {
			return nil, err
		}
		worth[result] = pnl
	}
	sorted := slices.SortedStableFunc(slices.Values(results), func(a, b *Result) int { return worth[b].Cmp(worth[a]) })
	var out []Ranked
	for _, s := range sorted {
		out = append(out, Ranked{s.ScenarioID, s.Name, s.Status, worth[s].FloatString(6)})
	}
	return out, nil
}

func (r *Runner) pnl(ctx context.Context, result *Result, prices map[common.Address]string) (*big.Rat, error) {
	sum := new(big.Rat)
	add := func(token common.Address, amount *big.Int, decimals int64) error {
		if amount.Sign() == 0 {
			return nil
		}
		price, ok := new(big.Rat).SetString(prices[token])
		if !ok {
			return &Error{CodeInvalidParams, fmt.Sprintf("%s moved in %s and has no price, or none that is a decimal", token, result.Name)}
		}
		unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(decimals), nil)
		sum.Add(sum, price.Mul(price, new(big.Rat).SetFrac(amount, unit)))
		return nil
	}
	for _, account := range slices.SortedFunc(maps.Keys(result.BalanceDeltas), common.Address.Cmp) {
		if err := add(common.Address{}, result.BalanceDeltas[account], 18); err != nil {
			return nil, err
		}
	}
	for _, token := range slices.SortedFunc(maps.Keys(result.TokenDeltas), common.Address.Cmp) {
		decimals, err := r.decimals(ctx, token)
		if err != nil {
			return nil, err
		}
		for account, delta := range result.TokenDeltas[token] {
			if _, tracked := result.BalanceDeltas[account]; !tracked {
				continue
			}
			if err := add(token, delta, decimals); err != nil {
				return nil, err
			}
		}
	}
	return sum, nil
}

// decimals asks a token.
func (r *Runner) decimals(ctx context.Context, token common.Address) (int64, error) {
	s, err := r.node.States.Scratch(common.Hash{})
	if err != nil {
		return 0, err
	}
	out, err := s.Call(ctx, node.Attempt{To: &token, Data: common.FromHex("0x313ce567"), Gas: DefaultMaxGas})
	if err != nil {
		return 0, err
	}
	v := new(big.Int).SetBytes(out.Return)
	if out.Failed != nil || len(out.Return) != 32 || v.BitLen() > 8 {
		return 0, &Error{CodeInvalidParams, fmt.Sprintf("token %s does not tell its decimals", token)}
	}
	return v.Int64(), nil
}

// byState lists the slots that not all scenarios leave alike.
func byState(results []*Result) []Difference {
	values := map[node.Slot]map[string]common.Hash{}
	for _, r := range results {
		for slot, v := range r.slots {
			if values[slot] == nil {
				values[slot] = map[string]common.Hash{}
			}
			values[slot][r.ScenarioID] = v
		}
	}
	out := []Difference{}
	for slot, v := range values {
		if len(v) < len(results) || len(slices.Compact(slices.SortedFunc(maps.Values(v), common.Hash.Cmp))) > 1 {
			out = append(out, Difference{slot, v})
		}
	}
	slices.SortFunc(out, func(a, b Difference) int {
		return cmp.Or(a.Account.Cmp(b.Account), bytes.Compare(a.Slot.Slot[:], b.Slot.Slot[:]))
	})
	return out
}
