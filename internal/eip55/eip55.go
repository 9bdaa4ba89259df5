// Package eip55 reads addresses that a person or a program wrote as text. Mixed case is a
// checksum (EIP-55) and is held to it everywhere: a single wrong letter is refused.
package eip55

import (
	"errors"
	"fmt"
	"strings"

	"github.com/ethereum/go-ethereum/common"
)

// Errors of reading an address.
var (
	ErrForm     = errors.New("is not an address (want 0x and 40 hex digits)")
	ErrChecksum = errors.New("fails its EIP-55 checksum: a digit or the case of a letter is wrong; copy the address again from its source, or write it in lower case if you are sure of every digit")
)

// Parse reads 0x and 40 hex digits. What is of one case has no checksum.
//
// spec: safety §5
func Parse(text string) (common.Address, error) {
	digits, ok := strings.CutPrefix(text, "0x")
	if !ok || len(digits) != 2*common.AddressLength || strings.Trim(digits, "0123456789abcdefABCDEF") != "" {
		return common.Address{}, fmt.Errorf("%q %w", clip(text), ErrForm)
	}
	a := common.HexToAddress(text)
	if digits != strings.ToLower(digits) && digits != strings.ToUpper(digits) && a.Hex() != text {
		return common.Address{}, fmt.Errorf("%q %w", text, ErrChecksum)
	}
	return a, nil
}

// Must returns the address of a text that was checked before; empty is the zero address.
// It panics on any other: a wrong address is never used.
func Must(text string) common.Address {
	if text == "" {
		return common.Address{}
	}
	a, err := Parse(text)
	if err != nil {
		panic("eip55: " + err.Error())
	}
	return a
}

// clip bounds what of a stranger's text is repeated.
func clip(s string) string { return strings.ToValidUTF8(s[:min(len(s), 79)], "\uFFFD") }
