package cage

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/safety/tier"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/wire"
)

// wealthy are the limits of somebody who may open 100,000 USD and more at once.
func wealthy() Policy {
	p := limits()
	p.PerTransaction, p.PerDay, p.Sourced, p.FeedAge.Rest = 1_000_000*money.One, 10_000_000*money.One, true, 1_200
	return p
}

// rich holds a million USDC where one WETH costs 2,000, and a feed answers so many seconds ago;
// below zero it says nothing, and none is there where fed is false.
func rich(fed bool, age int64) turn.Reading {
	r := seen()
	r.Assets[0].Units = *uint256.NewInt(1_000_000e6)
	r.Block.Time = 1_700_000_000
	if fed {
		r.Assets[1].Feed = &turn.Feed{Price: 2_000, Answer: *uint256.NewInt(2_000e8), Decimals: 8, Updated: r.Block.Time - age}
	}
	if fed && age < 0 {
		r.Assets[1].Feed = &turn.Feed{Unread: "it has no answer"}
	}
	return r
}

// spec: safety §16.8, §4.4 — above Standard a missing second source of prices blocks what
// opens; at the bound, below it and on the way out nothing is asked.
func TestWhatIsAboveStandardNeedsAPriceFeed(t *testing.T) {
	lend := lends(grammar.Supply, weth, 1e18)
	at := func(units uint64) turn.Simulation { return spent(units, 0) }
	swap, loan := uint64(50_000e6), uint64(100_000e6)
	for name, c := range map[string]struct {
		do      grammar.Action
		sim     turn.Simulation
		fed     bool
		age     int64
		anyhow  bool // the policy needs no second source
		refused bool
	}{
		"a swap at the bound, no feed":            {do: buy(), sim: at(swap)},
		"a swap above it, no feed":                {do: buy(), sim: at(swap + 1), refused: true},
		"a swap above it on a tape":               {do: buy(), sim: at(swap + 1), anyhow: true},
		"a swap above it, on a tape gone silent":  {do: buy(), sim: at(swap + 1), fed: true, age: -1, anyhow: true},
		"a swap above it and a feed":              {do: buy(), sim: at(swap + 1), fed: true},
		"a swap above it and a feed at its limit": {do: buy(), sim: at(swap + 1), fed: true, age: 1_200},
		"a swap above it and a feed beyond it":    {do: buy(), sim: at(swap + 1), fed: true, age: 1_201, refused: true},
		"a swap above it and a silent feed":       {do: buy(), sim: at(swap + 1), fed: true, age: -1, refused: true},
		"a sale above it, no feed":                {do: sell(), sim: at(swap + 1)},
		"liquidity of one unit, no feed":          {do: provide(), sim: at(1), refused: true},
		"liquidity of one unit and a feed":        {do: provide(), sim: at(1), fed: true},
		"leaving liquidity, no feed":              {do: leave(7), sim: at(swap + 1)},
		"a deposit at the bound, no feed":         {do: lend, sim: at(loan)},
		"a deposit above it, no feed":             {do: lend, sim: at(loan + 1), refused: true},
		"a deposit above it and a feed":           {do: lend, sim: at(loan + 1), fed: true},
		"a deposit above it and an old feed":      {do: lend, sim: at(loan + 1), fed: true, age: 1_201, refused: true},
		"a loan above it, no feed":                {do: lends(grammar.Borrow, weth, 1e18), sim: at(loan + 1), refused: true},
		"a withdrawal above it, no feed":          {do: lends(grammar.Withdraw, weth, 1e18), sim: at(loan + 1)},
		"a repayment above it, no feed":           {do: lends(grammar.Repay, weth, 1e18), sim: at(loan + 1)},
		"a deposit of dollars above it, no feed":  {do: lends(grammar.Supply, usdc, 1e6), sim: at(loan + 1)},
		"what no table knows":                     {do: grammar.Action{Kind: "flash_loan"}, sim: at(1), refused: true},
	} {
		p := wealthy()
		p.Sourced = !c.anyhow
		var r *turn.Refusal
		k := Case{Action: c.do, Seen: rich(c.fed, c.age), Now: noon}
		if k.Opens() || c.do.Kind == "flash_loan" {
			r = p.sourced(k, c.sim)
		}
		if c.refused != (r != nil) || r != nil && (r.Code != wire.CodeSafetyPriceMissing || r.Layer != Layer) {
			t.Errorf("%s: %+v", name, r)
		}
		if r != nil && !c.fed && c.do.Kind != "flash_loan" && !strings.Contains(r.Detail, "WETH has no price feed (venue.price_feed)") {
			t.Errorf("%s: it does not say what to do: %s", name, r.Detail)
		}
	}
}

// The cage asks behind its simulation, and only about what opens.
func TestTheCageAsksForASecondSourceOfPrices(t *testing.T) {
	for fed, want := range map[bool]wire.Code{false: wire.CodeSafetyPriceMissing, true: ""} {
		k := Case{Action: buy(), Seen: rich(fed, 0), Now: noon}
		bought := spent(60_000e6, 0)
		bought.Deltas[1].Units = *uint256.MustFromDecimal("30000000000000000000")
		says(t, New(wealthy()).After(k, bought), want, "fed %v: a purchase", fed)
		k.Action, k.Seen.Assets[1].Units = sell(), *uint256.NewInt(3e18)
		sold := got(k.Action, 9_990)
		sold.Value = 60_000 * money.One
		says(t, New(wealthy()).After(k, sold), "", "fed %v: a sale", fed)
	}
}

// What the owner reads names the bounds that the table of tools has.
func TestTheBoundsInTheSentenceAreThoseOfTheTable(t *testing.T) {
	for tool, words := range map[grammar.Kind]string{grammar.Swap: "no swap above %d,000 USD", grammar.Supply: "nothing above %d,000 USD is lent", grammar.Borrow: "nothing above %d,000 USD is lent or borrowed"} {
		row, _ := tier.Of(string(tool))
		if said := fmt.Sprintf(words, row.Above/money.One/1_000); !strings.Contains(wealthy().Unsourced(rich(false, 0)), said) {
			t.Errorf("%s: it does not say %q", tool, said)
		}
	}
	if row, _ := tier.Of(string(grammar.AddLiquidity)); !row.At(0).Large() {
		t.Errorf("liquidity is %s", row.At(0))
	}
	many := rich(true, 0)
	many.Assets = append(many.Assets, turn.Asset{Token: wbtc})
	if why := wealthy().Unsourced(many); !strings.HasPrefix(why, "WBTC has no price feed") {
		t.Errorf("of a second asset it says %q", why)
	}
	if why := wealthy().Unsourced(rich(true, -1)); why != "" {
		t.Errorf("a silent feed is configured: %s", why)
	}
	one := rich(true, 0)
	wbtc := turn.Token{Address: common.HexToAddress("0xdd"), Symbol: "WBTC", Decimals: 8}
	one.Assets = append(one.Assets, turn.Asset{Token: wbtc})
	if why := wealthy().Unsourced(one, one.Assets[0].Token, one.Assets[1].Token); why != "" {
		t.Errorf("of a market whose asset has one: %s", why)
	}
	for _, tokens := range [][]turn.Token{nil, {wbtc, one.Assets[0].Token}} {
		if why := wealthy().Unsourced(one, tokens...); !strings.HasPrefix(why, "WBTC has no price feed (venue.price_feeds)") {
			t.Errorf("%v: %q", tokens, why)
		}
	}
	p := wealthy()
	p.Sourced = false
	if why := p.Unsourced(rich(false, 0)); why != "" {
		t.Errorf("a life on a tape: %s", why)
	}
}
