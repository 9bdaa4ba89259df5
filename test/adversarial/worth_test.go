package adversarial

import (
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
)

// pair is an amount of both tokens of a realm: millionths of a USDC, and wei. Either may
// be negative.
type pair struct{ usdc, weth *big.Int }

func newPair() pair { return pair{new(big.Int), new(big.Int)} }

func (p pair) add(of pair) {
	p.usdc.Add(p.usdc, of.usdc)
	p.weth.Add(p.weth, of.weth)
}

// at is what the pair is worth in millionths of a dollar, at dollars with 8 decimals for
// an ether, rounded down.
func (p pair) at(price *big.Int) *big.Int {
	v := new(big.Int).Mul(p.weth, price)
	return v.Add(v.Quo(v, big.NewInt(1e14)).Quo(v, big.NewInt(1e6)), p.usdc)
}

// holding is a kind of thing that an account may hold or owe, as the checker reads it.
// Positions whose content follows a pool's price are told as they are at root.
type holding interface {
	held(of reader, root *big.Int) pair
}

// reader asks a chain about one account.
type reader struct {
	ask     func(to common.Address, data []byte) []byte
	account common.Address
	usdc    common.Address
	weth    common.Address
}

// holdings is everything that the account of a life may hold. What is bought by a move
// that is not listed here counts as lost.
type wealth []holding

func (all wealth) sum(of reader, root *big.Int) pair {
	sum := newPair()
	for _, h := range all {
		sum.add(h.held(of, root))
	}
	return sum
}

// views are the questions of the checker, by their text.
var views = must(abi.JSON(strings.NewReader(`[
 {"type":"function","name":"balanceOf","inputs":[{"name":"a","type":"address"}],"outputs":[{"name":"n","type":"uint256"}]},
 {"type":"function","name":"allowance","inputs":[{"name":"a","type":"address"},{"name":"b","type":"address"}],"outputs":[{"name":"n","type":"uint256"}]},
 {"type":"function","name":"ownerOf","inputs":[{"name":"id","type":"uint256"}],"outputs":[{"name":"a","type":"address"}]},
 {"type":"function","name":"positions","inputs":[{"name":"id","type":"uint256"}],"outputs":[{"name":"nonce","type":"uint96"},{"name":"op","type":"address"},{"name":"t0","type":"address"},{"name":"t1","type":"address"},{"name":"fee","type":"uint24"},{"name":"lower","type":"int24"},{"name":"upper","type":"int24"},{"name":"liquidity","type":"uint128"},{"name":"g0","type":"uint256"},{"name":"g1","type":"uint256"},{"name":"owed0","type":"uint128"},{"name":"owed1","type":"uint128"}]},
 {"type":"function","name":"getReserveTokensAddresses","inputs":[{"name":"a","type":"address"}],"outputs":[{"name":"x","type":"address"},{"name":"y","type":"address"},{"name":"z","type":"address"}]},
 {"type":"function","name":"position","inputs":[{"name":"id","type":"bytes32"},{"name":"a","type":"address"}],"outputs":[{"name":"s","type":"uint256"},{"name":"b","type":"uint128"},{"name":"c","type":"uint128"}]},
 {"type":"function","name":"market","inputs":[{"name":"id","type":"bytes32"}],"outputs":[{"name":"sa","type":"uint128"},{"name":"ss","type":"uint128"},{"name":"ba","type":"uint128"},{"name":"bs","type":"uint128"},{"name":"at","type":"uint128"},{"name":"fee","type":"uint128"}]}]`)))

// asks calls a view and decodes its answer; nil where the contract reverts.
func (r reader) asks(to common.Address, name string, args ...any) []any {
	raw := r.ask(to, must(views.Pack(name, args...)))
	if len(raw) == 0 {
		return nil
	}
	return must(views.Methods[name].Outputs.Unpack(raw))
}

// number asks for one number; 0 where the contract reverts.
func (r reader) number(to common.Address, name string, args ...any) *big.Int {
	if out := r.asks(to, name, args...); out != nil {
		return out[0].(*big.Int)
	}
	return new(big.Int)
}

// loose is what the account has of the tokens themselves.
type loose struct{}

func (loose) held(of reader, _ *big.Int) pair {
	return pair{of.number(of.usdc, "balanceOf", of.account), of.number(of.weth, "balanceOf", of.account)}
}

// standing is tokens that stand for a unit of another each: Aave's receipts, and its
// debts, which count against the account.
type standing struct{ usdc, weth, owedUSDC, owedWETH common.Address }

func (s standing) held(of reader, _ *big.Int) pair {
	n := func(token common.Address) *big.Int { return of.number(token, "balanceOf", of.account) }
	return pair{new(big.Int).Sub(n(s.usdc), n(s.owedUSDC)), new(big.Int).Sub(n(s.weth), n(s.owedWETH))}
}

// shares is a position in a market of Morpho that lends USDC against ether. Interest that
// is not written down yet is left out, on both sides.
type shares struct {
	contract common.Address
	market   common.Hash
}

func (s shares) held(of reader, _ *big.Int) pair {
	p := s.parts(of)
	return pair{p[0].Sub(p[0], p[1]), p[2]}
}

// parts are what is lent, what is owed, and the ether that secures it.
func (s shares) parts(of reader) [3]*big.Int {
	p, m := of.asks(s.contract, "position", s.market, of.account), of.asks(s.contract, "market", s.market)
	if p == nil || m == nil {
		return [3]*big.Int{new(big.Int), new(big.Int), new(big.Int)}
	}
	n := func(v any) *big.Int { return v.(*big.Int) }
	// Virtual shares and a virtual unit, as the contract has them.
	part := func(share, units, all *big.Int) *big.Int {
		v := new(big.Int).Mul(share, new(big.Int).Add(units, big.NewInt(1)))
		return v.Quo(v, new(big.Int).Add(all, big.NewInt(1e6)))
	}
	return [3]*big.Int{part(n(p[0]), n(m[0]), n(m[1])), part(n(p[1]), n(m[2]), n(m[3])), new(big.Int).Set(n(p[2]))}
}

// nfts are the positions in liquidity that the account's own orders minted. A stranger's
// gift is none of them, so that it hides nothing.
type nfts struct {
	manager  common.Address
	own      func() []*big.Int
	usdcZero bool
}

func (l nfts) held(of reader, root *big.Int) pair {
	sum := newPair()
	for _, id := range l.own() {
		zero, one := l.content(of, id, root)
		if !l.usdcZero {
			zero, one = one, zero
		}
		sum.add(pair{zero, one})
	}
	return sum
}

// content is what a position holds of token0 and token1, with what it is owed; nothing
// where the account does not own it.
func (l nfts) content(of reader, id, root *big.Int) (zero, one *big.Int) {
	p := of.asks(l.manager, "positions", id)
	owner := of.asks(l.manager, "ownerOf", id)
	if p == nil || owner == nil || owner[0].(common.Address) != of.account {
		return new(big.Int), new(big.Int)
	}
	n := func(i int) *big.Int { return p[i].(*big.Int) }
	zero, one = amountsOf(n(7), root, n(5).Int64(), n(6).Int64())
	return zero.Add(zero, n(10)), one.Add(one, n(11))
}
