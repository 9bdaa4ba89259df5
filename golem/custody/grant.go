package custody

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/agent/sessionkey"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/eip55"
)

// granted reads what the owner let the Golem's key do (provisioning §8). Without one the
// key's own account holds the money.
func (c *Custody) granted() error {
	mode, path := grant.Mode(c.config.Golem.CustodyMode), c.config.Custody.GrantPath
	if path == "" {
		if mode == grant.Delegation {
			return fmt.Errorf("%w: golem.custody_mode is %q, and custody.grant_path names no grant: have the owner run bardo grant", grant.ErrGrant, mode)
		}
		c.account = c.wallet
		return nil
	}
	if !filepath.IsAbs(path) {
		path = c.home.Path(path)
	}
	g, err := c.readGrant(path)
	switch {
	case err != nil:
		held, there := c.heldGrant()
		if !there {
			return err
		}
		c.log.Warn("the file of the grant does not fit: the Golem goes on under the one that it heard last, and takes another as soon as there is one", "error", err)
		g = held
	case g.Key() != c.wallet: // the key that it names has not taken over yet
		if g, err = c.ring.grant(); err != nil {
			return err
		}
	}
	if owner := eip55.Must(c.config.Identity.OwnerAddress); owner != (common.Address{}) && owner != g.Account() {
		return fmt.Errorf("%w: %s is for the account %s, and identity.owner_address is %s: correct it, or have that owner run bardo grant", grant.ErrGrant, path, g.Account(), owner)
	}
	c.grantPath, c.grant, c.account = path, &g, g.Account()
	ending(c.log, c.clock, g)
	return nil
}

// heldGrant is the grant on record for the key in force, if this life was born with one and
// is what the settings say: whatever lies in the owner's file, the chain holds that one. A start
// that refused for the file's sake would leave open what is open.
func (c *Custody) heldGrant() (grant.Grant, bool) {
	if c.ring == nil {
		return grant.Grant{}, false
	}
	g, err := c.ring.grant()
	return g, err == nil && g.Key() == c.wallet && g.Mode == grant.Mode(c.config.Golem.CustodyMode) && g.ChainID == c.config.ChainID()
}

// readGrant reads one that fits the Golem's settings and key, or the key that is to take
// over.
func (c *Custody) readGrant(path string) (grant.Grant, error) {
	text, err := readAtMost(path, 1<<20)
	if err != nil {
		return grant.Grant{}, err
	}
	g, err := grant.Parse(text)
	if err != nil {
		return g, fmt.Errorf("%s: %w", path, err)
	}
	switch mode := grant.Mode(c.config.Golem.CustodyMode); {
	case g.Mode != mode:
		return g, fmt.Errorf("%w: %s is for custody %q, golem.custody_mode is %q", grant.ErrGrant, path, g.Mode, mode)
	case g.ChainID != c.config.ChainID():
		return g, fmt.Errorf("%w: %s is for chain %d, golem.network is %s", grant.ErrGrant, path, g.ChainID, c.config.Golem.Network)
	case g.Key() != c.wallet && !c.ring.expects(g.Key()):
		return g, fmt.Errorf("%w: %s is for the key %s, this one is %s", grant.ErrGrant, path, g.Key(), c.wallet)
	}
	return g, nil
}

// renewal looks for a grant that the owner put in the place of the one in force.
type renewal struct {
	of       *Custody
	adapters *tool.Adapters // of the previews
	refused  string         // what was wrong with the file the last time
}

// Grant implements sessionkey.Grantor. Previews and readings follow one for the key in force at
// once, and one for the next key when that takes over.
func (r *renewal) Grant(ctx context.Context, known []common.Hash, next common.Address) (grant.Grant, bool) {
	g, err := r.of.readGrant(r.of.grantPath)
	if err == nil && slices.Contains(known, g.Delegation.Hash()) {
		return g, false
	}
	if err == nil {
		err = r.fit(ctx, g, next)
	}
	if err != nil {
		if r.refused != err.Error() {
			r.refused = err.Error()
			r.of.log.Warn("a grant in place of the old one is not taken", "error", err)
		}
		return g, false
	}
	vouch(r.of, r.of.grantPath)
	ending(r.of.log, r.of.clock, g)
	return g, true
}

