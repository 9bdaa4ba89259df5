package custody

import (
	"fmt"

	"github.com/ethereum/go-ethereum/common"
)

// OpenLast opens what a death needs that is finished without the chain: the key in force, if it
// can be opened, and what it sealed. The caller closes it, also after an error.
func OpenLast(s Settings) (c *Custody, err error) {
	c = made(s)
	if c.vault != nil { // no one is asked for a signature
		if err := c.vault.sealing(); err != nil {
			c.log.Warn("the testament will not tell the secret of the rolls", "error", err)
		}
		c.seal = c.vault.sealer()
	} else if c.ring, err = newKeyring(c); err != nil {
		return c, err
	}
	key, err := c.inForce()
	if taken := c.ring.inForce(common.Address{}); err != nil && taken != (common.Address{}) {
		c.log.Warn("the testament will not be signed: the key in force cannot be opened", "key", taken, "error", err)
		key, err = nil, nil
	}
	if err != nil {
		return c, fmt.Errorf("%w: %w", ErrWallet, err)
	}
	if key != nil {
		c.hold(key)
	}
	return c, nil
}

// Signs refuses a key that is not the one of a life that was born with a wallet; a missing one
// leaves the testament unsigned.
func (c *Custody) Signs(born common.Address) error {
	if whose := c.ring.inForce(born); c.key != nil && c.key.Address() != whose {
		return fmt.Errorf("%w: this life belongs to %s, the key to %s", ErrWallet, whose, c.key.Address())
	}
	return nil
}
