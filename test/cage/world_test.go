package cage

import (
	"crypto/ecdsa"
	"math/big"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/policycage"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/tracing"
	"github.com/ethereum/go-ethereum/crypto"
)

// Tokens of a world, by index: cash, ether, bitcoin. Bitcoin's token calls whoever its
// maker named before it moves anything: the owner approved it all the same.
const (
	cash = iota
	ether
	bitcoin
	tokenCount
)

// decimals of the tokens; a feed has 8 more.
var decimals = [tokenCount]int64{6, 18, 8}

// opening are the feeds' answers at birth.
var opening = [tokenCount]int64{1e8, 2_000e8, 60_000e8}

// feedAge is how many seconds old an answer may be.
const feedAge = 1_200

// pool is a Uniswap v3 pool of the world; the lower token is the first.
type pool struct {
	at             common.Address
	token0, token1 int
	fee, spacing   int64
	approved       bool // by the owner, for liquidity
}

// world is the kit with an account of the owner's, its grants, and somebody hostile who
// has its session key and much money. It is not written after it is built.
type world struct {
	*machine
	edition *edition
	profile profile

	account, golem, thief, maker, kitOwner common.Address
	asker                                  common.Address // the thief's: whom the token of bitcoin may call when it is approved
	tokens, feeds, kitFeeds                [tokenCount]common.Address
	router, npm, lender, manager, factory  common.Address
	shares, debts                          map[int]common.Address // at the lender, by token
	pools                                  []pool
	oracle, enforcer                       common.Address
	cages                                  [2]common.Address                  // by grant
	caveats                                [2][]bind.IDelegationManagerCaveat // by grant
	contexts                               [2][keys][]byte                    // delegations, encoded, by grant and key
	redeemers                              [keys]common.Address
	born                                   wealth
	protocols                              map[common.Address]bool // who may be allowed to take
	takers                                 map[common.Address]bool // who may receive
}

// keys redeem: the golem's own, three that it redelegated to, and anybody.
const keys = 5

func keyOf(name string) *ecdsa.PrivateKey {
	return must(crypto.ToECDSA(crypto.Keccak256([]byte("cage " + name))))
}

func newWorld(b *built, e *edition, p profile) *world {
	w := &world{machine: b.over(), edition: e, profile: p, kitOwner: b.owner, shares: map[int]common.Address{}, debts: map[int]common.Address{}}
	w.account, w.golem, w.thief, w.maker = addressOf(keyOf("account")), addressOf(keyOf("golem")), addressOf(keyOf("thief")), addressOf(keyOf("maker"))
	w.tokens = [tokenCount]common.Address{b.at("USDC"), b.at("WETH9"), b.at("WBTC")}
	w.kitFeeds = [tokenCount]common.Address{b.at("USDCFeed"), b.at("ETHFeed"), b.at("BTCFeed")}
	w.router, w.npm, w.lender = b.at("SwapRouter"), b.at("NonfungiblePositionManager"), b.at("AavePool")
	w.manager, w.factory = b.at("DelegationManager"), b.at("UniswapV3Factory")
	w.SetCode(w.account, append([]byte{0xef, 1, 0}, b.at("EIP7702StatelessDeleGator").Bytes()...), tracing.CodeChangeUnspecified)
	w.SetCode(w.tokens[bitcoin], hooking(b.at("FiatTokenV2_2")), tracing.CodeChangeUnspecified)
	for i := range w.feeds {
		w.feeds[i] = common.BytesToAddress(crypto.Keccak256([]byte{'f', byte(i)})[12:])
		w.SetCode(w.feeds[i], feedCode(), tracing.CodeChangeUnspecified)
		w.answer(w.machine, i, opening[i])
	}
	w.end()
	w.fund()
	w.lend()
	w.market(b)
	w.approve()
	if p.daily > 0 {
		w.entrust(b)
	} else {
		w.limit()
	}
	w.grant()
	w.born = w.wealth(w.machine, opening)
	return w
}

// answer sets a feed's answer as of now.
func (w *world) answer(m *machine, token int, price int64) {
	m.SetState(w.feeds[token], common.Hash{}, common.BigToHash(big.NewInt(price)))
	w.refresh(m, token)
}

