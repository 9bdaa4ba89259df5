package tool

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/permit"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/internal/money"
)

// Simulator runs actions on a fork of the latest block as the Golem's wallet. It
// cannot sign or send.
type Simulator struct {
	Adapters *Adapters
	Chain    *chain.Chain
	Client   *rpc.Client
	Fork     *sim.Simulator
	ChainID  uint64
	// Clock is the machine's, by which an order on a chain that stood still gets a deadline; nil
	// where the chain's time is all there is.
	Clock interface{ Now() time.Time }
	// Limit is how long a remote node may take; 0: sim.Limit.
	Limit time.Duration
}

// Head returns the latest block.
func (s *Simulator) Head(ctx context.Context) (turn.Block, error) {
	ctx, done := s.limited(ctx)
	defer done()
	b, err := s.Chain.Head(ctx)
	return b, late(err)
}

// Simulate reads the market at the latest block, builds the action's calls and
// runs them in the block after it. A call that reverts, and a token that does not
// move as its log says, is a Simulation without success. A remote node that takes
// longer than the limit for all of it is sim.ErrTimeout.
func (s *Simulator) Simulate(ctx context.Context, a grammar.Action) (turn.Simulation, error) {
	ctx, done := s.limited(ctx)
	defer done()
	out, err := s.simulate(ctx, a)
	return out, late(err)
}

// limited bounds what waits for a remote node. One in this process is not bounded:
// it would be load that decides (DESIGN §4).
func (s *Simulator) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	if !s.Client.Remote() {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, cmp.Or(s.Limit, sim.Limit))
}

// late names a deadline that passed, wherever it did.
func late(err error) error {
	if errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, sim.ErrTimeout) {
		return fmt.Errorf("%w: %w", sim.ErrTimeout, err)
	}
	return err
}

func (s *Simulator) simulate(ctx context.Context, a grammar.Action) (turn.Simulation, error) {
	r, err := s.Chain.Look(ctx)
	if err != nil {
		return turn.Simulation{}, err
	}
	calls, err := s.Adapters.Calls(a, r, nil)
	if err != nil {
		return turn.Simulation{Block: r.Block, Revert: err.Error()}, nil
	}
	head, err := s.Client.BlockByHash(ctx, r.Block.Hash)
	if err != nil {
		return turn.Simulation{}, err
	}
	request := s.ask(a, s.request(calls, &r))
	request.States = a.Converts() // which tell of the coin
	o, err := s.Fork.At(head).Run(ctx, request)
	if err != nil {
		return turn.Simulation{}, err
	}
	out, err := s.preview(a, r, request, o, len(calls))
	if err != nil || !out.Success {
		return out, err
	}
	out.Now = s.ahead(r.Block.Time)
	out.DataFee, err = s.Chain.DataFee(ctx, r, bounded(calls, out.CallGas))
	return out, err
}

// ahead is the machine's time where it is ahead of a block's by half of what an order has.
func (s *Simulator) ahead(block int64) int64 {
	if s.Clock == nil {
		return 0
	}
	if now := s.Clock.Now().Unix(); now > block+deadline/2 {
		return now
	}
	return 0
}

// preview is what an outcome says of an order of so many calls; those behind them are
// questions.
func (s *Simulator) preview(a grammar.Action, r turn.Reading, request sim.Request, o sim.Outcome, calls int) (turn.Simulation, error) {
	account, fault, err := s.told(a, r, &o, calls)
	if err != nil {
		return turn.Simulation{}, err
	}
	out, err := s.result(a, r, request, o)
	out.Account = account
	if fault == "" {
		fault = s.Adapters.uncredited(a, logsOf(o), out.Deltas)
	}
	if out.Success && fault != "" {
		out.Success, out.Revert = false, fault
	}
	return out, err
}

// bounded gives the calls the gas limits that they are sent with, but those that came
// with one.
func bounded(calls []protocol.Call, used []uint64) []protocol.Call {
	for i := range calls {
		if calls[i].Gas == 0 {
			calls[i].Gas = permit.GasLimit(used, i)
		}
	}
	return calls
}

// request asks for every asset too: one that moves without a log is seen by its balance alone
// (chain §7.3).
func (s *Simulator) request(calls []protocol.Call, r *turn.Reading) sim.Request {
	request := sim.Request{Calls: make([]sim.Call, len(calls))}
	for _, t := range r.Tokens() {
		request.Tokens = append(request.Tokens, t.Address)
	}
	for i, c := range calls {
		request.Calls[i] = sim.Call{From: s.Adapters.mandate.sender(), To: &c.To, Value: c.Value, Data: c.Data}
	}
	return request
}

