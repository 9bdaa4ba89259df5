package conformance

import (
	"fmt"
	"math/big"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
)

// held is the positions of a reading: id, from, to.
func (o *orders) held() (all []string) {
	o.t.Helper()
	for _, p := range o.read().Positions[1:] { // the first is the market's
		all = append(all, fmt.Sprintf("%s %d %d", p.ID, p.Lower-o.centre, p.Upper-o.centre))
	}
	return all
}

func (o *orders) open(width int32) *big.Int {
	o.t.Helper()
	centre := o.centre - o.centre%spacing
	o.centre = centre
	return o.mint(centre-width, centre+width)
}

func (o *orders) giveAway(id *big.Int) {
	o.t.Helper()
	o.must(o.Positions, bind.NewERC20().PackTransferFrom(o.Account, evmtest.Address("stranger"), id))
}

// What was read of a block that left the chain is read again: the same number may
// be another's position, or have another range.
func TestAfterAReorgThePositionsAreStillTheWallets(t *testing.T) {
	o := &orders{market: newMarket(t, "held", 0)}
	o.eyes = o.market.eyes(o.USDC)
	if got := o.held(); len(got) != 0 {
		t.Fatalf("at first %v", got)
	}
	back := o.Snapshot()
	o.open(100)
	if got := fmt.Sprint(o.held()); got != "[2 -100 100]" {
		t.Fatalf("before %s", got)
	}
	back()
	back = o.Snapshot()
	o.open(200)
	if got := fmt.Sprint(o.held()); got != "[2 -200 200]" {
		t.Errorf("another range under the same number: %s", got)
	}
	back()
	o.giveAway(o.open(200))
	o.open(300)
	if got := fmt.Sprint(o.held()); got != "[3 -300 300]" {
		t.Errorf("the number went to a stranger: %s", got)
	}
	o.giveAway(big.NewInt(3)) // no reorg is needed for it
	o.open(400)
	if got := fmt.Sprint(o.held()); got != "[4 -400 400]" {
		t.Errorf("a position was given away: %s", got)
	}
}

// Anyone may send the wallet an empty position: it is none, as nothing can be
// taken out of it. One whose tokens wait to be collected is left like any other.
func TestAnEmptyPositionIsNone(t *testing.T) {
	o := newOrders(t)
	before := len(o.held())
	abi := bind.NewNonfungiblePositionManager()
	waiting := o.open(500)
	all := ask(o.market, o.Positions, abi.PackPositions(waiting), abi.UnpackPositions).Liquidity
	o.must(o.Positions, abi.PackDecreaseLiquidity(bind.INonfungiblePositionManagerDecreaseLiquidityParams{
		TokenId: waiting, Liquidity: all, Amount0Min: new(big.Int), Amount1Min: new(big.Int), Deadline: evmtest.Deadline(),
	}))
	if got := len(o.held()); got != before+1 {
		t.Errorf("%d positions with one that is owed something, want %d", got, before+1)
	}
	o.decrease(o.open(600), 100)
	if got := len(o.held()); got != before+1 {
		t.Errorf("%d positions beside an empty one, want %d", got, before+1)
	}
	o.order(parsed(t, o.eyes, fmt.Appendf(nil, `{"type":"remove_liquidity","params":{"position_id":"%s","percent":100,"slippage_bps":50},"constraints":{}}`, waiting)))
	if got := len(o.held()); got != before {
		t.Errorf("%d positions after it was left, want %d", got, before)
	}
}
