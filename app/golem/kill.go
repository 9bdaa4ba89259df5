package golem

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/agent/process"
	"bardo.run/bardo/golem/custody"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/killswitch"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/golem/owner/post"
)

// errNoLife says that a folder holds no life that could end.
var errNoLife = errors.New("no life was begun here")

// patient is a life somebody may order to end, as its folder shows it. Nothing is locked:
// its process may run.
type patient struct {
	dir      string
	url      string     // where it answers; empty: it is spoken to by its folder
	golem    post.Golem // who answers there
	born     agent.Boot
	manifest home.Manifest
}

// examine reads the folder of a life. Of one that is over it is process.ErrOver.
func examine(dir string) (p patient, err error) {
	p.dir = dir
	if dir == "" {
		return p, fmt.Errorf("%w: name the Golem's folder with --data-dir", errUsage)
	}
	journals := filepath.Join(dir, home.JournalDir)
	if _, err := os.Stat(journals); errors.Is(err, fs.ErrNotExist) {
		return p, fmt.Errorf("%w: %s; name the folder that holds the Golem's journal", errNoLife, dir)
	}
	p.born, err = agent.BirthIn(journals)
	if errors.Is(err, journal.ErrEnd) {
		err = fmt.Errorf("%w: %s is empty", errNoLife, journals)
	}
	if err != nil {
		return p, err
	}
	p.manifest, _, err = home.Look(dir) // a damaged one is as good as none: it is only shown
	if errors.Is(err, home.ErrNoManifest) {
		err = nil
	}
	if _, gone := os.Stat(home.Paper(dir, home.TombstoneFile)); p.state() == lifecycle.StateDead || gone == nil {
		err = fmt.Errorf("%w: nothing was ordered; its testament is in %s", process.ErrOver, home.Paper(dir, home.TestamentFile))
	}
	return p, err
}

func (p patient) state() lifecycle.State { return lifecycle.State(p.manifest.State) }

// name is what the owner calls it.
func (p patient) name() string { return cmp.Or(p.born.Identity.Name, p.born.Identity.GolemID) }

// shall writes the order, and says what happens now.
func (p patient) shall(ctx context.Context, cause lifecycle.Cause, out *voice) error {
	if p.state() == lifecycle.StateTerminal {
		fmt.Fprintf(out, "%s is dying already, of %s; nothing was ordered, start it and the death goes on\n", p.name(), p.manifest.Cause)
		return out.answer(p.became("kill", "dying"))
	}
	fmt.Fprintf(out, "ordered: %s (%s) dies, cause %s\n", p.name(), p.born.Identity.GolemID, cause)
	if err := p.say(ctx, owner.Kill{Cause: cause}, 0, out); err != nil {
		return err
	}
	if p.url != "" {
		return nil
	}
	fmt.Fprintf(out, "when it is dead, %s is there\n", filepath.Join(p.dir, home.TestamentFile))
	if killswitch.Pulled(filepath.Join(p.dir, killswitch.File)) {
		fmt.Fprintf(out, "no process lives while %s exists: remove it, and start the Golem so that it can die\n", filepath.Join(p.dir, killswitch.File))
	}
	return nil
}

// askers name who may order a death with golem kill.
var askers = map[string]lifecycle.Cause{"owner": lifecycle.OwnerKill, "operator": lifecycle.KillSwitch}

func newKill(out *voice) *cobra.Command {
	var to whom
	var by string
	c := &cobra.Command{
		Use:   "kill --data-dir DIR",
		Short: "Order a Golem to die: it settles, leaves its testament and ends",
		Long: `golem kill writes an order into the Golem's folder. A running process begins
the death within 5 s, or after the tick it is in; a Golem that does not run dies at
its next start. It closes its positions, sells what it holds, and writes its
testament. This cannot be taken back. A file named killswitch, other than this,
stops the process at once and settles nothing.

` + custody.AtDeath,
		Example: "  golem kill --data-dir life\n  golem kill --data-dir life --by operator",
		Args:    noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			cause, known := askers[by]
			if !known {
				return fmt.Errorf("%w: --by is %q, want owner or operator", errUsage, by)
			}
			p, err := to.find(c.Context())
			if err != nil {
				return err
			}
			return p.shall(c.Context(), cause, out)
		},
	}
	to.add(c)
	c.Flags().StringVar(&by, "by", "owner", "who orders it: owner (cause owner_kill), or operator, who runs the machine (kill_switch)")
	return c
}
