package bardo

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"bardo.run/bardo/life/why"
)

func newWhy(sh *shell) *cobra.Command {
	var trade int
	var tick int64
	c := &cobra.Command{
		Use:   "why DIR",
		Short: "Explain a trade or a tick, back to what caused it",
		Long: `Every link of the answer is an id that bardo show can show, and every link is
checked against the journal: where its entry is missing, so is the answer.`,
		Example: `  bardo why life --trade 1
  bardo why life --tick 137`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if (trade > 0) == (tick >= 0) {
				return usage(errors.New("give exactly one of --trade N (from 1) and --tick N (from 0)"))
			}
			return runWhy(sh, args[0], func(l *why.Life) (why.Answer, error) {
				if trade > 0 {
					return l.Trade(trade)
				}
				return l.Tick(uint64(tick))
			})
		},
	}
	c.Flags().IntVar(&trade, "trade", 0, "number of the trade, from 1")
	c.Flags().Int64Var(&tick, "tick", -1, "number of the tick, from 0")
	return c
}

func runWhy(sh *shell, dir string, ask func(*why.Life) (why.Answer, error)) error {
	l, err := opened(dir)
	if err != nil {
		return err
	}
	defer l.Close()
	answer, err := ask(l)
	if err != nil {
		return err
	}
	if sh.json {
		return json.NewEncoder(sh.out).Encode(answer)
	}
	question := fmt.Sprintf("tick %d", answer.Tick)
	if answer.Settlement {
		question = "settled by the death, after " + question
	}
	if answer.Question != question {
		question = answer.Question + ", " + question
	}
	fmt.Fprintf(sh.out, "%s, %s\n", question, time.UnixMilli(answer.Time).UTC().Format(time.DateTime))
	for _, link := range answer.Links {
		fmt.Fprintf(sh.out, "\n  %s  %s\n    %s\n", link.What, link.ID, link.Text)
	}
	return nil
}

// opened is a life to ask about.
func opened(dir string) (*why.Life, error) {
	if err := begun(dir); err != nil {
		return nil, err
	}
	return why.Open(dir)
}

func newShow(sh *shell) *cobra.Command {
	return &cobra.Command{
		Use:   "show DIR ID",
		Short: "Show what an id of an explanation stands for, as JSON",
		Example: `  bardo show life tick:137
  bardo show life permit:137.1`,
		Args: cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, args []string) error {
			l, err := opened(args[0])
			if err != nil {
				return err
			}
			defer l.Close()
			text, err := l.Show(args[1])
			if err != nil {
				return err
			}
			fmt.Fprintln(sh.out, text)
			return nil
		},
	}
}
