// Package rotation says when the key that acts under a grant has done enough, and is to be
// replaced by another (spec: provisioning §9.1, safety §8).
//
// It owns the record of such a key and the policy that it is held against: its age, the
// operations that it signed, and what is left of what its grant bounds for its whole life.
// It promises that the answer follows from these numbers alone: no word of anybody leads
// to a rotation or past one. It never makes, holds or ends a key.
package rotation
