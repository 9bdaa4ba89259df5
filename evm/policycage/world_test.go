package policycage_test

import (
	"encoding/json"
	"math/big"
	"testing"

	"bardo.run/bardo/contracts"
	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/internal/money"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm/runtime"
	"github.com/ethereum/go-ethereum/params"
)

// world is a cage on a bare machine, for many calls: the real contracts, three tokens of
// six decimals with a feed each, and nothing else.
type world struct {
	t     testing.TB
	state *state.StateDB
	now   uint64
	cage  common.Address
	feeds [3]common.Address
}

// rules are the bare machine's.
var rules = params.MergedTestChainConfig.Rules(new(big.Int), true, 0)

// Everybody of a world.
var (
	principal, agent, guard, nobody = evmtest.Address("owner"), evmtest.Address("golem"), evmtest.Address("enforcer"), evmtest.Address("nobody")
	vault                           = evmtest.Address("account")
	coins                           = [4]common.Address{evmtest.Address("cash"), evmtest.Address("a"), evmtest.Address("b"), evmtest.Address("unknown")}
	places                          = [3]common.Address{evmtest.Address("pool"), evmtest.Address("lender"), evmtest.Address("elsewhere")}
)

func newWorld(t testing.TB, c policycage.Config) *world {
	t.Helper()
	db, err := state.New(types.EmptyRootHash, state.NewDatabaseForTesting())
	check(t, err)
	w := &world{t: t, state: db, now: 1_767_323_045}
	w.state.SetCode(coins[3], evmtest.Token(), 0) // which has no feed
	var feeds []policycage.Feed
	for i, token := range coins[:3] {
		w.state.SetCode(token, evmtest.Token(), 0)
		w.feeds[i] = w.create(w.feed())
		feeds = append(feeds, policycage.Feed{Token: token, Feed: w.feeds[i], MaxAge: 60})
		w.price(i, 1e8)
	}
	oracle, err := policycage.OracleCreation(feeds, common.Address{})
	check(t, err)
	c.PriceOracle = w.create(oracle)
	cage, err := policycage.Creation(c)
	check(t, err)
	w.cage = w.create(cage)
	return w
}

// feed is the creation code of a settable price.
func (w *world) feed() []byte {
	w.t.Helper()
	text, err := contracts.Kit.ReadFile("out/PriceFeed.json")
	check(w.t, err)
	var c struct{ Bytecode hexutil.Bytes }
	check(w.t, json.Unmarshal(text, &c))
	return append(c.Bytecode, bind.NewPriceFeed().PackConstructor("", 8, big.NewInt(1e8))...)
}

func (w *world) config(by common.Address) *runtime.Config {
	return &runtime.Config{Origin: by, Time: w.now, State: w.state, GasLimit: 1 << 40}
}

func (w *world) create(code []byte) common.Address {
	w.t.Helper()
	ret, at, _, err := runtime.Create(code, w.config(principal))
	if err != nil {
		w.t.Fatalf("%v: %x", err, ret)
	}
	w.state.Finalise(rules)
	return at
}

// call returns what a call answers, or the kind of its refusal.
func (w *world) call(by, to common.Address, data []byte) ([]byte, policycage.Kind) {
	w.t.Helper()
	ret, _, err := runtime.Call(to, data, w.config(by))
	w.state.Finalise(rules)
	if err == nil {
		return ret, ""
	}
	v, ok := policycage.Decode(ret)
	if !ok {
		return ret, policycage.Kind(err.Error() + " " + hexutil.Encode(ret))
	}
	return nil, v.Kind
}

func (w *world) must(by, to common.Address, data []byte) []byte {
	w.t.Helper()
	ret, kind := w.call(by, to, data)
	if kind != "" {
		w.t.Fatalf("%x: %s", data[:4], kind)
	}
	return ret
}

// price sets the answer of a coin's feed, in 1e-8 dollars.
func (w *world) price(coin int, answer int64) {
	w.t.Helper()
	w.must(principal, w.feeds[coin], bind.NewPriceFeed().PackSetAnswer(big.NewInt(answer)))
}

// hold sets what the account has of a coin.
func (w *world) hold(coin int, amount int64) {
	w.state.SetState(coins[coin], common.BytesToHash(vault[:]), common.BigToHash(big.NewInt(amount)))
	w.state.Finalise(rules)
}

func (w *world) snapshot() bind.CageSnapshot {
	w.t.Helper()
	c := bind.NewPolicyCage()
	out, err := c.UnpackGetConfig(w.must(nobody, w.cage, c.PackGetConfig()))
	check(w.t, err)
	return out
}

// worldly is the cage of a world.
func worldly() policycage.Config {
	c := policycage.Config{
		Owner: principal, Account: vault, Enforcer: guard, Cash: coins[0], HighWaterMark: 100_000 * money.One,
		Limits: policycage.DefaultLimits(), Assets: coins[:2], Protocols: places[:2],
		Selectors: []policycage.Selector{{Target: places[0], Method: [4]byte{1}}},
	}
	c.Limits.Positions, c.Limits.Assets = 3, 3
	c.Limits.DayLoss, c.Limits.SessionLoss = 2_000*money.One, 10_000*money.One
	return c
}
