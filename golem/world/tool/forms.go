package tool

import (
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/permit2"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/world/chain"
)

// vary hands out the values of a call that may vary.
type vary = func(caveat.Meaning, uint) *big.Int

// former collects forms; the first error stays.
type former struct {
	forms []caveat.Form
	err   error
}

func (f *former) add(form caveat.Form, pack func(vary) []byte) {
	learned, err := form.Learn(pack)
	if err != nil && f.err == nil {
		f.err = fmt.Errorf("form of a call of %s: %w", form.Target, err)
	}
	f.forms = append(f.forms, learned)
}

// Forms are the calls that the adapters make on the venue, for the book of a delegation
// (provisioning §8.4, §8.5): account, tokens, spenders and pools are fixed in them.
// Everything that leaves a position is of settlement too, and so is a swap into the
// quote token: no phase holds it up (safety §1.4, S-7, which is an invariant and goes before
// the table of provisioning §8.5). Only what opens counts as spent, and every swap, as value
// can leave by its price.
func (t *Adapters) Forms(r turn.Reading) ([]caveat.Form, error) {
	f := &former{}
	p := r.Pool
	for _, in := range []turn.Token{p.Token0, p.Token1} {
		out := p.Token0
		if in == out {
			out = p.Token1
		}
		classes := caveat.Open
		if out == p.Quote() {
			classes |= caveat.Settle
		}
		t.exchanges.forms(f, p, caveat.Form{Classes: classes, Token: in.Address, TokenOut: out.Address})
		t.liquidity.allow.forms(f, in.Address, t.liquidity.manager)
	}
	t.liquidity.forms(f, p)
	for _, protocol := range r.Lending {
		if l, ok := t.lending.by[protocol.Protocol]; ok {
			for _, reserve := range protocol.Reserves {
				l.forms(f, reserve.Token.Address)
			}
		}
	}
	return f.forms, f.err
}

// forms are the swaps of a direction on every exchange of the venue.
func (x exchanges) forms(f *former, p turn.Pool, form caveat.Form) {
	in, out, v3, v2 := form.Token, form.TokenOut, form, form
	v3.Target, v2.Target = x.router, x.v2
	x.allow.forms(f, in, v3.Target)
	f.add(v3, func(v vary) []byte {
		sale := uniswap.SaleV3{TokenIn: in, TokenOut: out, Fee: p.FeePips, Recipient: x.account, Amount: v(caveat.Amount, 256), Least: v(caveat.Least, 256)}
		if !x.second {
			sale.Until = v(caveat.Free, 256)
		}
		return sale.Call(x.second)
	})
	if v2.Target != (common.Address{}) {
		x.allow.forms(f, in, v2.Target)
		f.add(v2, func(v vary) []byte {
			return uniswap.SellCallV2(in, out, x.account, v(caveat.Amount, 256), v(caveat.Least, 256), v(caveat.Free, 256))
		})
	}
	if x.v4 != (uniswap.V4{}) {
		x.formsV4(f, p, form)
	}
}

func (x exchanges) formsV4(f *former, p turn.Pool, form caveat.Form) {
	venue, in := x.v4, form.Token
	x.allow.forms(f, in, permit2.Address)
	allow := caveat.Form{Target: permit2.Address, Classes: caveat.Settle}
	f.add(allow, func(v vary) []byte {
		return bind.NewPermit2().PackApprove(in, venue.Router, v(caveat.Free, 160), v(caveat.Free, 48))
	})
	f.add(allow, func(vary) []byte { return permit2.ForbidCall(in, venue.Router) })
	form.Target = venue.Router
	key := venue.Key(p.Token0.Address, p.Token1.Address)
	f.add(form, func(v vary) []byte {
		call, _ := uniswap.SellCallV4(key, in == key.Currency0, v(caveat.Amount, 128), v(caveat.Least, 128), v(caveat.Free, 256))
		return call // none is no form
	})
}

// forms are the calls of the position manager.
func (l *liquidity) forms(f *former, p turn.Pool) {
	at := l.manager
	f.add(caveat.Form{Target: at, Classes: caveat.Open, Token: p.Token0.Address, Token2: p.Token1.Address}, func(v vary) []byte {
		return l.npm.PackMint(bind.INonfungiblePositionManagerMintParams{
			Token0: p.Token0.Address, Token1: p.Token1.Address, Fee: big.NewInt(int64(p.FeePips)),
			TickLower: v(caveat.Free, caveat.Signed), TickUpper: v(caveat.Free, caveat.Signed),
			Amount0Desired: v(caveat.Amount, 256), Amount1Desired: v(caveat.Amount2, 256),
			Amount0Min: v(caveat.Free, 256), Amount1Min: v(caveat.Free, 256),
			Recipient: l.account, Deadline: v(caveat.Free, 256),
		})
	})
	leave := caveat.Form{Target: at, Classes: leaving}
	f.add(leave, func(v vary) []byte { return l.collected(v) })
	if l.inSteps() {
		f.add(leave, func(v vary) []byte { return l.decreased(v) })
		f.add(leave, func(v vary) []byte { return l.npm.PackBurn(v(caveat.Free, 256)) })
		return
	}
	f.add(leave, func(v vary) []byte { return l.npm.PackMulticall([][]byte{l.collected(v)}) })
	f.add(leave, func(v vary) []byte { return l.npm.PackMulticall([][]byte{l.decreased(v), l.collected(v)}) })
	f.add(leave, func(v vary) []byte {
		return l.npm.PackMulticall([][]byte{l.collected(v), l.npm.PackBurn(v(caveat.Free, 256))})
	})
	f.add(leave, func(v vary) []byte {
		return l.npm.PackMulticall([][]byte{l.decreased(v), l.collected(v), l.npm.PackBurn(v(caveat.Free, 256))})
	})
}

func (l *liquidity) collected(v vary) []byte {
	return l.npm.PackCollect(bind.INonfungiblePositionManagerCollectParams{
		TokenId: v(caveat.Free, 256), Recipient: l.account, Amount0Max: maxUint128, Amount1Max: maxUint128,
	})
}

func (l *liquidity) decreased(v vary) []byte {
	return l.npm.PackDecreaseLiquidity(bind.INonfungiblePositionManagerDecreaseLiquidityParams{
		TokenId: v(caveat.Free, 256), Liquidity: v(caveat.Free, 128), Deadline: v(caveat.Free, 256),
		Amount0Min: v(caveat.Free, 256), Amount1Min: v(caveat.Free, 256),
	})
}

// Calls are the items of a redemption that carries an order out.
func Calls(order []chain.Call) []caveat.Call {
	out := make([]caveat.Call, len(order))
	for i, c := range order {
		out[i] = caveat.Call{Target: c.To, Value: new(big.Int), Data: c.Data}
	}
	return out
}
