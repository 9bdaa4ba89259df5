// Package journal keeps everything from outside that a Golem's decisions follow
// from, in the order in which it was used (DESIGN §4 Determinism, runtime §14).
//
// Take is the only way in: it asks the journal for an answer of a kind to a
// request. While recording it fetches the answer, appends it and returns it;
// in a replay it never fetches, and returns what the journal holds, as long as
// the life asks the same questions in the same order. A life that is resumed
// replays to the journal's end and goes on recording. It may begin at a checkpoint
// (Stand), whose sum is an entry, so that a replay from the first entry tests what a
// restart does. Arrived is Take for what comes unasked: an entry only where something came.
//
// It promises: an answer is in the journal before it is used; a failure comes
// back as an equal coded error; the entries are a hash chain, so one changed
// byte is named; the bytes depend on the life only. Live, the journal is synced
// before every send and once per tick; on history once a second of wall time.
//
// It never decides, never prunes and never repairs: a diverging or damaged
// journal ends the life's process. A Journal belongs to the goroutine that
// ticks.
package journal
