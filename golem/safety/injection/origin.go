package injection

import (
	"regexp"
	"slices"

	"github.com/ethereum/go-ethereum/common"
)

// address is one in any text.
var address = regexp.MustCompile(`0[xX][0-9a-fA-F]{40}`)

// Addresses returns the addresses that stand in a text, each once, in the order of their
// first place.
func Addresses(text []byte) (all []common.Address) {
	for _, found := range address.FindAll(text, -1) {
		a := common.HexToAddress(string(found))
		if !slices.Contains(all, a) {
			all = append(all, a)
		}
	}
	return all
}

// Stranger returns the first address of a proposal's body that occurs neither in the
// approved sets nor in validated observations (safety §11 point 2): a model can have it
// from a stranger's words only. ok is false where there is none.
func Stranger(body []byte, known ...[]common.Address) (stranger common.Address, ok bool) {
	for _, a := range Addresses(body) {
		if !slices.ContainsFunc(known, func(set []common.Address) bool { return slices.Contains(set, a) }) {
			return a, true
		}
	}
	return common.Address{}, false
}
