package turn

import "fmt"

// Category says what a prediction is about (heartbeat §11.1).
type Category uint8

// The categories that are predicted here.
const (
	PriceRange Category = iota
	PriceDirection
	VolatilityRegime
	LiquidityDepth
	FeeGeneration
	GasPrice
	Inaction
	Categories // how many there are
)

var categoryNames = [...]string{"price_range", "price_direction", "volatility_regime", "liquidity_depth", "fee_generation", "gas_price", "inaction"}

// String returns the name as the specification spells it.
func (c Category) String() string { return nameOf(categoryNames[:], uint8(c)) }

// MarshalText writes the name.
func (c Category) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// ClaimKind is the form of a claim.
type ClaimKind uint8

// The forms (heartbeat §11.2). Class is the form of a direction with flat, and of a
// regime: below, within or above two edges.
const (
	InRange ClaimKind = iota
	WithinBPS
	Above
	Below
	Direction
	Boolean
	Class
)

var claimNames = [...]string{"in_range", "within_bps", "above", "below", "direction", "boolean", "class"}

// String returns the name as the specification spells it.
func (k ClaimKind) String() string { return nameOf(claimNames[:], uint8(k)) }

// MarshalText writes the name.
func (k ClaimKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// The answers of a claim that has more than one: Class and Direction use all three,
// Boolean is Down for false and Up for true.
const (
	Down uint8 = iota
	Flat
	Up
)

// Claim is what a prediction says. A and B are the bounds of InRange and the edges of
// Class; A is the centre and B the tolerance in basis points of WithinBPS; A is the
// threshold of Above and Below and the baseline of Direction. Want is what a Class, a
// Direction or a Boolean says.
type Claim struct {
	Kind ClaimKind `cbor:"1,keyasint,omitzero" json:"kind"`
	A    float64   `cbor:"2,keyasint" json:"a"`
	B    float64   `cbor:"3,keyasint,omitzero" json:"b,omitzero"`
	Want uint8     `cbor:"4,keyasint,omitzero" json:"want,omitzero"`
}

// String tells the claim to people.
func (c Claim) String() string {
	switch c.Kind {
	case InRange:
		return fmt.Sprintf("from %.6g to %.6g", c.A, c.B)
	case WithinBPS:
		return fmt.Sprintf("within %.0f bps of %.6g", c.B, c.A)
	case Above, Below:
		return fmt.Sprintf("%s %.6g", c.Kind, c.A)
	case Boolean:
		return fmt.Sprint(c.Want == Up)
	case Direction:
		return fmt.Sprintf("%s from %.6g", [...]string{"down", "flat", "up"}[min(c.Want, Up)], c.A)
	}
	return fmt.Sprintf("%s %.6g to %.6g", [...]string{"below", "within", "above"}[min(c.Want, Up)], c.A, c.B)
}

// Prediction is one claim and when it is looked at (heartbeat §11.2). It is never
// changed; what became of it is a Resolution.
type Prediction struct {
	ID       uint64   `cbor:"1,keyasint" json:"id"`
	Category Category `cbor:"2,keyasint,omitzero" json:"category"`
	// Claim is what is claimed, Draft the claim before the corrector.
	Claim Claim `cbor:"3,keyasint" json:"claim"`
	Draft Claim `cbor:"4,keyasint" json:"draft"`
	// Now is what a persistence forecast goes by: the value at the time, or for a
	// Boolean what happened the last time.
	Now float64 `cbor:"5,keyasint" json:"now"`
	// MadeAt and ResolveAt are unix milliseconds.
	MadeAt    int64  `cbor:"6,keyasint" json:"made_at_ms"`
	ResolveAt int64  `cbor:"7,keyasint" json:"resolve_at_ms"`
	Regime    Regime `cbor:"8,keyasint,omitzero" json:"regime"`
	// Stated is how sure the predictor is, Confidence the same after calibration.
	Stated     float64 `cbor:"9,keyasint" json:"confidence_raw"`
	Confidence float64 `cbor:"10,keyasint" json:"confidence"`
	// Action names the proposal that the prediction was made for; empty for those of
	// every tick.
	Action string `cbor:"11,keyasint,omitempty" json:"action_ref,omitempty"`
	// Trade is what an Inaction claim is about.
	Trade *Untraded `cbor:"12,keyasint,omitempty" json:"trade,omitempty"`
	// Market is the handle of the market that it is about; empty: the strategy's first.
	Market string `cbor:"13,keyasint,omitempty" json:"market,omitempty"`
}

// Untraded is an opening action that was held back: what it would have cost, as a
// share of its value, and where the market stood.
type Untraded struct {
	Kind  string  `cbor:"1,keyasint" json:"kind"`
	Layer string  `cbor:"2,keyasint" json:"layer"`
	Code  string  `cbor:"3,keyasint" json:"code"`
	Value float64 `cbor:"4,keyasint" json:"value_usd"`
	Cost  float64 `cbor:"5,keyasint" json:"cost_share"`
	Price float64 `cbor:"6,keyasint" json:"price"`
	// FeeBase and FeeQuote are the pool's fee growth at the time.
	FeeBase  float64 `cbor:"7,keyasint,omitzero" json:"fee_growth_base,omitzero"`
	FeeQuote float64 `cbor:"8,keyasint,omitzero" json:"fee_growth_quote,omitzero"`
	// Lower and Upper are the ticks of a liquidity position; equal where there is none.
	Lower int32 `cbor:"9,keyasint,omitzero" json:"tick_lower,omitzero"`
	Upper int32 `cbor:"10,keyasint,omitzero" json:"tick_upper,omitzero"`
	// Shadow says that it was taken all the same: the gate held nothing back.
	Shadow bool `cbor:"11,keyasint,omitzero" json:"shadow,omitzero"`
}

// Resolution is what became of a prediction.
type Resolution struct {
	ID       uint64   `cbor:"1,keyasint" json:"id"`
	Category Category `cbor:"2,keyasint,omitzero" json:"category"`
	Regime   Regime   `cbor:"3,keyasint,omitzero" json:"regime"`
	At       int64    `cbor:"4,keyasint" json:"at_ms"`
	Observed float64  `cbor:"5,keyasint" json:"observed"`
	// Residual is observed less predicted, against the claim before the corrector.
	Residual float64 `cbor:"6,keyasint" json:"residual"`
	Correct  bool    `cbor:"7,keyasint,omitzero" json:"correct"`
	// Persisted says that a persistence forecast of the same width was correct.
	Persisted bool `cbor:"8,keyasint,omitzero" json:"persistence_correct"`
	// Late says that nothing could be read in time. It counts nowhere.
	Late   bool      `cbor:"9,keyasint,omitzero" json:"late,omitzero"`
	Stated float64   `cbor:"10,keyasint" json:"confidence_raw"`
	Action string    `cbor:"11,keyasint,omitempty" json:"action_ref,omitempty"`
	Trade  *Untraded `cbor:"12,keyasint,omitempty" json:"trade,omitempty"`
	// Gain is what the trade would have come to, as a share of its value and net of its
	// cost, where the claim was about one that was held back.
	Gain float64 `cbor:"13,keyasint,omitempty" json:"gain_share,omitempty"`
	// Market is that of the prediction.
	Market string `cbor:"14,keyasint,omitempty" json:"market,omitempty"`
}

// Foresight is what the oracle did since the record before: the ledger's part of a
// record. Open is how many claims wait after it.
type Foresight struct {
	Made     []Prediction `cbor:"1,keyasint,omitempty" json:"made,omitempty"`
	Resolved []Resolution `cbor:"2,keyasint,omitempty" json:"resolved,omitempty"`
	Expired  []uint64     `cbor:"3,keyasint,omitempty" json:"expired,omitempty"`
	Open     int          `cbor:"4,keyasint" json:"open"`
}
