package turn

import "github.com/holiman/uint256"

// Feed is what a price feed beside the markets says of an asset, at the block of its
// reading (safety §16.8). It decides how much may be opened, and what an action loses. The
// feed's address is no part of a birth, as an endpoint's is not: what it said is in every reading,
// and an owner may add one to a life that has none.
type Feed struct {
	// Unread says why there is no price; then nothing else is known, and a source is
	// missing (S-10).
	Unread string `cbor:"1,keyasint,omitempty" json:"unread,omitempty"`
	// Price is that of one whole token in dollars, for thinking.
	Price float64 `cbor:"2,keyasint,omitempty" json:"price,omitempty"`
	// Updated is when it was posted, unix seconds, never behind the reading's block.
	Updated int64 `cbor:"3,keyasint,omitempty" json:"updated,omitempty"`
	// Answer is the exact one, with so many Decimals: what a loss is counted at.
	Answer   uint256.Int `cbor:"4,keyasint,omitzero" json:"answer,omitzero"`
	Decimals uint8       `cbor:"5,keyasint,omitempty" json:"decimals,omitempty"`
	// Holds is how long an answer counts, in seconds.
	Holds int64 `cbor:"6,keyasint,omitempty" json:"holds,omitempty"`
}

// Age is how old the answer is in a block of the given time, in seconds.
func (f Feed) Age(at int64) int64 { return at - f.Updated }

// Fresh reports whether there is a price that still counts in a block of the given time.
func (f *Feed) Fresh(at int64) bool {
	return f != nil && f.Unread == "" && f.Price > 0 && f.Age(at) <= f.Holds
}
