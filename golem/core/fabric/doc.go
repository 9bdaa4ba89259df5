// Package fabric is the Event Fabric: the one stream of facts that a Golem
// publishes about itself (spec: runtime §9; DESIGN §11).
//
// It owns a ring of the last 10,000 events and their numbering. An event is
// stored once; a subscriber is a cursor into the ring and a set of categories.
// The fabric serialises nothing: whoever carries events elsewhere encodes the
// ones it carries.
//
// Promises. Emit never waits for a reader, never fails and never panics; it
// allocates nothing, whatever the number of subscribers. Sequence numbers start
// at 1 (or after the last one of an earlier process), have no gaps, and rise in
// ring order. Time comes from the life's clock, so the stream of a replayed life
// is the same stream.
//
// Loss. A subscriber may fall 4,096 of its events behind; then the oldest are
// dropped for it alone. Events that the ring has overwritten are lost to it too.
// Both are counted, and its next delivery is a fabric.lagged message with the
// number. Types that would flood the ring are merged: at most one event per type
// and second of event time, which says how many it stands for.
//
// A payload is a value and a fact: its emitter gives it away. Nothing flows back
// through the fabric.
package fabric
