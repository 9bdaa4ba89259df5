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

// lentUnits is how many whole tokens of the numeraire a market lends to a proof.
const lentUnits = 10

// Prove makes a round trip through everything that the venue trades with, in simulations at
// the latest block: prices beside their feeds', a swap and back in each market, a position opened and left, a supply and
// its withdrawal in each lending market. Who trades there is an account of no one, to which
// markets lend the tokens; so it needs no money, and says nothing of grants and balances. The
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
	unit := new(uint256.Int).Exp(uint256.NewInt(10), uint256.NewInt(uint64(r.Numeraire().Decimals)))
	for _, m := range r.Markets {
		if m.Address != (common.Address{}) && (m.Quote == r.Numeraire() || m.Base == r.Numeraire()) {
			p.Loans = []protocol.Loan{{Token: r.Numeraire().Address, From: m.Address, Units: unit.Mul(unit, uint256.NewInt(lentUnits))}}
			break
		}
	}
	for i := range r.Assets {
		if a := &r.Assets[i]; a.Feed != nil {
			p.Done("value "+a.Token.Symbol+" by its price feed", s.Chain.Feed(a.Token.Address), compared(a))
		}
	}
	for _, at := range adapters.all {
		at.Adapter.Prove(&p.Proof)
	}
	return p.Trips, p.err
}

// apart is how far a price feed may be from the markets when a life begins, as a share: beyond it
// nothing is opened (heartbeat §15 layer 5), and a feed is more likely another token's.
const apart = 0.05

// compared holds the price of an asset's feed against the markets'.
func compared(a *turn.Asset) error {
	f := a.Feed
	if f.Unread != "" || !(f.Price > 0) {
		return fmt.Errorf("it says no price: %s", f.Unread)
	}
	if off := math.Abs(a.Price/f.Price - 1); off > apart {
		return fmt.Errorf("it says %.2f and the markets %.2f for one %s: it is the feed of another token, or a market's price is bent", f.Price, a.Price, a.Token.Symbol)
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
	var calls []sim.Call
	for _, l := range p.Loans {
		calls = append(calls, p.call(l.From, protocol.Call{To: l.Token, Data: erc20.NewCodec().Transfer(p.Account, l.Units)}))
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
