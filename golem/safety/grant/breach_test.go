package grant_test

import (
	"flag"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/delegation"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/caveat"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/worstday/worstdaytest"
	"bardo.run/bardo/internal/money"
)

var update = flag.Bool("update", false, "rewrite what docs/custody.md says that the chain holds")

// Limits of a cage, by the number that its contract has for them.
const (
	limitPosition, limitConcentration, limitPerTransaction, limitPerDay = 0, 1, 2, 3
	limitMoveLoss, limitDayLoss, limitSessionLoss, limitExitLoss        = 5, 6, 7, 8
	limitPositions, limitCollateral                                     = 9, 11
)

// breach is a redemption that passes, until one thing more is so: then the chain refuses it.
type breach struct {
	limit string // how the plan of a grant calls it
	set   func(*yard)
	calls func(*yard) []delegation.Call
	// either: what is so then, or what is asked for instead.
	then    map[int]int64 // limits that the owner lowers
	thenDo  func(*yard)
	instead func(*yard) []delegation.Call
	want    string // an error of the cage, by a grant with its caveat alone; or the words of another caveat of the grant
}

func buys(n int64) func(*yard) []delegation.Call {
	return func(y *yard) []delegation.Call { return y.buys(n) }
}

func sells(milliether int64) func(*yard) []delegation.Call {
	return func(y *yard) []delegation.Call { return y.sells(milliether) }
}

func withdraws(n int64) func(*yard) []delegation.Call {
	return func(y *yard) []delegation.Call { return y.withdraws(y.usdc, dollars(n)) }
}

