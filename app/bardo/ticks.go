package bardo

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/life/biography"
)

// tickFlags are the flags of bardo ticks.
type tickFlags struct {
	listFlags
	tier, regime              string
	triggered, acted, refused bool
}

func newTicks(sh *shell) *cobra.Command {
	var f tickFlags
	c := &cobra.Command{
		Use:   "ticks DIR",
		Short: "List the ticks of a life, one a line: what it saw, how hard it thought, what came of it",
		Long: `The life may be over, or go on in another process. Several filters are all asked
for at once. --from is part of what is listed, --to is not; both are a day or a time,
in UTC. Price and equity are what a tick read, before what it sent itself. With --json
each line is one object. The index of the records says which ticks are read; where it is
behind, that is said first, and the list is whole.`,
		Example: `  bardo ticks life --acted
  bardo ticks life --refused --from 2024-01-01 --to 2024-01-02T12:00:00Z
  bardo ticks life --tier T2 --regime volatile --csv`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			w, err := f.wanted(sh.json)
			if err == nil {
				err = begun(args[0])
			}
			if err != nil {
				return err
			}
			sh.sound(args[0])
			rows := f.rows(sh)
			if err := biography.Ticks(c.Context(), args[0], w, func(s *biography.Selection) { sh.lags(s) }, rows.show); err != nil {
				return err
			}
			return rows.end()
		},
	}
	f.on(c)
	c.Flags().StringVar(&f.tier, "tier", "", "T0, T1 or T2: only such ticks")
	c.Flags().StringVar(&f.regime, "regime", "", "only ticks in this regime: "+strings.Join(regimes(), ", "))
	c.Flags().BoolVar(&f.triggered, "triggered", false, "only ticks in which a rule came true")
	c.Flags().BoolVar(&f.acted, "acted", false, "only ticks in which something was carried out")
	c.Flags().BoolVar(&f.refused, "refused", false, "only ticks in which something was refused, or failed on the chain")
	return c
}

func regimes() (names []string) {
	for r := turn.RegimeUnknown; r <= turn.RegimeRangeBound; r++ {
		names = append(names, r.String())
	}
	return names
}

// wanted tells which ticks are listed.
func (f *tickFlags) wanted(json bool) (w biography.Wanted, err error) {
	w.Triggered, w.Executed, w.Refused, w.Regime = f.triggered, f.acted, f.refused, f.regime
	if f.regime != "" && !slices.Contains(regimes(), f.regime) {
		return w, usage(fmt.Errorf("--regime is %q, want one of %s", f.regime, strings.Join(regimes(), ", ")))
	}
	switch tier := turn.Tier(0); f.tier {
	case "":
	case "T0", "T1", "T2":
		tier = turn.Tier(f.tier[1] - '0')
		w.Tier = &tier
	default:
		return w, usage(fmt.Errorf("--tier is %q, want T0, T1 or T2", f.tier))
	}
	w.From, w.To, err = f.span(json)
	return w, err
}

// rows write ticks as they are asked for.
type rows struct {
	show func(biography.Tick) error
	end  func() error
}

func (f *tickFlags) rows(sh *shell) rows {
	switch {
	case sh.json:
		to := json.NewEncoder(sh.out)
		return rows{func(t biography.Tick) error { return to.Encode(t) }, func() error { return nil }}
	case f.csv:
		w := csv.NewWriter(sh.out)
		_ = w.Write(tickColumns) // Flush keeps the error
		return rows{func(t biography.Tick) error { return w.Write(tickCells(t)) }, func() error { w.Flush(); return w.Error() }}
	}
	return f.lines(sh.out)
}

// lines are for people: the columns have their width before the last tick is known.
func (f *tickFlags) lines(out io.Writer) rows {
	n := 0
	return rows{
		func(t biography.Tick) error {
			if n++; n == 1 {
				fmt.Fprintf(out, "%-19s  %7s  %-4s  %-13s  %10s  %12s  %s\n", "time", "tick", "tier", "regime", "price", "equity", "what came of it")
			}
			_, err := fmt.Fprintf(out, "%-19s  %7d  %-4s  %-13s  %10.2f  %12.2f  %s\n",
				time.UnixMilli(t.Time).UTC().Format(time.DateTime), t.Tick, t.Tier, t.Regime, t.Price, t.Equity, came(t))
			return err
		},
		func() error {
			if n > 0 {
				return nil
			}
			_, err := fmt.Fprintln(out, "no tick is like that; bardo ticks DIR lists all")
			return err
		},
	}
}

// came is what a tick came to: what was proposed and its outcome, else the rules that came true
// and why nobody thought.
func came(t biography.Tick) string {
	var parts []string
	for _, a := range t.Actions {
		part := a.Cause + ": " + a.Kind + " " + a.Status
		if a.Code != "" {
			part += " (" + a.Code + ")"
		}
		if a.Cut != "" {
			part += ", cut " + a.Cut
		}
		parts = append(parts, part)
	}
	if len(parts) == 0 && len(t.Triggers) > 0 {
		parts = append(parts, strings.Join(t.Triggers, ", ")+": nothing was proposed")
		parts = append(parts, t.Thoughts...)
	}
	if len(parts) == 0 {
		parts = append(parts, t.Reason)
	}
	return strings.Join(append(parts, t.Faults...), "; ")
}

// tickColumns are those of the file of comma-separated values; the names stay.
var tickColumns = []string{"tick", "time", "block", "regime", "tier", "prediction_error", "threshold", "reason", "phase", "level", "price", "equity", "cost_usdc", "triggers", "came_to"}

func tickCells(t biography.Tick) []string {
	number := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
	return []string{
		strconv.FormatUint(t.Tick, 10), time.UnixMilli(t.Time).UTC().Format(time.RFC3339), strconv.FormatUint(t.Block, 10), t.Regime, t.Tier,
		number(t.Surprise), number(t.Threshold), t.Reason, t.Phase, t.Level, number(t.Price), number(t.Equity), t.Cost.String(), strings.Join(t.Triggers, " "), came(t),
	}
}
