package cage

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/golem/core/config"
	policy "bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/worstday"
	"bardo.run/bardo/golem/safety/worstday/worstdaytest"
	"bardo.run/bardo/internal/money"

	"github.com/ethereum/go-ethereum/core/tracing"
	"github.com/holiman/uint256"
)

// robber has the session key and the pools: he redeems at a price that he sets before.
type robber struct {
	*play
	t    *testing.T
	seen []sight
	// frees has what the owner opened by himself be left; nil: he opened nothing.
	frees func()
}

// sight is what the account was worth at a time, in micro-dollars at the feeds' prices.
type sight struct{ at, worth uint64 }

// days is how long he plays, and pause how long he waits between two moves.
const (
	days  = 2
	pause = 1_200
)

func (r *robber) micro(v *big.Int) uint64 { return new(big.Int).Quo(v, big.NewInt(1_000)).Uint64() }

func (r *robber) worth() uint64 { return r.micro(r.wealth().total) }

func (r *robber) held(token int) uint64 {
	return r.micro(value(r.prices, token, r.balance(r.w.tokens[token], r.w.account)))
}

// counted is what the cage says of itself.
func (r *robber) counted(method string) uint64 {
	return word(r.ask(r.w.cages[0], r.w.edition.call("PolicyCage", method)), 0).Uint64()
}

func (r *robber) toSpend() uint64 {
	return r.w.profile.perDay*1_000_000 - min(r.w.profile.perDay*1_000_000, r.counted("dailySpent"))
}

// clock lets seconds pass, with feeds that go on saying the same.
func (r *robber) clock(seconds uint64) {
	r.now += seconds
	for i := range r.w.feeds {
		r.w.refresh(r.machine, i)
	}
	r.end()
}

// trade is a swap that has to pass.
func (r *robber) trade(in, out int, amount *big.Int, loses uint64) {
	r.t.Helper()
	if refused := r.attempt(in, out, amount, loses); refused != "" {
		r.t.Fatalf("%s of token %d for token %d, to lose %d: %s", show(value(r.prices, in, amount)), in, out, loses, refused)
	}
}

// attempt redeems a swap that loses as much of what it gives, to a tenth of a cent, and
// tells why it was refused. Where the pool has to stand for that follows from its liquidity,
// which is all from one edge to the other.
func (r *robber) attempt(in, out int, amount *big.Int, loses uint64) (refused string) {
	r.t.Helper()
	r.clock(pause)
	at := r.w.pools[3]
	if in == bitcoin || out == bitcoin {
		at = r.w.pools[4]
	}
	up := func(v, by *big.Int) *big.Int { return v.Add(v, by).Sub(v, big.NewInt(1)).Quo(v, by) }
	unit := func(token int) *big.Int { return units(token, 100_000) } // 1e8 of a feed, to 1e6
	given := up(new(big.Int).Mul(amount, big.NewInt(r.prices[in])), unit(in))
	back := new(big.Int).Sub(given, new(big.Int).SetUint64(loses))
	back.Add(back, big.NewInt(1_000)) // a tenth of a cent: pool and oracle round against him
	wants := up(back.Mul(back, unit(out)), big.NewInt(r.prices[out]))

	net := new(big.Int).Mul(amount, big.NewInt(1_000_000-at.fee))
	net.Quo(net, big.NewInt(1_000_000))
	depth := word(r.ask(at.at, bind.NewUniswapV3Pool().PackLiquidity()), 0)
	low, high := rootAt(-887_000), rootAt(887_000) // the pool gives more the nearer to one of them
	for gap := new(big.Int); gap.Sub(high, low).Cmp(big.NewInt(1)) > 0; {
		root := new(big.Int).Add(low, high)
		root.Rsh(root, 1)
		if enough := swapped(depth, root, net, in == at.token0).Cmp(wants) >= 0; enough == (in == at.token0) {
			high = root
		} else {
			low = root
		}
	}
	root := high
	if in != at.token0 {
		root = low
	}
	r.moveTo(r.w.thief, at, root)
	s := step{kind: sell}
	if in == cash {
		s.kind = buy
	}
	if in == bitcoin || out == bitcoin {
		s.a = 3
	}
	r.wealthy = nil
	r.seen = append(r.seen, sight{r.now, r.worth()})
	if err := r.redeem([]step{s}, []redemption{{calls: []execution{
		{r.w.tokens[in], new(big.Int), approveCall(r.w.router, amount)},
		{r.w.router, new(big.Int), swapCall(r.w, in, out, at.fee, amount, r.w.account)},
	}}}); err != nil {
		r.t.Fatal(err) // the checker's
	}
	r.seen = append(r.seen, sight{r.now, r.worth()})
	return r.refuse
}

