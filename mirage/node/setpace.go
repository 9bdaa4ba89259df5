package node

import (
	"fmt"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/common"
)

// SetNextTime sets the time of the next block in seconds since 1970; later ones go on
// from there. It must be after the latest block's.
func (p *Pace) SetNextTime(t uint64) error {
	return p.gate.cheat(func() error {
		if t <= p.next.last {
			return fmt.Errorf("%w: %d is not after %d", ErrTime, t, p.next.last)
		}
		p.next.time = t
		return p.notes.state()
	})
}

// SetStep lets each block lie so many seconds after its parent, whatever the clock says; 0
// gives time back to the clock.
func (p *Pace) SetStep(seconds uint64) error {
	return p.gate.cheat(func() error {
		if seconds == 0 && p.next.step != 0 { // the clock goes on, and not before where the chain stands
			p.next.offset = max(p.next.offset, p.shift(p.next.last))
		}
		p.next.step = seconds
		return nil
	})
}

// Step returns what SetStep set, in seconds.
func (p *Pace) Step() uint64 {
	p.gate.Lock()
	defer p.gate.Unlock()
	return p.next.step
}

// SetGasLimit sets the gas limit of every block from now on; it is at least a transfer's.
func (p *Pace) SetGasLimit(gas uint64) error {
	return p.gate.cheat(func() error {
		if gas < minTxGas {
			return fmt.Errorf("%w: %d is below the %d of a transfer", ErrGasLimit, gas, minTxGas)
		}
		p.next.gasLimit = gas
		return nil
	})
}

// AddTime shifts chain time and returns the whole shift so far.
func (p *Pace) AddTime(d time.Duration) (shift time.Duration, err error) {
	err = p.gate.cheat(func() error {
		p.next.offset += d
		shift = p.next.offset
		return p.notes.state()
	})
	return shift, err
}

// SetTime lets the clock go on from t, in seconds since 1970, in place of what was set for the
// next block, and answers how many seconds the next block moved by, 0 where it moved back. It
// must not be before the latest block's. With a step the next block lies at t.
func (p *Pace) SetTime(t uint64) (moved uint64, err error) {
	err = p.gate.cheat(func() error {
		if t < p.next.last {
			return fmt.Errorf("%w: %d is before %d", ErrTime, t, p.next.last)
		}
		had, err := p.time(time.Time{})
		if err != nil {
			return err
		}
		moved = max(t, had) - had
		p.next.offset, p.next.time = p.shift(t), 0
		if p.next.step != 0 && t > p.next.last {
			p.next.time = t
		}
		return p.notes.state()
	})
	return moved, err
}

// SetNextBaseFee sets the base fee of the next block only, in wei.
func (p *Pace) SetNextBaseFee(fee *big.Int) error {
	return p.gate.cheat(func() error {
		p.next.baseFee = new(big.Int).Set(fee)
		return p.notes.state()
	})
}

// SetPrevRandao sets the randomness of the next block only.
func (p *Pace) SetPrevRandao(random common.Hash) error {
	return p.gate.cheat(func() error {
		p.next.randao = &random
		return p.notes.state()
	})
}

// SetCoinbase sets who receives the tips of later blocks.
func (p *Pace) SetCoinbase(to common.Address) error {
	return p.gate.cheat(func() error {
		p.next.coinbase = to
		return p.notes.state()
	})
}
