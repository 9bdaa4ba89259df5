package caveat_test

import (
	"cmp"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm/runtime"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/params"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/golem/safety/caveat"
)

// yard is a bare machine with the enforcers and a book, whose tokens, feeds and vault answer
// what they are told to.
type yard struct {
	t     testing.TB
	state *state.StateDB
	now   uint64
	on    map[string]common.Address // enforcers and oracles, by name
	book  common.Address
}

// Everybody of a yard.
var (
	yardOwner, yardGolem, yardManager = evmtest.Address("owner"), evmtest.Address("golem"), evmtest.Address("manager")
	yardAccount, yardOther            = evmtest.Address("account"), evmtest.Address("other")
	yardShop, yardVault, yardUptime   = evmtest.Address("shop"), evmtest.Address("vault"), evmtest.Address("uptime")
	yardTokens                        = [3]common.Address{evmtest.Address("six"), evmtest.Address("eighteen"), evmtest.Address("eight")}
	yardFeeds                         = [3]common.Address{evmtest.Address("feed 6"), evmtest.Address("feed 18"), evmtest.Address("feed 8")}
	yardRules                         = params.MergedTestChainConfig.Rules(new(big.Int), true, 0)
)

// yardAge is how old a price may be, in seconds.
const yardAge = 60

func newYard(t testing.TB) *yard {
	t.Helper()
	db, err := state.New(types.EmptyRootHash, state.NewDatabaseForTesting())
	check(t, err)
	y := &yard{t: t, state: db, now: 1_767_323_045, on: map[string]common.Address{}}
	for i, decimals := range []int64{6, 18, 8} {
		y.state.SetCode(yardTokens[i], answers, 0)
		y.state.SetCode(yardFeeds[i], answers, 0)
		y.tells(yardTokens[i], "decimals()", big.NewInt(decimals))
		y.tells(yardFeeds[i], "decimals()", big.NewInt(8))
	}
	for i, price := range []int64{1e8, 2_000e8, 50_000e8} {
		y.price(i, big.NewInt(price), y.now)
	}
	y.state.SetCode(yardVault, answers, 0)
	y.state.SetCode(yardUptime, answers, 0)
	for _, k := range caveat.Kinds() {
		y.on[string(k)] = y.deploy(string(k), nil)
	}
	y.on["VitalityOracle"] = y.deploy("VitalityOracle", common.LeftPadBytes(yardOwner[:], 32))
	y.on["DreamOracle"] = y.deploy("DreamOracle", nil)
	y.book = y.deploy("ActionBook", bind.NewActionBook().PackConstructor(yardPriced(), packed(yardForms()), common.Address{}))
	return y
}

func (y *yard) tells(at common.Address, method string, words ...*big.Int) {
	for i, w := range words {
		y.state.SetState(at, slotOf(method, i), common.BigToHash(new(big.Int).And(w, new(big.Int).Sub(power2(256), big.NewInt(1)))))
	}
}

// price is a round of a token's feed; its number and its start are not what is asked for.
func (y *yard) price(token int, answer *big.Int, at uint64) {
	y.tells(yardFeeds[token], "latestRoundData()", big.NewInt(3), answer, big.NewInt(5), new(big.Int).SetUint64(at), big.NewInt(3))
}

func (y *yard) config(by common.Address) *runtime.Config {
	return &runtime.Config{Origin: by, Time: y.now, State: y.state, GasLimit: 1 << 40}
}

func (y *yard) deploy(name string, args []byte) common.Address {
	y.t.Helper()
	at, why := y.create(name, args)
	if why != "" {
		y.t.Fatalf("%s: %s", name, why)
	}
	return at
}

// create tries to put a contract on the chain, and says why that is refused.
func (y *yard) create(name string, args []byte) (common.Address, string) {
	y.t.Helper()
	code, err := caveat.Creation(name)
	check(y.t, err)
	ret, at, _, err := runtime.Create(append(code, args...), y.config(yardOwner))
	y.state.Finalise(yardRules)
	if err != nil {
		return at, because(ret)
	}
	return at, ""
}

// call is a transaction: what it answers, or why it is refused.
func (y *yard) call(by, to common.Address, data []byte) ([]byte, string) {
	ret, _, err := runtime.Call(to, data, y.config(by))
	y.state.Finalise(yardRules)
	if err != nil {
		return nil, because(ret)
	}
	return ret, ""
}

// because is the sentence of a revert; without one it is "no sentence".
func because(data []byte) string { return cmp.Or(sentence(data), "no sentence") }

// judges has the manager ask an enforcer about a redemption of the account.
func (y *yard) judges(kind caveat.Kind, terms []byte, r caveat.Redemption) string {
	data := bind.NewEnforcer().PackBeforeHook(terms, nil, r.Mode, r.Execution, r.Delegation, r.Account, yardGolem)
	_, why := y.call(yardManager, y.on[string(kind)], data)
	return why
}