// swapped is what a pool of that depth gives for what is left of an amount behind the fee.
func swapped(depth, root, net *big.Int, zero bool) *big.Int {
	wide := new(big.Int).Lsh(depth, 96)
	if zero {
		under := new(big.Int).Mul(net, root)
		under.Add(under, wide)
		next := new(big.Int).Mul(wide, root)
		next.Add(next, under).Sub(next, big.NewInt(1)).Quo(next, under)
		next.Sub(root, next).Mul(next, depth)
		return next.Rsh(next, 96)
	}
	next := new(big.Int).Lsh(net, 96)
	next.Quo(next, depth).Add(next, root)
	out := new(big.Int).Sub(next, root)
	return out.Mul(out, wide).Quo(out, next).Quo(out, root)
}

// purchase is cash for a token, of so many micro-dollars.
func (r *robber) purchase(token int, of, loses uint64) {
	r.trade(cash, token, new(big.Int).SetUint64(of), loses)
}

// sale is everything of a token for cash, or so many micro-dollars of it.
func (r *robber) sale(token int, of, loses uint64) {
	amount := r.balance(r.w.tokens[token], r.w.account)
	if h := r.held(token); of < h {
		amount.Mul(amount, new(big.Int).SetUint64(of)).Quo(amount, new(big.Int).SetUint64(h))
	}
	r.trade(token, cash, amount, loses)
}

// room is what may be bought of a token at once, as the cage sees the account.
func (r *robber) room(token int) uint64 {
	p, risk := r.w.profile, r.counted("deployed")+r.held(ether)+r.held(bitcoin)
	total := risk + r.held(cash)
	less := func(share, used uint64) uint64 { return max(total/10_000*share, used) - used }
	return min(less(p.position, r.held(token)), less(p.concentration, risk), p.perMove*1_000_000, r.toSpend())
}

const cent = 10_000

// share is what a move of a value may lose.
func share(of, bps uint64) uint64 { return of / 10_000 * bps }

// rob is all that the cage lets go now.
func (r *robber) rob() {
	p := r.w.profile
	volume := 2*r.toSpend() + r.micro(r.wealth().noncash)
	if r.counted("lossLeft") <= cent {
		return
	}
	if share(volume, p.moveLoss) <= r.counted("lossLeft") {
		r.turnOver()
		return
	}
	// To a cent of the limit by buying and selling.
	for left := r.counted("lossLeft"); left > 2*cent; left = r.counted("lossLeft") {
		if of := r.held(ether); of > left/2 {
			r.sale(ether, of, min(share(of, p.moveLoss), left-cent))
			continue
		}
		of := r.room(ether)
		if of == 0 {
			break
		}
		r.purchase(ether, of, min(share(of, p.moveLoss), left-cent))
	}
	// Build what can be had for nothing, and sell it beyond the limit.
	for _, token := range []int{ether, bitcoin} {
		for of := r.room(token); of > 1_000_000; of = r.room(token) {
			r.purchase(token, of, 0)
		}
	}
	if r.frees != nil {
		r.frees()
	}
	for _, token := range []int{ether, bitcoin} {
		if of := r.held(token); of > 1_000_000 {
			if of > 10_000_000 {
				r.refused("ValueLost", token, cash, r.balance(r.w.tokens[token], r.w.account), share(of, p.exitLoss+50))
			}
			r.sale(token, of, share(of, p.exitLoss))
		}
	}
	if r.counted("lossLeft") == 0 {
		r.refused("LossLimitReached", cash, ether, big.NewInt(10_000_000), 0)
	}
}

// refused says that a swap is, and why.
func (r *robber) refused(want string, in, out int, amount *big.Int, loses uint64) {
	r.t.Helper()
	if got := r.attempt(in, out, amount, loses); got != want {
		r.t.Errorf("a swap at the limit that loses %d is refused because of %q, and not of %s", loses, got, want)
	}
}

