package records

import "bardo.run/bardo/golem/host/site"

// What is written: the record of a tick, and what became known of one later.
const (
	tickName    = "tick"
	outcomeName = "outcome"
)

// Sites lists the moments at which a process may end while records are written: before
// one is, and when it outlives the process.
func Sites() []site.Site {
	return site.Of(site.Record, []string{tickName, outcomeName}, site.Before, site.After)
}

// name is what the writing of a row's record is called.
func (r row) name() string {
	if r.kind == kindOutcome {
		return outcomeName
	}
	return tickName
}
