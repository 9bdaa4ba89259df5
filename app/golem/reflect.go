package golem

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/agent/process"
	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/custody"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/golem/world/tape"
	"bardo.run/bardo/internal/clock"
)

// errAlive refuses to write the testament of who is not dying.
var errAlive = errors.New("it is not dying")

func newReflect(out *voice, errOut io.Writer) *cobra.Command {
	var f flags
	c := &cobra.Command{
		Use:   "reflect --data-dir DIR",
		Short: "Finish a death that was cut off, without the chain: testament and tombstone",
		Long: `golem reflect finishes a death that a shutdown cut off (death/deferred.json),
where nothing more can be settled: the endpoint, the machine or the key is gone.
It settles nothing. The testament names what remains and how its owner comes by it.
To have the rest settled, start the Golem instead. With --config and its key the
testament is signed and tells the secret of the rolls.`,
		Example: "  golem reflect --data-dir life",
		Args:    noArgs,
		RunE:    func(c *cobra.Command, _ []string) error { return reflect(c.Context(), f, out, errOut) },
	}
	c.Flags().StringVar(&f.dir, "data-dir", "", "the Golem's folder")
	c.Flags().StringVar(&f.config, "config", "", "the Golem's golem.toml, for its key")
	return c
}

func reflect(ctx context.Context, f flags, out *voice, errOut io.Writer) error {
	p, err := examine(f.dir)
	if err != nil {
		return err
	}
	if p.state() != lifecycle.StateTerminal {
		return fmt.Errorf("%w: %s was %q when its process ended; start it, or order its death with golem kill", errAlive, p.name(), p.state())
	}
	undumpable(errOut)
	c := config.Default()
	if f.config != "" {
		if c, err = load(f.config); err != nil {
			return err
		}
	}
	h, err := home.Open(f.dir)
	if err != nil {
		return err
	}
	defer h.Close()
	log, file := logger(c.Log, h, errOut)
	defer file.Close()
	w := &witness{life: &life{config: c, home: h, log: log, out: out}}
	if err := w.write(ctx); err != nil {
		return err
	}
	return out.answer(map[string]string{"golem": p.born.Identity.GolemID, "testament": home.Paper(h.Dir(), home.TestamentFile)})
}

// witness finishes a death without the chain. It is the owner who says that nothing
// more is to be settled, from when the death goes on.
type witness struct {
	*life
	dying bool
	said  bool // that nothing more is settled
}

func (w *witness) write(ctx context.Context) (err error) {
	w.keys, err = custody.OpenLast(w.settings())
	defer w.keys.Close()
	if err != nil {
		return err
	}
	w.fate = fate{w.config, w.keys, w.log, nil}
	defer w.fate.forget()
	r, err := process.Run(ctx, process.Config{
		Home: w.home, Policy: journal.Live, Boot: w.born, Outside: w.without, Clock: clock.System{}, Log: w.log, Watch: w,
	})
	if err == nil {
		err = w.keys.Bury()
		farewell(w.out, w.home.Dir(), r.Cause)
	}
	return err
}

// born is what the life was born with: nothing of it is changed.
func (w *witness) born(_ context.Context, born *agent.Boot) (agent.Boot, error) {
	if born == nil {
		return agent.Boot{}, errNoLife
	}
	return *born, nil
}

// without is a world with a clock, the key and the dice where they are at hand.
func (w *witness) without(_ context.Context, b agent.Boot, _ func() bool) (agent.Outside, error) {
	if err := w.keys.Signs(b.Identity.Wallet); err != nil {
		return agent.Outside{}, err
	}
	hidden, err := w.fate.open(&b)
	if err != nil {
		w.log.Warn("the testament will not be signed, nor tell the secret of the rolls", "error", err)
	}
	out := agent.Outside{
		Eyes: nobody{}, Client: rpc.Nowhere(), Clock: clock.System{}, Letters: []owner.Source{w},
		Identity: w.keys.Identity(), Keys: w.keys.Keys(nil, b.Identity.Wallet),
	}
	if err != nil || !b.Mortality.Clocks.Stochastic {
		return out, nil
	}
	if err := w.fate.commit(&b, &hidden); err != nil {
		return out, err
	}
	out.Dice = w.fate.rolls()
	return out, nil
}

// Next implements owner.Source: once the death began nothing more is settled.
func (w *witness) Next(context.Context, func(string) (owner.Answer, bool)) (owner.Letter, bool) {
	said := w.said
	w.said = w.said || w.dying
	return owner.Letter{Word: owner.Kill{Cause: lifecycle.OwnerKill, Abandon: true}}, w.dying && !said
}

// Answer implements owner.Source.
func (*witness) Answer(owner.Letter, owner.Answer) {}

// nobody reads no chain.
type nobody struct{}

var _ tape.Eyes = nobody{}

func (nobody) Observe(context.Context) (turn.Reading, error) {
	return turn.Reading{}, custody.ErrNoChain
}

func (nobody) Glance(context.Context) (turn.Glance, error) { return turn.Glance{}, custody.ErrNoChain }

// Born implements process.Watch.
func (w *witness) Born(*agent.Agent) {}

// Moved implements process.Watch.
func (w *witness) Moved(to lifecycle.State) { w.dying = w.dying || to == lifecycle.StateTerminal }

// Ticked implements process.Watch.
func (w *witness) Ticked(bool) {}

// Passed implements process.Watch.
func (w *witness) Passed(p lifecycle.Phase, err error) {
	w.log.Info("death", "phase", p.String(), "error", err)
	fmt.Fprintf(w.out, "death: %s\n", p)
}

// Draining implements process.Watch.
func (w *witness) Draining() {}
