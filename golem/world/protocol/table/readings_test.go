package table

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/morpho"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/morphoblue"
	"bardo.run/bardo/golem/world/protocol/uniswapv4"
)

// spec: safety §7.1 — a cage is given a reader for each contract that calls reach, once, and a
// venue that nobody reads is none for it.
func TestACageIsGivenAReaderForEachContract(t *testing.T) {
	at := func(n byte) common.Address { return common.Address{n} }
	v := Venue{Pools: []Pool{{Handle: "a", At: at(1)}, {Handle: "b", At: at(2)}}, Router: at(3), Positions: at(4), V2Router: at(5), Aave: at(6), Base: turn.Token{Address: at(8)}, Quote: turn.Token{Address: at(9)}}
	got, err := Readings(v.Deployments())
	want := []policycage.Reading{
		{Target: at(3), Reader: "UniswapV3", Deeds: policycage.Swaps},
		{Target: at(4), Reader: "UniswapV3", Deeds: policycage.Positions},
		{Target: at(5), Reader: "UniswapV2", Deeds: policycage.Swaps | policycage.Joins},
		{Target: at(6), Reader: "AaveV3", Deeds: policycage.Lends},
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v", got, err)
	}
	for _, row := range rows {
		unread := row.Cage == "" && slices.Equal(row.Kinds, []grammar.Kind{grammar.Wrap, grammar.Unwrap}) // no grant lets it
		if !unread && !slices.Contains(policycage.Readers(), row.Cage) {
			t.Errorf("%s is read by %q, of which there is no contract", row.Name, row.Cage)
		}
	}
	was := rows
	defer func() { rows = was }()
	rows = append(slices.Clone(was), row{About: protocol.About{Name: "of nobody"}})
	_, err = Readings(append(v.Deployments(), protocol.Deployment{Handle: "x", Protocol: "of nobody"}))
	if !errors.Is(err, ErrUnread) || !strings.Contains(err.Error(), `of x (): take "of nobody" out of safety.approved_protocols, or grant with golem.custody_mode "localkey"`) {
		t.Errorf("of nobody: %v", err)
	}
	wraps := Wrapping([]string{wrapped.Name}, at(8))
	if _, err = Readings(wraps); len(wraps) != 1 || !errors.Is(err, ErrUnread) || !strings.Contains(err.Error(), wrapped.Ungranted) || strings.Contains(err.Error(), "localkey") {
		t.Errorf("%v: %v", wraps, err)
	}
}

// spec: safety §7.1 — a market within one contract has a place of its own, which a cage approves with
// what the calls of it name, and no other market's.
func TestAMarketWithinAContractHasAPlaceOfItsOwn(t *testing.T) {
	at := func(n byte) common.Address { return common.Address{n} }
	market := func(id common.Hash, p *morpho.Params) protocol.Deployment {
		return protocol.Deploy(morphoblue.Name, morphoblue.Name, morphoblue.Terms{Contract: at(1), Market: id, Params: p})
	}
	id, other := common.Hash{0: 7, 19: 8, 20: 9}, common.Hash{0: 7, 19: 9, 20: 9}
	opened := market(id, &morpho.Params{Loan: at(2), Collateral: at(3), Oracle: at(4), Rate: at(5)})
	place := common.Address{0: 7, 19: 8}
	if got := Grounds([]protocol.Deployment{opened, opened}); !slices.Equal(got, []common.Address{place, at(4), at(5)}) {
		t.Errorf("%v", got)
	}
	if got := Grounds([]protocol.Deployment{market(other, &morpho.Params{Oracle: at(4)})}); !slices.Equal(got, []common.Address{{0: 7, 19: 9}, at(4)}) {
		t.Errorf("without a rate model: %v", got)
	}
	if got, ok := Place([]protocol.Deployment{opened}, turn.Reading{}, morphoblue.Name); !ok || got != place {
		t.Errorf("it lies at %s, %v", got, ok)
	}
	pool := uniswapv4.Terms{V4: uniswap.V4{Router: at(1), Fee: 3000, TickSpacing: 60}, Base: at(2), Quote: at(3), Positions: at(4)}
	in := protocol.Deploy(uniswapv4.Name, "weth-usdc-30-v4", pool)
	seen := turn.Reading{Markets: []turn.Market{{Handle: "weth-usdc-30-v4"}}}
	key := uniswap.PoolIDV4(pool.Key(at(2), at(3)))
	if got, ok := Place([]protocol.Deployment{in}, seen, "weth-usdc-30-v4"); !ok || got != common.Address(key[:20]) || !slices.Equal(Grounds([]protocol.Deployment{opened, in}), []common.Address{got, place, at(4), at(5)}) {
		t.Errorf("a pool of v4 lies at %s, %v", got, ok)
	}
	pool.Positions = common.Address{} // nobody provides there
	in = protocol.Deploy(uniswapv4.Name, "weth-usdc-30-v4", pool)
	if got, ok := Place([]protocol.Deployment{in}, seen, "weth-usdc-30-v4"); ok || Grounds([]protocol.Deployment{in}) != nil {
		t.Errorf("a pool that nobody provides in lies at %s", got)
	}
	if got := Grounds(Venue{Pools: []Pool{{Handle: "a", At: at(1)}}, Router: at(3), Aave: at(6)}.Deployments()); got != nil {
		t.Errorf("markets with contracts have %v", got)
	}
}
