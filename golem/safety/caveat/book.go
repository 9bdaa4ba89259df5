package caveat

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/bind"
)

// Token is a token of a book and where its price in US dollars comes from.
type Token struct {
	Address  common.Address
	Feed     common.Address // as Chainlink's feeds
	MaxAge   uint32         // seconds that an answer of the feed holds
	Decimals uint8          // of token and feed together, 6 to 60
}

// Book is what one account may call, and what its tokens are worth. It is not changed
// after its construction. It is of one account because recipients are in its forms: in a
// chain of delegations an enforcer is told the delegator of its own link, and not whose
// money moves.
type Book struct {
	tokens    []Token
	forms     []Form
	by        map[key][]Form
	sequencer common.Address
}

// On is the book on a rollup: it has no price while the uptime feed of its sequencer says
// down, and for an hour after it came up. Zero is no feed.
func (b *Book) On(sequencer common.Address) *Book {
	on := *b
	on.sequencer = sequencer
	return &on
}

type key struct {
	target   common.Address
	selector [4]byte
	length   int
}

// ErrBook means that a book contradicts itself; its contract would not deploy.
var ErrBook = errors.New("the book of actions is not valid")

// NewBook makes a book of at most 255 tokens. The tokens that forms name must be in it.
func NewBook(tokens []Token, forms []Form) (*Book, error) {
	b := &Book{tokens: slices.Clone(tokens), forms: slices.Clone(forms), by: map[key][]Form{}}
	if len(tokens) > math.MaxUint8 {
		return nil, fmt.Errorf("%w: %d tokens", ErrBook, len(tokens))
	}
	for i, t := range tokens {
		if n, _ := b.number(t.Address); int(n) != i+1 || t.Decimals < 6 || t.Decimals > 60 {
			return nil, fmt.Errorf("%w: token %s is none, is there twice, or has %d decimals", ErrBook, t.Address, t.Decimals)
		}
	}
	for i, f := range forms {
		if err := b.check(f); err != nil {
			return nil, fmt.Errorf("%w: form %d of %s: %w", ErrBook, i+1, f.Target, err)
		}
		k := key{f.Target, [4]byte(f.Blank), len(f.Blank)}
		b.by[k] = append(b.by[k], f)
	}
	return b, nil
}

func (b *Book) check(f Form) error {
	if f.Classes == 0 {
		return errors.New("it is of no class")
	}
	if len(f.Blank) < 4 || len(f.Blank) > math.MaxUint16 {
		return fmt.Errorf("its call has %d bytes", len(f.Blank))
	}
	if len(f.Fields) > math.MaxUint8 {
		return fmt.Errorf("its call has %d fields", len(f.Fields))
	}
	for _, t := range []common.Address{f.Token, f.Token2, f.TokenOut} {
		if _, ok := b.number(t); !ok {
			return fmt.Errorf("token %s has no price", t)
		}
	}
	for _, field := range f.Fields {
		if field.Meaning > Least || field.Offset < 4 || field.Width == 0 || field.Width > 32 || int(field.Offset)+int(field.Width) > len(f.Blank) {
			return fmt.Errorf("field %+v is not in a call of %d bytes", field, len(f.Blank))
		}
	}
	return nil
}

// number counts the tokens from one; no token is zero, and so is one that is not there.
func (b *Book) number(token common.Address) (uint8, bool) {
	if token == (common.Address{}) {
		return 0, true
	}
	i := slices.IndexFunc(b.tokens, func(t Token) bool { return t.Address == token })
	return uint8(i + 1), i >= 0
}

// Arguments are what the contract of the book is constructed with.
func (b *Book) Arguments() []byte {
	tokens := make([]bind.ActionBookToken, len(b.tokens))
	for i, t := range b.tokens {
		tokens[i] = bind.ActionBookToken{Token: t.Address, Feed: t.Feed, MaxAge: t.MaxAge}
	}
	var forms []byte
	for _, f := range b.forms {
		forms = b.pack(forms, f)
	}
	return bind.NewActionBook().PackConstructor(tokens, forms, b.sequencer)
}

// pack appends a form as the contract is constructed with it.
func (b *Book) pack(out []byte, f Form) []byte {
	skeleton := f.skeleton()
	out = append(append(out, f.Target[:]...), f.Blank[:4]...)
	out = binary.BigEndian.AppendUint16(out, uint16(len(f.Blank)))
	out = append(append(out, skeleton[:]...), byte(len(f.Fields)), byte(f.Classes))
	for _, token := range []common.Address{f.Token, f.Token2, f.TokenOut} {
		n, _ := b.number(token)
		out = append(out, n)
	}
	for _, field := range f.Fields {
		out = append(out, byte(field.Meaning))
		out = append(binary.BigEndian.AppendUint16(out, field.Offset), field.Width)
	}
	return out
}

// Action is what a call is: it pays Amount of Token and Amount2 of Token2, and a swap
// asks for at least Least of TokenOut; where it Owes, Amount comes instead of being paid. No token
// is zero.
type Action struct {
	Classes                 Class
	Token, Token2, TokenOut common.Address
	Amount, Amount2, Least  *big.Int
	Owes                    bool
}

// Read says what a call is, or refuses it: it fits no form, or sends native money.
func (b *Book) Read(c Call) (Action, error) {
	if c.Value.Sign() != 0 {
		return Action{}, Refusal("ActionBook: no action sends native money")
	}
	if len(c.Data) >= 4 {
		for _, f := range b.by[key{c.Target, [4]byte(c.Data), len(c.Data)}] {
			if v, ok := f.fit(c.Data); ok {
				return Action{f.Classes, f.Token, f.Token2, f.TokenOut, v[Amount], v[Amount2], v[Least], f.Owes}, nil
			}
		}
	}
	return Action{}, Refusal("ActionBook: the call is of no form")
}
