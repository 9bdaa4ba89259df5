package cheat

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/ethereum/go-ethereum/common/hexutil"
)

// EvmMining is Mining as evm_, whose evm_mine also takes the time of the block.
type EvmMining struct{ *Mining }

// mineOptions is how many blocks to make, or the time of the first: {blocks, timestamp},
// or one number. The reference means a count by it and other nodes a time; a count is never
// above mostCounted here and a time never below.
type mineOptions struct {
	Blocks    *quantity `json:"blocks"`
	Timestamp *quantity `json:"timestamp"`
}

const mostCounted = 100_000

// UnmarshalJSON implements json.Unmarshaler.
func (o *mineOptions) UnmarshalJSON(b []byte) error {
	if bytes.HasPrefix(b, []byte("{")) {
		type plain mineOptions
		return json.Unmarshal(b, (*plain)(o))
	}
	var q quantity
	if err := q.UnmarshalJSON(b); err != nil {
		return err
	}
	if q.big().IsUint64() && q.big().Uint64() <= mostCounted {
		o.Blocks = &q
	} else {
		o.Timestamp = &q
	}
	return nil
}

// Mine makes blocks, the first at the time that was named.
func (m *EvmMining) Mine(ctx context.Context, options *mineOptions) (bool, error) {
	_, err := m.timed(ctx, options)
	return err == nil, err
}

// Mine_detailed is Mine that answers the blocks with their transactions. The name is the
// wire's.
func (m *EvmMining) Mine_detailed(ctx context.Context, options *mineOptions) ([]any, error) {
	next := m.node.Chain.Head().Number.Uint64() + 1
	count, err := m.timed(ctx, options)
	if err != nil {
		return nil, err
	}
	made, blocks := make([]any, count), &Blocks{m.base}
	for i := range made {
		number := quote(hexutil.Uint64(next + uint64(i)))
		if made[i], err = blocks.GetBlockByNumber(ctx, number, true); err != nil {
			return nil, err
		}
	}
	return made, nil
}

func (m *EvmMining) timed(ctx context.Context, options *mineOptions) (uint64, error) {
	if options == nil {
		options = &mineOptions{}
	}
	if options.Timestamp != nil {
		if _, err := (&Evm{m.base}).SetNextBlockTimestamp(*options.Timestamp); err != nil {
			return 0, err
		}
	}
	return m.mine(ctx, options.Blocks, nil)
}
