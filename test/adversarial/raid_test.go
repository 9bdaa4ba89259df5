package adversarial

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/safety/worstday"
	"bardo.run/bardo/golem/safety/worstday/worstdaytest"
	"bardo.run/bardo/internal/money"
)

// raid is an attack on one account for as much as a day lets go, by somebody who sets the
// pool's price with his own money before each order.
type raid struct {
	*denizen
	deal deal
	seen []sight
	lent func() money.USDC // what there is beside: what is lent less what is owed, or other coins; nil: nothing
}

// sight is what account and key have at a time, in micro-dollars at the feed's price.
type sight struct {
	at    int64
	worth money.USDC
}

// ofFigure is how the figure calls it.
func (c custody) ofFigure() worstday.Custody {
	switch {
	case c.mode == "delegation":
		return worstday.Delegation
	case c.mode != "":
		return worstday.Granted
	case c.enclosed:
		return worstday.Embedded
	}
	return worstday.OwnKey
}

// deal is what an owner gives a Golem: a configuration, the day's sum of a grant to a local key,
// a price feed unless it is blind, and a basket where it trades one.
type deal struct {
	config config.GolemConfig
	daily  money.USDC
	blind  bool
	basket bool
}

// newRaid is an account under the shipped defaults, or under changed ones. The key or the
// account has as much coin as a session key may hold.
func newRaid(t testing.TB, c custody, has estate, changes ...func(*deal)) *raid {
	t.Helper()
	w := &raid{deal: deal{config: config.Default(), daily: worstdaytest.Daily}}
	for _, change := range changes {
		change(&w.deal)
	}
	w.denizen = newDenizen(t, c, c.first+7, family{name: "raid"}, has, func(d *denizen) {
		d.owner = func(c *config.GolemConfig) { *c = w.deal.config }
		d.fuel = uint256.MustFromBig(d.r.ether(w.deal.config.Custody.MaxKeyBalance.USDC()))
		d.daily, d.blind = w.deal.daily, w.deal.blind
		if w.deal.basket {
			d.goods = newBasket(d.r)
		}
	})
	if w.goods != nil {
		w.lent = w.goods.gathered
	}
	w.r.sealed = func() {} // nothing else watches
	w.looks()
	return w
}

// told is what the owner reads at the start.
func (w *raid) told(a worstday.Attacker) worstday.Figure {
	seen, key := w.reading(), w.deal.config.Custody.MaxKeyBalance.USDC()
	if w.custody.mode == "" {
		key = worstday.Coin(seen)
	}
	return worstday.Of(w.custody.ofFigure(), w.boot.Policy, seen, key, w.deal.daily).Worst(a)
}

// coin is what the key has for gas, in wei.
func (w *raid) coin() *big.Int {
	w.r.t.Helper()
	var wei hexutil.Big
	check(w.r.t, w.r.RPC.Call(&wei, "eth_getBalance", w.r.wallet, "latest"))
	return wei.ToInt()
}

// looks takes down what there is.
func (w *raid) looks() {
	has := pair{w.r.Holds(w.r.USDC), new(big.Int).Add(w.r.Holds(w.r.WETH), w.coin())}
	worth := money.USDC(has.at(w.r.price).Int64())
	if w.lent != nil {
		worth += w.lent()
	}
	w.seen = append(w.seen, sight{w.r.Now().Unix(), worth})
}

// lost is the most that was lost within 24 hours that hold a midnight.
func (w *raid) lost() (most money.USDC) {
	for i, from := range w.seen {
		for _, to := range w.seen[i:] {
			if to.at < from.at+86_400 && to.at/86_400 > from.at/86_400 {
				most = max(most, from.worth-to.worth)
			}
		}
	}
	return most
}

// held is what the account has of ether, in micro-dollars.
func (w *raid) held() money.USDC {
	return money.USDC(pair{new(big.Int), w.r.Holds(w.r.WETH)}.at(w.r.price).Int64())
}

// worth is what the account has.
func (w *raid) worth() money.USDC {
	return w.held() + money.USDC(w.r.Holds(w.r.USDC).Int64())
}

// ether is an amount of it that is worth so much.
func (r *realm) ether(v money.USDC) *big.Int {
	wei := new(big.Int).Mul(big.NewInt(int64(v)*100), big.NewInt(1e18))
	return wei.Quo(wei, r.price)
}

// bends sets the pool's price so that whoever sells an amount of ether, or of USDC, loses so
// much of its worth by the feed; below zero he gains. It fails where nobody can lose so much.
func (w *raid) bends(sells bool, amount *big.Int, loses money.USDC) {
	w.r.t.Helper()
	back := new(big.Int) // what he gets
	if sells {
		back.Sub(pair{new(big.Int), amount}.at(w.r.price), big.NewInt(int64(loses)))
	} else {
		back.Set(w.r.ether(money.USDC(amount.Int64()) - loses))
	}
	net := new(big.Int).Mul(amount, big.NewInt(1_000_000-500))
	net.Quo(net, big.NewInt(1_000_000))
	depth, err := bind.NewUniswapV3Pool().UnpackLiquidity(w.r.Ask(w.r.Pool, bind.NewUniswapV3Pool().PackLiquidity()))
	check(w.r.t, err)
	low, high := rootAt(-880_000), rootAt(880_000)
	for gap := new(big.Int); gap.Sub(high, low).Cmp(big.NewInt(1)) > 0; {
		root := new(big.Int).Add(low, high)
		root.Rsh(root, 1)
		if enough := yields(depth, root, net, !sells).Cmp(back) >= 0; enough == !sells { // USDC is the first token
			high = root
		} else {
			low = root
		}
	}
	if !sells {
		w.r.sets(high)
		return
	}
	w.r.sets(low)
}

// yields is what a pool of that depth, at a square-root price, gives for what is left of an
// amount behind the fee, of its first token or of its second (whitepaper of Uniswap v3, §6.2).
func yields(depth, root, net *big.Int, zero bool) *big.Int {
	wide := new(big.Int).Mul(depth, q96)
	if zero {
		under := new(big.Int).Mul(net, root)
		next := new(big.Int).Mul(wide, root)
		next.Quo(next, under.Add(under, wide))
		next.Sub(root, next).Mul(next, depth)
		return next.Quo(next, q96)
	}
	next := new(big.Int).Mul(net, q96)
	next.Quo(next, depth).Add(next, root)
	out := new(big.Int).Sub(next, root)
	return out.Mul(out, wide).Quo(out, next).Quo(out, root)
}

// sets moves the pool to a square-root price.
func (r *realm) sets(root *big.Int) {
	r.t.Helper()
	in, out, now := r.USDC, r.WETH, r.root()
	switch now.Cmp(root) {
	case 0:
		return
	case -1:
		in, out = r.WETH, r.USDC
	}
	if !r.does(r.Router, bind.NewSwapRouter().PackExactInputSingle(bind.ISwapRouterExactInputSingleParams{
		TokenIn: in, TokenOut: out, Fee: big.NewInt(500), Recipient: r.Account, Deadline: evmtest.Deadline(),
		AmountIn: r.reads().number(in, "balanceOf", r.Account), AmountOutMinimum: new(big.Int), SqrtPriceLimitX96: root,
	})) || r.root().Cmp(root) != 0 {
		r.t.Fatalf("the pool stands at %s, and not at %s", r.root(), root)
	}
}
