package cage

import (
	"math/big"

	"bardo.run/bardo/evm/bind"

	"github.com/ethereum/go-ethereum/common"
)

// calls are what a step stands for in a redemption, with the allowances that it needs.
func (p *play) calls(s step) (out []execution) {
	w := p.w
	call := func(to common.Address, data []byte) {
		out = append(out, execution{to, new(big.Int), data})
	}
	allow := func(token int, spender common.Address, amount *big.Int) {
		if amount.Sign() > 0 && !s.is(bare) {
			call(w.tokens[token], approveCall(spender, amount))
		}
	}
	switch s.kind {
	case buy, sell, cross:
		in, outs := p.route(s)
		amount := p.amount(in, s.n)
		if amount.Sign() == 0 {
			return nil
		}
		allow(in, w.router, amount)
		call(w.router, p.swap(s, in, outs, amount))
	case mint:
		at := w.pools[mintPools[int(s.a)%len(mintPools)]]
		lower, upper := p.bounds(at, s)
		amount0, amount1 := p.sides(at, lower, upper, s)
		allow(at.token0, w.npm, amount0)
		allow(at.token1, w.npm, amount1)
		call(w.npm, mintCall(at, w, lower, upper, amount0, amount1, w.account))
	case increase:
		if x, ok := p.position(s.a); ok {
			amount0, amount1 := p.sides(x.pool, x.lower, x.upper, s)
			allow(x.pool.token0, w.npm, amount0)
			allow(x.pool.token1, w.npm, amount1)
			call(w.npm, increaseCall(x.id, amount0, amount1))
		}
	case leave:
		out = p.leave(s)
	case supply, withdraw, repay:
		token := int(s.a) % 2
		lender, at := bind.NewAavePool(), w.tokens[token]
		amount := p.amount(token, s.n)
		if amount.Sign() == 0 {
			return nil
		}
		switch s.kind {
		case supply:
			allow(token, w.lender, amount)
			call(w.lender, lender.PackSupply(at, amount, w.account, 0))
		case withdraw:
			held := p.balance(w.shares[token], w.account)
			amount = part(held, s.n)
			if s.n%3 == 0 {
				amount = most()
			}
			if held.Sign() == 0 {
				return nil
			}
			p.brings(token, held)
			call(w.lender, lender.PackWithdraw(at, amount, w.account))
		default:
			debt := p.balance(w.debts[token], w.account)
			if debt.Sign() == 0 {
				return nil
			}
			if s.m%2 == 0 && debt.Cmp(amount) < 0 {
				amount = debt
			}
			allow(token, w.lender, amount)
			call(w.lender, lender.PackRepay(at, amount, big.NewInt(2), w.account))
		}
	case approve:
		spender := []common.Address{w.router, w.npm, w.lender, w.pools[0].at, w.thief, w.manager, w.npm}[s.b%7]
		token := w.tokens[int(s.a)%tokenCount]
		if s.b%7 == 6 {
			token = w.npm
		}
		amount := p.amount(int(s.a)%tokenCount, s.n)
		if s.m%8 == 0 {
			amount = most()
		}
		call(token, approveCall(spender, amount))
	case steal:
		out = p.steal(s)
	default:
		panic("cage: no call")
	}
	return out
}

// mintPools are the pools of positions; the owner approved those of the first eight.
var mintPools = []int{0, 0, 0, 1, 1, 4, 0, 4, 2, 3, 5, 0}

// part is a share of an amount, by the low 13 bits.
func part(of *big.Int, n uint16) *big.Int {
	v := new(big.Int).Mul(of, big.NewInt(int64(n&0x1fff)+1))
	return v.Rsh(v, 13)
}

// amount of a token: the upper three bits say relative to what.
func (p *play) amount(token int, n uint16) *big.Int {
	held := p.balance(p.w.tokens[token], p.w.account)
	capped := func(bps uint64) *big.Int {
		total := p.wealth().total // in billionths of a dollar
		v := new(big.Int).Mul(total, new(big.Int).SetUint64(bps))
		v.Mul(v, units(token, 1000)).Quo(v, big.NewInt(p.prices[token])).Quo(v, big.NewInt(100_000))
		if v.Cmp(held) > 0 {
			return held
		}
		return v
	}
	switch n >> 13 {
	case 0:
		return held
	case 1, 2:
		return capped(p.w.profile.position * 19 * (1 + uint64(n)%4) / 80)
	case 3:
		return part(capped(p.w.profile.position), n)
	case 4:
		if c := p.coming[token]; c != nil {
			return c
		}
		return part(held, n)
	case 5:
		if c := p.coming[token]; c != nil {
			return new(big.Int).Add(held, c)
		}
		return part(held, n)
	case 6:
		return part(new(big.Int).Quo(held, big.NewInt(100)), n)
	default:
		return part(held, n)
	}
}

// route is where a swap begins, and the tokens it goes through.
func (p *play) route(s step) (in int, rest []int) {
	asset := ether
	if s.a%4 == 3 {
		asset = bitcoin
	}
	switch s.kind {
	case buy:
		return cash, []int{asset}
	case sell:
		return asset, []int{cash}
	}
	return asset, []int{ether + bitcoin - asset}
}

