package policycage_test

import (
	"math/big"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/internal/money"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// alone is a cage without an enforcer: the account asks for itself.
func alone(t testing.TB, edit func(*policycage.Config)) *stage {
	t.Helper()
	return raise(t, func(_ *stage, c *policycage.Config) {
		c.Enforcer = common.Address{}
		if edit != nil {
			edit(c)
		}
	})
}

func dollars(n float64) *big.Int { return big.NewInt(int64(n * 1e6)) }

// spec: safety §7.4 (drawdown, concentration, collateral)
func TestTheCheckViewsRoundDownAndRefuseAboveTheLimit(t *testing.T) {
	s := alone(t, nil)
	for name, c := range map[string]struct {
		call []byte
		want policycage.Kind
	}{
		"HWM 100,000, NAV 87,000":            {s.codec.PackCheckDrawdown(dollars(87_000), dollars(100_000)), ""},
		"NAV 86,999.99 floors to 1,300":      {s.codec.PackCheckDrawdown(dollars(86_999.99), dollars(100_000)), ""},
		"NAV 86,990 is 1,301":                {s.codec.PackCheckDrawdown(dollars(86_990), dollars(100_000)), "DrawdownExceeded"},
		"NAV above the mark":                 {s.codec.PackCheckDrawdown(dollars(100_001), dollars(100_000)), ""},
		"no mark at all":                     {s.codec.PackCheckDrawdown(dollars(0), dollars(0)), ""},
		"concentration 3,000 of 10,000":      {s.codec.PackCheckConcentration(s.weth, dollars(3_000), dollars(10_000)), ""},
		"concentration 3,001 of 10,000":      {s.codec.PackCheckConcentration(s.weth, dollars(3_001), dollars(10_000)), "ConcentrationExceeded"},
		"a portfolio of nothing":             {s.codec.PackCheckConcentration(s.weth, dollars(0), dollars(0)), "ConcentrationExceeded"},
		"an asset that is not approved":      {s.codec.PackCheckConcentration(s.At("WBTC"), dollars(1), dollars(10_000)), "AssetNotApproved"},
		"collateral 12,500 for 10,000":       {s.codec.PackCheckCollateralRatio(dollars(10_000), dollars(12_500)), ""},
		"collateral 12,499 for 10,000":       {s.codec.PackCheckCollateralRatio(dollars(10_000), dollars(12_499)), "CollateralRatioTooLow"},
		"no debt":                            {s.codec.PackCheckCollateralRatio(dollars(0), dollars(0)), ""},
		"a transaction of 10,000":            {s.codec.PackCheckSpendingLimit(dollars(10_000), dollars(0)), ""},
		"a transaction of one unit more":     {s.codec.PackCheckSpendingLimit(big.NewInt(10_000_000_001), dollars(0)), "SpendingLimitExceeded"},
		"the last 5 of the day":              {s.codec.PackCheckSpendingLimit(dollars(5), dollars(99_995)), ""},
		"5 and a unit with 5 left":           {s.codec.PackCheckSpendingLimit(big.NewInt(5_000_001), dollars(99_995)), "SpendingLimitExceeded"},
		"a day that was overspent by a cut":  {s.codec.PackCheckSpendingLimit(big.NewInt(1), dollars(200_000)), "SpendingLimitExceeded"},
		"no sanctions oracle refuses nobody": {s.codec.PackCheckSanctions(s.stranger.Address), ""},
	} {
		t.Run(name, func(t *testing.T) {
			s.kind(s.tries(s.stranger.Address, s.cage, c.call), c.want)
		})
	}
}

// spec: safety §7.4 (90,000 at 23:59 and 90,000 at 00:01); DESIGN §12.29: no 24 hours,
// wherever they begin, hold more.
func TestTheDayOfACapIsAny24Hours(t *testing.T) {
	s := alone(t, func(c *policycage.Config) { c.Limits.PerTransaction = 100_000 * money.One })
	midnight := (s.Chain().Chain.Head().Time/86_400 + 1) * 86_400
	trade := s.codec.PackValidateTrade(s.usdc, s.weth, usdc(90_000))
	s.at(midnight - 60)
	s.does(s.owner, trade)
	for _, later := range []uint64{60, 120, 86_400 - 61, 86_400 - 60} {
		s.at(midnight + later)
		s.refused(s.owner, s.cage, trade, "SpendingLimitExceeded")
	}
	if free := s.snapshot().Spent.Falls(s.Chain().Chain.Head().Time, 0); free != midnight+86_400 {
		t.Errorf("free again %d s after midnight", int64(free)-int64(midnight)) //nolint:gosec // small
	}
	s.at(midnight + 86_400)
	s.owner.Must(s.cage, trade)
	if got := s.spent(); got != 90_000*money.One {
		t.Fatalf("%s spent", got)
	}
}

// spent is what the cage counts as spent now.
func (s *stage) spent() money.USDC {
	s.t.Helper()
	return s.snapshot().Spent.Day(s.Chain().Chain.Head().Time)
}

// spec: safety §7.3 (a trade's value is computed on chain)
func TestATradeIsValuedByItsAmountAndThePrice(t *testing.T) {
	s := alone(t, nil)
	s.wrap(1_000)
	s.does(s.owner, s.codec.PackValidateTrade(s.usdc, s.weth, usdc(1_234)))
	if s.spent() != 1_234*money.One {
		t.Errorf("%s spent", s.spent())
	}
	s.Own(s.At("ETHFeed"), nil, bind.NewPriceFeed().PackSetAnswer(big.NewInt(1_900_12345678)))
	s.does(s.owner, s.codec.PackWhitelistAsset(s.At("WBTC"), true))
	s.wait(3600)
	s.apply("WBTC")
	// 0.5 WETH at 1,900.12345678 is 950.06172839 dollars, and a part of a cent counts as one.
	s.does(s.owner, s.codec.PackValidateTrade(s.weth, s.At("WBTC"), milli(500)))
	if s.spent() != 1_234*money.One+950_070_000 {
		t.Errorf("%s spent", s.spent())
	}
	v := s.refused(s.owner, s.cage, s.codec.PackValidateTrade(s.weth, s.At("WBTC"), milli(5_300)), "SpendingLimitExceeded")
	if v.Value.Int64() != 10_070_654_321 || v.Limit.Int64() != 10_000_000_000 {
		t.Errorf("%v of %v", v.Value, v.Limit)
	}
}

// wrap gives the account so many thousandths of WETH by wrapping.
func (s *stage) wrap(milliether int64) {
	s.t.Helper()
	s.owner.Pay(s.weth, milli(milliether), bind.NewWETH9().PackDeposit())
}

// apply applies the one change that waits.
func (s *stage) apply(what string) {
	s.t.Helper()
	for _, id := range s.pending() {
		s.does(s.owner, s.codec.PackApplyChange(id))
		return
	}
	s.t.Fatalf("%s: no change waits", what)
}

// pending are the ids of the changes that were scheduled and not applied or cancelled.
func (s *stage) pending() (ids []common.Hash) {
	s.t.Helper()
	ended := map[common.Hash]bool{}
	var scheduled []common.Hash
	for _, l := range s.logs {
		if e, err := s.codec.UnpackChangeScheduledEvent(l); err == nil {
			scheduled = append(scheduled, e.Id)
		} else if e, err := s.codec.UnpackChangeAppliedEvent(l); err == nil {
			ended[e.Id] = true
		} else if e, err := s.codec.UnpackChangeCancelledEvent(l); err == nil {
			ended[e.Id] = true
		}
	}
	for _, id := range scheduled {
		if !ended[id] {
			ids = append(ids, id)
		}
	}
	return ids
}

// spec: safety §7.2 (max_position_bps, max_concentration_bps on chain)
func TestOneAssetAndAllRiskTogetherAreBounded(t *testing.T) {
	s := alone(t, func(c *policycage.Config) {
		c.Limits.PerTransaction, c.Limits.PerDay = 1_000_000*money.One, 10_000_000*money.One
	})
	// The account holds a million dollars of cash.
	s.does(s.owner, s.codec.PackValidateTrade(s.usdc, s.weth, usdc(250_000)))
	s.refused(s.owner, s.cage, s.codec.PackValidateTrade(s.usdc, s.weth, usdc(250_100)), "PositionTooLarge")
	position := s.codec.PackValidatePositionOpen(s.pool, protocol, capital(s.usdc, usdc(200_000)))
	s.does(s.owner, position)
	// Of 1.2 million, 200,000 are in a position at cost; the cash was not moved here.
	v := s.refused(s.owner, s.cage, s.codec.PackValidateTrade(s.usdc, s.weth, usdc(170_000)), "ConcentrationExceeded")
	if v.Value.Int64() != 3_083 || v.Limit.Int64() != 3_000 {
		t.Errorf("%v of %v", v.Value, v.Limit)
	}
	s.does(s.owner, s.codec.PackRecordPositionClose(big.NewInt(1), new(big.Int), big.NewInt(1)))
	s.does(s.owner, s.codec.PackValidateTrade(s.usdc, s.weth, usdc(170_000)))
}

func capital(token common.Address, amount *big.Int) []bind.CageAmount {
	return []bind.CageAmount{{Token: token, Amount: amount}}
}

// spec: safety §7.2 (max_open_positions)
func TestPositionsAreCountedAndClosedOnce(t *testing.T) {
	s := alone(t, func(c *policycage.Config) { c.Limits.Positions = 2 })
	open := s.codec.PackValidatePositionOpen(s.pool, protocol, capital(s.usdc, usdc(100)))
	s.does(s.owner, open)
	s.does(s.owner, open)
	s.refused(s.owner, s.cage, open, "PositionLimitReached")
	s.does(s.owner, s.codec.PackValidatePositionIncrease(big.NewInt(2), capital(s.usdc, usdc(50))))
	if got := s.snapshot(); got.Positions != 2 || got.Deployed != 250*money.One {
		t.Fatalf("%d positions at %s", got.Positions, got.Deployed)
	}
	s.does(s.owner, s.codec.PackRecordPositionClose(big.NewInt(2), new(big.Int), big.NewInt(1)))
	s.refused(s.owner, s.cage, s.codec.PackRecordPositionClose(big.NewInt(2), new(big.Int), big.NewInt(1)), "UnknownPosition")
	s.refused(s.owner, s.cage, s.codec.PackRecordPositionClose(big.NewInt(99), new(big.Int), big.NewInt(1)), "UnknownPosition")
	s.refused(s.owner, s.cage, s.codec.PackValidatePositionIncrease(big.NewInt(2), capital(s.usdc, usdc(1))), "UnknownPosition")
	s.refused(s.owner, s.cage, s.codec.PackValidatePositionOpen(s.router, protocol, capital(s.At("WBTC"), usdc(1))), "AssetNotApproved")
	s.refused(s.owner, s.cage, s.codec.PackValidatePositionOpen(s.stranger.Address, protocol, capital(s.usdc, usdc(1))), "ProtocolNotApproved")
	if got := s.snapshot(); got.Positions != 1 || got.Deployed != 100*money.One {
		t.Errorf("%d positions at %s", got.Positions, got.Deployed)
	}
}

// spec: safety §1.4 S-7, §7.3
func TestAHaltStopsOpeningsAndNeverWithdrawals(t *testing.T) {
	s := alone(t, nil)
	s.does(s.owner, s.codec.PackValidatePositionOpen(s.pool, protocol, capital(s.usdc, usdc(100))))
	s.does(s.owner, s.codec.PackEmergencyHalt())
	s.refused(s.owner, s.cage, s.codec.PackValidateTrade(s.usdc, s.weth, usdc(1)), "Halted")
	s.refused(s.owner, s.cage, s.codec.PackValidatePositionOpen(s.pool, protocol, capital(s.usdc, usdc(1))), "Halted")
	s.refused(s.owner, s.cage, s.codec.PackValidatePositionIncrease(big.NewInt(1), capital(s.usdc, usdc(1))), "Halted")
	// Also without a budget, without a price and after the asset was taken off the list.
	s.does(s.owner, s.codec.PackSetSpendingCaps(usdc(100), usdc(1_000)))
	s.does(s.owner, s.codec.PackWhitelistAsset(s.weth, false))
	s.Own(s.At("ETHFeed"), nil, bind.NewPriceFeed().PackSetAnswer(new(big.Int)))
	s.does(s.owner, s.codec.PackValidateTrade(s.weth, s.usdc, milli(1_000_000)))
	s.does(s.owner, s.codec.PackRecordPositionClose(big.NewInt(1), new(big.Int), big.NewInt(1)))
	s.does(s.owner, s.codec.PackValidateWithdrawal(s.weth, milli(5), s.owner.Address))
	s.refused(s.owner, s.cage, s.codec.PackValidateWithdrawal(s.weth, milli(5), s.golem.Address), "DestinationNotAllowed")
	s.does(s.owner, s.codec.PackResume())
	s.does(s.owner, s.codec.PackValidatePositionOpen(s.pool, protocol, capital(s.usdc, usdc(1))))
}

// spec: safety §1.4 S-10
func TestAPriceThatIsMissingStaleOrAbsurdOpensNothing(t *testing.T) {
	s := alone(t, nil)
	trade := s.codec.PackValidateTrade(s.weth, s.At("WBTC"), milli(1))
	s.does(s.owner, s.codec.PackWhitelistAsset(s.At("WBTC"), true))
	s.does(s.owner, s.codec.PackWhitelistAsset(s.At("DAI"), true)) // no feed
	s.wait(3600)
	for _, id := range s.pending() {
		s.does(s.owner, s.codec.PackApplyChange(id))
	}
	feed := bind.NewPriceFeed()
	for _, answer := range []*big.Int{new(big.Int), big.NewInt(-1), new(big.Int).Lsh(big.NewInt(1), 96)} {
		s.Own(s.At("ETHFeed"), nil, feed.PackSetAnswer(answer))
		s.refused(s.owner, s.cage, trade, "NoPrice")
	}
	s.Own(s.At("ETHFeed"), nil, feed.PackSetAnswer(big.NewInt(2_000e8)))
	s.does(s.owner, trade)
	s.refused(s.owner, s.cage, s.codec.PackValidateTrade(s.At("DAI"), s.weth, milli(1)), "NoPrice")
	huge := new(big.Int).Lsh(big.NewInt(1), 128)
	s.refused(s.owner, s.cage, s.codec.PackValidateTrade(s.weth, s.At("WBTC"), huge), "AmountOutOfRange")
	most := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 256), big.NewInt(1))
	s.refused(s.owner, s.cage, s.codec.PackValidateTrade(s.weth, s.At("WBTC"), most), "AmountOutOfRange")
}

