package mortality

// Terms are what a life may die of, and when it is nearly over.
type Terms struct {
	Limits Limits   `cbor:"1,keyasint"`
	Clocks Settings `cbor:"2,keyasint"`
}
