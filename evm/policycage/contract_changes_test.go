package policycage_test

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/internal/money"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
)

// tale is what events tell, one word each: Name(value,value).
func (l *lab) tale(logs []*types.Log) (out []string) {
	l.t.Helper()
	parsed, err := bind.PolicyCageMetaData.ParseABI()
	check(l.t, err)
	for _, log := range logs {
		e, err := parsed.EventByID(log.Topics[0])
		check(l.t, err)
		values := map[string]any{}
		var indexed abi.Arguments
		for _, in := range e.Inputs {
			if in.Indexed {
				indexed = append(indexed, in)
			}
		}
		check(l.t, abi.ParseTopicsIntoMap(values, indexed, log.Topics[1:]))
		if len(log.Data) > 0 {
			check(l.t, parsed.UnpackIntoMap(values, e.Name, log.Data))
		}
		var words []string
		for _, in := range e.Inputs {
			words = append(words, spelled(values[in.Name]))
		}
		out = append(out, e.Name+"("+strings.Join(words, ",")+")")
	}
	return out
}

func spelled(v any) string {
	switch v := v.(type) {
	case [32]byte:
		return common.Hash(v).Hex()
	case [4]byte:
		return fmt.Sprintf("%x", v)
	}
	return fmt.Sprint(v)
}

// applies has the owner apply the one change that waits.
func (l *lab) applies() []*types.Log {
	l.t.Helper()
	var id common.Hash
	for _, log := range l.state.Logs() {
		if e, err := l.codec.UnpackChangeScheduledEvent(log); err == nil {
			id = e.Id
		}
	}
	return l.does(principal, l.cage, l.codec.PackApplyChange(id))
}

// waits is the change that waits under an id.
func (l *lab) waits(id common.Hash) bind.PolicyCageChangesOutput {
	l.t.Helper()
	c, err := l.codec.UnpackChanges(l.must(nobody, l.cage, l.codec.PackChanges(id)))
	check(l.t, err)
	return c
}

func (l *lab) waitingFor(slot common.Hash) common.Hash {
	l.t.Helper()
	id, err := l.codec.UnpackWaiting(l.must(nobody, l.cage, l.codec.PackWaiting(slot)))
	check(l.t, err)
	return id
}

// word is an owner's word: what it changes, to which value, and what is told once it holds.
type ownersWord struct {
	call    []byte
	kind    int
	subject common.Hash
	value   *big.Int
	delay   uint64
	told    string
}

func subjectOf(at common.Address) common.Hash { return common.BytesToHash(at[:]) }

// bound is a reader and its deeds in one word.
func bound(reader common.Address, deeds int64) *big.Int {
	return new(big.Int).Add(reader.Big(), new(big.Int).Lsh(big.NewInt(deeds), 160))
}

func limitOf(i int64) common.Hash { return common.BigToHash(big.NewInt(i)) }

