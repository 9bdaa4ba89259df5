// Package hand sends.
package hand

import "small/core"

// Hand is what sends.
type Hand struct{}

// Send sends with a token.
func (Hand) Send(*core.Token) { println("by way of Uniswap") }

// Open sends nothing: it takes no token.
func (Hand) Open() {}
