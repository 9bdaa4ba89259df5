// Package records keeps the DecisionCycleRecords of a Golem (heartbeat §10,
// runtime §14.2): one for each theta tick, and outcomes that became known later
// as records of their own. A written record is never changed.
//
// The records are frames of an append-only log under cycles/, a segment for
// every 1,000 ticks; each frame is a schema version byte, a kind byte and
// deterministic CBOR. cycles/index.sqlite is derived from them: it is written
// behind the tick by one goroutine, and rebuilt where it is missing or behind.
// It answers questions of people with SQL of their own (heartbeat §10); no part of
// the Golem reads it.
//
// A record that cannot be written does not stop the loop: it is kept, at most
// 100, and retried with the next. Records never sync by themselves; the journal
// must be durable first, since records can be computed again from it and the
// other way round they cannot.
package records
