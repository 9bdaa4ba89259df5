// Package scenario runs what-ifs on a devnet: sets of transaction lists that all start
// from one baseline, never see one another and never touch the chain (spec:
// mirage-testing §9).
//
// It owns the sets, the scenarios and the jobs that run them, and serves them as mirage_
// methods. It promises that a set gives the same results whatever the order of its
// scenarios, times and memory apart. It never makes a block. Transactions pay no gas, so that
// profits compare the trades; gas is a figure of its own.
package scenario
