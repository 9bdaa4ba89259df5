// Package play is the rule deliberator: it turns the triggers of a tick into
// proposals, one step at a time, at no cost and without a model.
//
// Stops are played before exits, exits before manage rules, those before entries;
// an entry is not played in a tick in which something was closed. A plan of
// several steps (close a position, swap to the ratio of the new range, mint) is
// continued on what the last step really left, and ends where a step was refused,
// failed or is still pending; what closes everything goes on with the next thing, and
// the rest of an order in parts is kept. Amounts are integers in raw units, computed from the
// exact price of the pinned block and rounded down; they stay within the bounds in
// force and within the wallet, and what is below one quote token is left alone.
//
// Two triggers are of no rule: an emergency closes everything, a reduction takes the
// largest holding down, one step a tick, until no more is at risk than it says.
//
// What one trigger, or one word of the owner, asks for is a job, with a task for each action
// of it. Where a job can stand, what can happen to it and what is done then is one table, in
// life.go; nothing else moves a job.
//
// The package proposes; it neither signs, sends nor checks policy. What it does
// is a function of the briefs it was given: no clock, no chain, no chance. Spec:
// heartbeat §3 (deliberate), §16; safety §5; DESIGN §12.17.
package play
