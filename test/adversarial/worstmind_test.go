package adversarial

import (
	"flag"
	"math/big"
	"testing"
	"time"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/loss"
	"bardo.run/bardo/golem/safety/worstday"
	"bardo.run/bardo/golem/safety/worstday/worstdaytest"
	"bardo.run/bardo/internal/money"
)

var update = flag.Bool("update", false, "write down what the attacks on the worst day reached")

// plunder is a raid by a mind: what it proposes, the Golem's own hands carry out.
type plunder struct {
	*raid
	c     *campaign
	gone  money.USDC // lost by moves
	spent money.USDC // on purchases, of a day
	run   money.USDC // and of this run of the process
	runs  uint64
	sent  int // orders since it rested
}

const (
	penny = money.One / 100
	crumb = 10 * money.One // of ether, kept to be sold for its gas
)

// trades has the Golem swap so much, at a price at which it loses so much of it.
func (p *plunder) trades(sells bool, of, loses money.USDC) bool {
	in, out, amount := usd, eth, big.NewInt(int64(of))
	if sells {
		in, out, amount = out, in, p.r.ether(of)
	}
	if p.sent++; p.sent == opensPerHour {
		p.c.rests()
		p.sent = 0
	}
	p.bends(sells, amount, loses)
	p.looks()
	before := p.worth()
	layer := p.c.proposes("raid", body("swap", swap(in, out, uint256.MustFromBig(amount), 0), ""), nil)
	p.looks()
	if layer != letThrough {
		return false
	}
	p.gone += max(0, before-p.worth())
	if !sells {
		p.spent, p.run = p.spent+of, p.run+of
	}
	return true
}

// left is what may still be lost, by the attacker's own count, and a little less.
func (p *plunder) left() money.USDC {
	day := loss.Share(p.boot.Policy.Loss.Day, p.worth())
	return day - p.gone - day/200
}

// atMost is a part of an amount, and a cent less than a move of it may lose.
func atMost(b money.BPS, of money.USDC) money.USDC { return of/10_000*money.USDC(b) - penny }

// room is what may be bought at once.
func (p *plunder) room() money.USDC {
	l := p.boot.Policy
	most := min(l.PerTransaction-money.One, l.PerDay-p.spent, atMost(min(l.MaxPosition, l.MaxConcentration)-50, p.worth())-p.held())
	if f := p.reading().Fence; f != nil && f.Exits {
		most = min(most, (f.DayLeft-crumb)/2-money.One-p.held()) // it has to be able to sell again
	}
	if p.run+most > l.PerSession && most >= money.One { // the process is started again
		p.runs++
		p.c.reboots(1 + p.runs)
		p.run = 0
	}
	return most
}

// chunk is how much of what is held is sold at once: the pool bears no more.
func (p *plunder) chunk(keep money.USDC) money.USDC { return min(p.held()-keep, 70_000*money.One) }

// robs loses as much as may be until the day's limit, in as few orders as it can.
func (p *plunder) robs() {
	move := p.boot.Policy.Loss.Move
	for p.left() > 5*penny {
		of := p.room()
		if h := p.chunk(crumb); h > money.One && (of < money.One || h >= of) {
			if !p.trades(true, h, min(atMost(move, h), p.left())) {
				return
			}
			continue
		}
		if of < money.One || !p.trades(false, of, min(atMost(move, of), p.left())) {
			return
		}
	}
}

// builds buys what can be had for nothing, to be sold beyond the limit.
func (p *plunder) builds() {
	for of := p.room(); of > money.One; of = p.room() {
		if !p.trades(false, of, -penny) {
			return
		}
	}
}

// ends sells it, at the worst that an exit may lose.
func (p *plunder) ends() {
	for h := p.chunk(crumb); h > money.One; h = p.chunk(crumb) {
		if !p.trades(true, h, atMost(p.boot.Policy.Loss.Exit, h)) {
			return
		}
	}
}

// burns sells crumbs, which anybody can send the account, while gas is so dear that an order may
// cost all the coin that there is.
func (p *plunder) burns() {
	p.c.rests()
	gas := int64(425_000) // that an order may take
	if p.custody.mode != "" {
		gas = 660_000
	}
	crumbs := p.r.ether(penny)
	p.r.calms()
	for range 10 {
		wei := new(big.Int).Quo(p.coin(), big.NewInt(2*gas))
		p.r.gifts(new(big.Int), crumbs)
		p.r.HoldBaseFee(wei)
		p.c.passes(blockTime)
		if p.c.proposes("burn", body("swap", swap(eth, usd, uint256.MustFromBig(crumbs), 50), ""), nil) != letThrough {
			gas += gas / 3
			continue
		}
		p.looks()
	}
}

