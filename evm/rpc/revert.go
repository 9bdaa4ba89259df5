package rpc

import (
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi"
	gethrpc "github.com/ethereum/go-ethereum/rpc"
)

// RevertKind says how a contract explained its revert.
type RevertKind uint8

// The kinds of revert data.
const (
	// RevertEmpty: fewer than four bytes, so no explanation at all.
	RevertEmpty RevertKind = iota
	// RevertReason: Error(string), from require or revert with a text.
	RevertReason
	// RevertPanic: Panic(uint256), from the compiler's own checks.
	RevertPanic
	// RevertCustom: a custom error, known by its selector.
	RevertCustom
	// RevertHalt: the machine stopped the call (out of gas, invalid opcode);
	// there is no data, Reason says why.
	RevertHalt
)

// maxReason bounds the text of a revert: it is a stranger's text on its way
// to logs and screens.
const maxReason = 256

var selectorPanic = [4]byte{0x4e, 0x48, 0x7b, 0x71} // Panic(uint256)

// Revert is decoded revert data.
type Revert struct {
	Kind     RevertKind
	Reason   string  // all but RevertCustom and RevertEmpty; bounded, untrusted, quoted by String
	Selector [4]byte // first four bytes, zero when RevertEmpty
	Data     []byte  // the whole data, not copied
}

// DecodeRevert decodes the data of a revert. Every input has a result: data
// that does not decode as its selector promises is a custom error.
func DecodeRevert(data []byte) Revert {
	r := Revert{Data: data}
	if len(data) < 4 {
		return r
	}
	r.Selector = [4]byte(data)
	text, err := abi.UnpackRevert(data)
	switch {
	case err != nil:
		r.Kind = RevertCustom
		return r
	case r.Selector == selectorPanic:
		r.Kind = RevertPanic
	default:
		r.Kind = RevertReason
	}
	r.Reason = strings.ToValidUTF8(text[:min(len(text), maxReason)], "")
	return r
}

// String says what the contract said, in one line that is safe to print.
func (r Revert) String() string {
	switch r.Kind {
	case RevertReason:
		return fmt.Sprintf("%q", r.Reason)
	case RevertPanic:
		return "panic: " + r.Reason // the library's words, not the contract's
	case RevertCustom:
		return fmt.Sprintf("custom error 0x%x with %d bytes", r.Selector, len(r.Data)-4)
	case RevertHalt:
		return fmt.Sprintf("halted: %q", r.Reason)
	default:
		return "without a reason"
	}
}

// Halted describes a call that the machine stopped.
func Halted(reason string) Revert {
	return Revert{Kind: RevertHalt, Reason: reason[:min(len(reason), maxReason)]}
}

// revertOf tells a revert from every other error of a node, and finds its
// data: nodes put it into the error's data as hex, with a prefix, or in an
// object. A call that the machine halted counts as reverted: it is an answer
// about the contract, not about the node.
func revertOf(node gethrpc.Error, message string) (Revert, bool) {
	code := node.ErrorCode()
	if code == 3 || code == -32015 || strings.Contains(message, "revert") {
		if carrier, ok := node.(gethrpc.DataError); ok {
			return DecodeRevert(revertBytes(carrier.ErrorData())), true
		}
		return Revert{}, true
	}
	for _, words := range haltWords {
		if strings.Contains(message, words) {
			return Halted(message), true
		}
	}
	return Revert{}, false
}

var haltWords = []string{"out of gas", "invalid opcode", "invalid jump", "stack underflow", "stack limit", "write protection"}

func revertBytes(data any) []byte {
	if object, ok := data.(map[string]any); ok {
		data = object["data"]
	}
	text, ok := data.(string)
	if !ok {
		return nil
	}
	_, digits, found := strings.Cut(text, "0x")
	if !found {
		return nil
	}
	raw, err := hex.DecodeString(digits)
	if err != nil {
		return nil
	}
	return raw
}
