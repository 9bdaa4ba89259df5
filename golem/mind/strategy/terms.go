package strategy

// Terms are the strategy that a life is born with.
type Terms struct {
	Text      []byte `cbor:"1,keyasint"`          // of STRATEGY.md
	Stage     string `cbor:"2,keyasint"`          // of a text that names none
	HotReload bool   `cbor:"3,keyasint,omitzero"` // an edited text comes into force
}
