package adversarial

import (
	"errors"
	"math"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/delegation"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/agent/agenttest"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/world/protocol"
	protocols "bardo.run/bardo/golem/world/protocol/table"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/money"
)

// custody is a way to hold the money. What a delegation holds by itself, without any
// Golem, is tried in TestAStolenSessionKeyMovesNothingOutsideTheLimits.
type custody struct {
	name     string
	mode     grant.Mode // empty: the key's own account has it
	enclosed bool       // a provider's enclave has the key
	part     int        // of the attempts of `make test`, one in so many
	first    uint64     // of its lives; `make test` lives others in each custody
}

// bare has no grant: nothing but the Golem bounds its key.
var bare = custody{"local key", "", false, 1, 0}

// custodies are those that a Golem can be born with and whose key is its own.
var custodies = []custody{bare, {"delegation", grant.Delegation, false, 10, 48}, {"local key under a grant", grant.LocalKey, false, 10, 416}, {"embedded", "", true, 10, 816}}

// owner is the owner of a life under a grant, whose account has the money.
func (s *stage) owner() (*signer.Signer, error) {
	secret := s.seed.Bytes("owner")
	return signer.New(agenttest.ChainID, &secret)
}

// entrusted has the owner of a Golem without an EVM grant what it was born to do. The
// fence is wider than the Golem's own limits, so that those are put to the test.
func (s *stage) entrusted() error {
	owner, err := s.owner()
	if err != nil || s.custody.mode == "" {
		return err
	}
	defer owner.Destroy()
	w := s.wish(owner.Address())
	at := func(n byte) common.Address { return common.Address{18: 0x0a, 19: n} }
	w.Manager, w.Counter, w.Start, w.End = at(1), at(2), uint64(s.boot.Birth.Start/1000), uint64(s.boot.Birth.Start/1000)+365*86_400 //nolint:gosec // a time
	stand := grant.Standing{Window: at(3), Daily: at(5), Book: at(6)}
	fence := turn.Fence{Ends: w.End}
	if w.Mode == grant.Delegation {
		stand.Phase, stand.Enforcer, stand.Prices, stand.Lives, stand.Cage = at(4), at(7), at(8), at(9), at(10)
		fence = turn.Fence{
			Ends: w.End, Caged: true, Policy: [32]byte{1}, PerTransaction: math.MaxInt64, DayLeft: math.MaxInt64,
			Position: money.Whole, Concentration: money.Whole, Drawdown: money.Whole, Positions: 100,
		}
	}
	g, err := w.Grant(stand)
	if err != nil {
		return err
	}
	signature, _, err := owner.SignTypedData(g.Delegation.Typed(w.ChainID, w.Manager))
	if err != nil {
		return err
	}
	s.world.Under(g, fence)
	return s.holdsBy(g, signature[:])
}

// read says who reads the calls of those of some deployments that a cage reads at all.
func read(all []protocol.Deployment) []policycage.Reading {
	unread := func(d protocol.Deployment) bool {
		_, err := protocols.Readings([]protocol.Deployment{d})
		return errors.Is(err, protocols.ErrUnread)
	}
	readings, err := protocols.Readings(slices.DeleteFunc(slices.Clone(all), unread))
	if err != nil {
		panic("adversarial: " + err.Error())
	}
	return readings
}

// wish is what an owner allows: what the Golem was born to do.
func (s *stage) wish(owner common.Address) grant.Wish {
	var readings []policycage.Reading
	if s.custody.mode == grant.Delegation {
		readings = read(s.boot.Venue.Deployments)
	}
	return grant.Wish{
		Readings: readings, Mode: s.custody.mode, ChainID: agenttest.ChainID, Owner: owner, Account: owner, Key: s.key.Address(),
		Pools: s.pools(), Limits: wide(grant.Limits(s.boot.Policy, 10_000*money.One)), Worth: 10_000 * money.One, Mark: 10_000 * money.One, Calls: 100_000, Daily: policycage.MostCounted,
	}
}

// wide is as wide as a cage gets for days and sessions: a churning Golem uses them up.
func wide(l policycage.Limits) policycage.Limits {
	l.PerDay, l.PerSession = 10_000_000*money.One, 10_000_000*money.One
	l.DayLoss, l.SessionLoss, l.MoveLoss = 10_000_000*money.One, 10_000_000*money.One, 200
	l.ExitLoss = 100
	return l
}

// holdsBy has the Golem be born under a grant that its owner signed.
func (s *stage) holdsBy(g grant.Grant, signature []byte) (err error) {
	g.Delegation.Signature = signature
	s.grant = &g
	if s.terms, err = delegation.Context([]delegation.Delegation{g.Delegation}); err != nil {
		return err
	}
	s.account = g.Account()
	s.boot.Identity.Owner, s.boot.Venue.Account, s.boot.Venue.Grant, s.boot.Policy.Fenced = s.account, s.account, &g, true
	return g.Check()
}

// forms are the calls of the adapters on the stage's venue, as they are under a grant.
func (s *stage) forms(r turn.Reading) ([]caveat.Form, error) {
	venue := s.boot.Venue
	venue.Grant = &grant.Grant{Mode: s.custody.mode}
	adapters, err := tool.NewAdapters(venue)
	if err != nil {
		return nil, err
	}
	return adapters.Forms(r)
}
