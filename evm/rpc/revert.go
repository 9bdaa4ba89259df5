package rpc

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"
	"unicode/utf8"

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

var (
	selectorError = [4]byte{0x08, 0xc3, 0x79, 0xa0} // Error(string)
	selectorPanic = [4]byte{0x4e, 0x48, 0x7b, 0x71} // Panic(uint256)
)

// Revert is decoded revert data.
type Revert struct {
	Kind     RevertKind
	Reason   string  // RevertReason and RevertHalt; bounded, untrusted, quoted by String
	Panic    uint64  // RevertPanic only; the code, for instance 0x11
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
	r.Kind = RevertCustom
	switch r.Selector {
	case selectorError:
		if text, ok := abiString(data[4:]); ok {
			r.Kind, r.Reason = RevertReason, text
		}
	case selectorPanic:
		if len(data) == 4+32 && isUint64(data[4:]) {
			r.Kind, r.Panic = RevertPanic, binary.BigEndian.Uint64(data[4+24:])
		}
	}
	return r
}

// panicTexts are the codes that the Solidity compiler documents.
var panicTexts = map[uint64]string{
	0x00: "generic panic", 0x01: "assertion failed", 0x11: "arithmetic overflow", 0x12: "division by zero",
	0x21: "bad enum value", 0x22: "bad storage byte array", 0x31: "pop of an empty array",
	0x32: "index out of bounds", 0x41: "out of memory", 0x51: "call of an uninitialised function",
}

// String says what the contract said, in one line that is safe to print.
func (r Revert) String() string {
	switch r.Kind {
	case RevertReason:
		return fmt.Sprintf("%q", r.Reason)
	case RevertPanic:
		text, known := panicTexts[r.Panic]
		if !known {
			text = "unknown panic"
		}
		return fmt.Sprintf("%s (panic 0x%02x)", text, r.Panic)
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

// abiString decodes one ABI-encoded string.
func abiString(b []byte) (string, bool) {
	if len(b) < 64 || !isUint64(b[:32]) || binary.BigEndian.Uint64(b[24:]) != 32 || !isUint64(b[32:64]) {
		return "", false
	}
	n := binary.BigEndian.Uint64(b[56:])
	if n > uint64(len(b)-64) {
		return "", false
	}
	text := b[64 : 64+n]
	if !utf8.Valid(text) {
		return "", false
	}
	return strings.ToValidUTF8(string(text[:min(len(text), maxReason)]), ""), true
}

func isUint64(word []byte) bool {
	for _, b := range word[:24] {
		if b != 0 {
			return false
		}
	}
	return true
}

// revertData tells a revert from every other error of a node, and finds its
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
