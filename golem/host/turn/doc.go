// Package turn holds the values one decision cycle is made of: what was
// observed, what was proposed, previewed and executed, the state a Golem carries
// from tick to tick, and the record that is written of each (runtime §7,
// heartbeat §10). They are plain values; the packages that produce them are
// named at each type.
//
// State has exactly one writer per section, enforced by type: NewState returns
// the state, which everybody may read, and the Writers, of which each extension
// receives its own. State belongs to the goroutine that ticks; what another
// goroutine needs travels by snapshot, event or CorticalState.
//
// Values encode to CBOR with integer keys (see package journal); a field's key
// never changes its meaning, a new field takes a new key.
package turn
