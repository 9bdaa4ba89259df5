// Package environment is what a Golem lives in on a devnet: a recorded or a generated
// market, a clock by which waiting moves it, and what connects a Golem to it.
package environment

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/core/protocols"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/table"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/mirage/follow"
	"bardo.run/bardo/mirage/history"
	"bardo.run/bardo/mirage/world"
)

// ChainID is the devnet's; seeded keys are refused on any other chain.
const ChainID = 31337

// MarketError is a history that cannot be read or lived, or a world that cannot be made.
type MarketError struct{ error }

// Unwrap returns the cause.
func (e *MarketError) Unwrap() error { return e.error }

// Compose reads the minutes recorded in a folder of one market or several, with what is asked for of gas, or, where that is
// empty, makes days of the generated world of a name: what a world is opened with, but for the
// artifacts. What is wrong with them is a *MarketError.
func Compose(folder string, gas history.Gas, name string, s seed.Seed, days int) (c history.Config, err error) {
	if folder != "" {
		c, err = history.LoadWorld(folder, gas)
		c.Seed = s
	} else {
		c, err = world.Compose(name, s, days)
	}
	if err == nil {
		err = c.Check()
	}
	if err != nil {
		return c, &MarketError{err}
	}
	return c, nil
}

// Days are those of a world's record that are lived, of UTC, counted from 1. The zero value is all of them.
type Days struct {
	From int // the first; 0 is 1
	To   int // the last; 0 is that of the record
}

// Of is the part of a world on these days, as history.Config.From and To have it. What is wrong is a *MarketError.
func (d Days) Of(c history.Config) (history.Config, error) {
	var err error
	if d.To != 0 {
		c, err = c.To(d.To)
	}
	if err == nil {
		c, err = c.From(cmp.Or(d.From, 1))
	}
	if err != nil {
		return c, &MarketError{err}
	}
	return c, nil
}

// Markets are those of a world as they are known before it is opened: handle, protocol and symbols,
// and whether liquidity lies in ranges, or over all prices.
func Markets(c history.Config) (all []turn.Market) {
	add := func(handle, protocol string, s history.Spec) {
		m := turn.Market{Handle: handle, Protocol: protocol, Base: turn.Token{Symbol: s.Base().Symbol}, Quote: turn.Token{Symbol: s.QuoteToken().Symbol}}
		if p, ok := protocols.Named(protocol); ok && p.Ranges {
			m.Range = &turn.Range{Whole: p.Whole}
		}
		all = append(all, m)
	}
	for _, m := range c.Markets {
		add(m.Spec.Handle(), follow.V3, m.Spec)
	}
	for _, f := range c.Followers {
		m := c.Markets[f.Of]
		add(f.Handle(m), f.Protocol, m.Spec)
	}
	return all
}

// Hash names the minutes a life is lived on and what stands beside them, so that it is not resumed
// on others.
func Hash(c history.Config) string {
	h := sha256.New()
	for _, m := range c.Markets {
		fmt.Fprintln(h, m.Spec)
		for _, x := range m.Minutes {
			fmt.Fprintln(h, x.Time.Unix(), x.Open, x.Low, x.High, x.Close, x.In0, x.In1, x.Liquidity, x.GasPrice)
		}
	}
	if len(c.Followers) > 0 || c.Traders > 1 || len(c.Pulls) > 0 {
		fmt.Fprintln(h, c.Followers, c.Traders, c.Pulls)
	}
	if len(c.Lenders) > 0 {
		fmt.Fprintln(h, c.Lenders)
	}
	return hex.EncodeToString(h.Sum(nil)[:6])
}

// Place is what there is to trade in a world: its markets as they are read, and what their handles
// stand for.
type Place struct {
	Seen        turn.Reading
	Deployments []protocol.Deployment
}

// nobody is an account of no one: contracts of positions answer nothing about the zero address.
var nobody = common.BytesToAddress([]byte("bardo: nobody"))

// Survey opens the markets of a world for no one's account, and what wraps its coin where that is
// among the protocols that are approved.
func Survey(ctx context.Context, w *history.World, approved ...string) (p Place, err error) {
	book := w.Book()
	all := make([]table.Exchange, len(book.Pools))
	for i, e := range book.Pools {
		base, quote := e.Token1, e.Token0
		if e.Quote == 1 {
			base, quote = quote, base
		}
		all[i] = table.Exchange{
			Handle: e.Handle, Protocol: e.Protocol, Address: e.Address, Fee: e.Fee, Spacing: e.Spacing, Base: book.Token(base), Quote: book.Token(quote),
		}
	}
	deployments, err := table.Deployed(all, book.Address)
	if err != nil {
		return p, err
	}
	lenders := make([]table.Lender, len(book.Lenders))
	for i, l := range book.Lenders {
		lenders[i] = table.Lender(l)
	}
	lending, err := table.Lend(lenders)
	if err != nil {
		return p, err
	}
	deployments = append(deployments, lending...)
	deployments = append(deployments, table.Wrapping(approved, book.Token("W"+w.Market().Spec.Native.Symbol))...)
	return Of(ctx, w, deployments, all[0].Quote)
}

// Of opens some markets of a world for no one's account.
func Of(ctx context.Context, w *history.World, all []protocol.Deployment, numeraire common.Address) (p Place, err error) {
	eyes, err := chain.Open(ctx, rpc.New(w.Port()), chain.Config{
		ChainID: ChainID, Account: nobody, Numeraire: numeraire, Deployments: all, NativePrice: NativePrice(w.Market().Spec),
	})
	if err != nil {
		return p, fmt.Errorf("open the markets: %w", err)
	}
	p.Deployments = eyes.Deployments()
	p.Seen, err = eyes.Look(ctx)
	return p, err
}

// NativePrice is the price of one native coin for paying; 0 means that it is the base
// token.
func NativePrice(s history.Spec) money.USDC {
	return money.USDC(math.Round(s.Native.USD * float64(money.One)))
}
