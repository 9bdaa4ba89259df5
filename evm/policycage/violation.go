package policycage

import (
	"errors"
	"fmt"
	"math/big"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/internal/money"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
)

// Kind is the name of an error of the contracts.
type Kind string

// Violation is a refusal of a cage, its oracle or its enforcer, decoded from the data
// of a revert. Fields that the error does not have are zero.
//
// spec: safety §7.3
type Violation struct {
	Kind         Kind
	Subject      common.Address // asset, target, destination, or whoever it is about
	Selector     [4]byte
	ID           common.Hash
	Of           uint8    // what it counts: of a cap, what it is of
	Value, Limit *big.Int // what was asked and what is allowed, in the error's own unit
}

// Error says what was refused, and what to do.
func (v *Violation) Error() string {
	if say, ok := words[v.Kind]; ok {
		return "the cage refused: " + say(v)
	}
	return "the cage refused: " + string(v.Kind)
}

// Decode reads the data of a revert; ok is false where it is none of the cage's.
func Decode(data []byte) (v *Violation, ok bool) {
	if len(data) < 4 {
		return nil, false
	}
	for _, m := range []*bind.MetaData{&bind.PolicyCageMetaData, &bind.CageEnforcerMetaData, &bind.CageOracleMetaData, &bind.CageReaderMetaData} {
		parsed, err := m.ParseABI()
		if err != nil {
			continue
		}
		kind, err := parsed.ErrorByID([4]byte(data[:4]))
		if err != nil {
			continue
		}
		values, err := kind.Inputs.Unpack(data[4:])
		if err != nil {
			continue
		}
		return collect(kind, values), true
	}
	return nil, false
}

// FromError finds a violation in an error of package rpc.
func FromError(err error) (*Violation, bool) {
	reverted := new(rpc.RevertError)
	if !errors.As(err, &reverted) {
		return nil, false
	}
	return Decode(reverted.Revert.Data)
}

// collect sorts an error's arguments by what they are.
func collect(kind *abi.Error, values []any) *Violation {
	v := &Violation{Kind: Kind(kind.Name)}
	for _, value := range values {
		switch x := value.(type) {
		case common.Address:
			v.Subject = x
		case [4]byte:
			v.Selector = x
		case uint8:
			v.Of = x
		case [32]byte:
			v.ID = x
		case *big.Int:
			if v.Value == nil {
				v.Value = x
			} else {
				v.Limit = x
			}
		}
	}
	return v
}

