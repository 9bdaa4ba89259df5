// Package identity speaks to an identity registry of ERC-8004: it encodes what registers
// an agent, proves its wallet and marks it inactive, reads an agent back, and finds the
// one of a session (spec: provisioning §12).
//
// It owns Bardo's mapping: which metadata key means what and how its value is encoded,
// and the registration file. It promises that what it reads is of one block and that a
// value which is not encoded as it should be is an error. It never signs or sends: the token
// is the owner's account's and not the Golem's, so the calls are the owner's to make. The
// registry's address is configuration.
package identity
