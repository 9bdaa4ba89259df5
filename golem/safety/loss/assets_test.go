package loss

import (
	"errors"
	"math"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/internal/money"
)

var wbtc = turn.Token{Address: common.HexToAddress("0xee"), Symbol: "WBTC", Decimals: 8}

// three are the markets of USDC, WETH and WBTC: one WETH is 2,500 and one WBTC 62,500 USDC, and
// 25 WETH.
func three() turn.Reading {
	r := turntest.Reading([]turn.Market{
		round(0).Markets[0],
		turntest.Pool{Token0: wbtc, Token1: usdc, FeePips: 3_000, SqrtPriceX96: *new(uint256.Int).Lsh(uint256.NewInt(25), 96)}.Market(),
		turntest.Pool{Token0: weth, Token1: wbtc, QuoteIsZero: true, FeePips: 500, SqrtPriceX96: *new(uint256.Int).Div(new(uint256.Int).Lsh(uint256.NewInt(1), 96), uint256.NewInt(500_000))}.Market(),
	}, nil, nil, nil)
	r.Block = turn.Block{Number: 7, Time: 5_000}
	return r
}

func said(dollars uint64) *turn.Feed {
	return &turn.Feed{Price: float64(dollars), Updated: 4_000, Answer: *uint256.NewInt(dollars * 1e8), Decimals: 8}
}

func ten(n uint8) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }

// counted is a fraction of the numeraire's smallest units in micro-USDC, rounded up or down, and
// the most there is where it is more.
func counted(v *big.Rat, decimals uint8, up bool) money.USDC {
	v = new(big.Rat).Mul(v, new(big.Rat).SetFrac(big.NewInt(1e6), ten(decimals)))
	n, rest := new(big.Int).QuoRem(v.Num(), v.Denom(), new(big.Int))
	if up && rest.Sign() > 0 {
		n.Add(n, big.NewInt(1))
	}
	if !n.IsInt64() {
		return math.MaxInt64
	}
	return money.USDC(n.Int64())
}

