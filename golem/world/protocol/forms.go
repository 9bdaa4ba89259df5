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

// Swaps adds the forms of both directions of a market of a reading, by add, first that of
// token0 in the order of addresses. A swap into the numeraire is of settlement too.
func (f *Forms) Swaps(r turn.Reading, m turn.Market, add func(caveat.Form)) {
	zero, one := m.Base, m.Quote
	if zero.Address.Cmp(one.Address) > 0 {
		zero, one = one, zero
	}
	for _, in := range []turn.Token{zero, one} {
		out := zero
		if in == out {
			out = one
		}
		classes := caveat.Open
		if out == r.Numeraire() {
			classes |= caveat.Settle
		}
		add(caveat.Form{Classes: classes, Token: in.Address, TokenOut: out.Address})
	}
}
