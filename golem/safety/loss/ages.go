package loss

import (
	"slices"

	"github.com/ethereum/go-ethereum/common"
)

// Ages are how old answers of price feeds may be, in seconds: those of single tokens, and Rest of every
// other one.
type Ages struct {
	Rest int64 `json:"rest"`
	Own  []Age `json:"own,omitempty"` // in the order of the tokens
}

// Age is how old an answer of a token's feed may be.
type Age struct {
	Token   common.Address `json:"token"`
	Seconds int64          `json:"seconds"`
}

// Set gives a token an age of its own.
func (a *Ages) Set(token common.Address, seconds int64) {
	i, there := a.find(token)
	if own := (Age{token, seconds}); there {
		a.Own[i] = own
	} else {
		a.Own = slices.Insert(slices.Clip(a.Own), i, own)
	}
}

// Of is how old the answer of a token's feed may be.
func (a Ages) Of(token common.Address) int64 {
	if i, there := a.find(token); there {
		return a.Own[i].Seconds
	}
	return a.Rest
}

func (a Ages) find(token common.Address) (int, bool) {
	return slices.BinarySearchFunc(a.Own, token, func(age Age, t common.Address) int { return age.Token.Cmp(t) })
}
