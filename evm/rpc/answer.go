package rpc

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
)

// presence is a decoder that knows whether it has seen an answer.
type presence interface {
	json.Unmarshaler
	present() bool
}

// answer decodes one JSON value strictly. A null leaves it absent.
type answer[T any] struct {
	value T
	seen  bool
	parse func(raw []byte, into *T) error
}

func (a *answer[T]) present() bool { return a.seen }

// Take implements Taker.
func (a *answer[T]) Take(value any) bool {
	v, ok := value.(T)
	if ok {
		a.value, a.seen = v, true
	}
	return ok
}

func (a *answer[T]) UnmarshalJSON(raw []byte) error {
	if string(raw) == "null" {
		return &Error{Kind: ErrMissing}
	}
	if err := a.parse(raw, &a.value); err != nil {
		return &Error{Kind: ErrMalformed, Detail: fmt.Sprintf("received %q", raw[:min(len(raw), recordLimit)]), Cause: err}
	}
	a.seen = true
	return nil
}

// hexDigits returns what stands between `"0x` and `"`.
func hexDigits(raw []byte) ([]byte, error) {
	body, ok := bytes.CutPrefix(raw, []byte(`"0x`))
	if !ok {
		return nil, fmt.Errorf("not a 0x string")
	}
	digits, ok := bytes.CutSuffix(body, []byte(`"`))
	if !ok {
		return nil, fmt.Errorf("not a string")
	}
	return digits, nil
}

func parseUint64(raw []byte, into *uint64) error {
	digits, err := hexDigits(raw)
	if err != nil {
		return err
	}
	if len(digits) > 16 { // strconv would quote all of them in its error
		return fmt.Errorf("a number of %d digits", len(digits))
	}
	*into, err = strconv.ParseUint(string(digits), 16, 64)
	return err
}

func parseUint256(raw []byte, into *uint256.Int) error {
	digits, err := hexDigits(raw)
	if err != nil {
		return err
	}
	if len(digits) == 0 || len(digits) > 64 {
		return fmt.Errorf("a number of %d digits", len(digits))
	}
	var padded [64]byte
	for i := range padded {
		padded[i] = '0'
	}
	copy(padded[64-len(digits):], digits)
	var word [32]byte
	if _, err := hex.Decode(word[:], padded[:]); err != nil {
		return err
	}
	into.SetBytes32(word[:])
	return nil
}

// parseWord accepts exactly 32 bytes, or a shorter number as some nodes send.
func parseWord(raw []byte, into *common.Hash) error {
	var n uint256.Int
	if err := parseUint256(raw, &n); err != nil {
		return err
	}
	*into = n.Bytes32()
	return nil
}

func parseBytes(raw []byte, into *[]byte) error {
	digits, err := hexDigits(raw)
	if err != nil {
		return err
	}
	*into = make([]byte, hex.DecodedLen(len(digits)))
	_, err = hex.Decode(*into, digits)
	return err
}

func parseHash(raw []byte, into *common.Hash) error {
	digits, err := hexDigits(raw)
	if err != nil {
		return err
	}
	if len(digits) != 64 {
		return fmt.Errorf("a hash of %d digits", len(digits))
	}
	_, err = hex.Decode(into[:], digits)
	return err
}

// parseJSON decodes by reflection, for answers off the hot path.
func parseJSON[T any](raw []byte, into *T) error { return json.Unmarshal(raw, into) }
