package process

import (
	"path"
	"strings"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/records"
	"bardo.run/bardo/golem/host/site"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/internal/atomicfile"
)

// What the writing of the manifest and of the anchors is called.
const (
	manifestName = "manifest"
	anchorsName  = "anchors"
)

// LifeSites lists the moments at which a process may end while its Golem lives: each write
// of its stores and documents, and each send.
func LifeSites() []site.Site {
	sites := append(agent.LifeSites(), ledger.Sites()...)
	sites = append(append(sites, records.Sites()...), audit.Sites()...)
	return append(sites, site.Of(site.Document, []string{manifestName, anchorsName, checkpointName}, site.Before, site.Within, site.After)...)
}

// DeathSites lists the moments at which a process may end while its Golem dies, to the
// last of them: what the death writes and sends, its documents, and what puts the life
// away behind them.
func DeathSites() []site.Site {
	documents := []string{documentName(home.TestamentFile), documentName(home.TombstoneFile), documentName(home.BundleFile), manifestName}
	sites := append(agent.DeathSites(), site.Of(site.Document, documents, site.Before, site.Within, site.After)...)
	sites = append(sites, audit.Sites()...)
	return append(sites, site.Of(site.Close, []string{home.JournalDir, home.CyclesDir, home.LedgerDir, home.AuditDir}, site.Before, site.After)...)
}

// documentName is the name of a document that lies at file.
func documentName(file string) string { return strings.TrimSuffix(path.Base(file), path.Ext(file)) }

// unnamed is the machine's file system, which tells when a file is written whole and
// has no name yet.
type unnamed struct {
	atomicfile.OS
	sites site.Hook
	what  string
}

// Rename implements atomicfile.FS.
func (u unnamed) Rename(from, to string) error {
	u.sites.Pass(site.Document, u.what, site.Within)
	return u.OS.Rename(from, to)
}
