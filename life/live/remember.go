package live

import (
	"encoding/json"
	"fmt"

	"bardo.run/bardo/internal/atomicfile"
	"bardo.run/bardo/life/biography"
	"bardo.run/bardo/life/report"
)

// remember writes what the world had to assume, for whoever tells the life.
func (l *one) remember() error {
	m, stats, plan := l.world.Market(), l.world.Stats(), l.options.plan(l.terms)
	w := biography.World{
		Place: report.Place{
			Kind: plan.Kind, Name: plan.Source, Assumptions: append(append([]string{}, m.Notes...), stats.Assumptions()...),
			Facts: []report.Fact{{Name: "minutes", Value: fmt.Sprint(stats.Minutes)}, {Name: "blocks", Value: fmt.Sprint(stats.Blocks)}, {Name: "market swaps", Value: fmt.Sprint(stats.Swaps)}},
		},
		Seed:   plan.Seed,
		Market: report.Market{Base: m.Spec.Base().Symbol, Quote: m.Spec.QuoteToken().Symbol, FeePips: m.Spec.Fee, Pool: l.boot.Chain.Pool.Hex()},
	}
	text, err := json.MarshalIndent(w, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.Write(l.home.Path(biography.WorldFile), 0o600, append(text, '\n'))
}
