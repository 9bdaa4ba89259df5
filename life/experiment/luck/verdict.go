package luck

import "bardo.run/bardo/life/experiment/statistics"

// Verdict is what the judge says of the best of what was tried, and what it rests on.
type Verdict struct {
	// Better is true where the best one is better than luck by every test.
	Better  bool     `json:"better_than_luck"`
	Reasons []Reason `json:"reasons"` // each test, in the order in which they were made
	Best    string   `json:"best"`    // the strategy with the highest ratio, the first of equals

	Tried       int     `json:"tried"`
	Still       int     `json:"still"` // of them, those whose returns never differed
	Periods     int     `json:"periods"`
	Independent float64 `json:"independent_periods"` // of the best one: how many tell as much
	Block       float64 `json:"mean_block"`          // of the resamples

	Sharpe        statistics.Figure `json:"sharpe"`        // of the best one, of a year
	ExpectedBest  statistics.Figure `json:"expected_best"` // of luck alone, of a year
	Probability   statistics.Figure `json:"p_value"`       // that the best of luck looks as good
	Deflated      statistics.Figure `json:"deflated"`      // the deflated Sharpe ratio
	Probabilistic statistics.Figure `json:"probabilistic"` // had it been the only one
	MinimumYears  statistics.Figure `json:"minimum_years"` // to tell that ratio from the best of luck
	Overfitting   Overfitting       `json:"overfitting"`
	Untouched     *Untouched        `json:"untouched,omitempty"`
	Strategies    []Strategy        `json:"strategies"` // in the order of the trials
}

// Reason is what one test found.
type Reason struct {
	Test   string `json:"test"`
	Passed bool   `json:"passed"`
	Says   string `json:"says"` // a sentence
}

// Untouched is the best one in the periods that chose nothing.
type Untouched struct {
	Periods       int               `json:"periods"`
	Return        statistics.Figure `json:"return"` // compounded
	Sharpe        statistics.Figure `json:"sharpe"` // of a year
	Probabilistic statistics.Figure `json:"probabilistic"`
}

// Strategy is one of what was tried.
type Strategy struct {
	Name   string            `json:"name"`
	Sharpe statistics.Figure `json:"sharpe"` // of a year
	Mean   statistics.Figure `json:"mean"`   // return of a year, not compounded
	// Low and High hold the mean of a year; those of all strategies hold at once. Where a period
	// is much like the one before they are somewhat narrow (docs/decisions/40-luck.md).
	Low  statistics.Figure `json:"low"`
	High statistics.Figure `json:"high"`
	// Probability is that the best of what has no edge looks as good, stepwise.
	Probability statistics.Figure `json:"p_value"`
}
