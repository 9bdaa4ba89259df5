package dying

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/internal/money"
)

// spec: provisioning §8.9 — highest USD value first; dust = value < 2 × transfer gas
func TestASweepTakesTheDearestFirstAndLeavesDust(t *testing.T) {
	at := func(name string) common.Address { return common.BytesToAddress([]byte(name)) }
	have := func(token common.Address, amount uint64, worth, gas money.USDC) holding {
		return holding{Token: token, Amount: *uint256.NewInt(amount), Worth: worth, Gas: gas}
	}
	native, usdc, weth, edge, dust, unknown, none := have(common.Address{}, 9, 900, 1), have(at("a"), 5, 500, 10), have(at("b"), 7, 700, 10),
		have(at("c"), 1, 20, 10), have(at("d"), 1, 19, 10), have(at("e"), 1, 0, 10), have(at("f"), 0, 500, 1)
	all := []holding{native, usdc, weth, edge, dust, unknown, none}
	random := rand.New(rand.NewPCG(1, 1))
	for range 50 {
		random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		order, left := arrange(all)
		if !slices.Equal(order, []holding{weth, usdc, edge, native}) {
			t.Fatalf("swept in the order %+v", order)
		}
		if len(left) != 2 || !slices.Contains(left, dust) || !slices.Contains(left, unknown) || left[0].Token.Cmp(left[1].Token) > 0 {
			t.Fatalf("dust is %+v", left)
		}
	}
	if order, left := arrange([]holding{have(at("x"), 1, 1<<62, 1<<62)}); len(order) != 0 || len(left) != 1 {
		t.Errorf("gas beyond counting: %+v, %+v", order, left)
	}
}
