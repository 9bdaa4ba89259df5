package cheat

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/ethereum/go-ethereum/common/hexutil"
)

// EstimateGas answers the gas in the next block, as every node does, without the fifth on top
// of the reference (mirage-testing §8.3): clients that want a margin add their own. go-ethereum
// estimates in the head block, where a swap that is the first of its second costs less than it
// will. Block overrides of the caller go first.
func (c *Calls) EstimateGas(ctx context.Context, call json.RawMessage, block, state, overrides *json.RawMessage) (hexutil.Uint64, error) {
	return c.estimate(ctx, call, block, state, overrides)
}

func (b *base) estimate(ctx context.Context, call json.RawMessage, block, state, overrides *json.RawMessage) (hexutil.Uint64, error) {
	at := b.tag(block)
	env := raw(overrides)
	if env == nil && string(at) == latest {
		next, err := b.nextEnv()
		if err != nil {
			return 0, coded(err)
		}
		env = next
	}
	v, err := b.node.Server.Stock.Call(ctx, "EstimateGas", prefixed(call), at, raw(state), env)
	if err != nil {
		return 0, coded(err)
	}
	gas, ok := v.(hexutil.Uint64)
	if !ok {
		return 0, fmt.Errorf("estimate: unexpected answer %T", v)
	}
	return b.least(ctx, call, gas, at, raw(state), env), nil
}

// least is the least gas that a call takes, given one that is enough and at most 1.5 % too much, where
// go-ethereum's search ends. Suites compare what is estimated with what was written down.
func (b *base) least(ctx context.Context, call json.RawMessage, enough hexutil.Uint64, more ...json.RawMessage) hexutil.Uint64 {
	var fields map[string]json.RawMessage
	if json.Unmarshal(prefixed(call), &fields) != nil {
		return enough
	}
	passes := func(gas hexutil.Uint64) bool {
		fields["gas"] = quote(gas)
		_, err := b.node.Server.Stock.Call(ctx, "Call", append([]json.RawMessage{quote(fields)}, more...)...)
		return err == nil
	}
	if !passes(enough) || !passes(enough-1) { // a call that fails for want of what only an estimate lacks stays as it is
		return enough
	}
	low, high := enough-enough/50, enough-1 // low is less than go-ethereum would have ended with
	for low < high {
		if middle := low + (high-low)/2; passes(middle) {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return high
}

// nextEnv is the next block as block overrides.
func (b *base) nextEnv() (json.RawMessage, error) {
	next, err := b.node.Pace.Next()
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, `{"number":"0x%x","time":"0x%x"}`, next.Number, next.Time), nil
}
