package golem

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"bardo.run/bardo/evm/privy"
)

// one is the only argument of a command.
func one(what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) != 1 || args[0] == "" {
			return fmt.Errorf("%w: %s %s", errUsage, c.CommandPath(), what)
		}
		return nil
	}
}

func newWallet(out, errOut io.Writer) *cobra.Command {
	return &cobra.Command{
		Use:     "wallet OWNER_QUORUM",
		Short:   "Write the request that makes an enclave's wallet",
		Long:    "wallet writes the body of the request that makes a wallet. OWNER_QUORUM is the provider's id of a\nquorum of your keys: it can take the wallet and its signers away, so no key of the Golem belongs to it.",
		Example: "  golem policy wallet owner-quorum-id > wallet.json",
		Args:    one("OWNER_QUORUM"),
		RunE: func(_ *cobra.Command, args []string) error {
			fmt.Fprintln(errOut, "POST it to /v1/wallets; of the answer, id is custody.embedded.wallet_id and address is custody.embedded.address")
			return body(out, privy.WalletBody(args[0], []string{}))
		},
	}
}

func newQuorum(out, errOut io.Writer) *cobra.Command {
	return &cobra.Command{
		Use:     "quorum PUBLIC_KEY",
		Short:   "Write the request that makes the Golem's key known to the provider",
		Long:    "quorum writes the body of the request that makes a key quorum of the Golem's key alone. PUBLIC_KEY is\nwhat golem key --session printed.",
		Example: "  golem policy quorum MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEaxfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpZP40Li/hp/m47n60p8D54WK84zV2sxXs7LtkBoN79R9Q== > quorum.json",
		Args:    one("PUBLIC_KEY"),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := privy.CheckPublicKey(args[0]); err != nil {
				return fmt.Errorf("%w: PUBLIC_KEY: %w", errUsage, err)
			}
			fmt.Fprintln(errOut, "POST it to /v1/key_quorums; of the answer, id is custody.embedded.signer_id")
			return body(out, privy.QuorumBody("bardo golem", args[0]))
		},
	}
}

func newSigners(out, errOut io.Writer) *cobra.Command {
	path := ""
	c := &cobra.Command{
		Use:     "signers --config golem.toml",
		Short:   "Write the request that lets the Golem's key use the wallet",
		Long:    "signers writes the body of the request that lets the quorum of the Golem's key use the wallet within the\npolicy. custody.embedded names all three.",
		Example: "  golem policy signers --config golem.toml > signers.json",
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			c, err := load(path)
			if err != nil {
				return err
			}
			own := c.Custody.Embedded
			for _, k := range []struct{ key, value string }{{"wallet_id", own.WalletID}, {"signer_id", own.SignerID}, {"policy_id", own.PolicyID}} {
				if k.value == "" {
					return fmt.Errorf("%w: custody.embedded.%s is not set", errIncomplete, k.key)
				}
			}
			fmt.Fprintf(errOut, "PATCH /v1/wallets/%s with it, signed by the owner's key\n", own.WalletID)
			return body(out, privy.SignersBody(privy.WalletSigner{ID: own.SignerID, Policies: []string{own.PolicyID}}))
		},
	}
	c.Flags().StringVar(&path, "config", os.Getenv("BARDO_CONFIG"), "the Golem's golem.toml; BARDO_CONFIG names it too")
	return c
}
