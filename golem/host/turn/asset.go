package turn

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"
)

// Token is an ERC-20 the Golem may hold. Symbol is bounded to 16 printable
// characters by whoever reads it from the chain.
type Token struct {
	Address  common.Address `cbor:"1,keyasint" json:"address"`
	Symbol   string         `cbor:"2,keyasint" json:"symbol"`
	Decimals uint8          `cbor:"3,keyasint" json:"decimals"`
}

// Handle is the name by which rules and actions mean the token: its symbol in small letters.
// No two assets of a Golem have the same.
func (t Token) Handle() string { return strings.ToLower(t.Symbol) }

// Asset is a token that the account may hold, at the pinned block: Units are what it holds of
// it beside positions and lending markets. Price is that of one whole token and Value that of
// Units, both in the numeraire, for thinking; 0 where nothing tells it.
type Asset struct {
	Token Token       `cbor:"1,keyasint" json:"token"`
	Units uint256.Int `cbor:"2,keyasint" json:"units"`
	Price float64     `cbor:"3,keyasint" json:"price"`
	Value float64     `cbor:"4,keyasint" json:"value"`
	// Rate is the exact price, as a Market's: raw units of the numeraire for one raw unit of the
	// token. Zero: nothing tells what it is worth.
	Rate uint256.Int `cbor:"5,keyasint" json:"rate_x128"`
	// Feed is what a price feed says of the token; nil where none is configured.
	Feed *Feed `cbor:"6,keyasint,omitempty" json:"feed,omitempty"`
	// Doubt says why the price is not to be trusted; empty where it is. What is doubtful may be
	// left, and not opened.
	Doubt string `cbor:"7,keyasint,omitempty" json:"doubt,omitempty"`
	// Dust says that what the account has of a doubtful asset is less than a thousandth of its
	// equity, at the highest price that anything trusted tells: a stranger may have sent it.
	Dust bool `cbor:"8,keyasint,omitempty" json:"dust,omitempty"`
	// Leap says from where the price jumped, less than an hour ago, where no feed vouches for it; empty
	// where it did not. It is believed, for limits and for leaving, and nothing is opened at it.
	Leap string `cbor:"9,keyasint,omitempty" json:"leap,omitempty"`
	// Believed is what the price was when it was last not in doubt, while it is, and for 70 minutes
	// at most: where no feed tells, limits are judged by it, and rules know no other. Nil where there is none.
	Believed *Believed `cbor:"10,keyasint,omitempty" json:"believed,omitempty"`
	// Unread is the kind of the token's refusal to tell what the account holds of it; empty where it tells.
	// Units are what was last read then, and the asset is in doubt.
	Unread string `cbor:"11,keyasint,omitempty" json:"unread,omitempty"`
}

// Believed is a price that was not in doubt, at the unix second of its block, and since which block's
// second it is.
type Believed struct {
	Rate  uint256.Int `cbor:"1,keyasint" json:"rate_x128"`
	Price float64     `cbor:"2,keyasint" json:"price"`
	Time  int64       `cbor:"3,keyasint" json:"time"`
	Since int64       `cbor:"4,keyasint" json:"since"`
}

// Doubted is how a thought and a refusal begin that are owed to the doubt about the price.
func (a *Asset) Doubted() string { return "the price of " + a.Token.Symbol + " is in doubt" }

// Shaky says why nothing is opened at the price of the asset; empty where something may be.
func (a *Asset) Shaky() string {
	switch {
	case a.Doubt != "":
		return a.Doubted() + ": " + a.Doubt
	case a.Leap != "":
		return "the price of " + a.Token.Symbol + " has jumped: " + a.Leap
	}
	return ""
}

// one is the rate of what is worth as many raw units as there are.
var one = new(uint256.Int).Lsh(uint256.NewInt(1), rateBits)

const rateBits = 128

// One returns the rate of the numeraire itself, which the caller owns.
func One() uint256.Int { return *one }

