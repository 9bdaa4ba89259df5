package conformance

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/erc4626"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/seed"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/holiman/uint256"
)

// vault is the kit's vault of USDC, and a Golem's eyes and hands on it.
type vault struct {
	*evmtest.Kit
	t         *testing.T
	at, usdc  common.Address
	std       *bind.ERC4626
	kit       *bind.Vault
	client    *rpc.Client
	eyes      *chain.Chain
	adapters  *tool.Adapters
	simulator *tool.Simulator
	rng       *rand.Rand
	paused    bool
	alone     bool // nobody else has a share
}

func newVault(t *testing.T) *vault {
	t.Helper()
	k := evmtest.NewKit(t)
	v := &vault{
		Kit: k, t: t, at: k.At("Vault"), usdc: k.At("USDC"), std: bind.NewERC4626(), kit: bind.NewVault(), client: rpc.New(k.RPC),
		rng: seed.Seed(20260401).Stream("conformance/vault"),
	}
	c := configOf(k.Account, v.usdc, venueOfKit(k))
	c.Deployments = append(c.Deployments, protocol.Deploy(erc4626.Name, erc4626.Name, erc4626.Terms{Vault: v.at}))
	var err error
	if v.eyes, err = chain.Open(t.Context(), v.client, c); err != nil {
		t.Fatal(err)
	}
	if v.adapters, err = tool.NewAdapters(tool.Venue{Account: k.Account, Deployments: v.eyes.Deployments()}); err != nil {
		t.Fatal(err)
	}
	fork, err := sim.New(v.client, sim.Rules{ChainID: evmtest.ChainID, Hardfork: sim.Osaka})
	if err != nil {
		t.Fatal(err)
	}
	v.simulator = &tool.Simulator{Adapters: v.adapters, Chain: v.eyes, Client: v.client, Fork: fork, ChainID: evmtest.ChainID}
	return v
}

// number asks the vault for one.
func (v *vault) number(data []byte) *big.Int { return new(big.Int).SetBytes(v.Ask(v.at, data)) }

// reserve is what a Golem reads of the vault.
func (v *vault) reserve() (turn.Reading, turn.Reserve) {
	v.t.Helper()
	seen, err := v.eyes.Observe(v.t.Context())
	if err != nil {
		v.t.Fatal(err)
	}
	l, ok := seen.Lender(erc4626.Name)
	if !ok || len(l.Reserves) != 1 || l.Secures(v.usdc) || !l.Lends(v.usdc) {
		v.t.Fatalf("%+v", l)
	}
	return seen, l.Reserves[0]
}

func (v *vault) preview(kind grammar.Kind, amount string) (grammar.Action, turn.Simulation) {
	v.t.Helper()
	a := parsed(v.t, v.eyes, fmt.Appendf(nil, `{"type":%q,"params":{"market":%q,"asset":"usdc","amount":%q},"constraints":{}}`, kind, erc4626.Name, amount))
	s, err := v.simulator.Simulate(v.t.Context(), a)
	if err != nil {
		v.t.Fatal(err)
	}
	return a, s
}

// order previews an order and mines it as it is; the deltas are those of the preview.
func (v *vault) order(kind grammar.Kind, amount string) turn.Simulation {
	v.t.Helper()
	a, s := v.preview(kind, amount)
	if !s.Success || s.Account == nil {
		v.t.Fatalf("%s: %s", a.Canonical(), s.Revert)
	}
	seen, _ := v.reserve()
	calls, err := v.adapters.Calls(a, seen, &s)
	if err != nil {
		v.t.Fatal(err)
	}
	var logs []protocol.Log
	for _, c := range calls {
		r := v.Execute(c.To, c.Data)
		if r.Status != 1 {
			v.t.Fatalf("%s: a call of %s reverted", a.Canonical(), c.To)
		}
		for _, l := range r.Logs {
			logs = append(logs, protocol.Log{Address: l.Address, Topics: l.Topics, Data: l.Data})
		}
	}
	if mined := v.adapters.Moved(nil, seen, logs); !sameDeltas(mined, s.Deltas) {
		v.t.Fatalf("%s: mined %+v, the preview says %+v", a.Canonical(), mined, s.Deltas)
	}
	abi := bind.NewERC20()
	if left, err := abi.UnpackAllowance(v.Ask(v.usdc, abi.PackAllowance(v.Account, v.at))); err != nil || left.Sign() != 0 {
		v.t.Errorf("%s: the vault may still take %s, %v", a.Canonical(), left, err)
	}
	return s
}