// Whatever three assets are worth, by feeds or by markets, is counted as the exact fraction says:
// what is given rounded up, what is received and held rounded down.
func TestThreeAssetsAreWorthWhatTheFractionsSay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		units := func(name string) *uint256.Int {
			return new(uint256.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 0, 14).Draw(t, name))
		}
		r := three()
		rates := map[common.Address]*big.Rat{}
		r.Assets[0].Token.Decimals = rapid.SampledFrom([]uint8{0, 2, 6, 18}).Draw(t, "decimals of the numeraire")
		cash := r.Assets[0].Token.Decimals
		for i := range r.Assets {
			a := &r.Assets[i]
			a.Units = *units("units")
			if i == 0 {
				rates[a.Token.Address] = big.NewRat(1, 1)
				continue
			}
			a.Token.Decimals = rapid.Uint8Range(0, 24).Draw(t, "decimals")
			a.Rate = *new(uint256.Int).SetBytes(append([]byte{1}, rapid.SliceOfN(rapid.Byte(), 0, 24).Draw(t, "rate")...))
			rates[a.Token.Address] = new(big.Rat).SetFrac(a.Rate.ToBig(), new(big.Int).Lsh(big.NewInt(1), 128))
			if rapid.Bool().Draw(t, "fed") {
				answer, decimals := rapid.Uint64Range(1, math.MaxUint64).Draw(t, "answer"), rapid.Uint8Range(0, 18).Draw(t, "its decimals")
				a.Feed = &turn.Feed{Answer: *uint256.NewInt(answer), Decimals: decimals, Updated: 4_000}
				rates[a.Token.Address] = new(big.Rat).SetFrac(new(big.Int).Mul(new(big.Int).SetUint64(answer), ten(cash)), new(big.Int).Mul(ten(decimals), ten(a.Token.Decimals)))
			}
		}
		worth := func(token turn.Token, n *uint256.Int, up bool) money.USDC {
			return counted(new(big.Rat).Mul(rates[token.Address], new(big.Rat).SetInt(n.ToBig())), cash, up)
		}
		tokens := r.Tokens()
		p, err := At(r, Ages{Rest: 1_200}, tokens[0].Address, tokens[1].Address, tokens[2].Address)
		if err != nil {
			t.Fatal(err)
		}
		var held Held
		for i, token := range tokens {
			n := units("some")
			cost, ok := p.Cost(token.Address, n.ToBig())
			down, known := p.Worth(token.Address, n.ToBig())
			if !ok || !known || cost != worth(token, n, true) || down != worth(token, n, false) {
				t.Fatalf("%s of %s: %d and %d, want %d and %d", n.Dec(), token.Symbol, cost, down, worth(token, n, true), worth(token, n, false))
			}
			if v := worth(token, &r.Assets[i].Units, false); i == 0 {
				held.Cash = v
			} else {
				held.Loose = addCapped(held.Loose, v)
			}
		}
		l := turn.Lending{}
		for i, token := range tokens {
			at := turn.Reserve{Token: token, Supplied: *units("supplied"), Owed: *units("owed")}
			l.Reserves = append(l.Reserves, at)
			if v := worth(token, &at.Supplied, false); i == 0 {
				held.Lent = v
			} else {
				held.Placed = addCapped(held.Placed, v)
			}
			held.Owed = addCapped(held.Owed, worth(token, &at.Owed, true))
		}
		r.Lending = []turn.Lending{l}
		if got := p.Held(r); got != held || p.Equity(r) != held.Equity() {
			t.Fatalf("held %+v, want %+v", got, held)
		}
		in, out := rapid.SampledFrom(tokens).Draw(t, "in"), rapid.SampledFrom(tokens).Draw(t, "out")
		paid, got := units("paid"), units("got")
		lost, given, ok := p.SwapLoss(in.Address, paid.ToBig(), out.Address, got.ToBig())
		if want := worth(in, paid, true); !ok || given != want || lost != max(0, want-worth(out, got, false)) {
			t.Fatalf("%s for %s: %d of %d, want of %d", in.Symbol, out.Symbol, lost, given, want)
		}
		// A market is off by what its price and that of its two tokens differ, of the larger.
		m := r.Markets[rapid.IntRange(0, 2).Draw(t, "market")]
		m.Rate = *new(uint256.Int).SetBytes(append([]byte{1}, rapid.SliceOfN(rapid.Byte(), 0, 24).Draw(t, "its rate")...))
		there := new(big.Rat).SetFrac(m.Rate.ToBig(), new(big.Int).Lsh(big.NewInt(1), 128))
		ours := new(big.Rat).Quo(rates[m.Base.Address], rates[m.Quote.Address])
		off := new(big.Rat).Sub(there, ours)
		if off.Abs(off); ours.Cmp(there) > 0 {
			off.Quo(off, ours)
		} else {
			off.Quo(off, there)
		}
		slip := money.BPS(rapid.Int32Range(0, 10_000).Draw(t, "slippage"))
		base, quote := units("base"), units("quote")
		given = addCapped(worth(m.Base, base, true), worth(m.Quote, quote, true))
		up := func(part *big.Rat) money.USDC {
			return counted(new(big.Rat).Mul(part, new(big.Rat).SetInt64(int64(given))), 6, true)
		}
		want := min(given, addCapped(up(off), up(big.NewRat(int64(slip), 10_000))))
		if lost, all := p.MintLoss(&m, base.ToBig(), quote.ToBig(), slip); lost != want || all != given {
			t.Fatalf("a mint: %d of %d, want %d of %d", lost, all, want, given)
		}
	})
}

