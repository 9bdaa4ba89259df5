package grant

import (
	"github.com/ethereum/go-ethereum/accounts/abi"

	"bardo.run/bardo/evm/delegation"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/wire"
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
	said, _ := abi.UnpackRevert(data) // what is none says nothing
	for _, ours := range speakers {
		if len(said) > len(ours) && said[:len(ours)] == ours {
			return "the delegation does not allow it: " + said[len(ours):], true
		}
	}
	return "", false
}

// Code is the code of the limit that a redemption was refused for, from the data of the
// revert; empty where it is none that has a code of its own.
//
// spec: DESIGN §12.29
func Code(data []byte) wire.Code {
	v, ok := policycage.Decode(data)
	switch {
	case ok && (v.Kind == "LossLimitReached" || v.Kind == "ValueLost"):
		return wire.CodeSafetyLossLimit
	case ok && v.Kind == "CapExceeded":
		return wire.CodeSafetyConcentrationLimit
	}
	return ""
}

// speakers begin the sentences of our enforcers.
var speakers = []string{
	"Caveat: ", "ActionBook: ", "GolemPhase: ", "MortalityTimeWindow: ", "DreamMode: ", "VaultNAV: ", "ReplicantBudget: ", "MaxSlippage: ", "DailySpendLimit: ",
}
