package bardo

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/spf13/cobra"

	"bardo.run/bardo/mirage/cheat"
	"bardo.run/bardo/mirage/node"
)

// maxAccounts bounds what one start derives.
const maxAccounts = 1000

func newDevnet(sh *shell) *cobra.Command {
	var listen string
	var accounts int
	var anyone bool
	c := &cobra.Command{
		Use:     "devnet",
		Short:   "Run an empty EVM devnet: HTTP and WebSocket on one port, until Ctrl-C",
		Example: `  bardo devnet --listen 127.0.0.1:8545`,
		RunE: func(c *cobra.Command, _ []string) error {
			if accounts < 0 || accounts > maxAccounts {
				return usage(fmt.Errorf("--accounts is %d, want 0 to %d", accounts, maxAccounts))
			}
			if listen == "" {
				return usage(errors.New("--listen is empty, want a loopback address like 127.0.0.1:8545"))
			}
			dev, err := cheat.Accounts(cheat.Mnemonic, accounts)
			if err != nil {
				return usage(err)
			}
			alloc := map[common.Address]*big.Int{}
			cheat.Fund(alloc, dev, cheat.DefaultEther)
			n, err := node.New(node.Config{
				Alloc: alloc, HTTP: listen,
				Services: []node.Services{cheat.Services(cheat.Options{Accounts: dev, AutoImpersonate: anyone})},
			})
			if err != nil {
				return err
			}
			if err := (running{n.ChainID(), n.Endpoint(), addresses(dev)}).print(sh); err != nil {
				return errors.Join(err, n.Close())
			}
			<-c.Context().Done()
			return n.Close()
		},
	}
	c.Flags().StringVar(&listen, "listen", "127.0.0.1:8545", "loopback address of the endpoint")
	c.Flags().IntVar(&accounts, "accounts", cheat.DefaultAccounts, "how many funded accounts of the test mnemonic")
	c.Flags().BoolVar(&anyone, "auto-impersonate", false, "let every account send without a key")
	return c
}

// running is what a devnet says when it is ready.
type running struct {
	ChainID  *big.Int         `json:"chain_id"`
	Endpoint string           `json:"endpoint"`
	Accounts []common.Address `json:"accounts"` // funded
}

func (r running) print(sh *shell) error {
	if sh.json {
		return json.NewEncoder(sh.out).Encode(r)
	}
	fmt.Fprintf(sh.out, "chain %d, %s\n", r.ChainID, r.Endpoint)
	for _, a := range r.Accounts {
		fmt.Fprintf(sh.out, "  %s  %d ETH\n", a, cheat.DefaultEther)
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
