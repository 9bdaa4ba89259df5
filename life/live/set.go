package live

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/agent/process"
	"bardo.run/bardo/life/live/environment"
	"bardo.run/bardo/mirage/history"
)

// set is lives in one world, most often one.
type set struct {
	options Options
	market  history.Config
	lives   []*one
}

// assemble makes the terms of every life, and refuses what cannot be lived before anything is written.
func (o Options) assemble(members []Member) (*set, error) {
	composed, err := o.composed()
	if err != nil {
		return nil, err
	}
	primary := composed.Markets[0]
	if err := fit(members, primary.End().Sub(primary.Start())); err != nil {
		return nil, err
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &set{options: o, market: composed}
	for i, m := range members {
		l := &one{options: o, number: i + 1, of: len(members)}
		l.options.Strategy, l.options.Out, l.options.Seed = m.Strategy, m.Out, seedOf(o.Seed, i+1)
		l.options.Fund, l.options.Credit = cmp.Or(m.Fund, o.Fund), cmp.Or(m.Credit, o.Credit)
		if l.terms, err = l.options.born(composed); err != nil {
			return nil, err
		}
		l.terms.Born = m.Born
		s.lives = append(s.lives, l)
	}
	for _, w := range s.lives[0].terms.Config.Warnings() {
		o.Log.Warn(w)
	}
	for _, l := range s.lives {
		if err := l.terms.Check(); err != nil {
			return nil, err
		}
	}
	for _, m := range composed.Markets {
		for _, w := range m.Warnings {
			o.Log.Warn(w)
		}
	}
	s.plan(members)
	return s, nil
}

// composed is the market of the world.
func (o Options) composed() (history.Config, error) {
	c, err := environment.Compose(o.History, o.Gas, o.World, o.Seed, o.Days)
	if err == nil {
		c, err = environment.Days{From: o.FromDay, To: o.ToDay}.Of(c)
	}
	c.Artifacts = o.Artifacts
	return c, err
}

// plan says of every life what makes it this one. Of several, and of one that is born later, that is the whole set: what each sees depends on the others.
func (s *set) plan(members []Member) {
	market := environment.Hash(s.market)
	var all strings.Builder
	for _, l := range s.lives {
		l.plan = s.options.plan(l.terms, market)
		fmt.Fprintln(&all, l.plan.Strategy, l.plan.Fund, l.plan.Credit)
	}
	if len(s.lives) == 1 && members[0].Born == 0 {
		return
	}
	sum := sha256.Sum256([]byte(all.String()))
	for _, l := range s.lives {
		l.plan.Number, l.plan.Births, l.plan.Together = l.number, births(members), hex.EncodeToString(sum[:12])
	}
}

// open takes the folders.
func (s *set) open() (err error) {
	for _, l := range s.lives {
		if l.folder, err = openFolder(l.options.Out); err != nil {
			return s.forsake(err)
		}
	}
	return nil
}

func (s *set) close() {
	for _, l := range s.lives {
		if l.folder.Home != nil {
			_ = l.folder.Close() // its lock goes with the process
		}
	}
}

// forsake takes away what was put into folders of our own where none of the lives began. It returns err, and
// what went wrong with that.
func (s *set) forsake(err error) error {
	for _, l := range s.lives {
		if l.folder.Home != nil && l.folder.begun() {
			return err
		}
	}
	for _, l := range s.lives {
		if l.folder.Home != nil {
			err = errors.Join(err, l.folder.forsake())
		}
	}
	return err
}

// within lives in the folders.
func (s *set) within(ctx context.Context) error {
	if s.over() {
		return fmt.Errorf("%w: %s; see bardo why and bardo replay, or choose another --out", ErrOver, s.folders())
	}
	for _, l := range s.lives {
		if err := l.plan.Settle(l.folder.Home, l.terms.Text); err != nil {
			return err
		}
	}
	for {
		if err := s.inWorld(ctx); !errors.Is(err, process.ErrWorld) { // there is one checkpoint less each time
			return err
		}
	}
}

// over says that every life has ended and was put away whole. One of several that has is computed again while
// others go on, because it moved their world.
func (s *set) over() bool {
	for _, l := range s.lives {
		if !over(l.folder.Home) {
			return false
		}
	}
	return true
}

func (s *set) folders() string {
	all := make([]string, len(s.lives))
	for i, l := range s.lives {
		all[i] = l.options.Out
	}
	return strings.Join(all, ", ")
}

// inWorld lives in a world that is made for it.
func (s *set) inWorld(ctx context.Context) error {
	w, err := s.world(ctx)
	if err != nil {
		return err
	}
	defer w.Close()
	turns := environment.NewTurns(len(s.lives))
	senders := make([]common.Address, len(s.lives))
	for i, l := range s.lives {
		defer l.leave()
		if err := l.enter(ctx, w, turns.Seat(i)); err != nil {
			return s.named(l, err)
		}
		senders[i] = l.key.Address()
	}
	history.Order(w, senders...)
	return s.live(ctx)
}

// world opens the world, which keeps the minutes of its market itself.
func (s *set) world(ctx context.Context) (w *history.World, err error) {
	market := s.market
	if s.market = (history.Config{}); market.Markets == nil { // it is not the first
		if market, err = s.options.composed(); err != nil {
			return nil, err
		}
	}
	return history.Open(ctx, market)
}

// live lets every life have its turns. The first that fails stops the others.
func (s *set) live(ctx context.Context) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var first error
	var once sync.Once
	var group sync.WaitGroup
	for _, l := range s.lives {
		group.Go(func() {
			defer l.clock.Leave()
			if err := l.live(ctx); err != nil {
				once.Do(func() { first = s.named(l, err) })
				stop(err)
			}
		})
	}
	group.Wait()
	return first
}

// named is an error of one of several lives.
func (s *set) named(l *one, err error) error {
	if len(s.lives) == 1 || errors.Is(err, context.Canceled) {
		return err
	}
	return fmt.Errorf("the life in %s: %w", l.options.Out, err)
}

func (s *set) results() []Result {
	all := make([]Result, len(s.lives))
	for i, l := range s.lives {
		all[i] = l.result
	}
	return all
}
