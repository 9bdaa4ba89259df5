package agent

import (
	"bardo.run/bardo/golem/agent/dying"
	"bardo.run/bardo/golem/agent/sessionkey"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/host/site"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/tape"
)

// RotationSites lists the moments at which a process may end while another session key
// takes over, beside those of the orders of the Golem's own.
func RotationSites() []site.Site {
	entries := site.Of(site.Entry, []string{string(journal.KindKey), string(journal.KindWord)}, site.Before, site.Within, site.After)
	return append(entries, site.Of(site.Key, []string{sessionkey.SiteName}, site.Before, site.After)...)
}

// DeathSites lists the moments at which a process may end while its Golem dies: the
// phases, what the ports of the death take through the journal, and the end of the key.
// What a new step of the death asks or sends comes through the same ports.
func DeathSites() []site.Site {
	var phases []string
	for p := lifecycle.Acceptance; p < lifecycle.PhaseDone; p++ {
		phases = append(phases, p.String())
	}
	kinds := append([]journal.Kind{journal.KindBoot}, tape.DeathKinds()...)
	sites := append(site.Of(site.Phase, phases, site.Before, site.After), journal.Sites(append(kinds, chain.HandKinds()...)...)...)
	return append(sites, site.Of(site.Key, []string{dying.KeyName}, site.Before, site.After)...)
}

// LifeSites lists the moments at which a process may end while its Golem lives and trades:
// what its ports and its hand take through the journal, and the strategy that it reads.
func LifeSites() []site.Site {
	kinds := append([]journal.Kind{journal.KindBoot, journal.KindWord, journal.KindCheckpoint}, tape.LifeKinds()...)
	return journal.Sites(append(kinds, chain.HandKinds()...)...)
}
