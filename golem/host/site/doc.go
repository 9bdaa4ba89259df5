// Package site names the moments at which a process may end while it writes
// something down or sends it. Whoever owns such a moment passes it to a Hook, and
// lists it for the tests that end the process there (DESIGN §9, crash tests).
//
// It owns the names. It promises that a nil Hook costs a comparison, and it never
// decides anything: a life is the same with a hook and without.
//
// Each package lists its own sites. A test that listed them itself would stay green when a new
// one is forgotten; as it is, a listed site that no life passes fails it, and so does one that
// is passed and not listed.
package site
