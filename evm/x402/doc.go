// Package x402 is payment over HTTP (provisioning §13): what a payer signs, how it is written into a
// header, and whether it pays what is asked. The messages are those of the foundation's SDK.
//
// One authorization of EIP-3009 is one payment. It is signed for one of two calls of the token:
// transferWithAuthorization, which anybody may send, or receiveWithAuthorization, which the payee
// alone may; a signature for one is of no use for the other. Three headers and four encodings carry
// it, and all decode to the same value.
//
// This package reads no clock, holds no key and keeps nothing: whoever takes payments remembers what
// was spent.
package x402
