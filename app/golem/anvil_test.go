package golem

import (
	"path/filepath"
	"testing"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/rpc"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/rpc/rpctest"
)

// onAnvil is the market on a node that nobody here wrote: anvil goes on from the devnet's
// last block with blocks of its own.
func onAnvil(t *testing.T) (*evmtest.Market, string, *victim) {
	t.Helper()
	program := rpctest.Foundry(t, filepath.Join("..", "..", "test", "oracle", "js", "node_modules"), "anvil")
	m := market(t)
	if err := m.Chain().Miner.SetInterval(0); err != nil {
		t.Fatal(err)
	}
	url, _ := rpctest.Start(t, program, "--fork-url", m.Chain().Server.Endpoint(), "--port", "0", "--block-time", "0.5", "--hardfork", "osaka", "--no-rate-limit")
	v := newVictim(t, m)
	var err error
	if v.chain, err = rpc.DialContext(t.Context(), url); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(v.chain.Close)
	// The key is that of an account which anvil makes rich, on a fork too.
	if err := v.chain.CallContext(t.Context(), nil, "anvil_setBalance", wallet(t), hexutil.EncodeUint64(5e18)); err != nil {
		t.Fatal(err)
	}
	return m, url, v
}

// DESIGN §9: oracles nobody here wrote. The devnet alone could share a mistake with the
// Golem that lives on it.
func TestALifeOnAnvilSurvivesBeingKilled(t *testing.T) {
	t.Parallel()
	m, url, v := onAnvil(t)
	v.behind(m, url).survives(kills())
}