// Valued returns what units are worth at a rate, rounded down; what does not fit is the most
// that does.
func Valued(units, rate *uint256.Int) uint256.Int {
	v, over := new(uint256.Int).MulDivOverflow(units, rate, one)
	if over {
		v.SetAllOne()
	}
	return *v
}

// Bought returns the units that an amount buys at a rate without fees, rounded down; none where
// the rate is zero, and the most that fits where there are more.
func Bought(amount, rate *uint256.Int) uint256.Int {
	if rate.IsZero() {
		return uint256.Int{}
	}
	v, over := new(uint256.Int).MulDivOverflow(amount, one, rate)
	if over {
		v.SetAllOne()
	}
	return *v
}

// Numeraire returns the token that everything is told in; the zero Token of an empty reading.
func (r *Reading) Numeraire() Token {
	if len(r.Assets) == 0 {
		return Token{}
	}
	return r.Assets[0].Token
}

// Asset returns the asset of a token's address. It belongs to the reading.
func (r *Reading) Asset(token common.Address) (*Asset, bool) {
	for i := range r.Assets {
		if a := &r.Assets[i]; a.Token.Address == token {
			return a, true
		}
	}
	return nil, false
}

// Named returns the asset of a handle. It belongs to the reading.
func (r *Reading) Named(handle string) (*Asset, bool) {
	for i := range r.Assets {
		if a := &r.Assets[i]; a.Token.Handle() == handle {
			return a, true
		}
	}
	return nil, false
}

// Everywhere is what the account has of a token in its wallet, in liquidity with its fees where the markets
// stood at the prices of the assets, and lent, and what it owes of it, all in raw units.
func (r *Reading) Everywhere(token common.Address) (units, owed uint256.Int) {
	units = r.Held(token)
	for i := range r.Positions {
		p := &r.Positions[i]
		m, ok := r.Market(p.Market)
		if !ok {
			continue
		}
		base, quote := r.Composed(p)
		if m.Base.Address == token {
			units.Add(&units, &base)
			units.Add(&units, &p.BaseFees)
		}
		if m.Quote.Address == token {
			units.Add(&units, &quote)
			units.Add(&units, &p.QuoteFees)
		}
	}
	for i := range r.Lending {
		if reserve, ok := r.Lending[i].Reserve(token); ok {
			units.Add(&units, &reserve.Supplied)
			owed.Add(&owed, &reserve.Owed)
		}
	}
	return units, owed
}

// Held returns what the account holds of a token beside positions and lending markets.
func (r *Reading) Held(token common.Address) uint256.Int {
	if a, ok := r.Asset(token); ok {
		return a.Units
	}
	return uint256.Int{}
}

// Value returns what units of a token are worth in raw units of the numeraire, rounded down; ok
// is false for a token that is no asset, or has no price.
func (r *Reading) Value(token common.Address, units *uint256.Int) (value uint256.Int, ok bool) {
	a, ok := r.Asset(token)
	if !ok || a.Rate.IsZero() {
		return value, false
	}
	return Valued(units, &a.Rate), true
}

// Fed reports whether a price feed is configured for one of some tokens, whatever it says.
func (r *Reading) Fed(tokens ...common.Address) bool {
	return slices.ContainsFunc(tokens, func(token common.Address) bool {
		a, ok := r.Asset(token)
		return ok && a.Feed != nil
	})
}

// Doubtful reports whether what something is worth that the account has is in doubt: in its wallet, in
// a position, or lent or owed; not of dust.
func (r *Reading) Doubtful() bool { return r.Unsure() != "" }

// Suspended reports whether what the account has is to be judged by no price of this reading: one of
// something that it has is in doubt, and was believed a while ago, or a lender's logs contradict it, or it
// lies where nobody answers, or what it pays leaps, not for longer than anything is believed.
func (r *Reading) Suspended() bool {
	for i := range r.Assets {
		if a := &r.Assets[i]; a.Believed != nil && !a.Dust && r.Has(a) {
			return true
		}
	}
	_, since := r.disputed()
	return since >= 0 && r.Block.Time-since <= held
}