// fit takes a grant for the account of this life. One for the next key is taken where that key is
// open here, because coin follows it. One for the old key is taken while a rotation waits, so
// that exits go on.
func (r *renewal) fit(ctx context.Context, g grant.Grant, next common.Address) error {
	switch {
	case g.Account() != r.of.account:
		return fmt.Errorf("%w: it is for the account %s, the money of this life is in %s", grant.ErrGrant, g.Account(), r.of.account)
	case g.Key() == r.of.wallet:
		if err := r.of.eyes.Regrant(ctx, g); err != nil {
			return err
		}
		if err := r.of.port.Renew(g); err != nil {
			return err
		}
		r.adapters.Regrant(g)
		return nil
	case g.Key() == next && !r.of.ring.has(next):
		return fmt.Errorf("%w: it is for the next key %s, which is not open: start the Golem with GOLEM_KEYSTORE_PASSPHRASE, and the grant is taken", grant.ErrGrant, next)
	case g.Key() == next:
		if err := r.of.eyes.Vet(ctx, g); err != nil {
			return err
		}
		r.of.ring.held.Promised = true
		return nil
	}
	return fmt.Errorf("%w: it is for the key %s, this one is %s", grant.ErrGrant, g.Key(), r.of.wallet)
}

// ending warns of a delegation that ends soon: the Golem then only looks on
// (provisioning §8.12).
func ending(log *slog.Logger, now clock.Clock, g grant.Grant) {
	ends := time.Unix(int64(g.Ends), 0) //nolint:gosec // a time
	left := ends.Sub(now.Now())
	switch {
	case left <= 0:
		log.Warn("the delegation is over: the Golem looks on and can neither open nor close; its owner can grant another", "ended", ends.UTC())
	case left < 72*time.Hour:
		log.Warn("the delegation ends soon: from then on the Golem only looks on", "ends", ends.UTC())
	}
}

// readAtMost reads a file, and none that is larger.
func readAtMost(path string, most int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(text)) > most {
		err = fmt.Errorf("%s has more than %d bytes", path, most)
	}
	return text, err
}

// plain is what a testament says of a key that is the owner's too.
const plain = "the owner keeps the key that the process was started with: a keystore is left as it is, and any wallet imports it with its passphrase"

// AtDeath is what becomes of key and money when a Golem dies, for every help.
const AtDeath = `What is left of the money stays where it is, and so does the file of a local key: import the
keystore (key.json) with its passphrase into any wallet, and send the money on. Only the copy
in the process is wiped. Under a grant the money is in the owner's own account, and the key's
account has coin for gas alone. In embedded custody the money is sent to identity.owner_address.`

// Recovery is what a testament says of the key, and of where the money is.
func (c *Custody) Recovery() string {
	if c.vault != nil {
		return "the owner's key owns the wallet " + c.config.Custody.Embedded.WalletID + " at its provider, and can move what is in it"
	}
	if c.grant == nil {
		return plain
	}
	return "the money is in the owner's account " + c.account.Hex() + "; the key's own account held the coin for gas, and " + plain
}

// Renewals tells of grants that the owner puts in the place of the one in force; nil without
// one. adapters are those of the previews, which follow.
func (c *Custody) Renewals(adapters *tool.Adapters) sessionkey.Grantor {
	if c.grant == nil {
		return nil
	}
	return &renewal{of: c, adapters: adapters}
}

// Keys keeps the keys of a life that was born with a wallet; nil where none takes over from
// another. adapters are those of the previews, which follow; nil where nothing is sent.
func (c *Custody) Keys(adapters *tool.Adapters, born common.Address) sessionkey.Keyring {
	if c.ring == nil {
		return nil
	}
	return c.ring.over(adapters, born)
}
