package cheat

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/params"
)

// EstimateGas answers the gas in the next block, as every node does, without the fifth on top
// of the reference (mirage-testing §8.3): clients that want a margin add their own. go-ethereum
// estimates in the head block, where a swap that is the first of its second costs less than it
// will, and where a price is too low that will do. Block overrides of the caller go first.
func (c *Calls) EstimateGas(ctx context.Context, call json.RawMessage, block, state, overrides *json.RawMessage) (hexutil.Uint64, error) {
	return c.estimate(ctx, call, block, state, overrides)
}

func (b *base) estimate(ctx context.Context, call json.RawMessage, block, state, overrides *json.RawMessage) (hexutil.Uint64, error) {
	next, err := b.node.Pace.Next()
	if err != nil {
		return 0, coded(err)
	}
	at, env := b.tag(block), raw(overrides)
	if env == nil && string(at) == latest {
		env = envOf(next)
	}
	v, err := b.node.Server.Stock.Call(ctx, "EstimateGas", prefixed(call), at, raw(state), env)
	if err != nil && b.node.Chain.Uncapped() {
		gas, err := b.wide(ctx, call, next.GasLimit, err, at, raw(state), env)
		return gas, coded(err)
	}
	if err != nil {
		return 0, coded(err)
	}
	gas, ok := v.(hexutil.Uint64)
	if !ok {
		return 0, fmt.Errorf("estimate: unexpected answer %T", v)
	}
	return b.least(ctx, call, gas, at, raw(state), env), nil
}

// wide is the least gas of a call for which the cap of EIP-7825, which go-ethereum puts on every estimate,
// is too little, on a chain without that cap. Where the whole room is too little as well, it is refused as
// there; where no such call can be paid for, as it was before.
func (b *base) wide(ctx context.Context, call json.RawMessage, room uint64, was error, more ...json.RawMessage) (hexutil.Uint64, error) {
	passes, given, ok := b.trial(ctx, call, more...)
	if given != 0 {
		room = given
	}
	if !ok || room <= params.MaxTxGas {
		return 0, was
	}
	if err := passes(room); errors.Is(err, core.ErrInsufficientFunds) {
		return 0, was
	} else if err != nil {
		return 0, err
	}
	return hexutil.Uint64(lowest(params.MaxTxGas+1, room, passes)), nil
}

// least is the least gas that a call takes, given one that is enough and at most 1.5 % too much, where
// go-ethereum's search ends. Suites compare what is estimated with what was written down.
func (b *base) least(ctx context.Context, call json.RawMessage, enough hexutil.Uint64, more ...json.RawMessage) hexutil.Uint64 {
	passes, _, ok := b.trial(ctx, call, more...)
	most := uint64(enough)
	if !ok || passes(most) != nil || passes(most-1) != nil { // a call that fails for want of what only an estimate lacks stays as it is
		return enough
	}
	return hexutil.Uint64(lowest(most-most/50, most-1, passes)) // less than go-ethereum would have ended with
}

// trial answers how to try a call with some gas, the gas that it names (0 means none), and false where it is
// no call.
func (b *base) trial(ctx context.Context, call json.RawMessage, more ...json.RawMessage) (passes func(gas uint64) error, given uint64, ok bool) {
	var fields map[string]json.RawMessage
	if json.Unmarshal(prefixed(call), &fields) != nil {
		return nil, 0, false
	}
	var named hexutil.Uint64
	_ = json.Unmarshal(fields["gas"], &named) // none, or refused before
	return func(gas uint64) error {
		fields["gas"] = quote(hexutil.Uint64(gas))
		_, err := b.node.Server.Stock.Call(ctx, "Call", append([]json.RawMessage{quote(fields)}, more...)...)
		return err
	}, uint64(named), true
}

// lowest is the lowest gas from low to high that passes, where high does.
func lowest(low, high uint64, passes func(gas uint64) error) uint64 {
	for low < high {
		if middle := low + (high-low)/2; passes(middle) == nil {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return high
}

// envOf is a block that nobody made yet as block overrides.
func envOf(next *types.Header) json.RawMessage {
	return fmt.Appendf(nil, `{"number":"0x%x","time":"0x%x","gasLimit":"0x%x","feeRecipient":"%s","prevRandao":"%s","baseFeePerGas":"0x%x"}`,
		next.Number, next.Time, next.GasLimit, next.Coinbase, next.MixDigest, next.BaseFee)
}
