package grammar

import (
	"encoding/json"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
)

// all is how a proposal asks for everything, everything how an action holds it:
// what is owed grows with every second, so no number could name it.
const all = "all"

var everything = new(uint256.Int).SetAllOne()

// Lends reports whether the action is one on a lending market.
func (a Action) Lends() bool {
	return a.Kind == Supply || a.Kind == Withdraw || a.Kind == Borrow || a.Kind == Repay
}

// All reports whether a withdrawal or repayment asks for everything there is.
func (a Action) All() bool { return a.Amount != nil && a.Amount.Eq(everything) }

// The parameters of the lending kinds. None of them could name another account
// than the wallet's own. In a market that lends one token alone the asset says what is meant: that
// token is lent, borrowed and repaid, the other one put up and taken back. Kinds of their own
// would be a second way to say the same, and a way to say what cannot be.
var (
	asset  = token("asset", func(a *Action) *common.Address { return &a.Asset })
	lender = field{"market", func(a *Action, raw json.RawMessage, names *turn.Reading) error {
		handle, err := text(raw)
		if err != nil {
			return err
		}
		l, ok := names.Lender(handle)
		if !ok {
			var all []string
			for i := range names.Lending {
				all = append(all, names.Lending[i].Handle)
			}
			return fmt.Errorf("%q is not one of %v", clip(handle), all)
		}
		a.Market, a.Protocol = l.Handle, l.Protocol
		return nil
	}, func(a *Action) any { return a.Market }}
	units = field{"amount", func(a *Action, raw json.RawMessage, _ *turn.Reading) (err error) {
		a.Amount, err = readUnits(raw)
		return err
	}, func(a *Action) any { return a.Amount.Dec() }}
	unitsOrAll = field{"amount", func(a *Action, raw json.RawMessage, _ *turn.Reading) (err error) {
		a.Amount, err = readUnitsOrAll(raw)
		return err
	}, func(a *Action) any {
		if a.All() {
			return all
		}
		return a.Amount.Dec()
	}}
)

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
