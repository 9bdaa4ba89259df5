package plan

import (
	"fmt"
	"slices"
	"strings"

	"bardo.run/bardo/golem/core/config"
)

// faculty is what a Golem can live without, so that an experiment tells what it is worth.
type faculty struct {
	name string
	key  string // of the settings
	flag func(*config.GolemConfig) *bool
}

// faculties are those that a setting leaves out today.
var faculties = []faculty{
	{"epistemic", "mortality.epistemic.enabled", func(c *config.GolemConfig) *bool { return &c.Mortality.Epistemic.Enabled }},
	{"oracle", "oracle.enabled", func(c *config.GolemConfig) *bool { return &c.Oracle.Enabled }},
	{"stochastic", "mortality.stochastic.enabled", func(c *config.GolemConfig) *bool { return &c.Mortality.Stochastic.Enabled }},
}

// Faculties names what can be left out.
func Faculties() string {
	names := make([]string, len(faculties))
	for i, f := range faculties {
		names[i] = f.name
	}
	return strings.Join(names, ", ")
}

// checkWithout refuses what is no faculty, or stands twice.
func (p Plan) checkWithout() error {
	for i, name := range p.Without {
		if !slices.ContainsFunc(faculties, func(f faculty) bool { return f.name == name }) {
			return fmt.Errorf("%w: nothing is called %q that can be left out; there are %s", ErrPlan, name, Faculties())
		}
		if slices.Contains(p.Without[:i], name) {
			return fmt.Errorf("%w: %s is left out twice", ErrPlan, name)
		}
	}
	return nil
}

// Settings are those of an arm's lives: all of c, but for the faculty that it lives without. One that
// is off already is an error: there would be nothing to compare.
func (a Arm) Settings(c config.GolemConfig) (config.GolemConfig, error) {
	for _, f := range faculties {
		if f.name != a.Without {
			continue
		}
		on := f.flag(&c)
		if !*on {
			return c, fmt.Errorf("%w: without %s changes nothing, because %s is off in the settings", ErrPlan, f.name, f.key)
		}
		*on = false
	}
	return c, nil
}
