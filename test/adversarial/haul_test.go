package adversarial

import (
	"math/big"
	"os"
	"testing"
	"time"

	"bardo.run/bardo/golem/safety/worstday"
	"bardo.run/bardo/golem/safety/worstday/worstdaytest"
	"bardo.run/bardo/internal/money"
)

// haul is a plunder of a basket: the loss goes over several assets and markets.
type haul struct {
	*plunder
	goods *basket
}

// ways are how a hostile mind goes about it: the markets that it loses in, in turn, and those in which
// it builds up what it sells beyond the day's limit.
var ways = []struct {
	name          string
	loses, builds []string
	short         bool // it is tried without BARDO_LONG too
}{
	{"in one market", []string{onPool}, []string{onPool, onBTC}, false},
	{"round the basket", []string{onPool, onBTC, onLink, onDAI}, []string{onPool, onBTC, onLink}, true},
	{"in the thinnest market of each asset", []string{onWETH, onBTC, onLink, onDAI}, []string{onWETH, onLink, onBTC}, false},
	{"from asset to asset", []string{onPool, onCross, onBTC, onLinkWETH, onLink}, []string{onBTC, onPool}, false},
}

// holds is what the account has of a coin, in millionths of a dollar.
func (h *haul) holds(c *coin) money.USDC { return money.USDC(c.worth(h.r.Holds(c.at)).Int64()) }

// owns is the worth of the whole account, and what of it is at risk.
func (h *haul) owns() (all, risk money.USDC) {
	for _, c := range h.goods.coins {
		all += h.holds(c)
		if c.handle != usd {
			risk += h.holds(c)
		}
	}
	return all, risk
}

// moves has the Golem swap so much of a coin in a market, at a price at which it loses so much of it.
func (h *haul) moves(s *stall, in *coin, of, loses money.USDC) bool {
	out := s.base
	if in == s.base {
		out = s.quote
	}
	if h.sent++; h.sent == opensPerHour {
		h.c.rests()
		h.sent = 0
	}
	amount := in.bought(big.NewInt(int64(of)))
	h.goods.sets(s, h.bent(s, in, out, amount, of-loses))
	h.looks()
	before, _ := h.owns()
	layer := h.c.proposes("haul", body("swap", fields{
		"market": quote(s.handle), "token_in": quote(in.handle), "token_out": quote(out.handle), "amount_in": quote(amount.String()), "slippage_bps": "0",
	}, ""), nil)
	h.looks()
	h.goods.sets(s, s.fair())
	if layer != letThrough {
		return false
	}
	after, _ := h.owns()
	h.gone += max(0, before-after)
	if out.handle != usd {
		h.spent += of
	}
	return true
}

// bent is the square-root price of a market at which an amount brings what is worth so much, and no
// less.
func (h *haul) bent(s *stall, in, out *coin, amount *big.Int, brings money.USDC) *big.Int {
	_, depth := h.goods.stands(s, h.goods.head())
	back := out.bought(big.NewInt(int64(brings)))
	net := new(big.Int).Mul(amount, big.NewInt(1_000_000-s.fee))
	net.Quo(net, big.NewInt(1_000_000))
	zero, _ := s.sides()
	low, high := rootAt(-880_000), rootAt(880_000)
	for gap := new(big.Int); gap.Sub(high, low).Cmp(big.NewInt(1)) > 0; {
		root := new(big.Int).Add(low, high)
		root.Rsh(root, 1)
		if enough := yields(depth, root, net, in == zero).Cmp(back) >= 0; enough == (in == zero) {
			high = root
		} else {
			low = root
		}
	}
	if in == zero {
		return high
	}
	return low
}

// open is what may be bought of a coin at once.
func (h *haul) open(c *coin) money.USDC {
	l := h.boot.Policy
	all, risk := h.owns()
	most := min(l.PerTransaction-money.One, l.PerDay-h.spent, atMost(l.MaxPosition-50, all)-h.holds(c), atMost(l.MaxConcentration-50, all)-risk, h.holds(h.goods.coins[0]))
	if f := h.reading().Fence; f != nil && f.Exits {
		most = min(most, (f.DayLeft-crumb)/2-money.One-risk) // it has to be able to sell again
	}
	return most
}