// A program that watches a cage for its owner sees every word of his: what waits, under which
// name, until which second; and what holds, from when on.
func TestEveryWordOfTheOwnerIsTold(t *testing.T) {
	const hour, day = 3_600, 86_400
	codec, one, zero := bind.NewPolicyCage(), big.NewInt(1), new(big.Int)
	oracle, method := common.Address{0: 7}, [4]byte{1, 2, 3, 4}
	n, v3 := big.NewInt, reads("UniswapV3")
	for name, c := range map[string]ownersWord{
		"an asset":                  {codec.PackWhitelistAsset(coins[2], true), kindAsset, subjectOf(coins[2]), one, hour, fmt.Sprintf("AssetWhitelisted(%s,true)", coins[2])},
		"an asset that is listed":   {codec.PackWhitelistAsset(coins[1], true), kindAsset, subjectOf(coins[1]), one, 0, fmt.Sprintf("AssetWhitelisted(%s,true)", coins[1])},
		"an asset less":             {codec.PackWhitelistAsset(coins[1], false), kindAsset, subjectOf(coins[1]), zero, 0, fmt.Sprintf("AssetWhitelisted(%s,false)", coins[1])},
		"an unlisted asset less":    {codec.PackWhitelistAsset(coins[3], false), kindAsset, subjectOf(coins[3]), zero, 0, fmt.Sprintf("AssetWhitelisted(%s,false)", coins[3])},
		"an unlisted place less":    {codec.PackSetProtocol(nobody, false), kindProtocol, subjectOf(nobody), zero, 0, fmt.Sprintf("ProtocolUpdated(%s,false)", nobody)},
		"a protocol":                {codec.PackSetProtocol(nobody, true), kindProtocol, subjectOf(nobody), one, day, fmt.Sprintf("ProtocolUpdated(%s,true)", nobody)},
		"a protocol that is listed": {codec.PackSetProtocol(router, true), kindProtocol, subjectOf(router), one, 0, fmt.Sprintf("ProtocolUpdated(%s,true)", router)},
		"a protocol less":           {codec.PackSetProtocol(router, false), kindProtocol, subjectOf(router), zero, 0, fmt.Sprintf("ProtocolUpdated(%s,false)", router)},
		"a function":                {codec.PackSetSelector(router, method, true), kindSelector, pair(router, method), one, day, fmt.Sprintf("SelectorUpdated(%s,01020304,true)", router)},
		"a function that is listed": {codec.PackSetSelector(router, swapMethod(), true), kindSelector, pair(router, swapMethod()), one, 0, fmt.Sprintf("SelectorUpdated(%s,%x,true)", router, swapMethod())},
		"a function less":           {codec.PackSetSelector(router, method, false), kindSelector, pair(router, method), zero, 0, fmt.Sprintf("SelectorUpdated(%s,01020304,false)", router)},
		"a reader":                  {codec.PackSetReader(nobody, guard, 2), kindReader, subjectOf(nobody), bound(guard, 2), day, fmt.Sprintf("ReaderUpdated(%s,%s,2)", nobody, guard)},
		"another reader":            {codec.PackSetReader(router, guard, 2), kindReader, subjectOf(router), bound(guard, 2), day, fmt.Sprintf("ReaderUpdated(%s,%s,2)", router, guard)},
		"the same reader":           {codec.PackSetReader(npm, v3, 236), kindReader, subjectOf(npm), bound(v3, 236), 0, fmt.Sprintf("ReaderUpdated(%s,%s,236)", npm, v3)},
		"fewer deeds":               {codec.PackSetReader(npm, v3, 232), kindReader, subjectOf(npm), bound(v3, 232), 0, fmt.Sprintf("ReaderUpdated(%s,%s,232)", npm, v3)},
		"more deeds":                {codec.PackSetReader(npm, v3, 238), kindReader, subjectOf(npm), bound(v3, 238), day, fmt.Sprintf("ReaderUpdated(%s,%s,238)", npm, v3)},
		"others":                    {codec.PackSetReader(router, v3, 4), kindReader, subjectOf(router), bound(v3, 4), day, fmt.Sprintf("ReaderUpdated(%s,%s,4)", router, v3)},
		"a reader less":             {codec.PackSetReader(router, common.Address{}, 2), kindReader, subjectOf(router), zero, 0, fmt.Sprintf("ReaderUpdated(%s,%s,0)", router, common.Address{})},
		"a larger transaction":      {codec.PackSetLimit(perTransaction, n(1e12)), kindLimit, limitOf(perTransaction), n(1e12), 0, "SpendingCapUpdated(1000000000000,10000000000000)"},
		"a smaller transaction":     {codec.PackSetLimit(perTransaction, n(2e8)), kindLimit, limitOf(perTransaction), n(2e8), 0, "SpendingCapUpdated(200000000,10000000000000)"},
		"a smaller day":             {codec.PackSetLimit(perDay, n(3e9)), kindLimit, limitOf(perDay), n(3e9), 0, "SpendingCapUpdated(1000000000000,3000000000)"},
		"a deeper drawdown":         {codec.PackSetDrawdownThreshold(n(1_301)), kindLimit, limitOf(drawdown), n(1_301), day, "DrawdownThresholdUpdated(1301)"},
		"the same drawdown":         {codec.PackSetDrawdownThreshold(n(1_300)), kindLimit, limitOf(drawdown), n(1_300), 0, "DrawdownThresholdUpdated(1300)"},
		"more positions":            {codec.PackSetMaxPositions(n(4)), kindLimit, limitOf(positions), n(4), hour, "PositionLimitUpdated(4)"},
		"fewer positions":           {codec.PackSetMaxPositions(n(2)), kindLimit, limitOf(positions), n(2), 0, "PositionLimitUpdated(2)"},
		"a cap":                     {codec.PackSetCap(1, pool, n(300)), kindCap, capKey(1, pool), n(300), 0, fmt.Sprintf("CapUpdated(1,%s,300)", pool)},
		"a cap that is none":        {codec.PackSetCap(2, pool, n(10_000)), kindCap, capKey(2, pool), n(10_000), 0, fmt.Sprintf("CapUpdated(2,%s,10000)", pool)},
		"a higher cap":              {codec.PackSetCap(0, coins[1], n(9_001)), kindCap, capKey(0, coins[1]), n(9_001), hour, fmt.Sprintf("CapUpdated(0,%s,9001)", coins[1])},
		"a lower cap":               {codec.PackSetCap(0, coins[1], n(8_999)), kindCap, capKey(0, coins[1]), n(8_999), 0, fmt.Sprintf("CapUpdated(0,%s,8999)", coins[1])},
		"no cap any more":           {codec.PackSetCap(0, coins[1], n(10_000)), kindCap, capKey(0, coins[1]), n(10_000), hour, fmt.Sprintf("CapUpdated(0,%s,10000)", coins[1])},
		"smaller positions":         {codec.PackSetLimit(0, n(9_999)), kindLimit, limitOf(0), n(9_999), 0, "LimitUpdated(0,9999)"},
		"more loss of a move":       {codec.PackSetLimit(moveLoss, n(201)), kindLimit, limitOf(moveLoss), n(201), day, "LimitUpdated(5,201)"},
		"more loss of an exit":      {codec.PackSetLimit(exitLoss, n(101)), kindLimit, limitOf(exitLoss), n(101), day, "LimitUpdated(8,101)"},
		"more loss of a day":        {codec.PackSetLimit(dayLoss, n(2_000e6+1)), kindLimit, limitOf(dayLoss), n(2_000e6 + 1), day, "LimitUpdated(6,2000000001)"},
		"more loss of a session":    {codec.PackSetLimit(sessionLoss, n(10_000e6+1)), kindLimit, limitOf(sessionLoss), n(10_000e6 + 1), day, "LimitUpdated(7,10000000001)"},
		"more assets":               {codec.PackSetLimit(assetCount, n(4)), kindLimit, limitOf(assetCount), n(4), hour, "LimitUpdated(10,4)"},
		"less collateral":           {codec.PackSetLimit(collateral, n(12_499)), kindLimit, limitOf(collateral), n(12_499), day, "LimitUpdated(11,12499)"},
		"the same collateral":       {codec.PackSetLimit(collateral, n(12_500)), kindLimit, limitOf(collateral), n(12_500), 0, "LimitUpdated(11,12500)"},
		"a later emergency":         {codec.PackSetLimit(emergency, n(2_001)), kindLimit, limitOf(emergency), n(2_001), day, "LimitUpdated(12,2001)"},
		"a larger session":          {codec.PackSetLimit(13, n(50_000e6+1)), kindLimit, limitOf(13), n(50_000e6 + 1), hour, "LimitUpdated(13,50000000001)"},
		"another enforcer":          {codec.PackSetEnforcer(nobody), kindEnforcer, common.Hash{}, nobody.Big(), day, fmt.Sprintf("RoleUpdated(4,%s)", nobody)},
		"the same enforcer":         {codec.PackSetEnforcer(guard), kindEnforcer, common.Hash{}, guard.Big(), 0, fmt.Sprintf("RoleUpdated(4,%s)", guard)},
		"no enforcer":               {codec.PackSetEnforcer(common.Address{}), kindEnforcer, common.Hash{}, zero, 0, fmt.Sprintf("RoleUpdated(4,%s)", common.Address{})},
		"another price oracle":      {codec.PackSetPriceOracle(oracle), kindPriceOracle, common.Hash{}, oracle.Big(), day, fmt.Sprintf("RoleUpdated(5,%s)", oracle)},
		"another list of sanctions": {codec.PackSetSanctionsOracle(oracle), kindSanctions, common.Hash{}, oracle.Big(), 2 * day, fmt.Sprintf("RoleUpdated(6,%s)", oracle)},
		"no list of sanctions":      {codec.PackSetSanctionsOracle(common.Address{}), kindSanctions, common.Hash{}, zero, 2 * day, fmt.Sprintf("RoleUpdated(6,%s)", common.Address{})},
		"the same list":             {codec.PackSetSanctionsOracle(nobody), kindSanctions, common.Hash{}, nobody.Big(), 0, fmt.Sprintf("RoleUpdated(6,%s)", nobody)},
		"a session":                 {codec.PackBeginSession(), kindSession, common.Hash{}, zero, hour, "SessionBegun()"},
		"a position released":       {codec.PackReleasePosition(n(1)), kindPosition, limitOf(1), zero, hour, "PositionClosed(1,5000000)"},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLab(t, func(c *policycage.Config) {
				c.SanctionsOracle, c.Caps = nobody, []policycage.Cap{{Of: policycage.OfAsset, Subject: coins[1], Share: 9_000}}
			})
			l.must(guard, l.cage, codec.PackValidatePositionOpen(pool, protocol, capital(coins[0], n(5e6))))
			l.follows(c)
		})
	}
}

