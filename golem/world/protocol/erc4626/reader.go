package erc4626

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/core/protocols"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/world/protocol"
)

// Reader reads what an account has in a vault. It implements protocol.Reader.
type Reader struct {
	account common.Address
	handle  string
	vault   common.Address
	token   turn.Token
	abi     *bind.ERC4626
	// last are the shares that the vault took back at the last reading: what they pay is asked in the
	// same request. Where it takes others, a second one asks again.
	last *big.Int
}

// Open reads a vault's asset, which must be one of the life's.
func Open(ctx context.Context, o *protocol.Opening, d protocol.Deployment) (*Reader, protocol.Deployment, error) {
	t, err := protocol.TermsOf[Terms](d)
	if err != nil {
		return nil, d, err
	}
	if p, ok := protocols.Lender(cmp.Or(d.Handle, Name)); !ok || p.Name != Name {
		return nil, d, fmt.Errorf("%w: no vault is named %s", protocol.ErrSelfReport, d.Handle)
	}
	x := &Reader{account: o.Account, handle: cmp.Or(d.Handle, Name), vault: t.Vault, abi: bind.NewERC4626(), last: new(big.Int)}
	b := o.Client.At(o.Block)
	asked := b.Call(t.Vault, x.abi.PackAsset())
	if err := b.Do(ctx); err != nil {
		return nil, d, err
	}
	asset, err := protocol.Decoded(asked, x.abi.UnpackAsset)
	if err != nil {
		return nil, d, protocol.NotA("vault of ERC-4626", t.Vault, err)
	}
	if t.Asset != nil && *t.Asset != asset {
		return nil, d, fmt.Errorf("%w: vault %s holds %s, and is configured as one of %s", protocol.ErrSelfReport, t.Vault, asset, *t.Asset)
	}
	i := slices.IndexFunc(o.Tokens(), func(t turn.Token) bool { return t.Address == asset })
	if i < 0 {
		return nil, d, fmt.Errorf("%w: vault %s holds %s, and no market trades it", protocol.ErrSelfReport, t.Vault, asset)
	}
	x.token, t.Asset = o.Tokens()[i], &asset
	return x, protocol.Deploy(Name, x.handle, t), nil
}

// Add implements protocol.Reader.
func (l *Reader) Add(b *rpc.Batch, _ uint64) func(context.Context, *turn.Reading) error {
	held, takes := b.Call(l.vault, l.abi.PackBalanceOf(l.account)), b.Call(l.vault, l.abi.PackMaxRedeem(l.account))
	most, paid := b.Call(l.vault, l.abi.PackMaxWithdraw(l.account)), b.CallAs(l.leave(l.last))
	paysMany := b.Call(l.vault, l.abi.PackPreviewRedeem(many))
	asked := new(big.Int).Set(l.last)
	return func(ctx context.Context, r *turn.Reading) error {
		shares, err := protocol.Decoded(held, l.abi.UnpackBalanceOf)
		if err != nil {
			if err := protocol.Mute(r, l.handle, err); err != nil {
				return fmt.Errorf("read the vault %s: %w", l.handle, err)
			}
			return nil
		}
		// A vault that does not say what it pays pays nothing.
		redeemable := least(shares, told(takes, l.abi.UnpackMaxRedeem))
		if l.last = redeemable; redeemable.Cmp(asked) != 0 {
			again := b.Client().At(b.Block())
			paid = again.CallAs(l.leave(redeemable))
			if err := again.Do(ctx); err != nil {
				return fmt.Errorf("read the vault: %w", err)
			}
		}
		reserve := turn.Reserve{Token: l.token, SupplyShares: *uint256.MustFromBig(shares)}
		reserve.Supplied, reserve.Barred = pays(&reserve.SupplyShares, uint256.MustFromBig(redeemable),
			uint256.MustFromBig(told(paid, l.abi.UnpackRedeem)), uint256.MustFromBig(told(most, l.abi.UnpackMaxWithdraw)))
		reserve.Pays = *uint256.MustFromBig(told(paysMany, l.abi.UnpackPreviewRedeem))
		r.Lending = append(r.Lending, turn.Lending{
			Handle: l.handle, Protocol: Name, Account: unowed(), Loan: l.token.Address, Reserves: []turn.Reserve{reserve},
		})
		return nil
	}
}

// leave is how the account takes shares out. It is called and not sent: what leaving pays is asked of
// leaving itself, because what a vault says of it beforehand may be more.
func (l *Reader) leave(shares *big.Int) rpc.Call {
	return rpc.Call{From: l.account, To: l.vault, Data: l.abi.PackRedeem(shares, l.account, l.account)}
}

// told is what a vault answered, 0 where it did not.
func told(read *rpc.Read[[]byte], unpack func([]byte) (*big.Int, error)) *big.Int {
	if v, err := protocol.Decoded(read, unpack); err == nil {
		return v
	}
	return new(big.Int)
}

func least(a, b *big.Int) *big.Int {
	if a.Cmp(b) < 0 {
		return a
	}
	return b
}
