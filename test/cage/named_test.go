package cage

import (
	"math/big"
	"testing"

	"bardo.run/bardo/evm/bind"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// The recipe on the contracts of the tree: what comes back pays for no swap beside it, in
// one round and in ten.
func TestTheRecipeIsRefused(t *testing.T) {
	var rounds []step
	for range 10 {
		rounds = append(rounds, recipe(quarter)...)
	}
	for name, steps := range map[string][]step{"one round": recipe(quarter), "ten rounds": rounds} {
		lost, p, verdict := plays(t, today(t), sequence{profile: 2, steps: steps})
		if verdict != nil || lost > 200 || p.tally["refused: BatchNotAllowed"] != len(steps)/len(recipe(0)) || p.tally["accepted: mint"] == 0 {
			t.Errorf("%s: %d bps lost; %v; %v", name, lost, verdict, p.tally)
		}
		t.Logf("%s: %d bps lost", name, lost)
	}
}

// spend redeems a call by a delegation of the account with one caveat, and tells why it was
// refused.
func (w *world) spend(m *machine, caveat bind.IDelegationManagerCaveat, salt int64, c execution) string {
	codec := bind.NewDelegationManager()
	d := w.sign(keyOf("account"), bind.IDelegationManagerDelegation{
		Delegate: w.golem, Delegator: w.account, Authority: common.BytesToHash(w.ask(w.manager, codec.PackROOTAUTHORITY())),
		Salt: big.NewInt(salt), Caveats: []bind.IDelegationManagerCaveat{caveat},
	})
	data := codec.PackRedeemDelegations([][]byte{permission(d)}, [][32]byte{modeSingle}, [][]byte{append(append(c.Target.Bytes(), make([]byte, 32)...), c.CallData...)})
	if ret, _, err := m.do(w.golem, w.manager, data); err != nil {
		return w.edition.kind(ret)
	}
	return ""
}

// form is a call that a book lets through, as its contract took it.
type form struct {
	Target                           common.Address
	Selector                         [4]byte
	Length                           uint16
	Skeleton                         [32]byte
	Classes, Token, Token2, TokenOut uint8
	Fields                           []byte
}

// packed is the form as the contract takes it today.
func (f form) packed() []byte {
	out := append(append(f.Target[:], f.Selector[:]...), byte(f.Length>>8), byte(f.Length))
	out = append(append(out, f.Skeleton[:]...), byte(len(f.Fields)/4), f.Classes, f.Token, f.Token2, f.TokenOut)
	return append(out, f.Fields...)
}

// daily is a caveat that lets so many dollars be sent to the owner a day.
func (w *world) daily(m *machine, limit uint64) bind.IDelegationManagerCaveat {
	e := w.edition
	blank := bind.NewERC20().PackTransfer(w.maker, new(big.Int))
	f := form{
		Target: w.tokens[cash], Selector: [4]byte(blank[:4]), Length: uint16(len(blank)), Skeleton: crypto.Keccak256Hash(blank), //nolint:gosec // small
		Classes: 1, Token: 1, Fields: []byte{1, 0, 36, 32},
	}
	sources := []source{{w.tokens[cash], w.feeds[cash], feedAge}}
	args := []any{sources, []form{f}}
	if len(e.code["ActionBook"].ABI.Constructor.Inputs) == 3 {
		args = []any{sources, f.packed(), common.Address{}}
	}
	book := must(m.create(w.kitOwner, e.creation("ActionBook", args...)))
	enforcer := must(m.create(w.kitOwner, e.creation("DailySpendLimit")))
	return bind.IDelegationManagerCaveat{
		Enforcer: enforcer, Terms: append(book.Bytes(), new(big.Int).SetUint64(limit*1_000_000).FillBytes(make([]byte, 8))...), Args: []byte{},
	}
}

// A day's sum of 1,000 let 1,980 through within minutes of midnight, and as much again
// under another grant. Now no 24 hours let more than 1,000 through.
func TestTheSumOfADayCrossesMidnight(t *testing.T) {
	sends := func(e *edition) (verdicts [4]string) {
		w := newWorld(newKit(t), e, profiles[0])
		m := w.over()
		caveat := w.daily(m, 1_000)
		pay := execution{w.tokens[cash], new(big.Int), bind.NewERC20().PackTransfer(w.maker, big.NewInt(990_000_000))}
		at := func(unix uint64, salt int64) string {
			m.now = unix
			w.refresh(m, cash)
			m.end()
			return w.spend(m, caveat, salt, pay)
		}
		midnight := uint64(birth)/86_400*86_400 + 86_400
		return [4]string{at(midnight-90, 0), at(midnight+90, 0), at(midnight+100, 1), at(midnight+31*3_600, 0)}
	}
	if got := sends(old()); got != [4]string{} {
		t.Errorf("as it was: %q", got)
	}
	if got := sends(today(t)); got != [4]string{"", "DailySpendLimit", "DailySpendLimit", ""} {
		t.Errorf("today: %q", got)
	}
}

// The cage's own sum, likewise.
func TestTheCagesDayCrossesMidnight(t *testing.T) {
	p := profile{name: "midnight", usdc: 10_000, position: 10_000, concentration: 10_000, drawdown: 5_000, perMove: 1_000, perDay: 1_000, moveLoss: 200, exitLoss: 100}
	buys := func(e *edition) (verdicts [3]string) {
		w := newWorld(newKit(t), e, p)
		m := w.over()
		amount := big.NewInt(990_000_000)
		do := redemption{0, 0, []execution{
			{w.tokens[cash], new(big.Int), approveCall(w.router, amount)},
			{w.router, new(big.Int), swapCall(w, cash, ether, 500, amount, w.account)},
		}}
		midnight := uint64(birth)/86_400*86_400 + 86_400
		for i, at := range []uint64{midnight - 90, midnight + 90, midnight + 31*3_600} {
			m.now = at
			for token := range w.feeds {
				w.refresh(m, token)
			}
			for _, pool := range w.pools[:1] { // straighten it for the next
				here := begin(w, 0, tally{})
				here.machine = m
				here.moveTo(w.maker, pool, fairRoot(pool, opening))
			}
			if ret, _, err := m.do(w.golem, w.manager, w.redeem(do)); err != nil {
				verdicts[i] = e.kind(ret)
			}
		}
		return verdicts
	}
	if got := buys(old()); got != [3]string{} {
		t.Errorf("as it was: %q", got)
	}
	if got := buys(today(t)); got != [3]string{"", "SpendingLimitExceeded", ""} {
		t.Errorf("today: %q", got)
	}
}

// An account that has lost more than the drawdown opens nothing, and still leaves.
func TestAnOpeningAsksForTheDrawdown(t *testing.T) {
	verdicts := func(e *edition) (buys, leaves string) {
		w := newWorld(newKit(t), e, profiles[3])
		p := begin(w, 0, tally{})
		p.prices[ether] = 600e8 // of 11,800 dollars 2,800 are gone
		p.tell(ether)
		for _, at := range w.pools {
			p.moveTo(w.maker, at, fairRoot(at, p.prices))
		}
		_, _ = p.one([]step{{kind: buy, n: 7<<13 | 100}})
		buys = p.refuse
		_, _ = p.one([]step{{kind: sell, n: 0}})
		return buys, p.refuse
	}
	if buys, sells := verdicts(old()); buys != "" || sells != "" {
		t.Errorf("as it was: an opening %q, a sale %q", buys, sells)
	}
	if buys, sells := verdicts(today(t)); buys != "DrawdownExceeded" || sells != "" {
		t.Errorf("today: an opening %q, a sale %q", buys, sells)
	}
}
