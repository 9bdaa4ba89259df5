package cheat

import (
	"errors"
	"math"
	"time"

	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common/hexutil"
)

// Evm is snapshots and time, as evm_ (spec: mirage-testing §6.2).
type Evm struct{ base }

// Snapshot remembers the chain and answers an id.
func (e *Evm) Snapshot() (hexutil.Uint64, error) {
	id, err := e.node.Snapshots.Take()
	return hexutil.Uint64(id), coded(err)
}

// Revert goes back to a snapshot and uses it and all later ones up. It answers false where
// there is none of that id, as anvil and Hardhat do, on whose word clients rely.
func (e *Evm) Revert(id quantity) (bool, error) {
	v, err := id.uint64("snapshot", 0, math.MaxUint64)
	if err != nil {
		return false, err
	}
	if err = e.node.Snapshots.Revert(v); errors.Is(err, node.ErrSnapshot) {
		return false, nil
	}
	return err == nil, coded(err)
}

// IncreaseTime shifts chain time by seconds and answers the whole shift in seconds.
func (e *Evm) IncreaseTime(seconds quantity) (int64, error) {
	v, err := seconds.uint64("seconds", 0, maxShift)
	if err != nil {
		return 0, err
	}
	shift, err := e.node.Pace.AddTime(time.Duration(v) * time.Second)
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
	err = e.node.Pace.SetNextTime(v)
	return err == nil, coded(err)
}

// maxTime is the year 2262, where time in nanoseconds ends.
const maxTime = math.MaxInt64 / 1_000_000_000

// SetAutomine turns on or off that each transaction makes its block.
func (e *Evm) SetAutomine(on bool) (bool, error) {
	if e.node.CheatsClosed() {
		return false, coded(node.ErrCheatsClosed)
	}
	e.node.Miner.SetAutomine(on)
	return true, nil
}

// GetAutomine answers whether each transaction makes its block.
func (e *Evm) GetAutomine() bool { return e.node.Miner.Automine() }

// GetIntervalMining answers the seconds between blocks, null where none are made by time.
func (e *Evm) GetIntervalMining() *uint64 {
	if e.node.Miner.Interval() == 0 {
		return nil
	}
	seconds := uint64(e.node.Miner.Interval() / time.Second)
	return &seconds
}

// SetTime sets chain time to at, in seconds since 1970 and not before the latest block's, and
// answers by how much the next block moved forward. What is beyond the time of seconds is taken
// as milliseconds, which ganache's clients send.
func (e *Evm) SetTime(at quantity) (uint64, error) {
	v, err := at.uint64("timestamp", 0, 1000*maxTime)
	if err != nil {
		return 0, err
	}
	if v > maxTime {
		v /= 1000
	}
	moved, err := e.node.Pace.SetTime(v)
	return moved, coded(err)
}

// SetBlockTimestampInterval lets each block lie so many seconds after its parent.
func (e *Evm) SetBlockTimestampInterval(seconds quantity) (bool, error) {
	v, err := seconds.uint64("interval", 0, maxShift)
	if err != nil {
		return false, err
	}
	err = e.node.Pace.SetStep(v)
	return err == nil, coded(err)
}

// RemoveBlockTimestampInterval gives time back to the clock, and answers whether there was
// an interval.
func (e *Evm) RemoveBlockTimestampInterval() (bool, error) {
	had := e.node.Pace.Step() != 0
	return had, coded(e.node.Pace.SetStep(0))
}

// SetBlockGasLimit sets the gas limit of every block from now on.
func (e *Evm) SetBlockGasLimit(gas quantity) (bool, error) {
	v, err := gas.uint64("gas limit", 0, math.MaxInt64)
	if err != nil {
		return false, err
	}
	err = e.node.Pace.SetGasLimit(v)
	return err == nil, coded(err)
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
	err = e.node.Miner.SetInterval(time.Duration(v) * time.Second)
	return err == nil, coded(err)
}
