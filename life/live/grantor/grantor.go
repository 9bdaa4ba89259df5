// Package grantor is the owner of a life on a devnet who lets the Golem's key act for an
// account that holds the money: it prepares the account, creates what a grant rests on,
// and signs the delegation.
package grantor

import (
	"cmp"
	"context"
	"crypto/ecdsa"
	"fmt"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/worstday"
	"bardo.run/bardo/golem/world/protocol/table"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/life/live/environment"
	"bardo.run/bardo/life/owner/place"
	"bardo.run/bardo/mirage/artifact"
	"bardo.run/bardo/mirage/history"
)

// Margin is how long a delegation outlives the paid time (provisioning §8.12).
const Margin = 24 * time.Hour

// Under a grant on a devnet.
const (
	feedAge   = 86_400    // seconds that an answer of a feed may be old
	mostCalls = 10_000    // in LocalKey custody (provisioning §8.10)
	mostDaily = 1_000_000 // dollars; in LocalKey custody
)

// Terms say what the owner grants.
type Terms struct {
	Mode      grant.Mode
	Seed      seed.Seed  // of the life; the owner's key follows from it
	Fund      money.USDC // the capital of the account
	Bounds    Bounds
	Artifacts *artifact.Set
}

// Bounds are what a grant allows in LocalKey custody, and how much of its value a swap may
// lose in Delegation custody. Zero is what a devnet's owner usually allows.
type Bounds struct {
	Calls uint64
	Daily money.USDC
	Loss  money.BPS
	// Position is what one position may be on the chain, where that is less than the Golem knows.
	Position money.BPS
}

// Sign puts the owner's account on the world, with everything that a grant rests on,
// and has the owner sign. The capital goes to that account, the gas money to the Golem's
// key: b is changed to that.
func (t Terms) Sign(ctx context.Context, w *history.World, b *agent.Boot, session common.Address) (grant.Plan, error) {
	secret := t.Seed.Bytes("owner/key")
	key, err := crypto.ToECDSA(secret[:])
	if err != nil {
		return grant.Plan{}, err
	}
	at, err := environment.Approved(ctx, w, *b)
	if err != nil {
		return grant.Plan{}, err
	}
	s := stage{Terms: t, world: w, Place: at, owner: key, account: crypto.PubkeyToAddress(key.PublicKey)}
	b.Identity.Owner, b.Venue.Account, b.Policy.Fenced = s.account, s.account, true
	wish, err := s.wish(ctx, *b, session)
	if err != nil {
		return grant.Plan{}, fmt.Errorf("custody: %w", err)
	}
	g, err := s.signed(ctx, wish)
	if err != nil {
		return grant.Plan{}, fmt.Errorf("custody: %w", err)
	}
	b.Venue.Grant = &g
	cash := worstday.Valuation{Worth: s.Fund, Fed: true} // the world reports prices under a grant
	wish.WorstDay = wish.Bound(b.Policy, cash, b.Custody.KeyBalance)
	return wish.Plan(grant.Words{Market: place.Words(s.Seen), Cash: s.Seen.Numeraire().Symbol}), g.Check()
}

// stage is a world on which an owner prepares a grant.
type stage struct {
	Terms
	environment.Place // that is granted: what never changes of a reading, and the deployments
	world             *history.World
	owner             *ecdsa.PrivateKey
	account           common.Address
	nonce             uint64 // of the owner's account, which creates everything
}

// wish is what the owner of a devnet life allows: what the strategy was born to do.
func (s *stage) wish(ctx context.Context, b agent.Boot, session common.Address) (grant.Wish, error) {
	gas := new(uint256.Int).Lsh(uint256.NewInt(1), 80)
	if err := s.world.Fund(ctx, s.account, history.Purse{Native: gas}); err != nil {
		return grant.Wish{}, err
	}
	manager, counter, err := s.framework(ctx)
	if err != nil {
		return grant.Wish{}, err
	}
	feeds, err := s.world.Report(ctx)
	if err != nil {
		return grant.Wish{}, err
	}
	forms, err := s.forms(b)
	if err != nil {
		return grant.Wish{}, err
	}
	readings, err := s.readings()
	if err != nil {
		return grant.Wish{}, err
	}
	caps, err := place.Caps(s.Mode, b.Policy.Caps, s.Deployments, s.Seen)
	if err != nil {
		return grant.Wish{}, err
	}
	m := s.world.Market()
	return grant.Wish{
		Mode: s.Mode, ChainID: environment.ChainID, Manager: manager, Counter: counter,
		Owner: s.account, Account: s.account, Key: session,
		Start: s.world.Head().Time, End: uint64(m.End().Add(Margin).Unix()),
		Tokens: s.tokens(feeds), Forms: forms, Readings: readings, Pools: append(table.Standing(s.Seen), table.Grounds(s.Deployments)...), Limits: s.limits(b), Caps: caps, Worth: s.Fund, Mark: s.Fund,
		Calls: cmp.Or(s.Bounds.Calls, mostCalls), Daily: cmp.Or(s.Bounds.Daily, mostDaily*money.One),
	}, nil
}

// limits are the cage's: the Golem's own, and what its owner's options bound.
func (s *stage) limits(b agent.Boot) policycage.Limits {
	l := grant.Limits(b.Policy, s.Fund)
	l.MoveLoss = cmp.Or(s.Bounds.Loss, l.MoveLoss)
	l.Position = cmp.Or(s.Bounds.Position, l.Position)
	l.ExitLoss = min(l.ExitLoss, l.MoveLoss)
	return l
}

// tokens are those of the markets with their feeds, cash first, as the world reports them.
func (s *stage) tokens(feeds []history.Feed) (all []grant.Token) {
	for _, f := range feeds {
		if a, ok := s.Seen.Asset(f.Token); ok {
			all = append(all, grant.Token{Address: f.Token, Feed: f.Feed, MaxAge: feedAge, Decimals: a.Token.Decimals + 8})
		}
	}
	return all
}

// readings say who reads the calls of the venue for the account's cage, where it gets one.
func (s *stage) readings() ([]policycage.Reading, error) {
	if s.Mode != grant.Delegation {
		return nil, nil
	}
	return table.Readings(s.Deployments)
}

// forms are the calls of the adapters on this venue, as they are under a grant.
func (s *stage) forms(b agent.Boot) ([]grant.Form, error) {
	venue := b.Venue
	venue.Grant, venue.Deployments = &grant.Grant{Mode: s.Mode}, s.Deployments
	adapters, err := tool.NewAdapters(venue)
	if err != nil {
		return nil, err
	}
	return adapters.Forms(s.Seen)
}
