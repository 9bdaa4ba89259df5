package cage

import (
	"slices"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/world/protocol/table"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/money"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// entrust has the account's grants be to a local key: the forms of its calls, and a sum of
// a day that both share, as an owner's wish makes them. No cage is around the account.
func (w *world) entrust(b *built) {
	for g := range w.caveats {
		w.keyed(b, g, uint64(g)) //nolint:gosec // small
	}
}

// keyed has one grant be to a local key.
func (w *world) keyed(b *built, g int, salt uint64) {
	wish := w.wish(b)
	wish.Salt.SetUint64(salt)
	at, creations, err := wish.Contracts(grant.Standing{}, func(n int) common.Address {
		return crypto.CreateAddress(w.kitOwner, w.GetNonce(w.kitOwner)+uint64(n)) //nolint:gosec // small
	})
	if err != nil {
		panic(err)
	}
	for _, c := range creations {
		if !c.Shared {
			must(w.create(w.kitOwner, c.Code))
		} else if to, data := policycage.Shared(c.Code); w.GetCodeSize(to) == 0 {
			w.must(w.thief, policycage.Deployer, data)
		}
	}
	w.caveats[g] = nil
	for _, c := range must(wish.Grant(at)).Delegation.Caveats {
		w.caveats[g] = append(w.caveats[g], bind.IDelegationManagerCaveat{Enforcer: c.Enforcer, Terms: c.Terms, Args: []byte{}})
	}
}

// wish allows what a Golem does in the pools that the owner approved, and at the lender.
func (w *world) wish(b *built) grant.Wish {
	tokens := [tokenCount]turn.Token{}
	out := grant.Wish{
		Mode: grant.LocalKey, ChainID: chainID, Manager: w.manager, Counter: b.at("LimitedCallsEnforcer"),
		Owner: w.maker, Account: w.account, Key: w.golem, Start: 1, End: later.Uint64(),
		Calls: 10_000, Daily: money.USDC(w.profile.daily) * money.One, //nolint:gosec // small
	}
	for i := range tokens {
		tokens[i] = turn.Token{Address: w.tokens[i], Symbol: [tokenCount]string{"USDC", "WETH", "WBTC"}[i], Decimals: uint8(decimals[i])}        //nolint:gosec // small
		out.Tokens = append(out.Tokens, caveat.Token{Address: w.tokens[i], Feed: w.feeds[i], MaxAge: feedAge, Decimals: uint8(decimals[i] + 8)}) //nolint:gosec // small
	}
	venue := table.Venue{Router: w.router, Positions: w.npm, Aave: w.lender}
	var markets []turn.Market
	for _, p := range w.pools {
		if !p.approved {
			continue
		}
		m := turntest.Pool{
			Address: p.at, Token0: tokens[p.token0], Token1: tokens[p.token1], QuoteIsZero: p.token0 == cash, FeePips: uint32(p.fee), //nolint:gosec // small
		}.Market()
		markets, venue.Pools = append(markets, m), append(venue.Pools, table.Pool{Handle: m.Handle, At: p.at})
		out.Pools = append(out.Pools, p.at)
	}
	r := turntest.Reading(markets)
	r.Lending = []turn.Lending{{Handle: "aave-v3", Protocol: "aave-v3", Reserves: []turn.Reserve{{Token: tokens[cash]}, {Token: tokens[ether]}}}}
	adapters := must(tool.NewAdapters(tool.Venue{Account: w.account, Deployments: venue.Deployments(), Grant: &grant.Grant{Mode: grant.LocalKey}}))
	out.Forms = must(adapters.Forms(r))
	return out
}

// A day's sum is all that the chain holds under a grant to a local key: with none of the two
// hundred words, said three times, does the recipe take more than it, and with some it takes much.
func TestVariantsOfTheRecipeUnderAGrantToALocalKey(t *testing.T) {
	const variants, rounds = 200, 3
	entrusted := profile{name: "entrusted", usdc: 9_989, position: 2_500, concentration: 10_000, daily: 3_000}
	w, count, much, bound := newWorld(newKit(t), today(t), entrusted), tally{}, 0, 0
	for seed := range uint64(variants) {
		q, refused := variant(seed), count["refused: DailySpendLimit"]
		q.steps = slices.Repeat(q.steps, rounds)
		p, at, err := run(w, q, count)
		if err != nil {
			t.Errorf("variant %d, step %d: %v", seed, at, err)
		}
		if p.check.all.Cmp(dollars(entrusted.daily/4)) > 0 {
			much++
		}
		if count["refused: DailySpendLimit"] > refused {
			bound++
		}
	}
	t.Logf("%d of %d variants took more than a quarter of the day's sum, %d were stopped by it; %v", much, variants, bound, count)
	if much < 10 || bound < variants/4 || count["accepted: leave"] == 0 || count["accepted: withdraw"] == 0 {
		t.Error("too little happened")
	}
}
