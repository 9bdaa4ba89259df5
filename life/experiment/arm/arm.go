package arm

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/life/experiment/outcome"
	"bardo.run/bardo/life/experiment/plan"
	"bardo.run/bardo/life/live"
	"bardo.run/bardo/life/live/birth"
	"bardo.run/bardo/mirage/history"
)

// Run is an arm in a place.
type Run struct {
	Arm plan.Arm
	// Options are those of the arm, with its whole capital and credit, and the days on which it lives; they name neither
	// a strategy nor a folder. Their Progress is told how far all of the arm is.
	Options    live.Options
	Strategies []string // the files of its members
	Dir        string   // the folder of its life, or of the folders of its members
}

// Check refuses an arm that cannot be lived by what it is given, on the market that its place has on all days.
func (r Run) Check(whole history.Config) error {
	switch r.Arm.Form {
	case plan.Set:
		funds, credits, err := r.shares()
		if err != nil {
			return err
		}
		least := len(funds) - 1
		if err := r.enough(funds[least], credits[least]); err != nil {
			return fmt.Errorf("each life of the arm %q would have a capital of %s and a credit of %s: %w", r.Arm.Name, funds[least], credits[least], err)
		}
		return nil
	case plan.Chain:
		if _, err := r.spans(whole); err != nil {
			return err
		}
	}
	return r.enough(r.Options.Fund, r.Options.Credit)
}

// enough says why a life could not begin with an amount of each.
func (r Run) enough(fund, credit money.USDC) error {
	if fund <= 0 {
		return errors.New("there is no capital to trade with")
	}
	return birth.Terms{Config: r.Options.Config, Credit: credit}.Check()
}

// Live lives the arm to its end, or goes on with it, until ctx ends. One that is over is left alone.
func (r Run) Live(ctx context.Context) error {
	switch r.Arm.Form {
	case plan.Set:
		return r.set(ctx)
	case plan.Chain:
		return r.chain(ctx)
	}
	o := r.Options
	o.Strategy, o.Out = r.Strategies[0], r.Dir
	return lived(live.Run(ctx, o))
}

// Read tells an arm that is over.
func (r Run) Read() (*outcome.Lived, error) {
	switch r.Arm.Form {
	case plan.Set:
		return r.readSet()
	case plan.Chain:
		return r.readChain()
	}
	return outcome.Open(r.Dir)
}

// folder is that of a member's life.
func (r Run) folder(member int) string { return filepath.Join(r.Dir, r.Arm.Folders()[member]) }

// lived is the error of a life, if it is one: a life that was over before is none.
func lived[R any](_ R, err error) error {
	if errors.Is(err, live.ErrOver) {
		return nil
	}
	return err
}
