package bardo

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"bardo.run/bardo/life/experiment/plan"
)

// besides are the flags that are no part of a plan.
var besides = []string{"plan", "dir", "jobs", "discard", "dry-run", "page", "csv", "parquet", "json", "help"}

// plan is what the flags say, or the file that they name.
func (f sweepFlags) plan(c *cobra.Command) (plan.Plan, error) {
	p := plan.New()
	if f.file != "" {
		var both []string
		c.Flags().Visit(func(flag *pflag.Flag) {
			if !slices.Contains(besides, flag.Name) {
				both = append(both, "--"+flag.Name)
			}
		})
		if len(both) > 0 {
			return p, usage(fmt.Errorf("%s would change the plan in %s: say it there", strings.Join(both, ", "), f.file))
		}
		return p, p.Read(f.file)
	}
	p.Strategies, p.Worlds, p.History, p.Seeds, p.Judge = f.strategies, f.worlds, f.history, f.seeds, f.judge
	p.Days, p.FromDay, p.ToDay = f.part.days, f.part.from, f.part.to
	p.Without = f.without
	p.Terms = f.planned()
	for _, set := range f.params {
		name, values, ok := strings.Cut(set, "=")
		if !ok {
			return p, usage(fmt.Errorf("--param %s is no name=values", set))
		}
		if _, twice := p.Parameters[name]; twice {
			return p, usage(fmt.Errorf("--param %s is given twice", name))
		}
		p.Parameters[name] = values
	}
	return p, nil
}

// guess is what a day of life takes in a market, as it was measured on one machine: a first guess; what is
// left is told from the lives that were lived.
type guess struct {
	seconds float64 // of a processor
	bytes   float64 // of the folder
	memory  int     // of one life among several, in MB
}

var (
	oneMarket   = guess{2.5, 8e6, 100}
	manyMarkets = guess{17, 22e6, 270}
)

// shared is the memory that lives have in common, in MB.
const shared = 100

// expected adds up the guesses of all lives.
func (l *laboratory) expected() (days float64, sum guess) {
	lives := 0 // at a time, in each place
	for _, a := range l.design.Arms {
		if lives++; a.Form == plan.Set {
			lives += len(a.Members) - 1
		}
	}
	for i, h := range l.hours {
		g, lived := oneMarket, max(float64(h), 1)/24*float64(lives)
		if l.several[i] {
			g = manyMarkets
		}
		days += lived
		sum.seconds, sum.bytes, sum.memory = sum.seconds+lived*g.seconds, sum.bytes+lived*g.bytes, max(sum.memory, g.memory)
	}
	return days, sum
}

// said is the plan in words.
func (l *laboratory) said() string {
	d := l.design
	days, sum := l.expected()
	lives := d.Lives()
	jobs := min(l.flags.jobs, len(d.Arms)*len(d.Places))
	text := fmt.Sprintf("plan %s\n%s: %s, %s, %s; %.4g days of life, roughly %s with %d at once, and %d MB of memory", l.hash,
		plural(lives, "life", "lives"), plural(len(d.Arms), "arm", "arms"), plural(d.Markets(), "market", "markets"), plural(d.Seeds(), "seed", "seeds"), days,
		strings.TrimPrefix(roughly(time.Duration(sum.seconds/float64(jobs)*float64(time.Second))), "about "), jobs, shared+jobs*sum.memory)
	if l.flags.discard {
		return text + "; a folder is taken away when its life is over"
	}
	return text + fmt.Sprintf("; about %s on disk", bytesOf(sum.bytes))
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func bytesOf(n float64) string {
	if n >= 1e9 {
		return fmt.Sprintf("%.1f GB", n/1e9)
	}
	return fmt.Sprintf("%.0f MB", max(1, n/1e6))
}