// swapMethod is the function of a swap.
func swapMethod() [4]byte { return [4]byte(swaps(coins[0], coins[1], 1, vault).CallData[:4]) }

// follows holds what the owner said to what is told of it.
func (l *lab) follows(c ownersWord) {
	l.t.Helper()
	slot := slotOf(c.kind, c.subject)
	id := crypto.Keccak256Hash(slot[:], word(c.value), word(big.NewInt(1)))
	said := l.tale(l.does(principal, l.cage, c.call))
	want := []string{c.told, "ChangeApplied(" + id.Hex() + ")"}
	defer l.became(c)
	if c.delay == 0 {
		if !slices.Equal(said, want) || l.snapshot().Version != 2 {
			l.t.Errorf("it said %q, version %d; want %q", said, l.snapshot().Version, want)
		}
		return
	}
	eta := l.now + c.delay
	if got := (bind.PolicyCageChangesOutput{Slot: slot, Subject: c.subject, Value: c.value, Eta: eta, Kind: uint8(c.kind)}); !sameChange(l.waits(id), got) || l.waitingFor(slot) != id {
		l.t.Errorf("%+v waits, want %+v", l.waits(id), got)
	}
	if !slices.Equal(said, []string{fmt.Sprintf("ChangeScheduled(%s,%d)", id.Hex(), eta)}) || l.snapshot().Version != 1 {
		l.t.Errorf("it said %q, version %d", said, l.snapshot().Version)
	}
	l.now = eta - 1
	l.stops("a second early", l.asks(principal, l.cage, l.codec.PackApplyChange(id)), "ChangeNotDue", int64(eta))
	l.now = eta
	want = append([]string{"ChangeCancelled(" + id.Hex() + ")"}, want...)
	if said = l.tale(l.applies()); !slices.Equal(said, want) || l.snapshot().Version != 2 {
		l.t.Errorf("then it said %q, version %d; want %q", said, l.snapshot().Version, want)
	}
	if !sameChange(l.waits(id), bind.PolicyCageChangesOutput{Value: new(big.Int)}) || l.waitingFor(slot) != (common.Hash{}) {
		l.t.Errorf("%+v still waits", l.waits(id))
	}
	l.stops("again", l.asks(principal, l.cage, l.codec.PackApplyChange(id)), "UnknownChange")
	l.stops("cancelled then", l.asks(principal, l.cage, l.codec.PackCancelChange(id)), "UnknownChange")
}

