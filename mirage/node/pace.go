package node

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/consensus/misc/eip1559"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
)

// ErrTime is wrapped where a block would lie before its parent.
var ErrTime = errors.New("block time runs backwards")

// ErrGasLimit is wrapped where blocks would have no room for a transaction.
var ErrGasLimit = errors.New("block gas limit is too low")

// pace is what the next block gets when nobody names it.
type pace struct {
	last     uint64         // time of the latest block, in seconds
	offset   time.Duration  // chain time minus the clock's
	time     uint64         // time of the next block; 0 means the clock's
	baseFee  *big.Int       // base fee of the next block; nil means by rule
	randao   *common.Hash   // randomness of the next block; nil means by rule
	coinbase common.Address // of every block from now on
	step     uint64         // seconds from each block to the next; 0 means the clock's
	gasLimit uint64         // of every block from now on; 0 means the configuration's
}

// origin is the pace of the first local block: on a fork the chain goes on in that block's
// time, and pays whom it paid.
func (n *Node) origin() pace {
	head := n.chain.Genesis().Header()
	p := pace{last: head.Time}
	if n.fork != nil {
		p.coinbase = head.Coinbase
		p.offset = time.Unix(int64(head.Time), 0).Sub(n.began.Truncate(time.Second))
	}
	return p
}

// blockTime answers the time of the next block: what was set for it, else the step, else
// the clock's now plus the offset. It may equal the latest block's, never precede it.
func (n *Node) blockTime(named time.Time) (uint64, error) {
	switch p := n.pace; {
	case !named.IsZero():
		if named.Unix() < int64(p.last) {
			return 0, fmt.Errorf("%w: %d after %d", ErrTime, named.Unix(), p.last)
		}
		return uint64(named.Unix()), nil
	case p.time != 0:
		return max(p.time, p.last), nil
	case p.step != 0:
		return p.last + p.step, nil
	default:
		now := n.cfg.Clock.Now().Add(p.offset).Unix()
		return uint64(max(now, int64(p.last))), nil
	}
}

// blockBaseFee answers the base fee of the block after parent.
func (n *Node) blockBaseFee(parent *types.Header, named *big.Int) *big.Int {
	switch {
	case named != nil:
		return new(big.Int).Set(named)
	case n.pace.baseFee != nil:
		return new(big.Int).Set(n.pace.baseFee)
	case n.cfg.FixedBaseFee:
		return new(big.Int).Set(parent.BaseFee)
	default:
		return eip1559.CalcBaseFee(n.chain.Config(), parent)
	}
}

// advanced is the pace past a block of the given time. A time that was set for one
// block shifts the clock for all that follow.
func (n *Node) advanced(t uint64) pace {
	p := pace{last: t, offset: n.pace.offset, coinbase: n.pace.coinbase, step: n.pace.step, gasLimit: n.pace.gasLimit}
	if n.pace.time != 0 {
		p.offset = time.Unix(int64(t), 0).Sub(n.cfg.Clock.Now().Truncate(time.Second))
	}
	return p
}

// Next returns number, time and base fee of the block that Mine would make now.
func (n *Node) Next() (*types.Header, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	parent := n.Head()
	t, err := n.blockTime(time.Time{})
	if err != nil {
		return nil, err
	}
	return n.header(parent, t, BlockSpec{}), nil
}

// SetNextTime sets the time of the next block in seconds since 1970; later ones go on
// from there. It must be after the latest block's.
func (n *Node) SetNextTime(t uint64) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.noCheats {
		return ErrCheatsClosed
	}
	if t <= n.pace.last {
		return fmt.Errorf("%w: %d is not after %d", ErrTime, t, n.pace.last)
	}
	n.pace.time = t
	return n.noteState()
}

// SetStep lets each block lie so many seconds after its parent, whatever the clock says; 0
// gives time back to the clock.
func (n *Node) SetStep(seconds uint64) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.noCheats {
		return ErrCheatsClosed
	}
	if seconds == 0 && n.pace.step != 0 { // the clock goes on where the chain stands
		n.pace.offset = time.Unix(int64(n.pace.last), 0).Sub(n.cfg.Clock.Now().Truncate(time.Second))
	}
	n.pace.step = seconds
	return nil
}

// Step returns what SetStep set.
func (n *Node) Step() uint64 {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.pace.step
}

// SetGasLimit sets the gas limit of every block from now on; it is at least a transfer's.
func (n *Node) SetGasLimit(gas uint64) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.noCheats {
		return ErrCheatsClosed
	}
	if gas < minTxGas {
		return fmt.Errorf("%w: %d is below the %d of a transfer", ErrGasLimit, gas, minTxGas)
	}
	n.pace.gasLimit = gas
	return nil
}

// blockGasLimit answers the gas limit of the next block.
func (n *Node) blockGasLimit() uint64 {
	if n.pace.gasLimit != 0 {
		return n.pace.gasLimit
	}
	return n.cfg.GasLimit
}

// AddTime shifts chain time and returns the whole shift so far.
func (n *Node) AddTime(d time.Duration) (time.Duration, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.noCheats {
		return 0, ErrCheatsClosed
	}
	n.pace.offset += d
	return n.pace.offset, n.noteState()
}

// SetNextBaseFee sets the base fee of the next block only, in wei.
func (n *Node) SetNextBaseFee(fee *big.Int) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.noCheats {
		return ErrCheatsClosed
	}
	n.pace.baseFee = new(big.Int).Set(fee)
	return n.noteState()
}

// SetPrevRandao sets the randomness of the next block only.
func (n *Node) SetPrevRandao(random common.Hash) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.noCheats {
		return ErrCheatsClosed
	}
	n.pace.randao = &random
	return n.noteState()
}

// SetCoinbase sets who receives the tips of later blocks.
func (n *Node) SetCoinbase(to common.Address) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.noCheats {
		return ErrCheatsClosed
	}
	n.pace.coinbase = to
	return n.noteState()
}

// blockRandao answers the randomness of the block of the given number.
func (n *Node) blockRandao(number uint64) common.Hash {
	if n.pace.randao != nil {
		return *n.pace.randao
	}
	return prevRandao(n.cfg.ChainID, n.cfg.Seed, number)
}

// prevRandao is deterministic from chain id, seed and number (spec: mirage-testing §8.6).
func prevRandao(chainID, seed, number uint64) common.Hash {
	b := binary.BigEndian.AppendUint64(nil, chainID)
	b = binary.BigEndian.AppendUint64(b, number)
	if seed != 0 {
		b = binary.BigEndian.AppendUint64(b, seed)
	}
	return crypto.Keccak256Hash([]byte("mirage/prevrandao"), b)
}