// came is what an order brings of USDC.
func (v *vault) came(s turn.Simulation) *uint256.Int {
	for _, d := range s.Deltas {
		if d.Token == v.usdc && !d.Out {
			return &d.Units
		}
	}
	return new(uint256.Int)
}

// upTo is a random number of units, at most so many.
func (v *vault) upTo(most *big.Int) *big.Int {
	if most.Sign() <= 0 {
		return new(big.Int)
	}
	n := new(big.Int).Mul(most, big.NewInt(v.rng.Int64N(1<<30)+1))
	return n.Rsh(n, 30)
}

// cash is what is in the vault, lent what its owner lent out.
func (v *vault) cash() *big.Int {
	abi := bind.NewERC20()
	return new(big.Int).SetBytes(v.Ask(v.usdc, abi.PackBalanceOf(v.at)))
}

func (v *vault) lent() *big.Int {
	return new(big.Int).Sub(v.number(v.kit.PackTotalAssets()), v.cash())
}

// stir changes the vault at random, and says how.
func (v *vault) stir() string {
	v.t.Helper()
	erc20, whole := bind.NewERC20(), big.NewInt(1e6)
	if v.alone && !v.paused {
		v.alone = false
		v.Own(v.at, nil, v.std.PackDeposit(new(big.Int).Mul(whole, big.NewInt(100_000)), v.owner()))
		return "the others again"
	}
	switch v.rng.IntN(9) {
	case 0:
		v.Execute(v.usdc, erc20.PackTransfer(v.at, v.upTo(new(big.Int).Mul(whole, big.NewInt(500)))))
		return "donation"
	case 1:
		v.Own(v.at, nil, v.kit.PackCharge(big.NewInt(v.rng.Int64N(500))))
		return "fee"
	case 2:
		v.Own(v.at, nil, v.kit.PackCharge(new(big.Int)))
		return "no fee"
	case 3:
		n := v.cash()
		if v.rng.IntN(2) == 0 {
			n = v.upTo(n)
		}
		v.Own(v.at, nil, v.kit.PackLend(n))
		return "short of cash"
	case 5:
		back := v.upTo(v.lent())
		lost := new(big.Int).Div(back, big.NewInt(50))
		v.Own(v.at, nil, v.kit.PackSettle(back.Sub(back, lost), big.NewInt(v.rng.Int64N(20e6)), lost))
		return "interest and loss"
	case 6:
		v.paused = !v.paused
		v.Own(v.at, nil, v.kit.PackPause(v.paused))
		return map[bool]string{true: "paused", false: "resumed"}[v.paused]
	case 7: // the others leave
		who := v.owner()
		n, held := v.number(v.std.PackMaxRedeem(who)), v.number(v.std.PackBalanceOf(who))
		if n.Sign() > 0 && v.number(v.std.PackBalanceOf(v.Account)).Sign() > 0 {
			v.Own(v.at, nil, v.std.PackRedeem(n, who, who))
			v.alone = n.Cmp(held) == 0
			return "without the others"
		}
	}
	if back := v.lent(); back.Sign() > 0 {
		v.Own(v.at, nil, v.kit.PackSettle(back, new(big.Int), new(big.Int)))
	}
	v.Own(v.at, nil, v.kit.PackCharge(new(big.Int)))
	return "full of cash"
}

