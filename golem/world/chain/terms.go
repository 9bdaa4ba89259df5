package chain

import (
	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/internal/money"
)

// Terms are what a life is told in, and how it waits for the chain. Poll and Patience are
// milliseconds.
type Terms struct {
	Numeraire common.Address `cbor:"2,keyasint"`
	Poll      int64          `cbor:"3,keyasint"`
	Patience  int64          `cbor:"4,keyasint"`
	// Watched is how many blocks below the head an order is watched for a reorg, and told how
	// sure its outcome is; 0: its chain takes nothing back.
	Watched   uint64 `cbor:"5,keyasint,omitempty"`
	Witnessed bool   `cbor:"6,keyasint,omitzero"` // large orders need endpoints that agree
	Rollup    bool   `cbor:"7,keyasint,omitzero"` // the chain charges for data too
	// Spread is how far two sources of a price may be apart before it is in doubt; 0: 5 %.
	Spread money.BPS `cbor:"8,keyasint,omitzero"`
}
