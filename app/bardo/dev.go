package bardo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/rpc"
	"github.com/spf13/cobra"

	"bardo.run/bardo/evm/remote"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/mirage/artifact"
	"bardo.run/bardo/mirage/cheat"
	"bardo.run/bardo/mirage/deploy"
	"bardo.run/bardo/mirage/deploy/kit"
	"bardo.run/bardo/mirage/node"
	"bardo.run/bardo/mirage/page"
	"bardo.run/bardo/mirage/scenario"
	"bardo.run/bardo/mirage/scenario/library"
)

// devFlags are the flags of bardo dev. The page is asked for with --ui: a second port must not
// open by itself, and the page can change the chain.
type devFlags struct {
	port, uiPort    int
	blockTime       time.Duration // 0: a block for each transaction
	state, manifest string
	fresh, bare, ui bool
	play            playFlags
	fork            forkFlags
}

func newDev(sh *shell) *cobra.Command {
	var f devFlags
	c := &cobra.Command{
		Use:   "dev",
		Short: "Run a devnet with the protocols, liquidity and accounts to develop against",
		Long: `dev runs a devnet on which the protocols that a Golem knows, the ERC-4337 entry
points and MetaMask's delegation framework are deployed, every pool has
liquidity, and ten accounts have 10,000 ETH and 1,000,000 USDC each, until Ctrl-C. Their keys are public: use them nowhere else.
The addresses are the same at every start; a manifest lists them. A block is made for
each transaction, so that the chain stands still while no one sends any; with
--block-time one comes every so often, as on a real chain. With --ui a page
for the browser shows the chain, changes it, and runs what-ifs.

With --fork it begins on a block of another chain, as bardo devnet --fork does, and
deploys onto it what is not there; every account sends without a key.

With --scenario it begins behind one of these, whose trades are blocks of the chain:

` + shelf(),
		Example: `  bardo dev --ui
  bardo dev --state dev.state
  bardo dev --fork http://127.0.0.1:8545 --ui
  bardo dev --scenario crash --set drop_percent=50 --seed 7`,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := errors.Join(f.play.check(f.bare), f.fork.check(c.Flags().Changed)); err != nil {
				return usage(err)
			}
			f.fork.at = c.Flags().Changed("fork-block")
			if f.port < 0 || f.port > 65535 {
				return usage(fmt.Errorf("--port is %d, want 0 to 65535", f.port))
			}
			if f.uiPort < 0 || f.uiPort > 65535 {
				return usage(fmt.Errorf("--ui-port is %d, want 0 to 65535", f.uiPort))
			}
			if f.blockTime < 0 || f.blockTime > time.Hour {
				return usage(fmt.Errorf("--block-time is %s, want at most an hour", f.blockTime))
			}
			if f.fresh && f.state == "" {
				return usage(errors.New("--fresh needs --state FILE; without it every start is fresh"))
			}
			if err := writable("--state", f.state); err != nil {
				return err
			}
			return f.run(c.Context(), sh)
		},
	}
	c.AddCommand(newFund(sh))
	c.Flags().IntVar(&f.port, "port", 8546, "loopback port of the endpoint; 0 takes a free one")
	c.Flags().DurationVar(&f.blockTime, "block-time", 0, "make a block every so often, as 2s, and not for each transaction")
	c.Flags().BoolVar(&f.ui, "ui", false, "serve a page that shows the chain and changes it")
	c.Flags().IntVar(&f.uiPort, "ui-port", 3001, "loopback port of the page; 0 takes a free one")
	c.Flags().StringVar(&f.state, "state", "", "go on with the chain in this file, if it is there, and write it at the end; its folder is made")
	c.Flags().BoolVar(&f.fresh, "fresh", false, "begin anew whatever --state holds")
	c.Flags().BoolVar(&f.bare, "no-deploy", false, "deploy nothing")
	c.Flags().StringVar(&f.fork.from, "fork", "", "begin on a block of the chain at this URL, or in this file of bardo devnet --fork-record")
	c.Flags().Uint64Var(&f.fork.block, "fork-block", 0, "the number of that block (default the latest)")
	f.play.add(c)
	c.Flags().StringVar(&f.manifest, "deployments", "deployments", "folder for the manifest, <chain id>.json")
	return c
}

