package protocoltest

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/erc20"
	"bardo.run/bardo/evm/permit2"
	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
)

// noted is a call that was made, and the forms of its reading.
type noted struct {
	call  protocol.Call
	forms []caveat.Form
}

// carry makes an order as the write path does: previewed, bound to its preview, and mined. What
// moved must be what the preview said, by calls that have forms, and nothing else of the
// account's.
func (s *suite) carry(a grammar.Action) error {
	s.t.Helper()
	s.stage.Node.Mine() // a chain that was taken back is behind its clock
	seen := s.read()
	preview, err := s.preview(a, seen)
	if err != nil {
		return err
	}
	if !preview.Success {
		return errors.New("its preview fails: " + preview.Revert)
	}
	calls, err := s.adapter.Calls(protocol.Order{Action: a, Seen: seen, Expect: &preview, Until: until(seen)})
	if err != nil {
		return err
	}
	forms := s.forms(seen)
	for _, c := range calls {
		if err := s.matches(forms, c); err != nil {
			return err
		}
		s.noted = append(s.noted, noted{c, forms})
	}
	if err := s.bound(a, seen, preview, calls); err != nil {
		return err
	}
	account, err := s.account(a, seen, calls)
	if err != nil {
		return err
	}
	coin := s.coin()
	logs, gas, err := s.mine(calls)
	if err != nil {
		return err
	}
	moved := s.moved(seen, logs)
	if err := same("its receipt", moved, "the preview", preview.Deltas); err != nil {
		return err
	}
	after := s.read()
	for i, asset := range after.Assets {
		if want := booked(&seen.Assets[i].Units, asset.Token.Address, moved); asset.Units.ToBig().Cmp(want) != 0 {
			return fmt.Errorf("%s %s are in the wallet, the receipt leads to %s", asset.Units.Dec(), asset.Token.Symbol, want)
		}
	}
	if left := s.coin(); coin.Sub(coin, gas).Cmp(left) != 0 {
		return fmt.Errorf("%s wei are left, the gas leads to %s", left, coin)
	}
	if lender, ok := s.adapter.(protocol.Lender); ok && !lender.Credits(a, logs, moved) {
		return errors.New("the market books another amount than moved")
	}
	return errors.Join(s.allowed(logs), untouched(a, seen, after), sameAccount(a, account, after))
}

// bound checks that an order ends and does not take less than its preview lets it expect. What
// names the amounts that move exactly has neither.
func (s *suite) bound(a grammar.Action, seen turn.Reading, preview turn.Simulation, calls []protocol.Call) error {
	if a.Kind != grammar.Swap && a.Kind != grammar.AddLiquidity {
		return nil
	}
	if s.simulate(calls, until(seen).Uint64()+1).Success {
		return errors.New("it does not end with its deadline")
	}
	for _, up := range []bool{true, false} { // of liquidity it depends on which token is scarce
		dear, better := changed(seen, preview, up)
		calls, err := s.adapter.Calls(protocol.Order{Action: a, Seen: dear, Expect: &better, Until: until(seen)})
		if err != nil {
			return err
		}
		if !s.simulate(calls, 0).Success {
			return nil
		}
	}
	return errors.New("it is carried out for a quarter less than was expected")
}

// changed is a preview by which a quarter more moves than does, and its reading at a price that is
// a quarter off.
func changed(seen turn.Reading, preview turn.Simulation, up bool) (turn.Reading, turn.Simulation) {
	preview.Deltas, seen.Markets = slices.Clone(preview.Deltas), slices.Clone(seen.Markets)
	for i := range preview.Deltas {
		v := &preview.Deltas[i].Units
		v.Add(v, new(uint256.Int).Rsh(v, 2)).AddUint64(v, 2)
	}
	for i := range seen.Markets {
		m := &seen.Markets[i]
		if m.Range == nil {
			continue
		}
		moved := *m.Range
		quarter := new(uint256.Int).Rsh(&moved.SqrtPriceX96, 2)
		if moved.SqrtPriceX96.Sub(&moved.SqrtPriceX96, quarter); up {
			moved.SqrtPriceX96.Add(&m.Range.SqrtPriceX96, quarter)
		}
		m.Range = &moved
	}
	return seen, preview
}

