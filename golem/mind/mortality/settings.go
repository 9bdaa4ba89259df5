package mortality

import (
	"errors"
	"fmt"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// Limits are where an owner has a life change and end. The zero value adds none
// to what vitality says.
type Limits struct {
	// Saving and Ending are shares of the credit: below the first the phase is at
	// best Conservation, at the second death begins (mortality §2.6).
	Saving float64 `cbor:"1,keyasint"`
	Ending float64 `cbor:"2,keyasint"`
	// Ticks is how many a life has at most; 0: no limit.
	Ticks uint64 `cbor:"3,keyasint"`
}

// best is the best phase that the credit allows.
func (l Limits) best(economic float64) turn.Phase {
	switch {
	case economic <= l.Ending:
		return turn.Terminal
	case economic < l.Saving:
		return turn.Conservation
	}
	return turn.Thriving
}

// Epistemic is how the fitness is judged (mortality §3, §21). Ticks and pairs.
type Epistemic struct {
	Window    int     `cbor:"1,keyasint"` // pairs remembered
	Threshold float64 `cbor:"2,keyasint"`
	Grace     uint64  `cbor:"3,keyasint"` // ticks below it before Stage 2
	Ramp      uint64  `cbor:"4,keyasint"` // ticks of Stage 2 until nothing is left
	Minimum   uint64  `cbor:"5,keyasint"` // pairs before the fitness counts
	Regime    int     `cbor:"6,keyasint"` // pairs of a regime before it counts there
}

// Settings say which clocks a life has and how they run (mortality §20, §21).
type Settings struct {
	// Economic has the credit end the life; without it the axis is 1. Paid has the
	// paid time count in it, and end it as much earlier as a death needs, which is never
	// more than Margin milliseconds: see Dying.
	Economic bool         `cbor:"1,keyasint"`
	Paid     bool         `cbor:"2,keyasint"`
	Margin   int64        `cbor:"3,keyasint"`
	Reserve  ReserveTerms `cbor:"4,keyasint"`

	Predicts  bool      `cbor:"5,keyasint"` // has the epistemic clock, where there is a Foresight
	Epistemic Epistemic `cbor:"6,keyasint"`

	Stochastic bool     `cbor:"7,keyasint"`
	Hazard     Hazard   `cbor:"8,keyasint"`
	Commitment [32]byte `cbor:"9,keyasint"` // to the secret of the rolls

	Curve    Curve  `cbor:"10,keyasint"`
	Rising   Rising `cbor:"11,keyasint"`
	Immortal bool   `cbor:"12,keyasint"` // computes all clocks and dies of none
}

// DefaultSettings has all three clocks, as a hosted Golem does.
func DefaultSettings() Settings {
	return Settings{
		Economic: true, Paid: true, Margin: 600_000, Reserve: DefaultReserve(),
		Predicts: true, Epistemic: Epistemic{Window: 2000, Threshold: 0.35, Grace: 500, Ramp: 500, Minimum: 50, Regime: 20},
		Stochastic: true, Hazard: DefaultHazard(), Curve: DefaultCurve(), Rising: Rising{Margin: 0.05, Hold: 10},
	}
}

// Births that could only die.
var (
	ErrUnfunded = errors.New("the credit is not more than what is kept for dying")
	ErrShort    = errors.New("the paid time is not more than what dying needs")
)

// Reserved is what is kept for dying of a credit at birth; ErrUnfunded where nothing
// would be left to live on.
func (s Settings) Reserved(credit money.USDC) (money.USDC, error) {
	if !s.Economic || s.Immortal || s.Reserve == (ReserveTerms{}) {
		return 0, nil
	}
	if credit <= 0 {
		return 0, fmt.Errorf("%w: the credit is %s; give it more than %s", ErrUnfunded, credit, s.Reserve.Floor)
	}
	kept, err := s.Reserve.Needed(credit, 0)
	if err != nil {
		return 0, fmt.Errorf("reckon the reserve for dying of a credit of %s: %w", credit, err)
	}
	if credit <= kept {
		return 0, fmt.Errorf("%w: the credit is %s, %s of it are kept; give it more", ErrUnfunded, credit, kept)
	}
	return kept, nil
}

// Check refuses a birth that could only die: with ErrUnfunded where the credit does
// not cover the reserve for dying, with ErrShort where the paid time does not cover
// the death.
func (s Settings) Check(b Birth) error {
	if _, err := s.Reserved(b.Credit); err != nil {
		return err
	}
	if paid := b.Time.Until() - b.Time.Start(); s.Paid && paid <= s.Dying(paid) {
		return fmt.Errorf("%w: %d s are paid for and dying takes up to %d s; pay for more", ErrShort, paid/1000, s.Dying(paid)/1000)
	}
	return nil
}

// leastDying is what a death has of the paid time at least, in milliseconds.
const leastDying = 5_000

// Dying is how long before the end of the paid time death begins, in milliseconds: a tenth of
// the time that was bought in all, extensions included, at least five seconds and at most
// Margin (mortality §2.3).
func (s Settings) Dying(bought int64) int64 {
	return min(max(bought/10, leastDying), s.Margin)
}
