// Package descent is what a Golem in trouble does about it: how far it is degraded, from
// L0, where all is well, over dearer and dearer cautions to L3, where everything is closed
// and only its owner lets it go on (safety §15.2, §15.3); and the two triggers that no
// strategy can take away, of which the first reduces what is at risk while the equity falls
// towards the emergency, and the second closes everything there (heartbeat §15).
//
// It owns the conditions of the levels, the memory of how long each has been over, and of
// what the steps that it asked for came to. A level is entered at once and left when its
// condition was false for ten looks in a row, and the one that a fall led to after an hour;
// L3 is left by Resume alone. What the market does not take whole goes as a Sale says, here
// and in the settlement of a death.
//
// It is a function of what it is shown: it reads no clock, no chain and no state, and it
// never acts. Whoever plays its triggers and enforces its levels does.
package descent
