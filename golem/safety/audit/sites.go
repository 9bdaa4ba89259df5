package audit

import "bardo.run/bardo/golem/host/site"

// Name is what the chain is called among stores.
const Name = "audit"

// Sites lists the moments at which a process may end while a record is written: before
// it is, before it is durable where it must be, and behind it.
func Sites() []site.Site {
	return site.Of(site.Record, []string{Name}, site.Before, site.Within, site.After)
}
