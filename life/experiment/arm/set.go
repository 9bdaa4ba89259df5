package arm

import (
	"context"

	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/life/experiment/outcome"
	"bardo.run/bardo/life/live"
)

// set lives the members of a set in one world.
func (r Run) set(ctx context.Context) error {
	funds, credits, err := r.shares()
	if err != nil {
		return err
	}
	members := make([]live.Member, len(funds))
	for i := range members {
		members[i] = live.Member{Strategy: r.Strategies[i], Out: r.folder(i), Fund: funds[i], Credit: credits[i]}
	}
	o := r.Options
	o.Progress = r.progress(o.Progress)
	return lived(live.Together(ctx, o, members))
}

// shares are what the members of a set begin with.
func (r Run) shares() (funds, credits []money.USDC, err error) {
	if funds, err = r.Arm.Shares("capital", r.Options.Fund); err == nil {
		credits, err = r.Arm.Shares("credit", r.Options.Credit)
	}
	return funds, credits, err
}

// progress tells how far all members of a set are, on average. They take turns, so that one tells at a time.
func (r Run) progress(tell func(live.Progress)) func(live.Progress) {
	if tell == nil {
		return nil
	}
	far := make([]float64, len(r.Arm.Members))
	return func(now live.Progress) {
		far[now.Number-1] = now.Done
		now.Done = 0
		for _, x := range far {
			now.Done += x / float64(len(far))
		}
		tell(now)
	}
}

func (r Run) readSet() (*outcome.Lived, error) {
	all := make([]*outcome.Lived, len(r.Arm.Members))
	for i := range all {
		var err error
		if all[i], err = outcome.Open(r.folder(i)); err != nil {
			return nil, err
		}
	}
	return outcome.Set(r.Dir, all), nil
}
