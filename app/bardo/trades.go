package bardo

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"bardo.run/bardo/life/biography"
	"bardo.run/bardo/life/report"
)

// tradeFlags are the flags of bardo trades.
type tradeFlags struct {
	listFlags
	side string
}

func newTrades(sh *shell) *cobra.Command {
	var f tradeFlags
	c := &cobra.Command{
		Use:   "trades DIR",
		Short: "List the trades of a life, one a line",
		Long: `The life may be over, or go on in another process. Trades are swaps that were
carried out; their numbers are those of bardo why --trade, which counts every
order that was carried out, so that those of liquidity and loans are missing
between two: bardo report --page lists them. A price is how many of its market's
quote tokens one base token cost; fee and impact are in the token that the life
is told in, gas is in USDC. A tick in brackets is the last
one of a life whose death made the trade after it. --from is part of what is
listed, --to is not; both are a day or a time, in UTC. With --csv and --json
base_token and quote_token name the tokens of base, and of quote and price. With
--json, in is what was received and out what was given, and gas is in millionths
of a USDC.`,
		Example: `  bardo trades life
  bardo trades life --side buy --from 2024-01-01 --to 2024-01-02T12:00:00Z
  bardo trades life --csv`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			keep, err := f.filter(sh.json)
			if err == nil {
				err = begun(args[0])
			}
			if err != nil {
				return err
			}
			sh.sound(args[0])
			acts, market, err := biography.Trades(c.Context(), args[0], sh.lags)
			if err != nil {
				return err
			}
			trades := []report.Trade{}
			for _, t := range acts.Trades {
				if keep(t) {
					trades = append(trades, t)
				}
			}
			return sh.trades(trades, acts.Others(), market, f.csv)
		},
	}
	c.Flags().StringVar(&f.side, "side", "", "buy or sell: only such trades")
	f.on(c)
	return c
}

// filter tells which trades are listed.
func (f tradeFlags) filter(json bool) (func(report.Trade) bool, error) {
	if f.side != "" && f.side != "buy" && f.side != "sell" {
		return nil, usage(fmt.Errorf("--side is %q, want buy or sell", f.side))
	}
	from, to, err := f.span(json)
	if err != nil {
		return nil, err
	}
	return func(t report.Trade) bool {
		return (f.side == "" || t.Buy == (f.side == "buy")) && t.Time >= from && (to == 0 || t.Time < to)
	}, nil
}

// columns are those of the file of comma-separated values; the names stay.
var columns = []string{"number", "time", "tick", "block", "side", "base", "quote", "price", "fee", "impact", "gas_usdc", "market", "cause", "permit_id", "tx", "base_token", "quote_token"}

func cells(t report.Trade) []string {
	number := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
	return []string{
		strconv.Itoa(t.Number), time.UnixMilli(t.Time).UTC().Format(time.RFC3339), strconv.FormatUint(t.Tick, 10), strconv.FormatUint(t.Block, 10), sideOf(t),
		number(t.Base), number(t.Quote), number(t.Price), number(t.Fee), number(t.Impact), t.Gas.String(), t.Market, t.Cause, t.PermitID, t.Tx, t.BaseToken, t.QuoteToken,
	}
}

func sideOf(t report.Trade) string {
	if t.Buy {
		return "buy"
	}
	return "sell"
}

// trades prints those of a list. others are the orders that were carried out and are no trades.
func (sh *shell) trades(all []report.Trade, others string, m report.Market, asCSV bool) error {
	switch {
	case sh.json:
		return json.NewEncoder(sh.out).Encode(all)
	case asCSV:
		w := csv.NewWriter(sh.out)
		_ = w.Write(columns) // Flush keeps the error
		for _, t := range all {
			_ = w.Write(cells(t))
		}
		w.Flush()
		return w.Error()
	case len(all) == 0:
		said := "no trade; bardo report DIR says why"
		if others != "" {
			said = "no trade, but " + others + "; bardo report DIR --page FILE lists them"
		}
		_, err := fmt.Fprintln(sh.out, said)
		return err
	}
	w := tabwriter.NewWriter(sh.out, 0, 0, 2, ' ', 0)
	several := slices.ContainsFunc(all, func(t report.Trade) bool { return t.Market != m.Handle })
	names, figures := fmt.Sprintf("%s\t%s", m.Base, m.Quote), "%.6f\t%.2f\t%.2f\t%.2f\t%s\t%s\n"
	if several { // of other tokens, perhaps, whose prices are far from one another
		names, figures = "market\tbase\tquote", "%.6f %s\t%.6g %s\t%.6g\t%.2f\t%s\t%s\n"
	}
	fmt.Fprintf(w, "no\ttime\ttick\tside\t%s\tprice\tfee (%s)\tgas (USDC)\tcause\n", names, m.Quote)
	for _, t := range all {
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\t", t.Number, time.UnixMilli(t.Time).UTC().Format(time.DateTime), t.When(), sideOf(t))
		if several {
			fmt.Fprintf(w, "%s\t", t.Market)
		}
		row := []any{t.Base, t.Quote, t.Price, t.Fee, t.Gas, t.Cause}
		if several {
			row = []any{t.Base, t.BaseToken, t.Quote, t.QuoteToken, t.Price, t.Fee, t.Gas, t.Cause}
		}
		fmt.Fprintf(w, figures, row...)
	}
	if err := w.Flush(); err != nil || others == "" {
		return err
	}
	_, err := fmt.Fprintf(sh.out, "left out: %s; bardo report DIR --page FILE lists them\n", others)
	return err
}
