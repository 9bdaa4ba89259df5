package golem

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bardo.run/bardo/golem/mind/strategy/play"
	"bardo.run/bardo/golem/owner"
)

func newSteer(out *voice) *cobra.Command {
	var to whom
	var window string
	var severity uint8
	var lasts time.Duration
	c := &cobra.Command{
		Use:   "steer --data-dir DIR WORDS...",
		Short: "Tell a Golem what to do now",
		Long: `golem steer puts the owner's words into the Golem's folder and waits a few
seconds for the answer of its process. They are obeyed at the next theta tick.
Without a model a Golem obeys these, and rejects any other:

  close all       close, recall and sell everything, then pause entries
  hold            do nothing at the next theta tick
  pause entries   open nothing until "resume entries"
  resume entries  open again what the strategy says`,
		Example: "  golem steer --data-dir life close all\n  golem steer --data-dir life --for 10m pause entries",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf("%w: golem steer --data-dir DIR WORDS..., for example %q", errUsage, strings.Split(play.Understood, ", ")[0])
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			if lasts < 0 {
				return fmt.Errorf("%w: --for is %s, want a time that is not negative", errUsage, lasts)
			}
			text := strings.Join(args, " ")
			var w owner.Word = owner.Steer{Text: text, Severity: severity}
			if window != "" {
				w = owner.FollowUp{Text: text, Window: window}
			}
			if err := w.Check(); err != nil {
				return fmt.Errorf("%w: %w", errUsage, err)
			}
			p, err := to.find(c.Context())
			if err != nil {
				return err
			}
			fmt.Fprintf(out, "%s (%s): %s\n", p.name(), p.born.Identity.GolemID, text)
			return p.say(c.Context(), w, lasts, out)
		},
	}
	to.add(c)
	c.Flags().Uint8Var(&severity, "severity", 1, "how urgent it is: 0 low, 1 medium, 2 high, 3 critical")
	c.Flags().StringVar(&window, "window", "", "make it a follow-up that waits for a window: next_decide")
	c.Flags().DurationVar(&lasts, "for", 0, "how long the words hold while nobody heard them; 0: until they are heard")
	return c
}
