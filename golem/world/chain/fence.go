package chain

import (
	"context"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/delegation"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/grant"
)

// ErrConstitution says that a cage, or a life, stands for other rules than this program.
var ErrConstitution = errors.New("CONSTITUTION_MISMATCH")

// openGrant checks that the grant is one of this chain, account and payer, and that its
// cage guards them under the rules that this program carries.
//
// spec: safety §1.5
func (c *Chain) openGrant(ctx context.Context, block common.Hash) error {
	if c.cfg.Grant == nil {
		return nil
	}
	return c.fits(ctx, block, *c.cfg.Grant, c.cfg.Payer)
}

// fits checks a grant for a key that is to act for the account.
func (c *Chain) fits(ctx context.Context, block common.Hash, g grant.Grant, payer common.Address) error {
	switch {
	case g.ChainID != c.cfg.ChainID:
		return fmt.Errorf("%w: the grant is for chain %d, this is chain %d", ErrSelfReport, g.ChainID, c.cfg.ChainID)
	case g.Account() != c.cfg.Account || g.Key() != payer:
		return fmt.Errorf("%w: the grant lets %s act for %s, and not %s for %s", ErrSelfReport, g.Key(), g.Account(), payer, c.cfg.Account)
	}
	if err := delegation.IsManager(ctx, c.client, block, c.cfg.ChainID, g.Manager); err != nil {
		return fmt.Errorf("%w: %w", ErrSelfReport, err)
	}
	if g.Cage == (common.Address{}) {
		return nil
	}
	s, err := policycage.Read(ctx, c.client, block, g.Cage)
	if err != nil {
		return err
	}
	if s.Constitution != cage.ConstitutionHash() {
		return fmt.Errorf("%w: the cage %s holds %s, this program %s: start the program that the cage was made with; an account has one cage for ever", ErrConstitution, g.Cage, s.Constitution, cage.ConstitutionHash())
	}
	if now := c.cfg.Grant; now != nil && now.Cage == g.Cage { // and not one that is only looked at
		c.listing = s.SanctionsOracle
	}
	if s.Account != c.cfg.Account || s.Cash != c.cfg.Quote {
		return fmt.Errorf("%w: the cage %s guards %s with cash %s", ErrSelfReport, g.Cage, s.Account, s.Cash)
	}
	return nil
}

// Vet checks a grant for a key of the account, as at the start. Nothing is read under it.
func (c *Chain) Vet(ctx context.Context, g grant.Grant) error {
	head, err := c.client.Head(ctx)
	if err != nil {
		return err
	}
	return c.fits(ctx, head.Hash, g, g.Key())
}

// Regrant reads on under another grant of the same account, which is checked as at the
// start. Where it names another key, that one pays for gas from then on.
func (c *Chain) Regrant(ctx context.Context, g grant.Grant) error {
	if err := c.Vet(ctx, g); err != nil {
		return err
	}
	c.cfg.Grant, c.cfg.Payer = &g, g.Key()
	return nil
}

// addFence reads what bounds the Golem on the chain, at the block of everything else, or
// says when the session ends that signs for it, which no chain knows. A
// read that fails is no fault of the reading: it says so, and nothing is opened on it.
//
// spec: safety §7.6, §1.4 S-10
func (c *Chain) addFence(b *rpc.Batch, at uint64) func() *turn.Fence {
	g := c.cfg.Grant
	switch {
	case g == nil && c.cfg.Session != 0:
		return func() *turn.Fence { return &turn.Fence{Ends: c.cfg.Session, Session: true} }
	case g == nil:
		return func() *turn.Fence { return nil }
	}
	revoked := delegation.Disabled(b, g.Manager, g.Delegation.Hash())
	counted, cage := g.Count(b, at), c.addCage(b, at)
	return func() *turn.Fence {
		f := &turn.Fence{Ends: g.Ends}
		var err error
		f.Revoked, err = revoked()
		if err = errors.Join(err, counted(f), cage(f)); err != nil {
			return &turn.Fence{Ends: g.Ends, Unread: err.Error()}
		}
		return f
	}
}

// addCage asks for the cage, where there is one, and returns what takes it into a fence.
func (c *Chain) addCage(b *rpc.Batch, at uint64) func(*turn.Fence) error {
	if c.cfg.Grant.Cage == (common.Address{}) {
		return func(*turn.Fence) error { return nil }
	}
	asked := policycage.Ask(b, c.cfg.Grant.Cage)
	return func(f *turn.Fence) error {
		s, err := asked.Answer()
		if err == nil {
			caged(f, s, c.cfg.ChainID, at)
			err = c.relist(s)
		}
		return err
	}
}

// caged takes a cage into a fence.
func caged(f *turn.Fence, s policycage.Snapshot, chainID, at uint64) {
	l := s.Limits
	f.Caged, f.Policy, f.Halted = true, s.PolicyHash(chainID), s.Halted
	f.PerTransaction, f.PerDay, f.DayLeft = l.PerTransaction, l.PerDay, s.DayLeft(at)
	f.Position, f.Concentration, f.Drawdown = l.Position, l.Concentration, l.Drawdown
	f.Positions, f.Open = l.Positions, s.Positions
	f.Loss.Bounded, f.Loss.Move, f.Loss.Exit, f.Loss.Day = true, l.MoveLoss, l.ExitLoss, l.DayLoss
	f.Loss.Lost, f.Loss.SessionLost, f.Loss.Session = s.Lost.Day(at), s.Lost.Session(), l.SessionLoss
	f.Loss.Left, f.Loss.SessionLeft = max(0, l.DayLoss-f.Loss.Lost), max(0, l.SessionLoss-f.Loss.SessionLost)
	if f.Loss.Lost > 0 {
		f.Loss.MoreAt = s.Lost.Falls(at, min(f.Loss.Lost, l.DayLoss)-1)
	}
}
