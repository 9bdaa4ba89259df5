package adversarial

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/internal/money"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
)

// vault is an owner's smart account on the devnet with the real contracts, a cage around
// it, and a session key that somebody stole. No line of the Golem stands between.
type vault struct {
	*evmtest.Kit
	t                        testing.TB
	owner, thief, stranger   *evmtest.Party // the thief has the session key
	cage, enforcer, oracle   common.Address
	usdc, weth, router, pool common.Address
	npm, lender              common.Address
	grant                    bind.IDelegationManagerDelegation
	last                     holdings // as they were looked at last
}

// perOrder is what the shipped cage lets one transaction move, in dollars.
const perOrder = 10_000

func newVault(t testing.TB) *vault {
	t.Helper()
	v := &vault{Kit: evmtest.NewKit(t), t: t}
	v.owner, v.thief, v.stranger = v.Holder(), v.Party("session"), v.Party("stranger")
	v.usdc, v.weth, v.router, v.pool = v.At("USDC"), v.At("WETH9"), v.At("SwapRouter"), v.At("UniswapV3Pool")
	v.npm, v.lender = v.At("NonfungiblePositionManager"), v.At("AavePool")
	deployer := v.Party("deployer")
	create := func(code []byte, err error) common.Address {
		t.Helper()
		check(t, err)
		at, _ := deployer.Create(code)
		return at
	}
	v.enforcer = create(policycage.EnforcerCreation(v.At("DelegationManager")))
	v.oracle = create(policycage.OracleCreation([]policycage.Feed{
		{Token: v.usdc, Feed: v.At("USDCFeed"), MaxAge: 3600}, {Token: v.weth, Feed: v.At("ETHFeed"), MaxAge: 3600},
	}, common.Address{}))
	for _, name := range policycage.Readers() {
		code, err := policycage.ReaderCreation(name)
		check(t, err)
		v.thief.Creates(code, true)
	}
	v.cage = create(policycage.Creation(v.config()))
	v.owner.Become(v.At("EIP7702StatelessDeleGator"))
	v.owner.Must(v.enforcer, bind.NewCageEnforcer().PackBind(v.cage))
	terms := policycage.Terms(v.cage)
	v.grant = v.Delegate(v.owner, v.thief.Address, bind.IDelegationManagerCaveat{Enforcer: v.enforcer, Terms: terms, Args: []byte{}})
	return v
}

// strict are the shipped limits, and a move may lose 1 %.
func strict() policycage.Limits {
	l := policycage.DefaultLimits()
	l.MoveLoss = 100
	return l
}

// config is the shipped cage: one pool, its router, positions and a lending market.
func (v *vault) config() policycage.Config {
	c := policycage.Config{
		Owner: v.owner.Address, Account: v.owner.Address, Enforcer: v.enforcer, Cash: v.usdc, PriceOracle: v.oracle,
		Constitution: common.Hash{1}, HighWaterMark: 1_000_000 * money.One, Limits: strict(),
		Assets: []common.Address{v.usdc, v.weth}, Protocols: []common.Address{v.router, v.npm, v.lender, v.pool},
	}
	for target, r := range map[common.Address]policycage.Reading{v.router: {Reader: "UniswapV3", Deeds: policycage.Swaps}, v.npm: {Reader: "UniswapV3", Deeds: policycage.Positions}, v.lender: {Reader: "AaveV3", Deeds: policycage.Lends}} {
		r.Target = target
		bound, err := r.Binding()
		check(v.t, err)
		c.Readers = append(c.Readers, bound)
	}
	one, me := big.NewInt(1), v.owner.Address
	for _, call := range []evmtest.Execution{v.buy(one, me), v.path(one, me, v.usdc, v.weth), v.mint(one, me), v.supply(one, me), v.withdraw(one, me), v.repay(one, me), v.collect(me)} {
		c.Selectors = append(c.Selectors, policycage.Selector{Target: call.Target, Method: [4]byte(call.CallData[:4])})
	}
	return c
}

// holdings are what must not move.
type holdings struct{ usdc, weth, wbtc, positions, native, lent, approved *big.Int }

func (v *vault) holdings() holdings {
	v.t.Helper()
	me := v.owner.Address
	var wei hexutil.Big
	check(v.t, v.RPC.Call(&wei, "eth_getBalance", me, "latest"))
	reserve, err := bind.NewAavePool().UnpackGetReserveData(v.Ask(v.lender, bind.NewAavePool().PackGetReserveData(v.usdc)))
	check(v.t, err)
	return holdings{v.has(v.usdc, me), v.has(v.weth, me), v.has(v.At("WBTC"), me), v.has(v.npm, me), wei.ToInt(), v.has(reserve.ATokenAddress, me), v.mayTake(v.thief.Address)}
}

func (h holdings) equal(o holdings) bool { return h.String() == o.String() }

// String names every holding.
func (h holdings) String() string {
	return fmt.Sprintf("%s USDC, %s WETH, %s WBTC, %s positions, %s wei, %s lent, %s approved", h.usdc, h.weth, h.wbtc, h.positions, h.native, h.lent, h.approved)
}

func (v *vault) has(token, who common.Address) *big.Int {
	v.t.Helper()
	n, err := bind.NewERC20().UnpackBalanceOf(v.Ask(token, bind.NewERC20().PackBalanceOf(who)))
	check(v.t, err)
	return n
}

// mayTake is what a spender may take of the account's USDC and WETH together.
func (v *vault) mayTake(spender common.Address) *big.Int {
	v.t.Helper()
	sum := new(big.Int)
	for _, token := range []common.Address{v.usdc, v.weth} {
		n, err := bind.NewERC20().UnpackAllowance(v.Ask(token, bind.NewERC20().PackAllowance(v.owner.Address, spender)))
		check(v.t, err)
		sum.Add(sum, n)
	}
	return sum
}

// tries sends bytes to a contract with somebody's key, and says in words why they were
// refused; empty where they were not.
func (v *vault) tries(by *evmtest.Party, to common.Address, data []byte) string {
	v.t.Helper()
	r := by.Do(to, data)
	if r.Status == types.ReceiptStatusSuccessful {
		return ""
	}
	var mined struct{ Output hexutil.Bytes }
	check(v.t, v.RPC.Call(&mined, "debug_traceTransaction", r.TxHash, map[string]string{"tracer": "callTracer"}))
	return words(mined.Output)
}

// words decodes the data of a revert: the cage's, the framework's, or a contract's.
func words(data []byte) string {
	if violation, ok := policycage.Decode(data); ok {
		return string(violation.Kind) + ": " + violation.Error()
	}
	for _, m := range []*bind.MetaData{&bind.DelegationManagerMetaData} {
		parsed, err := m.ParseABI()
		if err != nil || len(data) < 4 {
			continue
		}
		if e, err := parsed.ErrorByID([4]byte(data[:4])); err == nil {
			return e.Name + ": the delegation manager refused"
		}
	}
	for _, name := range []string{"ECDSAInvalidSignature()", "ECDSAInvalidSignatureLength(uint256)", "ECDSAInvalidSignatureS(bytes32)"} {
		if len(data) >= 4 && [4]byte(data[:4]) == [4]byte(crypto.Keccak256([]byte(name))) {
			return name[:strings.IndexByte(name, '(')] + ": the owner did not sign that"
		}
	}
	if r := rpc.DecodeRevert(data); r.Kind == rpc.RevertReason || r.Kind == rpc.RevertPanic {
		return "reverted: " + r.String()
	}
	if len(data) == 0 {
		return "malformed: bytes that no contract could read"
	}
	return fmt.Sprintf("error %x", data[:min(4, len(data))])
}
