package turn

import "fmt"

// Contrary is a figure of a market that the chain's logs lead to otherwise than it was read of the
// same block: one of the two is false, or late. Nothing is opened in that market, and its assets are
// in doubt.
type Contrary struct {
	Market string `cbor:"1,keyasint" json:"market"`
	What   string `cbor:"2,keyasint" json:"what"`
	Read   string `cbor:"3,keyasint" json:"read"`
	Told   string `cbor:"4,keyasint" json:"told_by_logs"`
	// Leap says that no log told it: what is lent pays otherwise than in the last block that was read.
	Leap bool `cbor:"5,keyasint,omitempty" json:"leap,omitempty"`
	// Dust says that what lies in the market is nothing, or less than a thousandth of the equity, and Since since which
	// block's second what it pays leaps.
	Dust  bool  `cbor:"6,keyasint,omitempty" json:"dust,omitempty"`
	Since int64 `cbor:"7,keyasint,omitempty" json:"since,omitempty"`
}

// held is for how many seconds what the account has is not judged because what pays leaps, or does not
// answer: as long as anything is believed.
const held = 4_200

// String tells it to people.
func (c Contrary) String() string {
	if c.Leap {
		return fmt.Sprintf("what %s in %s pays leapt since the last block that was read, to %.80s from %.80s", c.What, c.Market, c.Read, c.Told)
	}
	return fmt.Sprintf("the %s of %s is read as %.80s, and its logs lead to %.80s", c.What, c.Market, c.Read, c.Told)
}

// Contradicted returns what a market's logs contradict; false: nothing.
func (r *Reading) Contradicted(market string) (Contrary, bool) {
	for _, c := range r.Contrary {
		if c.Market == market {
			return c, true
		}
	}
	return Contrary{}, false
}
