package bardo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/rpc"
	"github.com/spf13/cobra"

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
}

func newDevnet(sh *shell) *cobra.Command {
	var f devnetFlags
	c := &cobra.Command{
		Use:   "devnet",
		Short: "Run an EVM devnet: HTTP and WebSocket on one port, until Ctrl-C",
		Long: `devnet runs an EVM chain with funded accounts: HTTP and WebSocket on one port,
until Ctrl-C or mirage_shutdown. It lives in memory unless --data names a folder;
what was acknowledged there survives a kill. A chain that is kept or loaded has the
accounts it began with.`,
		Example: `  bardo devnet --listen 127.0.0.1:8545
  bardo devnet --data chain
  bardo devnet --state chain.state --dump-on-exit`,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := f.check(); err != nil {
				return usage(err)
			}
			return f.run(c.Context(), sh)
		},
	}
	c.Flags().StringVar(&f.listen, "listen", "127.0.0.1:8545", "loopback address of the endpoint")
	c.Flags().IntVar(&f.accounts, "accounts", cheat.DefaultAccounts, "how many accounts of the test mnemonic a new chain funds")
	c.Flags().BoolVar(&f.anyone, "auto-impersonate", false, "let every account send without a key")
	c.Flags().StringVar(&f.data, "data", "", "keep the chain in this folder")
	c.Flags().StringVar(&f.state, "state", "", "begin with the chain in this file")
	c.Flags().BoolVar(&f.dump, "dump-on-exit", false, "write the chain to --state at the end; the file may be missing at the start")
	c.Flags().Uint64Var(&f.chain, "chain-id", 0, "chain id (default 31337, or that of --data or --state)")
	c.Flags().Uint64Var(&f.seed, "seed", 0, "what a new chain's PREVRANDAO derives from, beside the chain id")
	return c
}

// check refuses flags that make no sense.
func (f devnetFlags) check() error {
	switch {
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
func (f devnetFlags) run(ctx context.Context, sh *shell) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	funded, err := cheat.Accounts(cheat.Mnemonic, f.accounts)
	if err != nil {
		return err
	}
	state, err := node.ReadState(f.state, f.dump)
	if err != nil {
		return err
	}
	alloc := map[common.Address]*big.Int{}
	cheat.Fund(alloc, funded, cheat.DefaultEther)
	n, err := node.New(node.Config{
		ChainID: f.chain, Seed: f.seed, Alloc: alloc, HTTP: f.listen, DataDir: f.data, State: state,
		Services: []node.Services{func(n *node.Node) ([]rpc.API, error) {
			if funded, err = cheat.Funded(n, cheat.Mnemonic); err != nil {
				return nil, err
			}
			return cheat.Services(cheat.Options{Accounts: funded, AutoImpersonate: f.anyone, Shutdown: stop})(n)
		}, scenario.Services},
	})
	if err != nil {
		return err
	}
	if err := (running{n.ChainID(), n.Endpoint(), n.Head().Number, addresses(funded)}).print(sh); err != nil {
		return errors.Join(err, n.Close())
	}
	<-ctx.Done()
	if f.dump {
		return n.CloseTo(f.state)
	}
	return n.Close()
}

// running is what a devnet says when it is ready.
type running struct {
	ChainID  *big.Int         `json:"chain_id"`
	Endpoint string           `json:"endpoint"`
	Block    *big.Int         `json:"block"`
	Accounts []common.Address `json:"accounts"` // funded at block 0
}

func (r running) print(sh *shell) error {
	if sh.json {
		return json.NewEncoder(sh.out).Encode(r)
	}
	fmt.Fprintf(sh.out, "chain %d, %s, block %d\n", r.ChainID, r.Endpoint, r.Block)
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
