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

// Loan is what a market lends to a proof of one of its tokens.
type Loan struct {
	Token common.Address
	From  common.Address // the market's contract
	Units *uint256.Int
}

// Proof is where adapters make round trips in simulations of one block. Who trades there is
// an account of no one, to which markets lend the tokens; so it needs no money, and says
// nothing of grants and balances. Of the numeraire something is lent from the beginning, of any
// other token as much as the first swap for it brings.
type Proof struct {
	Seen    turn.Reading
	Account common.Address
	Loans   []Loan
	Trips   []Trip
	// Simulate makes orders one after the other on what was lent. What reverts is an error,
	// and so is a token that does not move as its log says.
	Simulate func(orders ...grammar.Action) (sim.Outcome, error)
}

// Lent returns what is lent of a token; nil: nothing yet.
func (p *Proof) Lent(token common.Address) *uint256.Int {
	for _, l := range p.Loans {
		if l.Token == token {
			return l.Units
		}
	}
	return nil
}

// Done notes a trip.
func (p *Proof) Done(what string, at common.Address, err error) {
	p.Trips = append(p.Trips, Trip{what, at, err})
}

// Trade buys in a market for all of the quote token that was lent, and sells what that brings.
func (p *Proof) Trade(m turn.Market, at common.Address) {
	base, quote := m.Base, m.Quote
	what := fmt.Sprintf("swap %s for %s on %s and back", quote.Symbol, base.Symbol, m.Protocol)
	buy := grammar.Action{Kind: grammar.Swap, Market: m.Handle, Protocol: m.Protocol, TokenIn: quote.Address, TokenOut: base.Address, AmountIn: p.Lent(quote.Address)}
	if buy.AmountIn == nil {
		p.Done(what, at, fmt.Errorf("no market before it gave %s to try it with", quote.Symbol))
		return
	}
	o, err := p.Simulate(buy)
	if err != nil {
		p.Done(what, at, err)
		return
	}
	bought, had := p.Gained(o, base.Address), p.Lent(base.Address)
	if had != nil {
		bought.Sub(bought, had)
	}
	if bought.IsZero() {
		p.Done(what, at, fmt.Errorf("%g %s buy nothing", money.Float(buy.AmountIn, quote.Decimals), quote.Symbol))
		return
	}
	sell := buy
	sell.TokenIn, sell.TokenOut, sell.AmountIn = buy.TokenOut, buy.TokenIn, bought
	_, err = p.Simulate(buy, sell)
	if had == nil && err == nil {
		p.Loans = append(p.Loans, Loan{base.Address, m.Address, bought})
	}
	p.Done(what, at, err)
}

// Gained is what the account of the proof has more of a token.
func (p *Proof) Gained(o sim.Outcome, token common.Address) *uint256.Int {
	for _, d := range o.Deltas {
		if d.Account == p.Account && d.Token == token && d.Amount.Sign() > 0 {
			return uint256.MustFromBig(d.Amount)
		}
	}
	return new(uint256.Int)
}

// Lend supplies a reserve of a lending market and withdraws half. One that does is
// enough: a market can have frozen reserves.
func (p *Proof) Lend(handle string, at common.Address) {
	what, failed := "supply to "+handle+" and withdraw", errors.New("it lists no token of a market")
	market, ok := p.Seen.Lender(handle)
	if !ok {
		return // none was read
	}
	seen := p.Seen.Lending
	for i, reserve := range market.Reserves {
		amount := p.Lent(reserve.Token.Address)
		if amount == nil {
			continue
		}
		supplied := market
		supplied.Reserves = append([]turn.Reserve{}, market.Reserves...)
		supplied.Reserves[i].Supplied = *amount
		p.Seen.Lending = []turn.Lending{supplied}
		order := grammar.Action{Kind: grammar.Supply, Market: handle, Protocol: market.Protocol, Asset: reserve.Token.Address, Amount: amount}
		back := order
		back.Kind, back.Amount = grammar.Withdraw, new(uint256.Int).Rsh(amount, 1)
		_, failed = p.Simulate(order, back)
		if p.Seen.Lending = seen; failed == nil {
			break
		}
	}
	p.Done(what, at, failed)
}
