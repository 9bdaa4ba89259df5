package golem

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/owner"
)

// said is what happens under each halt.
var said = map[turn.Halt]string{
	turn.HaltNone:    "it opens what its strategy and its limits allow; a stop that a fall made is over, and the drawdown is then measured anew",
	turn.HaltOpening: "nothing is opened; exits, repayments and withdrawals go on",
	turn.HaltFreeze:  "nothing is signed, exits included; it watches, and its clocks run on",
}

// told writes the owner's word into the Golem's folder.
func (p patient) told(ctx context.Context, level turn.Halt, out *voice) error {
	fmt.Fprintf(out, "%s (%s): halt %s\n", p.name(), p.born.Identity.GolemID, level)
	when := "once it hears this"
	if p.url == "" && !home.Lives(p.dir) {
		when = "from the next start on"
	}
	fmt.Fprintf(out, "%s: %s\n", when, said[level])
	return p.say(ctx, owner.HaltAt(level), 0, out)
}

func newHalt(out *voice) *cobra.Command {
	var to whom
	var level string
	c := &cobra.Command{
		Use:   "halt --data-dir DIR",
		Short: "Stop a Golem from opening risks, or from signing anything, until golem resume",
		Long: `golem halt writes the owner's word into the Golem's folder. With --level
stop_opening, as without it, the Golem takes no new risk and goes on closing; with
--level freeze it signs nothing at all. It watches and ages on. The word holds over
restarts, and nothing that a model says lifts it: only golem resume does, or, for a
freeze, golem kill.`,
		Example: "  golem halt --data-dir life\n  golem halt --data-dir life --level freeze",
		Args:    noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			at, err := owner.Halt{Level: level}.Parse()
			if err != nil || at == turn.HaltNone {
				return fmt.Errorf("%w: --level is %q, want stop_opening or freeze", errUsage, level)
			}
			p, err := to.find(c.Context())
			if err != nil {
				return err
			}
			return p.told(c.Context(), at, out)
		},
	}
	to.add(c)
	c.Flags().StringVar(&level, "level", turn.HaltOpening.String(), "stop_opening, or freeze")
	return c
}

func newResume(out *voice) *cobra.Command {
	var to whom
	c := &cobra.Command{
		Use:   "resume --data-dir DIR",
		Short: "Lift a halt, or the emergency in which a Golem closed everything",
		Long: `golem resume writes the owner's word into the Golem's folder: whatever golem
halt asked for is over, and so is an emergency (a loss beyond
safety.emergency_drawdown_bps, after which the Golem closes everything and waits).
After an emergency, and after a fall that stopped it from opening, the loss so far
is accepted: the next one is measured from what is there.`,
		Example: "  golem resume --data-dir life",
		Args:    noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			p, err := to.find(c.Context())
			if err != nil {
				return err
			}
			return p.told(c.Context(), turn.HaltNone, out)
		},
	}
	to.add(c)
	return c
}