// swap is one through a pool or, one time in four, along a path.
func (p *play) swap(s step, in int, rest []int, amount *big.Int) []byte {
	w, to := p.w, rest[0]
	fee := []int64{500, 3000, 10000, 100}[s.b%4]
	if in == bitcoin || to == bitcoin {
		fee = 3000
	}
	switch {
	case s.b%16 < 12:
		return swapCall(w, in, to, fee, amount, w.account)
	case s.b%16 == 15 && in+to == cash+ether:
		return pathCall(w, []int{in, bitcoin, to}, []int64{3000, 3000}, amount, w.account)
	case s.b%16 == 14 && in+to == cash+bitcoin:
		return pathCall(w, []int{in, ether, to}, []int64{500, 3000}, amount, w.account)
	}
	return pathCall(w, []int{in, to}, []int64{fee}, amount, w.account)
}

// bounds are a new position's: in range or beside it, narrow or wide.
func (p *play) bounds(at pool, s step) (lower, upper int64) {
	tick, gap := p.w.tick(p.machine, at), at.spacing
	here := tick / gap * gap
	if tick < 0 && tick%gap != 0 {
		here -= gap
	}
	width := gap * (1 + int64(s.m>>8)%4)
	if s.m>>10%2 == 1 {
		width *= 50
	}
	edge := 887272 / gap * gap
	switch s.b % 6 {
	case 0:
		return -edge, edge
	case 1, 2:
		return here - width, here + gap + width
	case 3:
		return here + gap, here + gap + width
	case 4:
		return here - width, here
	default:
		return here + 40*gap, here + 40*gap + width
	}
}

// sides are what is offered of both tokens: what the range takes of them, mostly.
func (p *play) sides(at pool, lower, upper int64, s step) (amount0, amount1 *big.Int) {
	amount0, amount1 = p.amount(at.token0, s.n), p.amount(at.token1, s.m<<8|s.n>>8)
	tick := p.w.tick(p.machine, at)
	if s.n%16 == 0 { // offered, and not taken
		return amount0, amount1
	}
	if tick < lower {
		return amount0, new(big.Int)
	}
	if tick >= upper {
		return new(big.Int), amount1
	}
	return amount0, amount1
}

// position is one of the account's.
func (p *play) position(n uint8) (position, bool) {
	list := p.wealth().list
	if len(list) == 0 {
		return position{}, false
	}
	return list[len(list)-1-int(n)%len(list)], true // the newest is the first
}

// brings notes that an earlier call of the redemption brings an amount back.
func (p *play) brings(token int, amount *big.Int) {
	if p.coming[token] == nil {
		p.coming[token] = new(big.Int)
	}
	p.coming[token].Add(p.coming[token], amount)
}

// leave is out of a position: all of it mostly; the low bits of b leave a call out.
func (p *play) leave(s step) (out []execution) {
	x, ok := p.position(s.a)
	if !ok {
		return nil
	}
	call := func(data []byte) { out = append(out, execution{p.w.npm, new(big.Int), data}) }
	liquidity := x.liquidity
	if s.n%4 == 0 {
		liquidity = part(liquidity, s.n)
	}
	if s.b%8 != 1 && liquidity.Sign() > 0 {
		call(decreaseCall(x.id, liquidity))
	}
	if s.b%8 != 2 {
		call(collectCall(x.id, p.w.account))
	}
	if s.b%8 >= 6 {
		call(bind.NewNonfungiblePositionManager().PackBurn(x.id))
	}
	amount0, amount1 := amounts(liquidity, rootAt(x.lower), rootAt(x.upper), p.w.root(p.machine, x.pool))
	for i, a := range []*big.Int{amount0, amount1} {
		if a.Sub(a, big.NewInt(1)).Sign() > 0 {
			p.brings([]int{x.pool.token0, x.pool.token1}[i], a)
		}
	}
	return out
}

// steal are calls that would pay the thief.
func (p *play) steal(s step) []execution {
	w, erc20, npm, lender := p.w, bind.NewERC20(), bind.NewNonfungiblePositionManager(), bind.NewAavePool()
	token := int(s.a) % tokenCount
	at, amount := w.tokens[token], p.amount(token, s.n)
	one := func(to common.Address, data []byte) []execution { return []execution{{to, new(big.Int), data}} }
	id := big.NewInt(1)
	if x, ok := p.position(s.a); ok {
		id = x.id
	}
	switch s.b % 10 {
	case 0:
		return one(at, erc20.PackTransfer(w.thief, amount))
	case 1:
		return one(at, erc20.PackTransferFrom(w.account, w.thief, amount))
	case 2:
		return []execution{
			{w.tokens[cash], new(big.Int), approveCall(w.router, amount)},
			{w.router, new(big.Int), swapCall(w, cash, ether, 500, amount, w.thief)},
		}
	case 3:
		return one(w.npm, collectCall(id, w.thief))
	case 4:
		return one(w.lender, lender.PackWithdraw(at, most(), w.thief))
	case 5:
		in := p.amount(cash, s.n)
		return []execution{
			{w.tokens[cash], new(big.Int), approveCall(w.npm, in)},
			{w.npm, new(big.Int), mintCall(w.pools[0], w, 250_000, 300_000, in, new(big.Int), w.thief)},
		}
	case 6:
		return one(w.lender, lender.PackBorrow(at, amount, big.NewInt(2), 0, w.account))
	case 7:
		return one(w.manager, w.redeem(redemption{0, 4, one(at, erc20.PackTransfer(w.thief, amount))}))
	case 8:
		return one(w.npm, append(crypto4("safeTransferFrom(address,address,uint256)"), append(append(common.LeftPadBytes(w.account[:], 32), common.LeftPadBytes(w.thief[:], 32)...), common.BigToHash(id).Bytes()...)...))
	}
	return one(w.npm, npm.PackMulticall([][]byte{collectCall(id, w.thief)}))
}
