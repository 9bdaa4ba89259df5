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
}

// String tells it to people.
func (c Contrary) String() string {
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
