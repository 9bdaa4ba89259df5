package permit

import "bardo.run/bardo/internal/money"

// Terms are what holds for the permits of a life.
type Terms struct {
	TTL       int64     `cbor:"1,keyasint"` // milliseconds
	Tolerance money.BPS `cbor:"2,keyasint"` // between preview and commit
}
