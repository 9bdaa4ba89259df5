// Package core is what the others share.
package core

// Token is what a send takes.
type Token struct{}

// Try calls back.
func Try(f func()) { f() }

// Twice is generic, and an instance of it is reached.
func Twice[T int | uint](n T) T { return 2 * n }

// Dead is called by nothing.
func Dead() { uniSwapFee() }

func uniSwapFee() {}

// Later is what the list expects.
func Later() {}

// ForTool is what only a program of the house calls.
func ForTool() {}
