package bardo

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/internal/conf"
	"bardo.run/bardo/life/live/birth"
	"bardo.run/bardo/life/live/environment"
	"bardo.run/bardo/mirage/history"
)

// dwelling is where a strategy is to live, as far as it was said: a generated world, a golem.toml,
// or both.
type dwelling struct{ world, config string }

const dwellingHelp = `--world and --config say where it is to live: in a generated world, by the settings of
a golem.toml, or in a folder that a life began in. Then assets, markets and limits are
those that there are. Without either, what the file names passes, and a warning says
what was not checked.`

func (d *dwelling) flags(c *cobra.Command) {
	c.Flags().StringVar(&d.world, "world", "", "name of a generated world that it is to live in")
	c.Flags().StringVar(&d.config, "config", "", "a golem.toml that it is to live by, or the folder of a life")
	completes(c, "world", worldNames)
}

// compiled reads and compiles a strategy, as what it is to live in allows; - is standard input.
func (d *dwelling) compiled(in io.Reader, path string) (name string, s *strategy.Strategy, p strategy.Policy, err error) {
	if name = path; path == "-" {
		name = "stdin"
	} else {
		file, err := os.Open(path)
		if err != nil {
			return name, nil, p, fmt.Errorf("read strategy: %w", err)
		}
		defer file.Close()
		in = file
	}
	text, err := io.ReadAll(io.LimitReader(in, strategy.MaxBytes+1))
	if err != nil {
		return name, nil, p, fmt.Errorf("read strategy: %w", err)
	}
	if d.world != "" {
		c, w, err := d.built()
		if err != nil {
			return name, nil, p, err
		}
		if s, p, err = birth.CompileIn(name, text, c, environment.Markets(w)); err == nil {
			s.Warnings = append(s.Warnings, birth.CheckLenders(s, w)...)
		}
		return name, s, p, err
	}
	p, known, err := d.policy()
	if err != nil {
		return name, nil, p, err
	}
	compile := birth.Draft
	if known {
		compile = birth.Compile
	}
	s, err = compile(name, text, p)
	return name, s, p, err
}

// policy is what is allowed where no world is named; known reports whether its assets and markets are
// those that there are.
func (d *dwelling) policy() (p strategy.Policy, known bool, err error) {
	if d.config == "" {
		return strategy.DefaultPolicy(), false, nil
	}
	return settled(d.config)
}

// built returns the settings of a life in the world, and the world.
func (d *dwelling) built() (c config.GolemConfig, w history.Config, err error) {
	if c, err = birth.Settings(d.config); err != nil {
		return c, w, err
	}
	if w, err = environment.Compose("", history.Gas{}, d.world, 1, 1); err != nil {
		return c, w, usage(err)
	}
	return c, w, nil
}

// settled is what a golem.toml allows, or what a life in a folder was born with.
func settled(path string) (p strategy.Policy, known bool, err error) {
	if at, err := os.Stat(path); err == nil && at.IsDir() {
		b, err := agent.BirthIn(filepath.Join(path, home.JournalDir))
		if err == nil {
			return b.Strategy.Policy, true, nil
		}
		if path = filepath.Join(path, "golem.toml"); !errors.Is(err, fs.ErrNotExist) {
			return p, false, err
		}
	}
	o := conf.Options{Env: os.LookupEnv}
	if err := o.ReadFile(path); err != nil {
		return p, false, err
	}
	c, err := config.Load(o)
	if err != nil {
		return p, false, err
	}
	return strategy.PolicyFrom(c, nil, nil), len(c.Golem.Markets) > 0, nil
}
