// Package plan says which lives a sweep consists of: the cross product of strategies, values of
// their parameters, markets and seeds. It is a file that can be committed before anything is
// lived, or flags that say the same; its hash names it.
//
// A plan becomes a design: arms and places, both in an order that does not depend on how they were
// written. A design of no life, or of more than anybody waits for, is refused before anything of
// it is made. Nothing is lived here.
package plan
