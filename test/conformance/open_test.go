package conformance

import (
	"errors"
	"testing"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol"

	"github.com/ethereum/go-ethereum/common"
)

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
		_, err := chain.Open(t.Context(), m.client, chain.Config{
			ChainID: evmtest.ChainID, Account: m.Account, Pool: pool, Quote: m.USDC, Router: m.Router, Positions: m.Positions,
		})
		if !errors.Is(err, want) || (err == nil) != (pool == m.Pool) {
			t.Errorf("pool %s: %v", pool, err)
		}
	}
}
