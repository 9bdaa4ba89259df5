package grant

import (
	"github.com/ethereum/go-ethereum/accounts/abi"

	"bardo.run/bardo/evm/delegation"
	"bardo.run/bardo/evm/policycage"
)

// Explain says in words why a redemption was refused, from the data of the revert: the
// cage, its enforcer and its oracle, the manager, MetaMask's enforcers, and ours, which
// speak plainly. ok is false where none of them did: then it was the call itself.
//
// spec: safety §7.3, §21
func Explain(data []byte) (text string, ok bool) {
	if v, ok := policycage.Decode(data); ok {
		return v.Error(), true
	}
	if text, ok := delegation.Explain(data); ok {
		return text, true
	}
	said, err := abi.UnpackRevert(data)
	if err != nil {
		return "", false
	}
	for _, ours := range speakers {
		if len(said) > len(ours) && said[:len(ours)] == ours {
			return "the delegation does not allow it: " + said[len(ours):], true
		}
	}
	return "", false
}

// speakers begin the sentences of our enforcers.
var speakers = []string{
	"Caveat: ", "ActionBook: ", "GolemPhase: ", "MortalityTimeWindow: ", "DreamMode: ", "VaultNAV: ", "ReplicantBudget: ", "MaxSlippage: ", "DailySpendLimit: ",
}
