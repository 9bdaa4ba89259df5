package erc4626

import (
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
)

// rounding is what entering a vault may take, in units. The cage on the chain lets it take as much.
const rounding = 2

// many is for how many shares a vault is asked what they pay, so that what fewer pay is known to the
// unit before their number is.
var many = new(big.Int).Exp(big.NewInt(10), big.NewInt(30), nil)

// Questions implements protocol.Lender. What many shares pay is what they pay beside the fee, and
// maxWithdraw what can be taken out at all.
func (l *Adapter) Questions() []protocol.Call {
	me := l.account.Address
	return []protocol.Call{
		{To: l.vault, Data: l.abi.PackBalanceOf(me)},
		{To: l.vault, Data: l.abi.PackMaxWithdraw(me)},
		{To: l.vault, Data: l.abi.PackPreviewRedeem(many)},
	}
}

// Account implements protocol.Lender. A vault knows no debts.
func (l *Adapter) Account(before turn.Lending, order, answers []sim.Result) (turn.Account, string, error) {
	if len(answers) < 3 || !answers[2].Success {
		return turn.Account{}, "", fmt.Errorf("vault %s after the order: %s", l.vault, answers[len(answers)-1].Revert)
	}
	shares, err := l.abi.UnpackBalanceOf(answers[0].Return)
	if err != nil {
		return turn.Account{}, "", err
	}
	most, err := l.abi.UnpackMaxWithdraw(answers[1].Return)
	if err != nil {
		return turn.Account{}, "", err
	}
	pay, err := l.abi.UnpackPreviewRedeem(answers[2].Return)
	if err != nil {
		return turn.Account{}, "", err
	}
	return unowed(), l.fault(before, order, shares, most, pay), nil
}

// unowed is the account of who owes nothing.
func unowed() (a turn.Account) {
	a.Health.SetAllOne()
	return a
}

// fault holds the shares behind an order to those before it and to what the vault's logs say, and
// what leaving pays then to what was put in. A vault that takes a fee, is short of cash, or whose
// shares were made so dear that rounding eats a deposit, is not entered; it is left all the same.
func (l *Adapter) fault(before turn.Lending, order []sim.Result, shares, most, pay *big.Int) string {
	var had turn.Reserve
	if r, ok := before.Reserve(l.asset); ok {
		had = r
	}
	want, put := had.SupplyShares.ToBig(), new(big.Int)
	for _, call := range order {
		for _, log := range call.Logs {
			if c, ok := l.change(log.Address, log.Topics, log.Data); ok {
				want.Add(want, c.shares)
				put.Add(put, c.units)
			}
		}
	}
	if want.Cmp(shares) != 0 {
		return "the wallet's shares of the vault do not change as its log says"
	}
	if put.Sign() <= 0 {
		return ""
	}
	// What is worked out from what many shares pay is at most so many units too low.
	slack := new(big.Int).Quo(shares, many)
	slack.Add(slack, big.NewInt(rounding+1))
	worth := new(big.Int).Mul(shares, pay)
	worth.Add(worth.Quo(worth, many), slack)
	least := put.Add(put, had.Supplied.ToBig())
	if most = new(big.Int).Add(most, big.NewInt(rounding)); most.Cmp(least) < 0 {
		worth = most
	}
	if worth.Cmp(least) < 0 {
		return fmt.Sprintf("the vault would pay back at most %s of the %s units that would be in it", worth, least)
	}
	return ""
}

// change is what a log of the vault says that went in, of units and shares; below 0 it came out.
type change struct{ units, shares *big.Int }

// change decodes a log of the wallet's own deposits and withdrawals.
func (l *Adapter) change(from common.Address, topics []common.Hash, data []byte) (c change, ok bool) {
	if from != l.vault {
		return c, false
	}
	log, me := &types.Log{Address: from, Topics: topics, Data: data}, l.account.Address
	if d, err := l.abi.UnpackDepositEvent(log); err == nil {
		return change{d.Assets, d.Shares}, d.Owner == me
	}
	if w, err := l.abi.UnpackWithdrawEvent(log); err == nil {
		return change{new(big.Int).Neg(w.Assets), new(big.Int).Neg(w.Shares)}, w.Owner == me && w.Receiver == me
	}
	return c, false
}

// Credits implements protocol.Lender: the vault's logs say that just what moved went in, or came out.
func (l *Adapter) Credits(a grammar.Action, logs []protocol.Log, moved []turn.Delta) bool {
	sum := new(big.Int)
	for _, log := range logs {
		if c, ok := l.change(log.Address, log.Topics, log.Data); ok {
			sum.Add(sum, c.units)
		}
	}
	for _, d := range moved {
		if d.Token == a.Asset {
			return d.Units.ToBig().CmpAbs(sum) == 0 && d.Out == (sum.Sign() > 0) && d.Out == (a.Kind == grammar.Supply)
		}
	}
	return sum.Sign() == 0
}

// pays is what leaving pays now, and the shares that the vault bars: by the shares that it takes back
// and what they pay, bounded by what it says can be taken out.
func pays(shares, redeemable, preview, most *uint256.Int) (units, barred uint256.Int) {
	units = *preview
	if most.Lt(&units) {
		units = *most
	}
	if redeemable.Lt(shares) {
		barred.Sub(shares, redeemable)
	}
	if units.IsZero() {
		return units, *shares
	}
	return units, barred
}
