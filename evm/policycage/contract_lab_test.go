package policycage_test

import (
	"math/big"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/internal/money"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/core/vm/runtime"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"
)

// lab is a world with its enforcer, whose exchange, positions and lender answer what they
// are told to: what a step does to the account is set, to the unit. Its account holds a
// million of cash and of each coin, all at a dollar.
type lab struct {
	*world
	codec *bind.PolicyCage
	hook  *bind.CageEnforcer
}

// Everybody of a lab. Of places 0 and 1 the first is the pool and the second the lender.
var (
	manager, router, npm, npm2 = evmtest.Address("manager"), evmtest.Address("router"), evmtest.Address("npm"), evmtest.Address("npm2")
	factory, pool, lender      = evmtest.Address("factory"), places[0], places[1]
	share, debt, stableDebt    = evmtest.Address("share"), evmtest.Address("debt"), evmtest.Address("stable debt")
)

// protocol is the reader that stands for Uniswap v3.
var protocol = reads("UniswapV3")

const million = 1_000_000e6

func newLab(t testing.TB, edit func(*policycage.Config)) *lab {
	t.Helper()
	c := worldly()
	c.Limits.Position, c.Limits.Concentration, c.Limits.MoveLoss, c.Limits.ExitLoss = 10_000, 10_000, 200, 100
	c.Limits.PerTransaction, c.Limits.PerDay, c.HighWaterMark = 1_000_000*money.One, 10_000_000*money.One, 0
	c.Protocols, c.Selectors = []common.Address{router, npm, npm2, lender, pool}, nil
	for at, calls := range map[common.Address][]string{
		router: {
			"exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))", "exactInput((bytes,address,uint256,uint256,uint256))",
			"exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))", "exactInput((bytes,address,uint256,uint256))",
		},
		npm: positionMethods, npm2: positionMethods,
		lender: {"supply(address,uint256,address,uint16)", "withdraw(address,uint256,address)", "repay(address,uint256,uint256,address)"},
	} {
		for _, m := range calls {
			c.Selectors = append(c.Selectors, policycage.Selector{Target: at, Method: [4]byte(crypto.Keccak256([]byte(m)))})
		}
	}
	c.Readers = []policycage.Binding{
		{Target: router, Reader: reads("UniswapV3"), Deeds: policycage.Swaps},
		{Target: npm, Reader: reads("UniswapV3"), Deeds: policycage.Positions},
		{Target: npm2, Reader: reads("UniswapV3"), Deeds: policycage.Positions},
		{Target: lender, Reader: reads("AaveV3"), Deeds: policycage.Lends},
	}
	if edit != nil {
		edit(&c)
	}
	l := &lab{world: newWorld(t, c), codec: bind.NewPolicyCage(), hook: bind.NewCageEnforcer()}
	l.enforce(guard)
	for _, name := range policycage.Readers() {
		l.state.SetCode(reads(name), l.state.GetCode(l.create(must(policycage.ReaderCreation(name)))), 0)
	}
	for _, at := range []common.Address{router, npm, npm2, factory, pool, lender} {
		l.state.SetCode(at, tellers, 0)
	}
	for _, at := range []common.Address{share, debt, stableDebt} {
		l.state.SetCode(at, evmtest.Token(), 0)
	}
	for i := range coins {
		l.hold(i, million)
	}
	l.tells(npm, "factory()", factory.Big())
	l.tells(npm2, "factory()", factory.Big())
	l.tells(factory, "getPool(address,address,uint24)", pool.Big())
	l.tells(pool, "slot0()", new(big.Int).Lsh(big.NewInt(1), 96))
	l.reserve(stableDebt)
	l.must(vault, guard, l.hook.PackBind(l.cage))
	return l
}

var positionMethods = []string{
	"mint((address,address,uint24,int24,int24,uint256,uint256,uint256,uint256,address,uint256))",
	"increaseLiquidity((uint256,uint256,uint256,uint256,uint256,uint256))",
	"decreaseLiquidity((uint256,uint128,uint256,uint256,uint256))", "collect((uint256,address,uint128,uint128))", "burn(uint256)",
}

