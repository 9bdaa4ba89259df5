package cage

import (
	"math/big"
	"slices"

	"bardo.run/bardo/evm/bind"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/tracing"
	"github.com/ethereum/go-ethereum/crypto"
)

func crypto4(signature string) []byte { return crypto.Keccak256([]byte(signature))[:4] }

// pushes are how far the thief moves a pool off the feeds, in hundredths of a percent.
var pushes = []int64{10, 30, 50, 90, 100, 110, 150, 180, 190, 200, 250, 500, 1_000, 3_000, 10_000, 40_000}

// other is a step of somebody else than the session key.
func (p *play) other(s step) {
	w := p.w
	switch s.kind {
	case push:
		at := p.somePool(s)
		off := 10_000 + pushes[s.b%16]
		if s.n%2 == 1 {
			off = 10_000 * 10_000 / off
		}
		p.moveTo(w.thief, at, scaled(fairRoot(at, p.prices), off))
	case back:
		at := p.somePool(s)
		p.moveTo(w.thief, at, fairRoot(at, p.prices))
	case wait:
		p.wait(s)
	case move:
		token := 1 + int(s.a)%2
		off := 9_000 + int64(s.n)%2_100 // down by 10 % or up by 11
		if p.frozen[token] {            // the market would move without its feed: no market of ours
			return
		}
		p.prices[token] = min(max(p.prices[token]*off/10_000, opening[token]/4), opening[token]*4)
		p.tell(token)
		for _, at := range w.pools {
			p.moveTo(w.maker, at, fairRoot(at, p.prices))
		}
	case freeze:
		token := int(s.a) % tokenCount
		if p.frozen[token] = !p.frozen[token]; !p.frozen[token] {
			p.tell(token)
		}
	case gift:
		token := int(s.a) % tokenCount
		amount := units(token, [tokenCount]int64{500_000, 250, 8}[token]*int64(1+s.n%4)/4)
		p.always(w.maker, w.tokens[token], bind.NewERC20().PackTransfer(w.account, amount))
	case halt:
		p.halted = !p.halted && s.n%2 == 0
		call := w.edition.call("PolicyCage", "resume")
		if p.halted {
			call = w.edition.call("PolicyCage", "emergencyHalt")
		}
		for _, cage := range w.cages {
			p.always(w.maker, cage, call)
		}
	case borrow:
		token := int(s.a) % 2
		amount := units(token, [2]int64{300_000, 150}[token])
		_, _, _ = p.do(w.account, w.lender, bind.NewAavePool().PackBorrow(w.tokens[token], amount, big.NewInt(2), 0, w.account))
	case open:
		at := w.pools[[]int{0, 1, 0, 2}[s.a%4]]
		lower, upper := p.bounds(at, s)
		for _, token := range []int{at.token0, at.token1} {
			p.always(w.account, w.tokens[token], approveCall(w.npm, p.balance(w.tokens[token], w.account)))
		}
		_, _, _ = p.do(w.account, w.npm, mintCall(at, w, lower, upper, units(at.token0, [tokenCount]int64{500_000, 250, 8}[at.token0]),
			units(at.token1, [tokenCount]int64{500_000, 250, 8}[at.token1]), w.account))
		for _, token := range []int{at.token0, at.token1} {
			p.always(w.account, w.tokens[token], approveCall(w.npm, new(big.Int)))
		}
	case trade:
		at := p.somePool(s)
		here := w.root(p.machine, at)
		p.moveTo(w.maker, at, scaled(here, 10_300))
		p.moveTo(w.maker, at, here)
	case dust:
		if x, ok := p.position(s.a); ok {
			p.put(w.thief, x)
		}
	case liquidate:
		_, _, _ = p.do(w.thief, w.lender, bind.NewAavePool().PackLiquidationCall(w.tokens[s.b%2], w.tokens[s.a%2], w.account, most(), false))
	}
}

// theirs says of a step of somebody else's that nothing of the account's may be lost by it: it is
// neither its owner's nor the market's, and no time passes.
func (s step) theirs() bool {
	return slices.Contains([]kind{push, back, trade, dust, liquidate}, s.kind)
}

func (p *play) somePool(s step) pool {
	if s.a%3 > 0 { // the one that most is done in
		return p.w.pools[0]
	}
	return p.w.pools[int(s.a/3)%len(p.w.pools)]
}

// scaled is the root at which the price is off by so many hundredths of a percent.
func scaled(root *big.Int, off int64) *big.Int {
	v := new(big.Int).Mul(root, root)
	v.Mul(v, big.NewInt(off)).Quo(v, big.NewInt(10_000))
	return v.Sqrt(v)
}

func (p *play) always(by, to common.Address, data []byte) {
	if ret, _, err := p.do(by, to, data); err != nil {
		panic("cage: " + err.Error() + " " + p.w.edition.kind(ret))
	}
}

