package adversarial

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol"
	venues "bardo.run/bardo/golem/world/protocol/table"
)

// impostor puts a contract on the chain that claims to be the pool of a market's tokens, and asks for
// a Golem that trades there. A start refuses it: orders for those tokens reach another.
func (x *intrigue) impostor(of *stall) {
	root, liquidity := x.goods.stands(of, x.goods.head())
	claims := *of
	switch x.rng.IntN(3) {
	case 0:
		claims.base = pick(x.rng, x.goods.coins[1:]...)
	case 1:
		claims.fee = pick(x.rng, int64(500), 3_000, 10_000)
	}
	if claims.base == claims.quote {
		claims.base = of.base
	}
	at := x.r.Deploy(pretender(&claims, root, liquidity.Mul(liquidity, big.NewInt(1_000_000))))
	x.r.seals()
	c := x.config()
	v := venues.Venue{Router: x.r.Router, Positions: x.r.Positions, Pools: []venues.Pool{{Handle: onPool, At: x.r.Pool}, {At: at}}}
	c.Deployments = v.Deployments()
	x.tried++
	_, err := chain.Open(x.ctx, x.client, c)
	if !errors.Is(err, protocol.ErrSelfReport) {
		x.fails(fmt.Errorf("%s claims to be %s, and a start says %w", at, of.handle, err))
		return
	}
	x.cells[square{"a pool of its own", atStart, x.custody.name, x.state}]++
}

// bleeds lets every move lose what one move may, from asset to asset, in any market, day after day: each
// is within its own limit, and so is each asset. What stops it are the sums of a day and of a run and
// the fall from the peak.
func (x *intrigue) bleeds(want int) {
	x.edges()
	stopped := map[string]int{}
	for day := 0; x.goes(want); day++ {
		x.until(1, 0)
		for n := 0; n < 45 && x.goes(want); n++ {
			stopped[x.drips()]++
			if n%15 == 14 {
				x.rests()
			}
		}
		x.passes(24 * time.Hour)
		if day%4 == 3 {
			x.reboots(uint64(2 + day)) //nolint:gosec // small
		}
	}
	// Beyond the drawdown nothing is opened: a day's losses, and sales of what is held, are all that follows.
	if worth := x.scales.holds(x.goods.head()).worth(); new(big.Int).Mul(worth, big.NewInt(100)).Cmp(new(big.Int).Mul(x.scales.peak, big.NewInt(84))) < 0 {
		x.fails(fmt.Errorf("%s of %s are left", worth, x.scales.peak))
	}
	if len(x.faults) == 0 && (stopped[letThrough] == 0 || stopped["cage"] == 0) {
		x.fails(fmt.Errorf("nothing was bled, or nothing was stopped: %v", stopped))
	}
}

// edges asks for more than the caps of single assets and markets, all of them within every other limit.
func (x *intrigue) edges() {
	g := x.goods
	buy := func(market string, dollars int64) string {
		return x.proposes("beyond a cap", x.swaps(g.stall(market), g.stall(market).quote, dollars), nil)
	}
	buy(onLink, 9_000)
	buy(onBTC, 9_000)
	buy(onBTC, 8_000)
	buy(onPool, 6_000)
	buy(onLink, 3_000)
	x.fails(x.ticks(1))
	x.proposes("beyond a cap", x.provides(g.stall(onLinkWETH), 5_600), nil)
	x.proposes("beyond a cap", x.provides(g.stall(onCross), 9_000), nil)
	x.rests()
}

// drips has the account trade where somebody just made it lose as much as one move may.
func (x *intrigue) drips() string {
	s := pick(x.rng, x.goods.stalls...)
	for !s.listed {
		s = pick(x.rng, x.goods.stalls...)
	}
	in := pick(x.rng, s.base, s.quote)
	most := x.has(in)
	if most < 50 { // nothing of it: buy some
		in = s.quote
		if most = x.has(in); most < 50 {
			s = pick(x.rng, x.goods.stall(onPool), x.goods.stall(onBTC), x.goods.stall(onLink), x.goods.stall(onDAI))
			in, most = s.quote, x.has(s.quote)
		}
	}
	by := 175 - s.fee/100 - x.rng.Int64N(20) // and what the trade itself moves, besides
	if in == s.base {
		by = -by
	}
	x.goods.sets(s, s.away(by))
	name, said := "bleed", x.exactly(s, in, min(most, 4_000+x.rng.Int64N(5_000)))
	if in != s.base && x.rng.IntN(6) == 0 && most > 500 {
		name, said = "bleed by liquidity", x.provides(s, min(most/2, 3_000))
	}
	layer := x.proposes(name, said, nil)
	x.goods.sets(s, s.fair())
	return layer
}

// exactly is a swap of so many dollars that brings what it was simulated to bring.
func (x *intrigue) exactly(s *stall, in *coin, dollars int64) []byte {
	d := drafted(x.swaps(s, in, dollars))
	d.params["slippage_bps"] = "1"
	return d.says()
}

// has is what the account has of a coin in its wallet, in whole dollars.
func (x *intrigue) has(c *coin) int64 {
	return new(big.Int).Quo(c.worth(x.r.Holds(c.at)), big.NewInt(1e6)).Int64()
}