// Positions in two markets are worth what each would hold where its own market stood at the prices of
// its own two tokens, whatever either market says now.
func TestPositionsInTwoMarketsAreValuedEachInItsOwn(t *testing.T) {
	r := turntest.Fed(turntest.Fed(three(), weth.Address, said(3_000)), wbtc.Address, said(60_000))
	root := func(num, den int64) *uint256.Int { // of token1 for one token0, in raw units
		v := new(big.Int).Lsh(big.NewInt(num), 192)
		return uint256.MustFromBig(v.Sqrt(v.Quo(v, big.NewInt(den))))
	}
	liquidity := *uint256.NewInt(1e13)
	for _, c := range []struct {
		market string
		root   *uint256.Int
		middle int32
	}{
		{"weth-usdc-5", root(1e18, 3_000e6), 196_256},       // 1.0001^196256 is 3.333·10⁸
		{"wbtc-usdc-30", root(60_000e6, 1e8), 63_973},       // 600
		{"wbtc-weth-5", root(1, 200_000_000_000), -260_000}, // 20 WETH for one WBTC: 5·10⁻¹² is 1.0001^-260230
	} {
		m, ok := r.Market(c.market)
		if !ok {
			t.Fatal(c.market)
		}
		lower, upper := c.middle-1_000, c.middle+1_000
		a0, a1, err := uniswap.AmountsForLiquidity(c.root, lower, upper, &liquidity, uniswap.Down)
		if err != nil || a0.IsZero() || a1.IsZero() {
			t.Fatalf("%s holds %s and %s: %v", c.market, a0.Dec(), a1.Dec(), err)
		}
		base, quote := m.Range.Sorted(a0, a1)
		p := at(t, r)
		value := func(token turn.Token, n *uint256.Int) money.USDC {
			v, _ := p.Worth(token.Address, n.ToBig())
			return v
		}
		want := value(m.Base, &base) + value(m.Quote, &quote)
		position := turn.Position{Market: c.market, Lower: lower, Upper: upper, Liquidity: liquidity, Base: *uint256.NewInt(5), Quote: *uint256.NewInt(7)}
		for name, r := range map[string]turn.Reading{
			"as it is":          r,
			"its market bent":   bent(r, c.market),
			"the others' moved": bent(bent(r, "weth-usdc-5"), "wbtc-usdc-30"),
		} {
			r.Positions = []turn.Position{position}
			if got := p.Equity(r); got != want || want == 0 {
				t.Errorf("%s, %s: %s, want %s", c.market, name, got, want)
			}
		}
		// Both together are the sum, and one of a market that was not read is nothing.
		both := r
		both.Positions = []turn.Position{position, position, {Market: "wbtc-usdc-5", Liquidity: liquidity, Base: *uint256.NewInt(1e9)}}
		if got := p.Equity(both); got != 2*want {
			t.Errorf("%s: twice that is %s of %s", c.market, got, want)
		}
		fees := turn.Position{Market: c.market, BaseFees: base, QuoteFees: quote}
		if got := p.Placed(r, fees); got != want {
			t.Errorf("%s: fees of as much are %s, want %s", c.market, got, want)
		}
	}
}

// bent is a reading in which a market stands at another price, and what its feeds say is as it was.
func bent(r turn.Reading, market string) turn.Reading {
	r = turntest.Copy(r)
	m, _ := r.Market(market)
	m.Range.SqrtPriceX96.Rsh(&m.Range.SqrtPriceX96, 3)
	m.Rate.Lsh(&m.Rate, 6)
	m.Price *= 64
	return r
}

// A mint is held to the market that it goes to: where that is bent it loses, and where another is
// it does not.
func TestAMintIsHeldToItsOwnMarket(t *testing.T) {
	r := turntest.Fed(turntest.Fed(three(), weth.Address, said(2_500)), wbtc.Address, said(62_500))
	p := at(t, r)
	amounts := map[string][2]*big.Int{
		"weth-usdc-5": {big.NewInt(1e18), big.NewInt(2_500e6)}, "wbtc-usdc-30": {big.NewInt(4e6), big.NewInt(2_500e6)}, "wbtc-weth-5": {big.NewInt(4e6), big.NewInt(1e18)},
	}
	for goes, a := range amounts {
		for moved := range amounts {
			r := bent(r, moved)
			m, _ := r.Market(goes)
			lost, given := p.MintLoss(m, a[0], a[1], 0)
			if given != 5_000*money.One || (lost > money.One) != (goes == moved) {
				t.Errorf("into %s while %s is bent: %s of %s", goes, moved, lost, given)
			}
		}
	}
}

