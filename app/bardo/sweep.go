package bardo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"bardo.run/bardo/life/experiment/findings"
	"bardo.run/bardo/life/experiment/plan"
)

// sweepFlags are the flags of bardo sweep.
type sweepFlags struct {
	termFlags
	labFlags
	toldFlags
	strategies, worlds, params, without []string
	seeds, file                         string
	judge                               plan.Judge
	dry                                 bool
}

func newSweep(sh *shell) *cobra.Command {
	f := sweepFlags{}
	c := &cobra.Command{
		Use:   "sweep",
		Short: "Live many strategies in many markets, and judge the best of them against luck",
		Long: `A sweep lives every strategy, with every value of its parameters, in every world, with
every seed. --param sets a number of [parameters] in the strategies that have it: a range
(band=-3..-1:0.5) or a list (window=1h,2h,4h); a bare number takes the unit of the file.
--history FILE takes the place of worlds; recorded days are one market, with one seed.

First the plan is shown: how many lives, about how long, how much disk, and its SHA-256,
which names all that decides what is lived and how it is judged. --dry-run ends there.
--plan FILE has the same in a file, which can be committed before anything is lived:

  strategies = ["strategies/dca.md"]    # paths from where the command runs
  worlds     = ["chop", "trend"]        # or history = "data"
  seeds      = "1000-1019"
  days       = 2
  [[arms]]                              # several strategies that are one arm
  name = "both"
  set  = ["strategies/dca.md", "strategies/grid.md"]
  [parameters]
  interval = "1h,2h,4h"
  [terms]                               # fund, credit, custody, config, coin, gas_price
  fund = "10000"
  [judge]                               # against, walk_forward, untouched, tried
  against = "cash"

A set lives in one world, and its members divide the capital and the credit; a chain = [...] lives
one after the other on equal spans of the market, each on what the one before left.

The lives lie in --dir, several live at once, and the same command goes on where it was cut
off: what is over is not lived again.

The first sentence says which arm did best, by how much, how sure that is and what was
assumed. Better than luck means that three tests agree: the best of as many without an edge,
resampled; the deflated Sharpe ratio; and the probability that choosing was overfitting
(docs/decisions/40-luck.md). It takes 40 days or hours of each arm. --tried says how many arms were tried
in all, if some were thrown away before. With --walk-forward N arms are also chosen by earlier days
and judged on the next, N times, and the last --untouched percent choose nothing.`,
		Example: `  bardo sweep --strategy strategies/eth-mean-reversion.md --worlds chop,trend --seeds 1000-1019 --param band=-3..-1:0.5 --dir swept
  bardo sweep --strategy strategies/dca.md,strategies/grid.md --history data --param interval=1m,2m --dir swept --csv swept.csv
  bardo sweep --strategy strategies/dca.md --worlds chop --seeds 1000-1199 --dir swept --dry-run`,
		RunE: func(c *cobra.Command, _ []string) error {
			p, err := f.plan(c)
			if err != nil {
				return err
			}
			return f.run(c.Context(), sh, p)
		},
	}
	c.Flags().StringSliceVar(&f.strategies, "strategy", nil, "files of strategies, with commas between them")
	c.Flags().StringSliceVar(&f.worlds, "worlds", nil, "names of generated worlds, with commas between them")
	c.Flags().StringVar(&f.seeds, "seeds", "1", "seeds of keys, ids and the generated markets: 1000-1199, or 3,7-9")
	c.Flags().StringArrayVar(&f.params, "param", nil, "values of a parameter, name=from..to:step or name=a,b,c; once for each")
	f.termFlags.on(c)
	c.Flags().StringSliceVar(&f.without, "without", nil, "live every arm also without each of these faculties: "+plan.Faculties())
	c.Flags().StringVar(&f.judge.Against, "against", findings.Cash, "what arms are judged against: cash or holding")
	c.Flags().IntVar(&f.judge.WalkForward, "walk-forward", 0, "choose by earlier recorded days and judge on the next, in so many steps")
	c.Flags().IntVar(&f.judge.Untouched, "untouched", -1, "percent of the days, the last ones, that choose nothing; 20 with --walk-forward, else 0")
	c.Flags().IntVar(&f.judge.Tried, "tried", 0, "arms that were tried in all, where more were than are named here")
	c.Flags().StringVar(&f.file, "plan", "", "a file with all of the above")
	f.labFlags.on(c)
	c.Flags().BoolVar(&f.discard, "discard", false, "keep of a life that is over its figures and the command that lives it again, and not its folder")
	c.Flags().BoolVar(&f.dry, "dry-run", false, "show the plan and live nothing")
	f.toldFlags.on(c)
	completes(c, "worlds", worldNames)
	return c
}

func (f sweepFlags) run(ctx context.Context, sh *shell, p plan.Plan) error {
	d, err := p.Design(os.ReadFile)
	if err != nil {
		return err
	}
	if f.dir == "" && !f.dry {
		return usage(errors.New("give --dir, the folder of the lives"))
	}
	if f.page == "" {
		f.page = filepath.Join(f.dir, "sweep.html")
	}
	if err := f.toldFlags.check(); err != nil {
		return err
	}
	l, err := equip(sh, f.labFlags, d)
	if err != nil {
		return err
	}
	if err := findings.Walkable(l.hours, p.Judge.WalkForward, d.Plan.Judge.Untouched); err != nil {
		return usage(err)
	}
	if f.dry {
		_, err := fmt.Fprintln(sh.out, l.said())
		return err
	}
	sh.step("%s", l.said())
	arms, err := l.run(ctx)
	if err != nil {
		return err
	}
	j := l.design.Plan.Judge
	found, err := findings.Of(findings.Question{
		Arms: arms, Many: true, Against: j.Against, Untouched: j.Untouched, Folds: j.WalkForward, Tried: j.Tried, Seed: resamples, Plan: l.hash,
	})
	if err != nil {
		return err
	}
	return f.tell(sh, found)
}
