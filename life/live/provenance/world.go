package provenance

import (
	"encoding/json"
	"fmt"
	"strings"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/internal/atomicfile"
	"bardo.run/bardo/life/biography"
	"bardo.run/bardo/life/report"
	"bardo.run/bardo/mirage/history"
)

// Remember writes what the world of a plan had to assume, for whoever tells the life.
func (p Plan) Remember(h *home.Home, of *history.World) error {
	m, stats := of.Market(), of.Stats()
	w := biography.World{
		Place: report.Place{
			Kind: p.Kind, Name: p.Source, Assumptions: append(append([]string{}, m.Notes...), stats.Assumptions()...),
			Facts: []report.Fact{{Name: "minutes", Value: fmt.Sprint(stats.Minutes)}, {Name: "blocks", Value: fmt.Sprint(stats.Blocks)}, {Name: "market swaps", Value: fmt.Sprint(stats.Swaps)}},
		},
		Seed:   p.Seed,
		Market: report.Market{Base: m.Spec.Base().Symbol, Quote: m.Spec.QuoteToken().Symbol, FeePips: m.Spec.Fee, Address: of.Book().Pools[0].Address.Hex()},
	}
	p.company(&w.Place)
	text, err := json.MarshalIndent(w, "", "  ")
	if err != nil {
		return err
	}
	if err := atomicfile.Write(h.Path(biography.WorldFile), 0o600, append(text, '\n')); err != nil {
		return err
	}
	return h.Vouch(h.Path(biography.WorldFile))
}

// company says of a place who else lived there, and when the life began.
func (p Plan) company(at *report.Place) {
	if p.Number == 0 {
		return
	}
	born := strings.Split(p.Births, ",")
	if others := len(born) - 1; others > 0 {
		at.Assumptions = append(at.Assumptions, fmt.Sprintf("other Golems lived in this world, %d in all: what they traded moved the price that this one saw, within its minute", others))
	}
	at.Facts = append(at.Facts,
		report.Fact{Name: "Golems in this world", Value: fmt.Sprint(len(born))},
		report.Fact{Name: "number of this one", Value: fmt.Sprint(p.Number)},
		report.Fact{Name: "born after its beginning", Value: born[p.Number-1]})
}