// became wants what was said to hold.
func (l *lab) became(c ownersWord) {
	l.t.Helper()
	s, at := l.snapshot().Setup, common.BytesToAddress(c.subject[:])
	roles := map[int]common.Address{kindEnforcer: s.Enforcer, kindPriceOracle: s.PriceOracle, kindSanctions: s.SanctionsOracle}
	role, isRole := roles[c.kind]
	yes := c.value.Sign() > 0
	if c.kind == kindReader {
		got, err := l.codec.UnpackReaderOf(l.must(nobody, l.cage, l.codec.PackReaderOf(at)))
		want := bind.CageBinding{Target: at, Reader: got.Reader, Deeds: got.Deeds}
		if err != nil || bound(got.Reader, int64(got.Deeds)).Cmp(c.value) != 0 || slices.Contains(s.Readers, want) != yes {
			l.t.Errorf("it is bound to %+v, %v; listed are %v", got, err, s.Readers)
		}
		return
	}
	if c.kind == kindCap {
		share := uint64(10_000)
		for _, x := range s.Caps {
			if capKey(x.Kind, x.Subject) == c.subject {
				share = uint64(x.Share)
			}
		}
		if share != c.value.Uint64() {
			l.t.Errorf("the cap is %d, want %s", share, c.value)
		}
		return
	}
	switch {
	case isRole && role != common.BigToAddress(c.value), c.kind == kindLimit && new(big.Int).SetUint64(s.Limits[c.subject.Big().Int64()]).Cmp(c.value) != 0,
		c.kind == kindAsset && slices.Contains(s.Assets, at) != yes, c.kind == kindProtocol && slices.Contains(s.Protocols, at) != yes,
		c.kind == kindPosition && l.open() != 0:
		l.t.Errorf("it does not hold: %+v", s)
	}
}

