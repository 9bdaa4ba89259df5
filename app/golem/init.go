package golem

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/spf13/cobra"

	"bardo.run/bardo/evm/network"
	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/custody"
	"bardo.run/bardo/internal/atomicfile"
	"bardo.run/bardo/internal/conf"
	"bardo.run/bardo/internal/eip55"
	"bardo.run/bardo/strategies"
)

// devnetURL is where bardo dev answers.
const devnetURL = "http://127.0.0.1:8546"

// newborn is what golem init is asked for.
type newborn struct {
	dir, network, custody, strategy, rpc, owner string
	markets                                     []string
}

func newInit(out *voice, errOut io.Writer) *cobra.Command {
	var n newborn
	c := &cobra.Command{
		Use:   "init DIR",
		Short: "Write the configuration, the strategy and the key of a new Golem",
		Long: `init writes golem.toml and STRATEGY.md into a folder, in keys that golem --config reads. The
names of networks, tokens and markets are those of one table, with the contracts behind them:

` + networks() + `
Where GOLEM_KEYSTORE_PASSPHRASE is set it makes the Golem's key too. Nothing is written over,
nothing is sent, and no endpoint is asked: golem doctor does that.`,
		Example: "  golem init life --network devnet --custody localkey --strategy dca",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("%w: golem init DIR", errUsage)
			}
			n.dir = args[0]
			undumpable(errOut)
			return n.write(out)
		},
	}
	flags := c.Flags()
	flags.StringVar(&n.network, "network", "base", "one of "+strings.Join(network.Names(), ", "))
	flags.StringSliceVar(&n.markets, "market", nil, "what it trades in, once for each market: base token, dollar and fee in basis points, as "+firstMarket+" (default: what the template names, else "+firstMarket+")")
	flags.StringVar(&n.custody, "custody", "delegation", "who has the key and holds the limits: delegation, localkey or embedded (docs/custody.md)")
	flags.StringVar(&n.strategy, "strategy", "dca", "a template: "+strings.Join(strategies.Names(), ", "))
	flags.StringVar(&n.rpc, "rpc", "", "the endpoint; without it BASE_RPC_URL names it, and on the devnet it is "+devnetURL)
	flags.StringVar(&n.owner, "owner", "", "your address: named in the testament; at death an enclave's wallet is sent there, and other money stays where it is (golem kill --help)")
	return c
}

// networks lists what the table has.
func networks() string {
	var b strings.Builder
	for _, n := range network.All() {
		fmt.Fprintf(&b, "  %-13s %s\n", n.Name, strings.Join(n.Symbols(), ", "))
	}
	return b.String()
}

// passphrased reports whether a key can be made now.
func passphrased() bool { return os.Getenv("GOLEM_KEYSTORE_PASSPHRASE") != "" }

// write checks everything before anything is written.
func (n newborn) write(out *voice) error {
	for _, name := range []string{"golem.toml", "STRATEGY.md"} {
		if err := vacant(filepath.Join(n.dir, name)); err != nil {
			return err
		}
	}
	if n.custody != custody.Embedded && passphrased() {
		if err := longEnough(os.Getenv("GOLEM_KEYSTORE_PASSPHRASE")); err != nil {
			return err
		}
		if err := vacant(filepath.Join(n.dir, newKeyFile)); err != nil {
			return err
		}
	}
	plan, ok := strategies.Template(n.strategy)
	if !ok {
		return fmt.Errorf("%w: --strategy %q is none of %s", errUsage, n.strategy, strings.Join(strategies.Names(), ", "))
	}
	net, ok := network.Find(n.network)
	if !ok {
		return fmt.Errorf("%w: --network %q is none of %s", errUsage, n.network, strings.Join(network.Names(), ", "))
	}
	markets, err := n.chosen(net, string(plan))
	if err != nil {
		return err
	}
	text, compiled, err := n.compiled(string(plan), markets)
	if err != nil {
		return err
	}
	settings, err := n.settings(net, markets, compiled.Protocols)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(n.dir, 0o700); err != nil {
		return err
	}
	for _, file := range []struct{ name, body string }{{"golem.toml", settings}, {"STRATEGY.md", text}} {
		path := filepath.Join(n.dir, file.name)
		if err := atomicfile.Write(path, 0o600, []byte(file.body)); err != nil {
			return err
		}
		fmt.Fprintln(out, path)
	}
	return n.next(out, markets[0].Quote)
}

