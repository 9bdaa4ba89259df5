package protocol

import (
	"fmt"
	"math/big"

	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/caveat"
)

// Leaving are the classes of what takes money out of a protocol: no phase holds it up, and
// it is not counted as spent.
const Leaving = caveat.Leave | caveat.Settle

// Vary hands out the values of a call that may vary, by their meaning and width in bits.
type Vary = func(caveat.Meaning, uint) *big.Int

// Units is a value of 256 bits that may vary.
func Units(v Vary, m caveat.Meaning) *uint256.Int { return uint256.MustFromBig(v(m, 256)) }

// Forms collects the forms of calls.
type Forms struct {
	forms []caveat.Form
	err   error
}

// Add learns a form by packing its call several times; the first error stays.
func (f *Forms) Add(form caveat.Form, pack func(Vary) []byte) {
	learned, err := form.Learn(pack)
	if err != nil && f.err == nil {
		f.err = fmt.Errorf("form of a call of %s: %w", form.Target, err)
	}
	f.forms = append(f.forms, learned)
}

// All returns the forms in the order in which they were added.
func (f *Forms) All() ([]caveat.Form, error) { return f.forms, f.err }

// Swaps adds the forms of both directions of a pool's tokens, by add. A swap into the quote
// token is of settlement too.
func (f *Forms) Swaps(p turn.Pool, add func(caveat.Form)) {
	for _, in := range []turn.Token{p.Token0, p.Token1} {
		out := p.Token0
		if in == out {
			out = p.Token1
		}
		classes := caveat.Open
		if out == p.Quote() {
			classes |= caveat.Settle
		}
		add(caveat.Form{Classes: classes, Token: in.Address, TokenOut: out.Address})
	}
}
