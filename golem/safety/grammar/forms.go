package grammar

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// field is one parameter of a kind: how its JSON value is read into an action, whose handles
// names resolves, and written back canonically.
type field struct {
	name  string
	read  func(a *Action, raw json.RawMessage, names *turn.Reading) error
	value func(*Action) any
}

// forms gives the exact parameters of each kind (safety §5). A market comes before what is of
// it.
var forms = map[Kind][]field{
	Swap: {
		exchange,
		token("token_in", func(a *Action) *common.Address { return &a.TokenIn }),
		token("token_out", func(a *Action) *common.Address { return &a.TokenOut }),
		amount("amount_in", func(a *Action) **uint256.Int { return &a.AmountIn }, false),
		slippage,
	},
	AddLiquidity: {
		exchange,
		amount("base_amount", func(a *Action) **uint256.Int { return &a.Base }, true),
		amount("quote_amount", func(a *Action) **uint256.Int { return &a.Quote }, true),
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
	Wrap:            {wrapped, units},
	Unwrap:          {wrapped, units},
}

var (
	position = field{"position_id", positioned, func(a *Action) any { return a.PositionID.Dec() }}
	slippage = field{"slippage_bps", func(a *Action, raw json.RawMessage, _ *turn.Reading) error {
		n, err := integer(raw, 0, 5000)
		a.Slippage = money.BPS(n)
		return err
	}, func(a *Action) any { return int32(a.Slippage) }}
	percent = field{"percent", func(a *Action, raw json.RawMessage, _ *turn.Reading) error {
		n, err := integer(raw, 1, 100)
		a.Percent = uint8(n)
		return err
	}, func(a *Action) any { return a.Percent }}
)

// token is the handle of an asset, which is held as its address.
func token(name string, of func(*Action) *common.Address) field {
	return field{name, func(a *Action, raw json.RawMessage, names *turn.Reading) (err error) {
		*of(a), err = readToken(raw, names)
		return err
	}, func(a *Action) any { return *of(a) }}
}

func amount(name string, of func(*Action) **uint256.Int, zeroAllowed bool) field {
	return field{name, func(a *Action, raw json.RawMessage, _ *turn.Reading) (err error) {
		*of(a), err = readAmount(raw, zeroAllowed)
		return err
	}, func(a *Action) any { return (*of(a)).Dec() }}
}

func tick(name string, of func(*Action) *int32) field {
	return field{name, func(a *Action, raw json.RawMessage, _ *turn.Reading) error {
		n, err := integer(raw, -887272, 887272)
		*of(a) = int32(n)
		return err
	}, func(a *Action) any { return *of(a) }}
}

// readToken resolves the handle of an asset.
func readToken(raw json.RawMessage, names *turn.Reading) (common.Address, error) {
	handle, err := text(raw)
	if err != nil {
		return common.Address{}, err
	}
	asset, ok := names.Named(handle)
	if !ok {
		return common.Address{}, fmt.Errorf("%q is not one of %v", clip(handle), assets(names))
	}
	return asset.Token.Address, nil
}

func assets(names *turn.Reading) (all []string) {
	for _, t := range names.Tokens() {
		all = append(all, t.Handle())
	}
	return all
}

// wrapped is the asset that stands for the chain's coin. Its protocol is beside it in the canonical
// form.
var wrapped = field{"asset", func(a *Action, raw json.RawMessage, names *turn.Reading) (err error) {
	a.Asset, err = readToken(raw, names)
	if w := names.Wrapper; err == nil && a.Asset != w.Token {
		err = fmt.Errorf("%s does not stand for the chain's coin", clip(string(raw)))
	} else {
		a.Protocol = w.Protocol
	}
	return err
}, func(a *Action) any { return a.Asset }}

// exchange is the handle of the market where something is traded or provided. The canonical form
// has the market's protocol beside it.
var exchange = field{"market", func(a *Action, raw json.RawMessage, names *turn.Reading) error {
	handle, err := text(raw)
	if err != nil {
		return err
	}
	m, ok := names.Market(handle)
	if !ok {
		var all []string
		for i := range names.Markets {
			all = append(all, names.Markets[i].Handle)
		}
		return fmt.Errorf("%q is not one of %v", clip(handle), all)
	}
	a.Market, a.Protocol = m.Handle, m.Protocol
	return nil
}, func(a *Action) any { return a.Market }}

// positioned reads the id of a position, and whose it is. That it is none of the reading's is
// not the grammar's to refuse.
func positioned(a *Action, raw json.RawMessage, names *turn.Reading) (err error) {
	if a.PositionID, err = readAmount(raw, false); err != nil {
		return err
	}
	if p, ok := names.Position(a.PositionID.Dec()); ok {
		a.Market, a.Protocol = p.Market, p.Protocol
	}
	return nil
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