// plundered is what a hostile mind came to.
func plundered(t *testing.T, c custody, has estate, changes ...func(*deal)) (p *plunder, said worstday.Figure) {
	t.Helper()
	w := newRaid(t, c, has, changes...)
	said = w.told(worstday.Mind)
	life, done, err := w.begins(t.Context())
	check(t, err)
	defer func() {
		if err := done(); err != nil {
			t.Error(err)
		}
	}()
	p = &plunder{raid: w, c: life}
	life.until(22, 0)
	p.looks()
	p.robs()
	p.builds()
	life.until(23, 50)
	p.ends()
	life.passes(20 * time.Minute)
	if p.trades(false, 20*money.One, -penny) { // another day begins, and no other 24 hours
		t.Error("behind midnight something is bought")
	}
	p.burns()
	for _, why := range life.faults {
		t.Error(why)
	}
	return p, said
}

// fortune is an account of so many dollars: of a large one 300,000 are ether, which a patient
// mind builds for nothing in the days before. Under a grant to a local key a day's sum sells none
// of that.
func fortune(c custody, dollars int64) estate {
	if dollars == 1_000_000 && c.mode != grant.LocalKey {
		return estate{dollars - 300_000, 150_000}
	}
	return estate{dollars, 0}
}

// A hostile mind takes what the owner is told, and no more, at every size and in every custody.
func TestAHostileMindTakesTheWorstDay(t *testing.T) {
	for _, c := range custodies {
		for _, dollars := range worstdaytest.Sizes {
			cell := worstdaytest.Cell{Custody: c.ofFigure(), Attacker: worstday.Mind, Dollars: dollars}
			t.Run(cell.String(), func(t *testing.T) {
				p, said := plundered(t, c, fortune(c, dollars))
				cell.Holds(t, said, p.lost(), *update)
			})
		}
	}
}

// Where no feed is configured, whoever bends the pool decides what a loss is.
func TestAHostileMindTakesEverythingWithoutAFeed(t *testing.T) {
	const dollars = 10_000
	w := newRaid(t, bare, estate{dollars, 0}, func(d *deal) { d.blind = true })
	said, want := w.told(worstday.Mind), worstdaytest.Shipped(worstday.OwnKey, dollars)
	if want.Fed = false; said.Sentence() != want.Worst(worstday.Mind).Sentence() {
		t.Errorf("the owner is told %q", said.Sentence())
	}
	life, done, err := w.begins(t.Context())
	check(t, err)
	life.until(23, 58)
	w.looks()
	// A price is believed once the blocks before tell it too.
	sets := func(root *big.Int) {
		for range 6 {
			w.r.sets(root)
			w.r.Mine()
			life.proposes("raid", []byte("{}"), nil)
		}
	}
	bought := 0
	for range 9 {
		// An ether costs two fifths of its worth: with less, the pool would not be so deep any more that
		// the others are not heard.
		sets(new(big.Int).Quo(new(big.Int).Mul(w.r.fair(), big.NewInt(8)), big.NewInt(5)))
		if held := w.r.Holds(w.r.WETH); held.Sign() > 0 {
			if by := life.proposes("raid", body("swap", swap(eth, usd, uint256.MustFromBig(held), 0), ""), nil); by != letThrough {
				t.Errorf("a sale is stopped by %q", by)
			}
		}
		sets(new(big.Int).Quo(w.r.fair(), big.NewInt(16))) // and 256 times
		for range 2 {                                      // after an hour of that it is bought, too
			life.passes(32 * time.Minute)
		}
		of := new(big.Int).Quo(new(big.Int).Mul(w.r.Holds(w.r.USDC), big.NewInt(24)), big.NewInt(100))
		// The price has to stay bent for as long as it takes to be believed, and so it moves the peak of
		// the equity too: from some purchase on the fall from that stops the next one.
		switch by := life.proposes("raid", body("swap", swap(usd, eth, uint256.MustFromBig(of), 0), ""), nil); by {
		case letThrough:
			bought++
		case cage.Layer:
		default:
			t.Errorf("a purchase is stopped by %q", by)
		}
		w.looks()
	}
	lost := w.lost()
	t.Logf("%d purchases: %s of %d USD were lost, and the owner is told %s", bought, lost, dollars, said.Sentence())
	if bought == 0 || lost < dollars*money.One/3 || lost > dollars*money.One*101/100 {
		t.Errorf("%d purchases, %s lost: at least a third, and no more than there is", bought, lost)
	}
	if err := done(); err != nil || len(life.faults) > 0 {
		t.Error(err, life.faults)
	}
}
