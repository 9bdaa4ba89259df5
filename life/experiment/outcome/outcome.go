package outcome

import (
	"bardo.run/bardo/life/experiment/statistics"
)

const (
	minute = 60_000
	// Hour and Day are periods, in milliseconds.
	Hour = 60 * minute
	Day  = 24 * Hour
)

// Outcome is one life, or several as one, as experiments see it. Returns are simple, 0.01 is 1 %.
type Outcome struct {
	Golem   string    `json:"golem"` // its strategy's name, or those of its members
	Dir     string    `json:"dir"`   // its folder
	Command string    `json:"command,omitempty"`
	Place   Place     `json:"place"`
	Span    Span      `json:"span"`
	Hours   []float64 `json:"hours"`   // the return of each whole hour
	Holding []float64 `json:"holding"` // what holding returned in each
	// Figures rest on periods of so many milliseconds.
	Period    int64             `json:"period_ms"`
	Figures   statistics.Beside `json:"figures"`
	Did       Did               `json:"did"`
	Numeraire string            `json:"numeraire"`
	Held      []string          `json:"held"` // what holding means
	Assumed   []string          `json:"assumed"`
	// Form is InOneWorld or InTurn where it is several lives as one, which are Members then; each of them is a life that
	// replays, and what is told of all rests on them.
	Form    string    `json:"form,omitempty"`
	Members []Outcome `json:"members,omitempty"`
	// Unborn says why the next life of a chain did not begin.
	Unborn string `json:"unborn,omitempty"`
	// Records is the SHA-256 over the life's records: bardo replay computes and prints it. A record
	// says where in the journal it comes from, so that a life that was cut off has another one than
	// the same life without a stop.
	Records string `json:"records_digest,omitempty"`
}

// Place is where a life was lived: what life.json says. Two lives of the same Place had the same
// market, minute by minute.
type Place struct {
	Kind   string `json:"kind"` // world, history or live
	Name   string `json:"name"`
	Days   int    `json:"days,omitempty"`
	Seed   uint64 `json:"seed"`
	Market string `json:"market_hash,omitempty"` // empty where no market was made for it
	// Together names the others that lived there and moved the prices, too; empty: nobody did.
	Together string `json:"together_hash,omitempty"`
}

// Span is the time of a life in unix milliseconds. From is the minute of its birth, To when it
// ended or was read last, Until when its paid time ends.
type Span struct {
	From  int64  `json:"from_ms"`
	To    int64  `json:"to_ms"`
	Until int64  `json:"until_ms"`
	Cause string `json:"cause,omitempty"` // of its death; empty while it goes on
}

// Over reports whether the life has ended.
func (s Span) Over() bool { return s.Cause != "" }

// Early reports whether it died a minute or more before its paid time was over.
func (s Span) Early() bool { return s.Over() && s.To+minute <= s.Until }

// Did is what a life did.
type Did struct {
	Orders int     `json:"orders"` // carried out
	Trades int     `json:"trades"` // of them swaps
	Trips  int     `json:"trips"`
	Won    float64 `json:"won"`  // what the round trips that gained did, in all
	Lost   float64 `json:"lost"` // and what the others lost, above nothing
}

// Lives are those that it consists of: itself, or its members.
func (o Outcome) Lives() []Outcome {
	if o.Form == "" {
		return []Outcome{o}
	}
	return o.Members
}

// Periods is the returns of whole periods: of hours, or of days of 24.
func (o Outcome) Periods(period int64) []float64 { return Compound(o.Hours, period) }

// Compound makes returns of hours those of longer periods; what is left of one is dropped.
func Compound(hours []float64, period int64) []float64 {
	each := int(period / Hour)
	if each <= 1 {
		return hours
	}
	returns := make([]float64, 0, len(hours)/each)
	for i := each; i <= len(hours); i += each {
		grown := 1.0
		for _, r := range hours[i-each : i] {
			grown *= 1 + r
		}
		returns = append(returns, grown-1)
	}
	return returns
}
