package config

import (
	"fmt"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/internal/eip55"
)

// book are the tokens of each network that approved_assets may name by a symbol, as their
// issuers publish them. A token's own word for itself names nothing: anybody can deploy one
// that says USDC.
var book = map[string]map[string]string{
	"base": {
		"USDC": "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
		"WETH": "0x4200000000000000000000000000000000000006",
	},
	"base-sepolia": {
		"USDC": "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
		"WETH": "0x4200000000000000000000000000000000000006",
	},
}

// Asset is the address that an entry of safety.approved_assets stands for: itself, or the
// symbol of the network's list.
func (c GolemConfig) Asset(entry string) (common.Address, bool) {
	if a, err := eip55.Parse(entry); err == nil {
		return a, true
	}
	for symbol, address := range book[c.Golem.Network] {
		if strings.EqualFold(symbol, entry) {
			return eip55.Must(address), true
		}
	}
	return common.Address{}, false
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
