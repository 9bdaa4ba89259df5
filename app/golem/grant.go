package golem

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/world/tool"
)

// granted reads what the owner let the Golem's key do (provisioning §8). Without one the
// key's own account holds the money.
func (l *life) granted() error {
	mode, path := grant.Mode(l.config.Golem.CustodyMode), l.config.Custody.GrantPath
	if path == "" {
		if mode == grant.Delegation {
			return fmt.Errorf("%w: golem.custody_mode is %q, and custody.grant_path names no grant: have the owner run bardo grant", grant.ErrGrant, mode)
		}
		l.account = l.wallet
		return nil
	}
	if !filepath.IsAbs(path) {
		path = l.home.Path(path)
	}
	g, err := l.readGrant(path)
	switch {
	case err != nil:
		held, there := l.heldGrant()
		if !there {
			return err
		}
		l.log.Warn("the file of the grant does not fit: the Golem goes on under the one that it heard last, and takes another as soon as there is one", "error", err)
		g = held
	case g.Key() != l.wallet: // the key that it names has not taken over yet
		if g, err = l.ring.grant(); err != nil {
			return err
		}
	}
	l.grantPath, l.grant, l.account = path, &g, g.Account()
	l.ending(g)
	return nil
}

// heldGrant is the grant on record for the key in force, if this life was born with one and
// is what the settings say: whatever lies in the owner's file, that one holds.
func (l *life) heldGrant() (grant.Grant, bool) {
	if l.ring == nil {
		return grant.Grant{}, false
	}
	g, err := l.ring.grant()
	return g, err == nil && g.Key() == l.wallet && g.Mode == grant.Mode(l.config.Golem.CustodyMode) && g.ChainID == l.config.ChainID()
}

// readGrant reads one that fits the Golem's settings and key, or the key that is to take
// over.
func (l *life) readGrant(path string) (grant.Grant, error) {
	text, err := readAtMost(path, 1<<20)
	if err != nil {
		return grant.Grant{}, err
	}
	g, err := grant.Parse(text)
	if err != nil {
		return g, fmt.Errorf("%s: %w", path, err)
	}
	switch mode := grant.Mode(l.config.Golem.CustodyMode); {
	case g.Mode != mode:
		return g, fmt.Errorf("%w: %s is for custody %q, golem.custody_mode is %q", grant.ErrGrant, path, g.Mode, mode)
	case g.ChainID != l.config.ChainID():
		return g, fmt.Errorf("%w: %s is for chain %d, golem.network is %s", grant.ErrGrant, path, g.ChainID, l.config.Golem.Network)
	case g.Key() != l.wallet && !l.ring.expects(g.Key()):
		return g, fmt.Errorf("%w: %s is for the key %s, this one is %s", grant.ErrGrant, path, g.Key(), l.wallet)
	}
	return g, nil
}

// renewal looks for a grant that the owner put in the place of the one in force.
type renewal struct {
	*life
	adapters *tool.Adapters // of the previews
	refused  string         // what was wrong with the file the last time
}

// Grant implements tape.Grantor. Previews and readings follow one for the key in force at
// once, and one for the next key when that takes over.
func (r *renewal) Grant(ctx context.Context, known []common.Hash, next common.Address) (grant.Grant, bool) {
	g, err := r.readGrant(r.grantPath)
	if err == nil && slices.Contains(known, g.Delegation.Hash()) {
		return g, false
	}
	if err == nil {
		err = r.fit(ctx, g, next)
	}
	if err != nil {
		if r.refused != err.Error() {
			r.refused = err.Error()
			r.log.Warn("a grant in place of the old one is not taken", "error", err)
		}
		return g, false
	}
	r.ending(g)
	return g, true
}

// fit takes a grant for the account of this life.
func (r *renewal) fit(ctx context.Context, g grant.Grant, next common.Address) error {
	switch {
	case g.Account() != r.account:
		return fmt.Errorf("%w: it is for the account %s, the money of this life is in %s", grant.ErrGrant, g.Account(), r.account)
	case g.Key() == r.wallet:
		if err := r.eyes.Regrant(ctx, g); err != nil {
			return err
		}
		r.adapters.Regrant(g)
		return nil
	case g.Key() == next && !r.ring.has(next):
		return fmt.Errorf("%w: it is for the next key %s, which is not open: start the Golem with GOLEM_KEYSTORE_PASSPHRASE, and the grant is taken", grant.ErrGrant, next)
	case g.Key() == next:
		if err := r.eyes.Vet(ctx, g); err != nil {
			return err
		}
		r.ring.held.Promised = true
		return nil
	}
	return fmt.Errorf("%w: it is for the key %s, this one is %s", grant.ErrGrant, g.Key(), r.wallet)
}

// ending warns of a delegation that ends soon: the Golem then only looks on
// (provisioning §8.12).
func (l *life) ending(g grant.Grant) {
	ends := time.Unix(int64(g.Ends), 0) //nolint:gosec // a time
	left := ends.Sub(l.clock.Now())
	switch {
	case left <= 0:
		l.log.Warn("the delegation is over: the Golem looks on and can neither open nor close; its owner can grant another", "ended", ends.UTC())
	case left < 72*time.Hour:
		l.log.Warn("the delegation ends soon: from then on the Golem only looks on", "ends", ends.UTC())
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

// recovery is what a testament says of the key, and of where the money is.
func (l *life) recovery() string {
	if l.vault != nil {
		return "the owner's key owns the wallet " + l.config.Custody.Embedded.WalletID + " at its provider, and can move what is in it"
	}
	if l.grant == nil {
		return recovery
	}
	return "the money is in the owner's account " + l.account.Hex() + "; " + recovery + ", whose own account held the coin for gas"
}

// whose says in the boot line where the money is.
func (l *life) whose() string {
	if l.account == (common.Address{}) || l.account == l.wallet {
		return ""
	}
	return ", for the account " + l.account.Hex()
}
