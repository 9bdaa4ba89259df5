// Package owner does on a chain what an owner does for a Golem: it prepares the owner's
// account, creates the contracts that a grant rests on, and signs the delegation
// (spec: provisioning §8; bardo grant).
//
// It owns the order of those steps and what is kept between them, so that a run that was
// cut off goes on where it stopped and creates nothing twice. It promises to send and sign
// nothing that the plan did not show before. It never holds the Golem's key.
//
// A grant is a whole delegation (ERC-7710), which no wallet is asked for by ERC-7715: the
// permissions that wallets offer for that let a token be transferred and nothing else.
package owner
