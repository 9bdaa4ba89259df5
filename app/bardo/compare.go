package bardo

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/life/experiment/findings"
	"bardo.run/bardo/life/experiment/outcome"
	"bardo.run/bardo/life/experiment/plan"
)

// compareFlags are the flags of bardo compare.
type compareFlags struct {
	termFlags
	labFlags
	toldFlags
	world string
	seed  uint64
}

func newCompare(sh *shell) *cobra.Command {
	var f compareFlags
	c := &cobra.Command{
		Use:   "compare A B ...",
		Short: "Put lives, or strategies, side by side: which is better, by how much, and how sure that is",
		Long: `Each is the folder of a life, which may be over or go on, or the file of a
strategy. Strategies are lived first, several at once, on the market that --world or
--history says, with the same seed, each in a folder of its own under --dir; the
same command goes on where it was cut off.

The first sentence says which did better, by how much, how sure that is and what was
assumed. A table follows: return, risk and the ratios of both, what was traded and paid,
beside holding and cash. Which is better is said only of lives of the same market: an
interval stands around the difference, which holds it with 95 %, from the returns of the
same hours, or of the same days where there are 40, drawn again in blocks. Lives of less
than 40 hours are too short for one. An interval speaks of the market that was lived:
bardo sweep lives many.`,
		Example: `  bardo compare strategies/dca.md strategies/grid.md --world chop --days 2 --seed 7 --dir compared
  bardo compare life strategies/dca.md --history data --seed 7 --dir compared --page compared.html --csv compared.csv`,
		Args: cobra.MinimumNArgs(2),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c.Context(), sh, args) },
	}
	f.termFlags.on(c)
	c.Flags().StringVar(&f.world, "world", "", "name of a generated world")
	c.Flags().Uint64Var(&f.seed, "seed", 1, "seed of keys, ids and the generated market")
	completes(c, "world", worldNames)
	f.labFlags.on(c)
	f.toldFlags.on(c)
	return c
}

func (f compareFlags) run(ctx context.Context, sh *shell, args []string) error {
	files, err := amongThem(args)
	if err != nil {
		return err
	}
	if err := f.fit(files); err != nil {
		return err
	}
	if f.page == "" && f.dir != "" {
		f.page = filepath.Join(f.dir, "compare.html")
	}
	if err := f.toldFlags.check(); err != nil {
		return err
	}
	dirs, err := f.lived(ctx, sh, args, files)
	if err != nil {
		return err
	}
	arms, err := readArms(plan.Names(args), dirs)
	if err != nil {
		return err
	}
	found, err := findings.Of(findings.Question{Arms: arms, Against: findings.Cash, Seed: resamples})
	if err != nil {
		return err
	}
	return f.tell(sh, found)
}

// resamples is the seed of what is drawn to judge: the same lives have the same intervals.
const resamples = seed.Seed(1)

// amongThem are those of the arguments that are files of strategies; the others hold lives.
func amongThem(args []string) (files []string, _ error) {
	for i, arg := range args {
		if slices.Contains(args[:i], arg) {
			return nil, usage(fmt.Errorf("%s stands twice", arg))
		}
		info, err := os.Stat(arg)
		switch {
		case err != nil:
			return nil, err
		case !info.IsDir():
			files = append(files, arg)
		default:
			if err := begun(arg); err != nil {
				return nil, err
			}
		}
	}
	return files, nil
}

// fit refuses flags of a market where nothing is lived, and none where something is.
func (f compareFlags) fit(files []string) error {
	market := f.history != "" || f.world != ""
	switch {
	case len(files) == 0 && (market || f.dir != ""):
		return usage(errors.New("--world, --history and --dir are for strategies, and these are lives that were lived already"))
	case len(files) > 0 && (f.history == "") == (f.world == ""):
		return usage(fmt.Errorf("%s is a strategy: give exactly one of --history and --world to live it on", files[0]))
	case len(files) > 0 && f.dir == "":
		return usage(fmt.Errorf("%s is a strategy: give --dir, the folder in which it is lived", files[0]))
	}
	return nil
}

// lived lives the strategies, and returns the folder of each life.
func (f compareFlags) lived(ctx context.Context, sh *shell, args, files []string) ([]string, error) {
	dirs := slices.Clone(args)
	if len(files) == 0 {
		return dirs, nil
	}
	p := plan.New()
	p.Strategies, p.History, p.Seeds = files, f.history, strconv.FormatUint(f.seed, 10)
	p.Days, p.FromDay, p.ToDay = f.part.days, f.part.from, f.part.to
	if f.world != "" {
		p.Worlds = []string{f.world}
	}
	p.Terms = f.termFlags.planned()
	d, err := p.Design(os.ReadFile)
	if err != nil {
		return nil, err
	}
	l, err := equip(sh, f.labFlags, d)
	if err != nil {
		return nil, err
	}
	arms, err := l.run(ctx)
	if err != nil {
		return nil, err
	}
	for i, a := range d.Arms {
		dirs[slices.Index(args, a.Members[0].Path)] = arms[i].Lives[0].Dir
	}
	return dirs, nil
}

// readArms reads the life in each folder, with figures of the same periods.
func readArms(names, dirs []string) (arms []findings.Arm, _ error) {
	all := make([]*outcome.Lived, len(dirs))
	shortest := math.MaxInt
	for i, dir := range dirs {
		l, err := outcome.Open(dir)
		if err != nil {
			return nil, err
		}
		all[i], shortest = l, min(shortest, l.Hours())
	}
	for i, l := range all {
		o, err := l.Outcome(findings.Period([]int{shortest}))
		if err != nil {
			return nil, err
		}
		o.Command = "bardo replay " + quoted(dirs[i])
		arms = append(arms, findings.Arm{Name: names[i], Lives: []outcome.Outcome{o}})
	}
	return arms, nil
}
