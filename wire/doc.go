// Package wire holds the protocols between the programs: the events of the
// Event Fabric (spec: runtime §9.2) and the error codes that people and
// clients see (spec: safety §21, compute §17).
//
// It contains no logic beyond its own encoding and decides nothing. Whatever
// stands in it is a promise to every client: a golden file pins each event byte
// for byte and the whole catalogue by name and field, so a changed fixture is a
// changed protocol.
//
// A payload is a value and a fact. Whoever emits it gives its slices and maps
// away with it and never touches them again. Readers ignore types and fields
// that they do not know.
package wire
