package grant_test

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/wire"
)

// reverted is the data of a revert with a text.
func reverted(text string) []byte {
	data := packed("Error(string)", number(32), number(int64(len(text))))
	return append(data, common.RightPadBytes([]byte(text), (len(text)+31)/32*32)...)
}

// packed is a call, or the data of a revert with an error of a contract.
func packed(signature string, args ...[]byte) []byte {
	data := crypto.Keccak256([]byte(signature))[:4]
	for _, a := range args {
		data = append(data, common.LeftPadBytes(a, 32)...)
	}
	return data
}

// spec: safety §7.3, §21 — whichever contract refused, an owner reads why; what none of them
// said is the call's own fault, and is not put into their mouths.
func TestARefusalIsExplainedInTheWordsOfWhoRefused(t *testing.T) {
	const ours = "the delegation does not allow it: "
	for name, c := range map[string]struct {
		data []byte
		want string // empty: none of theirs
	}{
		"the cage":                    {packed("Halted()"), "the cage refused: its owner has halted it: only what ends a risk passes"},
		"its oracle":                  {packed("NoPrice(address)", []byte{9}), "the cage refused: 0x0000000000000000000000000000000000000009 has no price"},
		"the manager":                 {packed("CannotUseADisabledDelegation()"), "the owner has revoked the delegation"},
		"MetaMask's enforcer":         {reverted("LimitedCallsEnforcer:limit-exceeded"), "all calls that the delegation allows have been made"},
		"ours, of all caveats":        {reverted("Caveat: the mode is not allowed"), ours + "the mode is not allowed"},
		"ours, by its book":           {reverted("ActionBook: the call is of no form"), ours + "the call is of no form"},
		"ours, by the phase":          {reverted("GolemPhase: dying"), ours + "dying"},
		"ours, by the time":           {reverted("MortalityTimeWindow: the window is over"), ours + "the window is over"},
		"ours, while it dreams":       {reverted("DreamMode: it dreams"), ours + "it dreams"},
		"ours, by a vault":            {reverted("VaultNAV: more than its share"), ours + "more than its share"},
		"ours, by a budget":           {reverted("ReplicantBudget: over the budget"), ours + "over the budget"},
		"ours, by slippage":           {reverted("MaxSlippage: too little"), ours + "too little"},
		"ours, by the day":            {reverted("DailySpendLimit: over the limit of the day"), ours + "over the limit of the day"},
		"ours, in one letter":         {reverted("Caveat: x"), ours + "x"},
		"ours, without a word":        {reverted("Caveat: "), ""},
		"one that sounds like ours":   {reverted("Caveats: x and much more than that"), ""},
		"ours in another's mouth":     {reverted("the router says: Caveat: x"), ""},
		"the call itself":             {reverted("STF"), ""},
		"the call, without a word":    {reverted(""), ""},
		"the call, by its own error":  {packed("T()"), ""},
		"a panic":                     {packed("Panic(uint256)", []byte{0x11}), ""},
		"no data":                     {nil, ""},
		"data that is cut":            {reverted("Caveat: x")[:40], ""},
		"less than an error's number": {[]byte{8, 0xc3, 0x79}, ""},
	} {
		if got, ok := grant.Explain(c.data); got != c.want || ok != (c.want != "") {
			t.Errorf("%s: %q, %v", name, got, ok)
		}
	}
}

// spec: DESIGN §12.29 — what would lose too much has the code of every custody, whichever
// contract counted.
func TestALimitOnLossesHasItsCode(t *testing.T) {
	for name, c := range map[string]struct {
		data []byte
		want wire.Code
	}{
		"a day or a session": {packed("LossLimitReached(uint256,uint256)", []byte{2}, []byte{1}), wire.CodeSafetyLossLimit},
		"one move":           {packed("ValueLost(uint256,uint256)", []byte{2}, []byte{1}), wire.CodeSafetyLossLimit},
		"another limit":      {packed("SpendingLimitExceeded(uint256,uint256)", []byte{2}, []byte{1}), ""},
		"no limit":           {packed("Halted()"), ""},
		"cut off":            {packed("LossLimitReached(uint256,uint256)", []byte{2}), ""},
		"words of another":   {reverted("LossLimitReached"), ""},
		"no data":            {nil, ""},
	} {
		if got := grant.Code(c.data); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
