package mortality

import (
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"math"

	"github.com/ethereum/go-ethereum/crypto"
)

// Hazard are the terms of the chance of death in a tick (mortality §4.1).
type Hazard struct {
	Base       float64 `cbor:"1,keyasint"` // λ
	Age        float64 `cbor:"2,keyasint"` // a
	Rate       float64 `cbor:"3,keyasint"` // b, a tick
	Multiplier float64 `cbor:"4,keyasint"` // m, of who is always wrong
	Max        float64 `cbor:"5,keyasint"`
}

// DefaultHazard has the terms of mortality §4.1.
func DefaultHazard() Hazard {
	return Hazard{Base: 1e-6, Age: 1e-8, Rate: 5e-5, Multiplier: 3, Max: 0.001}
}

// Of is the chance that a Golem of an age in ticks and a fitness of 0 to 1 dies in
// one tick. It goes through Exp2 for the reason that sigmoid does.
func (h Hazard) Of(ticks uint64, fitness float64) float64 {
	aging := h.Age * math.Exp2(h.Rate*float64(ticks)*math.Log2E)
	return min(h.Max, (h.Base+aging)*(1+(h.Multiplier-1)*(1-fitness)))
}

// Roll is the die of one tick: its value by 2^64 is a number from 0 up to, and not
// including, 1 (mortality §4.2).
type Roll uint64

// Fraction is the roll as a number in [0, 1).
func (r Roll) Fraction() float64 {
	return min(float64(r)/(1<<64), math.Nextafter(1, 0))
}

// Cast is the roll that a secret gives a Golem in a tick.
func Cast(secret *[32]byte, golemID string, tick uint64) Roll {
	material := make([]byte, 0, len(secret)+len(golemID)+8)
	material = append(append(material, secret[:]...), golemID...)
	material = binary.BigEndian.AppendUint64(material, tick)
	sum := crypto.Keccak256(material)
	clear(material)
	return Roll(binary.BigEndian.Uint64(sum))
}

// Commit is what is told of a secret at birth.
func Commit(secret *[32]byte) [32]byte { return [32]byte(crypto.Keccak256(secret[:])) }

// ErrUnfair says that the rolls of a life are not those of its secret.
var ErrUnfair = errors.New("the rolls of this life are not those that it was committed to")

// Verify checks, after a death, that a life drew what it was committed to at birth:
// the secret is the one of the commitment, every roll follows from it, and no tick
// was drawn twice. The ticks must rise.
func Verify(commitment, secret [32]byte, golemID string, rolls iter.Seq2[uint64, Roll]) error {
	if Commit(&secret) != commitment {
		return fmt.Errorf("%w: the secret is not the one of the commitment %x", ErrUnfair, commitment)
	}
	last, any := uint64(0), false
	for tick, roll := range rolls {
		if any && tick <= last {
			return fmt.Errorf("%w: tick %d was drawn after tick %d", ErrUnfair, tick, last)
		}
		if want := Cast(&secret, golemID, tick); roll != want {
			return fmt.Errorf("%w: tick %d drew %016x, its secret gives %016x", ErrUnfair, tick, uint64(roll), uint64(want))
		}
		last, any = tick, true
	}
	return nil
}

// ErrDrawn refuses a second draw for a tick.
var ErrDrawn = errors.New("this tick was drawn before")

// Chance is the memory of the stochastic clock (mortality §4.3). The zero value is
// unborn: make it with Survival 1.
type Chance struct {
	Drawn    bool
	Last     uint64 // the last tick that was drawn
	Hazard   float64
	Roll     Roll
	Survival float64 // how likely this life was to come so far
	Failed   bool
}

// Draw throws the die of a tick once and reports whether the Golem lives on.
func (c *Chance) Draw(tick uint64, hazard float64, roll Roll) (survived bool, err error) {
	if c.Drawn && tick <= c.Last {
		return !c.Failed, fmt.Errorf("%w: tick %d, the last one is %d", ErrDrawn, tick, c.Last)
	}
	c.Drawn, c.Last, c.Hazard, c.Roll = true, tick, hazard, roll
	c.Survival *= 1 - hazard
	c.Failed = c.Failed || roll.Fraction() < hazard
	return !c.Failed, nil
}

// MedianLeft is how many ticks are left at the hazard of now, for half of all
// Golems: rough, and too long where age dominates.
func (c *Chance) MedianLeft() uint64 {
	if c.Hazard <= 0 {
		return 0
	}
	return uint64(math.Round(0.693 / c.Hazard))
}
