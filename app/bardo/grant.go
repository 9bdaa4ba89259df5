package bardo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/life/owner"
)

// Secrets of the owner, which this command reads and takes out of the environment.
const (
	envOwnerKey        = "BARDO_OWNER_KEY"
	envOwnerPassphrase = "BARDO_OWNER_PASSPHRASE"
)

// grantExample is on what bardo dev runs.
const grantExample = "bardo grant --config golem.toml --rpc http://127.0.0.1:8546 --session 0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC" +
	" --quote-feed 0xF1411f194D22D5c436B579562A68f55374CE194d --base-feed 0xD76bE6ea3f2111a7fBDb47f6b98e0F0B58940926"

// defaultDays is a day longer than a key acts, in which its owner grants to the next one
// (provisioning §8.12).
const defaultDays = 8

// grantFlags are the flags of bardo grant.
type grantFlags struct {
	config, out, keystore, session, daily               string
	manager, counter, account, quoteFeed, baseFeed, rpc string
	sequencer, ageReason                                string
	owner, signature                                    string
	accept                                              []string
	days, quoteAge, baseAge, calls                      int64
	salt                                                uint64
	yes                                                 bool
	local                                               []string // of localOnly, those that were given
}

// localOnly are the flags that no other custody than localkey hears, and what to do there.
var localOnly = []struct{ name, instead string }{
	{"daily", "the cage holds the sum of a day: leave --daily out, and set safety.spending_limits.per_day in the settings"},
	{"calls", "no contract counts orders: leave --calls out"},
	{"counter", "no LimitedCallsEnforcer takes part: leave --counter out"},
}

func newGrant(sh *shell) *cobra.Command {
	var f grantFlags
	c := &cobra.Command{
		Use:   "grant",
		Short: "Let a Golem's key act for your account, within limits that the chain holds",
		Long: `The money stays in your account. grant reads the Golem's golem.toml, prints in
plain words what its key may do and until when, and which transactions your account
will send; with --yes it sends them, signs the delegation (MetaMask's framework,
ERC-7710) and writes it to --out, which custody.grant_path names. A run that was cut
off goes on with the same command. Limits come from [safety]; golem.custody_mode says
which kind: delegation puts a cage around the account, localkey bounds calls, days
and a daily sum.

A Golem whose key has acted for long enough makes another and names it: the same
command with that address as --session has it take over, and bardo revoke disables
the grant of the old one.

MetaMask's contracts are known on Base, Base Sepolia and bardo dev, and their code is
compared with the published one (bardo artifacts fetch), byte for byte: your account
takes on no other. --accept-code takes code that you checked elsewhere, by its hash.

An account that is a contract is named by --owner: grant writes the calls that it has to
make (a batch of Safe's Transaction Builder) and the typed data that it has to sign, and
goes on with --signature. It has to act for MetaMask's manager, as MultiSigDeleGator and
HybridDeleGator do; a Safe does not by itself.

Your key comes from ` + envOwnerKey + `, or from --keystore with ` + envOwnerPassphrase + `.`,
		Example: "  " + grantExample + "\n  " + grantExample + " --yes",
		RunE: func(c *cobra.Command, _ []string) error {
			for _, l := range localOnly {
				if c.Flags().Changed(l.name) {
					f.local = append(f.local, l.instead)
				}
			}
			return f.run(c.Context(), sh)
		},
	}
	c.Flags().StringVar(&f.config, "config", "golem.toml", "the Golem's settings")
	c.Flags().StringVar(&f.session, "session", "", "address of the Golem's key")
	c.Flags().StringVar(&f.out, "out", "grant.json", "file of the grant")
	c.Flags().StringVar(&f.keystore, "keystore", "", "your encrypted keystore file")
	c.Flags().Int64Var(&f.days, "days", defaultDays, "how long it holds, 1 to 30")
	c.Flags().StringVar(&f.owner, "owner", "", "the account, where it is a contract; your key then only pays for what is created")
	c.Flags().StringVar(&f.signature, "signature", "", "that contract's signature of the typed data that was written (ERC-1271)")
	c.Flags().StringVar(&f.manager, "manager", "", "MetaMask's DelegationManager (default: the chain's, where it is known)")
	c.Flags().StringVar(&f.account, "account-code", "", "MetaMask's EIP7702StatelessDeleGator, where your account has no code yet (default: likewise)")
	c.Flags().StringVar(&f.counter, "counter", "", "MetaMask's LimitedCallsEnforcer; localkey only (default: likewise)")
	c.Flags().StringVar(&f.quoteFeed, "quote-feed", "", "price feed of the quote token in US dollars, as Chainlink's (default: the network's, where its table has it)")
	c.Flags().StringVar(&f.baseFeed, "base-feed", "", "price feed of the base token in US dollars (default: venue.price_feed)")
	c.Flags().Int64Var(&f.quoteAge, "quote-feed-age", owner.DefaultAge, "seconds that an answer of the quote token's feed holds")
	c.Flags().Int64Var(&f.baseAge, "base-feed-age", 0, "seconds that an answer of the base token's feed holds (default: venue.price_feed_age_s); those of other tokens are in venue.price_feeds")
	c.Flags().StringVar(&f.ageReason, "feed-age-reason", "", "why one may be older than 1200 s, as the feed's own heartbeat; the plan repeats it")
	c.Flags().StringVar(&f.sequencer, "sequencer-feed", "", "uptime feed of a rollup's sequencer, as Chainlink's (Base's is known); none where there is none")
	c.Flags().StringArrayVar(&f.accept, "accept-code", nil, "hash of code that you checked and accept in place of the published; may be repeated")
	c.Flags().StringVar(&f.daily, "daily", "1000", "dollars a day on openings and swaps, exits too: an opening needs as much again; localkey only")
	c.Flags().Int64Var(&f.calls, "calls", 10_000, "orders in all, the last ten for exits; localkey only")
	c.Flags().Uint64Var(&f.salt, "salt", 0, "another number is another delegation")
	c.Flags().StringVar(&f.rpc, "rpc", "", "endpoint (default: chain.rpc_url of the settings)")
	c.Flags().BoolVar(&f.yes, "yes", false, "send the transactions and sign")
	return c
}

