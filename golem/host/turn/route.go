package turn

import "github.com/holiman/uint256"

// Route is what a swap is a part of, where its order goes over two markets by an asset between
// them: a first move into that asset, and a second one out of it. Each move is permitted, sent and
// measured by itself.
type Route struct {
	From string `cbor:"1,keyasint" json:"from"` // handles of assets
	Over string `cbor:"2,keyasint" json:"over"`
	To   string `cbor:"3,keyasint" json:"to"`
	// Second is the market of the second move.
	Second string `cbor:"4,keyasint" json:"second"`
	// First is the permit of the first move; empty: this is the first.
	First string `cbor:"5,keyasint,omitempty" json:"first,omitempty"`
	// Gives is what both markets together give of To for what the first move pays, by the reading that
	// it was decided on, and Direct the market that would have given Straight for that; empty where
	// none trades the two. Gas is what the second move costs of the numeraire beside that.
	Gives    uint256.Int `cbor:"6,keyasint" json:"gives"`
	Direct   string      `cbor:"7,keyasint,omitempty" json:"direct,omitempty"`
	Straight uint256.Int `cbor:"8,keyasint,omitzero" json:"straight,omitzero"`
	Gas      float64     `cbor:"9,keyasint" json:"gas"`
}
