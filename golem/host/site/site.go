package site

import (
	"fmt"
	"strings"
)

// Part is what is written or done at a site.
type Part string

// The parts.
const (
	Phase    Part = "phase"    // a phase of death
	Entry    Part = "entry"    // an entry of the journal; the entry of a send frames the send
	Sync     Part = "sync"     // of a store
	Close    Part = "close"    // of a store
	Document Part = "document" // a file that is replaced as a whole
	Key      Part = "key"      // the signing key, which ends
	Record   Part = "record"   // of the audit chain, of a tick, of an outcome
	Booking  Part = "booking"  // an entry of the books
)

// Moment is a point in the course of a site.
type Moment string

// The moments. Within is when the work is done and cannot be known by who comes
// next: an answer is there and not on record, a file is written and has no name.
const (
	Before Moment = "before"
	Within Moment = "within"
	After  Moment = "after"
)

// Site is one moment of one thing, such as "entry send within". What is a single
// word: the kind of an entry, the name of a file or store.
type Site struct {
	Part   Part
	What   string
	Moment Moment
}

// String returns the site as three words, which Parse reads.
func (s Site) String() string { return string(s.Part) + " " + s.What + " " + string(s.Moment) }

// Parse reads what String wrote.
func Parse(text string) (s Site, _ error) {
	words := strings.Fields(text)
	if len(words) != 3 {
		return s, fmt.Errorf("site %q: want a part, what it is and a moment, such as \"entry send within\"", text)
	}
	return Site{Part(words[0]), words[1], Moment(words[2])}, nil
}

// Of lists the sites of a part: everything in what at each of the moments.
func Of(part Part, what []string, moments ...Moment) (sites []Site) {
	for _, w := range what {
		for _, m := range moments {
			sites = append(sites, Site{part, w, m})
		}
	}
	return sites
}

// Hook is told of every site that a process passes, from the goroutine that passes
// it. It may end the process. A nil Hook is told nothing.
type Hook func(Site)

// Pass tells that the process is at a site.
func (h Hook) Pass(part Part, what string, at Moment) {
	if h != nil {
		h(Site{part, what, at})
	}
}

// Around tells the hook before and, unless it fails, after the work.
func (h Hook) Around(part Part, what string, work func() error) error {
	h.Pass(part, what, Before)
	err := work()
	if err == nil {
		h.Pass(part, what, After)
	}
	return err
}