// owner is the kit's account, which lent to the vault before.
func (v *vault) owner() common.Address {
	v.t.Helper()
	key, err := v.Plan.Key()
	if err != nil {
		v.t.Fatal(err)
	}
	return crypto.PubkeyToAddress(key.PublicKey)
}

// What a Golem reads of a vault is what the vault's own previews say that leaving pays, to the unit,
// in every state; leaving brings that; and a deposit that is previewed can be left again.
//
// spec: tools-archetypes §5.6
func TestAVaultIsReadAsItPays(t *testing.T) {
	v := newVault(t)
	v.order(grammar.Supply, "1000000000")
	edges, left, entered, refused := map[string]int{}, 0, 0, 0
	for i := range many(300) {
		edges[v.stir()]++
		_, r := v.reserve()
		shares := v.number(v.std.PackBalanceOf(v.Account))
		redeemable := v.number(v.std.PackMaxRedeem(v.Account))
		want := v.number(v.std.PackPreviewRedeem(redeemable))
		if most := v.number(v.std.PackMaxWithdraw(v.Account)); most.Cmp(want) < 0 {
			want = most
		}
		if r.Supplied.ToBig().Cmp(want) != 0 || r.SupplyShares.ToBig().Cmp(shares) != 0 {
			t.Fatalf("state %d: %s of %s shares, the vault pays %s for %s", i, r.Supplied.Dec(), r.SupplyShares.Dec(), want, shares)
		}
		if face := v.number(v.kit.PackConvertToAssets(shares)); want.Cmp(face) > 0 {
			t.Fatalf("state %d: leaving pays %s, more than the face of %s", i, want, face)
		}
		if i%3 != 0 {
			continue
		}
		_, s := v.preview(grammar.Withdraw, "all")
		if s.Success == r.Supplied.IsZero() || s.Success && v.came(s).Lt(&r.Supplied) {
			t.Fatalf("state %d: %s can be taken out: %v, %s, brings %s", i, r.Supplied.Dec(), s.Success, s.Revert, v.came(s).Dec())
		}
		if s.Success && v.rng.IntN(2) == 0 {
			out := "all"
			if v.alone || v.rng.IntN(2) == 0 {
				out = new(big.Int).Add(v.upTo(new(big.Int).Sub(want, common.Big1)), common.Big1).String()
			}
			v.order(grammar.Withdraw, out)
			left++
			continue
		}
		amount := new(big.Int).Add(v.upTo(big.NewInt(50e6)), big.NewInt(1))
		if _, in := v.preview(grammar.Supply, amount.String()); !in.Success {
			refused++
			continue
		}
		v.order(grammar.Supply, amount.String())
		if _, after := v.reserve(); after.Supplied.ToBig().Cmp(new(big.Int).Sub(new(big.Int).Add(want, amount), big.NewInt(2))) < 0 {
			t.Fatalf("state %d: %s after %s were added to %s", i, after.Supplied.Dec(), amount, want)
		}
		entered++
	}
	sum := 0
	for _, edge := range []string{"donation", "fee", "short of cash", "paused", "without the others", "interest and loss"} {
		if sum += edges[edge]; edges[edge] < 3 {
			t.Errorf("%d states of %s", edges[edge], edge)
		}
	}
	if sum < 50 || left < 10 || entered < 5 || refused < 10 {
		t.Errorf("%d states at an edge, %d times entered, %d times refused, %d times left", sum, entered, refused, left)
	}
	t.Logf("states %v; entered %d, refused %d, left %d times", edges, entered, refused, left)
}

