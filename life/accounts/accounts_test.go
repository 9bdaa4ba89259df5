package accounts

import "testing"

// A statement is sound only where all of it adds up.
func TestOneFigureThatDiffersMakesTheBooksUnsound(t *testing.T) {
	sound := func() Statement {
		return Statement{Sums: []Sum{{"credit", "0"}, {"WETH", "0"}}, Gas: Match{Equal: true}, Wallet: []Match{{Equal: true}, {Equal: true}}}
	}
	if s := sound(); !s.Sound() {
		t.Error("it adds up, and is called unsound")
	}
	for name, spoil := range map[string]func(*Statement){
		"a sum":           func(s *Statement) { s.Sums[1].Sum = "-1" },
		"no sum at all":   func(s *Statement) { s.Sums[0].Sum = "" },
		"the gas":         func(s *Statement) { s.Gas.Equal = false },
		"one of a wallet": func(s *Statement) { s.Wallet[1].Equal = false },
	} {
		s := sound()
		if spoil(&s); s.Sound() {
			t.Errorf("%s differs, and it is called sound", name)
		}
	}
}
