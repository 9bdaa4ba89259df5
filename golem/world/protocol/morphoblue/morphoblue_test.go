package morphoblue

import (
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/morpho"
	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
)

// supplied is what the contract logs of a supply.
func (l *Adapter) supplied(units, shares int64) protocol.Log {
	pad := func(a common.Address) common.Hash { return common.BytesToHash(a[:]) }
	return protocol.Log{
		Address: l.contract, Topics: []common.Hash{bind.NewMorphoEvents().GetABI().Events["Supply"].ID, l.id, pad(l.account.Address), pad(l.account.Address)},
		Data: append(common.BigToHash(big.NewInt(units)).Bytes(), common.BigToHash(big.NewInt(shares)).Bytes()...),
	}
}

// A market that takes a wallet's tokens must say so of the wallet's position in this
// market, and the position must show it.
func TestAPositionThatDoesNotFollowItsLogSpeaksAgainstTheOrder(t *testing.T) {
	l := isolated()
	before := turn.Lending{Handle: Name, Protocol: Name, Loan: usdc.Address, Reserves: []turn.Reserve{
		{Token: usdc, SupplyShares: *uint256.NewInt(500), DebtShares: *uint256.NewInt(30)},
		{Token: weth, Supplied: *uint256.NewInt(7)},
	}}
	after := morpho.Position{SupplyShares: *uint256.NewInt(600), BorrowShares: *uint256.NewInt(30), Collateral: *uint256.NewInt(7)}
	a := grammar.Action{Kind: grammar.Supply, Market: Name, Protocol: Name, Asset: usdc.Address, Amount: uint256.NewInt(10)}
	moved := []turn.Delta{{Token: usdc.Address, Out: true, Units: *uint256.NewInt(10)}}
	for name, c := range map[string]struct {
		log        func(*protocol.Log)
		after      func(*morpho.Position)
		fault      string
		uncredited bool
	}{
		"as it should be":          {},
		"fewer shares":             {after: func(p *morpho.Position) { p.SupplyShares.SetUint64(599) }, fault: "supply"},
		"a debt beside it":         {after: func(p *morpho.Position) { p.BorrowShares.SetUint64(31) }, fault: "debt"},
		"collateral gone":          {after: func(p *morpho.Position) { p.Collateral.Clear() }, fault: "collateral"},
		"for somebody else":        {log: func(l *protocol.Log) { l.Topics[3] = common.Hash{31: 9} }, fault: "supply", uncredited: true},
		"in another market":        {log: func(l *protocol.Log) { l.Topics[1] = common.Hash{1} }, fault: "supply", uncredited: true},
		"by another contract":      {log: func(l *protocol.Log) { l.Address = usdc.Address }, fault: "supply", uncredited: true},
		"a unit less than it took": {log: func(l *protocol.Log) { l.Data[31]-- }, uncredited: true},
	} {
		log, now := l.supplied(10, 100), after
		if c.log != nil {
			c.log(&log)
		}
		if c.after != nil {
			c.after(&now)
		}
		order := []sim.Result{{Logs: []sim.Log{{Address: log.Address, Topics: log.Topics, Data: log.Data}}}}
		if got := l.fault(before, now, order); (got == "") != (c.fault == "") || !strings.Contains(got, "wallet's "+c.fault) && c.fault != "" {
			t.Errorf("%s: %q, want %q", name, got, c.fault)
		}
		if got := l.Credits(a, []protocol.Log{log}, moved); got == c.uncredited {
			t.Errorf("%s: credited %v", name, got)
		}
	}
}

// Whatever a repayment names, it never allows more than that, nor more than a debt can
// have grown to.
func TestARepaymentOnMorphoNeverAllowsMoreThanItNames(t *testing.T) {
	l := isolated()
	r := turn.Reserve{Token: usdc, Owed: *uint256.NewInt(1_000_000), DebtShares: *uint256.NewInt(1_000_000_000_000)}
	m := bind.NewMorpho()
	for named, want := range map[uint64]struct{ allowed, shares uint64 }{
		1: {1, 0}, 999_999: {999_999, 0}, 1_000_000: {999_999, 0}, 1_001_000: {999_999, 0},
		1_001_001: {1_001_001, r.DebtShares.Uint64()}, 5_000_000: {1_001_001, r.DebtShares.Uint64()},
	} {
		calls := l.repay(grammar.Action{Kind: grammar.Repay, Asset: usdc.Address, Amount: uint256.NewInt(named)}, r)
		values, err := m.GetABI().Methods["repay"].Inputs.Unpack(calls[1].Data[4:])
		if err != nil || len(calls) != 3 {
			t.Fatal(err)
		}
		assets, shares, allowed := values[1].(*big.Int), values[2].(*big.Int), new(big.Int).SetBytes(calls[0].Data[36:])
		if allowed.Uint64() != want.allowed || shares.Uint64() != want.shares || want.shares == 0 && assets.Cmp(allowed) != 0 || allowed.Uint64() > named {
			t.Errorf("%d: allows %s, pays %s or %s shares, want %+v", named, allowed, assets, shares, want)
		}
	}
}

// A debt of a unit or two is paid in units, and never with nothing: the contract reverts
// at a payment of nothing.
func TestADustOfADebtOnMorphoIsPaid(t *testing.T) {
	l := isolated()
	for owed, want := range map[uint64]uint64{1: 1, 2: 1, 3: 2} {
		r := turn.Reserve{Token: usdc, Owed: *uint256.NewInt(owed), DebtShares: *uint256.NewInt(owed * 1e6)}
		calls := l.repay(grammar.Action{Kind: grammar.Repay, Asset: usdc.Address, Amount: uint256.NewInt(owed)}, r)
		if pays := l.encoder.Repay(uint256.NewInt(want), l.account.Address); string(calls[1].Data) != string(pays) {
			t.Errorf("%d owed: %x, want %x", owed, calls[1].Data, pays)
		}
	}
}

// What was not opened knows no parameters, and makes no calls.
func TestAMarketOfMorphoThatWasNotOpenedHasNoAdapter(t *testing.T) {
	if _, err := New(protocol.Account{Mandate: own{}}, protocol.Deploy(Name, Name, Terms{Contract: common.HexToAddress("0xb1")})); err == nil || !strings.Contains(err.Error(), "was not opened") {
		t.Errorf("%v", err)
	}
}
