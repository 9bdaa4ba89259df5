// Package canon writes JSON in the one form that RFC 8785 allows: no spaces, the names
// of an object in the order of their UTF-16 code units, the fewest escapes, and numbers
// as ECMAScript prints them. Two programs that mean the same document then write, hash
// and sign the same bytes.
//
// It owns no document. It promises that what it wrote is what it would write again, and
// refuses what has no canonical form: a name that is there twice, text that is not UTF-8,
// a number that a float64 cannot hold. It never drops or guesses anything.
package canon
