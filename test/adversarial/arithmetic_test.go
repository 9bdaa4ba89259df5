package adversarial

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
)

// The checker's roots are the contract's at both ends (TickMath.sol), to a part in 10^9.
func TestTheCheckersRootsAreTheContracts(t *testing.T) {
	for tick, want := range map[int64]string{
		-887_272: "4295128739", 0: "79228162514264337593543950336", 887_272: "1461446703485210103287273052203988822378723970342",
	} {
		nearly(t, "the root of a tick", rootAt(tick), big10(new(big.Int).SetString(want, 10)), big.NewInt(4))
	}
}

// What the checker says that a position holds is what the contract would pay for it, to the
// unit and a part in 10^9, in its range and on either side of it.
func TestTheCheckersPositionsAreTheContracts(t *testing.T) {
	r := newRealm(t)
	now, _ := new(big.Int).SetString(r.root().String(), 10)
	tick := int32(0)
	for rootAt(int64(tick+10)).Cmp(now) < 0 {
		tick += 10
	}
	for _, span := range [][2]int32{{tick - 400, tick + 600}, {tick + 100, tick + 300}, {tick - 900, tick - 200}} {
		receipt := r.Execute(r.Positions, r.MintCall(span[0], span[1], uint256.NewInt(5_000e6), uint256.NewInt(2e18)))
		id := receipt.Logs[len(receipt.Logs)-1].Topics[1].Big()
		held := r.reads().asks(r.Positions, "positions", id)
		call := bind.NewNonfungiblePositionManager().PackDecreaseLiquidity(bind.INonfungiblePositionManagerDecreaseLiquidityParams{
			TokenId: id, Liquidity: held[7].(*big.Int), Amount0Min: new(big.Int), Amount1Min: new(big.Int), Deadline: evmtest.Deadline(),
		})
		var raw hexutil.Bytes
		if err := r.RPC.Call(&raw, "eth_call", map[string]any{"from": r.Account, "to": r.Positions, "data": hexutil.Bytes(call)}, "latest"); err != nil || len(raw) != 64 {
			t.Fatal(err)
		}
		zero, one := amountsOf(held[7].(*big.Int), r.root(), int64(span[0]), int64(span[1]))
		nearly(t, "token0", zero, new(big.Int).SetBytes(raw[:32]), big.NewInt(2))
		nearly(t, "token1", one, new(big.Int).SetBytes(raw[32:]), big.NewInt(2))
		// And liquidity is what the amounts pay for: never more than the contract minted.
		if l := liquidityOf(zero, one, r.root(), int64(span[0]), int64(span[1])); l.Cmp(held[7].(*big.Int)) > 0 {
			t.Errorf("%v: %s is more liquidity than %s", span, l, held[7])
		}
	}
}

// A gift hides no loss, a stranger's position is worth nothing, and a pool that was moved
// changes nothing of what an account is worth.
func TestTheCheckerIsNotTakenIn(t *testing.T) {
	d := newDenizen(t, bare, 5, nothingSaid, estate{20_000, 500})
	before := d.audit.now().at(d.r.price)
	d.r.Execute(d.r.Positions, d.r.MintCall(-887270, 887270, uint256.NewInt(5_000e6), uint256.NewInt(2e18)))
	d.r.pushes(900)
	d.r.seals()
	if after := d.audit.now().at(d.r.price); after.Cmp(before) != 0 {
		t.Errorf("a pool that was moved makes %s of %s", after, before)
	}
	d.r.does(d.r.USDC, bind.NewERC20().PackTransfer(d.r.account, dollars(7)))
	if given := d.r.given(d.r.Chain().Chain.Head().Number.Uint64()).at(d.r.price); given.Cmp(dollars(7)) != 0 {
		t.Errorf("a gift of 7 USDC counts as %s", given)
	}
	if after := d.audit.now().at(d.r.price); after.Cmp(new(big.Int).Add(before, dollars(7))) != 0 {
		t.Errorf("%s and 7 USDC are %s", before, after)
	}
}

func nearly(t *testing.T, what string, got, want, units *big.Int) {
	t.Helper()
	gap := new(big.Int).Sub(got, want)
	most := new(big.Int).Add(units, new(big.Int).Quo(want, big.NewInt(1e9)))
	if gap.CmpAbs(most) > 0 {
		t.Errorf("%s is %s, the contract's is %s", what, got, want)
	}
}

func big10(n *big.Int, ok bool) *big.Int {
	if !ok {
		panic("a number that is none")
	}
	return n
}
