// Package logindex finds logs of a chain without reading every block: it knows which
// blocks may hold logs of an address or with a topic, reads those, and compares.
//
// An Index owns no log: what it answers is read from the chain's receipts, so a stale entry
// costs a look and never changes an answer. It catches up with the chain when it is asked,
// so that whoever never asks pays nothing, and follows the chain where it went back. It
// starts no goroutine.
package logindex
