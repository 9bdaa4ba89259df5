package golem

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
	"net/url"
	"strings"
	"testing"
)

// canary is a secret that must appear nowhere.
type canary struct {
	name  string
	bytes []byte
	// number says that it is one, of 32 bytes: its decimal digits tell it, and so do the words
	// that a stack is printed in.
	number bool
}

// forms are the spellings of a canary that are looked for, by name.
func (c canary) forms() map[string][]byte {
	b, text := c.bytes, string(c.bytes)
	forms := map[string][]byte{
		"raw": b, "hex": []byte(hex.EncodeToString(b)), "HEX": bytes.ToUpper([]byte(hex.EncodeToString(b))), "0X": []byte("0X" + strings.ToUpper(hex.EncodeToString(b))),
		"hex of hex": []byte(hex.EncodeToString([]byte(hex.EncodeToString(b)))),
		"bytes":      []byte(strings.Trim(fmt.Sprint(b), "[]")), "list": []byte(strings.Join(strings.Fields(strings.Trim(fmt.Sprint(b), "[]")), ",")),
		"literal": []byte(strings.TrimSuffix(strings.TrimPrefix(fmt.Sprintf("%#v", b), "[]byte{"), "}")),
		"Go":      []byte(strings.Trim(fmt.Sprintf("%q", text), `"`)), "escaped": []byte(url.QueryEscape(text)), "path": []byte(url.PathEscape(text)),
	}
	if quoted, err := json.Marshal(text); err == nil {
		forms["JSON"] = bytes.Trim(quoted, `"`)
	}
	for name, whole := range map[string][]byte{"raw": b, "hex": forms["hex"], "HEX": forms["HEX"]} {
		for form, coding := range map[string]*base64.Encoding{"base64": base64.RawStdEncoding, "base64url": base64.RawURLEncoding} {
			for shift := range 3 {
				forms[fmt.Sprintf("%s of %s, shifted by %d", form, name, shift)] = inner(coding, whole, shift)
			}
		}
	}
	if c.number {
		forms["decimal"] = []byte(new(big.Int).SetBytes(b).String())
		for i := 0; i < len(b); i += 8 {
			forms[fmt.Sprint("word ", i/8)] = fmt.Appendf(nil, "%x", binary.BigEndian.Uint64(b[i:]))
			forms[fmt.Sprint("little word ", i/8)] = fmt.Appendf(nil, "%x", binary.LittleEndian.Uint64(b[i:]))
			forms[fmt.Sprint("stored word ", i/8)] = binary.LittleEndian.AppendUint64(nil, binary.BigEndian.Uint64(b[i:]))
		}
	}
	return forms
}

// inner is what of an encoding stands there whatever comes before and behind, where so many
// bytes come before in the first group of three.
func inner(coding *base64.Encoding, b []byte, shift int) []byte {
	text := coding.EncodeToString(append(make([]byte, shift), b...))
	begin := (shift*8 + 5) / 6
	end := (shift + len(b)) * 8 / 6
	return []byte(text[begin:end])
}

// in says in which forms a canary is in a text.
func (c canary) in(text []byte) (found []string) {
	for name, form := range c.forms() {
		if bytes.Contains(text, form) {
			found = append(found, name)
		}
	}
	return found
}

// A search that finds nothing proves nothing unless it finds what is there.
func TestTheSearchFindsACanaryInEveryForm(t *testing.T) {
	key := canary{"key", bytes.Repeat([]byte{0xd1, 0x5e, 0xa5, 0xed, 7, 9, 11, 254}, 4), true}
	word := canary{"word", []byte("sésame<open>/it+now&9_-~"), false}
	for _, c := range []canary{key, word} {
		for shift := range 9 {
			pad := strings.Repeat("x", shift)
			plain := pad + string(c.bytes) + pad
			quoted, err := json.Marshal(plain)
			if err != nil {
				t.Fatal(err)
			}
			texts := map[string]string{
				"raw": plain, "JSON": string(quoted), "std": base64.StdEncoding.EncodeToString([]byte(plain)), "raw std": base64.RawStdEncoding.EncodeToString([]byte(plain)),
				"url": base64.URLEncoding.EncodeToString([]byte(plain)), "raw url": base64.RawURLEncoding.EncodeToString([]byte(plain)),
				"hex": hex.EncodeToString([]byte(plain)), "upper": strings.ToUpper(hex.EncodeToString([]byte(plain))), "0x": "0x" + hex.EncodeToString(c.bytes),
				"%v": fmt.Sprint([]byte(plain)), "%#v": fmt.Sprintf("%#v", []byte(plain)), "%q": fmt.Sprintf("%q", plain), "query": url.QueryEscape(plain),
			}
			if c.number {
				delete(texts, "JSON") // bytes that are no text do not survive it
				texts["decimal"] = new(big.Int).SetBytes(c.bytes).String()
				texts["frame"] = fmt.Sprintf("f(0x%x, 0x7)", binary.BigEndian.Uint64(c.bytes[8:]))
			}
			for form, text := range texts {
				if len(c.in([]byte(text))) == 0 {
					t.Errorf("%s as %s, %d bytes in, is not found in %q", c.name, form, shift, text)
				}
			}
			if found := c.in([]byte("nothing of it " + pad)); len(found) != 0 {
				t.Errorf("%s is found as %v where it is not", c.name, found)
			}
		}
	}
}
