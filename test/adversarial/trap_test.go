package adversarial

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/tracing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/uniswap"
)

// trap is a token of the attacker's that trades against USDC in a pool of his, at a price
// that looks right: who buys it has given him his dollars.
type trap struct {
	l           *land
	token, pool common.Address
	had         *big.Int // USDC that he put in
}

// stake is what he puts into the pool, of both tokens.
var stake = big.NewInt(1_000_000e6)

// traps sets a trap whose token has an address of his choice: what he would have to try
// keys for, the devnet does at once.
func (l *land) traps(at common.Address) *trap {
	l.t.Helper()
	var code hexutil.Bytes
	check(l.t, l.RPC.Call(&code, "eth_getCode", l.WETH, "latest"))
	check(l.t, l.Chain().Miner.Edit(l.t.Context(), func(db *state.StateDB) { db.SetCode(at, code, tracing.CodeChangeUnspecified) }))
	he, npm, erc := l.Party("attacker"), bind.NewNonfungiblePositionManager(), bind.NewERC20()
	l.Execute(l.USDC, erc.PackTransfer(he.Address, stake))
	he.Pay(at, stake, bind.NewWETH9().PackDeposit())
	for _, token := range []common.Address{l.USDC, at} {
		he.Must(token, erc.PackApprove(l.Positions, stake))
	}
	x := &trap{l: l, token: at}
	x.opens(he)
	a, b := x.sorted()
	he.Must(l.Positions, npm.PackMint(bind.INonfungiblePositionManagerMintParams{
		Token0: a, Token1: b, Fee: big.NewInt(500), TickLower: big.NewInt(int64(uniswap.MinUsableTick(10))), TickUpper: big.NewInt(int64(uniswap.MaxUsableTick(10))),
		Amount0Desired: stake, Amount1Desired: stake, Amount0Min: new(big.Int), Amount1Min: new(big.Int), Recipient: he.Address, Deadline: evmtest.Deadline(),
	}))
	x.had = x.has()
	return x
}

// opens makes the pool, one unit for one.
func (x *trap) opens(he *evmtest.Party) {
	x.l.t.Helper()
	npm, factories := bind.NewNonfungiblePositionManager(), bind.NewUniswapV3Factory()
	factory, err := npm.UnpackFactory(x.l.Ask(x.l.Positions, npm.PackFactory()))
	check(x.l.t, err)
	a, b := x.sorted()
	create := factories.PackCreatePool(a, b, big.NewInt(500))
	x.pool, err = factories.UnpackCreatePool(x.l.Ask(factory, create))
	check(x.l.t, err)
	he.Must(factory, create)
	he.Must(x.pool, bind.NewUniswapV3Pool().PackInitialize(new(big.Int).Lsh(big.NewInt(1), 96)))
}

func (x *trap) sorted() (a, b common.Address) {
	if x.token.Cmp(x.l.USDC) < 0 {
		return x.token, x.l.USDC
	}
	return x.l.USDC, x.token
}

// has is the USDC in the pool.
func (x *trap) has() *big.Int {
	x.l.t.Helper()
	n, err := bind.NewERC20().UnpackBalanceOf(x.l.Ask(x.l.USDC, bind.NewERC20().PackBalanceOf(x.pool)))
	check(x.l.t, err)
	return n
}

// caughtNothing asserts that nobody's dollars came in.
func (x *trap) caughtNothing() {
	x.l.t.Helper()
	if now := x.has(); now.Cmp(x.had) != 0 {
		x.l.t.Errorf("%s: the attacker's pool held %s units of USDC, and holds %s", balances, x.had, now)
	}
}

// balances begins what a test says where money moved that must not.
const balances = "balances"