// The error is about the tokens that are asked about alone.
func TestAPriceIsMissedOnlyWhereItIsAskedFor(t *testing.T) {
	r := turntest.Fed(three(), weth.Address, said(2_500))
	blind, silent := turntest.Copy(r), turntest.Fed(r, wbtc.Address, &turn.Feed{Unread: "no answer"})
	blind.Assets[2].Rate.Clear()
	for _, c := range []struct {
		about  string
		r      turn.Reading
		tokens []turn.Token
		want   error
	}{
		{"nothing", blind, nil, nil},
		{"the others", blind, []turn.Token{usdc, weth}, nil},
		{"itself", blind, []turn.Token{wbtc}, ErrUnpriced},
		{"all", blind, []turn.Token{usdc, weth, wbtc}, ErrUnpriced},
		{"the others of a silent feed", silent, []turn.Token{usdc, weth}, nil},
		{"a silent feed itself", silent, []turn.Token{weth, wbtc}, ErrSilent},
		{"a stranger", r, []turn.Token{weth, {Address: common.Address{7}}}, ErrUnpriced},
	} {
		var tokens []common.Address
		for _, token := range c.tokens {
			tokens = append(tokens, token.Address)
		}
		p, err := At(c.r, Ages{Rest: 1_200}, tokens...)
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.about, err, c.want)
		}
		if v, ok := p.Cost(weth.Address, big.NewInt(1e18)); !ok || v != 2_500*money.One {
			t.Errorf("%s: a WETH is %s, %v", c.about, v, ok)
		}
		v, ok := p.Cost(wbtc.Address, big.NewInt(1e8))
		if priced := c.about == "a stranger"; ok != priced || priced && v != 62_500*money.One {
			t.Errorf("%s: a WBTC is %s, %v", c.about, v, ok)
		}
	}
}

// What is held or owed and has no price leaves no account known; what is only listed does.
func TestTheLatestPricesAreKnownWhereWhatIsHeldHasOne(t *testing.T) {
	for about, c := range map[string]struct {
		edit func(*turn.Reading)
		ok   bool
	}{
		"none":                 {func(*turn.Reading) {}, true},
		"some":                 {func(r *turn.Reading) { r.Assets[2].Units = *uint256.NewInt(1) }, false},
		"some, but it is WETH": {func(r *turn.Reading) { r.Assets[1].Units = *uint256.NewInt(1) }, true},
		"a position":           {func(r *turn.Reading) { r.Positions = []turn.Position{{Market: "wbtc-weth-5"}} }, false},
		"a position of WETH":   {func(r *turn.Reading) { r.Positions = []turn.Position{{Market: "weth-usdc-5"}} }, true},
		"lent":                 {func(r *turn.Reading) { r.Lending = []turn.Lending{lent(wbtc, 1, 0)} }, false},
		"owed":                 {func(r *turn.Reading) { r.Lending = []turn.Lending{lent(wbtc, 0, 1)} }, false},
		"a lender without any": {func(r *turn.Reading) { r.Lending = []turn.Lending{lent(wbtc, 0, 0)} }, true},
		"a symbol read another time": {func(r *turn.Reading) {
			r.Markets[1].Base.Symbol = "wBTC"
			r.Positions = []turn.Position{{Market: "wbtc-usdc-30"}}
		}, false},
		"nothing was read": {func(r *turn.Reading) { *r = turn.Reading{} }, false},
	} {
		r := three()
		r.Assets[2].Rate.Clear()
		c.edit(&r)
		if _, ok := Latest(r); ok != c.ok {
			t.Errorf("%s: known %v", about, ok)
		}
	}
}

// A debt is worth its last price where its feed is silent, and more than there is where it never
// had one: what is left out of an equity would let more be lost.
func TestADebtWithoutAPriceIsCountedAllTheSame(t *testing.T) {
	r := three()
	r.Assets[0].Units = *uint256.NewInt(10_000e6)
	r.Lending = []turn.Lending{lent(wbtc, 0, 8_000_000)}
	silent := turntest.Fed(r, wbtc.Address, &turn.Feed{Unread: "no answer"})
	old := turntest.Fed(r, wbtc.Address, said(75_000))
	old.Assets[2].Feed.Updated = 1_000
	blind := turntest.Copy(r)
	blind.Assets[2].Rate.Clear()
	held := turntest.Copy(silent)
	held.Lending, held.Assets[2].Units = nil, *uint256.NewInt(8_000_000)
	for about, c := range map[string]struct {
		r    turn.Reading
		want money.USDC
	}{
		"a market's price":  {r, 5_000},
		"a silent feed":     {silent, 5_000},
		"an old feed":       {old, 4_000},
		"no price":          {blind, 0},
		"what is held then": {held, 10_000},
	} {
		p, err := At(c.r, Ages{Rest: 1_200}, usdc.Address, weth.Address)
		if got := p.Equity(c.r); err != nil || got != c.want*money.One {
			t.Errorf("%s: %s, want %s, %v", about, got, c.want*money.One, err)
		}
	}
}
