package library

import (
	"math/big"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/permit2"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/math"
)

// gasMoney is what an account keeps of its ether for the gas of a whole scenario.
var gasMoney = tenTo(18)

// most160 is what an allowance of Permit2 can be.
var most160 = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 160), big.NewInt(1))

// payer draws an account that has so much of a token; ether counts as WETH. ok is false
// where none has.
func (m *maker) payer(token common.Address, amount *big.Int) (who common.Address, ok bool, err error) {
	all := m.ground.traders()
	first := 0
	if len(all) > 0 {
		first = m.chance.IntN(len(all))
	}
	for i := range all {
		who = all[(first+i)%len(all)]
		has, err := m.purse(who, token)
		if err != nil {
			return who, false, err
		}
		if has.Cmp(amount) >= 0 {
			return who, true, nil
		}
	}
	return common.Address{}, false, nil
}

// purse is what an account can pay of a token.
func (m *maker) purse(who, token common.Address) (*big.Int, error) {
	coin := new(big.Int).Sub(m.Balance(who), gasMoney)
	if coin.Sign() < 0 {
		coin.SetInt64(0)
	}
	if token == (common.Address{}) {
		return coin, nil
	}
	has, err := m.balance(who, token)
	if err == nil && token == m.ground.Book.Address("WETH9") {
		has.Add(has, coin)
	}
	return has, err
}

func (m *maker) balance(who, token common.Address) (*big.Int, error) {
	erc20 := bind.NewERC20()
	return ask(m.view, token, erc20.PackBalanceOf(who), erc20.UnpackBalanceOf)
}

// enable has an account wrap what it lacks of WETH and allow the pool's router to take
// the amount.
func (m *maker) enable(who, token common.Address, amount *big.Int, p pool) error {
	if token == (common.Address{}) {
		return nil
	}
	if token == m.ground.Book.Address("WETH9") {
		if err := m.wrap(who, amount); err != nil {
			return err
		}
	}
	if err := m.allow(who, token, p.puller, amount); err != nil || p.puller != permit2.Address {
		return err
	}
	return m.allow2(who, token, p.router, amount)
}

// wrap brings an account's WETH up to an amount.
func (m *maker) wrap(who common.Address, amount *big.Int) error {
	weth := m.ground.Book.Address("WETH9")
	has, err := m.balance(who, weth)
	if err != nil || has.Cmp(amount) >= 0 {
		return err
	}
	_, err = m.do("wrap", who, &weth, new(big.Int).Sub(amount, has), bind.NewWETH9().PackDeposit())
	return err
}

// allow lets a contract take all of a token, where it may not take the amount yet.
func (m *maker) allow(who, token, spender common.Address, amount *big.Int) error {
	erc20 := bind.NewERC20()
	has, err := ask(m.view, token, erc20.PackAllowance(who, spender), erc20.UnpackAllowance)
	if err != nil || has.Cmp(amount) >= 0 {
		return err
	}
	_, err = m.do("approve", who, &token, nil, erc20.PackApprove(spender, math.MaxBig256))
	return err
}

// allow2 does the same in Permit2.
func (m *maker) allow2(who, token, spender common.Address, amount *big.Int) error {
	c, at := bind.NewPermit2(), permit2.Address
	has, err := ask(m.view, at, c.PackAllowance(who, token, spender), c.UnpackAllowance)
	if err != nil || has.Amount.Cmp(amount) >= 0 && has.Expiration.Cmp(until) >= 0 {
		return err
	}
	_, err = m.do("approve in Permit2", who, &at, nil, c.PackApprove(token, spender, most160, until))
	return err
}
