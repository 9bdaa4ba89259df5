package grammar

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/internal/eip55"
	"bardo.run/bardo/internal/money"
)

// field is one parameter of a kind: how its JSON value is read into an action
// and written back canonically.
type field struct {
	name  string
	read  func(*Action, json.RawMessage) error
	value func(*Action) any
}

// forms gives the exact parameters of each kind (safety §5), optional those that may
// also be left out.
var forms = map[Kind][]field{
	Swap: {
		address("token_in", func(a *Action) *common.Address { return &a.TokenIn }),
		address("token_out", func(a *Action) *common.Address { return &a.TokenOut }),
		amount("amount_in", func(a *Action) **uint256.Int { return &a.AmountIn }, false),
		slippage,
	},
	AddLiquidity: {
		address("pool", func(a *Action) *common.Address { return &a.Pool }),
		amount("amount0", func(a *Action) **uint256.Int { return &a.Amount0 }, true),
		amount("amount1", func(a *Action) **uint256.Int { return &a.Amount1 }, true),
		tick("tick_lower", func(a *Action) *int32 { return &a.TickLower }),
		tick("tick_upper", func(a *Action) *int32 { return &a.TickUpper }),
		slippage,
	},
	RemoveLiquidity: {position, percent, slippage},
	ClaimFees:       {position},
	Supply:          {lender, asset, units},
	Withdraw:        {lender, asset, unitsOrAll},
	Borrow:          {lender, asset, units},
	Repay:           {lender, asset, unitsOrAll},
}

var (
	position = amount("position_id", func(a *Action) **uint256.Int { return &a.PositionID }, false)
	slippage = field{"slippage_bps", func(a *Action, raw json.RawMessage) error {
		n, err := integer(raw, 0, 5000)
		a.Slippage = money.BPS(n)
		return err
	}, func(a *Action) any { return int32(a.Slippage) }}
	percent = field{"percent", func(a *Action, raw json.RawMessage) error {
		n, err := integer(raw, 1, 100)
		a.Percent = uint8(n)
		return err
	}, func(a *Action) any { return a.Percent }}
)

func address(name string, of func(*Action) *common.Address) field {
	return field{name, func(a *Action, raw json.RawMessage) (err error) {
		*of(a), err = readAddress(raw)
		return err
	}, func(a *Action) any { return *of(a) }}
}

func amount(name string, of func(*Action) **uint256.Int, zeroAllowed bool) field {
	return field{name, func(a *Action, raw json.RawMessage) (err error) {
		*of(a), err = readAmount(raw, zeroAllowed)
		return err
	}, func(a *Action) any { return (*of(a)).Dec() }}
}

func tick(name string, of func(*Action) *int32) field {
	return field{name, func(a *Action, raw json.RawMessage) error {
		n, err := integer(raw, -887272, 887272)
		*of(a) = int32(n)
		return err
	}, func(a *Action) any { return *of(a) }}
}

func readAddress(raw json.RawMessage) (common.Address, error) {
	text, err := text(raw)
	if err != nil {
		return common.Address{}, err
	}
	return eip55.Parse(text)
}

func readAmount(raw json.RawMessage, zeroAllowed bool) (*uint256.Int, error) {
	text, err := text(raw)
	if err != nil {
		return nil, err
	}
	if zeroAllowed && text == "0" {
		return new(uint256.Int), nil
	}
	return money.ParseUnits(clip(text))
}

func integer(raw json.RawMessage, low, high int64) (int64, error) {
	n, _ := strconv.ParseInt(string(raw), 10, 64) // what is no number is written otherwise
	if n < low || n > high || strconv.FormatInt(n, 10) != string(raw) {
		return n, fmt.Errorf("%s is not a whole number from %d to %d", clip(string(raw)), low, high)
	}
	return n, nil
}

func text(raw json.RawMessage) (string, error) {
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		return "", fmt.Errorf("%s is not a text", clip(string(raw)))
	}
	return s, nil
}

// clip bounds what of a hostile text is repeated in an error. 79 characters keep
// one more than the longest legal amount, so that a longer one stays too long. What is
// left is UTF-8: a record with other bytes could be written, and not read again.
func clip(s string) string {
	return strings.ToValidUTF8(s[:min(len(s), 79)], "\uFFFD")
}
