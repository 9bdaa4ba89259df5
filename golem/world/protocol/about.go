package protocol

import (
	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/golem/safety/grammar"
)

// About is what the package of a protocol says of it. The list that the layers below know
// (golem/core/protocols) is generated from it.
type About struct {
	Name, Title string
	Apart       string   // what the handles of its markets end with
	Terms       []string // what names one of its lending markets, in the order in which it is written
	Several     bool     // a life may lend to more than one of its lending markets
	Ranges      bool     // liquidity is provided in ranges
	Whole       bool     // of which the only one is that of all prices
	// Cage is who reads its calls for a cage on a chain (policycage.Readers); empty: nobody.
	Cage string
	// Ungranted is why nothing of it is done under a grant; empty: it is.
	Ungranted string
	// Kinds are the actions that its adapter makes.
	Kinds []grammar.Kind
	// Interfaces say what the bytes of its calls mean.
	Interfaces []*bind.MetaData
}
