package journal

import (
	"fmt"

	"bardo.run/bardo/golem/host/site"
)

// storeName is what the journal's syncs are called.
const storeName = "journal"

// Sites lists the moments at which a process may end while the journal takes entries
// of the given kinds: before an answer was asked for, when it is there and not on
// record, when it is on record; and around what makes it durable.
func Sites(kinds ...Kind) (sites []site.Site) {
	for _, k := range kinds {
		moments := []site.Moment{site.Before, site.Within, site.After}
		if k == KindBoot || k == KindCheckpoint { // nobody is asked
			moments = []site.Moment{site.Before, site.After}
		}
		sites = append(sites, site.Of(site.Entry, []string{string(k)}, moments...)...)
	}
	return append(sites, site.Of(site.Sync, []string{storeName}, site.Before, site.After)...)
}

// leaves hands an entry to the operating system and tells that it is on record, where
// somebody listens: what a killed process leaves behind then ends with that entry.
func (j *Journal) leaves(sites site.Hook, kind Kind) error {
	if sites == nil {
		return nil
	}
	if err := j.log.Flush(); err != nil {
		return j.fail(fmt.Errorf("%w: %w", ErrUnwritable, err))
	}
	sites.Pass(site.Entry, string(kind), site.After)
	return nil
}

// sites is told nothing while answers are played back.
func (j *Journal) sites() site.Hook {
	if j.stored != nil {
		return nil
	}
	return j.opts.Sites
}
