package caveat

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// Meaning says what a field of a call is.
type Meaning uint8

// The meanings of a field.
const (
	Free    Meaning = iota // anything: an id, a deadline, a bound of a price
	Amount                 // what is paid of Form.Token
	Amount2                // what is paid of Form.Token2
	Least                  // what a swap asks for at least of Form.TokenOut
)

// Signed is the width of a field that may be negative.
const Signed = 0

// Field is a range of bytes of a call that is not fixed.
type Field struct {
	Meaning Meaning
	Offset  uint16 // from 4
	Width   uint8  // bytes, 1 to 32
}

// Form is a call of which every byte is fixed but the fields. Target and selector alone would
// let a swap pay a stranger.
type Form struct {
	Target  common.Address
	Blank   []byte // the call with its fields zeroed
	Classes Class

	// Token, Token2 and TokenOut are zero where the action pays or asks for nothing.
	Token, Token2, TokenOut common.Address
	// Owes says that the action pays nothing: what it names comes to the wallet and is owed. No
	// contract is told.
	Owes bool

	Fields []Field
}

// ErrForm means that a call cannot be made a form of.
var ErrForm = errors.New("the call is no form")

// Learn returns a form of what pack encodes. pack asks for each value that may vary by
// its meaning and its width in bits (or Signed), always in the same order, and takes
// what it gets; where a value lies in the call is found by changing it.
func (f Form) Learn(pack func(vary func(Meaning, uint) *big.Int) []byte) (Form, error) {
	var asked []Field
	var widths []uint
	base := pack(func(m Meaning, bits uint) *big.Int {
		asked, widths = append(asked, Field{Meaning: m}), append(widths, bits)
		return new(big.Int)
	})
	if len(base) < 4 || len(base) > math.MaxUint16 {
		return Form{}, fmt.Errorf("%w: it has %d bytes", ErrForm, len(base))
	}
	f.Fields = nil
	for i, field := range asked {
		n := 0
		changed := pack(func(_ Meaning, bits uint) *big.Int {
			v := new(big.Int)
			if n++; n == i+1 {
				v = ones(bits)
			}
			return v
		})
		places, err := places(base, changed, field.Meaning, widths[i])
		if err != nil {
			return Form{}, fmt.Errorf("%w: value %d: %w", ErrForm, i+1, err)
		}
		f.Fields = append(f.Fields, places...)
	}
	f.Blank = base
	return f, nil
}

// ones is a number all of whose bits are set.
func ones(bits uint) *big.Int {
	if bits == Signed {
		return big.NewInt(-1)
	}
	return new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), bits), big.NewInt(1))
}

// places are the fields by which two calls differ.
func places(base, changed []byte, m Meaning, bits uint) (found []Field, _ error) {
	width := 32
	if bits != Signed {
		width = int(bits) / 8
	}
	if bits > 256 || bits%8 != 0 {
		return nil, fmt.Errorf("it has %d bits", bits)
	}
	if len(changed) != len(base) {
		return nil, errors.New("the length of the call depends on it")
	}
	for i := 0; i < len(base); {
		if base[i] == changed[i] {
			i++
			continue
		}
		if end := i + width; i < 4 || end > len(base) || !bytes.Equal(changed[i:end], bytes.Repeat([]byte{0xff}, width)) || !zero(base[i:end]) {
			return nil, fmt.Errorf("byte %d is not where it begins", i)
		}
		found = append(found, Field{Meaning: m, Offset: uint16(i), Width: uint8(width)})
		i += width
	}
	if found == nil {
		return nil, errors.New("it is not in the call")
	}
	return found, nil
}

func zero(b []byte) bool { return len(bytes.Trim(b, "\x00")) == 0 }

// skeleton is what a call of the form hashes to without its fields.
func (f Form) skeleton() common.Hash { return crypto.Keccak256Hash(f.Blank) }

// fit reads the fields of a call of the form's length.
func (f Form) fit(data []byte) (values [4]*big.Int, ok bool) {
	rest := bytes.Clone(data)
	for _, field := range f.Fields {
		at := rest[field.Offset : int(field.Offset)+int(field.Width)]
		v := new(big.Int).SetBytes(at)
		clear(at)
		if old := values[field.Meaning]; field.Meaning != Free && old != nil && old.Cmp(v) != 0 {
			return values, false
		}
		values[field.Meaning] = v
	}
	for i := range values {
		if values[i] == nil {
			values[i] = new(big.Int)
		}
	}
	return values, bytes.Equal(rest, f.Blank)
}
