package bardo

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/life/experiment/arm"
	"bardo.run/bardo/life/experiment/findings"
	"bardo.run/bardo/life/experiment/lab"
	"bardo.run/bardo/life/experiment/outcome"
	"bardo.run/bardo/life/experiment/plan"
	"bardo.run/bardo/life/live"
	"bardo.run/bardo/life/live/birth"
	"bardo.run/bardo/life/live/environment"
	"bardo.run/bardo/mirage/history"
)

// labFlags are the flags of the commands that live many lives.
type labFlags struct {
	dir     string
	jobs    int
	discard bool
}

func (f *labFlags) on(c *cobra.Command) {
	c.Flags().StringVar(&f.dir, "dir", "", "folder of the lives; the same command goes on in it")
	c.Flags().IntVar(&f.jobs, "jobs", runtime.GOMAXPROCS(0), "lives at once; each takes 100 MB in one market, and up to 300 MB in several")
}

// laboratory lives the lives of a design by the terms of the flags.
type laboratory struct {
	sh      *shell
	flags   labFlags
	terms   live.Options
	design  *plan.Design
	hash    string
	hours   []int  // of each place
	several []bool // whether it has several markets
}

// equip reads what the lives of a design are born with, and holds every strategy against every
// market, so that nothing begins where one is broken.
func equip(sh *shell, f labFlags, d *plan.Design) (*laboratory, error) {
	if f.jobs < 1 {
		return nil, usage(fmt.Errorf("--jobs is %d, want at least 1", f.jobs))
	}
	if f.discard && len(d.Plan.Without) > 0 {
		return nil, usage(errors.New("--discard keeps commands that live a life again, and none lives one without a faculty: leave one of the two out"))
	}
	if f.discard && len(d.Plan.Arms) > 0 {
		return nil, usage(errors.New("--discard keeps commands that live a life again, and none lives one of several that are an arm: leave one of the two out"))
	}
	p := &d.Plan
	flags := termFlags{
		history: p.History, coin: p.Terms.Coin, gas: p.Terms.GasPrice, config: p.Terms.Config,
		fund: p.Terms.Fund, credit: p.Terms.Credit, custody: p.Terms.Custody, part: part{p.Days, p.FromDay, p.ToDay},
	}
	terms, err := flags.terms(p.Worlds...)
	if err != nil {
		return nil, err
	}
	p.Terms.Fund, p.Terms.Credit = terms.Fund.String(), terms.Credit.String()
	l := &laboratory{sh: sh, flags: f, terms: terms, design: d}
	market, err := l.survey()
	if err != nil {
		return nil, err
	}
	l.hash = d.Hash(market, birth.Terms{Config: terms.Config}.ConfigHash())
	return l, nil
}

// survey looks at every market: how long it is, and whether each strategy can live there. It
// returns the hash of a history.
func (l *laboratory) survey() (hash string, _ error) {
	l.hours, l.several = make([]int, len(l.design.Places)), make([]bool, len(l.design.Places))
	broken := map[string]error{}
	for i, p := range l.design.Places {
		if i > 0 && p.World == l.design.Places[i-1].World {
			l.hours[i], l.several[i] = l.hours[i-1], l.several[i-1]
			continue // another seed of a world has the same markets
		}
		var whole history.Config // on all days
		c, err := environment.Compose(p.History, l.terms.Gas, p.World, seed.Seed(p.Seed), l.terms.Days)
		if err == nil {
			whole = c
			c, err = environment.Days{From: l.terms.FromDay, To: l.terms.ToDay}.Of(c)
		}
		if err != nil {
			return "", err
		}
		if p.History != "" {
			hash = environment.Hash(c)
		}
		l.hours[i], l.several[i] = hoursOf(c), len(c.Markets) > 1
		for j := range l.design.Arms {
			if err := l.fits(plan.Run{Arm: j, Place: i}, whole, broken); err != nil {
				return "", err
			}
		}
	}
	return hash, joined(broken)
}

// fits holds an arm against the market of its place on all its days. What is wrong with its strategies is added to broken.
func (l *laboratory) fits(at plan.Run, whole history.Config, broken map[string]error) error {
	r, err := l.arm(at, nil, "")
	if err != nil {
		return err
	}
	for _, m := range r.Arm.Members {
		compile := func(text []byte) error {
			_, _, err := birth.CompileIn(m.Path, text, r.Options.Config, environment.Markets(whole))
			return err
		}
		if err := compile(m.Text); err != nil && broken[err.Error()] == nil {
			broken[err.Error()] = blamed(err, r.Arm.Set, m.Path, compile)
		}
	}
	return r.Check(whole)
}

