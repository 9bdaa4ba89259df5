// Package ladder says how far a Golem that is in trouble is degraded: from L0, where
// all is well, over dearer and dearer cautions to L3, where everything is closed and
// only its owner lets it go on (safety §15.2, §15.3).
//
// It owns the conditions of the levels and the memory of how long each has been over. A
// level is entered at once and left when its condition was false for ten looks in a row,
// and the one that a fall led to after an hour; L3 is left by Resume alone.
//
// A Descent says, between four fifths of the emergency and the emergency, how much may
// stay at risk.
//
// It is a function of what it is shown: it reads no clock, no chain and no state, and it
// never acts. What a level means is for the cage, the pace and whoever closes.
package ladder
