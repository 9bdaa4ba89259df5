package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/internal/eip55"
)

// Asset is the address that an entry of safety.approved_assets stands for: itself, or the
// symbol of the network's list. A token's own word for itself names nothing: anybody can
// deploy one that says USDC.
func (c GolemConfig) Asset(entry string) (common.Address, bool) {
	if a, err := eip55.Parse(entry); err == nil {
		return a, true
	}
	t, ok := c.Network().Token(entry)
	return t.Address, ok
}

// Approved are the addresses of safety.approved_assets. The error names an entry that is no
// address and no symbol of the network's list.
func (c GolemConfig) Approved() (all []common.Address, _ error) {
	for _, entry := range c.Safety.ApprovedAssets {
		a, ok := c.Asset(entry)
		if !ok {
			return nil, fmt.Errorf("safety.approved_assets: %q is a symbol, and golem.network %q has no token of that name in its list: write the token's address", entry, c.Golem.Network)
		}
		all = append(all, a)
	}
	return all, nil
}

// Symbols are those of the approved tokens in the markets of golem.markets, the numeraire first;
// nil where no market is named. Where no asset is approved all count: nothing is ever written
// then.
func (c GolemConfig) Symbols() (all []string) {
	approved, err := c.Approved()
	if err != nil {
		return nil
	}
	add := func(symbol string, at common.Address) {
		if !slices.Contains(all, symbol) && (len(approved) == 0 || slices.Contains(approved, at)) {
			all = append(all, symbol)
		}
	}
	for _, handle := range c.Golem.Markets {
		m, err := c.Network().Market(handle)
		if err != nil {
			return nil // it is refused when it is loaded
		}
		add(m.Quote.Symbol, m.Quote.Address)
		add(m.Base.Symbol, m.Base.Address)
	}
	return all
}

// CheckToken refuses a token that says of itself another symbol or other decimals than the
// network's list: one of the two is wrong, and every amount would be told or counted wrongly.
//
// spec: chain §2
func (c GolemConfig) CheckToken(at common.Address, symbol string, decimals uint8) error {
	for _, t := range c.Network().TokenList {
		if t.Address == at && (!strings.EqualFold(t.Symbol, symbol) || t.Decimals != decimals) {
			return fmt.Errorf("the token %s calls itself %s and says that it has %d decimals; the list of %s has it as %s with %d", at, symbol, decimals, c.Golem.Network, t.Symbol, t.Decimals)
		}
	}
	return nil
}
