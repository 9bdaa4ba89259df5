package custody

import (
	"errors"
	"fmt"
	"os"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/internal/atomicfile"
)

// sealedFor is the purpose of the seal; it is part of the file's format.
const sealedFor = "identity"

// Seals reports whether a key is here that keeps a secret beside the journal.
func (c *Custody) Seals() bool { return c.seal != nil }

// Keep seals the secret of the identity beside the journal, for Kept: under a key that is derived
// from the wallet's, for a restart brings back no other, or in the custody of an enclave under
// a secret of its own.
func (c *Custody) Keep(hidden *[32]byte) error {
	sealed, err := c.seal.Seal(sealedFor, hidden[:])
	if err != nil {
		return err
	}
	return atomicfile.Write(c.SecretPath(), 0o600, sealed)
}

// Kept opens the secret that was sealed at birth.
func (c *Custody) Kept() (hidden [32]byte, err error) {
	if c.seal == nil {
		return hidden, errors.New("it was sealed by the wallet's key, which is not here: set GOLEM_PRIVATE_KEY or custody.localkey.private_key_path")
	}
	path := c.SecretPath()
	sealed, err := os.ReadFile(path)
	if err != nil {
		return hidden, fmt.Errorf("restore the file from a copy of the folder; nothing was changed: %w", err)
	}
	plain, err := c.seal.Unseal(sealedFor, sealed)
	if err != nil || len(plain) != len(hidden) {
		return hidden, fmt.Errorf("%s: %w; restore it from a copy of the folder; nothing was changed", path, err)
	}
	copy(hidden[:], plain)
	clear(plain)
	return hidden, nil
}

// vouch takes down what files hold now, or that they are gone.
func vouch(c *Custody, paths ...string) {
	if err := c.home.Vouch(paths...); err != nil {
		c.log.Warn("bardo verify will not know what became of these files", "files", paths, "error", err)
	}
}

// SecretPath is where the secret lies, sealed by the key in force: each key that takes over
// has a file of its own, made before it does.
func (c *Custody) SecretPath() string {
	if key := c.ring.inForce(common.Address{}); key != (common.Address{}) {
		return c.ring.sealed(key)
	}
	return c.home.Path(home.IdentityFile)
}
