package bardo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/life/owner"
)

// cageExample is on what bardo dev runs.
const cageExample = "bardo cage --config golem.toml --rpc http://127.0.0.1:8546 --grant grant.json"

func newCage(sh *shell) *cobra.Command {
	var f grantFlags
	file := ""
	c := &cobra.Command{
		Use:   "cage [ORDER]",
		Short: "Show the limits that the chain holds around your account, or change them",
		Long: `cage shows the limits of the contract that holds your account under a grant of
custody delegation, what of them is used up, and what waits. With an order it says what
that would do; with --yes your account does it:

  halt               nothing is opened any more; what is open can be left
  resume             ends a halt
  NAME=VALUE         sets a limit, in dollars, basis points or a number. A stricter one
                     holds at once, a looser one when it is applied, an hour or a day later
  session            what was lost in the session counts from zero again when this is
                     applied, an hour from now at the earliest
  max_asset.ADDRESS=VALUE, max_market.ADDRESS=VALUE, max_protocol.ADDRESS=VALUE
                     makes a cap another share of the account, in basis points;
                     10000 lifts it; a market is its pool or lender, a protocol
                     its reader
  apply ID           puts in force what has waited long enough
  cancel ID          forgets what waits

The limits are your account's: they hold for each grant of it. Your key comes from
` + envOwnerKey + `, or from --keystore with ` + envOwnerPassphrase + `; nothing else asks for it.`,
		Args:    cobra.ArbitraryArgs,
		Example: "  " + cageExample + "\n  " + cageExample + " max_loss_per_day=300 --yes\n  " + cageExample + " halt --yes",
		RunE: func(c *cobra.Command, args []string) error {
			return f.cage(c.Context(), sh, file, args)
		},
	}
	c.Flags().StringVar(&f.config, "config", "golem.toml", "the Golem's settings")
	c.Flags().StringVar(&file, "grant", "", "file of a grant of the account")
	c.Flags().StringVar(&f.keystore, "keystore", "", "your encrypted keystore file")
	c.Flags().StringVar(&f.rpc, "rpc", "", "endpoint (default: chain.rpc_url of the settings)")
	c.Flags().BoolVar(&f.yes, "yes", false, "send the transaction")
	return c
}

func (f grantFlags) cage(ctx context.Context, sh *shell, file string, words []string) error {
	g, n, err := f.granted(ctx, sh, file)
	if err != nil {
		return err
	}
	defer n.Client.Close()
	s, now, err := n.Cage(ctx, g)
	if err != nil {
		return err
	}
	if len(words) == 0 {
		return showCage(ctx, sh, n.Client, s, now)
	}
	order, err := s.NewOrder(words)
	if err != nil {
		return usage(err)
	}
	said := "nothing was sent; the same command with --yes does it"
	if f.yes {
		if n.Key, err = f.key(sh, g.ChainID); err != nil {
			return err
		}
		defer n.Key.Destroy()
		tx, err := n.Order(ctx, s, order)
		switch {
		case errors.Is(err, owner.ErrWaits):
			said = err.Error()
		case err != nil:
			return err
		default:
			said = "done by transaction " + tx.Hex()
		}
	}
	if sh.json {
		return json.NewEncoder(sh.out).Encode(map[string]any{"cage": s.Cage, "order": order.Says, "call": fmt.Sprintf("0x%x", order.Call), "outcome": said})
	}
	fmt.Fprintf(sh.out, "cage %s: %s: %s\n", s.Cage, order.Says, said)
	return nil
}

