package live

import (
	"errors"
	"log/slog"
	"path/filepath"
	"time"

	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/internal/seglog"
	"bardo.run/bardo/life/live/birth"
	"bardo.run/bardo/life/live/environment"
	"bardo.run/bardo/life/live/grantor"
	"bardo.run/bardo/life/live/keys"
	"bardo.run/bardo/life/live/provenance"
	"bardo.run/bardo/mirage/artifact"
	"bardo.run/bardo/mirage/history"
)

// Options say which life. Exactly one of History and World is set.
type Options struct {
	History  string      // folder of recorded minutes
	Gas      history.Gas // on History, over what the folder says
	World    string      // name of a generated world
	Days     int         // of a generated world
	FromDay  int         // of the world, with which it begins; 0 is 1, the first
	ToDay    int         // of the world, with which it ends; 0 is the last
	Strategy string      // path of a STRATEGY.md
	Seed     seed.Seed
	Out      string
	Fund     money.USDC // trading capital, in the quote token
	Credit   money.USDC // for gas and models
	Realtime bool
	// Alone says that no owner writes to it: its folder of letters is not looked into, which a life
	// does fifteen thousand times a day.
	Alone bool
	// Custody is "" where the Golem's own account holds the money, custody.Embedded where that
	// account's key lies in an enclave, else a grant.Mode: then the owner's account does, and
	// the chain bounds what the Golem's key may do with it.
	Custody string
	Bounds  grantor.Bounds // of a grant, where they are not the usual ones
	Session time.Duration  // how long an enclave signs, from the market's beginning; 0: as usual
	// Config are the Golem's settings; birth.Settings reads them.
	Config config.GolemConfig

	Artifacts *artifact.Set
	Log       *slog.Logger
	// Progress is told now and then how far the life is; nil: nobody is.
	Progress func(Progress)
	// Fault is the seam of crash tests, in everything that the life writes to logs.
	Fault seglog.Fault
	pace  clock.Clock   // of tests; nil: the machine's holds a life in real time
	stops clock.Clock   // of tests; nil: the machine's times a stop
	seams keys.Seams    // of tests
	every time.Duration // between checkpoints, of tests; 0: a day, below 0: none is made
}

// born is what the life is born with, in a world.
func (o Options) born(w history.Config) (birth.Terms, error) {
	t := birth.Terms{Seed: o.Seed, Fund: o.Fund, Credit: o.Credit, Realtime: o.Realtime, Config: o.Config}
	err := t.Read(o.Strategy, filepath.Join(o.Out, home.JournalDir), environment.Markets(w))
	return t, err
}

// plan is what makes it this life, of a market with the given hash.
func (o Options) plan(t birth.Terms, market string) provenance.Plan {
	p := provenance.Plan{
		Kind: "world", Source: o.World, Days: o.Days, Seed: uint64(o.Seed), Fund: t.Fund.String(), Credit: t.Credit.String(),
		LeftOut: max(0, o.FromDay-1), LastDay: o.ToDay, Strategy: t.Strategy.Hash, Config: t.ConfigHash(), Market: market, Realtime: o.Realtime, Custody: o.Custody,
	}
	if o.History != "" {
		p.Kind, p.Source, p.Days = "history", filepath.Base(filepath.Clean(o.History)), 0
	}
	return p
}

// pacing is the clock that holds a life back; nil: none does.
func (o Options) pacing() clock.Clock {
	if o.Realtime && o.pace == nil {
		return clock.System{}
	}
	return o.pace
}

// Progress is how far a life is.
type Progress struct {
	Number int // of the life among those in its world, from 1
	At     time.Time
	Done   float64 // share of the paid time, 0 to 1
	Ticks  uint64
	Trades int
	Equity float64 // as it was read last
	Home   bool    // its death sends what it held to its owner
	State  string
}

// Errors of a command that asks for the wrong life.
var (
	ErrOver    = errors.New("this life is over")
	ErrAnother = provenance.ErrAnother
)