// account is what a lending market says of the account behind an order, in the block that the
// order is mined in; nil for any other order.
func (s *suite) account(a grammar.Action, seen turn.Reading, calls []protocol.Call) (*turn.Account, error) {
	lender, ok := s.adapter.(protocol.Lender)
	if !ok {
		return nil, nil
	}
	out := s.simulate(append(append([]protocol.Call{}, calls...), lender.Questions()...), 0)
	if len(out.Calls) < len(calls) {
		return nil, errors.New("it fails where the market is asked behind it")
	}
	before, _ := seen.Lender(a.Market)
	account, fault, err := lender.Account(before, out.Calls[:len(calls)], out.Calls[len(calls):])
	if err == nil && fault != "" {
		err = errors.New(fault)
	}
	return &account, err
}

func sameAccount(a grammar.Action, said *turn.Account, after turn.Reading) error {
	if said == nil {
		return nil
	}
	if market, ok := after.Lender(a.Market); !ok || market.Account != *said {
		return fmt.Errorf("the market was to say %+v of the account, and says %+v", *said, market.Account)
	}
	return nil
}

// untouched is an error where an order changed more than it names.
func untouched(a grammar.Action, before, after turn.Reading) error {
	for _, p := range before.Positions {
		if a.PositionID != nil && p.ID == a.PositionID.Dec() {
			continue
		}
		if now, ok := after.Position(p.ID); !ok || now.Liquidity != p.Liquidity {
			return fmt.Errorf("position %s changed", p.ID)
		}
	}
	for _, l := range before.Lending {
		now, _ := after.Lender(l.Handle)
		for i, had := range l.Reserves {
			has := now.Reserves[i]
			if had.Token.Address != a.Asset && (!grown(&had.Supplied, &has.Supplied) || !grown(&had.Owed, &has.Owed)) {
				return fmt.Errorf("what is supplied or owed of %s changed", had.Token.Symbol)
			}
		}
	}
	return nil
}

// grown reports whether a number went on with the interest of a block at most.
func grown(had, has *uint256.Int) bool {
	most := protocol.MostOwed(had)
	return !has.Lt(had) && !has.Gt(most) || had.IsZero() && has.IsZero()
}

// coin is what the account has of the chain's coin.
func (s *suite) coin() *big.Int {
	s.t.Helper()
	b := s.client.At(s.head().Hash)
	read := b.Balance(s.stage.Node.Account)
	if err := b.Do(s.t.Context()); err != nil {
		s.t.Fatal(err)
	}
	v, err := read.Value()
	if err != nil {
		s.t.Fatal(err)
	}
	return v.ToBig()
}

// topics of allowances: of a token and of Permit2.
var (
	approval = crypto.Keccak256Hash([]byte("Approval(address,address,uint256)"))
	permits  = crypto.Keccak256Hash([]byte("Approval(address,address,address,uint160,uint48)"))
)

// allowed is an error where an allowance of the account's that logs tell of is still there.
func (s *suite) allowed(logs []protocol.Log) error {
	for _, l := range logs {
		var left *big.Int
		switch {
		case len(l.Topics) == 3 && l.Topics[0] == approval && common.BytesToAddress(l.Topics[1][:]) == s.stage.Node.Account:
			left = Ask(s.stage.Node, l.Address, erc20.NewCodec().Allowance(s.stage.Node.Account, common.BytesToAddress(l.Topics[2][:])), bind.NewERC20().UnpackAllowance)
		case len(l.Topics) == 4 && l.Topics[0] == permits && l.Address == permit2.Address:
			token, spender := common.BytesToAddress(l.Topics[2][:]), common.BytesToAddress(l.Topics[3][:])
			left = Ask(s.stage.Node, l.Address, bind.NewPermit2().PackAllowance(s.stage.Node.Account, token, spender), bind.NewPermit2().UnpackAllowance).Amount
		default:
			continue
		}
		if left.Sign() != 0 {
			return fmt.Errorf("%s of %s may still be taken", left, l.Address)
		}
	}
	return nil
}

// failed is why a simulation fails, in the words of a lender where they are its own.
func (s *suite) failed(o sim.Outcome) string {
	why := o.Calls[len(o.Calls)-1].Revert
	if lender, ok := s.adapter.(protocol.Lender); ok {
		if reason, known := lender.Reason(why.Reason); known {
			return why.Reason + ": " + reason
		}
	}
	return why.String()
}
