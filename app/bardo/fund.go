package bardo

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/rpc"
	"github.com/spf13/cobra"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/network"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/eip55"
	"bardo.run/bardo/mirage/cheat"
)

// fundFlags are those of bardo dev fund.
type fundFlags struct {
	rpc       string
	usdc, eth string
}

func newFund(sh *shell) *cobra.Command {
	var f fundFlags
	c := &cobra.Command{
		Use:   "fund ADDRESS",
		Short: "Send an address money on the devnet of bardo dev",
		Long: `fund has the first of the devnet's accounts send an address USDC to trade with, and coin
for gas, in two plain transfers. It refuses any other chain.`,
		Example: "  bardo dev fund 0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
		Args:    strict(cobra.ExactArgs(1)),
		RunE: func(c *cobra.Command, args []string) error {
			to, err := eip55.Parse(args[0])
			if err != nil {
				return usage(err)
			}
			sent, err := f.send(c.Context(), to)
			if err != nil {
				return err
			}
			if !sh.json {
				fmt.Fprintf(sh.out, "%s got %s USDC and %s ETH\n", to, f.usdc, f.eth)
				for _, hash := range sent {
					fmt.Fprintln(sh.out, hash)
				}
			}
			return nil
		},
	}
	c.Flags().StringVar(&f.rpc, "rpc", "http://127.0.0.1:8546", "the devnet's endpoint")
	c.Flags().StringVar(&f.usdc, "usdc", "10000", "USDC, as 10000 or 0.5")
	c.Flags().StringVar(&f.eth, "eth", "5", "coins, as 5 or 0.02")
	return c
}

// send makes both transfers.
func (f fundFlags) send(ctx context.Context, to common.Address) (sent []common.Hash, _ error) {
	units, err := inUnits("--usdc", f.usdc, 6)
	if err != nil {
		return nil, err
	}
	wei, err := inUnits("--eth", f.eth, 18)
	if err != nil {
		return nil, err
	}
	client, err := rpc.DialContext(ctx, f.rpc)
	if err != nil {
		return nil, fmt.Errorf("%w: is bardo dev running?", err)
	}
	defer client.Close()
	devnet, _ := network.Find(network.Devnet)
	var id hexutil.Uint64
	if err := client.CallContext(ctx, &id, "eth_chainId"); err != nil {
		return nil, fmt.Errorf("%w: is bardo dev running?", err)
	}
	if uint64(id) != devnet.ChainID {
		return nil, fmt.Errorf("%s is chain %d, and only a devnet's money is given away", f.rpc, id)
	}
	accounts, err := cheat.Accounts(cheat.Mnemonic, 1)
	if err != nil {
		return nil, err
	}
	from := addresses(accounts)[0]
	usdc, _ := devnet.Token("USDC")
	if units.Sign() > 0 {
		hash, err := sendAndSee(ctx, client, map[string]any{"from": from, "to": usdc.Address, "data": hexutil.Bytes(bind.NewERC20().PackTransfer(to, units))})
		if err != nil {
			return nil, err
		}
		sent = append(sent, hash)
	}
	if wei.Sign() > 0 {
		hash, err := sendAndSee(ctx, client, map[string]any{"from": from, "to": to, "value": (*hexutil.Big)(wei)})
		if err != nil {
			return sent, err
		}
		sent = append(sent, hash)
	}
	return sent, nil
}

// inUnits reads a flag as units of so many decimals.
func inUnits(flag, text string, decimals int) (*big.Int, error) {
	v, ok := new(big.Rat).SetString(text)
	if ok {
		v.Mul(v, new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(decimals)), nil)))
	}
	if !ok || !v.IsInt() || v.Sign() < 0 || v.Num().BitLen() > 128 {
		return nil, usage(fmt.Errorf("%s is %q, want an amount with at most %d decimals", flag, text, decimals))
	}
	return v.Num(), nil
}

// sendAndSee sends a transaction of an account that the node signs for, and waits until it was
// a success.
func sendAndSee(ctx context.Context, client *rpc.Client, tx map[string]any) (hash common.Hash, _ error) {
	if err := client.CallContext(ctx, &hash, "eth_sendTransaction", tx); err != nil {
		return hash, err
	}
	machine := clock.System{}
	for {
		var r *struct{ Status hexutil.Uint64 }
		if err := client.CallContext(ctx, &r, "eth_getTransactionReceipt", hash); err != nil {
			return hash, err
		}
		if r != nil && r.Status == 1 {
			return hash, nil
		}
		if r != nil {
			return hash, errors.New("the transfer was reverted: is this the devnet of bardo dev, with its contracts?")
		}
		if err := machine.WaitUntil(ctx, machine.Now().Add(200*time.Millisecond)); err != nil {
			return hash, fmt.Errorf("wait for %s: %w", hash, err)
		}
	}
}
