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

	"bardo.run/bardo/internal/clock"
)

// ErrTime is wrapped where a block would lie before its parent.
var ErrTime = errors.New("block time runs backwards")

// ErrGasLimit is wrapped where blocks would have no room for a transaction.
var ErrGasLimit = errors.New("block gas limit is too low")

// Pace is what the next block gets when nobody names it: its time, fee, room, randomness
// and who is paid. What it sets is a cheat.
type Pace struct {
	gate     *gate
	chain    *Chain
	notes    *notes
	clock    clock.Clock
	gasLimit uint64 // where none is set
	fixedFee bool   // whether a block keeps its parent's base fee
	rising   bool   // whether a block lies at least a second after its parent where nobody names its time
	began    time.Time
	next     pace
}

func newPace(g *gate, chain *Chain, notes *notes, cfg Config) *Pace {
	p := &Pace{gate: g, chain: chain, notes: notes, clock: cfg.Clock, gasLimit: cfg.GasLimit, fixedFee: cfg.FixedBaseFee, rising: cfg.RisingTime, began: cfg.Clock.Now()}
	p.next = p.origin()
	return p
}

// pace is what was set, and where the chain stands in time.
type pace struct {
	last     uint64         // time of the latest block, in seconds
	offset   time.Duration  // chain time minus the clock's, with what rising blocks ran ahead
	time     uint64         // time of the next block; 0 means the clock's
	baseFee  *big.Int       // base fee of the next block; nil means by rule
	randao   *common.Hash   // randomness of the next block; nil means by rule
	coinbase common.Address // of every block from now on
	step     uint64         // seconds from each block to the next; 0 means the clock's
	gasLimit uint64         // of every block from now on; 0 means the configuration's
}

// origin is what the first local block gets: on a fork the chain goes on in that block's
// time, and pays whom it paid.
func (p *Pace) origin() pace {
	head := p.chain.core.Genesis().Header()
	first := pace{last: head.Time}
	if p.chain.fork != nil {
		first.coinbase = head.Coinbase
		first.offset = time.Unix(int64(head.Time), 0).Sub(p.began.Truncate(time.Second))
	}
	return first
}

// Next returns number, time and base fee of the block that Mine would make now.
func (p *Pace) Next() (*types.Header, error) {
	p.gate.Lock()
	defer p.gate.Unlock()
	t, err := p.time(time.Time{})
	if err != nil {
		return nil, err
	}
	return p.header(p.chain.Head(), t, BlockSpec{}), nil
}

// header is the next block's before its transactions, with every field that its rules have: a
// missing one would not decode again.
func (p *Pace) header(parent *types.Header, t uint64, spec BlockSpec) *types.Header {
	number := new(big.Int).Add(parent.Number, common.Big1)
	coinbase := spec.Coinbase
	if coinbase == (common.Address{}) {
		coinbase = p.next.coinbase
	}
	h := &types.Header{
		ParentHash: p.chain.hashOf(parent), Number: number, Time: t, Coinbase: coinbase,
		Difficulty: new(big.Int), GasLimit: p.room(), BaseFee: p.baseFee(parent, spec.BaseFee),
		UncleHash: types.EmptyUncleHash, Extra: []byte("mirage"), MixDigest: p.randao(number.Uint64()),
	}
	if p.chain.core.Config().IsCancun(number, t) {
		h.BlobGasUsed, h.ExcessBlobGas, h.ParentBeaconRoot = new(uint64), new(uint64), new(common.Hash)
	}
	return h
}

// time answers the time of the next block: what was set for it, else the step, else the
// clock's now plus the offset. It may equal the latest block's, but where time rises, and
// never precedes it.
func (p *Pace) time(named time.Time) (uint64, error) {
	switch next := p.next; {
	case !named.IsZero():
		if named.Unix() < int64(next.last) {
			return 0, fmt.Errorf("%w: %d after %d", ErrTime, named.Unix(), next.last)
		}
		return uint64(named.Unix()), nil
	case next.time != 0:
		return max(next.time, next.last), nil
	case next.step != 0:
		return next.last + next.step, nil
	default:
		least := int64(next.last)
		if p.rising {
			least++
		}
		return uint64(max(p.clock.Now().Add(next.offset).Unix(), least)), nil
	}
}

// baseFee answers the base fee of the block after parent.
func (p *Pace) baseFee(parent *types.Header, named *big.Int) *big.Int {
	switch {
	case named != nil:
		return new(big.Int).Set(named)
	case p.next.baseFee != nil:
		return new(big.Int).Set(p.next.baseFee)
	case p.fixedFee:
		return new(big.Int).Set(parent.BaseFee)
	default:
		return eip1559.CalcBaseFee(p.chain.core.Config(), parent)
	}
}

// room answers the gas limit of the next block.
func (p *Pace) room() uint64 {
	if p.next.gasLimit != 0 {
		return p.next.gasLimit
	}
	return p.gasLimit
}

// randao answers the randomness of the block of the given number.
func (p *Pace) randao(number uint64) common.Hash {
	if p.next.randao != nil {
		return *p.next.randao
	}
	return p.chain.randao(number)
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

// after is the pace past a block of the given time. A time that was set for one block
// shifts the clock for all that follow, and so do rising blocks that ran ahead of it, as
// with Hardhat: time that passes, or is added, counts from the latest block.
func (p *Pace) after(t uint64) pace {
	next := pace{last: t, offset: p.next.offset, coinbase: p.next.coinbase, step: p.next.step, gasLimit: p.next.gasLimit}
	switch {
	case p.next.time != 0:
		next.offset = p.shift(t)
	case p.rising:
		next.offset = max(next.offset, p.shift(t))
	}
	return next
}

// shift is how far a time lies from the clock's now. It is not rounded: of blocks that are made
// by time, each would otherwise be a second ahead that falls into the second of the one before.
func (p *Pace) shift(t uint64) time.Duration { return time.Unix(int64(t), 0).Sub(p.clock.Now()) }
