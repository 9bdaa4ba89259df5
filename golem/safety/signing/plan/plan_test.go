package plan_test

import (
	"reflect"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/safety/signing"
	"bardo.run/bardo/golem/safety/signing/plan"
)

// spec: DESIGN §12.6, safety §8
func TestThePlanSaysWhoHoldsWhat(t *testing.T) {
	p := &signing.Policy{
		ChainID: 8453, Tier: signing.Clade, Recipients: make([]common.Address, 2),
		Contracts: []signing.Contract{{Functions: make([]signing.Function, 2)}},
		MaxPerTx:  1_000_000, MaxPerDay: 2_500_000, MaxLossDay: 200, MaxMoveLoss: 150, MaxExitLoss: 100, MaxGas: *uint256.NewInt(7),
		NotAfter: time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC).Unix(),
	}
	want := []plan.Limit{
		{Name: "ends", Value: "4 March 2026, 05:06 UTC", ByEnclave: true},
		{Name: "chain", Value: "8453", ByEnclave: true},
		{Name: "plain transfers", Value: "to 2 recipients (clade)", ByEnclave: true},
		{Name: "calls", Value: "2 functions of 1 contract, their fixed arguments held one by one", ByEnclave: true},
		{Name: "typed data", Value: "none", ByEnclave: true},
		{Name: "combinations of arguments", Value: "exactly the forms that the adapters make"},
		{Name: "paid at once, to open", Value: "1.000000"},
		{Name: "paid in any 24 hours, to open", Value: "2.500000"},
		{Name: "lost by trades in any 24 hours", Value: "2.00% of the account"},
		{Name: "lost by one move", Value: "1.50% of its value"},
		{Name: "lost by a sale beyond that day's limit", Value: "1.00% of its value"},
		{Name: "offered for gas in any 24 hours, to open", Value: "7 wei"},
		{Name: "the most in assets, markets and protocols", Value: "as configured; an enclave knows no shares"},
		{Name: "position, concentration, drawdown, slippage", Value: "as configured, by the permits"},
	}
	if got := plan.Of(p); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	p.Contracts = append(p.Contracts, p.Contracts[0])
	if got := plan.Of(p); got[3].Value != "4 functions of 2 contracts, their fixed arguments held one by one" {
		t.Error(got[3].Value)
	}
}