func TestAnAnswerOlderThanItsAgeIsNoPrice(t *testing.T) {
	s := alone(t, nil)
	now := s.Chain().Chain.Head().Time + 100
	frozen := s.Deploy(answers(2_000e8, now))
	oracle := s.create(policycage.OracleCreation([]policycage.Feed{{Token: s.weth, Feed: frozen, MaxAge: 60}}, common.Address{}))
	ask := bind.NewCageOracle().PackCost(s.weth, milli(1))
	for _, c := range []struct {
		at   uint64
		want policycage.Kind
	}{{now - 2, "StalePrice"}, {now, ""}, {now + 60, ""}, {now + 61, "StalePrice"}} {
		s.at(c.at)
		s.Mine()
		if got := s.Chain().Chain.Head().Time; got != c.at {
			t.Fatalf("the block is of %d, not %d", got, c.at)
		}
		s.kind(s.tries(s.golem.Address, oracle, ask), c.want)
	}
}

// answers is the runtime code of a feed with 8 decimals that gave one answer at a time.
// It answers decimals() with its first word, too: 8 is the round.
func answers(price, at uint64) []byte {
	var code []byte
	for i, v := range []uint64{8, price, at, at, 8} {
		word := common.BigToHash(new(big.Int).SetUint64(v))
		code = append(append(code, 0x7f), word[:]...)
		code = append(code, 0x60, byte(32*i), 0x52)
	}
	return append(code, 0x60, 160, 0x5f, 0xf3)
}

