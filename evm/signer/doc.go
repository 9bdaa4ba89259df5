// Package signer holds one account's key and signs with it: EIP-1559
// transactions and EIP-712 typed data, for one chain only.
//
// The key never leaves the Signer, prints as [redacted] however it is printed,
// and is overwritten by Destroy, after which nothing can be signed again. The
// Signer counts its signatures, so that a test can say how many there were.
//
// It decides nothing: limits, nonces and approvals lie above it. The fee
// formula (ChooseFees) is here because it is a pure function of what is signed.
//
// Go may have copied the key on the stack or in the heap before Destroy; the
// wiping covers the one place that lives as long as the Signer.
package signer