// run is a development environment from start to end.
func (f devFlags) run(ctx context.Context, sh *shell) (err error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	began := clock.System{}.Now()
	set, err := artifact.FindKit()
	if err != nil {
		return err
	}
	below, end, err := f.fork.open(ctx, 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, end()) }()
	d, err := f.start(ctx, set, below, stop)
	if err != nil {
		return err
	}
	if err := d.ready(ctx, sh, f); err != nil {
		return errors.Join(err, d.closePage(), d.node.Close())
	}
	sh.step("after %.1f s: ready, Ctrl-C stops it", clock.System{}.Now().Sub(began).Seconds())
	<-ctx.Done()
	if err := d.closePage(); err != nil {
		sh.step("the page: %v", err)
	}
	if f.state != "" {
		return d.node.CloseTo(f.state)
	}
	return d.node.Close()
}

// step prints a line of progress for people.
func (sh *shell) step(format string, args ...any) {
	if !sh.json {
		fmt.Fprintf(sh.err, format+"\n", args...)
	}
}

// dev is a running environment.
type dev struct {
	node     *node.Node
	set      *artifact.Set
	plan     kit.Plan
	accounts []cheat.Account
	book     deploy.Book
	page     *page.Server // nil: none was asked for
	shelf    *library.Shelf
	played   *library.Report // nil: nothing was asked for
}

// ready deploys, opens the page if one is asked for, and says what there is.
func (d *dev) ready(ctx context.Context, sh *shell, f devFlags) error {
	if err := d.deploy(ctx, sh, f); err != nil {
		return err
	}
	if err := d.perform(ctx, sh, f.play); err != nil {
		return err
	}
	if f.blockTime > 0 {
		if err := d.node.Miner.SetInterval(f.blockTime); err != nil {
			return err
		}
	}
	if f.ui {
		if err := d.openPage(f.uiPort); err != nil {
			return err
		}
	}
	return d.print(sh)
}

func (d *dev) openPage(port int) error {
	handler, err := page.New(page.Describe(d.book, d.node.Server.Endpoint(), addresses(d.accounts)), d.node.Server.Handler())
	if err != nil {
		return err
	}
	d.page, err = page.Serve(port, handler)
	return err
}

func (d *dev) closePage() error {
	if d.page == nil {
		return nil
	}
	return d.page.Close()
}

// writable makes the folder of a file that is written at the end, and refuses one that could not
// be: what was done until then would be lost. An empty name is none.
func writable(flag, name string) error {
	if name == "" {
		return nil
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return usage(fmt.Errorf("%s %s is a folder: name a file in it", flag, name))
	}
	dir := filepath.Dir(name)
	err := os.MkdirAll(dir, 0o755)
	if err == nil {
		var probe *os.File
		if probe, err = os.CreateTemp(dir, ".writable-"); err == nil {
			err = errors.Join(probe.Close(), os.Remove(probe.Name()))
		}
	}
	if err != nil {
		return usage(fmt.Errorf("%s: nothing could be written there at the end: %w", flag, err))
	}
	return nil
}