// spec: safety §7.2 (owner), §7.3
func TestEachFunctionHasItsOneCaller(t *testing.T) {
	s := raise(t, nil)
	movers := [][]byte{
		s.codec.PackValidateTrade(s.usdc, s.weth, usdc(1)), s.codec.PackValidatePositionOpen(s.pool, protocol, capital(s.usdc, usdc(1))),
		s.codec.PackValidatePositionIncrease(big.NewInt(1), capital(s.usdc, usdc(1))),
		s.codec.PackRecordPositionClose(big.NewInt(1), new(big.Int), big.NewInt(1)), s.codec.PackSettleMove(usdc(1), new(big.Int), true),
		s.codec.PackRecordPositionRest(big.NewInt(1), new(big.Int)),
	}
	// With an enforcer not even the account may fill its own budget.
	for _, call := range movers {
		for _, p := range []*evmtest.Party{s.stranger, s.owner, s.golem} {
			s.refused(p, s.cage, call, "NotMover")
		}
	}
	if err := s.tries(s.enforcer, s.cage, movers[0]); err != nil {
		t.Error(err)
	}
	for _, call := range s.owners() {
		for _, p := range []*evmtest.Party{s.stranger, s.golem} {
			s.refused(p, s.cage, call, "NotOwner")
		}
		s.kind(s.tries(s.enforcer, s.cage, call), "NotOwner")
	}
	// Once the owner takes the enforcer away, its word is worth nothing.
	s.does(s.owner, s.codec.PackSetEnforcer(common.Address{}))
	s.kind(s.tries(s.enforcer, s.cage, movers[0]), "NotMover")
	s.kind(s.tries(common.Address{}, s.cage, movers[0]), "NotMover")
	s.refused(s.golem, s.cage, movers[0], "NotMover")
	s.does(s.owner, movers[0])
}