// turnOver spends all of the day's sum, and sells, where losing as much as a move may each
// time does not come to the day's loss.
func (r *robber) turnOver() {
	p := r.w.profile
	for {
		of := r.room(ether)
		if rest := r.toSpend(); of < min(rest, p.perMove*1_000_000) && r.held(ether) > 0 {
			r.sale(ether, r.held(ether), share(r.held(ether), p.moveLoss))
			continue
		}
		if of < 1_000_000 {
			break
		}
		r.purchase(ether, of, share(of, p.moveLoss))
	}
	for _, token := range []int{ether, bitcoin} {
		if of := r.held(token); of > 0 {
			r.sale(token, of, share(of, p.moveLoss))
		}
	}
}

// worst is the most that the account lost in 24 hours, wherever they begin.
func (r *robber) worst() (lost, begins, ends uint64) {
	for i, from := range r.seen {
		for _, to := range r.seen[i:] {
			if to.at < from.at+86_400 && to.worth < from.worth && from.worth-to.worth > lost {
				lost, begins, ends = from.worth-to.worth, from.at, to.at
			}
		}
	}
	return lost, begins, ends
}

// coin has the thief send away what the key holds for gas, of which no contract knows.
func (r *robber) coin(of money.USDC) money.USDC {
	r.t.Helper()
	const micro = 1e12 / 2_000                // wei of a micro-dollar
	wei := uint256.NewInt(uint64(of) * micro) //nolint:gosec // positive
	r.AddBalance(r.w.golem, wei, tracing.BalanceChangeUnspecified)
	before := r.GetBalance(r.w.thief).Clone()
	if _, _, err := r.pay(r.w.golem, r.w.thief, wei, nil); err != nil {
		r.t.Fatal(err)
	}
	return money.USDC(new(uint256.Int).Sub(r.GetBalance(r.w.thief), before).Uint64() / micro) //nolint:gosec // small
}

// told is what the owner of an account is told, whose key holds 50 dollars of coin.
func told(p profile) worstday.Figure {
	return toldOf(p, worstday.Valuation{Worth: money.USDC(p.worth()) * money.One, NotCash: money.USDC(p.milliether*2) * money.One, Fed: true}) //nolint:gosec // small
}

func toldOf(p profile, v worstday.Valuation) worstday.Figure {
	return worstday.New(worstday.Delegation, policy.Policy{}, v, keyed50, 0).Within(policycage.Limits{
		Concentration: money.BPS(p.concentration), DayLoss: money.USDC(p.dayLoss()) * money.One, MoveLoss: money.BPS(p.moveLoss), //nolint:gosec // small
		ExitLoss: money.BPS(p.exitLoss), PerDay: money.USDC(p.perDay) * money.One, //nolint:gosec // small
	}).Worst(worstday.Key)
}

// keyed50 is what a session key may hold.
const keyed50 = 50 * money.One

// robbed is what is lost in the worst 24 hours of an account.
func robbed(t *testing.T, name string, p profile) (reached money.USDC) {
	t.Helper()
	w := newWorld(newKit(t), today(t), p)
	r := &robber{play: begin(w, 0, tally{}), t: t}
	midnight := r.now/86_400*86_400 + 86_400
	r.clock(midnight - 2*pause - r.now)
	for ends := r.now + days*86_400; r.now < ends; {
		r.rob()
		r.clock(3_600)
	}
	lost, begins, ends := r.worst()
	reached = money.USDC(lost) + r.coin(keyed50) //nolint:gosec // small
	if first := r.seen[0].at; first >= midnight || r.tally["accepted: within 24 hours across midnight"] == 0 || ends-begins >= 86_400 {
		t.Errorf("%s: no 24 hours across midnight", name)
	}
	computed := told(p).Amount
	t.Logf("| %s | %s | %s | %.3f | %.1f h, from %.1f h to midnight | %d redemptions |", name, worstday.Dollars(computed), worstday.Dollars(reached),
		float64(computed)/float64(reached), float64(ends-begins)/3_600, float64(int64(midnight)-int64(begins))/3_600, r.tally["accepted"]) //nolint:gosec // times
	return reached
}

// shippedTo is the profile of a grant as shipped, over dollars and milliether.
func shippedTo(t *testing.T, usdc, milliether int64) profile {
	t.Helper()
	worth := usdc + milliether*2
	l := grant.Limits(policy.FromConfig(config.Default(), nil, nil), money.USDC(worth)*money.One)
	whole := func(v money.USDC) uint64 { return uint64(v / money.One) } //nolint:gosec // positive
	p := profile{
		name: "shipped", usdc: usdc, milliether: milliether, position: uint64(l.Position), concentration: uint64(l.Concentration), drawdown: uint64(l.Drawdown),
		perMove: whole(l.PerTransaction), perDay: whole(l.PerDay), moveLoss: uint64(l.MoveLoss), exitLoss: uint64(l.ExitLoss),
	}
	if whole(l.DayLoss) != p.dayLoss() || whole(l.SessionLoss) != p.sessionLoss() || p.perMove != 10_000 || p.perDay != 100_000 {
		t.Fatalf("%+v is shipped, and %+v played", l, p)
	}
	return p
}

