// Package taint labels text by what it may reveal or do, and by where it came
// from (spec: runtime §11.1; DESIGN §4, "Untrusted text").
//
// A Text has labels and origins. Whatever is made of it (by joining, formatting
// or encoding as JSON) has the labels and origins of all its parts. Its content
// is reached in one way only: Reveal names the sink that the content will flow
// to, and answers an error when a label forbids that sink. A Text never prints
// its content.
//
// Words from outside (a model, a web page, a token's name, another Golem) are
// UntrustedExternal from birth. They reach a transaction, the cage or a tool's
// parameters only after Clear, which asks a validator with a name.
package taint
