package grammar

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
)

// all is how a proposal asks for everything, everything how an action holds it:
// what is owed grows with every second, so no number could name it.
const all = "all"

var everything = new(uint256.Int).SetAllOne()

// Lenders lists the lending protocols that an action may name. On Morpho Blue the asset
// says what is meant: a market's loan token is lent, borrowed and repaid, its collateral
// token is put up and taken back. Kinds of their own would be a second way to say the same,
// and a way to say what cannot be.
func Lenders() []string { return []string{AaveV3, MorphoBlue} }

// Lends reports whether the action is one on a lending market.
func (a Action) Lends() bool {
	return a.Kind == Supply || a.Kind == Withdraw || a.Kind == Borrow || a.Kind == Repay
}

// All reports whether a withdrawal or repayment asks for everything there is.
func (a Action) All() bool { return a.Amount != nil && a.Amount.Eq(everything) }

// Uses names the protocol that the action goes to.
func (a Action) Uses() string {
	if a.Lends() || a.Kind == Swap && a.Protocol != "" {
		return a.Protocol
	}
	return UniswapV3
}

// The parameters of the lending kinds. None of them could name another account
// than the wallet's own.
var (
	asset  = address("asset", func(a *Action) *common.Address { return &a.Asset })
	lender = field{"protocol", func(a *Action, raw json.RawMessage) (err error) {
		a.Protocol, err = readLender(raw)
		return err
	}, func(a *Action) any { return a.Protocol }}
	units = field{"amount", func(a *Action, raw json.RawMessage) (err error) {
		a.Amount, err = readUnits(raw)
		return err
	}, func(a *Action) any { return a.Amount.Dec() }}
	unitsOrAll = field{"amount", func(a *Action, raw json.RawMessage) (err error) {
		a.Amount, err = readUnitsOrAll(raw)
		return err
	}, func(a *Action) any {
		if a.All() {
			return all
		}
		return a.Amount.Dec()
	}}
)

func readLender(raw json.RawMessage) (string, error) {
	name, err := text(raw)
	if err == nil && !slices.Contains(Lenders(), name) {
		err = fmt.Errorf("%q is not one of %v", clip(name), Lenders())
	}
	return name, err
}

func readUnitsOrAll(raw json.RawMessage) (*uint256.Int, error) {
	if word, _ := text(raw); word == all {
		return new(uint256.Int).Set(everything), nil
	}
	return readUnits(raw)
}

// readUnits refuses the number that stands for everything: only the word does.
func readUnits(raw json.RawMessage) (*uint256.Int, error) {
	n, err := readAmount(raw, false)
	if err == nil && n.Eq(everything) {
		err = fmt.Errorf("%s is more than any token has", n.Dec())
	}
	return n, err
}
