package accounts

import (
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/mind/thanatopsis"
	double "bardo.run/bardo/internal/ledger"
	"bardo.run/bardo/internal/money"
)

// credit is what is left of each purpose, and where it went.
func (r *reader) credit(books *double.Ledger) {
	of := func(account string) money.USDC { return money.USDC(books.Balance(account, ledger.Credit).Int64()) }
	for _, p := range ledger.Purposes() {
		r.s.Credit = append(r.s.Credit, Purpose{p.Name, of(p.Account), of(p.Paid)})
	}
}

// gas holds what the decisions cost against the account that gas is paid to.
func (r *reader) gas(books *double.Ledger) {
	var sum money.USDC
	for _, d := range r.s.Decisions {
		sum += d.Gas
	}
	booked := money.USDC(books.Balance(ledger.Gas, ledger.Credit).Int64())
	r.s.Gas = Match{"gas in USDC", booked.String(), sum.String(), booked == sum}
}

// wallet holds the Golem's tokens against those that its death read from the chain
// last.
func (r *reader) wallet(books *double.Ledger, will thanatopsis.Testament) {
	held := map[string]string{}
	for _, t := range r.tokens {
		held[t.Symbol] = r.units.Whole(t.Address.Hex(), books.Balance(ledger.Golem, t.Address.Hex()))
	}
	for _, b := range will.Wallet.Balances {
		r.s.Wallet = append(r.s.Wallet, Match{b.Token, held[b.Token], b.Units, held[b.Token] == b.Units})
	}
	coin := r.units.Whole(ledger.Native, books.Balance(ledger.Golem, ledger.Native))
	r.s.Wallet = append(r.s.Wallet, Match{"coin for gas", coin, will.Wallet.Native, coin == will.Wallet.Native})
}
