package policycage_test

import (
	"math/big"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/internal/money"

	"github.com/ethereum/go-ethereum/common"
)

// spec: safety §7.5 (each loosening and its delay, to the second)
func TestALooseningHoldsAfterItsDelayAndNotASecondBefore(t *testing.T) {
	const hour, day = 3600, 86_400
	s := raise(t, func(s *stage, c *policycage.Config) {
		c.Enforcer, c.SanctionsOracle = common.Address{}, common.Address{1}
		c.Caps = []policycage.Cap{{Of: policycage.OfMarket, Subject: s.pool, Share: 1_000}, {Of: policycage.OfAsset, Subject: s.weth, Share: 2_000}}
	})
	wbtc, other := s.At("WBTC"), common.Address{2}
	for name, c := range map[string]struct {
		call  []byte
		delay uint64
		holds func(policycage.Snapshot) bool
	}{
		"add an asset":                  {s.codec.PackWhitelistAsset(wbtc, true), hour, func(x policycage.Snapshot) bool { return len(x.Assets) == 3 }},
		"raise the position":            {s.codec.PackSetLimit(0, big.NewInt(2_501)), hour, func(x policycage.Snapshot) bool { return x.Limits.Position == 2_501 }},
		"raise the concentration":       {s.codec.PackSetLimit(1, big.NewInt(10_000)), hour, func(x policycage.Snapshot) bool { return x.Limits.Concentration == 10_000 }},
		"raise a transaction":           {s.codec.PackSetSpendingCaps(usdc(10_001), usdc(100_000)), hour, func(x policycage.Snapshot) bool { return x.Limits.PerTransaction == 10_001*money.One }},
		"raise a day":                   {s.codec.PackSetSpendingCaps(usdc(10_000), usdc(100_001)), hour, func(x policycage.Snapshot) bool { return x.Limits.PerDay == 100_001*money.One }},
		"raise a session":               {s.codec.PackSetLimit(13, usdc(50_001)), hour, func(x policycage.Snapshot) bool { return x.Limits.PerSession == 50_001*money.One }},
		"raise the positions":           {s.codec.PackSetMaxPositions(big.NewInt(11)), hour, func(x policycage.Snapshot) bool { return x.Limits.Positions == 11 }},
		"raise the assets":              {s.codec.PackSetLimit(assetCount, big.NewInt(11)), hour, func(x policycage.Snapshot) bool { return x.Limits.Assets == 11 }},
		"raise a cap":                   {s.codec.PackSetCap(0, s.weth, big.NewInt(2_001)), hour, func(x policycage.Snapshot) bool { return x.Caps[0].Share == 2_001 }},
		"lift a cap":                    {s.codec.PackSetCap(1, s.pool, big.NewInt(10_000)), hour, func(x policycage.Snapshot) bool { return x.Caps[1].Share == 10_000 }},
		"raise the drawdown":            {s.codec.PackSetDrawdownThreshold(big.NewInt(1_301)), day, func(x policycage.Snapshot) bool { return x.Limits.Drawdown == 1_301 }},
		"raise the emergency drawdown":  {s.codec.PackSetLimit(emergency, big.NewInt(2_001)), day, func(x policycage.Snapshot) bool { return x.Limits.EmergencyDrawdown == 2_001 }},
		"lower the collateral":          {s.codec.PackSetLimit(collateral, big.NewInt(12_499)), day, func(x policycage.Snapshot) bool { return x.Limits.Collateral == 12_499 }},
		"raise what a move may lose":    {s.codec.PackSetLimit(moveLoss, big.NewInt(201)), day, func(x policycage.Snapshot) bool { return x.Limits.MoveLoss == 201 }},
		"raise what an exit may lose":   {s.codec.PackSetLimit(exitLoss, big.NewInt(101)), day, func(x policycage.Snapshot) bool { return x.Limits.ExitLoss == 101 }},
		"raise what a day may lose":     {s.codec.PackSetLimit(dayLoss, usdc(201)), day, func(x policycage.Snapshot) bool { return x.Limits.DayLoss == 201*money.One }},
		"raise what a session may lose": {s.codec.PackSetLimit(sessionLoss, usdc(1_001)), day, func(x policycage.Snapshot) bool { return x.Limits.SessionLoss == 1_001*money.One }},
		"begin a session":               {s.codec.PackBeginSession(), hour, func(x policycage.Snapshot) bool { return x.Version == 2 }},
		"add a protocol":                {s.codec.PackSetProtocol(other, true), day, func(x policycage.Snapshot) bool { return len(x.Protocols) == 5 }},
		"add a selector":                {s.codec.PackSetSelector(s.router, [4]byte{1, 2, 3, 4}, true), day, func(x policycage.Snapshot) bool { return len(x.Selectors) == 10 }},
		"another enforcer":              {s.codec.PackSetEnforcer(other), day, func(x policycage.Snapshot) bool { return x.Enforcer == other }},
		"another price oracle":          {s.codec.PackSetPriceOracle(other), day, func(x policycage.Snapshot) bool { return x.PriceOracle == other }},
		"switch the sanctions' oracle":  {s.codec.PackSetSanctionsOracle(other), 2 * day, func(x policycage.Snapshot) bool { return x.SanctionsOracle == other }},
		"disable the sanctions' oracle": {s.codec.PackSetSanctionsOracle(common.Address{}), 2 * day, func(x policycage.Snapshot) bool { return x.SanctionsOracle == common.Address{} }},
	} {
		t.Run(name, func(t *testing.T) {
			back := s.Snapshot()
			s.logs = nil
			defer back()
			before := s.snapshot()
			s.does(s.owner, c.call)
			eta := s.Chain().Chain.Head().Time + c.delay
			ids := s.pending()
			if len(ids) != 1 || c.holds(s.snapshot()) {
				t.Fatalf("%d changes wait, holds already: %v", len(ids), c.holds(s.snapshot()))
			}
			s.at(eta - 1)
			s.refused(s.owner, s.cage, s.codec.PackApplyChange(ids[0]), "ChangeNotDue")
			if c.holds(s.snapshot()) || s.Chain().Chain.Head().Time != eta-1 {
				t.Fatalf("it holds a second early (%d)", s.Chain().Chain.Head().Time-eta)
			}
			s.at(eta)
			s.owner.Must(s.cage, s.codec.PackApplyChange(ids[0]))
			after := s.snapshot()
			if !c.holds(after) || s.Chain().Chain.Head().Time != eta {
				t.Fatalf("it does not hold at %d", s.Chain().Chain.Head().Time-eta)
			}
			if before.PolicyHash(1) == after.PolicyHash(1) || after.Version <= before.Version {
				t.Error("the policy hash is the same")
			}
			s.refused(s.owner, s.cage, s.codec.PackApplyChange(ids[0]), "UnknownChange")
		})
	}
}