// A vault is left in each state, by what it pays there, and entered in none of those.
//
// spec: tools-archetypes §5.6
func TestAVaultIsLeftInEachState(t *testing.T) {
	none, v := new(big.Int), newVault(t)
	for _, c := range []struct {
		name  string
		state func()
		least float64 // share of what was put in that leaving brings
		rest  bool    // something stays
		enter string  // why no more is put in
	}{
		{"as it is", func() {}, 1, false, ""},
		{"short of cash", func() { v.Own(v.at, nil, v.kit.PackLend(new(big.Int).Sub(v.cash(), big.NewInt(400e6)))) }, 0.4, true, "VAULT_SHORT"},
		{"with a fee", func() { v.Own(v.at, nil, v.kit.PackCharge(big.NewInt(100))) }, 0.98, false, "would pay back at most"},
		{"after a donation", func() { v.Execute(v.usdc, bind.NewERC20().PackTransfer(v.at, big.NewInt(90_000e6))) }, 1, false, ""},
		{"boasting", func() { v.Own(v.at, nil, v.kit.PackTell(big.NewInt(2_000))) }, 0.99, false, ""},
		{"after a loss", func() {
			v.Own(v.at, nil, v.kit.PackLend(v.cash()))
			v.Own(v.at, nil, v.kit.PackSettle(new(big.Int).Rsh(v.lent(), 1), none, new(big.Int).Rsh(v.lent(), 2)))
			v.Own(v.at, nil, v.kit.PackSettle(v.lent(), none, none))
		}, 0.7, false, ""},
	} {
		name := c.name
		v.order(grammar.Supply, "1000000000")
		c.state()
		_, in := v.preview(grammar.Supply, "1000000")
		if in.Success != (c.enter == "") || !strings.Contains(in.Revert, c.enter) {
			t.Errorf("%s: a deposit %v, %s, want %q", name, in.Success, in.Revert, c.enter)
		}
		s := v.order(grammar.Withdraw, "all")
		_, r := v.reserve()
		if got := v.came(s).Float64() / 1000e6; got < c.least-1e-6 || !r.Supplied.IsZero() && !c.rest || r.Barred.IsZero() == c.rest {
			t.Errorf("%s: leaving brings %.4f, want %.4f; left %+v", name, got, c.least, r)
		}
		if c.rest { // the rest comes out when there is cash again
			v.Own(v.at, nil, v.kit.PackSettle(v.lent(), none, none))
			v.order(grammar.Withdraw, "all")
		}
		if _, r = v.reserve(); !r.SupplyShares.IsZero() {
			t.Errorf("%s: %+v is left at last", name, r)
		}
		v.Own(v.at, nil, v.kit.PackCharge(none))
		v.Own(v.at, nil, v.kit.PackTell(none))
	}
	v.order(grammar.Supply, "1000000000")
	v.Own(v.at, nil, v.kit.PackPause(true))
	_, r := v.reserve()
	if _, s := v.preview(grammar.Withdraw, "all"); s.Success || !r.Supplied.IsZero() || r.Barred != r.SupplyShares || r.Barred.IsZero() {
		t.Errorf("paused: %+v, %+v", s, r)
	}
	v.Own(v.at, nil, v.kit.PackPause(false))
	v.order(grammar.Withdraw, "all")
}

// Shares that a first depositor made dear by a gift eat no deposit.
//
// spec: tools-archetypes §5.6
func TestADonationEatsNoDeposit(t *testing.T) {
	v := newVault(t)
	who := v.owner()
	v.Own(v.at, nil, v.std.PackRedeem(v.number(v.std.PackBalanceOf(who)), who, who))
	v.Own(v.at, nil, v.std.PackDeposit(common.Big1, who))
	v.Own(v.usdc, nil, bind.NewERC20().PackTransfer(v.at, big.NewInt(10_000e6)))
	for _, amount := range []string{"100", "4999000000", "7000000000", "9000000000", "20001000000"} {
		if _, s := v.preview(grammar.Supply, amount); s.Success || !strings.Contains(s.Revert, "would pay back at most") {
			t.Errorf("%s units: %v, %s", amount, s.Success, s.Revert)
		}
	}
	if got := v.number(v.std.PackPreviewDeposit(big.NewInt(4_999e6))); got.Sign() != 0 {
		t.Errorf("a deposit gets %s shares: the gift makes them dear no more", got)
	}
}
