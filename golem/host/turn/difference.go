package turn

import "github.com/holiman/uint256"

// Stray says what a difference between chain and books is taken for.
type Stray string

// What a difference may be. A deposit is what somebody sent, the owner or a stranger;
// withdrawn is what the owner took out of an account of his own, and returned what had been
// missing.
const (
	StrayDeposit  Stray = "deposit"
	StrayMissing  Stray = "missing"
	StrayReturned Stray = "returned"

	StrayWithdrawn Stray = "withdrawn"
)

// Difference is what the wallet holds of an asset beside what the books say, that no
// order of the Golem explains, and how it was booked. Asset is a token's address in
// text, or "native"; Units are raw units; Block is that of the reading that made it sure.
type Difference struct {
	Kind  Stray       `cbor:"1,keyasint" json:"kind"`
	Asset string      `cbor:"2,keyasint" json:"asset"`
	Units uint256.Int `cbor:"3,keyasint" json:"units"`
	Block Block       `cbor:"4,keyasint" json:"block"`
}
