package adversarial

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common/hexutil"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
)

// The adversary owns liquidity, tokens and the order of transactions. What he does to the
// pool costs him his own money.

// pushCall moves the pool's price by basis points, in USDC per ether.
func (r *realm) pushCall(root *big.Int, bps int64) []byte { return r.pushIn(500, root, bps) }

// pushIn does it in the pool of a fee.
func (r *realm) pushIn(fee int64, root *big.Int, bps int64) []byte {
	target := moved(root, -bps) // wei per dollar: the other way round
	in, out := r.WETH, r.USDC
	if bps > 0 {
		in, out = out, in
	}
	held := r.reads().number(in, "balanceOf", r.Account)
	return bind.NewSwapRouter().PackExactInputSingle(bind.ISwapRouterExactInputSingleParams{
		TokenIn: in, TokenOut: out, Fee: big.NewInt(fee), Recipient: r.Account, Deadline: evmtest.Deadline(),
		AmountIn: new(big.Int).Quo(held, big.NewInt(2)), AmountOutMinimum: new(big.Int), SqrtPriceLimitX96: target,
	})
}

// pushes moves the price in a block of its own.
func (r *realm) pushes(bps int64) {
	r.t.Helper()
	if bps != 0 {
		r.does(r.Router, r.pushCall(r.root(), bps))
	}
}

// calms trades the pool back to the feed's price, as arbitrage does.
func (r *realm) calms() {
	r.t.Helper()
	now, fair := r.root(), r.fair()
	if now.Cmp(fair) == 0 {
		return
	}
	data := r.pushCall(fair, 0)
	if now.Cmp(fair) > 0 { // too many wei per dollar: ether is too cheap
		data = r.pushCall(fair, 1)
	}
	r.does(r.Router, data)
}

// sandwich puts a trade before and one behind what waits, where one is planned and an
// order of the Golem's waits.
func (r *realm) sandwich() {
	if r.around == 0 || !r.waits() {
		return
	}
	root := r.root()
	r.Submit(r.Bid(r.Router, r.pushCall(root, r.around), big.NewInt(1e11)))
	back := r.pushCall(moved(root, -r.around), 1) // from where the first one went
	if r.around > 0 {
		back = r.pushCall(moved(root, -r.around), -1)
	}
	r.Submit(r.Bid(r.Router, back, big.NewInt(1)))
	r.around, r.wrapped = 0, r.wrapped+1
}

// waits says that an order of the Golem's waits for a block.
func (r *realm) waits() bool {
	r.t.Helper()
	var sent, mined hexutil.Uint64
	for at, n := range map[string]*hexutil.Uint64{"pending": &sent, "latest": &mined} {
		check(r.t, r.RPC.Call(n, "eth_getTransactionCount", r.wallet, at))
	}
	return sent > mined
}

// gifts sends a little of both tokens to the account.
func (r *realm) gifts(usdc, weth *big.Int) {
	r.does(r.USDC, bind.NewERC20().PackTransfer(r.account, usdc))
	r.does(r.WETH, bind.NewERC20().PackTransfer(r.account, weth))
}
