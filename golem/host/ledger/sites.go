package ledger

import "bardo.run/bardo/golem/host/site"

// What an entry of the books does.
const (
	post    = "post"
	reserve = "reserve"
	settle  = "settle"
	release = "release"
)

// Sites lists the moments at which a process may end while a life books: before an entry
// is written, and when it outlives the process. A reservation is released only where an
// order is given up, which no undisturbed life does.
func Sites() []site.Site {
	return site.Of(site.Booking, []string{post, reserve, settle}, site.Before, site.After)
}

// books does something to the books and tells of it where somebody listens. What comes
// again is written nowhere.
func (l *Ledger) books(what string, do func() (bool, error)) (repeated bool, err error) {
	if l.sites == nil || l.book.Repeating() {
		return do()
	}
	err = l.sites.Around(site.Booking, what, func() error {
		if repeated, err = do(); err != nil {
			return err
		}
		return l.book.Flush()
	})
	return repeated, err
}
