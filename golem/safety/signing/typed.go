package signing

import (
	"encoding"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/math"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"

	"bardo.run/bardo/evm/privy"
	"bardo.run/bardo/golem/safety/loss"
	"bardo.run/bardo/internal/money"
)

// Spend is what typed data lets somebody take: units of a token, at a path of its message. The
// token is the contract that it is signed for, or stands at a path of the message, held to it.
type Spend struct {
	Token  common.Address `json:"token"`
	At     string         `json:"at,omitempty"`
	Amount string         `json:"amount"`
}

// complete says what is wrong with a kind of typed data; empty: nothing. No list of names could
// know all that lets somebody take tokens, or act for the account: each kind says which it is.
func (t Typed) complete() string {
	switch {
	case len(t.Pins) == 0 || t.Domain.Name == "":
		return "has to hold a member, or its type would be free"
	case !slices.Equal(t.Shape.Types["EIP712Domain"], t.Domain.members()):
		return "has another domain than its signature is made over"
	case len(t.Spends) == 0 && !t.Harmless:
		return "does not say what it lets somebody take, nor that it is nothing"
	case len(t.Spends) > 0 && t.Harmless:
		return "lets somebody spend, and says that it takes nothing"
	case len(t.Spends) > 0 && t.Domain.Contract == (common.Address{}):
		return "lets somebody spend, and names no contract that it is signed for"
	}
	for _, s := range t.Spends {
		if s.Token == (common.Address{}) || s.Amount == "" {
			return "lets somebody spend what it does not name"
		}
		if !t.bound(s) {
			return fmt.Sprintf("lets somebody spend of another token than %s", s.Token)
		}
	}
	return ""
}

// bound says that a signature can be for no other token than the one that is counted.
func (t Typed) bound(s Spend) bool {
	if s.At == "" {
		return s.Token == t.Domain.Contract
	}
	return slices.ContainsFunc(t.Pins, func(p Pin) bool { return p.Path == s.At && len(p.OneOf) == 1 && same(p.OneOf[0], s.Token.Hex()) })
}

// members are what a signature over the domain is made of (EIP-712): what is left out of them is
// in no signature, whatever stands beside it.
func (d Domain) members() []privy.Named {
	all := []privy.Named{{Name: "name", Type: "string"}}
	if d.Version != "" {
		all = append(all, privy.Named{Name: "version", Type: "string"})
	}
	all = append(all, privy.Named{Name: "chainId", Type: "uint256"})
	if d.Contract != (common.Address{}) {
		all = append(all, privy.Named{Name: "verifyingContract", Type: "address"})
	}
	return all
}

// is says that typed data is signed for it; its chain is asked for elsewhere.
func (d Domain) is(of apitypes.TypedDataDomain) bool {
	contract := ""
	if d.Contract != (common.Address{}) {
		contract = d.Contract.Hex()
	}
	return d.Name == of.Name && d.Version == of.Version && same(contract, of.VerifyingContract) && of.Salt == ""
}

// TypedData allows typed data, or refuses it with the reason. It is judged like a
// transaction: what it lets somebody take counts as paid in the day, and as lost, because
// nothing in it says what comes back. What cannot be read is not signed.
func (g *Guard) TypedData(data apitypes.TypedData) error {
	now := g.clock.Now()
	typed, err := g.policy.fitting(data, now)
	if len(typed.Spends) == 0 {
		return err // also where none is fitting
	}
	digest, _, err := apitypes.TypedDataAndHash(data)
	if err != nil {
		return refuse("it cannot be hashed: %v", err)
	}
	worth, err := g.taken(typed.Spends, data)
	if err != nil {
		return err
	}
	if worth > g.policy.MaxPerTx {
		return refuse("it lets %s be taken, one signature may pay %s", worth, g.policy.MaxPerTx)
	}
	equity, err := g.prices.Equity()
	if err != nil {
		return refuse("what the account is worth cannot be told: %v", err)
	}
	most := loss.Share(g.policy.MaxLossDay, equity)
	g.mu.Lock()
	defer g.mu.Unlock()
	key := common.BytesToHash(digest)
	today := g.lost.Today(now.UnixMilli()) - g.lost.Of(key.Hex(), now.UnixMilli())
	if sum, err := today.Add(worth); err != nil || sum > most {
		return refuse("with it %s may be lost in 24 hours, %s are allowed", sum, most)
	}
	if err := g.count(Spent{Typed: key, At: now, Worth: worth}, false); err != nil {
		return err
	}
	g.lost.Add(key.Hex(), now.UnixMilli(), worth)
	g.lost.Settle(key.Hex(), now.UnixMilli(), worth)
	return nil
}

// taken is what typed data lets somebody take, in dollars.
func (g *Guard) taken(spends []Spend, data apitypes.TypedData) (sum money.USDC, _ error) {
	for _, s := range spends {
		units, ok := amount(member(data, s.Amount))
		if !ok {
			return sum, refuse("what it lets be taken at %s cannot be read", s.Amount)
		}
		worth, err := g.prices.Token(s.Token, units)
		if err != nil {
			return sum, refuse("what it lets be taken has no price: %v", err)
		}
		if sum, err = sum.Add(worth); err != nil {
			return sum, refuse("what it lets be taken is out of range")
		}
	}
	return sum, nil
}

// amount reads a number of a message as it is hashed.
func amount(v any) (*big.Int, bool) {
	text := fmt.Sprint(v)
	if m, ok := v.(encoding.TextMarshaler); ok {
		marked, _ := m.MarshalText() // what it has no text of is no number
		text = string(marked)
	}
	units, ok := math.ParseBig256(text)
	return units, ok && text != "" && units.Sign() >= 0
}

// member is what lies at a path of a message; nil where there is nothing.
func member(data apitypes.TypedData, path string) (at any) {
	at = data.Message
	for name := range strings.SplitSeq(path, ".") {
		members, _ := at.(map[string]any)
		at = members[name]
	}
	return at
}
