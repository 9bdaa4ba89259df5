// Package desk decides what may be sent. What it says of Uniswap is a comment.
package desk

import "small/core"

// Hand is what sends.
type Hand interface {
	Send(*core.Token)
	Open()
}

// Desk is what decides.
type Desk struct{ Hand Hand }

// Commit sends something, from below.
func (d Desk) Commit() {
	d.Hand.Open()
	core.Try(func() { d.Hand.Send(&core.Token{}) })
}
