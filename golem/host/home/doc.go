// Package home is the directory a Golem lives in (runtime §14): its layout, the
// lock that keeps a second process out, the instance epoch and the sealed
// manifest. Directories are 0700, files 0600.
//
//	STRATEGY.md          the strategy in force
//	life.json            what kind of life this is: enough to resume and replay it
//	manifest.bardo       sealed snapshot (and .prev, the one before)
//	journal/ cycles/ ledger/   append-only segments
//	checkpoints/         images of the Golem, from which a start goes on (golem/agent/checkpoint)
//	audit/               chain.bin, what was allowed and refused; anchors.json
//	death/               testament.json, tombstone.json
//	identity.sealed      the secret of the identity, sealed by the wallet's key until the death
//	keys/                keystores of session keys that the Golem made, and old grants
//	words/               letters of the owner; words/heard/ those that were answered (golem/owner)
//	lock                 pid, host and epoch of the process that holds it
//	sums                 SHA-256 of the files that nothing can compute again
//
// The journal is the truth: a manifest says where the Golem stood so that a
// person, a migration and the next boot can check it (Manifest.Within), and a
// missing one costs nothing but that check. No secret is ever written here unsealed.
package home
