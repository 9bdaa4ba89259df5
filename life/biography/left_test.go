package biography

import (
	"math"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/thanatopsis"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/life/report"
)

// What is left is cash, in the wallet or sent home, and credit that is not paid time; coins and unsold assets are not.
func TestADeadGolemLeavesCashAndCredit(t *testing.T) {
	usd, eth := common.HexToAddress("0xa1"), common.HexToAddress("0xb2")
	seen := func(decimals uint8, units uint64) turn.Reading {
		return turn.Reading{Native: *uint256.NewInt(7e17), Assets: []turn.Asset{
			{Token: turn.Token{Address: usd, Symbol: "USD", Decimals: decimals}, Units: *uint256.NewInt(units)},
			{Token: turn.Token{Address: eth, Symbol: "ETH", Decimals: 18}, Units: *uint256.NewInt(5e17)},
		}}
	}
	var spent []report.Spent
	credit := money.USDC(0)
	for i, p := range ledger.Purposes() {
		spent = append(spent, report.Spent{Purpose: p.Name, Left: money.USDC(i+1) * 11})
		if p.Name != "time" {
			credit += money.USDC(i+1) * 11
		}
	}
	home := []thanatopsis.Swept{
		{Asset: usd.Hex(), Units: "2500000", State: thanatopsis.SweptHome},
		{Asset: eth.Hex(), Units: "9", State: thanatopsis.SweptHome},
		{Asset: usd.Hex(), Units: "9", State: thanatopsis.SweptFailed},
	}
	for _, c := range []struct {
		decimals uint8
		units    uint64
		swept    []thanatopsis.Swept
		want     money.USDC
	}{
		{6, 1_234_567, nil, 1_234_567}, {6, 0, home, 2_500_000}, {6, 3, home, 2_500_003}, {2, 12_345, nil, 123_450_000}, {18, 1_999_999_999_999, nil, 1},
	} {
		l, err := bequeathed(seen(c.decimals, c.units), c.swept, spent)
		if err != nil || l.Capital != c.want || l.Credit != credit {
			t.Errorf("%+v: %+v (%v), want a credit of %s", c, l, err, credit)
		}
	}
	if l, err := bequeathed(turn.Reading{}, nil, spent); err != nil || l.Capital != 0 || l.Credit != credit {
		t.Errorf("nothing was seen: %+v (%v)", l, err)
	}
	if _, err := bequeathed(seen(0, math.MaxUint64), nil, spent); err == nil {
		t.Error("more than an amount holds was left")
	}
}
