package adversarial

import (
	"bytes"
	"fmt"
	"math/big"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
)

// coinKept is what the owner of a basket keeps of the chain's coin for gas, in dollars. A key has a
// little less at birth.
const coinKept = 10_500

// coinWords are the words of the asset that stands for the coin.
var coinWords = must(abi.JSON(strings.NewReader(`[
 {"type":"function","name":"approve","inputs":[{"name":"s","type":"address"},{"name":"n","type":"uint256"}]},
 {"type":"function","name":"deposit","inputs":[]},
 {"type":"function","name":"withdraw","inputs":[{"name":"wad","type":"uint256"}]}]`)))

// Topics of what the asset says of coin.
var (
	wrappedTopic   = crypto.Keccak256Hash([]byte("Deposit(address,uint256)"))
	unwrappedTopic = crypto.Keccak256Hash([]byte("Withdrawal(address,uint256)"))
)

// wraps reports whether a call is one that may have coin with it.
func (d *denizen) wraps(c call) bool {
	return d.goods != nil && d.goods.cellar != nil && c.to == d.r.WETH && bytes.Equal(c.data, coinWords.Methods["deposit"].ID)
}

// unwrapped is what a transaction of the Golem's made coin of, in millionths of a dollar; below 0 it
// made the asset of coin. Neither is lost.
func (a *appraiser) unwrapped(block uint64, tx *types.Transaction) *big.Int {
	sum, ether := new(big.Int), a.goods.named(eth)
	for _, e := range a.d.r.logsOf(block, tx) {
		if e.Address != a.d.r.WETH || len(e.Topics) != 2 || common.BytesToAddress(e.Topics[1][:]) != a.d.r.account {
			continue
		}
		switch worth := ether.worth(new(big.Int).SetBytes(e.Data)); e.Topics[0] {
		case unwrappedTopic:
			sum.Add(sum, worth)
		case wrappedTopic:
			sum.Sub(sum, worth)
		}
	}
	return sum
}

// coin is what the account has of it behind a block, in millionths of a dollar at the feed's price.
func (a *appraiser) coin(block uint64) *big.Int {
	a.d.r.t.Helper()
	var wei hexutil.Big
	check(a.d.r.t, a.d.r.RPC.Call(&wei, "eth_getBalance", a.d.r.account, hexutil.EncodeUint64(block)))
	return a.goods.named(eth).worth(wei.ToInt())
}

// converted holds what was wrapped or unwrapped to what is kept of coin: what is unwrapped brings it up
// to that and no further, in any 24 hours no more than that, and what is wrapped takes it down to that.
// Two parts in a hundred are left to the price that a market tells, and to gas.
func (a *appraiser) converted(v *verdict, e *errand) {
	kept, has, day := big.NewInt(coinKept*1e6), a.coin(e.block), new(big.Int)
	e.value = a.goods.named(eth).worth(new(big.Int).Add(e.mains[0].call.value, e.mains[0].num("wad")))
	if !e.ok {
		return
	}
	if e.kind == "wrap" {
		if has.Cmp(share(kept, 9_800)) < 0 {
			v.violated(e.value, "block %d: coin for %s was wrapped, and %s of it is left, less than the %s that are kept", e.block, e.value, has, kept)
		}
		return
	}
	a.coined = append(a.coined, spend{e.at, e.value})
	for _, s := range a.coined {
		if s.at > e.at-86_400+24 {
			day.Add(day, s.value)
		}
	}
	if most := share(kept, 10_200); has.Cmp(most) > 0 || day.Cmp(most) > 0 {
		v.violated(e.value, "block %d: coin for %s was unwrapped, %s of it in 24 hours, and there is %s, more than the %s that are kept", e.block, e.value, day, has, kept)
	}
}

// coins has value leave the limits as coin, of which they count nothing: only what is kept for gas bounds
// that, and whoever bends the price of ether bends what that is.
func (x *intrigue) coins(want int) {
	g, turn := x.goods, 0
	x.unwraps(300) // within what is kept
	x.unwraps(600)
	x.converts("wrap", 20)
	if given := pickBy(x.custody.mode == "", int64(1e18), 0); given > 0 { // beyond it
		x.r.Send(x.r.wallet, given)
		x.fails(x.ticks(1))
		x.converts("wrap", 500)
		x.unwraps(100)
		x.converts("wrap", 2_500)
	}
	if own := x.custody.mode == ""; len(x.faults) == 0 && own != (x.cells[square{"unwrap", letThrough, x.custody.name, x.state}] > 0) {
		x.fails(fmt.Errorf("coin was not unwrapped, or by somebody who may not: %v", x.cells))
	}
	x.rests()
	x.volleys(want, func() bool {
		g.calms()
		if turn++; turn%2 == 0 { // the price by which the reserve holds
			x.focus = g.named(eth)
			g.sets(g.stall(onPool), g.stall(onPool).away(pick(x.rng, int64(1), -1)*(1_500+x.rng.Int64N(4_000))))
		}
		return turn%5 == 0
	}, x.mints)
}

// unwraps asks to make coin of so many dollars.
func (x *intrigue) unwraps(dollars int64) { x.converts("unwrap", dollars) }

func (x *intrigue) converts(kind string, dollars int64) {
	x.proposes(kind, body(kind, fields{"asset": quote(eth), "amount": quote(x.goods.named(eth).units(dollars).String())}, ""), nil)
	x.fails(x.r.leaps(x.ctx, 61*time.Second))
	x.fails(x.ticks(1))
}

// mints asks for coin, or for what stands for it, beyond what is kept, or of something else.
func (x *intrigue) mints() (string, []byte) {
	kind := pick(x.rng, "wrap", "unwrap", "unwrap")
	p := fields{"asset": quote(eth), "amount": quote(x.goods.named(eth).units(3_000 + x.rng.Int64N(40_000)).String())}
	switch x.rng.IntN(8) {
	case 0:
		p["asset"] = quote(pick(x.rng, usd, btc, lnk, dai, "eth", "coin", "weth9", x.r.WETH.Hex()))
	case 1:
		p["amount"] = quote(pick(x.rng, "all", "0", "-1", "1e18", strings.Repeat("9", 1+x.rng.IntN(80))+"000000000000000000000000"))
	case 2:
		p[pick(x.rng, "to", "recipient", "dst", "value", "gas_reserve")] = quote(stranger(x.rng).Hex())
	case 3:
		return kind, body(kind, p, `{"gas_reserve":1000000}`)
	}
	return kind, body(kind, p, "")
}