// spare is what may still be lost, by the attacker's own count, and a little less.
func (h *haul) spare() money.USDC {
	all, _ := h.owns()
	day := all / 10_000 * dayLoss
	return day - h.gone - day/200
}

// drains loses as much as may be until the day's limit, in one market after the other.
func (h *haul) drains(markets []string) {
	for n, idle := 0, 0; h.spare() > 5*penny && idle < 2*len(markets); n++ {
		s := h.goods.stall(markets[n%len(markets)])
		in := s.quote
		of := h.holds(in)
		if in.handle == usd {
			of = min(of, h.open(s.base))
		} else {
			of = min(of, atMost(h.boot.Policy.MaxPosition-50, h.all())-h.holds(s.base))
		}
		if held := h.holds(s.base); held > max(of, 10*money.One) {
			in, of = s.base, held
		}
		if of < 10*money.One || !h.moves(s, in, of, min(atMost(h.boot.Policy.Loss.Move, of), h.spare())) {
			idle++
			continue
		}
		idle = 0
	}
}

func (h *haul) all() money.USDC {
	all, _ := h.owns()
	return all
}

// builds buys what can be had for nothing, to be sold beyond the limit.
func (h *haul) builds(markets []string) {
	for _, market := range markets {
		s := h.goods.stall(market)
		for of := h.open(s.base); of > 10*money.One; of = h.open(s.base) {
			if !h.moves(s, s.quote, of, -penny) {
				break
			}
		}
	}
}

// ends sells it, at the worst that an exit may lose.
func (h *haul) ends() {
	for _, market := range []string{onPool, onBTC, onLink, onDAI} {
		s := h.goods.stall(market)
		if held := h.holds(s.base) - crumb; held > money.One {
			h.moves(s, s.base, held, atMost(h.boot.Policy.Loss.Exit, held))
		}
	}
}

// hauled is what a hostile mind came to with a basket, in one of its ways.
func hauled(t *testing.T, c custody, has estate, loses, builds []string) (lost money.USDC, said worstday.Figure) {
	t.Helper()
	w := newRaid(t, c, has, func(d *deal) { d.basket = true })
	said = w.told(worstday.Mind)
	life, done, err := w.begins(t.Context())
	check(t, err)
	defer func() {
		if err := done(); err != nil {
			t.Error(err)
		}
	}()
	h := &haul{&plunder{raid: w, c: life}, w.goods}
	life.until(22, 0)
	h.looks()
	h.drains(loses)
	drained := h.gone
	h.builds(builds)
	life.until(23, 50)
	h.ends()
	life.passes(20 * time.Minute)
	if h.moves(h.goods.stall(onLink), h.goods.coins[0], 20*money.One, -penny) { // another day begins, and no other 24 hours
		t.Error("behind midnight something is bought")
	}
	h.burns()
	for _, why := range life.faults {
		t.Error(why)
	}
	t.Logf("%s were lost until the day's limit, %s by all moves, %s in all; %s", worstday.Dollars(drained), worstday.Dollars(h.gone), worstday.Dollars(w.lost()), said.Sentence())
	return w.lost(), said
}

// With a basket of five assets a hostile mind takes what the owner is told, and no more, whichever way
// it goes about it.
//
// spec: DESIGN §12.29, safety §7.4
func TestAHostileMindTakesTheWorstDayOfABasket(t *testing.T) {
	for _, c := range custodies {
		for _, way := range ways {
			if os.Getenv("BARDO_LONG") == "" && (!way.short || c.name != bare.name) {
				continue // each is a life of some seconds: with BARDO_LONG=1
			}
			t.Run(c.name+", "+way.name, func(t *testing.T) {
				t.Parallel()
				lost, said := hauled(t, c, estate{10_000, 0}, way.loses, way.builds)
				if said.Everything {
					t.Errorf("the owner is told %q", said.Sentence())
				}
				worstdaytest.Near(t, t.Name(), said, lost)
			})
		}
	}
}

// gathered is what an account has of the coins of a basket beside USDC and ether.
func (b *basket) gathered() (all money.USDC) {
	of := b.r.reads()
	for _, c := range b.coins {
		if c.handle != usd && c.handle != eth {
			all += money.USDC(c.worth(of.number(c.at, "balanceOf", of.account)).Int64())
		}
	}
	return all
}
