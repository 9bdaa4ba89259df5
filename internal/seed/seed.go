// Package seed derives independent deterministic random streams from one life
// seed (DESIGN §4: no global random source). Two streams with different names
// never share a value sequence; the same seed and name always give the same one.
// It is never used for real keys or nonces: those come from crypto/rand.
package seed

import (
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"
)

// Seed is the root of a life's chance.
type Seed uint64

// Stream returns the deterministic stream of the named subsystem.
// The returned source is not safe for concurrent use.
func (s Seed) Stream(name string) *rand.Rand {
	return rand.New(rand.NewChaCha8(s.Bytes(name)))
}

// Bytes returns 32 bytes derived from the seed and the name, for what needs a
// value and not a stream: a devnet key, an id, a salt.
func (s Seed) Bytes(name string) [32]byte {
	var root [8]byte
	binary.BigEndian.PutUint64(root[:], uint64(s))
	h := sha256.New()
	h.Write([]byte("bardo/seed/v1\x00"))
	h.Write(root[:])
	h.Write([]byte(name))
	return [32]byte(h.Sum(nil))
}