// settings is the text of golem.toml, which loads.
func (n newborn) settings(net network.Network, markets []network.Market, protocols []string) (string, error) {
	if n.rpc == "" && net.Name == network.Devnet {
		n.rpc = devnetURL
	}
	var b strings.Builder
	var handles []string
	for _, m := range markets {
		handles = append(handles, m.Handle)
	}
	pool := ""
	if len(markets) == 1 {
		pool = " # pool " + markets[0].Pool.Hex()
	}
	fmt.Fprintf(&b, "# Written by golem init. docs/configuration.md has every key and its default.\n\n[golem]\nnetwork = %q\nmarkets = [%s]%s\ncustody_mode = %q\n\n[chain]\n", net.Name, inQuotes(handles), pool, n.custody)
	if n.rpc != "" {
		fmt.Fprintf(&b, "rpc_url = %q\n", n.rpc)
	} else {
		b.WriteString("rpc_url = \"${BASE_RPC_URL}\"\n")
	}
	if net.Name == network.Devnet {
		b.WriteString("requests_per_second = 0 # it is nobody's but yours\n")
	}
	fmt.Fprintf(&b, "\n[safety]\napproved_assets = [%s]\napproved_protocols = [%s]\n\n[strategy]\npath = \"STRATEGY.md\"\n", inQuotes(symbolsOf(tokensOf(markets))), inQuotes(protocols))
	if n.owner != "" {
		a, err := eip55.Parse(n.owner)
		if err != nil {
			return "", fmt.Errorf("%w: --owner: %w", errUsage, err)
		}
		fmt.Fprintf(&b, "\n[identity]\nowner_address = %q\n", a.Hex())
	}
	switch n.custody {
	case "delegation":
		b.WriteString("\n[custody]\ngrant_path = \"grant.json\" # bardo grant writes it\n")
		fallthrough
	case "localkey":
		b.WriteString("\n[custody.localkey]\nprivate_key_path = \"" + newKeyFile + "\"\n")
	case custody.Embedded:
		fmt.Fprintf(&b, "\n[custody.embedded] # the provider names the rest: see golem policy --help\nauthorization_key_path = %q\n", sessionFile)
	default:
		return "", fmt.Errorf("%w: --custody %q is none of delegation, localkey, embedded", errUsage, n.custody)
	}
	_, err := config.Load(conf.Options{File: "golem.toml", Data: []byte(b.String()), Env: func(string) (string, bool) { return "", n.rpc == "" }})
	if err == nil && n.custody == custody.Embedded && n.owner == "" {
		err = fmt.Errorf("%w: --custody embedded needs --owner: the provider lets the Golem send money to its owner alone", errUsage)
	}
	return b.String(), err
}

func inQuotes(words []string) string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = fmt.Sprintf("%q", w)
	}
	return strings.Join(out, ", ")
}

// next makes the key where it can, and says what is left to do.
func (n newborn) next(out *voice, quote network.Token) error {
	path, key := filepath.Join(n.dir, "golem.toml"), "ADDRESS"
	var steps []string
	switch {
	case n.custody == custody.Embedded:
		steps = append(steps, "golem key --session --data-dir "+n.dir, "golem policy --config "+path)
	case passphrased():
		made, err := makeKey(out, n.dir)
		if err != nil {
			return err
		}
		key = made.Hex()
	default:
		steps = append(steps, "export GOLEM_KEYSTORE_PASSPHRASE=…", "golem key --data-dir "+n.dir)
	}
	switch {
	case n.network == network.Devnet && n.custody == "localkey":
		steps = append(steps, devFund(key, cmp.Or(n.rpc, devnetURL)))
	case n.custody == "localkey":
		steps = append(steps, "send "+key+" what it trades with, and coin for gas")
	case n.custody == "delegation":
		grants := "bardo grant --config " + path + " --session " + key + " --out " + filepath.Join(n.dir, "grant.json")
		if quote.Feed == (common.Address{}) {
			grants += " --quote-feed ADDRESS"
		}
		if n.network == network.Devnet {
			steps = append(steps, devFund(key+gasAlone, cmp.Or(n.rpc, devnetURL)))
		}
		steps = append(steps, "export BARDO_OWNER_KEY=…", grants+" # shows the plan; --yes signs it")
	}
	steps = append(steps, "golem doctor --config "+path, "golem --config "+path)
	fmt.Fprintln(out, "next:")
	for _, s := range steps {
		fmt.Fprintln(out, "  "+s)
	}
	return out.answer(map[string]any{"config": path, "address": strings.TrimPrefix(key, "ADDRESS"), "next": steps})
}
