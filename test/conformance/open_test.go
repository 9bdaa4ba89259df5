package conformance

import (
	"errors"
	"testing"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/table"

	"github.com/ethereum/go-ethereum/common"
)

// venueOf is the market's pool with the contracts that reach it.
func venueOf(m *evmtest.Market) table.Venue {
	return table.Venue{Pools: []table.Pool{{At: m.Pool}}, Router: m.Router, Positions: m.Positions}
}

// configOf is a chain's for an account in a venue, told in a token.
func configOf(account, numeraire common.Address, v table.Venue) chain.Config {
	return chain.Config{ChainID: evmtest.ChainID, Account: account, Numeraire: numeraire, Deployments: v.Deployments()}
}

// A contract that answers as the pool does is read, but orders reach the pool of
// the factory.
// spec: chain §3
func TestOnlyThePoolThatOrdersReachIsOpened(t *testing.T) {
	m := newMarket(t, "open", 0)
	b := m.client.At(m.head().Hash)
	code := b.Code(m.Pool)
	if err := b.Do(t.Context()); err != nil {
		t.Fatal(err)
	}
	runtime, err := code.Value()
	if err != nil {
		t.Fatal(err)
	}
	twin := m.Deploy(runtime) // tokens and fee are constants of the code
	for pool, want := range map[common.Address]error{m.Pool: nil, twin: protocol.ErrSelfReport} {
		v := venueOf(m.Market)
		v.Pools[0].At = pool
		_, err := chain.Open(t.Context(), m.client, configOf(m.Account, m.USDC, v))
		if !errors.Is(err, want) || (err == nil) != (pool == m.Pool) {
			t.Errorf("pool %s: %v", pool, err)
		}
	}
}
