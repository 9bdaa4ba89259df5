package agent

import (
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/wire"
)

// texts are the STRATEGY.md that were offered, the one in force among them.
type texts struct {
	keeper  *strategy.Keeper
	journal *journal.Journal
	hot     bool                   // the owner's is read again
	read    func() ([]byte, error) // as it is now; nil in a replay
	offered string                 // hash of the last one
	all     map[string][]byte      // by hash
}

// newTexts begins with the text of the birth.
func newTexts(birth strategy.Terms, j *journal.Journal, read func() ([]byte, error)) (*texts, error) {
	compiled, err := strategy.Compile(birth.Text, strategy.DefaultPolicy())
	if err != nil {
		return nil, err
	}
	return &texts{
		keeper: strategy.NewKeeper(compiled, strategy.DefaultPolicy()), journal: j, hot: birth.HotReload, read: read,
		offered: compiled.Hash, all: map[string][]byte{compiled.Hash: birth.Text},
	}, nil
}

// inForce is the text in force.
func (t *texts) inForce() []byte { return t.all[t.keeper.Active().Hash] }

// reread offers the owner's STRATEGY.md as it is now, and reports whether it is another
// (heartbeat §16). The journal takes a text only when it is another than the last one; an
// unreadable file keeps what is in force.
func (t *texts) reread() (offered bool, _ error) {
	if !t.hot {
		return false, nil
	}
	text, err := journal.Take(t.journal, journal.KindStrategy, t.offered, func() ([]byte, error) {
		now, err := t.read()
		if err != nil || strategy.Hash(now) == t.offered {
			return nil, err
		}
		return now, nil
	})
	if err := journal.Fatal(err); err != nil || len(text) == 0 {
		return false, err
	}
	t.offered = strategy.Hash(text)
	t.all[t.offered] = text
	t.keeper.Offer(text)
	return true, nil
}

// reloaded announces what became of offered texts in this tick.
func (a *Agent) reloaded(tick uint64) {
	keeper, events := a.body.texts.keeper, a.life.fabric
	for _, e := range keeper.Events() {
		switch e.Kind {
		case strategy.EventReloaded:
			a.rein.trust.Reloaded()
			a.body.heart.Rebase(keeper.Active().TickInterval)
			events.Emit(tick, wire.StrategyReloaded{Hash: e.Hash, Revision: uint64(e.Revision)})
		case strategy.EventFailed:
			events.Emit(tick, wire.StrategyCompileFailed{Hash: e.Hash, Errors: wire.List[string]{e.Err.Error()}})
			a.stores.Log.Warn("STRATEGY.md does not compile; the old one stays in force", "error", e.Err)
		}
	}
}
