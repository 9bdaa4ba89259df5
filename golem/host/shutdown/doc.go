// Package shutdown ends a process in order and in time: ten phases in at most
// thirty seconds, of which the manifest and the seal always get theirs
// (runtime §12).
//
// It owns the order, the budgets and the clockwork; what each phase does is
// given by the wiring. A phase that fails, panics or overruns never keeps the
// next from running. Unused time is passed on.
//
// Work of a phase runs in a goroutine of its own while Run waits for it, so it
// may use what the caller owns. A phase that overruns is abandoned: its context
// ends and the next phase begins beside it. So work must stop touching what it
// shares with later phases once its context has ended.
package shutdown
