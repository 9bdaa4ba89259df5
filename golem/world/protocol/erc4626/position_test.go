package erc4626

import (
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
)

var usdc = turn.Token{Address: common.HexToAddress("0xaa"), Symbol: "USDC", Decimals: 6}

// own is the mandate of an account's own key, held that of a granted one.
type own struct{}

func (own) Granted() bool { return false }
func (own) Caged() bool   { return false }

type held struct{ own }

func (held) Granted() bool { return true }

func vaulted(m protocol.Mandate) *Adapter {
	l, err := New(protocol.Account{Address: common.HexToAddress("0x01"), Mandate: m}, protocol.Deploy(Name, Name, Terms{Vault: common.HexToAddress("0xb1"), Asset: &usdc.Address}))
	if err != nil {
		panic(err)
	}
	return l
}

func word(n int64) []byte { return common.BigToHash(big.NewInt(n)).Bytes() }

// logged is what the vault logs of a deposit, or a withdrawal where its units are below 0.
func (l *Adapter) logged(units, shares int64) protocol.Log {
	pad := func(a common.Address) common.Hash { return common.BytesToHash(a[:]) }
	me, events := pad(l.account.Address), l.abi.GetABI().Events
	if units < 0 {
		return protocol.Log{Address: l.vault, Topics: []common.Hash{events["Withdraw"].ID, me, me, me}, Data: append(word(-units), word(-shares)...)}
	}
	return protocol.Log{Address: l.vault, Topics: []common.Hash{events["Deposit"].ID, me, me}, Data: append(word(units), word(shares)...)}
}

// spec: tools-archetypes §5.6 — a vault is entered where leaving pays back what goes in, to the
// rounding of the cage on the chain, and where its log says what it books.
func TestAVaultThatPaysBackLessIsNotEntered(t *testing.T) {
	l := vaulted(own{})
	before := turn.Lending{Handle: Name, Protocol: Name, Loan: usdc.Address, Reserves: []turn.Reserve{
		{Token: usdc, Supplied: *uint256.NewInt(2_000), SupplyShares: *uint256.NewInt(1_000)},
	}}
	deposit := grammar.Action{Kind: grammar.Supply, Market: Name, Protocol: Name, Asset: usdc.Address, Amount: uint256.NewInt(500)}
	moved := []turn.Delta{{Token: usdc.Address, Out: true, Units: *uint256.NewInt(500)}}
	two := new(big.Int).Mul(many, big.NewInt(2))
	for name, c := range map[string]struct {
		shares, most int64
		pay          *big.Int
		log          func(*protocol.Log)
		fault        string
		uncredited   bool
	}{
		"as it should be":            {1_250, 2_500, two, nil, "", false},
		"rounding":                   {1_249, 2_498, two, func(l *protocol.Log) { l.Data[63]-- }, "", false},
		"a unit more than rounding":  {1_250, 2_497, two, nil, "at most 2499 of the 2500", false},
		"a fee":                      {1_250, 2_500, new(big.Int).Mul(many, big.NewInt(19)), nil, "", false},
		"a fee on leaving":           {1_250, 2_500, new(big.Int).Div(new(big.Int).Mul(many, big.NewInt(199)), big.NewInt(100)), nil, "at most 2490 of the 2500", false},
		"nothing that comes out":     {1_250, 0, two, nil, "at most 2 of", false},
		"fewer shares than it logs":  {1_249, 2_500, two, nil, "do not change as its log says", false},
		"no log":                     {1_250, 2_500, two, func(l *protocol.Log) { l.Address = usdc.Address }, "do not change", true},
		"a log for somebody else":    {1_250, 2_500, two, func(l *protocol.Log) { l.Topics[2] = common.Hash{9} }, "do not change", true},
		"a log of taking out":        {1_250, 2_500, two, func(log *protocol.Log) { *log = l.logged(-500, -250) }, "do not change", true},
		"a log of fewer units":       {1_250, 2_500, two, func(l *protocol.Log) { l.Data[31]-- }, "", true},
		"shares for nothing at once": {1_250, 2_500, new(big.Int), nil, "of the 2500", false},
	} {
		log := l.logged(500, 250)
		if c.log != nil {
			c.log(&log)
		}
		order := []sim.Result{{Logs: []sim.Log{{Address: log.Address, Topics: log.Topics, Data: log.Data}}}}
		answers := []sim.Result{{Success: true, Return: word(c.shares)}, {Success: true, Return: word(c.most)}, {Success: true, Return: common.BigToHash(c.pay).Bytes()}}
		account, fault, err := l.Account(before, order, answers)
		if err != nil || (fault == "") != (c.fault == "") || !strings.Contains(fault, c.fault) || !account.Debt.IsZero() || account.Health.IsZero() {
			t.Errorf("%s: %q, %v, want %q", name, fault, err, c.fault)
		}
		if got := l.Credits(deposit, []protocol.Log{log}, moved); got == c.uncredited {
			t.Errorf("%s: credited %v", name, got)
		}
	}
	if _, _, err := l.Account(before, nil, []sim.Result{{}}); err == nil {
		t.Error("a vault that does not answer has an account")
	}
}

