package agent

import (
	"context"
	"fmt"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/wire"
)

// texts are the STRATEGY.md that were offered, the one in force among them. Where the
// owner's is read again they are the source of its edits (heartbeat §16).
type texts struct {
	keeper  *strategy.Keeper
	hot     bool                   // the owner's is read again
	read    func() ([]byte, error) // as it is now; nil in a replay
	offered string                 // hash of the last one
	all     map[string][]byte      // by hash
}

// newTexts begins with the text of the birth.
func newTexts(birth strategy.Terms, read func() ([]byte, error)) (*texts, error) {
	compiled, err := strategy.Compile(birth.Text, birth.Policy)
	if err != nil {
		return nil, err
	}
	return &texts{
		keeper: strategy.NewKeeper(compiled, birth.Policy), hot: birth.HotReload, read: read,
		offered: compiled.Hash, all: map[string][]byte{compiled.Hash: birth.Text},
	}, nil
}

// inForce is the text in force.
func (t *texts) inForce() []byte { return t.all[t.keeper.Active().Hash] }

// known are the texts in force and of the strategy that waits; nil where none does.
func (t *texts) known() (active, pending []byte) {
	if p := t.keeper.Pending(); p != nil {
		pending = t.all[p.Hash]
	}
	return t.inForce(), pending
}

// adopt has the keeper hold the strategies of other texts than that of the birth, as edits do.
func (t *texts) adopt(active, pending []byte) error {
	for _, text := range [][]byte{active, pending} {
		if len(text) == 0 || strategy.Hash(text) == t.keeper.Active().Hash {
			continue
		}
		if e, _ := t.keeper.Offer(text); e.Err != nil {
			return fmt.Errorf("compile strategy: %w", e.Err)
		}
		if &text[0] == &active[0] {
			t.keeper.Activate(turn.T2)
		}
	}
	return nil
}

// listen has the texts hear of edits, and accepted called for each that compiles. It
// returns who brings them.
func (t *texts) listen(in *owner.Inbox, accepted func()) []owner.Source {
	owner.Hear(in, func(_ owner.Letter, w owner.Strategy) (string, error) {
		t.offered = strategy.Hash(w.Text)
		t.all[t.offered] = w.Text
		if e, _ := t.keeper.Offer(w.Text); e.Err != nil {
			return "it does not compile, and the one in force stays: " + e.Err.Error(), nil
		}
		accepted()
		return "", nil
	})
	if !t.hot || t.read == nil {
		return nil
	}
	return []owner.Source{t}
}

// Next implements owner.Source. A file that cannot be read keeps what is in force.
func (t *texts) Next(context.Context, func(string) (owner.Answer, bool)) (owner.Letter, bool) {
	text, err := t.read()
	if err != nil || strategy.Hash(text) == t.offered {
		return owner.Letter{}, false
	}
	return owner.Letter{Word: owner.Strategy{Text: text}}, true
}

// Answer implements owner.Source.
func (*texts) Answer(owner.Letter, owner.Answer) {}

// reloaded announces what became of offered texts in this tick.
func (a *Agent) reloaded(tick uint64) {
	keeper, events := a.body.texts.keeper, a.life.fabric
	for _, e := range keeper.Events() {
		switch e.Kind {
		case strategy.EventReloaded:
			a.rein.trust.Reloaded()
			a.body.heart.Rebase(keeper.Active().TickInterval)
			a.stores.Log.Info("another STRATEGY.md is in force", "revision", e.Revision, "rules", e.Rules)
			events.Emit(tick, wire.StrategyReloaded{Hash: e.Hash, Revision: uint64(e.Revision)})
		case strategy.EventFailed:
			events.Emit(tick, wire.StrategyCompileFailed{Hash: e.Hash, Errors: wire.List[string]{e.Err.Error()}})
			a.stores.Log.Warn("STRATEGY.md does not compile; the old one stays in force", "error", e.Err)
		}
	}
}
