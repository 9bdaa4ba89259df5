package bardo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/rpc"
	"github.com/spf13/cobra"

	"bardo.run/bardo/evm/remote"
	"bardo.run/bardo/mirage/cheat"
	"bardo.run/bardo/mirage/node"
	"bardo.run/bardo/mirage/scenario"
)

// devnetFlags is what the command line says of a devnet.
type devnetFlags struct {
	listen, data, state string
	accounts            int
	chain, seed         uint64
	dump, anyone        bool
	manual              bool
	hardfork            string
	gas                 uint64
	capped              bool
	hosts, origins      []string
	fork                forkFlags
}

func newDevnet(sh *shell) *cobra.Command {
	var f devnetFlags
	c := &cobra.Command{
		Use:   "devnet",
		Short: "Run an EVM devnet: HTTP and WebSocket on one port, until Ctrl-C",
		Long: `devnet runs an EVM chain with funded accounts: HTTP and WebSocket on one port,
until Ctrl-C or mirage_shutdown. It lives in memory unless --data names a folder;
what was acknowledged there survives a kill. A chain that is kept or loaded has the
accounts it began with.

With --fork it begins on a block of another chain, in memory: what it does not write
is read there, at that block. It lets every account send without a key, and funds those of
the test mnemonic only if --accounts says how many. --fork-record writes what was read to
a file, which --fork takes in place of a URL and needs no network.`,
		Example: `  bardo devnet --listen 127.0.0.1:8545
  bardo devnet --data chain
  bardo devnet --state chain.state --dump-on-exit
  bardo devnet --fork http://127.0.0.1:8546 --fork-record recorded.fork
  bardo devnet --fork recorded.fork`,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := errors.Join(f.check(c.Flags().Changed), f.fork.check(c.Flags().Changed)); err != nil {
				return usage(err)
			}
			f.fork.at = c.Flags().Changed("fork-block")
			if f.fork.from != "" && !c.Flags().Changed("accounts") {
				f.accounts = 0
			}
			f.anyone = f.anyone || f.fork.from != "" && !c.Flags().Changed("auto-impersonate")
			return f.run(c.Context(), sh)
		},
	}
	c.Flags().StringVar(&f.listen, "listen", "127.0.0.1:8545", "loopback address of the endpoint")
	c.Flags().IntVar(&f.accounts, "accounts", cheat.DefaultAccounts, "how many accounts of the test mnemonic a new chain funds, or a fork if it is given")
	c.Flags().BoolVar(&f.anyone, "auto-impersonate", false, "let every account send without a key (default true on a fork)")
	c.Flags().StringVar(&f.data, "data", "", "keep the chain in this folder")
	c.Flags().StringVar(&f.state, "state", "", "begin with the chain in this file")
	c.Flags().BoolVar(&f.dump, "dump-on-exit", false, "write the chain to --state at the end; the file may be missing at the start")
	c.Flags().Uint64Var(&f.chain, "chain-id", 0, "chain id (default 31337, or that of --data, --state or --fork)")
	c.Flags().Uint64Var(&f.seed, "seed", 0, "what a new chain's PREVRANDAO derives from, beside the chain id")
	c.Flags().StringVar(&f.hardfork, "hardfork", "", "rules of a new chain: "+strings.Join(node.HardForks, ", ")+" (default the last)")
	c.Flags().Uint64Var(&f.gas, "gas-limit", 0, "gas of a block (default 30000000, or that of --data, --state or --fork)")
	c.Flags().BoolVar(&f.manual, "no-mining", false, "make no block for a transaction: until evm_mine, or evm_setAutomine")
	c.Flags().BoolVar(&f.capped, "tx-gas-cap", false, "refuse a transaction of more than 16777216 gas, as chains under osaka do (EIP-7825)")
	c.Flags().StringSliceVar(&f.hosts, "allow-host", nil, "answer requests that call this machine by such a name, as a container's; * is every name")
	c.Flags().StringSliceVar(&f.origins, "allow-origin", nil, "let such a page ask from a browser, like https://remix.ethereum.org; with * any page can drive the chain")
	c.Flags().StringVar(&f.fork.from, "fork", "", "begin on a block of the chain at this URL, or in this file of --fork-record")
	c.Flags().Uint64Var(&f.fork.block, "fork-block", 0, "the number of that block (default the latest)")
	c.Flags().StringVar(&f.fork.record, "fork-record", "", "write what was read of the chain below to this file, at the end")
	return c
}