// breaches has at least one for each limit that the plan says the chain holds.
var breaches = []breach{
	{limit: "ends", calls: buys(100), thenDo: func(y *yard) { y.later(int64(y.grant.Ends-y.Chain().Chain.Head().Time) + 10) }, want: "MortalityTimeWindow: the window is over"}, //nolint:gosec // a time
	{limit: "calls", calls: buys(100), instead: func(y *yard) []delegation.Call { return []delegation.Call{y.pays(y.golem.Address)} }, want: "ActionBook: the call is of no form"},
	{limit: "calls", calls: buys(100), instead: func(y *yard) []delegation.Call { return []delegation.Call{y.pays(y.golem.Address)} }, want: "ProtocolNotApproved"},
	{limit: "calls", calls: buys(100), instead: func(y *yard) []delegation.Call {
		return []delegation.Call{{To: y.At("SwapRouter"), Data: bind.NewSwapRouter().PackRefundETH()}}
	}, want: "SelectorNotAllowed"},
	{limit: "calls", calls: buys(100), instead: func(y *yard) []delegation.Call {
		c := y.buys(100)
		c[1].To = y.At("UniversalRouter")
		return c[1:]
	}, want: "ProtocolNotApproved"},
	{limit: "calls", calls: buys(100), instead: func(y *yard) []delegation.Call {
		return []delegation.Call{y.swapTo(y.usdc, y.At("WBTC"), dollars(100), y.owner.Address)}
	}, want: "AssetNotApproved"},
	{limit: "calls", calls: buys(100), instead: func(y *yard) []delegation.Call {
		c := y.buys(100)
		c[1].Data = append(c[1].Data, 0)
		return c
	}, want: "MalformedCall"},
	{limit: "calls", calls: buys(100), instead: func(y *yard) []delegation.Call { return append(y.buys(100), y.buys(100)...) }, want: "BatchNotAllowed"},
	{limit: "calls", calls: buys(100), instead: buys(0), want: "NothingToValidate"},
	{
		limit: "calls", set: func(y *yard) { y.passes(y.buys(1_000)); y.passes(y.mints(500)) }, calls: func(y *yard) []delegation.Call { return y.leaves(2) },
		instead: func(y *yard) []delegation.Call { return y.leaves(1) }, want: "NotCollected",
	},
	{limit: "phase of life", calls: buys(100), thenDo: func(y *yard) { y.golem.Must(y.grant.Lives, y.grant.Terminal()) }, want: "GolemPhase: the phase does not allow this action"},
	{limit: "spent at once", calls: buys(1_000), then: map[int]int64{limitPerTransaction: 999e6}, want: "SpendingLimitExceeded"},
	{limit: "spent in any 24 hours", set: func(y *yard) { y.passes(y.buys(600)) }, calls: buys(600), then: map[int]int64{limitPerDay: 1_199e6}, want: "SpendingLimitExceeded"},
	{limit: "lost by moves in any 24 hours", calls: buys(1_000), then: map[int]int64{limitDayLoss: 1e6}, want: "LossLimitReached"},
	{limit: "lost by moves in a session", calls: buys(1_000), then: map[int]int64{limitSessionLoss: 1e6}, want: "LossLimitReached"},
	{limit: "one asset or position", calls: buys(1_000), then: map[int]int64{limitPosition: 1}, want: "PositionTooLarge"},
	{limit: "everything but cash", set: func(y *yard) {
		for range 5 {
			y.passes(y.lends(y.usdc, dollars(9_900)))
		}
	}, calls: func(y *yard) []delegation.Call { return y.lends(y.usdc, dollars(9_900)) }, then: map[int]int64{limitConcentration: 500}, want: "ConcentrationExceeded"},
	{limit: "the most in weth", calls: buys(1_000), thenDo: caps(policycage.OfAsset, func(y *yard) common.Address { return y.weth }), want: "CapExceeded"},
	{limit: "the most in weth", set: func(y *yard) { y.passes(y.buys(1_000)) }, calls: func(y *yard) []delegation.Call { return y.mints(500) }, thenDo: caps(policycage.OfAsset, func(y *yard) common.Address { return y.weth }), want: "CapExceeded"},
	{limit: "the most in weth-usdc-5", set: func(y *yard) { y.passes(y.buys(1_000)) }, calls: func(y *yard) []delegation.Call { return y.mints(500) }, thenDo: caps(policycage.OfMarket, func(y *yard) common.Address { return y.At("UniswapV3Pool") }), want: "CapExceeded"},
	{limit: "the most in aave-v3", calls: func(y *yard) []delegation.Call { return y.lends(y.usdc, dollars(1_000)) }, thenDo: caps(policycage.OfProtocol, func(y *yard) common.Address {
		at, err := policycage.ReaderAt("AaveV3")
		check(y.t, err)
		return at
	}), want: "CapExceeded"},
	{
		limit: "open positions", set: func(y *yard) { y.passes(y.lends(y.usdc, dollars(100))); y.passes(y.buys(1_000)) }, calls: func(y *yard) []delegation.Call { return y.mints(100) },
		then: map[int]int64{limitPositions: 1}, want: "PositionLimitReached",
	},
	{limit: "drawdown", calls: buys(100), thenDo: func(y *yard) { y.keeps(50_000) }, want: "DrawdownExceeded"},
	{limit: "lost by one move", calls: buys(1_000), then: map[int]int64{limitMoveLoss: 1}, want: "ValueLost"},
	{limit: "lost by a sale", set: func(y *yard) {
		y.owner.Pay(y.weth, big.NewInt(1e18), bind.NewWETH9().PackDeposit())
		y.tighten(map[int]int64{limitDayLoss: 1e6})
	}, calls: sells(500), then: map[int]int64{limitExitLoss: 1}, want: "ValueLost"},
	{limit: "recipient of everything", calls: buys(100), instead: func(y *yard) []delegation.Call {
		c := y.buys(100)
		c[1] = y.swapTo(y.usdc, y.weth, dollars(100), y.golem.Address)
		return c
	}, want: "DestinationNotAllowed"},
	{limit: "recipient of everything", calls: buys(100), instead: func(y *yard) []delegation.Call {
		return []delegation.Call{y.allow(y.usdc, y.golem.Address, dollars(1))}
	}, want: "DestinationNotAllowed"},
	{limit: "recipient of everything", calls: buys(100), instead: func(y *yard) []delegation.Call {
		return []delegation.Call{y.allow(y.usdc, y.At("SwapRouter"), new(big.Int).Add(y.balance(y.usdc), big.NewInt(1)))}
	}, want: "AllowanceTooLarge"},
	{limit: "collateral behind a debt", set: (*yard).owes, calls: withdraws(100), instead: withdraws(560), want: "HealthTooLow"},
	{limit: "collateral behind a debt", set: (*yard).owes, calls: withdraws(100), then: map[int]int64{limitCollateral: 40_000}, want: "CollateralRatioTooLow"},
	{limit: "halt", calls: buys(100), thenDo: func(y *yard) { y.owner.Must(y.grant.Cage, bind.NewPolicyCage().PackEmergencyHalt()) }, want: "Halted"},
}

