package owner

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/mirage/artifact"
	"bardo.run/bardo/mirage/deploy"
)

// looked is the code that stands where a part of the framework should.
type looked struct {
	name string // of its artifact
	at   common.Address
	args []byte // of its constructor
	code *rpc.Read[[]byte]
}

// genuine holds the code of manager, account code and counter against what the published
// creation code leaves at their addresses on this chain: whoever writes that code moves
// the money of every account that takes it on or obeys it.
func (n *Notary) genuine(ctx context.Context, block common.Hash, a Ask, code common.Address) error {
	found := []looked{{name: "DelegationManager", at: a.Manager, args: word(common.Address{1})}} // its owner is in its storage
	if code != (common.Address{}) {
		entry, err := n.entry(ctx, block, code)
		if err != nil {
			return err
		}
		found = append(found, looked{name: "EIP7702StatelessDeleGator", at: code, args: append(word(a.Manager), word(entry)...)})
		if known, _ := Known(a.Config.ChainID()); entry != known.Entry {
			found = append(found, looked{name: "EntryPoint07", at: entry})
		}
	}
	if a.Mode == grant.LocalKey {
		found = append(found, looked{name: "LimitedCallsEnforcer", at: a.Counter})
	}
	b := n.Client.At(block)
	for i := range found {
		found[i].code = b.Code(found[i].at)
	}
	if err := b.Do(ctx); err != nil {
		return err
	}
	for _, l := range found {
		if err := l.check(a); err != nil {
			return err
		}
	}
	return nil
}

// check takes code that is as published, and code whose hash the owner named.
func (l looked) check(a Ask) error {
	has, err := l.code.Value()
	switch hash := crypto.Keccak256Hash(has); {
	case err != nil:
		return err
	case len(has) == 0:
		return fmt.Errorf("%w: there is no code at %s, where %s should stand", ErrAsk, l.at, l.name)
	case slices.Contains(a.Accept, hash):
		return nil
	}
	set, err := artifact.FindKit()
	if err != nil {
		return fmt.Errorf("%s at %s cannot be compared with the published code: %w", l.name, l.at, err)
	}
	c, err := set.Contract(l.name)
	if err != nil {
		return err
	}
	creation, err := c.Code(nil)
	if err != nil {
		return err
	}
	want, err := deploy.Runtime(append(creation, l.args...), a.Config.ChainID(), l.at)
	if err != nil {
		return err
	}
	if !bytes.Equal(has, want) {
		return fmt.Errorf("%w: %s is not %s as %s@%s has it: its code is %d bytes of hash %s, expected are %d of %s; it could take everything that your account holds; "+
			"name another address, or, if you checked that very code elsewhere, give --accept-code %s",
			ErrAsk, l.at, l.name, c.Package, c.Version, len(has), crypto.Keccak256Hash(has), len(want), crypto.Keccak256Hash(want), crypto.Keccak256Hash(has))
	}
	return nil
}

// entry is the entry point whose calls an account code obeys.
func (n *Notary) entry(ctx context.Context, block common.Hash, code common.Address) (common.Address, error) {
	b, codec := n.Client.At(block), bind.NewDelegator()
	read := b.Call(code, codec.PackEntryPoint())
	if err := b.Do(ctx); err != nil {
		return common.Address{}, err
	}
	raw, err := read.Value()
	if err == nil {
		var at common.Address
		if at, err = codec.UnpackEntryPoint(raw); err == nil {
			return at, nil
		}
	}
	return common.Address{}, fmt.Errorf("%w: %s is no account code: it names no entry point: %w", ErrAsk, code, err)
}

// designated is the address whose code an account has taken on (EIP-7702).
func designated(code []byte) (common.Address, bool) { return types.ParseDelegation(code) }

// word is an address as an argument of a constructor.
func word(a common.Address) []byte { return common.LeftPadBytes(a[:], 32) }
