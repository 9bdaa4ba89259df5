// Package worstday computes the worst day: the most that can be lost in any 24 hours to a
// hostile mind or to whoever steals the key, at today's prices, with the parts that it is made
// of and who holds each, and the one sentence that an owner reads. Everything that speaks of
// it asks here, so that the figure is one.
//
// A market that falls is no part of it. It reads nothing and decides nothing.
package worstday

//go:generate go test . -run TestTheCustodyPage -update