// InDoubt reports whether the price of a market hangs on an asset that is in doubt and was believed a while
// ago, or something lies there and it does not answer. The numeraire is what prices are told in.
func (r *Reading) InDoubt(m *Market) bool {
	for i := 1; i < len(r.Assets); i++ {
		if a := &r.Assets[i]; a.Believed != nil && (a.Token.Address == m.Base.Address || a.Token.Address == m.Quote.Address) {
			return true
		}
	}
	return slices.ContainsFunc(r.Mute, func(x Mute) bool { return x.Lies && x.Handle == m.Handle && r.Block.Time-x.Since <= held })
}

// Moment is for how many seconds from the first block of a doubt what was believed of the asset binds what
// cannot wait until its sources agree: the settlement of a death, the shortest of which has 30 seconds, and a signer, which does
// not know one from a life. A jump is believed from its third block on in any case.
const Moment = 20

// Within returns the reading without what was believed of an asset that is in doubt for longer than some
// seconds. Of what has no price else it stays: what nobody prices is not sold for nothing.
func (r Reading) Within(seconds int64) Reading {
	r.Assets = slices.Clone(r.Assets)
	for i := range r.Assets {
		if b := r.Assets[i].Believed; b != nil && r.Block.Time-b.Since > seconds && !r.Assets[i].Rate.IsZero() {
			r.Assets[i].Believed = nil
		}
	}
	return r
}

// Unsure says what is in doubt where Doubtful holds; empty where it does not.
func (r *Reading) Unsure() string {
	if a := r.doubted(); a != nil {
		return a.Shaky()
	}
	why, _ := r.disputed()
	return why
}

// doubted is the first asset that the account has at a price in doubt, nil where there is none.
func (r *Reading) doubted() *Asset {
	for i := range r.Assets {
		if a := &r.Assets[i]; a.Doubt != "" && !a.Dust && r.Has(a) {
			return a
		}
	}
	return nil
}

// disputed says what is not known of a place in which the account has something, beside dust, and the last
// second since which that is so; empty, and less than zero, where all is. The price of the asset may be sure,
// the numeraire's always is: what the place owes is not.
func (r *Reading) disputed() (why string, since int64) {
	since = -1
	for _, c := range r.Contrary {
		if l, ok := r.Lender(c.Market); !ok || c.Dust || !c.Leap && l.Idle() {
			continue
		}
		if why = cmp.Or(why, c.String()); !c.Leap {
			c.Since = r.Block.Time // logs are held against a reading for an hour
		}
		since = max(since, c.Since)
	}
	for _, m := range r.Mute {
		if m.Lies {
			why, since = cmp.Or(why, m.String()), max(since, m.Since)
		}
	}
	return why, since
}

// Disputed reports whether something of a token is lent or owed where that is not known now.
func (r *Reading) Disputed(token common.Address) bool {
	return slices.ContainsFunc(r.Lending, func(l Lending) bool {
		held, ok := l.Reserve(token)
		return ok && !(held.Supplied.IsZero() && held.Owed.IsZero()) &&
			(slices.ContainsFunc(r.Contrary, func(c Contrary) bool { return c.Market == l.Handle && !c.Dust }) ||
				slices.ContainsFunc(r.Mute, func(m Mute) bool { return m.Handle == l.Handle && m.Lies }))
	})
}

// Has reports whether the account has anything of an asset.
func (r *Reading) Has(a *Asset) bool {
	if !a.Units.IsZero() {
		return true
	}
	for i := range r.Positions {
		if m, ok := r.Market(r.Positions[i].Market); ok && (m.Base.Address == a.Token.Address || m.Quote.Address == a.Token.Address) {
			return true
		}
	}
	for _, l := range r.Lending {
		if reserve, ok := l.Reserve(a.Token.Address); ok && !(reserve.Supplied.IsZero() && reserve.Owed.IsZero()) {
			return true
		}
	}
	return false
}

// Tokens returns the tokens of the assets, the numeraire first. The caller owns the slice.
func (r *Reading) Tokens() []Token {
	all := make([]Token, len(r.Assets))
	for i := range r.Assets {
		all[i] = r.Assets[i].Token
	}
	return all
}
