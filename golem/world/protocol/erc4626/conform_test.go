package erc4626_test

import (
	"context"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/erc4626"
	"bardo.run/bardo/golem/world/protocol/protocoltest"
)

func TestConformance(t *testing.T) { protocoltest.Run(t, newVault) }

var (
	std   = bind.NewERC4626()
	owned = bind.NewVault() // what the vault of the kit has beside the standard
	token = bind.NewERC20()
	none  = new(big.Int)
)

// subject is the kit's vault of USDC, to which the kit's account lent plenty, and the account too.
type subject struct {
	*evmtest.Lenders
	at     common.Address
	paused bool
}

func newVault(t testing.TB) protocoltest.Subject {
	l := evmtest.NewLenders(t)
	s := &subject{Lenders: l, at: l.At("Vault")}
	s.Approve(s.at)
	s.deposit(5_000e6)
	return s
}

func (s *subject) deposit(units int64) {
	s.Holder().Must(s.at, std.PackDeposit(big.NewInt(units), s.Account))
}

// Stage implements protocoltest.Subject.
func (s *subject) Stage() protocoltest.Stage {
	return protocoltest.Stage{
		Node: s.Node, Tokens: []common.Address{s.USDC, s.WETH},
		Deployments: []protocol.Deployment{protocol.Deploy(erc4626.Name, "", erc4626.Terms{Vault: s.at})},
		Open: func(ctx context.Context, o *protocol.Opening, all []protocol.Deployment) (protocol.Reader, []protocol.Deployment, error) {
			r, d, err := erc4626.Open(ctx, o, all[0])
			return r, []protocol.Deployment{d}, err
		},
		New: func(a protocol.Account, all []protocol.Deployment) (protocol.Adapter, error) {
			return erc4626.New(a, all[0])
		},
	}
}

// number is what the vault answers to a question after a number.
func (s *subject) number(data []byte) *big.Int {
	return protocoltest.Ask(s.Node, s.at, data, std.UnpackBalanceOf)
}

func (s *subject) shares() *big.Int { return s.number(std.PackBalanceOf(s.Account)) }

// cash is what lies in the vault, lent what its owner lent out.
func (s *subject) cash() *big.Int {
	return protocoltest.Ask(s.Node, s.USDC, token.PackBalanceOf(s.at), token.UnpackBalanceOf)
}

func (s *subject) lent() *big.Int { return s.number(evmtest.Pack("lent()")) }

// refill brings back what was lent out, with interest.
func (s *subject) refill(interest *big.Int) {
	s.Own(s.USDC, token.PackApprove(s.at, new(big.Int).Add(s.lent(), interest)))
	s.Own(s.at, owned.PackSettle(s.lent(), interest, none))
}

// pause has the vault take and pay nothing, or lets it.
func (s *subject) pause(on bool) {
	s.paused = on
	s.Own(s.at, owned.PackPause(on))
}

// Next implements protocoltest.Subject. What makes a vault refuse is gone two states later.
func (s *subject) Next(rng *rand.Rand) (edge string) {
	s.Approve(s.at) // an order leaves none
	usdc := protocoltest.Some(rng, big.NewInt(100_000e6)).ToBig()
	if s.paused {
		s.pause(false)
		return ""
	}
	switch rng.IntN(10) {
	case 0:
		s.Execute(s.at, std.PackDeposit(usdc, s.Account))
	case 1: // refused where it is more than can be taken out
		s.Execute(s.at, std.PackWithdraw(usdc, s.Account, s.Account))
	case 2:
		s.Own(s.at, owned.PackCharge(big.NewInt(rng.Int64N(300))))
		return "a fee on leaving"
	case 3:
		s.Own(s.at, owned.PackCharge(none))
		s.refill(none)
	case 4:
		s.Maker(s.at).Must(s.USDC, token.PackTransfer(s.at, usdc))
		return "a gift"
	case 5:
		s.refill(usdc)
		return "interest accrued"
	case 6:
		s.Execute(s.at, std.PackDeposit(big.NewInt(1), s.Account))
		return "a unit supplied"
	case 7:
		if cash := s.cash(); cash.Sign() > 0 {
			s.Own(s.at, owned.PackLend(protocoltest.Some(rng, cash).ToBig()))
		}
		return "a part of it lent out"
	case 8:
		s.Own(s.at, owned.PackLend(s.cash()))
		return "all of it lent out"
	case 9:
		s.pause(true)
		return "paused"
	}
	return ""
}