// granted is a grant by its file, and who speaks to its chain, without a key.
func (f grantFlags) granted(ctx context.Context, sh *shell, file string) (grant.Grant, *owner.Notary, error) {
	if file == "" {
		return grant.Grant{}, nil, usage(errors.New("--grant names the file of a grant of the account"))
	}
	settings, err := f.settings()
	if err != nil {
		return grant.Grant{}, nil, err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return grant.Grant{}, nil, err
	}
	g, err := grant.Parse(text)
	if err != nil {
		return g, nil, fmt.Errorf("%s: %w", file, err)
	}
	if g.ChainID != settings.ChainID() {
		return g, nil, fmt.Errorf("%w: %s is of chain %d, and golem.network is %q, of chain %d: name the settings of the grant's chain", grant.ErrGrant, file, g.ChainID, settings.Golem.Network, settings.ChainID())
	}
	client, err := rpc.Connect(ctx, rpc.Config{
		URLs: []string{settings.Chain.RPCURL}, ChainID: g.ChainID, Rate: settings.Chain.RequestsPerSecond,
		BlockTime: settings.BlockTime(), Clock: clock.System{}, Log: sh.log,
	})
	if err != nil {
		return g, nil, fmt.Errorf("connect to the chain: %w", err)
	}
	return g, &owner.Notary{Client: client, Kept: file, Progress: sh.step}, nil
}

// cageShown is a cage as --json prints it.
type cageShown struct {
	Cage    string            `json:"cage"`
	Account string            `json:"account"`
	Halted  bool              `json:"halted"`
	Limits  policycage.Limits `json:"limits"`
	Caps    []cageCap         `json:"caps"`
	Spent   money.USDC        `json:"spent_in_24_hours"`
	Lost    money.USDC        `json:"lost_in_24_hours"`
	Session money.USDC        `json:"lost_in_session"`
	Mark    money.USDC        `json:"high_water_mark"`
	Waits   []cageWaits       `json:"waits"`
}

// cageCap is a cap with what positions under it cost.
type cageCap struct {
	policycage.Cap
	Name   string     `json:"name"`
	Placed money.USDC `json:"placed"`
}

type cageWaits struct {
	ID   string `json:"id"`
	Says string `json:"says"`
	Due  string `json:"due"`
}

func showCage(ctx context.Context, sh *shell, client *rpc.Client, s policycage.Snapshot, now uint64) error {
	pending, err := s.Pending(ctx, client)
	if err != nil {
		return err
	}
	out := cageShown{
		Cage: s.Cage.Hex(), Account: s.Account.Hex(), Halted: s.Halted, Limits: s.Limits, Spent: s.Spent.Day(now), Lost: s.Lost.Day(now),
		Session: s.Lost.Session(), Mark: s.HighWaterMark, Waits: []cageWaits{}, Caps: []cageCap{},
	}
	for _, c := range s.Caps {
		out.Caps = append(out.Caps, cageCap{c, c.String(), c.Placed})
	}
	for _, p := range pending {
		out.Waits = append(out.Waits, cageWaits{p.ID.Hex(), p.Says, time.Unix(int64(p.Due), 0).UTC().Format(time.RFC3339)}) //nolint:gosec // a time
	}
	if sh.json {
		return json.NewEncoder(sh.out).Encode(out)
	}
	state := "openings are allowed"
	if s.Halted {
		state = "halted by its owner: nothing is opened, what is open can be left"
	}
	fmt.Fprintf(sh.out, "cage %s of the account %s: %s\n", out.Cage, out.Account, state)
	fmt.Fprintf(sh.out, "  spent on openings in 24 hours  %s of %s USD\n", out.Spent, s.Limits.PerDay)
	fmt.Fprintf(sh.out, "  lost by moves in 24 hours      %s of %s USD\n", out.Lost, s.Limits.DayLoss)
	fmt.Fprintf(sh.out, "  lost by moves in the session   %s of %s USD\n", out.Session, s.Limits.SessionLoss)
	fmt.Fprintf(sh.out, "  high-water mark                %s USD\n\nlimits, as an order names them:\n", out.Mark)
	s.Limits.Each(func(name, value string) { fmt.Fprintf(sh.out, "  %-26s %s\n", name, value) })
	for _, c := range out.Caps {
		fmt.Fprintf(sh.out, "  %s %d bps of the account, positions there cost %s USD\n", c.Name, c.Share, c.Placed)
	}
	for _, w := range out.Waits {
		fmt.Fprintf(sh.out, "\n%s, from %s on: bardo cage apply %s\n", w.Says, w.Due, w.ID)
	}
	return nil
}
