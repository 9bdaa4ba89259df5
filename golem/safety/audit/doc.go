// Package audit keeps the log of what a Golem was allowed and refused, as a hash
// chain that cannot be edited unnoticed (safety §12): every answer of the write path,
// every permit's way, every capability, every change of the limits, and the death.
//
// It owns the file audit/chain.bin and the form of its records, and tells, of any such
// file, the first record that was changed, removed, inserted or reordered. What was cut
// off at the end is seen only by a Mark kept elsewhere: in the manifest, or on a chain,
// where Anchors put it.
//
// It promises that a record holds no free text: a string that is no plain word stands
// there as its hash, so that neither a secret nor a prompt can come into it. The bytes
// follow from the life; a life that is computed again writes the same chain, and holds
// what is stored against it.
//
// It never decides, never reads a clock and never repairs: a broken chain is moved away
// by its owner, and computed again from the journal. A Trail and a Store belong to one
// goroutine.
package audit