func sameChange(a, b bind.PolicyCageChangesOutput) bool {
	same := a.Value.Cmp(b.Value) == 0
	a.Value, b.Value = nil, nil
	return same && a == b
}

// A second word about the same ends the first, a cancelled one never holds, and a halt is
// told with who ordered it.
func TestASecondWordEndsTheFirst(t *testing.T) {
	l := newLab(t, nil)
	id := func(value, count int64) common.Hash {
		slot := slotOf(kindLimit, limitOf(positions))
		return crypto.Keccak256Hash(slot[:], word(big.NewInt(value)), word(big.NewInt(count)))
	}
	do := func(data []byte, want ...string) {
		l.t.Helper()
		if said := l.tale(l.does(principal, l.cage, data)); !slices.Equal(said, want) {
			t.Errorf("it said %q, want %q", said, want)
		}
	}
	eta := l.now + 3_600
	do(l.codec.PackSetMaxPositions(big.NewInt(5)), fmt.Sprintf("ChangeScheduled(%s,%d)", id(5, 1).Hex(), eta))
	do(l.codec.PackSetMaxPositions(big.NewInt(6)), "ChangeCancelled("+id(5, 1).Hex()+")", fmt.Sprintf("ChangeScheduled(%s,%d)", id(6, 2).Hex(), eta))
	do(l.codec.PackSetMaxPositions(big.NewInt(2)), "ChangeCancelled("+id(6, 2).Hex()+")", "PositionLimitUpdated(2)", "ChangeApplied("+id(2, 3).Hex()+")")
	do(l.codec.PackSetMaxPositions(big.NewInt(5)), fmt.Sprintf("ChangeScheduled(%s,%d)", id(5, 4).Hex(), eta))
	do(l.codec.PackCancelChange(id(5, 4)), "ChangeCancelled("+id(5, 4).Hex()+")")
	if !sameChange(l.waits(id(5, 4)), bind.PolicyCageChangesOutput{Value: new(big.Int)}) || l.number(l.codec.PackLimit(positions)) != 2 {
		t.Errorf("%+v waits, %d positions are allowed", l.waits(id(5, 4)), l.number(l.codec.PackLimit(positions)))
	}
	version := l.snapshot().Version
	do(l.codec.PackEmergencyHalt(), fmt.Sprintf("EmergencyHalt(%s,%d)", principal, l.now))
	if s := l.snapshot(); !s.Halted || s.Version != version+1 || l.number(l.codec.PackIsHalted()) != 1 {
		t.Errorf("halted %v, version %d", s.Halted, s.Version)
	}
	do(l.codec.PackResume(), fmt.Sprintf("Resumed(%s)", principal))
	if s := l.snapshot(); s.Halted || s.Version != version+2 || l.number(l.codec.PackIsHalted()) != 0 {
		t.Errorf("halted %v, version %d", s.Halted, s.Version)
	}
	// The prices that there are need no word, and so hold at once.
	if said := l.tale(l.does(principal, l.cage, l.codec.PackSetPriceOracle(l.snapshot().Setup.PriceOracle))); len(said) != 2 || !strings.HasPrefix(said[0], "RoleUpdated(5,") {
		t.Errorf("the same prices say %q", said)
	}
	// A list that is full takes what is on it, and takes off what is not.
	full := newLab(t, func(c *policycage.Config) { c.Assets = coins[:3] })
	full.passes("one that is listed", full.asks(principal, full.cage, full.codec.PackWhitelistAsset(coins[1], true)))
	full.passes("one less that is not", full.asks(principal, full.cage, full.codec.PackWhitelistAsset(coins[3], false)))
	full.stops("a fourth", full.asks(principal, full.cage, full.codec.PackWhitelistAsset(coins[3], true)), "OutOfRange", 1)
	// What was allowed for an asset list of three does not hold once there are three others.
	l = newLab(t, nil)
	l.must(principal, l.cage, l.codec.PackWhitelistAsset(coins[2], true))
	first := l.state.Logs()[len(l.state.Logs())-1].Topics[1]
	l.must(principal, l.cage, l.codec.PackWhitelistAsset(coins[3], true))
	l.now += 3_600
	l.applies()
	l.stops("a fourth asset", l.asks(principal, l.cage, l.codec.PackApplyChange(first)), "OutOfRange")
}

