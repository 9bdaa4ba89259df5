// Package erc4626 lends to a vault of ERC-4626. Shares stand for what is in it, and are worth what
// leaving pays now: never what the vault says that they stand for.
package erc4626

import (
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
)

// Name is the protocol's, and that of a vault which has none of its own.
const Name = "erc-4626"

// About is what is to be known of it.
func About() protocol.About {
	return protocol.About{
		Name: Name, Title: "ERC-4626", Terms: []string{"vault"}, Several: true, Cage: "ERC4626",
		Kinds: []grammar.Kind{grammar.Supply, grammar.Withdraw}, Interfaces: []*bind.MetaData{&bind.ERC4626MetaData},
	}
}

// Terms are those of a vault, and its asset, which opening it reads.
type Terms struct {
	Vault common.Address  `json:"vault"`
	Asset *common.Address `json:"asset,omitempty"`
}

// Contracts are what orders reach in a vault.
func (t Terms) Contracts() []protocol.Contract {
	return []protocol.Contract{{What: "vault", Address: t.Vault, Deeds: policycage.Lends}}
}

// Adapter is one vault. No price is known of its shares, so that what they pay is asked after each
// order. It implements protocol.Lender.
type Adapter struct {
	account      protocol.Account
	handle       string
	vault, asset common.Address
	abi          *bind.ERC4626
}

// New returns the adapter of an account in the vault of a deployment that was opened.
func New(account protocol.Account, d protocol.Deployment) (*Adapter, error) {
	t, err := protocol.TermsOf[Terms](d)
	if err != nil {
		return nil, err
	}
	if t.Asset == nil {
		return nil, fmt.Errorf("terms of %s: the vault was not opened", d.Protocol)
	}
	return &Adapter{account, d.Handle, t.Vault, *t.Asset, bind.NewERC4626()}, nil
}

// Calls implements protocol.Adapter. All is taken out by the shares that the vault takes back now,
// which no rounding leaves a rest of; what it bars stays.
func (l *Adapter) Calls(o protocol.Order) ([]protocol.Call, error) {
	_, r, err := o.Reserve(l.account.Mandate)
	if err != nil {
		return nil, err
	}
	a, me := o.Action, l.account.Address
	switch a.Kind {
	case grammar.Supply:
		if !r.Barred.IsZero() {
			return nil, errors.New("VAULT_SHORT: the vault takes only some of the wallet's shares back now, or none: no more is put in")
		}
		return protocol.Spend(l.vault, a.Asset, a.Amount, l.abi.PackDeposit(a.Amount.ToBig(), me)), nil
	case grammar.Withdraw:
	default:
		return nil, protocol.Unconfigured(a)
	}
	data := l.abi.PackWithdraw(a.Amount.ToBig(), me, me)
	if a.All() {
		data = l.leave(r)
	}
	return []protocol.Call{{To: l.vault, Data: data}}, nil
}

// wide is the least number that a guard of calls may take for an address (CageActions).
var wide = new(uint256.Int).Lsh(uint256.NewInt(1), 96)

// leave takes out everything that can be. So many shares that their number could be an address are
// taken out by what they pay, where guards look for addresses in calls.
func (l *Adapter) leave(r turn.Reserve) []byte {
	shares, me := new(uint256.Int).Sub(&r.SupplyShares, &r.Barred), l.account.Address
	if l.account.InSteps() && !shares.Lt(wide) && r.Supplied.Lt(wide) {
		return l.abi.PackWithdraw(r.Supplied.ToBig(), me, me)
	}
	return l.abi.PackRedeem(shares.ToBig(), me, me)
}

// reasons are what OpenZeppelin's vaults revert with.
var reasons = map[string]string{
	"ERC4626: deposit more than max":         "VAULT_CLOSED: the vault takes less than that now, or nothing",
	"ERC4626: withdraw more than max":        "VAULT_SHORT: the vault pays less than that now, or nothing",
	"ERC4626: redeem more than max":          "VAULT_SHORT: the vault takes fewer shares back now, or none",
	"ERC20: burn amount exceeds balance":     "the wallet has fewer shares",
	"ERC20: transfer amount exceeds balance": "the wallet, or the vault, has less",
}

// Reason implements protocol.Lender.
func (l *Adapter) Reason(text string) (string, bool) {
	reason, ok := reasons[text]
	return reason, ok
}

// Forms implements protocol.Adapter.
func (l *Adapter) Forms(f *protocol.Forms, r turn.Reading) {
	if _, ok := r.Lender(l.handle); !ok {
		return
	}
	f.Approvals(l.asset, l.vault)
	me, leave := l.account.Address, caveat.Form{Target: l.vault, Classes: protocol.Leaving}
	f.Add(caveat.Form{Target: l.vault, Classes: caveat.Open, Token: l.asset}, func(v protocol.Vary) []byte {
		return l.abi.PackDeposit(v(caveat.Amount, 256), me)
	})
	f.Add(leave, func(v protocol.Vary) []byte { return l.abi.PackWithdraw(v(caveat.Free, 256), me, me) })
	f.Add(leave, func(v protocol.Vary) []byte { return l.abi.PackRedeem(v(caveat.Free, 256), me, me) })
}

// Prove implements protocol.Adapter.
func (l *Adapter) Prove(p *protocol.Proof) { p.Lend(l.handle, l.vault) }

// Change implements protocol.Lender: what shares are worth no log tells.
func (l *Adapter) Change(protocol.Log) (account common.Address, units *big.Int, ok bool) {
	return account, nil, false
}
