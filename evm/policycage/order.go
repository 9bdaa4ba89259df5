package policycage

import (
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/internal/money"

	"github.com/ethereum/go-ethereum/common"
)

// ErrOrder says that words are no order to a cage.
var ErrOrder = errors.New("that is no order to a cage")

// Order is a call that a cage's owner makes of it.
type Order struct {
	Says string // what it does, and when that holds
	Call []byte
}

// Orders lists the words of NewOrder.
func Orders() string {
	return "halt, resume, session, NAME=VALUE of a limit, max_asset.ADDRESS=VALUE, max_market.ADDRESS=VALUE or max_protocol.ADDRESS=VALUE of a cap, apply ID, cancel ID"
}

// NewOrder is the order of some words: halt, resume, session (what was lost in the session
// counts from zero again), a limit's name and its new value, as in max_loss_per_day=300 (in
// dollars, basis points or a number), a cap and its new share of the account, as in
// max_asset.0x…=2000 (in basis points; 10000 lifts it), or apply and cancel with the id of a change that waits.
// No grant begins a session: a renewal would be a way around its limit.
//
// spec: safety §7.5
func (c Config) NewOrder(words []string) (Order, error) {
	codec := bind.NewPolicyCage()
	switch said := strings.Join(words, " "); {
	case said == "halt":
		return Order{"nothing is opened any more, from now on", codec.PackEmergencyHalt()}, nil
	case said == "resume":
		return Order{"openings are allowed again, from now on", codec.PackResume()}, nil
	case said == "session":
		return Order{"what was lost in the session counts from zero again when this is applied, an hour from now at the earliest", codec.PackBeginSession()}, nil
	case len(words) == 2 && (words[0] == "apply" || words[0] == "cancel"):
		return change(codec, words[0], words[1])
	case len(words) == 1 && strings.Contains(said, "="):
		name, value, _ := strings.Cut(said, "=")
		if o, ok, err := c.newCap(name, value); ok {
			return o, err
		}
		return c.Limits.change(name, value)
	}
	return Order{}, fmt.Errorf("%w: %q; there are %s", ErrOrder, strings.Join(words, " "), Orders())
}

// change applies or cancels a change that waits.
func change(codec *bind.PolicyCage, what, id string) (Order, error) {
	raw := common.FromHex(id)
	if len(raw) != common.HashLength || len(id) != 2+2*common.HashLength {
		return Order{}, fmt.Errorf("%w: %s takes the id of a change that waits, 0x and 64 digits; it is not %q", ErrOrder, what, id)
	}
	if what == "cancel" {
		return Order{"the change is forgotten", codec.PackCancelChange([32]byte(raw))}, nil
	}
	return Order{"the change holds from now on", codec.PackApplyChange([32]byte(raw))}, nil
}

// change is a limit's new value.
func (l Limits) change(name, value string) (Order, error) {
	is := l.words()
	var names []string
	for i, kind := range retuned {
		names = append(names, kind.name)
		if kind.name != name {
			continue
		}
		to, err := kind.parse(value)
		if err != nil {
			return Order{}, fmt.Errorf("%w: %s is a %s, not %q", ErrOrder, name, map[bool]string{true: "sum in dollars", false: "whole number"}[kind.dollars], value)
		}
		r := Retune{Name: name, From: is[i], To: to, kind: kind, Call: bind.NewPolicyCage().PackSetLimit(uint8(i), new(big.Int).SetUint64(to))}
		r.Delay = kind.delay(is[i], to)
		return Order{r.change(), r.Call}, nil
	}
	return Order{}, fmt.Errorf("%w: no limit is called %q; there are %s", ErrOrder, name, strings.Join(names, ", "))
}

func (k tunable) parse(value string) (uint64, error) {
	if !k.dollars {
		return strconv.ParseUint(value, 10, 64)
	}
	v, err := money.ParseUSDC(value)
	return uint64(max(0, v)), err //nolint:gosec // not below zero
}
