package x402

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/rpc"
)

// till is a devnet with the real USDC, on which the tests' account is paid.
type till struct {
	*testing.T
	*evmtest.Market
	client *rpc.Client
	token  Token
}

func newTill(t *testing.T) *till {
	m := evmtest.NewMarket(t)
	client, fiat, erc := rpc.New(m.RPC), bind.NewFiatToken(), bind.NewERC20()
	said := func(call []byte) []byte {
		b := client.At(m.Mine())
		read := b.Call(m.USDC, call)
		if err := b.Do(t.Context()); err != nil {
			t.Fatal(err)
		}
		v, err := read.Value()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	name, err := erc.UnpackName(said(erc.PackName()))
	version, fault := fiat.UnpackVersion(said(fiat.PackVersion()))
	if err := errors.Join(err, fault); err != nil {
		t.Fatal(err)
	}
	id, err := client.ChainID(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	x := &till{t, m, client, NewToken(id, m.USDC, name, version)}
	if separator := common.BytesToHash(said(fiat.PackDOMAINSEPARATOR())); separator != x.token.Separator {
		t.Fatalf("the token's domain is %s, ours %s", separator, x.token.Separator)
	}
	return x
}

// pays is a payment of 5 USDC by a new account that holds 7, signed for a method.
func (x *till) pays(m Method) *Payment {
	p := pay(x.T, x.token, m, func(p *Payment) {
		p.Authorization.To, p.Authorization.Value = x.Account, *uint256.NewInt(5_000_000)
		p.Authorization.ValidBefore.SetAllOne()
	})
	x.funds(p.Authorization.From)
	return p
}

func (x *till) funds(who common.Address) {
	x.Execute(x.USDC, bind.NewERC20().PackTransfer(who, uint256.NewInt(7_000_000).ToBig()))
}

func (x *till) look(p *Payment) Standing {
	x.Helper()
	s, err := Look(x.Context(), x.client, x.USDC, &p.Authorization)
	if err != nil {
		x.Fatal(err)
	}
	return s
}

// rehearse wants a refusal where code is one.
func (x *till) rehearse(sender common.Address, m Method, p *Payment, code string) {
	x.Helper()
	err := Rehearse(x.Context(), x.client, x.USDC, sender, m, p)
	if r := (*Refusal)(nil); code == "" && err != nil || code != "" && (!errors.As(err, &r) || r.Code != code) {
		x.Errorf("%v, want %q", err, code)
	}
}

func (x *till) balance(who common.Address) uint64 {
	x.Helper()
	s, err := Look(x.Context(), x.client, x.USDC, &Authorization{From: who})
	if err != nil {
		x.Fatal(err)
	}
	return s.Balance.Uint64()
}

// spec: provisioning §13.3, §13.5 — the real token takes what was found good, by the method that it
// was signed for, once; and a payment is known by its logs, whoever sent it.
func TestTheTokenTakesWhatWasFoundGood(t *testing.T) {
	x := newTill(t)
	stranger := common.HexToAddress("0x5555555555555555555555555555555555555555")
	for _, m := range []Method{Transfer, Receive} {
		p := x.pays(m)
		terms := Terms{Token: x.token, PayTo: x.Account, Method: m, Amount: *uint256.NewInt(5_000_000)}
		p.Network, p.Accepted = "", nil
		if got, err := terms.Check(p, now); err != nil || got != m {
			t.Fatalf("%s: %s, %v", m, got, err)
		}
		s := x.look(p)
		if err := s.Check(&p.Authorization, uint256.NewInt(2_000_000)); err != nil || s.Used || s.Contract || s.Balance.Uint64() != 7_000_000 {
			t.Errorf("%s: %+v, %v", m, s, err)
		}
		if r := (*Refusal)(nil); !errors.As(s.Check(&p.Authorization, uint256.NewInt(2_000_001)), &r) || r.Code != CodeLow {
			t.Errorf("%s: more than it holds passes", m)
		}
		x.rehearse(x.Account, m, p, "")
		x.rehearse(x.Account, 1-m, p, CodeInvalid)
		if m == Receive { // which is its point
			x.rehearse(stranger, m, p, CodeInvalid)
		} else {
			x.rehearse(stranger, m, p, "")
		}
		before := x.balance(x.Account)
		r := x.Execute(x.USDC, SettleCall(m, p))
		if !Took(x.USDC, &p.Authorization, r.Logs) || x.balance(x.Account) != before+5_000_000 {
			t.Errorf("%s: the logs %v", m, r.Logs)
		}
		other := p.Authorization
		other.Nonce[0] ^= 1
		less := p.Authorization
		less.Value.SetUint64(4_999_999)
		for name, a := range map[string]*Authorization{"another nonce": &other, "another value": &less} {
			if Took(x.USDC, a, r.Logs) {
				t.Errorf("%s: %s was paid, too", m, name)
			}
		}
		if Took(x.WETH, &p.Authorization, r.Logs) || Took(x.USDC, &p.Authorization, r.Logs[:1]) {
			t.Errorf("%s: another token, or half of the logs, paid", m)
		}
		s = x.look(p)
		if r := (*Refusal)(nil); !s.Used || !errors.As(s.Check(&p.Authorization, new(uint256.Int)), &r) || r.Code != CodeUsed {
			t.Errorf("%s: used %v", m, s.Used)
		}
		x.rehearse(x.Account, m, p, CodeInvalid)
	}
}

// yes is a contract that says of every signature that it is its own.
var yes = hexutil.MustDecode("0x631626ba7e60e01b5f5260205ff3")

// spec: provisioning §13.5 step 5 — a contract pays by its word (ERC-1271), and one that is not
// deployed yet by the call that deploys it (ERC-6492); the signature has any length.
func TestAContractPays(t *testing.T) {
	x := newTill(t)
	account := x.Deploy(yes)
	factory := x.Deploy(hexutil.MustDecode("0x365f5f375f365f5ff500"))
	birth := append([]byte{0x60, byte(len(yes)), 0x80, 0x60, 9, 0x5f, 0x39, 0x5f, 0xf3}, yes...)
	unborn := crypto.CreateAddress2(factory, [32]byte{}, crypto.Keccak256(birth))
	word := func(n int) []byte { return common.LeftPadBytes(uint256.NewInt(uint64(n)).Bytes(), 32) }
	padded := func(b []byte) []byte { return slices.Concat(word(len(b)), b, make([]byte, (32-len(b)%32)%32)) }
	inner := bytes.Repeat([]byte{7}, 70)
	wrap := slices.Concat(common.LeftPadBytes(factory[:], 32), word(96), word(96+len(padded(birth))), padded(birth), padded(inner), wrapped)
	for name, c := range map[string]struct {
		from      common.Address
		signature []byte
	}{
		"short": {account, inner}, "of 65 bytes": {account, inner[:65]}, "not deployed": {unborn, wrap},
	} {
		for _, m := range []Method{Transfer, Receive} {
			p := &Payment{Authorization: Authorization{From: c.from, To: x.Account, Value: *uint256.NewInt(5_000_000), Nonce: crypto.Keccak256Hash([]byte(name), []byte{byte(m)})}, Signature: c.signature}
			p.Authorization.ValidBefore.SetAllOne()
			x.funds(c.from)
			terms := Terms{Token: x.token, PayTo: x.Account, Method: m, Amount: *uint256.NewInt(5_000_000)}
			if _, err := terms.Check(p, now); !errors.Is(err, ErrContract) {
				t.Errorf("%s: %v", name, err)
			}
			x.rehearse(x.Account, m, p, "")
			if w, ok := Unwrap(p.Signature); ok != (c.from == unborn) || ok && (w.Factory != factory || !bytes.Equal(w.Deploy, birth) || !bytes.Equal(w.Signature, inner)) {
				t.Errorf("%s: unwrapped %+v, %v", name, w, ok)
			}
			if s := x.look(p); c.from == unborn && !s.Contract {
				x.Execute(factory, birth)
			}
			if r := x.Execute(x.USDC, SettleCall(m, p)); !Took(x.USDC, &p.Authorization, r.Logs) {
				t.Errorf("%s, %s: the logs %v", name, m, r.Logs)
			}
		}
	}
	nobody := &Payment{Authorization: Authorization{From: common.HexToAddress("0x77"), To: x.Account, Value: *uint256.NewInt(5_000_000)}, Signature: inner}
	nobody.Authorization.ValidBefore.SetAllOne()
	x.funds(nobody.Authorization.From)
	x.rehearse(x.Account, Receive, nobody, CodeInvalid)
}

func FuzzUnwrap(f *testing.F) {
	f.Add(slices.Concat(make([]byte, 96), wrapped))
	f.Add(wrapped)
	f.Fuzz(func(t *testing.T, signature []byte) {
		w, ok := Unwrap(signature)
		if ok && len(w.Deploy)+len(w.Signature) > 2*len(signature) {
			t.Fatal(w)
		}
		if Took(common.Address{}, &Authorization{}, []*types.Log{{Topics: []common.Hash{usedTopic}}}) {
			t.Fatal("half a log paid")
		}
	})
}