func (y *yard) says(name, got, want string) {
	y.t.Helper()
	if got != want {
		y.t.Errorf("%s: %q, want %q", name, got, want)
	}
}

func yardPriced() (out []bind.ActionBookToken) {
	for i, t := range yardTokens {
		out = append(out, bind.ActionBookToken{Token: t, Feed: yardFeeds[i], MaxAge: yardAge})
	}
	return out
}

// The calls of a yard's shop: a selector, then words.
var (
	paying   = [4]byte{1, 1, 1, 1} // amount of token 0, and a fixed word 7
	payBoth  = [4]byte{2, 2, 2, 2} // amount of token 1, amount of token 2
	swapping = [4]byte{3, 3, 3, 3} // amount of token 0, least of token 1, anything
	twice    = [4]byte{4, 4, 4, 4} // amount of token 0, and the same again
	freely   = [4]byte{6, 6, 6, 6} // nothing is paid: anything, anything
	back     = [4]byte{7, 7, 7, 7} // amount of token 1, least of token 0
	tight    = [4]byte{8, 8, 8, 8} // three bytes: a fixed 9, two of an amount of token 0
)

func words(method [4]byte, of ...int64) []byte {
	out := method[:4:4]
	for _, w := range of {
		out = append(out, common.BigToHash(big.NewInt(w)).Bytes()...)
	}
	return out
}

// fields packs a form's: kind, offset, width.
func packedFields(all ...[3]int) (out []byte) {
	for _, f := range all {
		out = append(out, byte(f[0]), byte(f[1]>>8), byte(f[1]), byte(f[2]))
	}
	return out
}

// bookForm is a form as the contract is constructed with it.
type bookForm struct {
	blank                            []byte
	count                            int // of fields, as it is told
	classes, token, token2, tokenOut uint8
	fields                           []byte
}

// packed is what a contract is constructed with.
func packed(forms []bookForm) (out []byte) {
	for _, f := range forms {
		out = append(append(out, yardShop[:]...), f.blank[:4]...)
		out = append(out, byte(len(f.blank)>>8), byte(len(f.blank)))
		out = append(append(out, crypto.Keccak256(f.blank)...), byte(f.count), f.classes, f.token, f.token2, f.tokenOut)
		out = append(out, f.fields...)
	}
	return out
}

func yardForm(blank []byte, classes caveat.Class, token, token2, tokenOut uint8, fields ...[3]int) bookForm {
	return bookForm{blank, len(fields), uint8(classes), token, token2, tokenOut, packedFields(fields...)}
}

func yardForms() []bookForm {
	forms := []bookForm{
		yardForm(words(paying, 0, 7), caveat.Open, 1, 0, 0, [3]int{1, 4, 32}),
		yardForm(words(paying, 0, 8), caveat.Leave|caveat.Sweep, 2, 0, 0, [3]int{1, 4, 32}), // the same call but for a word
		yardForm(words(payBoth, 0, 0), caveat.Open, 2, 3, 0, [3]int{1, 4, 32}, [3]int{2, 36, 32}),
		yardForm(words(swapping, 0, 0, 0), caveat.Open, 1, 0, 2, [3]int{1, 4, 32}, [3]int{3, 36, 32}, [3]int{0, 68, 32}),
		yardForm(words(twice, 0, 0), caveat.Open, 1, 0, 0, [3]int{1, 4, 32}, [3]int{1, 36, 32}),
		yardForm(words(freely, 0, 0), caveat.Settle, 0, 0, 0, [3]int{0, 4, 32}, [3]int{0, 36, 32}),
		yardForm(words(back, 0, 0), caveat.Open, 2, 0, 1, [3]int{1, 4, 32}, [3]int{3, 36, 32}),
		yardForm(append(tight[:4:4], 9, 0, 0), caveat.Spawn, 1, 0, 0, [3]int{1, 5, 2}),
	}
	for i, class := range []caveat.Class{caveat.Open, caveat.Leave, caveat.Sweep, caveat.Spawn, caveat.Settle} {
		forms = append(forms, yardForm([]byte{5, 5, 5, byte(i), 0}, class, 0, 0, 0))
	}
	return forms
}

// shops is a call of the shop.
func shops(data []byte) caveat.Call {
	return caveat.Call{Target: yardShop, Value: new(big.Int), Data: data}
}

func pays(amount int64) caveat.Call { return shops(words(paying, amount, 7)) }

// redeems is a redemption of calls by a delegation.
func (y *yard) redeems(delegation byte, calls ...caveat.Call) caveat.Redemption {
	if len(calls) == 1 {
		return caveat.One(yardAccount, common.Hash{delegation}, calls[0])
	}
	r, err := caveat.Several(yardAccount, common.Hash{delegation}, calls)
	check(y.t, err)
	return r
}
