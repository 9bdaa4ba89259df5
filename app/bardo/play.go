package bardo

import (
	"context"
	"crypto/ecdsa"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bardo.run/bardo/mirage/scenario/library"
)

// playFlags ask for a scenario of the library.
type playFlags struct {
	name string
	set  []string
	seed uint64
}

// add adds the flags of bardo dev.
func (f *playFlags) add(c *cobra.Command) {
	c.Flags().StringVar(&f.name, "scenario", "", "play this scenario when everything is deployed")
	completes(c, "scenario", scenarioNames)
	f.addSettings(c)
}

// addSettings adds what is set of a scenario.
func (f *playFlags) addSettings(c *cobra.Command) {
	c.Flags().StringArrayVar(&f.set, "set", nil, "a parameter of the scenario, name=value; once for each")
	completes(c, "set", parameters)
	c.Flags().Uint64Var(&f.seed, "seed", 1, "what the scenario draws its sizes, sides and accounts from")
}

// check refuses what is no scenario of the library, and one without a kit.
func (f *playFlags) check(bare bool) error {
	switch {
	case f.name == "" && len(f.set) > 0:
		return errors.New("--set needs --scenario NAME, whose parameter it is")
	case f.name == "":
		return nil
	case bare:
		return errors.New("--scenario trades in the pools that --no-deploy leaves out: give one of the two")
	}
	o, err := f.order()
	if err != nil {
		return err
	}
	return o.Check()
}

// order is what the flags ask for.
func (f *playFlags) order() (library.Order, error) {
	o := library.Order{Name: f.name, Parameters: map[string]library.Value{}, Seed: f.seed}
	for _, set := range f.set {
		name, value, ok := strings.Cut(set, "=")
		if !ok {
			return o, fmt.Errorf("--set %s is no name=value", set)
		}
		if _, twice := o.Parameters[name]; twice {
			return o, fmt.Errorf("--set %s is given twice", name)
		}
		o.Parameters[name] = library.Value(value)
	}
	return o, nil
}

// shelf lists the library for the help.
func shelf() string {
	var b strings.Builder
	for _, d := range library.Definitions() {
		fmt.Fprintf(&b, "  %-13s %s\n", d.Name, d.About)
		for _, p := range d.Parameters {
			fmt.Fprintf(&b, "    %-16s  %s%s\n", p.Name+"="+p.Default, p.About, span(p))
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// span is what a parameter can be.
func span(p library.Parameter) string {
	switch {
	case p.Choices != nil:
		return ": " + strings.Join(p.Choices, ", ")
	case p.Max != "":
		return ": " + p.Min + " to " + p.Max
	}
	return ""
}

// stock opens the library on what was deployed.
func (d *dev) stock() error {
	maker, err := d.plan.Key()
	if err != nil {
		return err
	}
	keys := make([]*ecdsa.PrivateKey, len(d.accounts))
	for i, a := range d.accounts {
		keys[i] = a.Key
	}
	d.shelf.Open(library.Ground{Book: d.book, Set: d.set, Accounts: keys, Maker: maker})
	return nil
}

// perform plays the scenario that the flags ask for.
func (d *dev) perform(ctx context.Context, sh *shell, f playFlags) error {
	if f.name == "" {
		return nil
	}
	o, err := f.order()
	if err != nil {
		return err
	}
	sh.step("playing %s", o.Name)
	r, err := d.shelf.Play(ctx, d.node, o)
	d.played = &r
	return err
}

// told writes for people what a scenario came to.
func told(out io.Writer, r library.Report) {
	fmt.Fprintf(out, "%s, %s", r.Scenario, blocks(r))
	if r.Token == nil && r.Feeds == nil {
		fmt.Fprintf(out, ": %d buys and %d sells of %d accounts", r.Buys, r.Sells, len(r.Accounts))
	}
	fmt.Fprintln(out)
	if r.Token != nil {
		fmt.Fprintf(out, "  token %s\n", r.Token)
	}
	for _, p := range r.Pools {
		fmt.Fprintf(out, "  %-20s %s\n", p.Name, course(p))
	}
	for _, f := range r.Feeds {
		said := "follows the clock"
		if f.Stopped {
			said = "stopped at " + time.Unix(int64(f.Updated), 0).UTC().Format(time.RFC3339) //nolint:gosec // a block's time
		}
		fmt.Fprintf(out, "  %-20s %s USD, %s\n", f.Name, f.Answer, said)
	}
	for _, why := range r.LeftOut {
		fmt.Fprintf(out, "  left out: %s\n", why)
	}
}

// blocks are those that a scenario made.
func blocks(r library.Report) string {
	if r.First == 0 {
		return "no block"
	}
	return fmt.Sprintf("blocks %d to %d", r.First, r.Last)
}

// course is where a pool went, in USDC.
func course(p library.Pool) string {
	text := p.End + " USDC"
	if p.Start != "" {
		text = p.Start + " to " + text
	}
	if p.Address != nil {
		text += ", " + p.Address.Hex()
	}
	if p.ID != nil {
		text += ", pool " + p.ID.Hex()
	}
	if p.Reached != nil && !*p.Reached {
		text += fmt.Sprintf(", not the target %s: %s", p.Target, p.Why)
	}
	return text
}
