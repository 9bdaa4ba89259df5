// Package status reads how a Golem stands from its folder, while it lives, when it is stopped
// and when it is dead: what it has, what it gained and by what, what it decided last and why
// something was refused, what bounds it, what its owner said, and what is wrong.
//
// It reads records, books, manifest and letters, takes no part in the life and changes
// nothing. A folder may be written meanwhile: what is torn at its end is not there yet.
//
// What it says is a plain value, Status, with stable names in JSON; whoever draws it, a
// terminal or a page, reads that. Times are unix milliseconds. Values are in the token that
// prices are given in, and for people; money.USDC is micro-USDC.
package status