// moveTo has somebody swap until the pool stands at a root.
func (p *play) moveTo(by common.Address, at pool, root *big.Int) {
	in, out := at.token0, at.token1
	switch p.w.root(p.machine, at).Cmp(root) {
	case 0:
		return
	case -1:
		in, out = out, in
	}
	if _, _, err := p.do(by, p.w.router, limitedSwap(p.w, in, out, at.fee, new(big.Int).Lsh(big.NewInt(1), 120), root, by)); err == nil {
		p.tally["a pool was moved"]++
	}
}

// tell makes a feed, and what the lender reads, say the price of now.
func (p *play) tell(token int) {
	p.w.answer(p.machine, token, p.prices[token])
	p.always(p.w.kitOwner, p.w.kitFeeds[token], bind.NewPriceFeed().PackSetAnswer(big.NewInt(p.prices[token])))
}

// wait lets time pass: seconds, hours, to either side of midnight, a quarter, a day.
func (p *play) wait(s step) {
	before := p.now
	midnight := 86_400 - p.now%86_400
	switch s.b % 8 {
	case 0, 1:
		p.now += 1 + uint64(s.n)%900
	case 2:
		p.now += uint64(s.n) % 21_600
	case 3:
		p.now += midnight - min(midnight, 60)
	case 4:
		p.now += midnight + uint64(s.n)%120
	case 5:
		p.now += 21_600 - p.now%21_600
	case 6:
		p.now += 21_600
	default:
		p.now += 86_400 - 600 + uint64(s.n)%1_200
	}
	if before/86_400 != p.now/86_400 {
		p.tally["midnight"]++
	}
	for i, frozen := range p.frozen {
		if !frozen {
			p.w.refresh(p.machine, i)
		} else if p.stale(i) {
			p.tally["a stale feed"]++
		}
	}
	p.end()
}

// nest has bitcoin's token redeem what follows, by a delegation that anybody may redeem,
// when it is moved in the redemption behind that.
func (p *play) nest(rest []step) (int, error) {
	p.tally["nest"]++
	if len(rest) < 3 || !rest[1].isCall() || !rest[2].isCall() {
		return 1, nil
	}
	inner, w := rest[1], p.w
	inner.flags &^= joined | chained
	_, all := p.gather([]step{inner})
	if len(all) == 0 {
		return 1, nil
	}
	all[0].key = keys - 1
	at := common.BytesToAddress([]byte("cage trap"))
	p.SetCode(at, trap(w.manager, w.redeem(all...)), tracing.CodeChangeUnspecified)
	p.SetState(w.tokens[bitcoin], hookSlot, common.BytesToHash(at[:]))
	p.end()
	n, outer := p.gather(rest[2:])
	tried, inside := p.GetState(at, common.Hash{31: 1}), p.GetState(at, common.Hash{31: 2})
	err := p.redeem(append([]step{}, p.done...), outer)
	if p.GetState(at, common.Hash{31: 1}) != tried {
		p.tally["a redemption within a redemption was tried"]++
	}
	if p.GetState(at, common.Hash{31: 2}) != inside {
		p.tally["a redemption within a redemption passed"]++
	}
	p.SetState(w.tokens[bitcoin], hookSlot, common.Hash{})
	p.end()
	p.tally["steps"] += n + 1
	return 2 + n, err
}

// asks has bitcoin's token move a pool when it is approved, within the redemption that follows: off
// the feeds in front of what is redeemed, or back behind it.
func (p *play) asks(rest []step) (int, error) {
	p.tally["ask"]++
	if len(rest) < 2 || !rest[1].isCall() {
		return 1, nil
	}
	s, w := rest[0], p.w
	at := p.somePool(s)
	root, behind := fairRoot(at, p.prices), s.n&1 == 1
	if off := 10_000 + pushes[s.b%16]; !behind && s.n&2 == 0 {
		root = scaled(root, off)
	} else if !behind {
		root = scaled(root, 10_000*10_000/off)
	}
	in, out := at.token0, at.token1
	if w.root(p.machine, at).Cmp(root) < 0 {
		in, out = out, in
	}
	n, all := p.gather(rest[1:])
	p.tally["steps"] += n
	if len(all) == 0 {
		return 1 + n, nil
	}
	call := execution{w.tokens[bitcoin], new(big.Int), approveCall(w.router, new(big.Int))}
	if last := len(all) - 1; behind {
		all[last].calls = append(all[last].calls, call)
	} else {
		all[0].calls = append([]execution{call}, all[0].calls...)
	}
	p.SetCode(w.asker, trap(w.router, limitedSwap(w, in, out, at.fee, new(big.Int).Lsh(big.NewInt(1), 120), root, w.thief)), tracing.CodeChangeUnspecified)
	p.SetState(w.tokens[bitcoin], approveSlot, common.BytesToHash(w.asker[:]))
	p.end()
	moved := p.GetState(w.asker, common.Hash{31: 2})
	err := p.redeem(slices.Clone(p.done), all)
	if p.GetState(w.asker, common.Hash{31: 2}) != moved {
		p.tally["a pool was moved within a redemption"]++
	}
	p.SetState(w.tokens[bitcoin], approveSlot, common.Hash{})
	p.end()
	return 1 + n, err
}
