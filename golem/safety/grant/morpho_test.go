package grant_test

import (
	"math/big"
	"strings"
	"testing"

	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/delegation"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/golem/safety/grammar"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/morphoblue"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/mirage/deploy/kit"
)

// A Golem under a delegation lends in its market of Morpho Blue, takes out by units and by shares, and
// pays back what its owner borrowed. What is put up there is a position beside it, and stays behind a
// debt as long as that needs it. What the cage's reader says of the position is what the Golem's
// own reader says, with the interest up to the block.
//
// spec: tools-archetypes §5.4; safety §7.1
func TestAMarketOfMorphoBlueIsLentInUnderACage(t *testing.T) {
	var market bind.MarketParams
	s := raiseIn(t, func(k *evmtest.Kit) []protocol.Deployment {
		market = kit.MorphoMarket(k.Book)
		return []protocol.Deployment{protocol.Deploy(morphoblue.Name, morphoblue.Name, morphoblue.Terms{Contract: k.At("Morpho"), Market: kit.MorphoID(market)})}
	})
	at, abi, zero, id := s.At("Morpho"), bind.NewMorpho(), new(big.Int), kit.MorphoID(market)
	order := func(kind grammar.Kind, units *uint256.Int) grammar.Action {
		return grammar.Action{Kind: kind, Market: morphoblue.Name, Protocol: morphoblue.Name, Asset: s.usdc, Amount: units}
	}
	// Somebody owes there, so that there is interest; the account owes too, by its owner's own hand.
	pledge := new(big.Int).Mul(big.NewInt(1e18), big.NewInt(3))
	s.owner.Must(s.weth, bind.NewERC20().PackApprove(at, pledge))
	s.owner.Must(at, abi.PackSupplyCollateral(market, pledge, s.owner.Address, nil))
	s.owner.Must(at, abi.PackBorrow(market, dollars(1_000), zero, s.owner.Address, s.owner.Address))
	agrees := func(when string) {
		t.Helper()
		s.look()
		r := s.lent(morphoblue.Name, s.usdc)
		reader, err := policycage.ReaderAt("MorphoBlue")
		check(t, err)
		codec := bind.NewCageReader()
		has, err := codec.UnpackStanding(s.Ask(reader, codec.PackStanding(at, s.owner.Address, id.Big())))
		check(t, err)
		owes, err := codec.UnpackDebt(s.Ask(reader, codec.PackDebt(at, s.owner.Address, id.Big())))
		check(t, err)
		if has.Part.Cmp(r.Supplied.ToBig()) != 0 || owes.Cmp(r.Owed.ToBig()) != 0 || has.OwedA.Sign() != 0 {
			t.Errorf("%s: %s is lent and %s owed for the cage, %s and %s for the Golem", when, has.Part, owes, r.Supplied.Dec(), r.Owed.Dec())
		}
	}
	agrees("before")
	s.carries(order(grammar.Supply, uint256.NewInt(2_000e6)))
	if c := s.cage(); c.Positions != 1 || c.Deployed != 2_000*money.One {
		t.Fatalf("%d positions at %s", c.Positions, c.Deployed)
	}
	for _, seconds := range []int64{1, 3_600, 40_000} {
		s.Later(seconds)
		s.Mine()
		agrees("later")
	}
	s.Own(at, nil, evmtest.Pack("setFee((address,address,address,address,uint256),uint256)",
		market.LoanToken[:], market.CollateralToken[:], market.Oracle[:], market.Irm[:], market.Lltv.Bytes(), big.NewInt(1e17).Bytes()))
	s.Later(7_200)
	s.Mine()
	agrees("under a fee")
	if r := s.lent(morphoblue.Name, s.usdc); !r.Supplied.GtUint64(2_000e6) || !r.Owed.GtUint64(1_000e6) {
		t.Fatalf("no interest: %s and %s", r.Supplied.Dec(), r.Owed.Dec())
	}

	// What is not the bound market's, or not the account's, or calls somebody back.
	me, thief, n := s.owner.Address, s.golem.Address, dollars(10)
	allow := delegation.Call{To: s.usdc, Data: bind.NewERC20().PackApprove(at, n)}
	other, bent := market, market
	other.Lltv, bent.Oracle = big.NewInt(5e17), thief
	cage := &yard{stage: s.stage, only: s.caged()}
	for name, c := range map[string]struct {
		want policycage.Kind
		data []byte
	}{
		"another share of the same tokens": {"ProtocolNotApproved", abi.PackSupply(other, n, zero, me, nil)},
		"another oracle":                   {"ProtocolNotApproved", abi.PackSupply(bent, n, zero, me, nil)},
		"another oracle's withdrawal":      {"DestinationNotAllowed", abi.PackWithdraw(bent, n, zero, me, me)},
		"another oracle's debt":            {"DestinationNotAllowed", abi.PackRepay(bent, n, zero, me, nil)},
		"a supply for somebody":            {"DestinationNotAllowed", abi.PackSupply(market, n, zero, thief, nil)},
		"a supply of shares":               {"MalformedCall", abi.PackSupply(market, zero, n, me, nil)},
		"a callback":                       {"MalformedCall", abi.PackSupply(market, n, zero, me, []byte{1})},
		"a callback behind a debt":         {"MalformedCall", abi.PackRepay(market, n, zero, me, make([]byte, 32))},
		"a debt of both":                   {"MalformedCall", abi.PackRepay(market, n, n, me, nil)},
		"a debt of somebody":               {"DestinationNotAllowed", abi.PackRepay(market, n, zero, thief, nil)},
		"a withdrawal to somebody":         {"DestinationNotAllowed", abi.PackWithdraw(market, n, zero, me, thief)},
		"a withdrawal of somebody's":       {"MalformedCall", abi.PackWithdraw(market, n, zero, thief, me)},
		"more than a transaction may":      {"SpendingLimitExceeded", abi.PackSupply(market, dollars(10_001), zero, me, nil)},
		"collateral of the same tokens":    {"ProtocolNotApproved", abi.PackSupplyCollateral(other, n, me, nil)},
		"collateral of another oracle":     {"ProtocolNotApproved", abi.PackSupplyCollateral(bent, n, me, nil)},
		"another oracle's collateral":      {"DestinationNotAllowed", abi.PackWithdrawCollateral(bent, n, me, me)},
		"collateral for somebody":          {"DestinationNotAllowed", abi.PackSupplyCollateral(market, n, thief, nil)},
		"collateral and a callback":        {"MalformedCall", abi.PackSupplyCollateral(market, n, me, []byte{1})},
		"collateral to somebody":           {"DestinationNotAllowed", abi.PackWithdrawCollateral(market, n, me, thief)},
		"somebody's collateral":            {"MalformedCall", abi.PackWithdrawCollateral(market, n, thief, me)},
		"collateral and a word more":       {"MalformedCall", append(abi.PackWithdrawCollateral(market, n, me, me), make([]byte, 32)...)},
		"all that stands behind a debt":    {"CollateralRatioTooLow", abi.PackWithdrawCollateral(market, new(big.Int).Sub(pledge, milli(600)), me, me)},
		"a loan":                           {"SelectorNotAllowed", abi.PackBorrow(market, n, zero, me, me)},
		"a loan to whoever":                {"SelectorNotAllowed", abi.PackBorrow(market, n, zero, me, thief)},
		"an authorization":                 {"SelectorNotAllowed", abi.PackSetAuthorization(thief, true)},
	} {
		if v := cage.why(cage.only, []delegation.Call{allow, {To: at, Data: c.data}}); v != string(c.want) {
			t.Errorf("%s: %q, want %s", name, v, c.want)
		}
	}

	if said := s.orders(order(grammar.Supply, uint256.NewInt(10_001e6))); !strings.Contains(said, "are left for a transaction") {
		t.Errorf("more than a transaction may spend: %q", said)
	}
	// More is put up behind the owner's debt: a position of its own, at its cost, beside what is lent.
	pledged := func(kind grammar.Kind, units *uint256.Int) grammar.Action {
		return grammar.Action{Kind: kind, Market: morphoblue.Name, Protocol: morphoblue.Name, Asset: s.weth, Amount: units}
	}
	s.carries(pledged(grammar.Supply, uint256.MustFromBig(milli(500))))
	if c, r := s.cage(), s.lent(morphoblue.Name, s.weth); c.Positions != 2 || c.Deployed != 3_000*money.One || r.Supplied.ToBig().Cmp(new(big.Int).Add(pledge, milli(500))) != 0 {
		t.Errorf("%d positions at %s, %s is put up", c.Positions, c.Deployed, r.Supplied.Dec())
	}
	s.carries(pledged(grammar.Withdraw, uint256.MustFromBig(milli(500))))
	if said := s.orders(pledged(grammar.Withdraw, uint256.MustFromBig(milli(2_400)))); !strings.Contains(said, "health") && !strings.Contains(said, "collateral") {
		t.Errorf("a debt was left without enough behind it: %q", said)
	}
	// Paid back in part and whole, and taken out in part and whole, under a halt too.
	s.owner.Must(s.grant.Cage, bind.NewPolicyCage().PackEmergencyHalt())
	s.carries(order(grammar.Repay, uint256.NewInt(400e6)), order(grammar.Repay, all()), order(grammar.Withdraw, uint256.NewInt(1_000e6)))
	s.carries(pledged(grammar.Withdraw, all()))
	if r := s.lent(morphoblue.Name, s.weth); !r.Supplied.IsZero() {
		t.Errorf("%s is put up still", r.Supplied.Dec())
	}
	if c, r := s.cage(), s.lent(morphoblue.Name, s.usdc); c.Positions != 1 || c.Deployed > 1_001*money.One || c.Deployed < 999*money.One || !r.Owed.IsZero() {
		t.Errorf("%d positions at %s, %s is owed", c.Positions, c.Deployed, r.Owed.Dec())
	}
	s.carries(order(grammar.Withdraw, all()))
	if c, r := s.cage(), s.lent(morphoblue.Name, s.usdc); c.Positions != 0 || c.Deployed != 0 || !r.SupplyShares.IsZero() {
		t.Errorf("%d positions at %s, %s shares are left", c.Positions, c.Deployed, r.SupplyShares.Dec())
	}
}

// milli is thousandths of an ether.
func milli(n int64) *big.Int { return new(big.Int).Mul(big.NewInt(n), big.NewInt(1e15)) }