// owners are all calls that only an owner may make.
func (s *stage) owners() [][]byte {
	return [][]byte{
		s.codec.PackWhitelistAsset(s.At("WBTC"), true), s.codec.PackSetProtocol(s.pool, false), s.codec.PackSetReader(s.router, common.Address{}, 0), s.codec.PackSetSelector(s.router, [4]byte{1}, true),
		s.codec.PackSetCap(0, s.weth, big.NewInt(1)),
		s.codec.PackSetSpendingCaps(usdc(100), usdc(1_000)), s.codec.PackSetDrawdownThreshold(big.NewInt(500)),
		s.codec.PackSetMaxPositions(big.NewInt(1)), s.codec.PackSetLimit(0, big.NewInt(1)), s.codec.PackSetEnforcer(s.golem.Address),
		s.codec.PackSetPriceOracle(s.golem.Address), s.codec.PackSetSanctionsOracle(s.golem.Address), s.codec.PackBeginSession(),
		s.codec.PackReleasePosition(big.NewInt(1)), s.codec.PackEmergencyHalt(), s.codec.PackResume(),
		s.codec.PackApplyChange([32]byte{1}), s.codec.PackCancelChange([32]byte{1}),
	}
}

// spec: safety §7.2 (sanctions, fail closed)
func TestASanctionsOracleThatDoesNotAnswerRefuses(t *testing.T) {
	s := alone(t, nil)
	check := s.codec.PackCheckSanctions(s.stranger.Address)
	for i, o := range []struct {
		code []byte
		want policycage.Kind
	}{{[]byte{0x60, 1, 0x5f, 0x52, 0x60, 32, 0x5f, 0xf3}, "SanctionedAddress"}, {[]byte{0x60, 32, 0x5f, 0xf3}, ""}, {evmtest.Reverter(), "silent"}} {
		oracle := s.Deploy(o.code)
		s.does(s.owner, s.codec.PackSetSanctionsOracle(oracle))
		if i > 0 { // another one than there was
			s.wait(48 * 3600)
			s.apply("sanctions oracle")
		}
		if s.snapshot().SanctionsOracle != oracle {
			t.Fatal("the oracle was not set")
		}
		switch err := s.tries(s.golem.Address, s.cage, check); {
		case o.want == "silent" && err == nil:
			t.Error("an oracle that reverts let it pass")
		case o.want == "" && err != nil:
			t.Error(err)
		case o.want == "SanctionedAddress":
			s.kind(err, o.want)
		}
	}
}

