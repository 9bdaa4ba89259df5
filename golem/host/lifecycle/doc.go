// Package lifecycle makes a wrong call on a Golem impossible or harmless
// (runtime §1). There is one handle type per state and only Provision makes the
// first one:
//
//	Provision ─▶ Provisioning ─Activate─▶ Active ◀─Wake── Dreaming
//	                                        │ └──BeginDream──▶ │
//	                                        └──BeginDeath──┬───┘
//	                                                       ▼
//	                               Terminal ──Thanatopsis──▶ Dead
//
// A transition moves the inner pointer out of the old handle and returns the
// next one; every later call on the old handle answers ErrConsumed and touches
// nothing. Dead has no way to tick, to sign or to leave. A handle's zero value
// is consumed. Handles are safe for concurrent use; calls on one Golem run one
// at a time.
//
// What a tick, a dream or a death phase does is the Body's business; this
// package owns only the order.
package lifecycle
