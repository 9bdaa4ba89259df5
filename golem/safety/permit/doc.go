// Package permit is the one write path: preview, permit, capability, commit
// (heartbeat §14, safety §4). A Desk answers Preview with a permit or a refusal
// and Commit with what the chain made of it. Rule, model, owner's steer and
// death settlement all enter here, and the tool hooks fire for each of them.
//
// A permit freezes one parsed action, its simulation and the policy it was
// judged under, for 60 seconds. Commit re-checks all of it, reserves the gas,
// mints one capability for exactly this call and hands it to the Executor; of
// any number of commits of one permit one executes. Permits live in memory: a
// restart expires them all.
//
// The Desk never reads a clock and never holds a key. Its parts share one lock:
// they are safe for concurrent use, and one commit runs at a time.
package permit