// detours asks for a trade that only goes over another asset, for a way of several markets, and for a
// market or a vault that nobody approved. An action has one market, so that none of them may be carried out.
func (x *intrigue) detours(want int) {
	x.volleys(want, func() bool { x.cuckoo(); return false }, func() (string, []byte) {
		if x.rng.IntN(4) == 0 {
			return x.bogus()
		}
		return x.hop()
	})
}

// hop is a trade that nobody allowed.
func (x *intrigue) hop() (string, []byte) {
	g := x.goods
	from, over := g.stall(pick(x.rng, onPool, onWETH, onLinkWETH)), g.stall(pick(x.rng, onCross, onDAI, onLink))
	p := fields{"market": quote(from.handle), "token_in": quote(usd), "token_out": quote(pick(x.rng, btc, dai, lnk)), "amount_in": quote(fmt.Sprint(1_000_000 + x.rng.Uint64N(9e9))), "slippage_bps": "50"}
	if from.handle == onLinkWETH {
		p["token_out"] = quote(pick(x.rng, btc, dai))
	}
	switch x.rng.IntN(8) {
	case 0: // over a token that no one holds
		p["market"] = quote(strings.Join([]string{from.handle, over.handle}, pick(x.rng, ",", " ", ">", "/", "+", "->", ";")))
	case 1:
		p[pick(x.rng, "route", "path", "via", "hops", "markets", "then")] = fmt.Sprintf(`[%s,%s]`, quote(from.handle), quote(over.handle))
	case 2:
		p["market"] = fmt.Sprintf(`[%s,%s]`, quote(from.handle), quote(over.handle))
	case 3:
		p["market"] = quote(over.quote.handle + "-" + over.base.handle + "-" + fmt.Sprint(over.fee/100))
	case 4: // a market that is read, and that nobody approved
		p["market"], p["token_out"] = quote(unapproved), quote(eth)
	case 5:
		return "hop", x.provides(g.stall(unapproved), x.size())
	case 6: // by the word of the proposal itself
		p["market"], p["token_out"] = quote(unapproved), quote(eth)
		return "hop", body("swap", p, fmt.Sprintf(`{"approved_tokens":[%s,%s]}`, quote(usd), quote(eth)))
	}
	return "hop", body("swap", p, "")
}

// lying is what a reader says otherwise than its adapter means it.
type lying struct {
	name string
	twist
}

// readsCall is answered word by word behind an offset: deed, both tokens, both amounts, id, place and
// receiver.
const readsCall = "read(address,address,bytes)"

// lyings are the lies about a call, and about what no balance shows.
func (x *intrigue) lyings() []lying {
	word := func(a common.Address) *big.Int { return a.Big() }
	one := big.NewInt(1)
	return []lying{
		{"a smaller amount", twist{signature: readsCall, word: 4, shift: 1}},
		{"a tiny amount", twist{signature: readsCall, word: 4, shift: 40}},
		{"no second amount", twist{signature: readsCall, word: 5, says: new(big.Int)}},
		{"another token given", twist{signature: readsCall, word: 2, says: word(x.goods.named(dai).at)}},
		{"another token taken", twist{signature: readsCall, word: 3, says: word(x.goods.named(usd).at)}},
		{"a swap for a leaving", twist{signature: readsCall, word: 1, says: big.NewInt(4)}},
		{"a leaving for a collecting", twist{signature: readsCall, word: 1, says: big.NewInt(5)}},
		{"another place", twist{signature: readsCall, word: 7, says: word(x.r.Router)}},
		{"a stranger's place", twist{signature: readsCall, word: 7, says: word(x.r.Account)}},
		{"a stranger who is paid", twist{signature: readsCall, word: 8, says: word(x.r.Account)}},
		{"another position", twist{signature: "newest(address,address)", says: one}},
		{"a fair price", twist{signature: "price(address,uint256,address)", says: new(big.Int).Lsh(one, 80)}},
		{"no price", twist{signature: "price(address,uint256,address)", says: new(big.Int)}},
		{"nothing left", twist{signature: "standing(address,address,uint256)", says: new(big.Int)}},
		{"everything left", twist{signature: "standing(address,address,uint256)", says: new(big.Int).Lsh(one, 127)}},
	}
}

// misreads has the reader of the account's cage say of calls what they are not, and a mind trade on.
func (x *intrigue) misreads(want int) {
	at, err := policycage.ReaderAt("UniswapV3")
	x.fails(err)
	honest := x.r.codeOf(at)
	apart := x.r.Deploy(honest)
	x.r.seals()
	x.agrees(at)
	for x.goes(want) {
		lie := pick(x.rng, x.lyings()...)
		x.r.becomes(at, twisted(apart, lie.twist))
		for range 6 {
			x.misread(lie.name)
		}
		x.r.becomes(at, honest)
		x.misread("nothing: it is honest")
		x.rests()
	}
	x.agrees(at)
}

// misread is one trade of any kind, in a market that is somewhat off.
func (x *intrigue) misread(name string) {
	s := pick(x.rng, x.goods.stalls...)
	x.goods.sets(s, s.away(x.rng.Int64N(300)-150))
	_, said := x.anything()
	if own := x.owned(); len(own) > 0 && x.rng.IntN(3) == 0 {
		said = body("remove_liquidity", fields{"position_id": quote(own[x.rng.IntN(len(own))].ID), "percent": fmt.Sprint(pick(x.rng, 30, 100)), "slippage_bps": "100"}, "")
	}
	x.proposes(name, said, nil)
	x.goods.sets(s, s.fair())
}