// blamed says of a strategy with its parameters set whether they are what is wrong with it: then its file is
// right without them.
func blamed(err error, set []strategy.Parameter, path string, compile func(text []byte) error) error {
	text, unread := os.ReadFile(path)
	if len(set) == 0 || unread != nil || compile(text) != nil {
		return err
	}
	said := make([]string, len(set))
	for i, p := range set {
		said[i] = p.Name + "=" + p.Value
	}
	return fmt.Errorf("with the values %s: %w", strings.Join(said, ", "), err)
}

// joined are errors in the order of their texts.
func joined(by map[string]error) error {
	var all []error
	for _, text := range sortedKeys(by) {
		all = append(all, by[text])
	}
	return errors.Join(all...)
}

// hoursOf is how many whole hours a market has.
func hoursOf(c history.Config) int {
	m := c.Markets[0].Minutes
	return int(m[len(m)-1].Time.Sub(m[0].Time).Minutes()+1) / 60
}

// run lives the lives and returns the arms with their outcomes.
func (l *laboratory) run(ctx context.Context) ([]findings.Arm, error) {
	defer processors(l.flags.jobs)()
	begun, p := roomy(sweepGrowth), newLabProgress(l.sh)
	here := &lab.Lab{
		Dir: l.flags.dir, Design: l.design, Hash: l.hash, Period: findings.Period(l.hours), Jobs: l.flags.jobs, Discard: l.flags.discard,
		Sum: outcome.Sum, Command: l.command, Progress: p.show,
		Live: func(ctx context.Context, r plan.Run, strategies []string, dir string, far func(float64)) error {
			a, err := l.arm(r, strategies, dir)
			if err != nil {
				return err
			}
			a.Options.Progress = func(now live.Progress) {
				begun()
				far(now.Done)
			}
			return a.Live(ctx)
		},
		Read: func(r plan.Run, strategies []string, dir string) (o outcome.Outcome, _ error) {
			a, err := l.arm(r, strategies, dir)
			if err != nil {
				return o, err
			}
			lived, err := a.Read()
			if err != nil {
				return o, err
			}
			return lived.Outcome(findings.Period(l.hours))
		},
	}
	outcomes, err := here.Run(ctx)
	p.done()
	if err != nil {
		return nil, err
	}
	arms := make([]findings.Arm, len(outcomes))
	for i, lives := range outcomes {
		a := l.design.Arms[i]
		arms[i] = findings.Arm{Name: a.Name, Form: string(a.Form), Of: a.Names(), Lives: lives}
	}
	return arms, nil
}

// arm is one in a place. What its market has to warn of stands in the report of each life.
func (l *laboratory) arm(r plan.Run, strategies []string, dir string) (arm.Run, error) {
	a, o, at := l.design.Arms[r.Arm], l.terms, l.design.Places[r.Place]
	o.World, o.Seed, o.Log = at.World, seed.Seed(at.Seed), slog.New(slog.DiscardHandler)
	o.Alone = true
	var err error
	o.Config, err = a.Settings(l.terms.Config)
	return arm.Run{Arm: a, Options: o, Strategies: strategies, Dir: dir}, err
}

// command computes a life again: from its journal where its folder is kept, else from its beginning.
func (l *laboratory) command(r plan.Run, dir string) string {
	if _, err := os.Stat(dir); err == nil {
		return "bardo replay " + quoted(dir)
	}
	p, at := l.design.Plan, l.design.Places[r.Place]
	where := fmt.Sprintf("--world %s --days %d", at.World, p.Days)
	if at.History != "" {
		where = "--history " + quoted(at.History)
	}
	if p.FromDay > 1 {
		where += fmt.Sprintf(" --from-day %d", p.FromDay)
	}
	if p.ToDay > 0 {
		where += fmt.Sprintf(" --to-day %d", p.ToDay)
	}
	said := fmt.Sprintf("bardo live %s --seed %d --strategy %s", where, at.Seed, quoted(fmt.Sprintf("%s/arms/%03d.md", l.flags.dir, r.Arm+1)))
	for _, f := range []struct{ name, value string }{
		{"fund", p.Terms.Fund}, {"credit", p.Terms.Credit}, {"custody", p.Terms.Custody}, {"config", p.Terms.Config}, {"coin", p.Terms.Coin}, {"gas-price", p.Terms.GasPrice},
	} {
		if f.value != "" {
			said += " --" + f.name + " " + quoted(f.value)
		}
	}
	return said + " --out another-life"
}
