package grammar

import (
	"encoding/json"
	"fmt"
	"slices"
)

// Exchanges lists the protocols that a swap may name.
func Exchanges() []string { return []string{UniswapV2, UniswapV3, UniswapV4} }

// optional are the parameters of a kind that may be left out.
var optional = map[Kind][]field{Swap: {exchange}}

// exchange is where a swap goes. Uniswap v3 is left out of an action and of its
// canonical form, whether it was named or not: the two ask for the same, and a swap's
// hash is what it was when there was no other exchange.
var exchange = field{"protocol", exchanged, func(a *Action) any {
	if a.Protocol == "" {
		return nil
	}
	return a.Protocol
}}

// exchanged reads the name of an exchange.
func exchanged(a *Action, raw json.RawMessage) error {
	name, err := text(raw)
	if err != nil {
		return err
	}
	if !slices.Contains(Exchanges(), name) {
		return fmt.Errorf("%q is not one of %v", clip(name), Exchanges())
	}
	if a.Protocol = name; name == UniswapV3 {
		a.Protocol = ""
	}
	return nil
}
