package policycage

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/internal/money"

	"github.com/ethereum/go-ethereum/common"
)

// CapOf is what a cap is of, as the contract counts it (CageCapKind).
type CapOf uint8

// An asset lies in the wallet and in positions, which count whole for each of their tokens. A
// market is the pool or lender in which positions stand, a protocol the reader of the calls that
// open them.
const (
	OfAsset CapOf = iota
	OfMarket
	OfProtocol
)

// capped are the names of caps, as settings have them.
var capped = [...]string{"max_asset", "max_market", "max_protocol"}

// String is the name as a setting.
func (o CapOf) String() string {
	if int(o) < len(capped) {
		return capped[o]
	}
	return fmt.Sprintf("cap of kind %d", uint8(o))
}

// MostCaps is how many caps a cage can have in its life, lifted ones included.
const MostCaps = 32

// Cap is the most that may lie in something, of what the account holds: cash and assets at the
// feeds' prices, positions at their cost.
type Cap struct {
	Of      CapOf          `json:"of"`
	Subject common.Address `json:"subject"`
	Share   money.BPS      `json:"share_bps"`
	// Placed is what positions there cost, in a cage that was read.
	Placed money.USDC `json:"-"`
}

// String is the cap's name with what it is of.
func (c Cap) String() string { return c.Of.String() + "." + c.Subject.Hex() }

// same reports whether both are caps of the same.
func (c Cap) same(o Cap) bool { return c.Of == o.Of && c.Subject == o.Subject }

// slot is what the cage's changes call it.
func (c Cap) slot() common.Hash {
	subject := c.Subject.Big()
	return common.BigToHash(subject.Or(subject, new(big.Int).Lsh(big.NewInt(int64(c.Of)), 160)))
}

// ShareOf is the share that the configuration's caps allow of what a cap is of; all of it where
// there is none.
func (c Config) ShareOf(of Cap) money.BPS {
	if i := slices.IndexFunc(c.Caps, of.same); i >= 0 {
		return c.Caps[i].Share
	}
	return money.Whole
}

// AssetCaps is what all assets but cash may come to by their caps: the wallet and positions that
// any of them is a token of. All of the account where one has none.
func (c Config) AssetCaps() (all money.BPS) {
	for _, a := range c.Assets {
		if a != c.Cash {
			all += c.ShareOf(Cap{Of: OfAsset, Subject: a})
		}
	}
	return min(all, money.Whole)
}

// caps are the faults of a configuration's caps.
func (c Config) caps(say func(bad bool, format string, args ...any)) {
	say(len(c.Caps) > MostCaps, "there are %d caps, a cage has at most %d", len(c.Caps), MostCaps)
	for i, x := range c.Caps {
		say(x.Of > OfProtocol, "a cap is of an asset, a market or a protocol, and not of kind %d", x.Of)
		say(x.Subject == common.Address{}, "%s is of the zero address", x.Of)
		say(x.Share < 1 || x.Share > money.Whole, "%s is %d bps, it must be from 1 to %d", x, x.Share, money.Whole)
		say(slices.ContainsFunc(c.Caps[:i], x.same), "%s is there twice", x)
	}
}

// recap is the call that brings a cap to another share.
func recap(c Cap, from money.BPS) Retune {
	call := bind.NewPolicyCage().PackSetCap(uint8(c.Of), c.Subject, big.NewInt(int64(c.Share)))
	r := Retune{Name: c.String(), From: uint64(max(0, from)), To: uint64(max(0, c.Share)), Call: call, kind: tunable{name: c.Of.String() + "_bps"}}
	r.Delay = r.kind.delay(r.From, r.To)
	return r
}

// Recaps are the calls that make the caps of a cage others. What others do not name is not
// lifted: the cage holds for every grant of the account.
func (c Config) Recaps(to []Cap) (calls []Retune) {
	for _, x := range to {
		if from := c.ShareOf(x); from != x.Share {
			calls = append(calls, recap(x, from))
		}
	}
	return calls
}

// newCap is the order of a cap's new share, as in max_asset.0x…=2000; ok is false where the name is
// no cap's.
func (c Config) newCap(name, value string) (o Order, ok bool, err error) {
	what, subject, found := strings.Cut(name, ".")
	of := slices.Index(capped[:], what)
	if !found || of < 0 {
		return o, false, nil
	}
	if !common.IsHexAddress(subject) {
		return o, true, fmt.Errorf("%w: %s is of an address, not of %q", ErrOrder, what, subject)
	}
	share, err := tunable{}.parse(value)
	if err != nil || share < 1 || share > uint64(money.Whole) {
		return o, true, fmt.Errorf("%w: %s is a number of basis points from 1 to %d, not %q", ErrOrder, what, money.Whole, value)
	}
	to := Cap{Of: CapOf(of), Subject: common.HexToAddress(subject), Share: money.BPS(share)} //nolint:gosec // three of them
	r := recap(to, c.ShareOf(to))
	return Order{r.change(), r.Call}, true, nil
}