// refresh makes a feed's answer one of now.
func (w *world) refresh(m *machine, token int) {
	m.SetState(w.feeds[token], common.Hash{31: 1}, common.BigToHash(new(big.Int).SetUint64(m.now)))
}

// must is a transaction that has to pass.
func (w *world) must(by, to common.Address, data []byte) {
	if ret, _, err := w.do(by, to, data); err != nil {
		panic("cage: " + err.Error() + " " + w.edition.kind(ret))
	}
}

// units is a token's smallest units of so many thousandths.
func units(token int, thousandths int64) *big.Int {
	n := new(big.Int).Exp(big.NewInt(10), big.NewInt(decimals[token]), nil)
	return n.Mul(n, big.NewInt(thousandths)).Div(n, big.NewInt(1000))
}

// fund gives the account what the profile says, and thief and maker plenty.
func (w *world) fund() {
	erc20 := bind.NewERC20()
	for i, amount := range [tokenCount]int64{w.profile.usdc * 1000, w.profile.milliether, w.profile.millibitcoin} {
		w.must(w.kitOwner, w.tokens[i], erc20.PackTransfer(w.account, units(i, amount)))
		for _, rich := range []common.Address{w.thief, w.maker} {
			w.must(w.kitOwner, w.tokens[i], erc20.PackTransfer(rich, units(i, [tokenCount]int64{300_000_000, 40_000, 10_000}[i]*1000)))
			for _, spender := range []common.Address{w.router, w.npm} {
				w.must(rich, w.tokens[i], erc20.PackApprove(spender, most()))
			}
		}
	}
}

// lend gives the asker a third of the thief's money.
func (w *world) lend() {
	w.asker = common.BytesToAddress([]byte("cage asker"))
	for _, token := range w.tokens {
		third := w.balance(token, w.thief)
		w.must(w.thief, token, transferCall(w.asker, third.Div(third, big.NewInt(3))))
		w.must(w.asker, token, approveCall(w.router, most()))
		w.must(w.thief, token, approveCall(w.lender, most()))
	}
}

func most() *big.Int { return new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 256), big.NewInt(1)) }

// market opens the thief's own pools beside the kit's.
func (w *world) market(b *built) {
	w.pools = []pool{
		{at: b.at("UniswapV3Pool"), token0: cash, token1: ether, fee: 500, spacing: 10, approved: true},
		{at: b.at("UniswapV3Pool3000"), token0: cash, token1: ether, fee: 3000, spacing: 60, approved: true},
		{at: b.at("UniswapV3Pool10000"), token0: cash, token1: ether, fee: 10000, spacing: 200},
		{token0: cash, token1: ether, fee: 100, spacing: 1},
		{token0: cash, token1: bitcoin, fee: 3000, spacing: 60, approved: true},
		{token0: ether, token1: bitcoin, fee: 3000, spacing: 60},
	}
	factory, npm := bind.NewUniswapV3Factory(), bind.NewNonfungiblePositionManager()
	for i := range w.pools {
		p := &w.pools[i]
		if w.tokens[p.token0].Cmp(w.tokens[p.token1]) > 0 {
			p.token0, p.token1 = p.token1, p.token0
		}
		if p.at != (common.Address{}) {
			continue
		}
		t0, t1, fee := w.tokens[p.token0], w.tokens[p.token1], big.NewInt(p.fee)
		w.must(w.thief, w.factory, factory.PackCreatePool(t0, t1, fee))
		p.at = common.BytesToAddress(w.ask(w.factory, factory.PackGetPool(t0, t1, fee)))
		w.must(w.thief, p.at, bind.NewUniswapV3Pool().PackInitialize(fairRoot(*p, opening)))
		edge := big.NewInt(887272 / p.spacing * p.spacing)
		in := func(token int) *big.Int { return units(token, 400_000_000*1e8/opening[token]) } // 400,000 dollars
		w.must(w.thief, w.npm, npm.PackMint(bind.INonfungiblePositionManagerMintParams{
			Token0: t0, Token1: t1, Fee: fee, TickLower: new(big.Int).Neg(edge), TickUpper: edge, Amount0Desired: in(p.token0), Amount1Desired: in(p.token1),
			Amount0Min: new(big.Int), Amount1Min: new(big.Int), Recipient: w.thief, Deadline: later,
		}))
	}
	for _, token := range []int{cash, ether} {
		reserve := must(bind.NewAavePool().UnpackGetReserveData(w.ask(w.lender, bind.NewAavePool().PackGetReserveData(w.tokens[token]))))
		w.shares[token], w.debts[token] = reserve.ATokenAddress, reserve.VariableDebtTokenAddress
	}
}

