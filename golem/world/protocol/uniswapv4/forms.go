package uniswapv4

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/permit2"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/world/protocol"
)

// Forms implements protocol.Adapter.
func (x *Adapter) Forms(f *protocol.Forms, r turn.Reading) {
	for _, m := range r.Markets {
		at, ok := x.pools[m.Handle]
		if !ok || m.Protocol != Name {
			continue
		}
		swaps(f, r, m, at)
		if x.provides(at) {
			x.liquidity(f, at)
		}
	}
}

func swaps(f *protocol.Forms, r turn.Reading, m turn.Market, at Terms) {
	key := at.key()
	f.Swaps(r, m, func(form caveat.Form) {
		in := form.Token
		allowances(f, in, at.Router)
		form.Target = at.Router
		f.Add(form, func(v protocol.Vary) []byte {
			call, _ := uniswap.SellCallV4(key, in == key.Currency0, v(caveat.Amount, 128), v(caveat.Least, 128), v(caveat.Free, 256))
			return call // none is no form
		})
	})
}

// allowances adds the calls by which a spender may take a token through Permit2, and may not any more.
func allowances(f *protocol.Forms, token, spender common.Address) {
	f.Approvals(token, permit2.Address)
	allow := caveat.Form{Target: permit2.Address, Classes: caveat.Settle}
	f.Add(allow, func(v protocol.Vary) []byte {
		return bind.NewPermit2().PackApprove(token, spender, v(caveat.Free, 160), v(caveat.Free, 48))
	})
}

// liquidity adds the calls that put liquidity into a pool and out.
func (x *Adapter) liquidity(f *protocol.Forms, at Terms) {
	key, to := at.key(), x.account.Address
	for _, token := range []common.Address{key.Currency0, key.Currency1} {
		allowances(f, token, at.Positions)
	}
	f.Add(caveat.Form{Target: at.Positions, Classes: caveat.Open, Token: key.Currency0, Token2: key.Currency1}, func(v protocol.Vary) []byte {
		call, _ := uniswap.MintV4{
			Key: key, Lower: signed(v), Upper: signed(v), Liquidity: v(caveat.Free, 128),
			Most: [2]*big.Int{v(caveat.Amount, 128), v(caveat.Amount2, 128)}, Owner: to,
		}.Call(v(caveat.Free, 256))
		return call // none is no form
	})
	leave := caveat.Form{Target: at.Positions, Classes: protocol.Leaving}
	f.Add(leave, func(v protocol.Vary) []byte {
		exit := uniswap.ExitV4{Key: key, ID: v(caveat.Free, 256), Liquidity: v(caveat.Free, 128), Least: [2]*big.Int{v(caveat.Free, 128), v(caveat.Free, 128)}, To: to}
		call, _ := exit.Call(v(caveat.Free, 256))
		return call
	})
	f.Add(leave, func(v protocol.Vary) []byte {
		exit := uniswap.ExitV4{Key: key, ID: v(caveat.Free, 256), Least: [2]*big.Int{v(caveat.Free, 128), v(caveat.Free, 128)}, To: to}
		call, _ := exit.Call(v(caveat.Free, 256))
		return call
	})
}

// signed is a tick that may vary.
func signed(v protocol.Vary) int32 { return int32(v(caveat.Free, caveat.Signed).Int64()) }
