package cage

import (
	"math/big"
	"testing"
)

// beside is a position of half the ether, out of its range so that it is of ether alone, as its
// two calls; so much cash is offered besides, which the pool does not take.
func (p *play) beside(offered int64) []execution {
	at := p.w.pools[1]
	p.moveTo(p.w.maker, at, fairRoot(at, p.prices))
	p.wealthy = nil
	amount, gap := units(ether, p.w.profile.milliether/2), at.spacing
	here := p.w.tick(p.machine, at) / gap * gap
	lower, upper, a0, a1 := here+2*gap, here+4*gap, amount, big.NewInt(offered)
	if at.token1 == ether {
		lower, upper, a0, a1 = here-4*gap, here-2*gap, a1, a0
	}
	return []execution{
		{p.w.tokens[ether], new(big.Int), approveCall(p.w.npm, amount)},
		{p.w.npm, new(big.Int), mintCall(at, p.w, lower, upper, a0, a1, p.w.account)},
	}
}

// sends redeems calls and tells why they were refused.
func (p *play) sends(calls ...execution) string {
	p.wealthy = nil
	ret, _, err := p.do(p.w.golem, p.w.manager, p.w.redeem(redemption{calls: calls}))
	if err != nil {
		return p.w.edition.kind(ret)
	}
	return ""
}

// deployed is what the cage says the open positions cost, in micro-dollars.
func (p *play) deployed() int64 {
	return word(p.ask(p.w.cages[0], p.w.edition.call("PolicyCage", "deployed")), 0).Int64()
}

// What is taken out of a position and left with its manager is neither a cost nor a balance:
// the cage would see it nowhere, and let the same share of the account be bought again.
func TestWhatIsTakenOutOfAPositionIsCollected(t *testing.T) {
	w := newWorld(newKit(t), today(t), profiles[3])
	p := begin(w, 0, tally{})
	if no := p.sends(p.beside(0)...); no != "" {
		t.Fatal("mint: ", no)
	}
	x := w.positions(p.machine)[0]
	half := new(big.Int).Rsh(x.liquidity, 1)
	call := func(data []byte) execution { return execution{w.npm, new(big.Int), data} }
	decrease, collect, some := call(decreaseCall(x.id, half)), call(collectCall(x.id, w.account)), call(collectUpTo(x.id, w.account, big.NewInt(1_000)))
	cost := p.deployed()
	for name, c := range map[string]struct {
		calls []execution
		no    string
	}{
		"not collected":              {[]execution{decrease}, "NotCollected"},
		"collected before":           {[]execution{collect, decrease}, "NotCollected"},
		"collected in part":          {[]execution{decrease, some}, "NotCollected"},
		"taken out again behind it":  {[]execution{decrease, collect, call(decreaseCall(x.id, big.NewInt(1_000_000)))}, "NotCollected"},
		"nothing is there to be had": {[]execution{collect}, ""},
	} {
		if no := p.sends(c.calls...); no != c.no || p.deployed() != cost {
			t.Errorf("%s: %q, want %q; the positions cost %d of %d", name, no, c.no, p.deployed(), cost)
		}
	}
	if no := p.sends(decrease, collect); no != "" || p.deployed()-cost/2 > 1 || p.deployed() < cost/2 {
		t.Errorf("half of it: %q; what is left cost %d of %d", no, p.deployed(), cost)
	}
	rest := call(decreaseCall(x.id, new(big.Int).Sub(x.liquidity, half)))
	if no := p.sends(rest, collect); no != "" || p.deployed() != 0 {
		t.Errorf("the rest: %q; nothing is left, and cost %d", no, p.deployed())
	}
}

// costsItsWorth says that the one position costs what it is worth, to some micro-dollars.
func (p *play) costsItsWorth(t *testing.T, offered int64) {
	t.Helper()
	x := p.w.positions(p.machine)[0]
	worth := new(big.Int).Quo(x.worth(p.prices, fairRoot(x.pool, p.prices)), big.NewInt(1_000)).Int64()
	if over := p.deployed() - worth; over < 0 || over > 4 {
		t.Errorf("offered %d besides: the position is worth %d and cost %d", offered, worth, p.deployed())
	}
}

// What the pool does not take is no cost of a position: the drawdown would be asked of money
// that is counted twice.
func TestAPositionCostsWhatThePoolTook(t *testing.T) {
	for _, offered := range []int64{0, 1_000_000_000} {
		w := newWorld(newKit(t), today(t), profiles[3])
		p := begin(w, 0, tally{})
		if no := p.sends(p.beside(offered)...); no != "" {
			t.Fatal("mint: ", no)
		}
		p.costsItsWorth(t, offered)
		x := w.positions(p.machine)[0]
		more, a0, a1 := p.balance(w.tokens[ether], w.account), big.NewInt(offered), big.NewInt(offered)
		if x.pool.token0 == ether {
			a0 = more
		} else {
			a1 = more
		}
		if no := p.sends(execution{w.tokens[ether], new(big.Int), approveCall(w.npm, more)}, execution{w.npm, new(big.Int), increaseCall(x.id, a0, a1)}); no != "" {
			t.Fatal("increase: ", no)
		}
		p.costsItsWorth(t, offered)
		// 2,800 of the account's 11,800 dollars go: 23 %, where 20 % are allowed.
		p.always(w.account, w.tokens[cash], transferCall(w.maker, units(cash, 2_800_000)))
		amount := big.NewInt(100_000_000)
		no := p.sends(execution{w.tokens[cash], new(big.Int), approveCall(w.router, amount)}, execution{w.router, new(big.Int), swapCall(w, cash, ether, 500, amount, w.account)})
		if no != "DrawdownExceeded" {
			t.Errorf("offered %d besides: an opening behind a drawdown of 23 %%: %q", offered, no)
		}
	}
}