// What comes out is left whatever it pays: what is there is what leaving pays, and a fee or a lie is
// no reason to stay.
func TestAVaultIsLeftWhateverItPays(t *testing.T) {
	l := vaulted(own{})
	before := turn.Lending{Reserves: []turn.Reserve{{Token: usdc, Supplied: *uint256.NewInt(2_000), SupplyShares: *uint256.NewInt(1_000)}}}
	log := l.logged(-1_000, -1_000)
	answers := []sim.Result{{Success: true, Return: word(0)}, {Success: true, Return: word(0)}, {Success: true, Return: word(0)}}
	if _, fault, err := l.Account(before, []sim.Result{{Logs: []sim.Log{{Address: log.Address, Topics: log.Topics, Data: log.Data}}}}, answers); fault != "" || err != nil {
		t.Errorf("%q, %v", fault, err)
	}
	all := grammar.Action{Kind: grammar.Withdraw, Market: Name, Protocol: Name, Asset: usdc.Address, Amount: new(uint256.Int).SetAllOne()}
	for units, want := range map[uint64]bool{1_000: true, 999: false} {
		if got := l.Credits(all, []protocol.Log{log}, []turn.Delta{{Token: usdc.Address, Units: *uint256.NewInt(units)}}); got != want {
			t.Errorf("%d units: credited %v", units, got)
		}
	}
}

// All is taken out by the shares that the vault takes back, but where their number could be an
// address in a call that guards read.
func TestAllIsTakenOutByShares(t *testing.T) {
	wide := new(uint256.Int).Lsh(uint256.NewInt(1), 96)
	me := common.HexToAddress("0x01")
	abi := bind.NewERC4626()
	for name, c := range map[string]struct {
		mandate        protocol.Mandate
		shares, barred uint256.Int
		want           []byte
	}{
		"everything":            {own{}, *uint256.NewInt(70), uint256.Int{}, abi.PackRedeem(big.NewInt(70), me, me)},
		"what is not barred":    {own{}, *uint256.NewInt(70), *uint256.NewInt(20), abi.PackRedeem(big.NewInt(50), me, me)},
		"many by the own key":   {own{}, *wide, uint256.Int{}, abi.PackRedeem(wide.ToBig(), me, me)},
		"many under a grant":    {held{}, *wide, uint256.Int{}, abi.PackWithdraw(big.NewInt(900), me, me)},
		"less than many of it":  {held{}, *wide, *uint256.NewInt(1), abi.PackRedeem(new(big.Int).Sub(wide.ToBig(), big.NewInt(1)), me, me)},
		"few shares of a grant": {held{}, *uint256.NewInt(70), uint256.Int{}, abi.PackRedeem(big.NewInt(70), me, me)},
	} {
		r := turn.Reserve{Token: usdc, Supplied: *uint256.NewInt(900), SupplyShares: c.shares, Barred: c.barred}
		seen := turn.Reading{Lending: []turn.Lending{{Handle: Name, Protocol: Name, Loan: usdc.Address, Reserves: []turn.Reserve{r}}}}
		a := grammar.Action{Kind: grammar.Withdraw, Market: Name, Protocol: Name, Asset: usdc.Address, Amount: new(uint256.Int).SetAllOne()}
		calls, err := vaulted(c.mandate).Calls(protocol.Order{Action: a, Seen: seen})
		if err != nil || len(calls) != 1 || string(calls[0].Data) != string(c.want) {
			t.Errorf("%s: %x, %v, want %x", name, calls, err, c.want)
		}
		for _, kind := range []grammar.Kind{grammar.Borrow, grammar.Repay} {
			if a.Kind = kind; kind == grammar.Repay {
				seen.Lending[0].Reserves[0].Owed = *uint256.NewInt(1)
			}
			if _, err := vaulted(own{}).Calls(protocol.Order{Action: a, Seen: seen}); err == nil {
				t.Errorf("a vault knows how to %s", kind)
			}
		}
	}
}

// What lies in a vault is what leaving pays, and never what its shares stand for: no more than the vault
// says that can be taken out. What pays nothing now is barred, and nothing is put beside what is.
func TestWhatLiesInAVaultIsWhatLeavingPays(t *testing.T) {
	n := uint256.NewInt
	for name, c := range map[string]struct{ shares, redeemable, preview, most, units, barred uint64 }{
		"all of it":            {1_000, 1_000, 2_000, 2_000, 2_000, 0},
		"short of cash":        {1_000, 1_000, 2_000, 1_500, 1_500, 0},
		"some shares are held": {1_000, 400, 800, 5_000, 800, 600},
		"paused":               {1_000, 1_000, 2_000, 0, 0, 1_000},
		"worth nothing":        {1_000, 1_000, 0, 2_000, 0, 1_000},
	} {
		if units, barred := pays(n(c.shares), n(c.redeemable), n(c.preview), n(c.most)); units.Uint64() != c.units || barred.Uint64() != c.barred {
			t.Errorf("%s: %s units, %s shares barred, want %d and %d", name, units.Dec(), barred.Dec(), c.units, c.barred)
		}
	}
	l := vaulted(own{})
	seen := turn.Reading{Lending: []turn.Lending{{Handle: Name, Protocol: Name, Loan: usdc.Address, Reserves: []turn.Reserve{{Token: usdc, Supplied: *n(9), SupplyShares: *n(9), Barred: *n(1)}}}}}
	a := grammar.Action{Kind: grammar.Supply, Market: Name, Protocol: Name, Asset: usdc.Address, Amount: n(1)}
	if _, err := l.Calls(protocol.Order{Action: a, Seen: seen}); err == nil || !strings.Contains(err.Error(), "VAULT_SHORT") {
		t.Errorf("beside a barred share: %v", err)
	}
	other := l.logged(-5, -5)
	other.Topics[2] = common.Hash{31: 9} // who receives
	if _, ok := l.change(other.Address, other.Topics, other.Data); ok {
		t.Error("what somebody else received is credited")
	}
}
