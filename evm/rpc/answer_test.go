package rpc

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
	"pgregory.net/rapid"
)

func decodes[T any](raw string, parse func([]byte, *T) error) (T, bool) {
	a := answer[T]{parse: parse}
	err := json.Unmarshal([]byte(raw), &a)
	return a.value, err == nil && a.seen
}

func TestNumbersDecodeToThemselves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := [32]byte(rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "word"))
		n := new(uint256.Int).SetBytes32(word[:])
		n.Rsh(n, uint(rapid.IntRange(0, 255).Draw(t, "shift")))
		if got, ok := decodes(`"`+n.Hex()+`"`, parseUint256); !ok || !got.Eq(n) {
			t.Fatalf("%s decodes as %s (%v)", n.Hex(), got.Hex(), ok)
		}
		if got, ok := decodes(`"`+common.Hash(n.Bytes32()).Hex()+`"`, parseWord); !ok || got != n.Bytes32() {
			t.Fatalf("%s decodes as %v (%v)", n.Hex(), got, ok)
		}
		if got, ok := decodes(`"`+n.Hex()+`"`, parseUint64); ok != n.IsUint64() || (ok && got != n.Uint64()) {
			t.Fatalf("%s decodes as %d (%v)", n.Hex(), got, ok)
		}
	})
}

// A stranger's text reaches an error, and with it journals and screens, bounded.
func TestAnErrorIsShortWhateverCame(t *testing.T) {
	for name, parse := range map[string]func([]byte) error{
		"uint64": func(b []byte) error { return parseUint64(b, new(uint64)) }, "uint256": func(b []byte) error { return parseUint256(b, new(uint256.Int)) },
		"word": func(b []byte) error { return parseWord(b, new(common.Hash)) }, "hash": func(b []byte) error { return parseHash(b, new(common.Hash)) },
		"bytes": func(b []byte) error { return parseBytes(b, new([]byte)) },
	} {
		if err := parse([]byte(`"0x` + strings.Repeat("9z", 1<<19) + `"`)); err == nil || len(err.Error()) > 200 {
			t.Errorf("%s: an error of %d bytes", name, len(fmt.Sprint(err)))
		}
	}
}

// Whatever a node sends, a decoder takes it whole or refuses it.
func FuzzAnswers(f *testing.F) {
	for _, seed := range []string{`null`, `"0x"`, `"0x0"`, `"0xff`, `"ff"`, `0`, `"0xzz"`, `"0x1_0"`, `"0x+1"`, `"0x` + strings.Repeat("f", 65) + `"`, `{}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		digits := strings.ToLower(strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(raw), `"0x`), `"`))
		plain := strings.Trim(digits, "0123456789abcdef") == "" && strings.TrimSpace(raw) != digits
		if n, ok := decodes(raw, parseUint256); ok && (!plain || digits == "" || strings.TrimLeft(n.Hex()[2:], "0") != strings.TrimLeft(digits, "0")) {
			t.Errorf("%q decodes as %s", raw, n.Hex())
		}
		if n, ok := decodes(raw, parseUint64); ok && (!plain || digits == "") {
			t.Errorf("%q decodes as %d", raw, n)
		}
		if b, ok := decodes(raw, parseBytes); ok && (!plain || len(b)*2 != len(digits)) {
			t.Errorf("%q decodes as %x", raw, b)
		}
		if h, ok := decodes(raw, parseHash); ok && (!plain || len(digits) != 64) {
			t.Errorf("%q decodes as %v", raw, h)
		}
	})
}
