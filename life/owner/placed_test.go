package owner_test

import (
	"math/big"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/delegation"
	"bardo.run/bardo/internal/money"
)

// What the owner lent before the grant is nothing to the cage, and no part of the mark against
// which it asks for the drawdown: the first opening passes. The worst day counts it.
func TestAnAccountWithALoanMayOpen(t *testing.T) {
	d := open(t)
	golem, lender, weth := d.Party("golem"), d.At("AavePool"), d.At("WETH9")
	d.Send(golem.Address, 1e18)
	d.owner.Pay(weth, big.NewInt(1e18), bind.NewWETH9().PackDeposit())
	d.owner.Must(weth, bind.NewERC20().PackApprove(lender, big.NewInt(1e18)))
	d.owner.Must(lender, bind.NewAavePool().PackSupply(weth, big.NewInt(1e18), d.owner.Address, 0))
	d.ask.Session, d.ask.Config.Venue.AavePool = golem.Address, lender.Hex()
	n := d.notary(func(string) {})
	o, err := n.Offer(t.Context(), d.ask)
	if err != nil {
		t.Fatal(err)
	}
	// A fiftieth of about 12,000, a hundredth of 2,000 and of three tenths of 10,000, and the key's 50.
	if told := o.Plan.WorstDay[1].Amount / money.One; told < 335 || told > 345 {
		t.Errorf("the worst day is %d: %s", told, o.Plan)
	}
	g, err := n.Grant(t.Context(), d.ask, o)
	if err != nil {
		t.Fatal(err)
	}
	cage := bind.NewPolicyCage()
	if mark, err := cage.UnpackHighWaterMark(d.Ask(g.Cage, cage.PackHighWaterMark())); err != nil || mark.Int64() != 10_000e6 {
		t.Errorf("the mark is %v (%v)", mark, err)
	}
	amount := big.NewInt(10e6)
	data, err := delegation.Redeem([]delegation.Delegation{g.Delegation}, []delegation.Call{
		{To: d.At("USDC"), Data: bind.NewERC20().PackApprove(d.At("SwapRouter"), amount)},
		{To: d.At("SwapRouter"), Data: bind.NewSwapRouter().PackExactInputSingle(bind.ISwapRouterExactInputSingleParams{
			TokenIn: d.At("USDC"), TokenOut: weth, Fee: big.NewInt(500), Recipient: d.owner.Address, Deadline: big.NewInt(1 << 40),
			AmountIn: amount, AmountOutMinimum: new(big.Int), SqrtPriceLimitX96: new(big.Int),
		})},
	})
	if err != nil {
		t.Fatal(err)
	}
	golem.Must(d.At("DelegationManager"), data)
}
