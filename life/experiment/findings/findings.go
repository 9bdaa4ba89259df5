package findings

import (
	"slices"

	"bardo.run/bardo/life/experiment/luck"
	"bardo.run/bardo/life/experiment/outcome"
	"bardo.run/bardo/life/experiment/statistics"
)

// Findings are what lives came to, beside one another.
type Findings struct {
	// Says is the first sentence: what did best, by how much, how sure that is, and what was assumed.
	Says string `json:"says"`
	// Notes are what else has to be said, a sentence each: what did not trade, what died early, where
	// the best of many is no better than luck.
	Notes   []string `json:"notes"`
	Assumed []string `json:"assumed"`
	Against string   `json:"against"`
	Period  int64    `json:"period_ms"`
	// Columns are the arms in the order of their names, then what could have been done instead.
	Columns []Column `json:"columns"`
	// Pairs are the differences between arms, Verdict that on the best of many, and Walk what choosing
	// by earlier periods came to; nil where nothing can be said.
	Pairs   []Pair        `json:"pairs,omitempty"`
	Verdict *luck.Verdict `json:"verdict,omitempty"`
	Walk    *Walk         `json:"walk_forward,omitempty"`
	Lives   []Life        `json:"lives"`
	Plan    string        `json:"plan_sha256,omitempty"`
}

// Column is one summary of the table. Lives are those that it rests on, as indices.
type Column struct {
	Name string `json:"name"`
	Arm  bool   `json:"arm"` // else what could have been done instead
	// Form and Of are those of an arm of several lives.
	Form    string             `json:"form,omitempty"`
	Of      []string           `json:"of,omitempty"`
	Summary statistics.Summary `json:"summary"`
	// Compared is the return of an arm's life as far as every arm has lived.
	Compared statistics.Figure `json:"compared_return,omitzero"`
	Orders   int               `json:"orders"`
	Lives    []int             `json:"lives"`
}

// Life is one life of an arm, or several as one.
type Life struct {
	Arm string `json:"arm"`
	outcome.Outcome
}

// Rows is the table.
func (f Findings) Rows() []statistics.Row {
	all := make([]statistics.Summary, len(f.Columns))
	for i, c := range f.Columns {
		all[i] = c.Summary
	}
	return statistics.Rows(all...)
}

// Of answers a question. Its error says that it cannot be asked; what cannot be answered is said
// in the findings.
func Of(q Question) (Findings, error) {
	arms, err := q.ordered()
	if err != nil {
		return Findings{}, err
	}
	q.Many = q.Many || len(arms) > mostPaired
	s := newStand(arms)
	f := Findings{Period: s.period, Against: q.Against, Plan: q.Plan, Notes: []string{}}
	f.table(arms)
	for i := range arms {
		f.Columns[i].Compared = s.came(i)
	}
	f.Notes = append(append(append(f.Notes, ended(arms)...), acted(arms)...), s.cutShort()...)
	traded := slices.ContainsFunc(arms, func(a Arm) bool { return a.orders() > 0 })
	if s.apart == "" && traded {
		if err = f.judge(q, s); err != nil {
			return f, err
		}
	}
	f.Assumed = append(assumed(f.Lives), f.drawn(q)...)
	f.Says = f.sentence(q, s)
	return f, nil
}

// judge fills in what can be said of arms that lived the same markets.
func (f *Findings) judge(q Question, s stand) (err error) {
	if f.Pairs, err = s.pairs(q); err != nil {
		return err
	}
	if q.Many {
		if f.Verdict, err = s.verdict(q); err != nil {
			return err
		}
		f.Notes = append(f.Notes, warned(f.Verdict)...)
	}
	if q.Folds > 0 {
		f.Walk = s.walk(q)
	}
	return nil
}
