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

// write does something to the books and tells of it where somebody listens. What comes
// again is written nowhere.
func (b *books) write(what string, do func() (bool, error)) (repeated bool, err error) {
	if b.sites == nil || b.book.Repeating() {
		return do()
	}
	err = b.sites.Around(site.Booking, what, func() error {
		if repeated, err = do(); err != nil {
			return err
		}
		return b.book.Flush()
	})
	return repeated, err
}
