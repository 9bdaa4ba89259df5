// Package audit keeps the log of what a Golem was allowed and refused, as a hash
// chain that cannot be edited unnoticed (safety §12): every answer of the write path,
// every permit's way, every capability, every change of the limits, and the death.
//
// It owns the file audit/chain.bin and the form of its records, and tells, of any such
// file, the first record that was changed, removed, inserted or reordered. What was cut
// off at the end is seen only by a Mark kept elsewhere: in the manifest, or on a chain.
// Package anchor keeps those marks, package inspect asks them.
//
// It promises that a record holds no free text: a string that is no plain word stands
// there as its hash, so that neither a secret nor a prompt can come into it. The bytes
// follow from the life; a life that is computed again writes the same chain, and holds
// what is stored against it.
//
// It never decides, never reads a clock and never repairs: a broken chain is moved away
// by its owner, and computed again from the journal. Until then the Golem does not start,
// where safety §12.3 would have it observe: a life that decides otherwise because of a file
// beside its journal could not be replayed. A Trail and a Store belong to one goroutine.
//
// The file has the frame of safety §12.1 and is no seglog, so that it can be checked in forty
// lines and without this program.
package audit