// spec: safety §7.5 (tightening at once)
func TestATighteningHoldsAtOnceAndEndsWhatWaited(t *testing.T) {
	s := alone(t, nil)
	s.does(s.owner, s.codec.PackWhitelistAsset(s.At("WBTC"), true))
	s.wait(3600)
	s.apply("WBTC")
	hash, listed := s.snapshot().PolicyHash(1), s.snapshot().Selectors[0]
	for name, c := range map[string]struct {
		loosen, tighten []byte
		holds           func(policycage.Snapshot) bool
	}{
		"asset":    {nil, s.codec.PackWhitelistAsset(s.At("WBTC"), false), func(x policycage.Snapshot) bool { return len(x.Assets) == 2 }},
		"protocol": {nil, s.codec.PackSetProtocol(s.pool, false), func(x policycage.Snapshot) bool { return len(x.Protocols) == 3 }},
		"selector": {nil, s.codec.PackSetSelector(listed.Target, listed.Method, false), func(x policycage.Snapshot) bool { return len(x.Selectors) == 8 }},
		"positions": {
			s.codec.PackSetMaxPositions(big.NewInt(20)), s.codec.PackSetMaxPositions(big.NewInt(2)),
			func(x policycage.Snapshot) bool { return x.Limits.Positions == 2 },
		},
		"drawdown": {
			s.codec.PackSetDrawdownThreshold(big.NewInt(2_000)), s.codec.PackSetDrawdownThreshold(big.NewInt(500)),
			func(x policycage.Snapshot) bool { return x.Limits.Drawdown == 500 },
		},
		"caps": {
			s.codec.PackSetSpendingCaps(usdc(20_000), usdc(200_000)), s.codec.PackSetSpendingCaps(usdc(100), usdc(1_000)),
			func(x policycage.Snapshot) bool {
				return x.Limits.PerTransaction == 100*money.One && x.Limits.PerDay == 1_000*money.One
			},
		},
		"a day's loss": {
			s.codec.PackSetLimit(dayLoss, usdc(300)), s.codec.PackSetLimit(dayLoss, usdc(10)),
			func(x policycage.Snapshot) bool { return x.Limits.DayLoss == 10*money.One },
		},
		"collateral": {
			s.codec.PackSetLimit(collateral, big.NewInt(11_000)), s.codec.PackSetLimit(collateral, big.NewInt(20_000)),
			func(x policycage.Snapshot) bool { return x.Limits.Collateral == 20_000 },
		},
	} {
		t.Run(name, func(t *testing.T) {
			s.logs = nil
			if c.loosen != nil {
				s.does(s.owner, c.loosen)
				if len(s.pending()) == 0 {
					t.Fatal("nothing waits")
				}
			}
			scheduled := s.pending()
			s.does(s.owner, c.tighten)
			if x := s.snapshot(); !c.holds(x) || x.PolicyHash(1) == hash {
				t.Errorf("it does not hold: %+v", x.Limits)
			}
			s.wait(49 * 3600)
			for _, id := range scheduled {
				s.refused(s.owner, s.cage, s.codec.PackApplyChange(id), "UnknownChange")
			}
			hash = s.snapshot().PolicyHash(1)
		})
	}
}

