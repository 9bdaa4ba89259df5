package bardo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/life/owner"
)

// revokeExample is on what bardo dev runs.
const revokeExample = "bardo revoke --config golem.toml --rpc http://127.0.0.1:8546 --grant grant.json"

// undoExample has an account give back its code.
const undoExample = "bardo revoke --account --config golem.toml --rpc http://127.0.0.1:8546"

func newRevoke(sh *shell) *cobra.Command {
	var f grantFlags
	file, account := "", false
	c := &cobra.Command{
		Use:   "revoke",
		Short: "Disable a grant, so that nobody acts under it any more",
		Long: `revoke says which delegation would be disabled; with --yes your account disables
it on the chain. A session key that was replaced leaves its grant in the Golem's folder
under keys: until you disable it, it holds beside the new one, and what it allows comes on top,
unless one cage of your account holds both.

With --account it ends all of them at once: your account gives back the code that it took
on (EIP-7702), so that no delegation of it is redeemed. It is an account of a key alone
again; what it signed holds anew if it ever takes such code on again.

Your key comes from ` + envOwnerKey + `, or from --keystore with ` + envOwnerPassphrase + `.`,
		Example: "  " + revokeExample + "\n  " + revokeExample + " --yes\n  " + undoExample + " --yes",
		RunE: func(c *cobra.Command, _ []string) error {
			if account {
				return f.undo(c.Context(), sh, file)
			}
			return f.revoke(c.Context(), sh, file)
		},
	}
	c.Flags().StringVar(&f.config, "config", "golem.toml", "the Golem's settings")
	c.Flags().StringVar(&file, "grant", "", "file of the grant")
	c.Flags().BoolVar(&account, "account", false, "give back the code that the account took on (EIP-7702)")
	c.Flags().StringVar(&f.keystore, "keystore", "", "your encrypted keystore file")
	c.Flags().StringVar(&f.rpc, "rpc", "", "endpoint (default: chain.rpc_url of the settings)")
	c.Flags().BoolVar(&f.yes, "yes", false, "send the transaction")
	return c
}

func (f grantFlags) revoke(ctx context.Context, sh *shell, file string) error {
	if file == "" {
		return usage(fmt.Errorf("--grant names the file of the grant, or --account all of them"))
	}
	g, n, err := f.granted(ctx, sh, file)
	if err != nil {
		return err
	}
	defer n.Client.Close()
	if n.Key, err = f.key(sh, g.ChainID); err != nil {
		return err
	}
	defer n.Key.Destroy()
	return f.disable(ctx, sh, n, g)
}

func (f grantFlags) disable(ctx context.Context, sh *shell, n *owner.Notary, g grant.Grant) error {
	done, err := n.Revoked(ctx, g)
	if err != nil {
		return err
	}
	said := "it is disabled already"
	switch {
	case done:
	case !f.yes:
		said = "nothing was sent; the same command with --yes disables it"
	default:
		tx, err := n.Revoke(ctx, g)
		switch {
		case errors.Is(err, owner.ErrWaits):
			said = err.Error()
		case err != nil:
			return err
		default:
			said, done = "disabled by transaction "+tx.Hex(), true
		}
	}
	if sh.json {
		return json.NewEncoder(sh.out).Encode(map[string]any{"hash": g.Delegation.Hash(), "key": g.Key(), "disabled": done})
	}
	fmt.Fprintf(sh.out, "delegation %s of the key %s: %s\n", g.Delegation.Hash(), g.Key(), said)
	return nil
}