// Each limit has a least and a most; both are taken, and the next number is not.
func TestALimitIsTakenAtBothEnds(t *testing.T) {
	least := [14]int64{1, 500, 100e6, 1_000e6, 500, 1, 1e6, 1e6, 1, 1, 2, 10_500, 500, 1_000e6} // two assets are listed
	most := [14]int64{10_000, 10_000, 1_000_000e6, 10_000_000e6, 5_000, 5_000, 10_000_000e6, 10_000_000e6, 5_000, 1_000, 50, 1_000_000, 5_000, 10_000_000e6}
	l := newLab(t, nil)
	for i := range least {
		for value, good := range map[int64]bool{least[i] - 1: false, least[i]: true, most[i]: true, most[i] + 1: false} {
			v := l.asks(principal, l.cage, l.codec.PackSetLimit(uint8(i), big.NewInt(value))) //nolint:gosec // of fourteen
			if good {
				l.passes(fmt.Sprint("limit ", i, " of ", value), v)
			} else {
				l.stops(fmt.Sprint("limit ", i, " of ", value), v, "OutOfRange", value)
			}
		}
	}
	for name, c := range map[string]struct {
		call []byte
		want policycage.Kind
	}{
		"no cash":                   {l.codec.PackWhitelistAsset(coins[0], false), "OutOfRange"},
		"the same prices":           {l.codec.PackSetPriceOracle(l.snapshot().Setup.PriceOracle), ""},
		"cash again":                {l.codec.PackWhitelistAsset(coins[0], true), "OutOfRange"},
		"the asset of nobody":       {l.codec.PackWhitelistAsset(common.Address{}, true), "OutOfRange"},
		"a cap of nothing":          {l.codec.PackSetCap(0, coins[1], new(big.Int)), "OutOfRange"},
		"a cap of more than all":    {l.codec.PackSetCap(0, coins[1], big.NewInt(10_001)), "OutOfRange"},
		"a cap of all":              {l.codec.PackSetCap(0, coins[1], big.NewInt(10_000)), ""},
		"the least cap":             {l.codec.PackSetCap(2, coins[1], big.NewInt(1)), ""},
		"a reader of allowances":    {l.codec.PackSetReader(router, guard, 3), "OutOfRange"},
		"nobody who reads them":     {l.codec.PackSetReader(router, common.Address{}, 3), ""},
		"prices of nobody":          {l.codec.PackSetPriceOracle(common.Address{}), "OutOfRange"},
		"an owner that enforces":    {l.codec.PackSetEnforcer(principal), "OutOfRange"},
		"a position that is no one": {l.codec.PackReleasePosition(big.NewInt(9)), ""},
	} {
		l.judged(name, l.asks(principal, l.cage, c.call), c.want)
	}
}

