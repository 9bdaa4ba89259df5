package embedded

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/loss"
	"bardo.run/bardo/golem/safety/signing"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/table"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/money"
)

// Terms are what an owner lets the wallet sign, beside the calls that follow from its
// venue.
type Terms struct {
	ChainID        uint64
	Owner          common.Address // who gets plain transfers
	PerTransaction money.USDC
	PerDay         money.USDC
	GasPerDay      uint256.Int // wei

	MaxLossDay, MaxMoveLoss, MaxExitLoss money.BPS
	Caps                                 cage.Caps
	FeedAge                              loss.Ages
	Ends                                 int64 // unix seconds, inclusive
}

// Rules are a compiled policy and the calls that it was made of.
type Rules struct {
	Policy  *signing.Policy
	Book    *caveat.Book
	FeedAge loss.Ages
	Caps    cage.Caps
	// Deployments say in which market a call puts what it takes.
	Deployments []protocol.Deployment
	LeftOut     []string // functions that no rule of an enclave can hold, with the reason
}

// ErrShut means that an enclave would sign nothing of a protocol.
var ErrShut error = &kind{"CUSTODY_SHUT", "no rule of an enclave holds its calls, and it would sign none"}

// Reaches returns ErrShut where calls of an approved protocol of the venue are left out: whoever
// opened there would be refused at every order, and whoever dies would sell where nothing is signed.
//
// spec: provisioning §8.8
func Reaches(v tool.Venue, r turn.Reading, approved []string) error {
	v.Steps = true
	known, err := table.Interfaces()
	if err != nil {
		return err
	}
	var shut []error
	all := v.Deployments
	for i, d := range all {
		if !slices.Contains(approved, d.Protocol) || slices.ContainsFunc(all[:i], func(o protocol.Deployment) bool { return o.Protocol == d.Protocol }) {
			continue
		}
		v.Deployments = slices.DeleteFunc(slices.Clone(all), func(o protocol.Deployment) bool { return o.Protocol != d.Protocol })
		adapters, err := tool.NewAdapters(v)
		if err != nil {
			return err
		}
		forms, err := adapters.Forms(r)
		if err != nil {
			return err
		}
		if _, out, err := signing.Allow(forms, known...); err == nil && len(out) > 0 {
			shut = append(shut, fmt.Errorf("%s: %w (%s): take %s out of safety.approved_protocols and of the strategy's protocols, or choose another custody", d.Protocol, ErrShut, out[0], d.Protocol))
		}
	}
	return errors.Join(shut...)
}

// Compile makes the policy of a wallet that trades on a venue, as a reading shows it. The
// venue leaves positions in steps: no rule holds a call that holds calls. A way out that
// cannot be held is signing.ErrPolicy.
//
// spec: provisioning §8.8
func Compile(v tool.Venue, r turn.Reading, t Terms) (rules Rules, err error) {
	v.Steps = true
	adapters, err := tool.NewAdapters(v)
	if err != nil {
		return rules, err
	}
	forms, err := adapters.Forms(r)
	if err != nil {
		return rules, err
	}
	known, err := table.Interfaces()
	if err != nil {
		return rules, err
	}
	contracts, leftOut, err := signing.Allow(forms, known...)
	if err != nil {
		return rules, err
	}
	tokens := tokens(r)
	if rules.Book, err = caveat.NewBook(tokens, forms); err != nil {
		return rules, err
	}
	p := &signing.Policy{
		ChainID: t.ChainID, Tier: signing.Strict, Recipients: []common.Address{t.Owner}, Contracts: contracts,
		MaxPerTx: min(t.PerTransaction, t.PerDay), MaxPerDay: t.PerDay, MaxLossDay: t.MaxLossDay, MaxMoveLoss: t.MaxMoveLoss, MaxExitLoss: t.MaxExitLoss, MaxGas: t.GasPerDay, NotAfter: t.Ends,
	}
	for _, token := range tokens {
		p.Tokens = append(p.Tokens, token.Address)
	}
	rules.Policy, rules.LeftOut, rules.FeedAge = p, leftOut, t.FeedAge
	rules.Caps, rules.Deployments = t.Caps, v.Deployments
	return rules, p.Check()
}

// tokens are those of the assets, and of the lending markets.
func tokens(r turn.Reading) (found []caveat.Token) {
	all := r.Tokens()
	for _, l := range r.Lending {
		for _, reserve := range l.Reserves {
			all = append(all, reserve.Token)
		}
	}
	for _, t := range all {
		if !slices.ContainsFunc(found, func(k caveat.Token) bool { return k.Address == t.Address }) {
			found = append(found, caveat.Token{Address: t.Address, Decimals: t.Decimals + 8})
		}
	}
	return found
}

// worth is what a call of the book pays at a reading, in dollars.
func (r Rules) worth(c caveat.Call, seen turn.Reading) (sum money.USDC, _ error) {
	a, err := r.Book.Read(c)
	if err != nil {
		return 0, err
	}
	for _, paid := range []struct {
		token common.Address
		units *big.Int
	}{{a.Token, a.Amount}, {a.Token2, a.Amount2}} {
		if paid.token == (common.Address{}) || paid.units == nil {
			continue
		}
		part, ok := tool.Worth(seen, paid.token, paid.units)
		if !ok {
			return 0, fmt.Errorf("token %s has no price at block %d", paid.token, seen.Block.Number)
		}
		if sum, err = sum.Add(part); err != nil {
			return 0, err
		}
	}
	return sum, nil
}