func TestAChangeIsCancelledAndReplacedByTheNext(t *testing.T) {
	s := alone(t, nil)
	s.does(s.owner, s.codec.PackSetMaxPositions(big.NewInt(11)))
	first := s.pending()[0]
	s.does(s.owner, s.codec.PackSetMaxPositions(big.NewInt(12)))
	second := s.pending()[0]
	s.wait(3600)
	s.refused(s.owner, s.cage, s.codec.PackApplyChange(first), "UnknownChange")
	s.does(s.owner, s.codec.PackCancelChange(second))
	s.refused(s.owner, s.cage, s.codec.PackApplyChange(second), "UnknownChange")
	if x := s.snapshot(); x.Limits.Positions != 10 || x.Version != 1 {
		t.Errorf("%d positions, version %d", x.Limits.Positions, x.Version)
	}
	// A position that no enforcer will see closed again is released by its owner, who waits.
	s.does(s.owner, s.codec.PackValidatePositionOpen(s.pool, protocol, capital(s.usdc, usdc(7))))
	s.does(s.owner, s.codec.PackReleasePosition(big.NewInt(1)))
	s.wait(3600)
	s.apply("release")
	if x := s.snapshot(); x.Positions != 0 || x.Deployed != 0 {
		t.Errorf("%d positions at %s", x.Positions, x.Deployed)
	}
}

// spec: safety §7.2 (allowed ranges)
func TestNoOwnerLeavesTheRanges(t *testing.T) {
	s := alone(t, nil)
	for limit, bad := range [14][2]int64{
		{0, 10_001},
		{499, 10_001},
		{99_999_999, 1_000_000_000_001},
		{999_999_999, 10_000_000_000_001},
		{499, 5_001},
		{0, 5_001},
		{999_999, 10_000_000_000_001},
		{999_999, 10_000_000_000_001},
		{0, 5_001},
		{0, 1_001},
		{1, 51},
		{10_499, 1_000_001},
		{499, 5_001},
		{999_999_999, 10_000_000_000_001},
	} {
		for _, value := range bad {
			s.refused(s.owner, s.cage, s.codec.PackSetLimit(uint8(limit), big.NewInt(value)), "OutOfRange") //nolint:gosec // below ten
		}
	}
	huge := new(big.Int).Lsh(big.NewInt(1), 64) // a lower value, if cut to 64 bits
	s.refused(s.owner, s.cage, s.codec.PackSetSpendingCaps(huge.Add(huge, usdc(100)), usdc(1_000)), "OutOfRange")
	for _, call := range [][]byte{
		s.codec.PackWhitelistAsset(s.usdc, false), s.codec.PackWhitelistAsset(common.Address{}, true), s.codec.PackSetPriceOracle(common.Address{}),
		s.codec.PackSetEnforcer(s.owner.Address),
	} {
		s.refused(s.owner, s.cage, call, "OutOfRange")
	}
	if s.tries(s.owner.Address, s.cage, s.codec.PackSetLimit(14, big.NewInt(1))) == nil {
		t.Error("there is a fifteenth limit")
	}
}

// The constitution has no setter, and neither have owner, account and cash.
//
// spec: safety §7.2 (constitution_hash immutable)
func TestWhatIsForEverHasNoFunction(t *testing.T) {
	parsed, err := bind.PolicyCageMetaData.ParseABI()
	check(t, err)
	changing := map[string]bool{}
	for name, m := range parsed.Methods {
		if !m.IsConstant() {
			changing[name] = true
		}
	}
	for _, name := range []string{
		"whitelistAsset", "setProtocol", "setSelector", "setReader", "setCap", "setSpendingCaps", "setDrawdownThreshold", "setMaxPositions", "setLimit", "setEnforcer",
		"setPriceOracle", "setSanctionsOracle", "beginSession", "releasePosition", "emergencyHalt", "resume", "applyChange", "cancelChange",
		"setHighWaterMark", "validateTrade", "validatePositionOpen", "validatePositionIncrease", "settleMove", "recordPositionClose", "recordPositionRest",
	} {
		if !changing[name] {
			t.Errorf("there is no %s", name)
		}
		delete(changing, name)
	}
	for name := range changing {
		t.Errorf("%s changes a cage too, and no test of access knows it", name)
	}
}