// caps has the owner set the least cap there is.
func caps(of policycage.CapOf, subject func(*yard) common.Address) func(*yard) {
	return func(y *yard) {
		y.owner.Must(y.grant.Cage, bind.NewPolicyCage().PackSetCap(uint8(of), subject(y), big.NewInt(1)))
	}
}

// pays is a transfer to somebody.
func (y *yard) pays(to common.Address) delegation.Call {
	return delegation.Call{To: y.usdc, Data: bind.NewERC20().PackTransfer(to, dollars(1))}
}

// keeps has the owner send away all cash but so much.
func (y *yard) keeps(n int64) {
	rest := new(big.Int).Sub(y.balance(y.usdc), dollars(n))
	y.owner.Must(y.usdc, bind.NewERC20().PackTransfer(y.At("DelegationManager"), rest))
}

// carriedOut redeems each breach on the real contracts, and lists by limit what refused it.
func (y *yard) carriedOut() map[string][]string {
	y.t.Helper()
	refused := map[string][]string{}
	for _, b := range breaches {
		back := y.Snapshot()
		y.breaks(b)
		back()
		if !slices.Contains(refused[b.limit], b.want) {
			refused[b.limit] = append(refused[b.limit], b.want)
		}
	}
	return refused
}

// breaks carries one out.
func (y *yard) breaks(b breach) {
	y.t.Helper()
	if b.set != nil {
		b.set(y)
	}
	by, calls := y.only, b.calls
	if strings.Contains(b.want, ":") {
		by = y.grant.Delegation
	}
	if said := y.why(by, calls(y)); said != "" {
		y.t.Errorf("%s: within every limit it is refused with %s", b.limit, said)
	}
	y.tighten(b.then)
	if b.thenDo != nil {
		b.thenDo(y)
	}
	if b.instead != nil {
		calls = b.instead
	}
	if said := y.why(by, calls(y)); said != b.want {
		y.t.Errorf("%s: beyond it is refused with %q, want %s", b.limit, said, b.want)
	}
}