// enforce puts an enforcer at an address.
func (l *lab) enforce(at common.Address) {
	l.t.Helper()
	code, err := policycage.EnforcerCreation(manager)
	check(l.t, err)
	l.state.SetCode(at, l.state.GetCode(l.create(code)), 0)
}

// tellers answer each method with sixteen words of their storage, behind 256 times the
// selector; where the last of the 256 is set they revert.
var tellers = teller(nil)

// teller is such code, which does something else first.
func teller(first []byte) []byte {
	code := append(append([]byte{}, first...), 0x5f, 0x35, 0x60, 0xe0, 0x1c, 0x60, 8, 0x1b, 0x80, 0x60, 0xff, 0x01, 0x54, 0x61, 0, 0, 0x57) // calldataload(0) >> 224 << 8
	target := len(code) - 3
	for i := range byte(16) {
		code = append(code, 0x80, 0x60, i, 0x01, 0x54, 0x61, i>>3, i<<5, 0x52) // mstore(32i, sload(top + i))
	}
	code = append(code, 0x61, 2, 0, 0x5f, 0xf3)
	code[target], code[target+1] = byte(len(code)>>8), byte(len(code))
	return append(code, 0x5b, 0x5f, 0x5f, 0xfd)
}

// tells sets the words that a contract answers a method with.
func (l *lab) tells(at common.Address, method string, words ...*big.Int) {
	for i, w := range words {
		l.state.SetState(at, told(method, i), common.BigToHash(w))
	}
}

// refuses has a contract revert when it is asked.
func (l *lab) refuses(at common.Address, method string) {
	l.state.SetState(at, told(method, 255), common.Hash{31: 1})
}

func told(method string, i int) common.Hash {
	selector := new(big.Int).SetBytes(crypto.Keccak256([]byte(method))[:4])
	return common.BigToHash(selector.Add(selector.Lsh(selector, 8), big.NewInt(int64(i))))
}

// reserve says what stands for cash at the lender.
func (l *lab) reserve(stable common.Address) {
	words := make([]*big.Int, 11)
	for i := range words {
		words[i] = big.NewInt(7)
	}
	words[8], words[9], words[10] = share.Big(), stable.Big(), debt.Big()
	l.tells(lender, "getReserveData(address)", words...)
}

// position is what the contract of positions says of one: its liquidity, in cash and a coin.
func (l *lab) position(at common.Address, owner common.Address, liquidity int64) {
	zero := new(big.Int)
	l.tells(at, "positions(uint256)", zero, zero, coins[0].Big(), coins[1].Big(), big.NewInt(500), zero, zero, big.NewInt(liquidity))
	l.tells(at, "ownerOf(uint256)", owner.Big())
}

// gets changes what the account has of a token.
func (l *lab) gets(token common.Address, amount int64) {
	slot := common.BytesToHash(vault[:])
	was := l.state.GetState(token, slot).Big()
	l.state.SetState(token, slot, common.BigToHash(was.Add(was, big.NewInt(amount))))
}

// tx is one transaction: calls of it see what those before left for it alone.
type tx struct {
	l   *lab
	evm *vm.EVM
}

func (l *lab) begin() *tx {
	c := l.config(manager)
	if _, _, err := runtime.Call(evmtest.Address("nobody is there"), nil, c); err != nil { // which sets what is not set
		l.t.Fatal(err)
	}
	l.state.Prepare(rules, manager, common.Address{}, &guard, nil, nil)
	return &tx{l, runtime.NewEnv(c)}
}

func (x *tx) call(by, to common.Address, data []byte) (out []byte, _ *policycage.Violation) {
	ret, _, err := x.evm.Call(by, to, data, vm.NewGasBudget(1<<40, 0), new(uint256.Int))
	if err == nil {
		return ret, nil
	}
	if v, ok := policycage.Decode(ret); ok {
		return nil, v
	}
	return nil, &policycage.Violation{Kind: policycage.Kind(err.Error() + " " + hexutil.Encode(ret))}
}

// hooks are the two halves of a redemption of the account.
func (x *tx) before(mode common.Hash, execution []byte) *policycage.Violation {
	_, v := x.call(manager, guard, x.l.hook.PackBeforeHook(policycage.Terms(x.l.cage), nil, mode, execution, common.Hash{}, vault, agent))
	return v
}

