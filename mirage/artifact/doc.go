// Package artifact obtains and opens the third-party contract code that the
// devnet deploys: ABI, creation code and licence texts, from npm packages at
// exact versions; and the chart library that reports inline, kept as it is.
//
// It owns the meaning of contracts/artifacts.lock. It promises that every byte
// it hands out has the hash which the lock, embedded in the binary, names; that
// Fetch writes whole files or none and does nothing the second time; and that a
// missing or altered file is an *UnusableError with the command that mends it.
// It never embeds third-party code, never installs a dependency tree, and names
// no registry: the npm client uses its own configuration (DESIGN §5).
package artifact
