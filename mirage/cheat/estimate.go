package cheat

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/params"
)

// EstimateGas answers the gas in the next block and a fifth more (spec: mirage-testing
// §6.1, §8.3). go-ethereum estimates in the head block, where a swap that is the first
// of its second costs less than it will. Block overrides of the caller go first.
func (e *Eth) EstimateGas(ctx context.Context, call json.RawMessage, block, state, overrides *json.RawMessage) (hexutil.Uint64, error) {
	return e.estimate(ctx, call, block, state, overrides)
}

func (b *base) estimate(ctx context.Context, call json.RawMessage, block, state, overrides *json.RawMessage) (hexutil.Uint64, error) {
	at := tag(block)
	env := raw(overrides)
	if env == nil && string(at) == latest {
		next, err := b.nextEnv()
		if err != nil {
			return 0, coded(err)
		}
		env = next
	}
	v, err := b.node.Server.Stock.Call(ctx, "EstimateGas", call, at, raw(state), env)
	if err != nil {
		return 0, coded(err)
	}
	gas, ok := v.(hexutil.Uint64)
	if !ok {
		return 0, fmt.Errorf("estimate: unexpected answer %T", v)
	}
	most := max(gas, hexutil.Uint64(params.MaxTxGas))
	return min(gas+gas/5, most), nil
}

// nextEnv is the next block as block overrides.
func (b *base) nextEnv() (json.RawMessage, error) {
	next, err := b.node.Pace.Next()
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, `{"number":"0x%x","time":"0x%x"}`, next.Number, next.Time), nil
}

// FillTransaction completes a request and answers it unsigned, raw and as JSON.
func (e *Eth) FillTransaction(ctx context.Context, r request) (any, error) {
	if err := e.complete(ctx, &r); err != nil {
		return nil, err
	}
	filled, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	return answer(e.node.Server.Stock.Call(ctx, "FillTransaction", filled))
}
