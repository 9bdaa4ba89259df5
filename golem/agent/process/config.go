package process

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/site"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/seglog"
)

// Config are the parts of a life. Home stays the caller's; everything else that
// is opened is closed by Run.
type Config struct {
	Home   *home.Home
	Policy journal.Policy
	// Redo lists the journal's kinds that a resumed life does again, because they
	// move a world beside it.
	Redo []journal.Kind
	// Boot makes the boot entry of a life. born is what a life that is resumed was born
	// with, else nil; a resumed life must be given an equal one, or it would go on
	// under other limits than those on record.
	Boot func(ctx context.Context, born *agent.Boot) (agent.Boot, error)
	// Outside connects the Golem to what is real. replaying says, later on, whether the
	// life is still computed from its journal.
	Outside func(ctx context.Context, b agent.Boot, replaying func() bool) (agent.Outside, error)
	// Clock stamps the manifest; it does not decide.
	Clock clock.Clock
	Log   *slog.Logger
	// Watch hears what happens.
	Watch Watch
	// Grace is how long the platform lets a process live that was asked to stop. A dying
	// Golem uses it, but for the last seconds; one that lives stops at once.
	Grace time.Duration
	// Checkpoints is how much of its time a life passes between two checkpoints; one is made, too,
	// when the process is asked to stop. 0: none is made, and none is taken at a start.
	Checkpoints time.Duration
	// World is what lives in this process beside the Golem, and stands in each checkpoint with it; nil:
	// nothing does.
	World World
	// Finish says how somebody finishes a death that was cut off.
	Finish []string
	// Fault and Sites are the seams of crash tests: in everything that is written to
	// logs, and at every moment that Sites lists.
	Fault seglog.Fault
	Sites site.Hook
	// Stops times the phases of a stop (runtime §12), and must really wait; nil: the machine's. A seam
	// of tests, which a busy machine makes no slower than they are.
	Stops clock.Clock
}

// World is a world that a life is lived in, and that moves with it alone.
type World interface {
	// Image returns the world as it stands between two ticks.
	Image() ([]byte, error)
	// Restore makes a world that no life was lived in yet that of an image. After an error it is of no use.
	Restore(img []byte) error
}

// ErrWorld: the world of a checkpoint, which is set aside now, could not be made again. The life goes on
// when it is begun with a world of which nobody made use.
var ErrWorld = errors.New("the world of a checkpoint could not be made again")

// Watch hears of a life from the goroutine that ticks. It must not block.
type Watch interface {
	// Born is told of the Golem before its first tick.
	Born(g *agent.Agent)
	// Moved is told of a transition of the lifecycle.
	Moved(to lifecycle.State)
	// Ticked is told after every tick, of either kind; replayed is one that a resumed
	// life is computed from.
	Ticked(replayed bool)
	// Passed is told of a finished phase of death.
	Passed(p lifecycle.Phase, err error)
	// Draining is told that the process was asked to stop.
	Draining()
}

// Result is how a process ended.
type Result struct {
	Cause   lifecycle.Cause // empty: the Golem lives on
	Resumed bool
}
