package cheat

import (
	"context"
	"encoding/json"
	"math"
	"time"

	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
)

// Evm is snapshots and time, as evm_ (spec: mirage-testing §6.2).
type Evm struct{ base }

// Snapshot remembers the chain and answers an id.
func (e *Evm) Snapshot() (hexutil.Uint64, error) {
	id, err := e.node.Snapshot()
	return hexutil.Uint64(id), coded(err)
}

// Revert goes back to a snapshot and uses it and all later ones up; an unknown id is
// −32001.
func (e *Evm) Revert(id quantity) (bool, error) {
	v, err := id.uint64("snapshot", 0, math.MaxUint64)
	if err != nil {
		return false, err
	}
	err = e.node.Revert(v)
	return err == nil, coded(err)
}

// IncreaseTime shifts chain time by seconds and answers the whole shift in seconds.
func (e *Evm) IncreaseTime(seconds quantity) (int64, error) {
	v, err := seconds.uint64("seconds", 0, maxShift)
	if err != nil {
		return 0, err
	}
	shift, err := e.node.AddTime(time.Duration(v) * time.Second)
	return int64(shift / time.Second), coded(err)
}

// maxShift is a hundred years in seconds; more does not fit a duration for long.
const maxShift = 100 * 366 * 86_400

// SetNextBlockTimestamp sets the time of the next block; one that is not after the
// latest block's is −32602.
func (e *Evm) SetNextBlockTimestamp(at quantity) (bool, error) {
	v, err := at.uint64("timestamp", 0, maxTime)
	if err != nil {
		return false, err
	}
	err = e.node.SetNextTime(v)
	return err == nil, coded(err)
}

// maxTime is the year 2262, where time in nanoseconds ends.
const maxTime = math.MaxInt64 / 1_000_000_000

// SetAutomine turns on or off that each transaction makes its block.
func (e *Evm) SetAutomine(on bool) (bool, error) {
	if e.node.CheatsClosed() {
		return false, coded(node.ErrCheatsClosed)
	}
	e.node.SetAutomine(on)
	return true, nil
}

// SetIntervalMining makes a block every so many seconds; 0 ends it.
func (e *Evm) SetIntervalMining(seconds quantity) (bool, error) {
	if e.node.CheatsClosed() {
		return false, coded(node.ErrCheatsClosed)
	}
	v, err := seconds.uint64("interval", 0, maxShift)
	if err != nil {
		return false, err
	}
	err = e.node.SetInterval(time.Duration(v) * time.Second)
	return err == nil, coded(err)
}

// Mining is making blocks and what the next one gets, in all three namespaces.
type Mining struct{ base }

// maxBlocks bounds one mine request.
const maxBlocks = 100_000

// Mine makes blocks (1) that lie interval seconds apart (0). The first takes the next
// block's time and what waits in the pool.
func (m *Mining) Mine(ctx context.Context, blocks, interval *quantity) (bool, error) {
	if m.node.CheatsClosed() {
		return false, coded(node.ErrCheatsClosed)
	}
	count, err := blocks.uint64("blocks", 1, maxBlocks)
	if err != nil {
		return false, err
	}
	apart, err := interval.uint64("interval", 0, maxShift)
	if err != nil {
		return false, err
	}
	for i := range count {
		if i > 0 && apart > 0 {
			if err := m.node.SetNextTime(m.node.Head().Time + apart); err != nil {
				return false, coded(err)
			}
		}
		if _, _, err := m.node.Mine(ctx, node.BlockSpec{FromPool: true}); err != nil {
			return false, coded(err)
		}
	}
	return true, nil
}

// SetNextBlockBaseFeePerGas sets the base fee of the next block in wei.
func (m *Mining) SetNextBlockBaseFeePerGas(wei quantity) (bool, error) {
	err := m.node.SetNextBaseFee(wei.big())
	return err == nil, coded(err)
}

// SetCoinbase sets who receives the tips.
func (m *Mining) SetCoinbase(to common.Address) (bool, error) {
	err := m.node.SetCoinbase(to)
	return err == nil, coded(err)
}

// SetPrevRandao sets the randomness of the next block.
func (m *Mining) SetPrevRandao(random word) (bool, error) {
	err := m.node.SetPrevRandao(common.Hash(random))
	return err == nil, coded(err)
}

// Reset goes back to block 0. Forking from another chain is not possible here.
func (m *Mining) Reset(options *json.RawMessage) (bool, error) {
	if options != nil {
		var forking struct {
			Forking *json.RawMessage `json:"forking"`
		}
		if err := json.Unmarshal(*options, &forking); err != nil {
			return false, invalid("reset: %v", err)
		}
		if forking.Forking != nil {
			return false, invalid("this devnet does not fork another chain")
		}
	}
	err := m.node.Reset()
	return err == nil, coded(err)
}
