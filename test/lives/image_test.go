package lives

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/VictoriaMetrics/metrics"
	"github.com/ethereum/go-ethereum/accounts/abi"

	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/lifecycle"
	"bardo.run/bardo/golem/safety/audit"
	"bardo.run/bardo/internal/image/imagetest"
	"bardo.run/bardo/internal/seed"
)

// apart is what two processes of one life have each of their own: the journal as it is read, what
// was published in each, and the stores.
var apart = []string{".Journal.", ".journal.", ".fabric.", ".Records.", ".records.", ".Audit."}

// alone are the types of other programs that hold nothing of a life.
var alone = []reflect.Type{
	reflect.TypeFor[sync.Mutex](), reflect.TypeFor[slog.Logger](), reflect.TypeFor[metrics.Set](), reflect.TypeFor[bytes.Buffer](), reflect.TypeFor[abi.ABI](),
}

// diesByItself reports whether the life needs nobody at its handles to end.
func (l *life) diesByItself() bool {
	return l.blow != byOwnerNow && l.blow != byHandle && l.blow != inDream && l.blow != byCredit && !l.dream
}

// spec: runtime §14.3: the image of a Golem is the same while it lives and when its journal is
// played back, and a Golem that is made again from it has whatever the other one has, at every
// depth, and comes to the same end.
func TestAGolemIsMadeAgainFromItsImage(t *testing.T) {
	lived := 0
	for n := range 24 {
		l, err := newLife(seed.Seed(n), t.TempDir())
		if err == nil {
			err = l.destined()
		}
		if err != nil {
			t.Fatal(err)
		}
		if !l.diesByItself() {
			continue
		}
		if err := l.twins(t.Context(), seed.Seed(n).Stream("image").IntN(120)); err != nil {
			t.Errorf("life %d (%s): %v", n, l.blow, err)
		}
		lived++
	}
	if lived < 8 {
		t.Errorf("only %d lives were made again", lived)
	}
}

// twins lives the life, plays it back to a tick, and makes another Golem of the one there.
func (l *life) twins(ctx context.Context, at int) (err error) {
	var alive []byte
	l.between = func() {
		if l.ticks == at {
			alive, err = agent.ImageOf(l.golem)
		}
	}
	_, shut, failed := l.live(ctx)
	if failed != nil || err != nil {
		return errors.Join(failed, err)
	}
	if err := shut(); err != nil {
		return err
	}
	first, err := l.twin(ctx, nil)
	if err != nil {
		return err
	}
	defer first.journal.Close()
	if first.active, err = lifecycle.Provision(first.golem, silent{}).Activate(ctx); err != nil {
		return err
	}
	for range min(at, l.ticks) {
		if err := first.active.Tick(ctx); err != nil {
			return err
		}
	}
	if alive != nil {
		if where, err := agent.Differs(first.golem, alive); where != "" || err != nil {
			return fmt.Errorf("at tick %d it has another %s than when it lived: %w", at, where, err)
		}
	}
	return l.second(ctx, first)
}

// second makes a Golem of another one's image, and has both end.
func (l *life) second(ctx context.Context, first *twin) error {
	img, err := agent.ImageOf(first.golem)
	if err != nil {
		return err
	}
	place := first.journal.Place()
	second, err := l.twin(ctx, &place)
	if err != nil {
		return err
	}
	defer second.journal.Close()
	if err := agent.Restore(second.golem, img, 0); err != nil {
		return err
	}
	differences := slices.DeleteFunc(imagetest.Differences(first.golem, second.golem, "bardo.run/bardo", alone...), func(at string) bool {
		return slices.ContainsFunc(apart, func(s string) bool { return strings.Contains(at+".", s) })
	})
	if len(differences) > 0 {
		return fmt.Errorf("what was made again is another one: %v", differences)
	}
	second.active = lifecycle.Restored(second.golem, silent{})
	first.life.digest = newKept()
	first.records.kept = first.life.digest
	for _, t := range []*twin{first, second} {
		if err := t.ends(ctx); err != nil {
			return err
		}
	}
	if first.records.Sum() != second.records.Sum() || first.records.Count() != second.records.Count() {
		return fmt.Errorf("from %+v on it has other records: %d and %d", place, first.records.Count(), second.records.Count())
	}
	if first.audit != second.audit {
		return fmt.Errorf("from %+v on it has another audit chain: %+v and %+v", place, first.audit, second.audit)
	}
	if !maps.Equal(first.life.papers, second.life.papers) || !maps.Equal(first.life.papers, l.papers) {
		return fmt.Errorf("from %+v on it leaves other papers", place)
	}
	return nil
}

// twin is a Golem that is played back.
type twin struct {
	life    *life
	journal *journal.Journal
	records *later
	audit   trail
	golem   *agent.Agent
	active  *lifecycle.Active
}

// trail is where an audit chain stands.
type trail struct{ mark audit.Mark }

// Append implements audit.Keeper.
func (c *trail) Append(r audit.Record, _ bool) error {
	c.mark = audit.Mark{Records: r.Seq + 1, Head: r.Hash}
	return nil
}

// later keeps records, from a moment on in another digest.
type later struct{ *kept }

// twin is the life's Golem before its first tick, or before it is made again at a place.
func (l *life) twin(_ context.Context, from *journal.Place) (t *twin, err error) {
	t = &twin{life: &life{papers: map[string]string{}}, records: &later{newKept()}}
	if t.journal, err = journal.Open(l.dir, journal.Options{Mode: journal.Replay, From: from}); err != nil {
		return nil, err
	}
	t.golem, err = agent.New(l.boot, agent.Outside{}, agent.Stores{
		Journal: t.journal, Records: t.records, Ledger: ledger.New(), Audit: &t.audit, Estate: t.life, Log: slog.New(slog.DiscardHandler),
	})
	return t, err
}

// ends has it live until it is dead.
func (t *twin) ends(ctx context.Context) error {
	for t.golem.Dying() == "" {
		if err := t.active.Tick(ctx); err != nil {
			return err
		}
	}
	dying, err := t.active.BeginDeath(t.golem.Dying())
	if err != nil {
		return err
	}
	_, err = dying.Thanatopsis(ctx)
	return err
}
