package library_test

import (
	"math/big"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/permit2"
	"bardo.run/bardo/evm/uniswap"
	"bardo.run/bardo/mirage/deploy"
	"bardo.run/bardo/mirage/deploy/kit"
	"bardo.run/bardo/mirage/scenario/library"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"
)

// send makes a block of a call by the kit's account.
func (s stage) send(to common.Address, data []byte) {
	s.t.Helper()
	chain, who := deploy.On(s.Node), crypto.PubkeyToAddress(s.ground.Maker.PublicKey)
	nonce, err := chain.Nonce(s.t.Context(), who)
	check(s.t, err)
	tx := types.MustSignNewTx(s.ground.Maker, s.Chain.Signer(), &types.DynamicFeeTx{
		ChainID: s.Chain.ID(), Nonce: nonce, To: &to, Data: data, Gas: 2_000_000, GasFeeCap: big.NewInt(1e12),
	})
	check(s.t, chain.Seal(s.t.Context(), []*types.Transaction{tx}))
	if r, err := chain.Receipt(s.t.Context(), tx.Hash()); err != nil || r.Status != 1 {
		s.t.Fatalf("call %x of %s reverted: %v", data[:4], to, err)
	}
}

// ranges lie where a crash of 40 % begins (tick 200,311 of a pool of USDC and WETH at
// 2,000 USDC), on its way, and where it ends (205,420).
var ranges = [][2]int64{{199_800, 201_000}, {201_600, 203_400}, {205_200, 208_800}}

var (
	rangeUSDC = big.NewInt(100_000_000_000)
	rangeETH  = new(big.Int).Mul(big.NewInt(50), big.NewInt(1e18))
	forever   = big.NewInt(1 << 40)
)

// narrowV3 opens positions over the ranges in the v3 pool of 0.3 %.
func (s stage) narrowV3() {
	b, owner := s.ground.Book, crypto.PubkeyToAddress(s.ground.Maker.PublicKey)
	for _, r := range ranges {
		s.send(b.Address("NonfungiblePositionManager"), bind.NewNonfungiblePositionManager().PackMint(bind.INonfungiblePositionManagerMintParams{
			Token0: b.Address("USDC"), Token1: b.Address("WETH9"), Fee: big.NewInt(3000), TickLower: big.NewInt(r[0]), TickUpper: big.NewInt(r[1]),
			Amount0Desired: rangeUSDC, Amount1Desired: rangeETH, Amount0Min: new(big.Int), Amount1Min: new(big.Int), Recipient: owner, Deadline: forever,
		}))
	}
}

// narrowV4 does the same in the v4 pool of two tokens.
func (s stage) narrowV4() {
	s.t.Helper()
	b, owner, key := s.ground.Book, crypto.PubkeyToAddress(s.ground.Maker.PublicKey), kit.TokenPool(s.ground.Book)
	positions := b.Address("V4PositionManager")
	for _, token := range []common.Address{key.Currency0, key.Currency1} {
		s.send(permit2.Address, bind.NewPermit2().PackApprove(token, positions, new(big.Int).Lsh(big.NewInt(1), 150), forever))
	}
	view := bind.NewV4StateView()
	slot, err := view.UnpackGetSlot0(s.ask(b.Address("V4StateView"), view.PackGetSlot0(uniswap.PoolIDV4(key))))
	check(s.t, err)
	for _, r := range ranges {
		liquidity, err := uniswap.LiquidityForAmounts(uint256.MustFromBig(slot.SqrtPriceX96), int32(r[0]), int32(r[1]), uint256.MustFromBig(rangeUSDC), uint256.MustFromBig(rangeETH))
		check(s.t, err)
		mint := s.pack([]string{"key", "int24", "int24", "uint256", "uint128", "uint128", "address", "bytes"},
			key, big.NewInt(r[0]), big.NewInt(r[1]), liquidity.ToBig(), rangeETH, rangeETH, owner, []byte{})
		const mintAndSettle = "\x02\x0d"
		unlock := s.pack([]string{"bytes", "bytes[]"}, []byte(mintAndSettle), [][]byte{mint, s.pack([]string{"address", "address"}, key.Currency0, key.Currency1)})
		s.send(positions, bind.NewV4PositionManager().PackModifyLiquidities(unlock, forever))
	}
}

// pack encodes values; "key" is the tuple of a pool key.
func (s stage) pack(kinds []string, values ...any) []byte {
	s.t.Helper()
	var args abi.Arguments
	for _, kind := range kinds {
		var parts []abi.ArgumentMarshaling
		if kind == "key" {
			kind = "tuple"
			for _, p := range [][2]string{{"currency0", "address"}, {"currency1", "address"}, {"fee", "uint24"}, {"tickSpacing", "int24"}, {"hooks", "address"}} {
				parts = append(parts, abi.ArgumentMarshaling{Name: p[0], Type: p[1]})
			}
		}
		typ, err := abi.NewType(kind, "", parts)
		check(s.t, err)
		args = append(args, abi.Argument{Type: typ})
	}
	out, err := args.Pack(values...)
	check(s.t, err)
	return out
}

// spec: mirage-testing §12.3 (sizes follow from the pools' liquidity, range by range)
func TestACrashCrossesTheRangesOfOtherPositions(t *testing.T) {
	s, base := raise(t), new(big.Int)
	t.Run("without them", func(t *testing.T) { base = s.part(t).sold(order("crash", 7)) })
	s.narrowV3()
	s.narrowV4()
	ether := s.sold(order("crash", 7))
	// The middle range alone gives 100,000 USDC for ETH below 1,760 USDC, in either pool.
	if more := new(big.Int).Sub(ether, base); more.Cmp(new(big.Int).Lsh(rangeETH, 1)) < 0 {
		t.Errorf("the ranges took %s wei more, less than the middle one must", more)
	}
	for i, got := range s.spots() {
		if want := big.NewRat(1200, 1); !nearly(got, want) {
			t.Errorf("pool %d stands at %s, not %s", i, got.FloatString(9), want)
		}
	}
}

// sold plays an order and adds up the ether that the pools were paid.
func (s stage) sold(o library.Order) *big.Int {
	s.t.Helper()
	r, sum := s.play(o), new(big.Int)
	for _, log := range s.logs(r.First, r.Last) {
		if ether, _ := s.swap(log); ether != nil {
			sum.Add(sum, ether)
		}
	}
	return sum
}

// nearly is within a millionth.
func nearly(a, b *big.Rat) bool {
	off := new(big.Rat).Sub(new(big.Rat).Quo(a, b), big.NewRat(1, 1))
	return off.Abs(off).Cmp(big.NewRat(1, 1_000_000)) <= 0
}
