package live

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/internal/atomicfile"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/internal/seglog"
	"bardo.run/bardo/life/live/birth"
	"bardo.run/bardo/life/live/wallet"
	"bardo.run/bardo/mirage/artifact"
)

// Options say which life. Exactly one of History and World is set.
type Options struct {
	History  string // folder of recorded minutes
	World    string // name of a generated world
	Days     int    // of a generated world
	Strategy string // path of a STRATEGY.md
	Seed     seed.Seed
	Out      string
	Fund     money.USDC // trading capital, in the quote token
	Credit   money.USDC // for gas and models
	Realtime bool
	// Custody is "" where the Golem's own account holds the money, wallet.Embedded where that
	// account's key lies in an enclave, else a grant.Mode: then the owner's account does, and
	// the chain bounds what the Golem's key may do with it.
	Custody string
	Bounds  wallet.Bounds // of that, where they are not the usual ones
	// Config are the Golem's settings; birth.Settings reads them.
	Config config.GolemConfig

	Artifacts *artifact.Set
	Log       *slog.Logger
	// Progress is told now and then how far the life is; nil: nobody is.
	Progress func(Progress)
	// Fault is the seam of crash tests, in everything that the life writes to logs.
	Fault seglog.Fault
	pace  clock.Clock  // of tests; nil: the machine's holds a life in real time
	seams wallet.Seams // of tests
}

// born is what the life is born with.
func (o Options) born() (birth.Terms, error) {
	t := birth.Terms{Seed: o.Seed, Fund: o.Fund, Credit: o.Credit, Realtime: o.Realtime, Config: o.Config}
	err := t.Read(o.Strategy, filepath.Join(o.Out, home.JournalDir))
	return t, err
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
	At     time.Time
	Done   float64 // share of the paid time, 0 to 1
	Ticks  uint64
	Trades int
	Equity float64
	State  string
}

// Errors of a command that asks for the wrong life.
var (
	ErrOver    = errors.New("this life is over")
	ErrAnother = errors.New("the folder holds another life")
)

// Plan is life.json: what makes this life this one. A resumed life must ask for
// the same.
type Plan struct {
	Kind     string `json:"kind"` // history or world
	Source   string `json:"source"`
	Days     int    `json:"days,omitempty"`
	Seed     uint64 `json:"seed"`
	Fund     string `json:"fund_usdc"`
	Credit   string `json:"credit_usdc"`
	Strategy string `json:"strategy_hash"`
	Config   string `json:"config_hash"`
	Market   string `json:"market_hash"`
	Realtime bool   `json:"realtime,omitempty"`
	Custody  string `json:"custody,omitempty"`
}

func (o Options) plan(t birth.Terms) Plan {
	p := Plan{
		Kind: "world", Source: o.World, Days: o.Days, Seed: uint64(o.Seed), Fund: o.Fund.String(), Credit: o.Credit.String(),
		Strategy: t.Strategy.Hash, Config: t.ConfigHash(), Realtime: o.Realtime, Custody: o.Custody,
	}
	if o.History != "" {
		p.Kind, p.Source, p.Days = "history", filepath.Base(filepath.Clean(o.History)), 0
	}
	return p
}

// settle compares the plan with the folder's and writes it where there is none.
func (p Plan) settle(path string) error {
	old, err := ReadPlan(path)
	if errors.Is(err, os.ErrNotExist) {
		text, err := json.MarshalIndent(p, "", "  ")
		if err != nil {
			return fmt.Errorf("write %s: %w", path, err)
		}
		return atomicfile.Write(path, 0o600, append(text, '\n'))
	}
	if err != nil {
		return err
	}
	if old != p {
		return fmt.Errorf("%w: %s has %s; choose another --out, or ask for that one to resume it",
			ErrAnother, filepath.Dir(path), strings.Join(old.unlike(p), ", "))
	}
	return nil
}

// unlike says in which points p is not as asked.
func (p Plan) unlike(asked Plan) (points []string) {
	for _, point := range []struct {
		name     string
		is, want any
	}{
		{"market", p.Kind + " " + p.Source, asked.Kind + " " + asked.Source},
		{"days", p.Days, asked.Days},
		{"seed", p.Seed, asked.Seed},
		{"fund", p.Fund, asked.Fund},
		{"credit", p.Credit, asked.Credit},
		{"strategy", p.Strategy, asked.Strategy},
		{"minutes of the market", p.Market, asked.Market},
		{"configuration", p.Config, asked.Config},
		{"realtime", p.Realtime, asked.Realtime},
		{"custody", p.Custody, asked.Custody},
	} {
		if point.is != point.want {
			points = append(points, fmt.Sprintf("%s %.24s and not %.24s", point.name, fmt.Sprint(point.is), fmt.Sprint(point.want)))
		}
	}
	return points
}

// ReadPlan reads a life.json.
func ReadPlan(path string) (p Plan, _ error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return p, err
	}
	if err := json.Unmarshal(text, &p); err != nil {
		return p, fmt.Errorf("%s is damaged: %w", path, err)
	}
	return p, nil
}
