package protocol

import (
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/internal/money"
)

// Trip is one round trip of a proof: what was tried, where, and why it fails; nil: it does not.
type Trip struct {
	What string
	At   common.Address
	Err  error
}

// Proof is where adapters make round trips in simulations of one block. Who trades there is
// an account of no one, to which the pool lends the tokens; so it needs no money, and says
// nothing of grants and balances. Quote and Base are what is lent of each token; Base is what
// the first swap brings, and nil before it.
type Proof struct {
	Seen        turn.Reading
	Account     common.Address
	Quote, Base *uint256.Int
	Trips       []Trip
	// Simulate makes orders one after the other on what was lent. What reverts is an error,
	// and so is a token that does not move as its log says.
	Simulate func(orders ...grammar.Action) (sim.Outcome, error)
}

// Done notes a trip.
func (p *Proof) Done(what string, at common.Address, err error) {
	p.Trips = append(p.Trips, Trip{what, at, err})
}

// Trade buys for all of the quote token that was lent, and sells what that brings.
func (p *Proof) Trade(protocol string, at common.Address) {
	base, quote := p.Seen.Pool.Base(), p.Seen.Pool.Quote()
	what := fmt.Sprintf("swap %s for %s on %s and back", quote.Symbol, base.Symbol, protocol)
	buy := grammar.Action{Kind: grammar.Swap, TokenIn: quote.Address, TokenOut: base.Address, AmountIn: p.Quote, Protocol: protocol}
	o, err := p.Simulate(buy)
	if err != nil {
		p.Done(what, at, err)
		return
	}
	bought := p.gained(o, base.Address)
	if p.Base != nil {
		bought.Sub(bought, p.Base)
	}
	if bought.IsZero() {
		p.Done(what, at, fmt.Errorf("%g %s buy nothing", money.Float(p.Quote, quote.Decimals), quote.Symbol))
		return
	}
	sell := buy
	sell.TokenIn, sell.TokenOut, sell.AmountIn = buy.TokenOut, buy.TokenIn, bought
	_, err = p.Simulate(buy, sell)
	if p.Base == nil && err == nil {
		p.Base = bought
	}
	p.Done(what, at, err)
}

// gained is what the account of the proof has more of a token.
func (p *Proof) gained(o sim.Outcome, token common.Address) *uint256.Int {
	for _, d := range o.Deltas {
		if d.Account == p.Account && d.Token == token && d.Amount.Sign() > 0 {
			return uint256.MustFromBig(d.Amount)
		}
	}
	return new(uint256.Int)
}

// Lend supplies a reserve of the protocol's market and withdraws half. One that does is
// enough: a market can have frozen reserves.
func (p *Proof) Lend(protocol string, at common.Address) {
	what, failed := "supply to "+protocol+" and withdraw", errors.New("it lists no token of the pool")
	market, ok := p.Seen.Lender(protocol)
	if !ok {
		return // none was read
	}
	for i, reserve := range market.Reserves {
		amount := p.Quote
		if reserve.Token.Address == p.Seen.Pool.Base().Address {
			amount = p.Base
		}
		if amount == nil {
			continue
		}
		held := p.Seen
		supplied := market
		supplied.Reserves = append([]turn.Reserve{}, market.Reserves...)
		supplied.Reserves[i].Supplied = *amount
		p.Seen.Lending = []turn.Lending{supplied}
		order := grammar.Action{Kind: grammar.Supply, Protocol: protocol, Asset: reserve.Token.Address, Amount: amount}
		back := order
		back.Kind, back.Amount = grammar.Withdraw, new(uint256.Int).Rsh(amount, 1)
		_, failed = p.Simulate(order, back)
		if p.Seen = held; failed == nil {
			break
		}
	}
	p.Done(what, at, failed)
}
