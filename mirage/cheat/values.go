package cheat

import (
	"encoding/json"
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/common"
)

// quantity is a number of a request: 0x hexadecimal, decimal text, or a JSON number,
// because the tools that speak these methods do not agree.
type quantity big.Int

// UnmarshalJSON implements json.Unmarshaler. It takes 0 to 2^256−1.
func (q *quantity) UnmarshalJSON(b []byte) error {
	text := string(b)
	if strings.HasPrefix(text, `"`) {
		if err := json.Unmarshal(b, &text); err != nil {
			return err
		}
	}
	base, digits := 10, text
	if strings.HasPrefix(text, "0x") || strings.HasPrefix(text, "0X") {
		base, digits = 16, text[2:]
	}
	v, ok := new(big.Int).SetString(digits, base)
	if !ok || v.Sign() < 0 || v.BitLen() > 256 || strings.ContainsAny(digits, "_+") {
		return invalid("%.80s is not a number from 0 to 2^256-1", text)
	}
	*q = quantity(*v)
	return nil
}

func (q *quantity) big() *big.Int { return (*big.Int)(q) }

// uint64 returns the number, or fallback where there is none; what names it in the
// error where it is above most.
func (q *quantity) uint64(what string, fallback, most uint64) (uint64, error) {
	if q == nil {
		return fallback, nil
	}
	if !q.big().IsUint64() || q.big().Uint64() > most {
		return 0, invalid("%s %s is above %d", what, q.big(), most)
	}
	return q.big().Uint64(), nil
}

// word is 32 bytes of storage; shorter ones are padded on the left.
type word common.Hash

// UnmarshalJSON implements json.Unmarshaler.
func (w *word) UnmarshalJSON(b []byte) error {
	var q quantity
	if err := q.UnmarshalJSON(b); err != nil {
		return err
	}
	*w = word(common.BigToHash(q.big()))
	return nil
}

// UnmarshalText reads a word that is a key of a JSON object.
func (w *word) UnmarshalText(b []byte) error {
	return w.UnmarshalJSON(append(append([]byte{'"'}, b...), '"'))
}