// accepted redeems a call of every form of the grant, and returns the functions by name.
func (y *yard) accepted() (names []string) {
	y.t.Helper()
	var passed []caveat.Call
	redeems := func(calls []delegation.Call) {
		y.passes(calls)
		for _, c := range calls {
			passed = append(passed, caveat.Call{Target: c.To, Value: new(big.Int), Data: c.Data})
		}
	}
	redeems(y.buys(2_000))
	redeems(y.sells(100))
	redeems(y.mints(500))
	redeems(y.leaves(3))
	ether := big.NewInt(1e17)
	redeems(y.lends(y.weth, ether))
	redeems(y.lends(y.usdc, dollars(500)))
	for token, n := range map[common.Address]*big.Int{y.usdc: dollars(50), y.weth: big.NewInt(2e16)} { // the owner's own debts
		y.owner.Must(y.lender, bind.NewAavePool().PackBorrow(token, n, big.NewInt(2), 0, y.owner.Address))
		redeems(y.repays(token, new(big.Int).Mul(n, big.NewInt(2))))
	}
	redeems(y.withdraws(y.usdc, dollars(500)))
	redeems(y.withdraws(y.weth, ether))
	for i, f := range y.wish.Forms {
		book, err := caveat.NewBook(y.wish.Tokens, []caveat.Form{f})
		check(y.t, err)
		if !slices.ContainsFunc(passed, func(c caveat.Call) bool { _, err := book.Read(c); return err == nil }) {
			y.t.Errorf("form %d, %x of %s: the chain accepted no call of it", i+1, f.Blank[:4], f.Target)
		}
		names = append(names, "`"+function(y.t, f.Blank)+"`")
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// function is the name of the one that data calls.
func function(t testing.TB, data []byte) string {
	t.Helper()
	for _, m := range []*bind.MetaData{&bind.ERC20MetaData, &bind.SwapRouterMetaData, &bind.NonfungiblePositionManagerMetaData, &bind.AavePoolMetaData} {
		var known *abi.ABI
		known, err := m.ParseABI()
		check(t, err)
		if f, err := known.MethodById(data[:4]); err == nil {
			return f.RawName
		}
	}
	t.Fatalf("no interface has %x", data[:4])
	return ""
}

// shipped is the plan of the defaults, and of a cap of each kind, for an account of 10,000 dollars,
// over the same forms.
func (y *yard) shipped() grant.Plan {
	w := y.wish
	w.Limits = grant.Limits(cage.FromConfig(config.Default(), nil, nil), 10_000*money.One)
	w.Caps = []grant.Cap{
		{Name: "weth", Cap: policycage.Cap{Of: policycage.OfAsset, Subject: y.weth, Share: 2_000}},
		{Name: "weth-usdc-5", Cap: policycage.Cap{Of: policycage.OfMarket, Subject: y.At("UniswapV3Pool"), Share: 1_000}},
		{Name: "aave-v3", Cap: policycage.Cap{Of: policycage.OfProtocol, Share: 2_500}},
	}
	return w.Plan(grant.Words{Market: "Uniswap v3 USDC/WETH and Aave v3", Cash: "USDC"})
}

// The page of custody lists what the chain holds in delegation custody: each limit of the plan
// is broken once on the real contracts, which refuse that and nothing short of it, and of each
// form of call one is redeemed.
func TestThePageListsWhatTheChainRefusesAndWhatItAccepts(t *testing.T) {
	y := newYard(t)
	refused := y.carriedOut()
	var held strings.Builder
	fmt.Fprintln(&held, "| what | at most | contract | refuses with |\n|---|---|---|---|")
	used := 0
	for _, l := range y.shipped().Limits {
		if !l.OnChain {
			continue
		}
		var by []string
		for _, name := range refused[limitOf(l.Name)] {
			by = append(by, "`"+name+"`")
		}
		if len(by) == 0 {
			t.Errorf("the plan says that the chain holds %q, and no redemption breaks it", l.Name)
		}
		used++
		if l.Name == "ends" {
			l.Value = "as granted"
		}
		fmt.Fprintf(&held, "| %s | %s | %s | %s |\n", l.Name, l.Value, l.By, strings.Join(by, ", "))
	}
	if used != len(refused) {
		t.Errorf("%d limits of the plan are held by the chain, and %d were broken", used, len(refused))
	}
	y.complete(refused)
	worstdaytest.Page(t, *update, map[string]string{"held": held.String(), "calls": strings.Join(y.accepted(), ", ") + "\n"})
}

// elsewhere are the errors of the contracts that no redemption of the calls here meets: another
// test does, of evm/policycage.
var elsewhere = map[string]string{
	"NotOwner": "who is not the owner", "UnknownChange": "the owner's changes", "ChangeNotDue": "the owner's changes", "OutOfRange": "the owner's limits", "BadSignature": "the owner's mark",
	"NotMover": "who asks the cage beside its enforcer", "NotTheManager": "who asks the enforcer beside the manager", "NotTheAccount": "another account's grant", "AlreadyBound": "a second cage", "BadTerms": "terms of no cage",
	"SanctionedAddress": "a list that nothing asks in a redemption", "UnknownPosition": "what its enforcer never asks", "NativeValueNotAllowed": "coin, which no call here sends", "ModeNotAllowed": "modes, which no redemption here has",
	"Reentered": "a token that redeems", "NoReader": "a contract whose reader was taken away", "DeedNotAllowed": "a reader that lies", "MovedMore": "a contract that takes more than it was asked to", "UnitsLost": "a lender that keeps something", "PoolPriceAway": "a pool whose price is out of every range",
}

// complete holds what refused to all errors that the contracts have.
func (y *yard) complete(refused map[string][]string) {
	y.t.Helper()
	met := map[string]bool{}
	for _, names := range refused {
		for _, name := range names {
			met[name] = true
		}
	}
	for _, m := range []*bind.MetaData{&bind.PolicyCageMetaData, &bind.CageEnforcerMetaData} {
		parsed, err := m.ParseABI()
		check(y.t, err)
		for name := range parsed.Errors {
			if _, known := elsewhere[name]; met[name] == known {
				y.t.Errorf("%s: met here is %v, and that it is met elsewhere %v", name, met[name], known)
			}
		}
	}
}

// limitOf is how the breaches call a limit of the plan.
func limitOf(name string) string {
	for _, b := range breaches {
		if b.limit == name || strings.HasPrefix(name, b.limit+" ") || strings.HasPrefix(name, b.limit+",") {
			return b.limit
		}
	}
	return name
}
