package process

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/site"
	"bardo.run/bardo/internal/atomicfile"
	"bardo.run/bardo/internal/clock"
)

// retries are the waits before a document is written again (mortality §9.5).
var retries = [...]time.Duration{time.Second, 2 * time.Second, 4 * time.Second}

// estate writes the documents of a death into the life's folder.
type estate struct {
	home  *home.Home
	clock clock.Clock
	log   *slog.Logger
	sites site.Hook
}

func (p *process) estate() estate { return estate{p.Home, clock.System{}, p.Log, p.Sites} }

// Bequeath writes a document to its place, tried four times, or beside the journal
// where that cannot be written. Last words are worth more than their place.
func (e estate) Bequeath(name string, document any) error {
	text, err := json.MarshalIndent(document, "", "  ")
	if err != nil {
		return fmt.Errorf("bequeath %s: %w", name, err)
	}
	text = append(text, '\n')
	place := e.home.Path(home.DeathDir + "/" + name + ".json")
	if err = e.sites.Around(site.Document, name, func() error { return e.insist(name, place, text) }); err == nil {
		return nil
	}
	beside := e.home.Path(name + ".json")
	if atomicfile.Write(beside, 0o600, text) != nil {
		return err
	}
	e.log.Warn("a last document has no place of its own", "document", name, "written", beside, "error", err)
	return nil
}

func (e estate) insist(name, path string, text []byte) (err error) {
	for i := 0; ; i++ {
		if err = atomicfile.WriteTo(unnamed{sites: e.sites, what: name}, path, 0o600, text); err == nil || i == len(retries) {
			return err
		}
		if err := e.clock.WaitUntil(context.Background(), e.clock.Now().Add(retries[i])); err != nil {
			return err
		}
	}
}