// Says implements protocoltest.Subject.
func (s *subject) Says(r turn.Reading) []protocoltest.Figure {
	l := r.Lending[0]
	held, _ := l.Reserve(s.USDC)
	redeemable := s.number(std.PackMaxRedeem(s.Account))
	pays, barred := s.number(std.PackPreviewRedeem(redeemable)), new(big.Int).Sub(s.shares(), redeemable)
	if most := s.number(std.PackMaxWithdraw(s.Account)); most.Cmp(pays) < 0 {
		pays = most
	}
	if pays.Sign() == 0 {
		barred = s.shares()
	}
	return []protocoltest.Figure{
		{What: "reserves", Ours: big.NewInt(int64(len(l.Reserves))), Theirs: big.NewInt(1)},
		{What: "supplied", Ours: held.Supplied.ToBig(), Theirs: pays},
		{What: "shares supplied", Ours: held.SupplyShares.ToBig(), Theirs: s.shares()},
		{What: "shares barred", Ours: held.Barred.ToBig(), Theirs: barred},
		{What: "what many shares pay", Ours: held.Pays.ToBig(), Theirs: s.number(std.PackPreviewRedeem(protocoltest.Power(30)))},
		{What: "debt", Ours: l.Account.Debt.ToBig(), Theirs: none},
	}
}

// Orders implements protocoltest.Subject. Nothing is put into a vault that does not pay it back now.
func (s *subject) Orders(rng *rand.Rand, r turn.Reading) (all []grammar.Action) {
	held, _ := r.Lending[0].Reserve(s.USDC)
	if held.Barred.IsZero() && s.number(evmtest.Pack("fee()")).Sign() == 0 {
		all = append(all, s.order(grammar.Supply, protocoltest.Some(rng, big.NewInt(10_000e6))))
	}
	if !held.Supplied.IsZero() {
		for _, most := range []*big.Int{held.Supplied.ToBig(), big.NewInt(20_000e6)} {
			all = append(all, s.order(grammar.Withdraw, protocoltest.Some(rng, most)))
		}
		all = append(all, s.order(grammar.Withdraw, everything))
	}
	return all
}

var everything = new(uint256.Int).SetAllOne()

func (s *subject) order(kind grammar.Kind, amount *uint256.Int) grammar.Action {
	return grammar.Action{Kind: kind, Market: erc4626.Name, Protocol: erc4626.Name, Asset: s.USDC, Amount: amount}
}

// Quote implements protocoltest.Subject: what the vault itself answers to the order, and the shares
// that it makes or takes for it.
func (s *subject) Quote(a grammar.Action, _ turn.Reading) ([]turn.Delta, bool) {
	back := s.Snapshot()
	defer back()
	s.Approve(s.at)
	units, in := a.Amount, a.Kind == grammar.Supply
	shares, err := protocoltest.Try(s.Node, s.at, std.PackDeposit(units.ToBig(), s.Account), std.UnpackDeposit)
	switch {
	case in:
	case a.All():
		var paid *big.Int
		shares = s.number(std.PackMaxRedeem(s.Account))
		if paid, err = protocoltest.Try(s.Node, s.at, std.PackRedeem(shares, s.Account, s.Account), std.UnpackRedeem); err == nil {
			units = uint256.MustFromBig(paid)
		}
	default:
		shares, err = protocoltest.Try(s.Node, s.at, std.PackWithdraw(units.ToBig(), s.Account, s.Account), std.UnpackWithdraw)
	}
	if err != nil {
		return nil, true
	}
	return []turn.Delta{{Token: s.USDC, Out: in, Units: *units}, {Token: s.at, Out: !in, Units: *uint256.MustFromBig(shares)}}, false
}

// What lies in a vault is what leaving pays the account, and not what the vault says of it beforehand.
//
// spec: tools-archetypes §5.6
func TestAVaultThatBoastsIsReadAsWhatItPays(t *testing.T) {
	s := newVault(t).(*subject)
	s.Own(s.at, owned.PackTell(big.NewInt(500)))
	told := s.number(std.PackPreviewRedeem(s.shares()))
	redeem := std.PackRedeem(s.shares(), s.Account, s.Account)
	paid := protocoltest.Ask(s.Node, s.at, redeem, std.UnpackRedeem)
	held, _ := protocoltest.Read(t, s).Lending[0].Reserve(s.USDC)
	if told.Cmp(paid) <= 0 || held.Supplied.ToBig().Cmp(paid) != 0 {
		t.Errorf("read as %s, where it tells of %s and pays %s", held.Supplied.Dec(), told, paid)
	}
}