// builds has a patient thief buy for nothing, day after day, all that may be had.
func (r *robber) builds() {
	for range 30 {
		for _, token := range []int{ether, bitcoin} {
			for of := r.room(token); of > 1_000_000; of = r.room(token) {
				r.purchase(token, of, 0)
			}
		}
		r.clock(6 * 3_600)
	}
}

// From a million in cash one day moves too little to reach the figure: who first buys for nothing
// what may be held, for a week, reaches it.
func TestAPatientThiefReachesTheFigureFromCash(t *testing.T) {
	p := shippedTo(t, 1_000_000, 0)
	r := &robber{play: begin(newWorld(newKit(t), today(t), p), 0, tally{}), t: t}
	r.builds()
	if built := r.held(ether) + r.held(bitcoin); built < 299_000*1_000_000 || r.worth() < p.worth()*1_000_000 {
		t.Fatalf("%d built of %d", built, r.worth())
	}
	for range 4 {
		r.rob()
		r.clock(3_600)
	}
	lost, _, _ := r.worst()
	reached := money.USDC(lost) + r.coin(keyed50) //nolint:gosec // small
	worstdaytest.Near(t, "a million in cash, and a week", told(p), reached)
	t.Logf("%s of %s", worstday.Dollars(reached), worstday.Dollars(told(p).Amount))
}

// risks is how much of an account is ether when the thief comes, in thousandths: of a large one
// 300,000 dollars, as a patient thief builds it.
var risks = map[int64]int64{1_000_000: 150_000}

func sized(t *testing.T, dollars int64) profile {
	t.Helper()
	return shippedTo(t, dollars-2*risks[dollars], risks[dollars])
}

// The worst day is what a thief with the session key reaches who sets the pools' prices with
// his own money, and he does not pass it.
func TestTheWorstDayIsReachedAndNotPassed(t *testing.T) {
	t.Log("| account | computed | reached | ratio | worst 24 h | redemptions |")
	for _, dollars := range worstdaytest.Sizes {
		p := sized(t, dollars)
		cell := worstdaytest.Cell{Custody: worstday.Delegation, Attacker: worstday.Key, Dollars: dollars}
		cell.Holds(t, told(p), robbed(t, cell.String(), p), *update)
	}
}

// halves are the limits that the figure is made of, each to half of what is shipped, and the
// accounts at which it binds.
var halves = []struct {
	name  string
	edit  func(*profile)
	binds []int64
}{
	{"what a day may lose", func(p *profile) { p.lessLoss = 100 }, []int64{10_000}},
	{"what a sale may lose beyond it", func(p *profile) { p.exitLoss /= 2 }, []int64{10_000}},
	{"what may be anything but cash", func(p *profile) { p.concentration /= 2 }, []int64{10_000}},
	{"what a move may lose", func(p *profile) { p.moveLoss /= 2 }, []int64{1_000_000}},
	{"what may be spent in a day", func(p *profile) { p.perDay /= 2 }, []int64{1_000_000}},
}

// Half of a limit that binds is another figure, another sentence and another loss, which the
// same thief reaches and does not pass; half of one that does not bind is the same, to a cent
// in a dollar.
func TestAnotherLimitIsAnotherWorstDay(t *testing.T) {
	for _, dollars := range []int64{10_000, 1_000_000} {
		whole := sized(t, dollars)
		lost, said := robbed(t, "whole", whole), told(whole)
		for _, h := range halves {
			p, name := whole, fmt.Sprintf("%d, half of %s", dollars, h.name)
			h.edit(&p)
			less, says := robbed(t, name, p), told(p)
			worstdaytest.Near(t, name, says, less)
			if binds := slices.Contains(h.binds, dollars); binds != (says.Amount < said.Amount) || binds != (100*less < 99*lost) || binds != (says.Sentence() != said.Sentence()) {
				t.Errorf("%s: %s were lost, of the whole %s; %s", name, worstday.Dollars(less), worstday.Dollars(lost), says.Sentence())
			}
		}
	}
}