// words say what an error means to who reads it.
var words = map[Kind]func(*Violation) string{
	"AssetNotApproved": func(v *Violation) string {
		return fmt.Sprintf("the asset %s is not approved: its owner can approve it, an hour later it holds", v.Subject)
	},
	"ProtocolNotApproved": func(v *Violation) string {
		return fmt.Sprintf("the contract %s is not approved: its owner can approve it, a day later it holds", v.Subject)
	},
	"SelectorNotAllowed": func(v *Violation) string {
		return fmt.Sprintf("the function %x of %s is not allowed", v.Selector, v.Subject)
	},
	"PositionTooLarge": func(v *Violation) string {
		return fmt.Sprintf("the position would be %s bps of the portfolio, %s are allowed: ask for less", v.Value, v.Limit)
	},
	"ConcentrationExceeded": func(v *Violation) string {
		return fmt.Sprintf("%s bps of the portfolio would be at risk, %s are allowed: ask for less", v.Value, v.Limit)
	},
	"CapExceeded": func(v *Violation) string {
		return fmt.Sprintf("%s.%s would be %s bps of the portfolio, positions at their cost, and %s are allowed: ask for less", CapOf(v.Of), v.Subject, v.Value, v.Limit)
	},
	"CollateralRatioTooLow": func(v *Violation) string {
		return fmt.Sprintf("collateral would be %s bps of the debt, at least %s are needed", v.Value, v.Limit)
	},
	"DrawdownExceeded": func(v *Violation) string {
		return fmt.Sprintf("the drawdown is %s bps, %s are allowed", v.Value, v.Limit)
	},
	"SpendingLimitExceeded": func(v *Violation) string {
		return fmt.Sprintf("%s USDC were asked for, %s are left for a transaction now: ask for less, or wait: what was spent is free again after 24 to 30 hours", usdc(v.Value), usdc(v.Limit))
	},
	"PositionLimitReached": func(v *Violation) string { return fmt.Sprintf("%s positions are open, which is the limit", v.Value) },
	"SanctionedAddress":    func(v *Violation) string { return fmt.Sprintf("%s is sanctioned", v.Subject) },
	"Halted":               func(*Violation) string { return "its owner has halted it: only what ends a risk passes" },
	"NotOwner":             func(*Violation) string { return "only its owner may do that" },
	"NotMover":             func(*Violation) string { return "only its enforcer, or its account where it has none, may ask" },
	"DestinationNotAllowed": func(v *Violation) string {
		return fmt.Sprintf("nothing leaves to %s: only the account and its owner may receive", v.Subject)
	},
	"NothingToValidate": func(*Violation) string { return "nothing would be moved" },
	"UnknownPosition":   func(v *Violation) string { return fmt.Sprintf("position %s is not open", v.Value) },
	"OutOfRange":        func(v *Violation) string { return fmt.Sprintf("%s is outside of what a cage takes", v.Value) },
	"UnknownChange":     func(v *Violation) string { return fmt.Sprintf("no change %s waits", v.ID) },
	"ChangeNotDue":      func(v *Violation) string { return fmt.Sprintf("change %s waits until unix second %s", v.ID, v.Value) },
	"BadSignature":      func(*Violation) string { return "the owner did not sign that" },

	"NotCollected": func(v *Violation) string {
		return fmt.Sprintf("what is taken out of position %s has to come to the account with it: collect all of it in the same redemption", v.Value)
	},
	"NotTheManager": func(*Violation) string { return "only the delegation manager may ask the enforcer" },
	"NotTheAccount": func(v *Violation) string { return fmt.Sprintf("it does not guard %s", v.Subject) },
	"BadTerms":      func(*Violation) string { return "the caveat's terms name no cage" },
	"ModeNotAllowed": func(*Violation) string {
		return "the execution is neither one call nor a plainly packed batch that fails as a whole"
	},
	"BatchNotAllowed": func(v *Violation) string {
		return fmt.Sprintf("a batch of %s calls: at most 8, one move and allowances beside it, none behind liquidity", v.Value)
	},
	"NativeValueNotAllowed": func(v *Violation) string { return fmt.Sprintf("native coin to %s", v.Subject) },
	"MalformedCall":         func(v *Violation) string { return fmt.Sprintf("the call %x of %s is malformed", v.Selector, v.Subject) },
	"AllowanceTooLarge": func(v *Violation) string {
		return fmt.Sprintf("an allowance of %s of %s, only %s are held: approve what is needed", v.Value, v.Subject, v.Limit)
	},
	"MovedMore": func(v *Violation) string {
		return fmt.Sprintf("%s of %s left, %s had been validated", v.Value, v.Subject, v.Limit)
	},
	"ValueLost": func(v *Violation) string {
		return fmt.Sprintf("the move gave %s USDC and received %s by the price feeds: the price is not the market's", usdc(v.Value), usdc(v.Limit))
	},
	"HealthTooLow": func(v *Violation) string {
		return fmt.Sprintf("the lender's health factor would be %s, at least %s has to stay: withdraw less, or repay first", v.Value, v.Limit)
	},
	"UnitsLost": func(v *Violation) string {
		return fmt.Sprintf("%s units of %s went to a lender or came from it, and %s arrived", v.Value, v.Subject, v.Limit)
	},
	"LossLimitReached": func(v *Violation) string {
		return fmt.Sprintf("a loss of %s USDC, and %s may still be lost in the day or session", usdc(v.Value), usdc(v.Limit))
	},
	"AlreadyBound": func(*Violation) string { return "the account is bound to a cage already" },
	"PoolPriceAway": func(v *Violation) string {
		return fmt.Sprintf("the pool %s is not at the market's price: it gives %s USDC for %s", v.Subject, usdc(v.Limit), usdc(v.Value))
	},
	"NoReader": func(v *Violation) string {
		return fmt.Sprintf("nobody reads the calls of %s for it: its owner can set a reader, a day later it holds", v.Subject)
	},
	"DeedNotAllowed": func(v *Violation) string {
		return fmt.Sprintf("its reader takes a call of %s for what its owner does not allow there", v.Subject)
	},
	"NothingToRead": func(v *Violation) string {
		return fmt.Sprintf("the reader of %s knows nothing of what was asked: it is another protocol's", v.Subject)
	},
	"Reentered": func(*Violation) string { return "a redemption within itself" },

	"NoPrice": func(v *Violation) string { return fmt.Sprintf("%s has no price", v.Subject) },
	"StalePrice": func(v *Violation) string {
		return fmt.Sprintf("the price of %s is of unix second %s", v.Subject, v.Value)
	},
	"SequencerDown": func(v *Violation) string {
		return fmt.Sprintf("the rollup's sequencer changed at unix second %s: it is down, or up for less than an hour, and until then nothing has a price", v.Value)
	},
	"AmountOutOfRange": func(v *Violation) string { return fmt.Sprintf("an amount of %s of %s", v.Value, v.Subject) },
}

// usdc writes millionths of a dollar as dollars.
func usdc(v *big.Int) string {
	if v == nil || !v.IsInt64() {
		return fmt.Sprintf("%v millionths of", v)
	}
	return money.USDC(v.Int64()).String()
}
