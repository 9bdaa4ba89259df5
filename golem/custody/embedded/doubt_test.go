package embedded

import (
	"errors"
	"math/big"
	"strings"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/signing"
	"bardo.run/bardo/internal/money"
)

// A wallet signs no sale by a price in doubt, but by what was believed last; for a moment, because it does
// not know a death, which nothing may stop, from a life.
//
// spec: safety §16.8, §1.4 S-7
func TestAWalletSignsNoSaleByAPriceInDoubt(t *testing.T) {
	s := newStage(t)
	s.config.Rules.Policy.MaxLossDay, s.config.Rules.Policy.MaxMoveLoss, s.config.Rules.Policy.MaxExitLoss = 200, 200, 100
	s.config.Rules.Policy.MaxPerDay = 1_000_000 * money.One
	w := s.open()
	for i, c := range []struct {
		ago    int64
		least  int64 // dollars for a WETH that was worth 2,000, where the market tells 1,500
		signed bool
	}{{2, 1_485, false}, {turn.Moment, 1_485, false}, {2, 1_980, true}, {turn.Moment + 1, 1_485, true}, {turn.Moment + 1, 1_400, false}} {
		r := pricedAt(666_666_667)
		r.Block.Time = 9_000
		r.Assets[1].Doubt, r.Assets[1].Believed = "bent", &turn.Believed{Rate: reading().Assets[1].Rate, Price: 2_000, Time: 8_900 - c.ago, Since: 9_000 - c.ago}
		w.See(r)
		tx := call(at("SwapRouter"), bind.NewSwapRouter().PackExactInputSingle(bind.ISwapRouterExactInputSingleParams{
			TokenIn: at("WETH"), TokenOut: at("USDC"), Fee: big.NewInt(500), Recipient: s.config.Address, Deadline: big.NewInt(1e10),
			AmountIn: big.NewInt(1e18), AmountOutMinimum: big.NewInt(c.least * 1e6), SqrtPriceLimitX96: new(big.Int),
		}))
		tx.Nonce = uint64(i) //nolint:gosec // small
		_, err := w.SignTransaction(tx)
		if (err == nil) != c.signed || err != nil && (!errors.Is(err, signing.ErrRefused) || !strings.Contains(err.Error(), "one move loses at most 2.00%")) {
			t.Errorf("%d s ago, for %d: %v", c.ago, c.least, err)
		}
	}
}
