package agent

import (
	"bardo.run/bardo/golem/agent/checkpoint"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/golem/safety/cage"
)

// InForce reads from the journal of the life in a folder which limits of the owner's hold in a life that
// was born under others: each word about them that loosens nothing takes the place of those
// before.
func InForce(dir string, born cage.Policy) (now cage.Policy, err error) {
	now = born
	for e, err := range checkpoint.Heard(dir) {
		if err != nil {
			return now, err
		}
		if e.Kind != journal.KindWord {
			continue
		}
		l, err := owner.Read(e)
		if err != nil {
			return now, err
		}
		if w, ok := l.Word.(owner.Limits); ok && len(now.Loosened(w.Policy)) == 0 {
			now = w.Policy
		}
	}
	return now, nil
}
