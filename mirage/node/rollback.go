package node

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// ErrDepth is wrapped where there are not as many blocks as shall go.
var ErrDepth = errors.New("the chain has fewer blocks")

// Rollback takes the last blocks away, as a revert does, to a place of which no snapshot was
// taken. Snapshots above are used up; time goes on from where the clock is.
func (s *Snapshots) Rollback(depth uint64) error {
	return s.gate.cheat(func() error {
		head, first := s.chain.Head().Number.Uint64(), s.chain.core.Genesis().NumberU64()
		if depth > head-first {
			return fmt.Errorf("roll back %d blocks: %w: %d", depth, ErrDepth, head-first)
		}
		number := head - depth
		if err := s.chain.window.refuse(number); err != nil {
			return fmt.Errorf("roll back to block %d: %w", number, err)
		}
		block := s.chain.Block(number)
		if block == nil {
			return fmt.Errorf("roll back: block %d is gone", number)
		}
		if _, _, err := s.states.at(context.Background(), block.Header()); err != nil {
			return fmt.Errorf("roll back to block %d: %w", number, err)
		}
		pace := s.pace.next
		pace.last = block.Time()
		to := snapshot{number: number, head: block.Hash(), root: block.Root(), pace: pace, impersonated: s.senders.list()}
		left := slices.IndexFunc(s.taken, func(t snapshot) bool { return t.number > number })
		if left < 0 {
			left = len(s.taken)
		}
		used := s.taken[left:]
		err := s.restore(to, s.taken[:left])
		s.states.unpin(used)
		return err
	})
}