var later = big.NewInt(1 << 40)

// approve notes who may be allowed to take, and who may receive.
func (w *world) approve() {
	w.protocols = map[common.Address]bool{w.router: true, w.npm: true, w.lender: true}
	w.takers = map[common.Address]bool{w.account: true, w.shares[cash]: true, w.shares[ether]: true}
	for _, p := range w.pools {
		w.takers[p.at] = true
		if p.approved {
			w.protocols[p.at] = true
		}
	}
}

// limit puts the cages around the account: one for each grant where it is the grant's,
// else one.
func (w *world) limit() {
	e := w.edition
	create := func(code []byte) common.Address { return must(w.create(w.kitOwner, code)) }
	var sources []source
	for i := range w.tokens {
		sources = append(sources, source{w.tokens[i], w.feeds[i], feedAge})
	}
	w.oracle = create(e.prices(sources))
	w.enforcer = create(e.creation("CageEnforcer", w.manager))
	s := setup{
		Owner: w.maker, Account: w.account, Enforcer: w.enforcer, Cash: w.tokens[cash], PriceOracle: w.oracle,
		HighWaterMark: new(big.Int).SetUint64(w.profile.worth() * 1_000_000), Assets: w.tokens[:], Protocols: []common.Address{w.router, w.npm, w.lender},
	}
	for _, p := range w.pools {
		if p.approved {
			s.Protocols = append(s.Protocols, p.at)
		}
	}
	router, npm, lender := bind.NewSwapRouter(), bind.NewNonfungiblePositionManager(), bind.NewAavePool()
	zero := new(big.Int)
	list := func(target common.Address, calls ...[]byte) {
		for _, call := range calls {
			s.Selectors = append(s.Selectors, selector{target, [4]byte(call[:4])})
		}
	}
	list(w.router, router.PackExactInputSingle(bind.ISwapRouterExactInputSingleParams{Fee: zero, Deadline: zero, AmountIn: zero, AmountOutMinimum: zero, SqrtPriceLimitX96: zero}),
		router.PackExactInput(bind.ISwapRouterExactInputParams{Deadline: zero, AmountIn: zero, AmountOutMinimum: zero}))
	list(w.npm, mintCall(pool{fee: 1}, w, 0, 0, zero, zero, w.account), increaseCall(zero, zero, zero), decreaseCall(zero, zero), collectCall(zero, w.account), npm.PackBurn(zero))
	list(w.lender, lender.PackSupply(w.account, zero, w.account, 0), lender.PackWithdraw(w.account, zero, w.account), lender.PackRepay(w.account, zero, zero, w.account))
	if e.counts() {
		read := func(name string) common.Address { return create(must(policycage.ReaderCreation(name))) }
		v3 := read("UniswapV3")
		aave := read("AaveV3")
		s.Readers = []binding{{w.router, v3, uint16(policycage.Swaps)}, {w.npm, v3, uint16(policycage.Positions)}, {w.lender, aave, uint16(policycage.Lends)}}
		for i, share := range w.profile.caps {
			of := [...]capped{{0, w.tokens[ether], share}, {0, w.tokens[bitcoin], share}, {1, w.pools[1].at, share}, {2, v3, share}, {2, aave, share}}[i]
			s.Caps = append(s.Caps, of)
		}
	}
	for g := range w.cages {
		if g > 0 && e.counts() {
			w.cages[g] = w.cages[0]
			continue
		}
		w.cages[g] = create(e.cage(s, w.golem, w.profile))
	}
	for g, cage := range w.cages {
		w.caveats[g] = []bind.IDelegationManagerCaveat{{Enforcer: w.enforcer, Terms: e.terms(cage, w.profile), Args: []byte{}}}
	}
	if e.counts() {
		w.must(w.account, w.enforcer, e.call("CageEnforcer", "bind", w.cages[0]))
	}
}

// caged says that a cage that knows losses is around the account.
func (w *world) caged() bool { return w.edition.counts() && w.profile.daily == 0 }

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