func (f grantFlags) run(ctx context.Context, sh *shell) error {
	settings, err := f.settings()
	if err != nil {
		return err
	}
	key, err := f.key(sh, settings.ChainID())
	if err != nil {
		return err
	}
	defer key.Destroy()
	ask, err := f.ask(settings, key.Address())
	if err != nil {
		return err
	}
	client, err := rpc.Connect(ctx, rpc.Config{
		URLs: []string{settings.Chain.RPCURL}, ChainID: settings.ChainID(), Rate: settings.Chain.RequestsPerSecond,
		BlockTime: settings.BlockTime(), Clock: clock.System{}, Log: sh.log,
	})
	if err != nil {
		return fmt.Errorf("connect to the chain: %w", err)
	}
	defer client.Close()
	n := &owner.Notary{Client: client, Key: key, Kept: f.out + ".steps", Progress: sh.step}
	offer, err := n.Offer(ctx, ask)
	if err != nil {
		return err
	}
	if err := n.Beside(ctx, &offer, f.filed(ask.Owner, ask.Config.ChainID(), ask.Mode)); err != nil {
		return err
	}
	if !f.yes {
		return f.show(sh, offer)
	}
	if !sh.json {
		fmt.Fprint(sh.out, offer.Plan)
	}
	g, err := n.Grant(ctx, ask, offer)
	if errors.Is(err, owner.ErrWaits) {
		return f.waits(sh, err)
	}
	if err != nil {
		return err
	}
	return f.write(sh, g, offer)
}

// show prints what would happen.
func (f grantFlags) show(sh *shell, o owner.Offer) error {
	if sh.json {
		return json.NewEncoder(sh.out).Encode(o)
	}
	fmt.Fprintf(sh.out, "%s\nyour account would send:\n", o.Plan)
	for _, tx := range o.Transactions {
		fmt.Fprintf(sh.out, "  %s\n", tx)
	}
	fmt.Fprintln(sh.out, "\nnothing was sent or signed; the same command with --yes does it")
	return nil
}

// waits says what is left to the account.
func (f grantFlags) waits(sh *shell, what error) error {
	if sh.json {
		return json.NewEncoder(sh.out).Encode(map[string]any{"signed": false, "waits": what.Error()})
	}
	fmt.Fprintf(sh.out, "not signed yet: %s\n", what)
	return nil
}

func (f grantFlags) write(sh *shell, g grant.Grant, o owner.Offer) error {
	text, err := json.MarshalIndent(g, "", "  ")
	if err != nil {
		return err
	}
	kept, err := f.put(g, text)
	if err != nil {
		return err
	}
	if sh.json {
		said := map[string]any{"file": f.out, "hash": g.Delegation.Hash(), "plan": o.Plan}
		if kept != "" {
			said["kept"] = kept
		}
		return json.NewEncoder(sh.out).Encode(said)
	}
	full, err := filepath.Abs(f.out)
	fmt.Fprintf(sh.out, "signed: delegation %s in %s; custody.grant_path names it\n", g.Delegation.Hash(), full)
	if kept != "" {
		fmt.Fprintf(sh.out, "the grant that was there is in %s: unless it ended, it holds until you disable it (bardo revoke --config %s --grant %s --yes)\n", kept, f.config, kept)
	}
	return err
}
