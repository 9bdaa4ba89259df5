package live

import (
	"context"

	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/mirage/history"
)

// Result is a life that was lived.
type Result struct {
	Dir        string
	Cause      lifecycle.Cause
	Resumed    bool
	Signatures uint64
	Market     history.Market
	Stats      history.Stats
	Granted    grant.Plan // what the owner signed; empty where nobody had to
}

// Run lives the life to its end, or until ctx ends; then the folder is whole and
// the same call resumes it.
func Run(ctx context.Context, o Options) (Result, error) {
	all, err := Together(ctx, o, []Member{{Strategy: o.Strategy, Out: o.Out}})
	if len(all) == 0 {
		return Result{}, err
	}
	return all[0], err
}

// Together lives the lives of several Golems in one world to the end of the last, or until ctx ends;
// then every folder is whole and the same call resumes all of them. Options say the world, and what each is born
// with but for its strategy, its folder, its seed, and its money where a member says another: the seed of the first is the
// world's, and those of the others follow from it. There are as many results as members, or none. One life that fails stops the others.
func Together(ctx context.Context, o Options, members []Member) ([]Result, error) {
	s, err := o.assemble(members)
	if err != nil {
		return nil, err
	}
	defer s.close()
	if err := s.open(); err != nil {
		return nil, err
	}
	if err := s.within(ctx); err != nil {
		return s.results(), s.forsake(err)
	}
	return s.results(), nil
}