func (x *tx) after() *policycage.Violation {
	_, v := x.call(manager, guard, x.l.hook.PackAfterHook(policycage.Terms(x.l.cage), nil, common.Hash{}, nil, common.Hash{}, vault, agent))
	return v
}

// redeems is a redemption of calls, between whose halves something happens.
func (l *lab) redeems(happens func(), calls ...bind.IDelegatorExecution) *policycage.Violation {
	l.t.Helper()
	snapshot, x := l.state.Snapshot(), l.begin()
	v := x.before(batched(l.t, calls))
	if v == nil {
		if happens != nil {
			happens()
		}
		v = x.after()
	}
	if v != nil {
		l.state.RevertToSnapshot(snapshot)
	}
	l.state.Finalise(rules)
	return v
}

// batchMode is that of a batch that fails as a whole.
var batchMode = common.Hash{1}

// batched packs calls: one alone, several as a batch.
func batched(t testing.TB, calls []bind.IDelegatorExecution) (common.Hash, []byte) {
	t.Helper()
	if len(calls) == 1 {
		return common.Hash{}, single(calls[0])
	}
	return batchMode, packed(t, calls)
}

func single(c bind.IDelegatorExecution) []byte {
	value := common.BigToHash(c.Value)
	return append(append(c.Target.Bytes(), value[:]...), c.CallData...)
}

func packed(t testing.TB, calls []bind.IDelegatorExecution) []byte {
	t.Helper()
	list, err := abi.NewType("tuple[]", "", []abi.ArgumentMarshaling{{Name: "target", Type: "address"}, {Name: "value", Type: "uint256"}, {Name: "callData", Type: "bytes"}})
	check(t, err)
	out, err := abi.Arguments{{Type: list}}.Pack(calls)
	check(t, err)
	return out
}

func to(target common.Address, data []byte) bind.IDelegatorExecution {
	return bind.IDelegatorExecution{Target: target, Value: new(big.Int), CallData: data}
}

// passes wants that nothing was refused.
func (l *lab) passes(name string, v *policycage.Violation) {
	l.t.Helper()
	if v != nil {
		l.t.Errorf("%s: refused: %s (%v of %v)", name, v.Kind, v.Value, v.Limit)
	}
}

// stops wants a refusal, with its two numbers.
func (l *lab) stops(name string, v *policycage.Violation, kind policycage.Kind, numbers ...int64) {
	l.t.Helper()
	if v == nil || v.Kind != kind {
		l.t.Errorf("%s: %+v, not refused with %s", name, v, kind)
		return
	}
	for i, got := range []*big.Int{v.Value, v.Limit}[:len(numbers)] {
		if got == nil || got.Int64() != numbers[i] {
			l.t.Errorf("%s: %s says %v of %v, want %v", name, kind, v.Value, v.Limit, numbers)
		}
	}
}

// judged wants a refusal like stops, and none where there is no kind.
func (l *lab) judged(name string, v *policycage.Violation, kind policycage.Kind, numbers ...int64) {
	l.t.Helper()
	if kind == "" {
		l.passes(name, v)
		return
	}
	l.stops(name, v, kind, numbers...)
}

// creates tries to create a contract, and returns why that is refused.
func (l *lab) creates(code []byte) *policycage.Violation {
	l.t.Helper()
	ret, _, _, err := runtime.Create(code, l.config(principal))
	l.state.Finalise(rules)
	if err == nil {
		return nil
	}
	if v, ok := policycage.Decode(ret); ok {
		return v
	}
	return &policycage.Violation{Kind: policycage.Kind(err.Error())}
}

// does is a call that has to pass, with the events that it tells.
func (l *lab) does(by, to common.Address, data []byte) []*types.Log {
	l.t.Helper()
	before := len(l.state.Logs())
	l.must(by, to, data)
	return l.state.Logs()[before:]
}

// asks is a call that leaves nothing behind where it is refused, and says why it is.
func (l *lab) asks(by, to common.Address, data []byte) *policycage.Violation {
	_, v := l.begin().call(by, to, data)
	l.state.Finalise(rules)
	return v
}
