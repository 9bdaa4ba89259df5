package tool

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/erc20"
	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
)

// ErrVenue says that a simulated round trip through a configured contract fails.
var ErrVenue = errors.New("CONFIG_VENUE")

// lentUnits is how many whole quote tokens the pool lends to a proof.
const lentUnits = 10

// Prove makes a round trip through everything that the venue trades with, in simulations at
// the latest block: the pool's price beside the feed's, a swap and back on each exchange, a position opened and left, a supply and
// its withdrawal in each lending market. Who trades there is an account of no one, to which the
// pool lends the tokens; so it needs no money, and says nothing of grants and balances. The
// error is that of a node that does not answer; of trips that fail see Proven.
func (s *Simulator) Prove(ctx context.Context) ([]protocol.Trip, error) {
	r, err := s.Chain.Look(ctx)
	if err != nil {
		return nil, err
	}
	head, err := s.Client.BlockByHash(ctx, r.Block.Hash)
	if err != nil {
		return nil, err
	}
	r.Positions = nil
	venue := s.Adapters.venue
	venue.Account, venue.Grant = common.BytesToAddress(crypto.Keccak256([]byte("bardo: the account of a proof"))), nil
	adapters, err := NewAdapters(venue)
	if err != nil {
		return nil, err
	}
	p := &proof{ctx: ctx, adapters: adapters, fork: s.Fork.At(head)}
	p.Seen, p.Account, p.Simulate = r, venue.Account, p.run
	unit := new(uint256.Int).Exp(uint256.NewInt(10), uint256.NewInt(uint64(r.Pool.Quote().Decimals)))
	p.Quote = unit.Mul(unit, uint256.NewInt(lentUnits))
	if r.Feed != nil {
		p.Done("value what is traded by the price feed", s.Chain.Feed(), compared(r))
	}
	for _, at := range adapters.all {
		at.Adapter.Prove(&p.Proof)
	}
	return p.Trips, p.err
}

// apart is how far a price feed may be from the pool when a life begins, as a share: beyond it
// nothing is opened (heartbeat §15 layer 5), and a feed is more likely another token's.
const apart = 0.05

// compared holds the price of the feed against the pool's.
func compared(r turn.Reading) error {
	f := r.Feed
	if f.Unread != "" || !(f.Price > 0) {
		return fmt.Errorf("it says no price: %s", f.Unread)
	}
	if off := math.Abs(r.Pool.Price/f.Price - 1); off > apart {
		return fmt.Errorf("it says %.2f and the pool %.2f for one %s: it is the feed of another token, or the pool's price is bent", f.Price, r.Pool.Price, r.Pool.Base().Symbol)
	}
	return nil
}

// Proven returns the first trip that fails as an ErrVenue.
func Proven(trips []protocol.Trip) error {
	for _, t := range trips {
		if t.Err != nil {
			return fmt.Errorf("%w: to %s, simulated with a few units at %s, fails: %w", ErrVenue, t.What, t.At, t.Err)
		}
	}
	return nil
}

// proof is a run of Prove.
type proof struct {
	protocol.Proof
	ctx      context.Context
	adapters *Adapters
	fork     *sim.Fork
	err      error // of the node
}

// run makes orders one after the other. What reverts is an error, and so is a token that does
// not move as its log says.
func (p *proof) run(orders ...grammar.Action) (sim.Outcome, error) {
	calls := []sim.Call{p.lent(p.Seen.Pool.Quote().Address, p.Quote)}
	if p.Base != nil {
		calls = append(calls, p.lent(p.Seen.Pool.Base().Address, p.Base))
	}
	for _, a := range orders {
		order, err := p.adapters.Calls(a, p.Seen, nil)
		if err != nil {
			return sim.Outcome{}, err
		}
		for _, c := range order {
			calls = append(calls, p.call(p.Account, c))
		}
	}
	o, err := p.fork.Run(p.ctx, sim.Request{Calls: calls})
	if err != nil {
		if p.err == nil && !errors.Is(err, sim.ErrTimeout) {
			p.err = err
		}
		return o, err
	}
	if last := o.Calls[len(o.Calls)-1]; !last.Success {
		return o, errors.New(p.adapters.named(orders[len(orders)-1], last.Revert))
	}
	for _, d := range o.Deltas {
		if d.Account == p.Account && !d.Verified() && !p.Seen.Stands(d.Token) {
			return o, fmt.Errorf("token %s does not move as its log says", d.Token)
		}
	}
	return o, nil
}

func (p *proof) call(from common.Address, c protocol.Call) sim.Call {
	return sim.Call{From: from, To: &c.To, Value: c.Value, Data: c.Data}
}

// lent is a transfer out of the pool.
func (p *proof) lent(token common.Address, units *uint256.Int) sim.Call {
	return p.call(p.Seen.Pool.Address, protocol.Call{To: token, Data: erc20.NewCodec().Transfer(p.Account, units)})
}
