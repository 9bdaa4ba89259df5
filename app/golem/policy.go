package golem

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"

	"github.com/spf13/cobra"

	"bardo.run/bardo/evm/privy"
	"bardo.run/bardo/golem/custody"
	"bardo.run/bardo/internal/clock"
)

func newPolicy(out, errOut io.Writer) *cobra.Command {
	path, document := "", false
	c := &cobra.Command{
		Use:   "policy --config golem.toml",
		Short: "Write what the policy of an enclave's wallet has to hold",
		Long: `golem policy compiles, from the configuration and the market that it names, what a
wallet in a provider's enclave may sign for this Golem (golem.custody_mode "embedded"),
and writes it as the provider takes it: the body of a request that creates a policy, but
for its owner, who should be a key of yours and not the Golem's. It asks the provider
for nothing. custody.embedded.address, custody.embedded.expires_at and
identity.owner_address have to be set; another venue or another end of the session needs
another policy.

Setting a wallet up takes four requests of yours, in this order. Each command writes the body
of one, and says where it goes and what to do with the answer:

  golem policy wallet OWNER_QUORUM     the wallet, owned by a quorum of your keys alone
  golem policy quorum PUBLIC_KEY       the quorum of the key that golem key --session made
  golem policy --config golem.toml     the policy that bounds that quorum
  golem policy signers --config FILE   lets the quorum use the wallet, within the policy`,
		Example: "  golem policy --config golem.toml > policy.json",
		Args:    noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if path == "" {
				return fmt.Errorf("%w: golem policy --config golem.toml", errUsage)
			}
			return writePolicy(c.Context(), path, document, out, errOut)
		},
	}
	c.Flags().StringVar(&path, "config", os.Getenv("BARDO_CONFIG"), "the Golem's golem.toml; BARDO_CONFIG names it too")
	c.AddCommand(newWallet(out, errOut), newQuorum(out, errOut), newSigners(out, errOut))
	c.Flags().BoolVar(&document, "document", false, "write the whole policy with its hash, also what the Golem's program holds alone")
	return c
}

// writePolicy writes the policy to out, and who holds what to errOut. The provider is asked for
// nothing: the owner's key makes the policy, and has no business on the Golem's machine.
func writePolicy(ctx context.Context, path string, document bool, out, errOut io.Writer) error {
	undumpable(errOut)
	c, err := load(path)
	if err != nil {
		return err
	}
	if c.Golem.CustodyMode != custody.Embedded {
		return fmt.Errorf("%w: golem.custody_mode is %q, and only an enclave's wallet has a policy: it is %q there", errUsage, c.Golem.CustodyMode, custody.Embedded)
	}
	l := &life{config: c, paper: true, log: slog.New(slog.NewTextHandler(errOut, &slog.HandlerOptions{Level: slog.LevelWarn})), seams: seams{clock: clock.System{}}}
	if l.keys, err = custody.Open(l.settings()); err != nil {
		return err
	}
	defer l.keys.Close()
	if err := l.dial(ctx); err != nil {
		return err
	}
	defer l.client.Close()
	seen, err := l.eyes.Look(ctx)
	if err != nil {
		return err
	}
	if err := l.keys.Enclave().Compile(l.venue(), seen); err != nil {
		return err
	}
	l.keys.Enclave().Plan(errOut)
	b, err := l.settled(seen)
	if err != nil {
		return err
	}
	worst(errOut, b.WorstDay(seen))
	p := l.keys.Enclave().Policy()
	var written any = p
	if !document {
		written = privy.Policy{Version: "1.0", Name: "bardo golem", ChainType: "ethereum", Rules: p.Rules()}
	}
	return body(out, written)
}

// body writes a request's body.
func body(out io.Writer, written any) error {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(written)
}