// spec: safety §7.2 (high_water_mark: only by a signed EIP-712 message)
func TestAHighWaterMarkNeedsTheOwnersSignatureOnce(t *testing.T) {
	s := alone(t, nil)
	sign := func(p *evmtest.Party, value *big.Int, nonce int64) []byte {
		word := func(b []byte) []byte { return common.LeftPadBytes(b, 32) }
		domain := crypto.Keccak256(
			crypto.Keccak256([]byte("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)")),
			crypto.Keccak256([]byte("PolicyCage")), crypto.Keccak256([]byte("1")), word(big.NewInt(evmtest.ChainID).Bytes()), word(s.cage[:]))
		message := crypto.Keccak256(crypto.Keccak256([]byte("HighWaterMark(uint256 value,uint256 nonce)")), word(value.Bytes()), word(big.NewInt(nonce).Bytes()))
		return p.Sign(crypto.Keccak256([]byte{0x19, 1}, domain, message))
	}
	more := usdc(2_000_000)
	s.refused(s.golem, s.cage, s.codec.PackSetHighWaterMark(more, sign(s.golem, more, 0)), "BadSignature")
	s.refused(s.golem, s.cage, s.codec.PackSetHighWaterMark(usdc(3), sign(s.owner, more, 0)), "BadSignature")
	s.refused(s.golem, s.cage, s.codec.PackSetHighWaterMark(more, nil), "BadSignature")
	s.does(s.golem, s.codec.PackSetHighWaterMark(more, sign(s.owner, more, 0)))
	s.refused(s.golem, s.cage, s.codec.PackSetHighWaterMark(more, sign(s.owner, more, 0)), "BadSignature")
	// A lower mark lets a deeper fall pass, so it waits a day.
	less := usdc(500_000)
	s.does(s.golem, s.codec.PackSetHighWaterMark(less, sign(s.owner, less, 1)))
	if got := s.snapshot(); got.HighWaterMark != 2_000_000*money.One || got.MarkNonce != 2 {
		t.Errorf("the mark is %s", got.HighWaterMark)
	}
	// An owner whose account has code answers by it (ERC-1271).
	s.owner.Become(s.At("EIP7702StatelessDeleGator"))
	most := usdc(3_000_000)
	s.does(s.golem, s.codec.PackSetHighWaterMark(most, sign(s.owner, most, 2)))
	if got := s.snapshot(); got.HighWaterMark != 3_000_000*money.One {
		t.Errorf("the mark is %s", got.HighWaterMark)
	}
}