func (s *Simulator) result(a grammar.Action, r turn.Reading, request sim.Request, o sim.Outcome) (turn.Simulation, error) {
	main := request.Calls[mainCall(o)]
	hash, err := sim.SimulationHash(s.ChainID, main, o)
	if err != nil {
		return turn.Simulation{}, err
	}
	out := turn.Simulation{Hash: hash, Block: r.Block, Success: o.Success, GasUsed: o.GasUsed, Lag: r.Lag}
	for _, c := range o.Calls {
		out.CallGas = append(out.CallGas, c.GasUsed)
		if !c.Success {
			out.Revert, out.Limit = s.Adapters.named(a, c.Revert), s.Adapters.mandate.limit(c.Revert)
		}
	}
	for _, d := range o.Deltas {
		if d.Account != s.Adapters.mandate.account {
			continue
		}
		verified := d.Verified()
		if r.Stands(d.Token) {
			d.Amount, verified = s.Adapters.changed(o, d)
		} else if d.Token == r.Wrapper.Token {
			verified = s.Adapters.converted(o, d)
		} else if d.Amount.Sign() == 0 {
			continue
		}
		if !verified {
			out.Success, out.Revert = false, "token "+d.Token.Hex()+" does not move as its log says"
		}
		if d.Amount.Sign() == 0 {
			continue
		}
		out.Deltas = append(out.Deltas, turn.Delta{Token: d.Token, Out: d.Amount.Sign() < 0, Units: *uint256.MustFromBig(new(big.Int).Abs(d.Amount))})
	}
	if coin, moves := s.coin(o); moves {
		out.Deltas = append(out.Deltas, coin)
	}
	out.Value = moved(out.Deltas, r)
	if why := unconverted(a, out.Deltas); out.Success && why != "" {
		out.Success, out.Revert = false, why
	}
	if short := short(a, out.Deltas); out.Success && short != "" {
		out.Success, out.Revert = false, short
	}
	if a.Kind == grammar.Swap {
		out.ImpactBPS = impact(a, out.Deltas, r)
		if paid := spent(a.TokenIn, out.Deltas); out.Success && paid != *a.AmountIn {
			out.Success, out.Revert = false, "the pool takes only "+paid.Dec()+" of "+a.AmountIn.Dec()+" units of token "+a.TokenIn.Hex()
		}
	}
	return out, nil
}

// spent is how much of a token went out. A swap that empties the pool pays less
// than it was told to, and would leave the rest of its allowance behind.
func spent(token common.Address, deltas []turn.Delta) (units uint256.Int) {
	for _, d := range deltas {
		if d.Out && d.Token == token {
			units.Add(&units, &d.Units)
		}
	}
	return units
}

// mainCall is the call that failed, or else the one with the most gas: the one
// that moves the tokens, not an approval beside it.
func mainCall(o sim.Outcome) (main int) {
	for i, c := range o.Calls {
		if !c.Success {
			return i
		}
		if c.GasUsed > o.Calls[main].GasUsed {
			main = i
		}
	}
	return main
}

// moved is the value the action moves: the larger of what is paid and what is
// received, in micro-USDC at the exact prices of the reading, rounded down.
func moved(deltas []turn.Delta, r turn.Reading) money.USDC {
	var paid, got big.Int
	for _, d := range deltas {
		if r.Stands(d.Token) {
			continue
		}
		v, _ := r.Value(d.Token, &d.Units) // what has no price is worth nothing
		if d.Out {
			paid.Add(&paid, v.ToBig())
		} else {
			got.Add(&got, v.ToBig())
		}
	}
	most := &paid
	if got.Cmp(most) > 0 {
		most = &got
	}
	return inUSDC(most, r)
}

// inUSDC is an amount of the numeraire in micro-USDC, rounded down. It changes the amount.
func inUSDC(units *big.Int, r turn.Reading) money.USDC {
	scaled := units.Mul(units, big.NewInt(int64(money.One)))
	scaled.Quo(scaled, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(r.Numeraire().Decimals)), nil))
	if !scaled.IsInt64() {
		return 1<<63 - 1
	}
	return money.USDC(scaled.Int64())
}

// Worth is what units of an asset of the reading are worth in micro-USDC at its exact price,
// rounded down; false for another token, and where there is no price.
func Worth(r turn.Reading, token common.Address, units *big.Int) (money.USDC, bool) {
	amount, over := uint256.FromBig(units)
	if over {
		return 0, false
	}
	v, ok := r.Value(token, amount)
	return inUSDC(v.ToBig(), r), ok
}

// impact is how much less a swap returns than the asset prices before it, in basis points rounded
// up, and beyond the fee of the market where it goes. What another market than the one that prices
// an asset takes by its own price is lost.
func impact(a grammar.Action, deltas []turn.Delta, r turn.Reading) money.BPS {
	fee := int64(0)
	if m, ok := r.Market(a.Market); ok {
		fee = int64(m.Fee(a.TokenIn))
	}
	worth := func(token common.Address, units *uint256.Int) *big.Int {
		v, _ := r.Value(token, units)
		return v.ToBig()
	}
	paid := worth(a.TokenIn, a.AmountIn)
	paid.Mul(paid, big.NewInt(1_000_000-fee))
	got := new(big.Int)
	for _, d := range deltas {
		if d.Token == a.TokenOut && !d.Out {
			got = worth(d.Token, &d.Units)
		}
	}
	got.Mul(got, big.NewInt(1_000_000))
	if got.Cmp(paid) >= 0 {
		return 0
	}
	lost := new(big.Int).Sub(paid, got)
	lost.Mul(lost, big.NewInt(int64(money.Whole)))
	q, rest := lost.QuoRem(lost, paid, new(big.Int))
	if rest.Sign() > 0 {
		q.Add(q, big.NewInt(1))
	}
	return money.BPS(q.Int64())
}
