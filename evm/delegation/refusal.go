package delegation

import (
	"strings"

	"bardo.run/bardo/evm/bind"

	"github.com/ethereum/go-ethereum/accounts/abi"
)

// Explain says in words why the manager or one of MetaMask's enforcers refused, from the
// data of the revert; ok is false where it is neither's.
func Explain(data []byte) (text string, ok bool) {
	if len(data) < 4 {
		return "", false
	}
	if said, err := abi.UnpackRevert(data); err == nil {
		return enforced(said)
	}
	parsed, err := bind.DelegationManagerMetaData.ParseABI()
	if err != nil {
		return "", false
	}
	kind, err := parsed.ErrorByID([4]byte(data[:4]))
	if err != nil {
		return "", false
	}
	return words[kind.Name], true
}

// words are for the errors of the manager.
var words = map[string]string{
	"CannotUseADisabledDelegation": "the owner has revoked the delegation",
	"InvalidDelegate":              "the delegation is for another key",
	"InvalidDelegator":             "only the account that gave the delegation may do that",
	"InvalidAuthority":             "the delegation does not follow from its parent",
	"InvalidEOASignature":          "the account's key did not sign this delegation",
	"InvalidERC1271Signature":      "the account does not take the signature of this delegation",
}

// refusals are for the texts of MetaMask's enforcers that bound a Golem.
var refusals = map[string]string{
	"LimitedCallsEnforcer:limit-exceeded":               "all calls that the delegation allows have been made",
	"TimestampEnforcer:expired-delegation":              "the delegation is over",
	"TimestampEnforcer:early-delegation":                "the delegation has not begun",
	"AllowedTargetsEnforcer:target-address-not-allowed": "the delegation does not allow calls of this contract",
	"AllowedMethodsEnforcer:method-not-allowed":         "the delegation does not allow this function",
}

// enforced finds words for the text of an enforcer. Bardo's own speak plainly.
func enforced(said string) (string, bool) {
	if plain, ok := refusals[said]; ok {
		return plain, true
	}
	name, rest, found := strings.Cut(said, ":")
	if !found || strings.ContainsAny(name, " \n") || !strings.HasSuffix(name, "Enforcer") {
		return "", false
	}
	return "the delegation's " + name + " refuses: " + strings.ReplaceAll(rest, "-", " "), true
}