// A list holds what was put there and not taken off, whichever was taken off first, and holds
// nothing twice.
func TestAListHoldsWhatWasPutThere(t *testing.T) {
	for first := range 5 {
		for second := range 5 {
			l := newLab(t, nil)
			all := l.snapshot().Setup
			put := func(i int, there bool) {
				l.must(principal, l.cage, l.codec.PackSetProtocol(all.Protocols[i], there))
				l.must(principal, l.cage, l.codec.PackSetSelector(all.Selectors[i].Target, all.Selectors[i].Selector, there))
			}
			put(first, false)
			put(second, false)
			l.holds(all, first, second)
			ids := []common.Hash{}
			begin := len(l.state.Logs())
			put(first, true)
			for _, log := range l.state.Logs()[begin:] {
				ids = append(ids, log.Topics[1])
			}
			l.now += 86_400
			for _, id := range ids {
				l.must(principal, l.cage, l.codec.PackApplyChange(id))
			}
			put(first, true) // which is there
			if first == second {
				second = -1
			}
			l.holds(all, second)
		}
	}
	l := newLab(t, func(c *policycage.Config) { c.Assets, c.Limits.Assets = coins[:], 4 })
	l.must(principal, l.cage, l.codec.PackWhitelistAsset(coins[1], false))
	if got := l.snapshot().Setup.Assets; len(got) != 3 || !slices.Contains(got, coins[0]) || !slices.Contains(got, coins[2]) || !slices.Contains(got, coins[3]) {
		t.Errorf("without coin 1 the assets are %v", got)
	}
}

// holds wants the lists to be as they were made, without some.
func (l *lab) holds(all bind.CageSetup, without ...int) {
	l.t.Helper()
	now, n := l.snapshot().Setup, 0
	for i, p := range all.Protocols {
		s := all.Selectors[i]
		there := !slices.Contains(without, i)
		if there {
			n++
		}
		if l.number(l.codec.PackIsApprovedProtocol(p)) == 1 != there || slices.Contains(now.Protocols, p) != there {
			l.t.Errorf("without %v protocol %d is there: %v", without, i, !there)
		}
		if l.number(l.codec.PackIsSelectorAllowed(s.Target, s.Selector)) == 1 != there || slices.Contains(now.Selectors, s) != there {
			l.t.Errorf("without %v function %d is there: %v", without, i, !there)
		}
	}
	if len(now.Protocols) != n || len(now.Selectors) != len(all.Selectors)-len(all.Protocols)+n {
		l.t.Errorf("without %v there are %d protocols and %d functions", without, len(now.Protocols), len(now.Selectors))
	}
}

