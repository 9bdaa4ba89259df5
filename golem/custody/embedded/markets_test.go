package embedded

import (
	"errors"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/privy"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/golem/safety/signing"
	"bardo.run/bardo/golem/world/protocol/table"
)

// swap sends a little of one token for another, in a pool of so many pips.
func (s *stage) swap(nonce uint64, from, to string, fee int64) *types.DynamicFeeTx {
	tx := call(at("SwapRouter"), bind.NewSwapRouter().PackExactInputSingle(bind.ISwapRouterExactInputSingleParams{
		TokenIn: at(from), TokenOut: at(to), Fee: big.NewInt(fee), Recipient: s.config.Address, Deadline: big.NewInt(1e10),
		AmountIn: big.NewInt(1000), AmountOutMinimum: big.NewInt(1), SqrtPriceLimitX96: new(big.Int),
	}))
	tx.Nonce = nonce
	return tx
}

// Of several markets a policy lets every swap through that is one of theirs. A pool of two listed
// tokens that is no market of this Golem is refused here: the provider's rules hold each argument
// to a list, and not one to another.
//
// spec: provisioning §8.8, safety §8
func TestAWalletSignsInEachOfItsMarketsAndInNoOther(t *testing.T) {
	wbtc := turn.Token{Address: at("WBTC"), Symbol: "WBTC", Decimals: 8}
	second := turntest.Pool{
		Address: at("Pool2"), Token0: weth, Token1: wbtc, FeePips: 3000, TickSpacing: 60, SqrtPriceX96: *new(uint256.Int).Lsh(uint256.NewInt(1), 96),
	}.Market()
	seen := turntest.Reading([]turn.Market{reading().Markets[0], second}, uint256.NewInt(1e13))
	traded := market()
	traded.Pools = append(traded.Pools, table.Pool{Handle: second.Handle, At: at("Pool2")})
	s := stageOf(t, seen, traded.Deployments())
	w := s.open()
	for i, tx := range []*types.DynamicFeeTx{
		s.swap(0, "USDC", "WETH", 500), s.swap(1, "WETH", "USDC", 500), s.swap(2, "WETH", "WBTC", 3000), s.swap(3, "WBTC", "WETH", 3000),
	} {
		if done, err := w.SignTransaction(tx); err != nil || len(done.Raw) == 0 {
			t.Errorf("swap %d: %v", i, err)
		}
	}
	careless := privy.Checks{Transaction: func(*types.DynamicFeeTx) error { return nil }, TypedData: w.guard.TypedData}
	held, err := s.config.Client.Wallet(t.Context(), s.config.Wallet)
	s.must(err)
	thief, err := privy.Open(t.Context(), s.config.Client, held, evmtest.ChainID, careless)
	s.must(err)
	for name, c := range map[string]struct {
		tx     *types.DynamicFeeTx
		passes bool // the provider alone
	}{
		"another fee of a pair":   {s.swap(4, "WETH", "WBTC", 500), true},
		"a pair that is listed":   {s.swap(4, "USDC", "WBTC", 3000), true},
		"a fee that no pool has":  {s.swap(4, "USDC", "WETH", 100), false},
		"a token that is unknown": {s.swap(4, "USDC", "LINK", 3000), false},
	} {
		if _, err := w.SignTransaction(c.tx); !errors.Is(err, signing.ErrRefused) {
			t.Errorf("%s, our check: %v", name, err)
		}
		if _, err := thief.SignTransaction(c.tx); errors.Is(err, privy.ErrRefused) == c.passes {
			t.Errorf("%s, the enclave: %v", name, err)
		}
	}
}
