package bardo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/life/owner"
)

// undo has the owner's account give back the code that it took on.
func (f grantFlags) undo(ctx context.Context, sh *shell, file string) error {
	if file != "" {
		return usage(errors.New("give --grant or --account: an account without code redeems nothing, and cannot disable a delegation"))
	}
	settings, err := f.settings()
	if err != nil {
		return err
	}
	key, err := f.key(sh, settings.ChainID())
	if err != nil {
		return err
	}
	defer key.Destroy()
	client, err := rpc.Connect(ctx, rpc.Config{
		URLs: []string{settings.Chain.RPCURL}, ChainID: settings.ChainID(), Rate: settings.Chain.RequestsPerSecond,
		BlockTime: settings.BlockTime(), Clock: clock.System{}, Log: sh.log,
	})
	if err != nil {
		return fmt.Errorf("connect to the chain: %w", err)
	}
	defer client.Close()
	n := &owner.Notary{Client: client, Key: key, Progress: sh.step}
	code, err := n.Designated(ctx)
	if err != nil {
		return err
	}
	said := "nothing was sent; with --yes it signs an authorization for the zero address (EIP-7702), sends it, and no delegation of this account is redeemed any more"
	if f.yes {
		tx, err := n.Undo(ctx)
		if err != nil {
			return err
		}
		said = "given back by transaction " + tx.Hex() + "; the account has no code"
	}
	if sh.json {
		return json.NewEncoder(sh.out).Encode(map[string]any{"account": key.Address(), "code": code, "given_back": f.yes})
	}
	fmt.Fprintf(sh.out, "account %s has the code of %s: %s\n", key.Address(), code, said)
	return nil
}