// A cage is made of exactly what it says; and of what could not be changed to, none is made.
func TestACageIsMadeOfWhatItSays(t *testing.T) {
	c := worldly()
	c.SanctionsOracle, c.PriceOracle, c.Constitution, c.HighWaterMark = common.Address{0: 8}, common.Address{0: 9}, common.Hash{1, 2, 3}, 77*money.One
	c.Limits = policycage.Limits{
		Position: 1, Concentration: 501, PerTransaction: 102e6, PerDay: 1_003e6, Drawdown: 504, MoveLoss: 105, DayLoss: 106e6, SessionLoss: 107e6, ExitLoss: 8,
		Positions: 9, Assets: 10, Collateral: 10_511, EmergencyDrawdown: 512, PerSession: 1_013e6, DrawdownWindow: 14, MinRebalanceInterval: 15, MaxRebalances: 16,
	}
	c.Selectors = []policycage.Selector{{Target: places[0], Method: [4]byte{1, 2, 3, 4}}, {Target: places[1], Method: [4]byte{0xff, 0xfe, 0xfd, 0xfc}}}
	c.Readers = []policycage.Binding{{Target: places[1], Reader: guard, Deeds: policycage.Lends}, {Target: places[0], Reader: nobody, Deeds: policycage.Swaps}}
	c.Caps = []policycage.Cap{{Of: policycage.OfProtocol, Subject: nobody, Share: 17}, {Of: policycage.OfAsset, Subject: coins[1], Share: 18}, {Of: policycage.OfMarket, Subject: places[1], Share: 9_999}}
	l := newLab(t, nil)
	made := func(edit func(*bind.CageSetup)) []byte {
		setup, err := c.Setup()
		check(t, err)
		if edit != nil {
			edit(&setup)
		}
		parsed, err := bind.PolicyCageMetaData.ParseABI()
		check(t, err)
		args, err := parsed.Pack("", setup)
		check(t, err)
		whole, err := policycage.Creation(c)
		check(t, err)
		plain, err := parsed.Pack("", must(c.Setup()))
		check(t, err)
		return append(whole[:len(whole)-len(plain):len(whole)-len(plain)], args...)
	}
	for name, bad := range map[string]struct {
		edit func(*bind.CageSetup)
		want policycage.Kind
	}{
		"nobody's":                   {func(s *bind.CageSetup) { s.Owner = common.Address{} }, "OutOfRange"},
		"of nobody's account":        {func(s *bind.CageSetup) { s.Account = common.Address{} }, "OutOfRange"},
		"without its cash":           {func(s *bind.CageSetup) { s.Cash = coins[3] }, "AssetNotApproved"},
		"without prices":             {func(s *bind.CageSetup) { s.PriceOracle = common.Address{} }, "OutOfRange"},
		"that its owner enforces":    {func(s *bind.CageSetup) { s.Enforcer = s.Owner }, "OutOfRange"},
		"of more assets than eleven": {func(s *bind.CageSetup) { s.Limits[assetCount] = 1 }, "OutOfRange"},
		"of a limit below its least": {func(s *bind.CageSetup) { s.Limits[0] = 0 }, "OutOfRange"},
		"of a cap of nothing":        {func(s *bind.CageSetup) { s.Caps[0].Share = 0 }, "OutOfRange"},
		"of a cap of more than all":  {func(s *bind.CageSetup) { s.Caps[0].Share = 10_001 }, "OutOfRange"},
		"of 33 caps":                 {func(s *bind.CageSetup) { s.Caps = manyCaps(33) }, "OutOfRange"},
		"of a last limit too low":    {func(s *bind.CageSetup) { s.Limits[13] = 999e6 }, "OutOfRange"},
	} {
		v := l.creates(made(bad.edit))
		if l.stops("a cage "+name, v, bad.want); v != nil && (name == "nobody's" || name == "without prices" || name == "that its owner enforces") && v.ID != (common.Hash{}) {
			t.Errorf("a cage %s: it is about %s", name, v.ID)
		}
	}
	l.cage = l.create(made(nil))
	got, setup := l.snapshot(), must(c.Setup())
	if fmt.Sprintf("%+v", got.Setup) != fmt.Sprintf("%+v", setup) {
		t.Errorf("it is made of\n%+v\nnot\n%+v", got.Setup, setup)
	}
	if got.Halted || got.Version != 1 || got.Nonce.Sign()+got.Spent.Sign()+got.Lost.Sign()+got.OpenPositionCount.Sign()+got.Deployed.Sign()+got.HighWaterMarkNonce.Sign() != 0 {
		t.Errorf("it begins with %+v", got)
	}
	for i, want := range setup.Limits {
		if got := l.number(l.codec.PackLimit(uint8(i))); got != int64(want) { //nolint:gosec // small
			t.Errorf("limit %d is %d, not %d", i, got, want)
		}
	}
	for name, ask := range map[string]struct {
		call []byte
		want int64
	}{
		"a listed asset": {l.codec.PackIsWhitelisted(coins[1]), 1}, "another": {l.codec.PackIsWhitelisted(coins[2]), 0},
		"an approved asset": {l.codec.PackIsApprovedAsset(coins[1]), 1}, "a protocol": {l.codec.PackIsApprovedProtocol(places[1]), 1},
		"no protocol": {l.codec.PackIsApprovedProtocol(places[2]), 0}, "a function": {l.codec.PackIsSelectorAllowed(places[1], [4]byte{0xff, 0xfe, 0xfd, 0xfc}), 1},
		"its neighbour's": {l.codec.PackIsSelectorAllowed(places[0], [4]byte{0xff, 0xfe, 0xfd, 0xfc}), 0}, "any call data": {l.codec.PackAllowArbitraryCalldata(), 0},
		"a halt": {l.codec.PackIsHalted(), 0}, "what may be lost": {l.codec.PackLossLeft(), 106e6},
	} {
		if got := l.number(ask.call); got != ask.want {
			t.Errorf("%s: %d, want %d", name, got, ask.want)
		}
	}
	list, err := l.codec.UnpackAssets(l.must(nobody, l.cage, l.codec.PackAssets()))
	if err != nil || !slices.Equal(list, c.Assets) {
		t.Errorf("its assets are %v, %v", list, err)
	}
}

// manyCaps are caps of as many protocols.
func manyCaps(n int) (all []bind.CageCap) {
	for i := range n {
		all = append(all, bind.CageCap{Kind: 2, Subject: common.Address{19: byte(i + 1)}, Share: 5})
	}
	return all
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
