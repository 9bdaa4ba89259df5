package cheat

import (
	"context"
	"encoding/json"

	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
)

// Mining is making blocks and what the next one gets, in all three namespaces (spec:
// mirage-testing §6.2).
type Mining struct{ base }

// maxBlocks bounds one mine request.
const maxBlocks = 1_000_000

// Mine makes blocks (1) that lie interval seconds apart (0). The first takes the next
// block's time and what waits in the pool.
func (m *Mining) Mine(ctx context.Context, blocks, interval *quantity) (bool, error) {
	_, err := m.mine(ctx, blocks, interval)
	return err == nil, err
}

// mine makes the blocks and answers how many.
func (m *Mining) mine(ctx context.Context, blocks, interval *quantity) (uint64, error) {
	if m.node.CheatsClosed() {
		return 0, coded(node.ErrCheatsClosed)
	}
	count, err := blocks.uint64("blocks", 1, maxBlocks)
	if err != nil {
		return 0, err
	}
	apart, err := interval.uint64("interval", 0, maxShift)
	if err != nil {
		return 0, err
	}
	for i := range count {
		if i > 0 && apart > 0 {
			if err := m.node.Pace.SetNextTime(m.node.Chain.Head().Time + apart); err != nil {
				return i, coded(err)
			}
		}
		if _, _, err := m.node.Miner.Mine(ctx, node.BlockSpec{FromPool: true}); err != nil {
			return i, coded(err)
		}
	}
	return count, nil
}

// SetNextBlockBaseFeePerGas sets the base fee of the next block in wei.
func (m *Mining) SetNextBlockBaseFeePerGas(wei quantity) (bool, error) {
	err := m.node.Pace.SetNextBaseFee(wei.big())
	return err == nil, coded(err)
}

// SetCoinbase sets who receives the tips.
func (m *Mining) SetCoinbase(to common.Address) (bool, error) {
	err := m.node.Pace.SetCoinbase(to)
	return err == nil, coded(err)
}

// SetPrevRandao sets the randomness of the next block.
func (m *Mining) SetPrevRandao(random word) (bool, error) {
	err := m.node.Pace.SetPrevRandao(common.Hash(random))
	return err == nil, coded(err)
}

// Reset goes back to block 0, or on a fork to its block, which a request may name. A running
// devnet does not begin on another chain or block.
func (m *Mining) Reset(options *json.RawMessage) (bool, error) {
	if options != nil {
		if err := m.same(*options); err != nil {
			return false, err
		}
	}
	err := m.node.Snapshots.Reset()
	return err == nil, coded(err)
}

// same refuses to begin on what this chain does not begin on.
func (m *Mining) same(options json.RawMessage) error {
	var to struct {
		Forking *struct {
			URL   *string   `json:"jsonRpcUrl"`
			Block *quantity `json:"blockNumber"`
		} `json:"forking"`
	}
	if err := json.Unmarshal(options, &to); err != nil {
		return invalid("reset: %v", err)
	}
	if to.Forking == nil {
		return nil
	}
	below := m.node.Chain.ForkBlock()
	if below == nil || to.Forking.URL != nil || to.Forking.Block != nil && to.Forking.Block.big().Cmp(below.Number) != 0 {
		return invalid("a running devnet does not change the chain below it: start one with bardo devnet --fork")
	}
	return nil
}
