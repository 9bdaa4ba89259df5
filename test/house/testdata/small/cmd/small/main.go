// Command small is a main that reaches most of a small house.
package main

import (
	"small/core"
	"small/desk"
	"small/hand"
	"small/heart"
)

func main() {
	h := heart.Heart{Desk: desk.Desk{Hand: hand.Hand{}}}
	h.Beat()
	println(core.Twice(1), core.Wide{}.One())
}
