package turn

import "github.com/ethereum/go-ethereum/common"

// Screen is what lists of sanctioned addresses say, at the block of a reading, of those
// that the Golem deals with: its accounts, tokens, pools and contracts.
//
// spec: safety §7.6
type Screen struct {
	// Unread says why a list did not answer; then nothing is opened (S-10).
	Unread string `cbor:"1,keyasint,omitempty" json:"unread,omitempty"`
	// Listed are those that a list names, in the order in which they are asked about.
	Listed []common.Address `cbor:"2,keyasint,omitempty" json:"listed,omitempty"`
}
