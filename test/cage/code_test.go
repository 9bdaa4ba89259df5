package cage

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/crypto"
)

// assemble turns mnemonics into code: a number is pushed, "name:" is a place to jump to
// and ":name" pushes it.
func assemble(source string) (code []byte) {
	places, wanted := map[string]int{}, map[int]string{}
	for _, word := range strings.Fields(source) {
		switch {
		case strings.HasPrefix(word, "0x"):
			v := must(bigOf(word)).Bytes()
			code = append(append(code, byte(vm.PUSH1)+byte(len(v))-1), v...)
		case strings.HasPrefix(word, ":"):
			code = append(code, byte(vm.PUSH2), 0, 0)
			wanted[len(code)-2] = word[1:]
		case strings.HasSuffix(word, ":"):
			places[word[:len(word)-1]] = len(code)
			code = append(code, byte(vm.JUMPDEST))
		default:
			code = append(code, byte(vm.StringToOp(word)))
		}
	}
	for at, name := range wanted {
		code[at], code[at+1] = byte(places[name]>>8), byte(places[name])
	}
	return code
}

func bigOf(word string) (*big.Int, error) {
	v, ok := new(big.Int).SetString(word[2:], 16)
	if !ok || v.Sign() == 0 {
		return nil, fmt.Errorf("%q is no number above zero", word)
	}
	return v, nil
}

// feedCode is a feed of 8 decimals that answers what slots 0 and 1 hold: price and time.
func feedCode() []byte {
	return assemble(`PUSH0 CALLDATALOAD 0xe0 SHR 0x313ce567 EQ :decimals JUMPI
		0x1 PUSH0 MSTORE PUSH0 SLOAD 0x20 MSTORE 0x1 SLOAD DUP1 0x40 MSTORE 0x60 MSTORE 0x1 0x80 MSTORE 0xa0 PUSH0 RETURN
		decimals: 0x8 PUSH0 MSTORE 0x20 PUSH0 RETURN`)
}

// hookSlot of a hooking token names whoever it calls when it is moved, and approveSlot when
// it is approved.
var (
	hookSlot    = crypto.Keccak256Hash([]byte("cage hook"))
	approveSlot = crypto.Keccak256Hash([]byte("cage approve hook"))
)

// hooking is a token that calls those whom its slots name before each transfer and approval,
// and is the implementation's else.
func hooking(implementation common.Address) []byte {
	return assemble(`PUSH0 CALLDATALOAD 0xe0 SHR DUP1 0xa9059cbb EQ DUP2 0x23b872dd EQ OR :moved JUMPI
		0x095ea7b3 EQ ISZERO :on JUMPI ` + approveSlot.Hex() + ` :asks JUMP moved: POP ` + hookSlot.Hex() + ` asks: SLOAD DUP1 ISZERO :nobody JUMPI PUSH0 PUSH0 PUSH0 PUSH0 PUSH0 DUP6 GAS CALL POP nobody: POP
		on: CALLDATASIZE PUSH0 PUSH0 CALLDATACOPY PUSH0 PUSH0 CALLDATASIZE PUSH0 ` + implementation.Hex() + ` GAS DELEGATECALL
		RETURNDATASIZE PUSH0 PUSH0 RETURNDATACOPY :ok JUMPI RETURNDATASIZE PUSH0 REVERT ok: RETURNDATASIZE PUSH0 RETURN`)
}

// trap makes one call when it is called, not again within itself, and counts in slot 1
// how often it tried and in slot 2 how often that passed.
func trap(to common.Address, data []byte) []byte {
	for rest := 0; ; {
		code := assemble(fmt.Sprintf(`PUSH0 TLOAD :stop JUMPI 0x1 PUSH0 TSTORE 0x1 SLOAD 0x1 ADD 0x1 SSTORE
			0x%x 0x%x PUSH0 CODECOPY PUSH0 PUSH0 0x%x PUSH0 PUSH0 %s GAS CALL 0x2 SLOAD ADD 0x2 SSTORE PUSH0 PUSH0 TSTORE stop: STOP`,
			len(data), max(1, rest), len(data), to.Hex()))
		if len(code) == rest {
			return append(code, data...)
		}
		rest = len(code)
	}
}