// spec: safety §1.4 S-10: an outage of the rollup, and the hour behind it, have no price.
func TestARollupWhoseSequencerIsDownOrNewHasNoPrice(t *testing.T) {
	s := alone(t, nil)
	feed := bind.NewPriceFeed()
	uptime := s.At("SequencerFeed")
	oracle := s.create(policycage.OracleCreation([]policycage.Feed{{Token: s.weth, Feed: s.At("ETHFeed"), MaxAge: 60}}, uptime))
	ask := bind.NewCageOracle().PackCost(s.weth, milli(1))
	if err := s.tries(s.golem.Address, oracle, ask); err != nil {
		t.Fatalf("a sequencer that is up for long has no price: %v", err)
	}
	now := s.Chain().Chain.Head().Time
	s.Own(uptime, nil, feed.PackSetAnswer(big.NewInt(1)))
	s.kind(s.tries(s.golem.Address, oracle, ask), "SequencerDown")
	s.Own(uptime, nil, feed.PackSetAnswer(new(big.Int)))
	for _, c := range []struct {
		since uint64
		want  policycage.Kind
	}{{now + 5_000, "SequencerDown"}, {0, "SequencerDown"}, {now - 1_000, "SequencerDown"}, {1, ""}} {
		s.Own(uptime, nil, feed.PackFreeze(c.since))
		s.kind(s.tries(s.golem.Address, oracle, ask), c.want)
	}
	up := s.Chain().Chain.Head().Time + 100
	s.Own(uptime, nil, feed.PackFreeze(up))
	for _, c := range []struct {
		after uint64
		want  policycage.Kind
	}{{3_600, "SequencerDown"}, {3_601, ""}} {
		s.at(up + c.after)
		s.Mine()
		s.kind(s.tries(s.golem.Address, oracle, ask), c.want)
		if got := s.Chain().Chain.Head().Time; got != up+c.after {
			t.Errorf("the block is of %d s up, not %d", got-up, c.after)
		}
	}
}

// A feed of the kit that its owner froze is as stale as one that nobody updates.
func TestAFrozenFeedOfTheKitGoesStale(t *testing.T) {
	s := alone(t, nil)
	oracle := s.create(policycage.OracleCreation([]policycage.Feed{{Token: s.weth, Feed: s.At("ETHFeed"), MaxAge: 1_200}}, common.Address{}))
	ask := bind.NewCageOracle().PackCost(s.weth, milli(1))
	s.Own(s.At("ETHFeed"), nil, bind.NewPriceFeed().PackFreeze(s.Chain().Chain.Head().Time))
	check(t, s.tries(s.golem.Address, oracle, ask))
	s.wait(1_201)
	s.kind(s.tries(s.golem.Address, oracle, ask), "StalePrice")
	s.Own(s.At("ETHFeed"), nil, bind.NewPriceFeed().PackFreeze(0))
	check(t, s.tries(s.golem.Address, oracle, ask))
}