// check refuses flags that make no sense.
func (f devnetFlags) check(given func(flag string) bool) error {
	switch {
	case f.chain == 0 && given("chain-id"):
		return errors.New("--chain-id is 0, and no chain has that id")
	case f.accounts < 0 || f.accounts > cheat.MostAccounts:
		return fmt.Errorf("--accounts is %d, want 0 to %d", f.accounts, cheat.MostAccounts)
	case f.listen == "":
		return errors.New("--listen is empty, want a loopback address like 127.0.0.1:8545")
	case f.dump && f.state == "":
		return errors.New("--dump-on-exit needs --state FILE, where to write")
	}
	return nil
}

// run is a devnet from start to end.
func (f devnetFlags) run(ctx context.Context, sh *shell) (err error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	if f.dump {
		if err := writable("--state", f.state); err != nil {
			return err
		}
	}
	below, end, err := f.fork.open(ctx, f.chain)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, end()) }()
	config, err := f.config(ctx, below, stop)
	if err != nil {
		return err
	}
	started := roomy(heapGrowth)
	n, err := node.New(config)
	started()
	frugal(ofChain)
	if err != nil {
		return err
	}
	n.Miner.SetAutomine(!f.manual)
	funded, err := f.funded(n)
	if err != nil {
		return errors.Join(err, n.Close())
	}
	if err := said(n, funded).print(sh); err != nil {
		return errors.Join(err, n.Close())
	}
	<-ctx.Done()
	if f.dump {
		return n.CloseTo(f.state)
	}
	return n.Close()
}

// config is the devnet of the flags, with the state that it begins with. below is that of a fork's
// block, else nil.
func (f devnetFlags) config(ctx context.Context, below *remote.State, stop func()) (node.Config, error) {
	state, err := node.ReadState(f.state, f.dump)
	if err != nil {
		return node.Config{}, err
	}
	alloc, err := f.fund(ctx, below)
	return node.Config{
		ChainID: f.chain, Seed: f.seed, Alloc: alloc, DataDir: f.data, State: state, Fork: below,
		GasLimit: f.gas, HardFork: f.hardfork, NoTxGasCap: !f.capped, RisingTime: true,
		HTTP: f.listen, Hosts: f.hosts, Origins: f.origins,
		Services: []node.Services{func(n *node.Node) ([]rpc.API, error) {
			funded, err := f.funded(n)
			if err != nil {
				return nil, err
			}
			return cheat.Services(cheat.Options{Accounts: funded, AutoImpersonate: f.anyone, Shutdown: stop})(n)
		}, scenario.Services},
	}, err
}

// fund gives accounts of the test mnemonic what they own: in block 0 of a new chain, or in the block
// that a fork begins on.
func (f devnetFlags) fund(ctx context.Context, below *remote.State) (map[common.Address]*big.Int, error) {
	funded, err := cheat.Accounts(cheat.Mnemonic, f.accounts)
	if err != nil {
		return nil, err
	}
	alloc := map[common.Address]*big.Int{}
	cheat.Fund(alloc, funded, cheat.DefaultEther)
	if below == nil {
		return alloc, nil
	}
	return nil, endow(ctx, below, alloc)
}

// funded are the accounts of the test mnemonic that the chain began with.
func (f devnetFlags) funded(n *node.Node) ([]cheat.Account, error) {
	if n.Chain.ForkBlock() != nil {
		return cheat.Accounts(cheat.Mnemonic, f.accounts)
	}
	return cheat.Funded(n, cheat.Mnemonic)
}

// running is what a devnet says when it is ready.
type running struct {
	ChainID  *big.Int         `json:"chain_id"`
	Endpoint string           `json:"endpoint"`
	Block    *big.Int         `json:"block"`
	Fork     *common.Hash     `json:"fork,omitempty"` // the block's hash, where it is another chain's
	Accounts []common.Address `json:"accounts"`       // funded at block 0, or where a fork begins
}

func said(n *node.Node, accounts []cheat.Account) running {
	r := running{ChainID: n.Chain.ID(), Endpoint: n.Server.Endpoint(), Block: n.Chain.Head().Number, Accounts: addresses(accounts)}
	if b := n.Chain.ForkBlock(); b != nil {
		hash := b.Hash()
		r.Fork = &hash
	}
	return r
}

func (r running) print(sh *shell) error {
	if sh.json {
		return json.NewEncoder(sh.out).Encode(r)
	}
	fmt.Fprintf(sh.out, "chain %d, %s, block %d\n", r.ChainID, r.Endpoint, r.Block)
	if r.Fork != nil {
		fmt.Fprintf(sh.out, "  fork of block %d, %s\n", r.Block, r.Fork)
	}
	for _, a := range r.Accounts {
		fmt.Fprintf(sh.out, "  %s  %d ETH at block 0\n", a, cheat.DefaultEther)
	}
	return nil
}

func addresses(accounts []cheat.Account) []common.Address {
	out := make([]common.Address, len(accounts))
	for i, a := range accounts {
		out[i] = a.Address
	}
	return out
}
