// Package arm lives an arm of an experiment in one place: one life, a set of lives in one world among which the
// capital and the credit are divided, or a chain of lives, each of which begins on the next span of the market with what the one
// before left, if that is enough for a life.
//
// Each life lies in a folder of its own and is one like any other: it replays by itself, and one that was cut off
// goes on. Whether the next of a chain begins follows from the folder of the one before, so that it is the
// same wherever the chain was stopped. Nothing is judged here.
package arm
