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
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/internal/money"
)

// ErrConstitution says that a cage, or a life, stands for other rules than this program.
var ErrConstitution = errors.New("CONSTITUTION_MISMATCH")

// fence is what bounds the Golem on the chain: the grant under which a payer acts for the
// account, and the grant's cage.
type fence struct {
	client  *rpc.Client
	chainID uint64
	account common.Address
	cash    common.Address
	payer   common.Address // of gas
	grant   *grant.Grant   // nil: the payer acts for itself
	session uint64         // the last unix second that is signed for; 0: no end
	list    common.Address // of sanctioned addresses, that the cage names; zero: none
}

func newFence(client *rpc.Client, cfg Config) *fence {
	f := &fence{client: client, chainID: cfg.ChainID, account: cfg.Account, cash: cfg.Numeraire, payer: cfg.Payer, grant: cfg.Grant, session: cfg.Session}
	if f.payer == (common.Address{}) {
		f.payer = cfg.Account
	}
	return f
}

// open checks that the grant is one of this chain, account and payer, and that its
// cage guards them under the rules that this program carries.
//
// spec: safety §1.5
func (f *fence) open(ctx context.Context, block common.Hash) error {
	if f.grant == nil {
		return nil
	}
	return f.fits(ctx, block, *f.grant, f.payer)
}

// fits checks a grant for a key that is to act for the account.
func (f *fence) fits(ctx context.Context, block common.Hash, g grant.Grant, payer common.Address) error {
	switch {
	case g.ChainID != f.chainID:
		return fmt.Errorf("%w: the grant is for chain %d, this is chain %d", protocol.ErrSelfReport, g.ChainID, f.chainID)
	case g.Account() != f.account || g.Key() != payer:
		return fmt.Errorf("%w: the grant lets %s act for %s, and not %s for %s", protocol.ErrSelfReport, g.Key(), g.Account(), payer, f.account)
	}
	if err := delegation.IsManager(ctx, f.client, block, f.chainID, g.Manager); err != nil {
		return fmt.Errorf("%w: %w", protocol.ErrSelfReport, err)
	}
	if g.Cage == (common.Address{}) {
		return nil
	}
	s, err := policycage.Read(ctx, f.client, block, g.Cage)
	if err != nil {
		return err
	}
	if s.Constitution != cage.ConstitutionHash() {
		return fmt.Errorf("%w: the cage %s holds %s, this program %s: start the program that the cage was made with; an account has one cage for ever", ErrConstitution, g.Cage, s.Constitution, cage.ConstitutionHash())
	}
	if now := f.grant; now != nil && now.Cage == g.Cage { // and not one that is only looked at
		f.list = s.SanctionsOracle
	}
	if s.Account != f.account || s.Cash != f.cash {
		return fmt.Errorf("%w: the cage %s guards %s with cash %s", protocol.ErrSelfReport, g.Cage, s.Account, s.Cash)
	}
	return nil
}

// vet checks a grant for a key of the account, as at the start. Nothing is read under it.
func (f *fence) vet(ctx context.Context, g grant.Grant) error {
	head, err := f.client.Head(ctx)
	if err != nil {
		return err
	}
	return f.fits(ctx, head.Hash, g, g.Key())
}

// regrant reads on under another grant of the same account, which is checked as at the
// start. Where it names another key, that one pays for gas from then on.
func (f *fence) regrant(ctx context.Context, g grant.Grant) error {
	if err := f.vet(ctx, g); err != nil {
		return err
	}
	f.grant, f.payer = &g, g.Key()
	return nil
}

// add reads what bounds the Golem on the chain, at the block of everything else, or
// says when the session ends that signs for it, which no chain knows. A
// read that fails is no fault of the reading, which would stop exits too: it says so, and
// nothing is opened on it.
//
// spec: safety §7.6, §1.4 S-10
func (f *fence) add(b *rpc.Batch, at uint64) func() *turn.Fence {
	g := f.grant
	switch {
	case g == nil && f.session != 0:
		return func() *turn.Fence { return &turn.Fence{Ends: f.session, Session: true} }
	case g == nil:
		return func() *turn.Fence { return nil }
	}
	revoked := delegation.Disabled(b, g.Manager, g.Delegation.Hash())
	code, moves := b.Code(g.Account()), b.Nonce(g.Account())
	counted, cage := g.Count(b, at), f.addCage(b, at)
	return func() *turn.Fence {
		bounds := &turn.Fence{Ends: g.Ends}
		var err error
		bounds.Revoked, err = revoked()
		runs, unread := code.Value()
		bounds.Revoked = bounds.Revoked || unread == nil && len(runs) == 0 // the account gave its code back
		nonce, unsent := moves.Value()
		bounds.Moves = nonce
		if err = errors.Join(err, unread, unsent, counted(bounds), cage(bounds)); err != nil {
			return &turn.Fence{Ends: g.Ends, Unread: err.Error()}
		}
		return bounds
	}
}

// addCage asks for the cage, where there is one, and returns what takes it into a fence.
func (f *fence) addCage(b *rpc.Batch, at uint64) func(*turn.Fence) error {
	if f.grant.Cage == (common.Address{}) {
		return func(*turn.Fence) error { return nil }
	}
	asked := policycage.Ask(b, f.grant.Cage)
	return func(bounds *turn.Fence) error {
		s, err := asked.Answer()
		if err == nil {
			caged(bounds, s, f.chainID, at)
			err = f.relist(s)
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
	if all := s.AssetCaps(); all < money.Whole && s.Deployed == 0 { // else it counts costs beside what is there
		f.AssetCaps = all
	}
	for _, c := range s.Caps {
		if c.Share < money.Whole {
			f.Caps = append(f.Caps, turn.FenceCap{Of: c.Of.String(), Subject: c.Subject, Share: c.Share, Placed: c.Placed})
		}
	}
	if f.Loss.Lost > 0 {
		f.Loss.MoreAt = s.Lost.Falls(at, min(f.Loss.Lost, l.DayLoss)-1)
	}
}

// relist takes the list that a cage names from now on. Until it was asked nobody knows what
// it says.
func (f *fence) relist(s policycage.Snapshot) error {
	if s.SanctionsOracle == f.list {
		return nil
	}
	f.list = s.SanctionsOracle
	return fmt.Errorf("its list of sanctioned addresses is another one, %s, which the next reading asks", f.list)
}
