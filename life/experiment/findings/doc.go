// Package findings says what a comparison or a sweep of lives came to: which did best, by how
// much, how sure that is, and what was assumed.
//
// It is a function of outcomes. What is compared are arms: a strategy, with its parameters, in
// one life or in many. Arms are told apart only where they lived the same markets at the same
// times, hour by hour or day by day; then an interval stands around each difference, corrected
// for how many there are, and the best of many is judged against luck (package luck). Where
// something cannot be said, a sentence says why. The order in which arms are given changes nothing.
package findings
