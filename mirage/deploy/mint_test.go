package deploy_test

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/mirage/cheat"
	"bardo.run/bardo/mirage/deploy"
	"bardo.run/bardo/mirage/node"
)

// spec: mirage-testing §6.3, §6.4: mintERC20 and the domain of the real USDC, a proxy
// whose balances share their slot with a blacklist, and of the real WETH9, whose supply
// is what it holds.
func TestTheCheatsKnowTheRealTokens(t *testing.T) {
	set, p := artifacts(t), usdcWeth()
	g, err := p.Genesis(set)
	check(t, err)
	n, err := node.New(node.Config{GenesisTime: start, Alloc: g.Alloc, Code: g.Code, Services: []node.Services{cheat.Services(cheat.Options{})}})
	check(t, err)
	t.Cleanup(func() { _ = n.Close() })
	b, err := deploy.Deploy(t.Context(), deploy.On(n), set, p)
	check(t, err)
	usdc, to := b.Address("USDC"), common.HexToAddress("0xdead")
	var domain common.Hash
	check(t, n.Server.Client().Call(&domain, "mirage_computeDomainSeparator", usdc))
	if want := deploy.Domain("USD Coin", "2", 31337, usdc); domain != want {
		t.Errorf("domain %s, want %s", domain, want)
	}
	for name, amount := range map[string]int64{"USDC": 1_000_000_000, "WETH9": 5} {
		var ok bool
		if err := n.Server.Client().Call(&ok, "mirage_mintERC20", b.Address(name), to, hexutil.EncodeUint64(uint64(amount))); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var out hexutil.Bytes
		data := hexutil.Bytes(bind.NewERC20().PackBalanceOf(to))
		check(t, n.Server.Client().Call(&out, "eth_call", map[string]any{"to": b.Address(name), "data": data}, "latest"))
		if got := new(big.Int).SetBytes(out); got.Int64() != amount {
			t.Errorf("%s: balance %s", name, got)
		}
	}
}
