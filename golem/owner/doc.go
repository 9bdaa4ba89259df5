// Package owner is the one door through which words from outside reach a Golem: an
// order to die, a halt, a steer, an edited strategy, a grant (DESIGN §2).
//
// A word is a plain value of its own type, and one row of a table. It comes in a
// Letter, which a Source brings: the Folder in the Golem's home, where the commands put
// letters, or whoever watches a file. The Inbox takes letters through the journal as
// entries of one kind, counts its looks with one counter, and hands each word to the one
// part of the Golem that hears it. Every letter is answered once: accepted, rejected or
// expired.
//
// It promises:
//   - A letter that was durable before the process died is heard; one that was heard is
//     not heard again. The journal decides: a letter leaves its folder only after its
//     entry is durable, and one whose id the journal has is answered and not heard.
//   - A replay hears every word at the same look as the life did.
//   - A transport is not believed. Where a letter carries a signature it is checked here,
//     before the letter becomes an entry, and a wrong one rejects the word.
//   - What is no letter is never a word and never an error: the log says so, once.
//
// Nothing that a model says can write a letter. An Inbox and its sources belong to the
// goroutine that ticks.
package owner