// start starts the chain: that of the state file, one that goes on from another chain's block, or a
// new one.
func (f devFlags) start(ctx context.Context, set *artifact.Set, below *remote.State, stop func()) (*dev, error) {
	defer roomy(heapGrowth)()
	d := &dev{set: set, plan: kit.Plan{Seed: kit.DevSeed}, shelf: library.New()}
	var err error
	if d.accounts, err = cheat.Accounts(cheat.Mnemonic, cheat.DefaultAccounts); err != nil {
		return nil, err
	}
	d.plan.Actors = addresses(d.accounts)
	genesis, err := d.plan.Genesis(set)
	if err != nil {
		return nil, err
	}
	alloc := maps.Clone(genesis.Alloc)
	cheat.Fund(alloc, d.accounts, cheat.DefaultEther)
	var state *node.State
	if !f.fresh {
		if state, err = node.ReadState(f.state, true); err != nil {
			return nil, err
		}
	}
	code := genesis.Code
	if below != nil {
		if err := endow(ctx, below, alloc); err != nil {
			return nil, err
		}
		alloc, code = nil, nil
	}
	d.node, err = node.New(node.Config{
		Alloc: alloc, Code: code, State: state, Fork: below, HTTP: net.JoinHostPort("127.0.0.1", strconv.Itoa(f.port)),
		Services: []node.Services{func(n *node.Node) ([]rpc.API, error) {
			return cheat.Services(cheat.Options{Accounts: d.accounts, AutoImpersonate: below != nil, Shutdown: stop})(n)
		}, scenario.Services, d.shelf.Services},
	})
	if err != nil || below == nil || f.bare {
		return d, err
	}
	if err := place(ctx, d.node, genesis.Code); err != nil {
		return nil, errors.Join(err, d.node.Close())
	}
	return d, nil
}

// deploy puts the kit on the chain, or verifies that it stands there, and writes the
// manifest.
func (d *dev) deploy(ctx context.Context, sh *shell, f devFlags) error {
	if f.bare {
		d.book.ChainID = d.node.Chain.ID().Uint64()
		return nil
	}
	sh.step("deploying contracts")
	var err error
	if d.book, err = kit.Deploy(ctx, deploy.On(d.node), d.set, d.plan); err != nil {
		return err
	}
	name, err := d.book.Save(f.manifest)
	if err != nil {
		return err
	}
	sh.step("%d contracts in %s", len(d.book.Contracts), name)
	return d.stock()
}

// manifest is what a development environment says of itself.
type manifest struct {
	deploy.Book
	Endpoint string      `json:"endpoint"`
	Page     string      `json:"page,omitempty"` // its URL
	Block    *big.Int    `json:"block"`
	Accounts []publicKey `json:"accounts"`
	// Lenders are the lending markets, as venue.lenders of a Golem names them.
	Lenders []string `json:"lenders,omitempty"`
	// Scenario is what --scenario came to.
	Scenario *library.Report `json:"scenario,omitempty"`
}

// publicKey is an account of the test mnemonic. Everybody has its key.
type publicKey struct {
	Address common.Address `json:"address"`
	Key     hexutil.Bytes  `json:"public_test_key"`
}

func (d *dev) print(sh *shell) error {
	m := manifest{Book: d.book, Endpoint: d.node.Server.Endpoint(), Block: d.node.Chain.Head().Number, Lenders: kit.LendersOf(d.book), Scenario: d.played}
	if d.page != nil {
		m.Page = d.page.URL()
	}
	for _, a := range d.accounts {
		m.Accounts = append(m.Accounts, publicKey{a.Address, crypto.FromECDSA(a.Key)})
	}
	if sh.json {
		return json.NewEncoder(sh.out).Encode(m)
	}
	fmt.Fprintf(sh.out, "chain %d, %s, block %d\n", m.ChainID, m.Endpoint, m.Block)
	if m.Page != "" {
		fmt.Fprintf(sh.out, "page on %s\n", m.Page)
	}
	fmt.Fprintln(sh.out, "\naccounts of the public test mnemonic, whose keys everybody has: send them nothing real")
	for _, a := range m.Accounts {
		fmt.Fprintf(sh.out, "  %s  %s\n", a.Address, a.Key)
	}
	if len(m.Contracts) > 0 {
		fmt.Fprintln(sh.out, "\ncontracts")
	}
	for _, c := range m.Contracts {
		fmt.Fprintf(sh.out, "  %-40s %s\n", c.Name, c.Address)
	}
	if len(m.Lenders) > 0 {
		fmt.Fprintln(sh.out, "\nlending markets, as venue.lenders names them")
	}
	for _, l := range m.Lenders {
		fmt.Fprintf(sh.out, "  %s\n", l)
	}
	if m.Scenario != nil {
		fmt.Fprintln(sh.out)
		told(sh.out, *m.Scenario)
	}
	return nil
}
