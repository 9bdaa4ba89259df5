package tool

import (
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/aave"
	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/chain"
)

// aaveLender is Aave v3. What a wallet has there are tokens, whose own changes are
// among the deltas of an order.
type aaveLender struct {
	allow   allowances
	mandate *mandate
	pool    common.Address
	wallet  common.Address
	encoder *aave.Codec
}

// calls implements lender. A repayment of everything allows what the debt can have
// grown to; the market takes what is owed, and the last call takes back the rest.
func (l *aaveLender) calls(a grammar.Action, _ turn.Lending, r turn.Reserve) ([]chain.Call, error) {
	switch a.Kind {
	case grammar.Supply:
		return l.allow.spending(l.pool, a.Asset, a.Amount, l.encoder.Supply(a.Asset, a.Amount, l.wallet)), nil
	case grammar.Withdraw:
		return []chain.Call{{To: l.pool, Data: l.encoder.Withdraw(a.Asset, a.Amount, l.wallet)}}, nil
	case grammar.Borrow:
		return []chain.Call{{To: l.pool, Data: l.encoder.Borrow(a.Asset, a.Amount, l.wallet)}}, nil
	}
	allowed := a.Amount
	if a.All() {
		allowed = most(&r.Owed)
	}
	return l.allow.spending(l.pool, a.Asset, allowed, l.encoder.Repay(a.Asset, a.Amount, l.wallet)), nil
}

func (l *aaveLender) questions() []chain.Call {
	return []chain.Call{{To: l.pool, Data: l.encoder.Account(l.wallet)}}
}

func (l *aaveLender) account(_ turn.Lending, _, answers []sim.Result) (turn.Account, string, error) {
	if !answers[0].Success {
		return turn.Account{}, "", fmt.Errorf("account data after the order: %s", answers[0].Revert)
	}
	a, err := l.encoder.ParseAccount(answers[0].Return)
	return chain.AccountOf(a), "", err
}

// credits is so by the deltas of the tokens, which are held to the preview.
func (l *aaveLender) credits(grammar.Action, []chain.Log, []turn.Delta) bool { return true }

func (l *aaveLender) reason(text string) (string, bool) { return aave.Reason(text) }
