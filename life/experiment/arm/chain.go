package arm

import (
	"context"
	"fmt"

	"bardo.run/bardo/life/biography"
	"bardo.run/bardo/life/experiment/outcome"
	"bardo.run/bardo/life/experiment/plan"
	"bardo.run/bardo/life/live"
	"bardo.run/bardo/life/live/environment"
	"bardo.run/bardo/mirage/history"
)

// whole is the market of the place on all its days, whatever of them is lived.
func (r Run) whole() (history.Config, error) {
	o := r.Options
	return environment.Compose(o.History, o.Gas, o.World, o.Seed, o.Days)
}

// spans are the days of each member of a chain.
func (r Run) spans(whole history.Config) ([]plan.Days, error) {
	first, last := max(1, r.Options.FromDay), r.Options.ToDay
	if last == 0 {
		last = whole.Days()
	}
	spans, err := r.Arm.Spans(first, last)
	for _, s := range spans {
		if _, err := (environment.Days{From: s.From, To: s.To}).Of(whole); err != nil {
			return nil, fmt.Errorf("days %d to %d, on which a life of the chain %q is to live: %w", s.From, s.To, r.Arm.Name, err)
		}
	}
	return spans, err
}

// chain lives the members of a chain one after the other, as far as each leaves enough for the next.
func (r Run) chain(ctx context.Context) error {
	whole, err := r.whole()
	if err != nil {
		return err
	}
	spans, err := r.spans(whole)
	if err != nil {
		return err
	}
	has := biography.Left{Capital: r.Options.Fund, Credit: r.Options.Credit}
	for i := range spans {
		if i > 0 {
			before, err := outcome.Open(r.folder(i - 1))
			if err != nil {
				return err
			}
			has = before.Left()
		}
		if i > 0 && r.enough(has.Capital, has.Credit) != nil {
			return nil
		}
		if err := lived(live.Run(ctx, r.link(i, spans[i], has))); err != nil {
			return fmt.Errorf("the life in %s: %w", r.folder(i), err)
		}
	}
	return nil
}

// link is what a member of a chain lives by.
func (r Run) link(member int, on plan.Days, has biography.Left) live.Options {
	o := r.Options
	o.Strategy, o.Out = r.Strategies[member], r.folder(member)
	o.FromDay, o.ToDay, o.Fund, o.Credit = on.From, on.To, has.Capital, has.Credit
	if tell := o.Progress; tell != nil {
		o.Progress = func(now live.Progress) {
			now.Done = (float64(member) + now.Done) / float64(len(r.Arm.Members))
			tell(now)
		}
	}
	return o
}

// readChain reads the lives that began, and why the next one did not.
func (r Run) readChain() (*outcome.Lived, error) {
	whole, err := r.whole()
	if err != nil {
		return nil, err
	}
	on, err := environment.Days{From: r.Options.FromDay, To: r.Options.ToDay}.Of(whole)
	if err != nil {
		return nil, err
	}
	var all []*outcome.Lived
	unborn := ""
	for i, name := range r.Arm.Names() {
		if i > 0 {
			has := all[i-1].Left()
			if err := r.enough(has.Capital, has.Credit); err != nil {
				unborn = fmt.Sprintf("%s did not begin on the %s of capital and %s of credit that were left: %v", name, has.Capital, has.Credit, err)
				break
			}
		}
		l, err := outcome.Open(r.folder(i))
		if err != nil {
			return nil, err
		}
		all = append(all, l)
	}
	return outcome.Chain(r.Dir, all, environment.Hash(on), on.Markets[0].End().UnixMilli(), unborn), nil
}
