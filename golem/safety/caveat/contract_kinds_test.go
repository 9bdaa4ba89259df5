package caveat_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/policycage"
	"bardo.run/bardo/golem/safety/caveat"
)

// termsOf packs terms as their bytes are documented: addresses of 20, uint64 of 8, uint16 of 2.
func termsOf(of ...any) (out []byte) {
	for _, v := range of {
		switch v := v.(type) {
		case common.Address:
			out = append(out, v[:]...)
		case uint64:
			out = binary.BigEndian.AppendUint64(out, v)
		case uint16:
			out = binary.BigEndian.AppendUint16(out, v)
		}
	}
	return out
}

// everyTerms are terms of each kind, under which a yard's golem may pay, and how many
// addresses they begin with.
func (y *yard) everyTerms() map[caveat.Kind][]byte {
	y.register()
	y.tells(yardVault, "asset()", yardTokens[0].Big())
	y.tells(yardVault, "totalAssets()", big.NewInt(1e12))
	return map[caveat.Kind][]byte{
		caveat.KindGolemPhase: termsOf(y.book, y.on["VitalityOracle"], yardGolem), caveat.KindMortalityTimeWindow: termsOf(uint64(1), y.now),
		caveat.KindDreamMode: termsOf(y.on["DreamOracle"], yardGolem), caveat.KindVaultNAV: termsOf(y.book, yardVault, uint16(10_000)),
		caveat.KindReplicantBudget: termsOf(y.book, uint64(1e12), uint64(100), y.now), caveat.KindMaxSlippage: termsOf(y.book, uint16(0)),
		caveat.KindDailySpendLimit: termsOf(y.book, uint64(1e12)),
	}
}

var addressesOf = map[caveat.Kind]int{
	caveat.KindGolemPhase: 3, caveat.KindDreamMode: 2, caveat.KindVaultNAV: 2, caveat.KindReplicantBudget: 1, caveat.KindMaxSlippage: 1, caveat.KindDailySpendLimit: 1,
}

func (y *yard) register() {
	if _, why := y.call(yardOwner, y.on["VitalityOracle"], bind.NewVitalityOracle().PackRegisterGolem(yardGolem)); why != "" {
		y.t.Fatal(why)
	}
}

// Terms have one length and name nobody; an execution is one call or a plainly packed batch.
func TestTheContractsReadTermsAndExecutionsToTheLastByte(t *testing.T) {
	y := newYard(t)
	for kind, terms := range y.everyTerms() {
		name, r := string(kind), y.redeems(1, pays(1))
		y.says(name, y.judges(kind, terms, r), "")
		y.says(name+" and a byte", y.judges(kind, append(append([]byte{}, terms...), 0), r), "Caveat: the terms have the wrong length")
		y.says(name+" without a byte", y.judges(kind, terms[:len(terms)-1], r), "Caveat: the terms have the wrong length")
		for i := range addressesOf[kind] {
			bad := append([]byte{}, terms...)
			clear(bad[20*i : 20*i+20])
			y.says(fmt.Sprint(name, " without address ", i), y.judges(kind, bad, r), "Caveat: an address of the terms is zero")
		}
		several := y.redeems(1, pays(1), pays(2))
		y.says(name+", of several", y.judges(kind, terms, several), "")
		for what, c := range map[string]struct {
			edit func(*caveat.Redemption)
			want string
		}{
			"another mode":         {func(r *caveat.Redemption) { r.Mode = [32]byte{1, 1} }, "Caveat: the mode is neither one call nor a batch"},
			"a last bit":           {func(r *caveat.Redemption) { r.Mode = [32]byte{31: 1} }, "Caveat: the mode is neither one call nor a batch"},
			"a batch that is none": {func(r *caveat.Redemption) { r.Mode = [32]byte{} }, "*"},
			"a byte more":          {func(r *caveat.Redemption) { r.Execution = append(append([]byte{}, r.Execution...), 0) }, "Caveat: the batch is not canonically encoded"},
			"no call":              {func(r *caveat.Redemption) { *r = y.redeems(1) }, "Caveat: the batch is empty"},
		} {
			bad := several
			c.edit(&bad)
			if got := y.judges(kind, terms, bad); c.want != "*" {
				y.says(name+", "+what, got, c.want)
			} else if addressesOf[kind] > 0 && kind != caveat.KindDreamMode && got == "" {
				t.Errorf("%s, %s: it passed", name, what)
			}
		}
		short := r
		short.Execution = r.Execution[:51]
		y.says(name+", 51 bytes", y.judges(kind, terms, short), "Caveat: the execution is too short")
		short.Execution = r.Execution[:52]
		if got := y.judges(kind, terms, short); got == "Caveat: the execution is too short" {
			t.Errorf("%s: 52 bytes are too short", name)
		}
	}
}

// spec: provisioning §8.4: a window is inclusive at both ends.
func TestTheContractsWindowIsInclusive(t *testing.T) {
	y := newYard(t)
	const first, over, backwards = "MortalityTimeWindow: the window has not started", "MortalityTimeWindow: the window is over", "MortalityTimeWindow: the window ends before it starts"
	for _, c := range []struct {
		start, end int64 // from now
		want       string
	}{{0, 1, ""}, {-1, 0, ""}, {-5, 5, ""}, {1, 2, first}, {-2, -1, over}, {0, 0, backwards}, {1, 0, backwards}, {0, -1, backwards}} {
		terms := termsOf(uint64(int64(y.now)+c.start), uint64(int64(y.now)+c.end)) //nolint:gosec // now is large
		y.says(fmt.Sprint(c.start, " to ", c.end), y.judges(caveat.KindMortalityTimeWindow, terms, y.redeems(1, pays(1))), c.want)
	}
}

// spec: provisioning §8.4, §8.5: what a day, a life, a vault and a swap allow, to the unit,
// and over all that is in a batch.
func TestTheContractsLimitsHoldToTheUnit(t *testing.T) {
	day := func(limit uint64) func(*yard) []byte { return func(y *yard) []byte { return termsOf(y.book, limit) } }
	life := func(budget, lifespan uint64, age int64) func(*yard) []byte {
		return func(y *yard) []byte { return termsOf(y.book, budget, lifespan, uint64(int64(y.now)-age)) } //nolint:gosec // now is large
	}
	vault := func(asset int, total *big.Int, share uint16) func(*yard) []byte {
		return func(y *yard) []byte {
			y.tells(yardVault, "asset()", yardTokens[asset].Big())
			y.tells(yardVault, "totalAssets()", total)
			return termsOf(y.book, yardVault, share)
		}
	}
	swap := func(bps uint16) func(*yard) []byte { return func(y *yard) []byte { return termsOf(y.book, bps) } }
	sells := func(amount, least int64) caveat.Call { return shops(words(swapping, amount, least, 0)) }
	buys := func(amount, least int64) caveat.Call { return shops(words(back, amount, least)) }
	const (
		overDay, overBudget, overShare = "DailySpendLimit: over the limit of the day", "ReplicantBudget: over the budget", "VaultNAV: more than the share of the vault"
		nothing, tooLittle, range128   = "ReplicantBudget: the terms allow nothing", "MaxSlippage: the swap asks for too little", "MaxSlippage: the amount is out of range"
	)
	for name, c := range map[string]struct {
		kind  caveat.Kind
		terms func(*yard) []byte
		calls []caveat.Call
		want  string
	}{
		"all of a day":                {caveat.KindDailySpendLimit, day(10_000), []caveat.Call{pays(10_000)}, ""},
		"a unit more":                 {caveat.KindDailySpendLimit, day(10_000), []caveat.Call{pays(10_001)}, overDay},
		"together all of a day":       {caveat.KindDailySpendLimit, day(10_000), []caveat.Call{pays(4_000), pays(6_000)}, ""},
		"together a unit more":        {caveat.KindDailySpendLimit, day(10_000), []caveat.Call{pays(4_000), pays(6_001)}, overDay},
		"in two tokens":               {caveat.KindDailySpendLimit, day(1_000), []caveat.Call{shops(words(payBoth, 5e8+1, 2))}, overDay},
		"a day beyond all sums":       {caveat.KindDailySpendLimit, day(policycage.MostCounted + 1), []caveat.Call{pays(0)}, "DailySpendLimit: the terms allow more than can be counted"},
		"a day of all that is summed": {caveat.KindDailySpendLimit, day(policycage.MostCounted), []caveat.Call{pays(0)}, ""},
		"a day of nothing":            {caveat.KindDailySpendLimit, day(0), []caveat.Call{pays(0)}, "DailySpendLimit: the terms allow nothing"},
		"nothing of a unit":           {caveat.KindDailySpendLimit, day(1), []caveat.Call{pays(0)}, ""},
		"a wei beside it":             {caveat.KindDailySpendLimit, day(1), []caveat.Call{{Target: yardShop, Value: big.NewInt(1), Data: words(paying, 0, 7)}}, "ActionBook: no action sends native money"},
		"much beside it":              {caveat.KindDailySpendLimit, day(1), []caveat.Call{{Target: yardShop, Value: power2(255), Data: words(paying, 0, 7)}}, "ActionBook: no action sends native money"},
		"native coin in a batch":      {caveat.KindDailySpendLimit, day(1), []caveat.Call{pays(0), {Target: yardShop, Value: big.NewInt(1), Data: words(paying, 0, 7)}}, "ActionBook: no action sends native money"},
		"a whole budget":              {caveat.KindReplicantBudget, life(10, 1, 0), []caveat.Call{pays(4), pays(6)}, ""},
		"and a unit more":             {caveat.KindReplicantBudget, life(10, 1, 0), []caveat.Call{pays(4), pays(7)}, overBudget},
		"a budget of nothing":         {caveat.KindReplicantBudget, life(0, 1, 0), []caveat.Call{pays(0)}, nothing},
		"a life of nothing":           {caveat.KindReplicantBudget, life(1, 0, 0), []caveat.Call{pays(0)}, nothing},
		"a life's last second":        {caveat.KindReplicantBudget, life(10, 100, 100), []caveat.Call{pays(1)}, ""},
		"a second after":              {caveat.KindReplicantBudget, life(10, 100, 101), []caveat.Call{pays(1)}, "ReplicantBudget: the replicant is too old"},
		"a second before its birth":   {caveat.KindReplicantBudget, life(10, 100, -1), []caveat.Call{pays(1)}, "ReplicantBudget: the replicant is not born"},
		"a tenth of a vault":          {caveat.KindVaultNAV, vault(0, big.NewInt(1_000_009), 1_000), []caveat.Call{pays(100_000)}, ""},
		"a unit more of it":           {caveat.KindVaultNAV, vault(0, big.NewInt(1_000_009), 1_000), []caveat.Call{pays(100_001)}, overShare},
		"together a tenth":            {caveat.KindVaultNAV, vault(0, big.NewInt(1_000_000), 1_000), []caveat.Call{pays(99_999), pays(1)}, ""},
		"together a unit more of it":  {caveat.KindVaultNAV, vault(0, big.NewInt(1_000_000), 1_000), []caveat.Call{pays(99_999), pays(2)}, overShare},
		"all of a vault":              {caveat.KindVaultNAV, vault(0, big.NewInt(1_000), 10_000), []caveat.Call{pays(1_000)}, ""},
		"more than all":               {caveat.KindVaultNAV, vault(0, big.NewInt(1_000), 10_001), []caveat.Call{pays(1)}, "VaultNAV: the share is not between 1 and 10,000"},
		"a share of nothing":          {caveat.KindVaultNAV, vault(0, big.NewInt(1_000), 0), []caveat.Call{pays(0)}, "VaultNAV: the share is not between 1 and 10,000"},
		"the smallest share":          {caveat.KindVaultNAV, vault(0, big.NewInt(10_000), 1), []caveat.Call{pays(1)}, ""},
		"in another token":            {caveat.KindVaultNAV, vault(1, big.NewInt(5e8), 10_000), []caveat.Call{pays(1)}, ""}, // a microdollar is 5e8 of token 1
		"of which one is missing":     {caveat.KindVaultNAV, vault(1, big.NewInt(5e8-1), 10_000), []caveat.Call{pays(1)}, overShare},
		"rounded up":                  {caveat.KindVaultNAV, vault(2, big.NewInt(1), 10_000), []caveat.Call{pays(500)}, ""}, // a unit of token 2 is 500
		"by a unit":                   {caveat.KindVaultNAV, vault(2, big.NewInt(1), 10_000), []caveat.Call{pays(501)}, overShare},
		"both tokens of an action":    {caveat.KindVaultNAV, vault(1, big.NewInt(7+5e11), 10_000), []caveat.Call{shops(words(payBoth, 7, 2))}, ""},
		"and a unit of them more":     {caveat.KindVaultNAV, vault(1, big.NewInt(6+5e11), 10_000), []caveat.Call{shops(words(payBoth, 7, 2))}, overShare},
		"nothing paid at all":         {caveat.KindVaultNAV, vault(0, new(big.Int), 1), []caveat.Call{shops(words(freely, 1, 2))}, ""},
		"a swap at the price":         {caveat.KindMaxSlippage, swap(0), []caveat.Call{sells(2_000, 1e12)}, ""},
		"a unit below":                {caveat.KindMaxSlippage, swap(0), []caveat.Call{sells(2_000, 1e12-1)}, tooLittle},
		"half a per cent below":       {caveat.KindMaxSlippage, swap(50), []caveat.Call{sells(2_000, 995e9)}, ""},
		"and a unit":                  {caveat.KindMaxSlippage, swap(50), []caveat.Call{sells(2_000, 995e9-1)}, tooLittle},
		"the other way":               {caveat.KindMaxSlippage, swap(0), []caveat.Call{buys(1e12, 2_000)}, ""},
		"the other way, a unit less":  {caveat.KindMaxSlippage, swap(0), []caveat.Call{buys(1e12, 1_999)}, tooLittle},
		"at any price":                {caveat.KindMaxSlippage, swap(10_000), []caveat.Call{sells(2_000, 0)}, ""},
		"at more than any":            {caveat.KindMaxSlippage, swap(10_001), []caveat.Call{sells(2_000, 1e12)}, "MaxSlippage: more than 10,000 basis points"},
		"a swap of nothing":           {caveat.KindMaxSlippage, swap(0), []caveat.Call{sells(0, 0)}, range128},
		"a swap of one":               {caveat.KindMaxSlippage, swap(0), []caveat.Call{sells(1, 5e8)}, ""},
		"no swap":                     {caveat.KindMaxSlippage, swap(0), []caveat.Call{pays(1e15)}, ""},
		"a good one and a bad one":    {caveat.KindMaxSlippage, swap(0), []caveat.Call{sells(2_000, 1e12), sells(2_000, 1)}, tooLittle},
		"a bad one and a good one":    {caveat.KindMaxSlippage, swap(0), []caveat.Call{sells(2_000, 1), sells(2_000, 1e12)}, tooLittle},
		"no call that is known":       {caveat.KindMaxSlippage, swap(0), []caveat.Call{shops(nil)}, noForm},
	} {
		y := newYard(t)
		y.says(name, y.judges(c.kind, c.terms(y), y.redeems(1, c.calls...)), c.want)
	}
	y := newYard(t)
	y.price(0, big.NewInt(1e8), 1) // what a vault is paid in itself needs no price
	y.says("without a price", y.judges(caveat.KindVaultNAV, vault(0, big.NewInt(1_000), 10_000)(y), y.redeems(1, pays(1_000))), "")
	y = newYard(t)
	huge := append(append(swapping[:4:4], common.BigToHash(power2(128)).Bytes()...), make([]byte, 64)...)
	y.says("2^128 units", y.judges(caveat.KindMaxSlippage, swap(0)(y), y.redeems(1, shops(huge))), range128)
	most := append(append(swapping[:4:4], common.BigToHash(new(big.Int).Sub(power2(128), big.NewInt(1))).Bytes()...), make([]byte, 64)...)
	y.says("a unit less", y.judges(caveat.KindMaxSlippage, swap(0)(y), y.redeems(1, shops(most))), tooLittle)
}

// What was spent is kept: a day's by manager and account, whatever the delegation; a life's
// by manager and delegation.
func TestTheContractsKeepWhatWasSpent(t *testing.T) {
	y := newYard(t)
	day, life := termsOf(y.book, uint64(100_000)), termsOf(y.book, uint64(100), uint64(1_000_000), y.now)
	hook := func(manager common.Address, kind caveat.Kind, terms []byte, r caveat.Redemption) string {
		_, why := y.call(manager, y.on[string(kind)], bind.NewEnforcer().PackBeforeHook(terms, nil, r.Mode, r.Execution, r.Delegation, r.Account, yardGolem))
		return why
	}
	of := func(account common.Address, delegation byte, amount int64) caveat.Redemption {
		return caveat.One(account, common.Hash{delegation}, pays(amount))
	}
	const overDay, overBudget = "DailySpendLimit: over the limit of the day", "ReplicantBudget: over the budget"
	for i, c := range []struct {
		by         common.Address
		account    common.Address
		delegation byte
		day, life  int64
		says, told string
	}{
		{yardManager, yardAccount, 1, 60_000, 60, "", ""},
		{yardManager, yardAccount, 1, 40_001, 41, overDay, overBudget},
		{yardManager, yardAccount, 2, 40_001, 41, overDay, ""}, // another delegation, of the same day
		{yardManager, yardAccount, 1, 40_000, 40, "", ""},
		{yardManager, yardAccount, 1, 1, 1, overDay, overBudget},
		{yardManager, yardAccount, 1, 0, 0, "", ""},
		{yardManager, yardOther, 1, 100_000, 0, "", ""},   // another account
		{yardOther, yardAccount, 1, 100_000, 100, "", ""}, // who is no manager counts for himself
	} {
		y.says(fmt.Sprint("day, step ", i), hook(c.by, caveat.KindDailySpendLimit, day, of(c.account, c.delegation, c.day)), c.says)
		y.says(fmt.Sprint("life, step ", i), hook(c.by, caveat.KindReplicantBudget, life, of(c.account, c.delegation, c.life)), c.told)
	}
	y.now += 30 * 3_600
	for i := range 3 {
		y.price(i, big.NewInt(1e8), y.now)
	}
	sums := bind.NewDailySpendLimit().PackSums(yardManager, yardAccount)
	before, _ := y.call(yardOther, y.on["DailySpendLimit"], sums)
	y.says("nothing, a day later", hook(yardManager, caveat.KindDailySpendLimit, day, of(yardAccount, 1, 0)), "")
	if after, _ := y.call(yardOther, y.on["DailySpendLimit"], sums); !bytes.Equal(before, after) {
		t.Errorf("what pays nothing was written down: %x became %x", before, after)
	}
	y.says("a day later", hook(yardManager, caveat.KindDailySpendLimit, day, of(yardAccount, 1, 100_000)), "")
	y.says("of a life", hook(yardManager, caveat.KindReplicantBudget, life, of(yardAccount, 1, 1)), overBudget)
	codec := bind.NewReplicantBudget()
	for delegation, want := range map[byte]int64{1: 100, 2: 41} {
		ret, _ := y.call(yardOther, y.on["ReplicantBudget"], codec.PackSpent(yardManager, common.Hash{delegation}))
		if got := new(big.Int).SetBytes(ret).Int64(); got != want {
			t.Errorf("delegation %d has spent %d, want %d", delegation, got, want)
		}
	}
}

// spec: provisioning §8.5 (the table), §8.4; safety §8.
func TestTheContractsPhaseAllowsItsClasses(t *testing.T) {
	y := newYard(t)
	vitality, dream := bind.NewVitalityOracle(), bind.NewDreamOracle()
	terms := termsOf(y.book, y.on["VitalityOracle"], yardGolem)
	class := func(i int) caveat.Call { return shops([]byte{5, 5, 5, byte(i), 0}) }
	y.says("nobody's", y.judges(caveat.KindGolemPhase, terms, y.redeems(1, class(4))), "GolemPhase: the golem is not registered")
	y.register()
	for phase, row := range []string{"yyyyy", "yyyny", "nynny", "nyyny", "nnnny"} { // open, leave, sweep, spawn, settle
		if _, why := y.call(yardOwner, y.on["VitalityOracle"], vitality.PackResetPhase(yardGolem, uint8(phase), 1)); why != "" {
			t.Fatal(why)
		}
		for i := range 5 {
			want := "GolemPhase: the phase does not allow this action"
			if row[i] == 'y' {
				want = ""
			}
			y.says(fmt.Sprint("phase ", phase, ", class ", i), y.judges(caveat.KindGolemPhase, terms, y.redeems(1, class(i))), want)
			y.says(fmt.Sprint("behind another, phase ", phase, ", class ", i), y.judges(caveat.KindGolemPhase, terms, y.redeems(1, class(4), class(i))), want)
		}
	}
	y.state.SetCode(yardOther, answers, 0)
	y.tells(yardOther, "getPhase(address)", big.NewInt(1), big.NewInt(5))
	y.says("a sixth phase", y.judges(caveat.KindGolemPhase, termsOf(y.book, yardOther, yardGolem), y.redeems(1, class(4))), "GolemPhase: there is no such phase")
	sleeps := termsOf(y.on["DreamOracle"], yardGolem)
	for _, dreaming := range []bool{true, false} {
		if _, why := y.call(yardGolem, y.on["DreamOracle"], dream.PackSetDreaming(dreaming)); why != "" {
			t.Fatal(why)
		}
		want := map[bool]string{true: "DreamMode: the golem is dreaming", false: ""}[dreaming]
		y.says(fmt.Sprint("dreaming ", dreaming), y.judges(caveat.KindDreamMode, sleeps, y.redeems(1, class(4))), want)
		y.says("another golem's dream", y.judges(caveat.KindDreamMode, termsOf(y.on["DreamOracle"], yardAccount), y.redeems(1, class(4))), "")
	}
}

// spec: provisioning §8.5 (VitalityOracle), safety §8: a Golem makes its own phase worse and
// strikes itself off; its owner registers it and sets it back; nobody else says anything.
func TestTheContractOfVitalityListensToTwo(t *testing.T) {
	y := newYard(t)
	v, oracle := bind.NewVitalityOracle(), y.on["VitalityOracle"]
	const owners, gone, twice = "VitalityOracle: only the owner may", "VitalityOracle: not registered", "VitalityOracle: registered already, or none"
	const back, bounds = "VitalityOracle: a golem does not set its phase back", "VitalityOracle: phase or score out of range"
	for i, c := range []struct {
		by         common.Address
		call       []byte
		want       string
		registered bool
		phase      uint8
		score      uint16
	}{
		{yardGolem, v.PackUpdatePhase(1, 5), gone, false, 0, 0},
		{yardOwner, v.PackResetPhase(yardGolem, 1, 5), gone, false, 0, 0},
		{yardGolem, v.PackDeregisterGolem(yardGolem), gone, false, 0, 0},
		{yardOwner, v.PackDeregisterGolem(yardGolem), gone, false, 0, 0},
		{yardGolem, v.PackRegisterGolem(yardGolem), owners, false, 0, 0},
		{yardOwner, v.PackRegisterGolem(common.Address{}), twice, false, 0, 0},
		{yardOwner, v.PackRegisterGolem(yardGolem), "", true, 0, 10_000},
		{yardOwner, v.PackRegisterGolem(yardGolem), twice, true, 0, 10_000},
		{yardGolem, v.PackUpdatePhase(0, 9_000), "", true, 0, 9_000},
		{yardGolem, v.PackUpdatePhase(5, 0), bounds, true, 0, 9_000},
		{yardGolem, v.PackUpdatePhase(2, 10_001), bounds, true, 0, 9_000},
		{yardGolem, v.PackUpdatePhase(2, 10_000), "", true, 2, 10_000},
		{yardGolem, v.PackUpdatePhase(1, 4_000), back, true, 2, 10_000},
		{yardGolem, v.PackUpdatePhase(2, 3_000), "", true, 2, 3_000},
		{yardOwner, v.PackUpdatePhase(4, 0), gone, true, 2, 3_000},
		{yardGolem, v.PackResetPhase(yardGolem, 0, 9_000), owners, true, 2, 3_000},
		{yardOther, v.PackResetPhase(yardGolem, 0, 9_000), owners, true, 2, 3_000},
		{yardOwner, v.PackResetPhase(yardGolem, 5, 9_000), bounds, true, 2, 3_000},
		{yardOwner, v.PackResetPhase(yardGolem, 1, 8_000), "", true, 1, 8_000},
		{yardGolem, v.PackUpdatePhase(4, 0), "", true, 4, 0},
		{yardOther, v.PackDeregisterGolem(yardGolem), owners, true, 4, 0},
		{yardGolem, v.PackDeregisterGolem(yardGolem), "", false, 0, 0},
		{yardOwner, v.PackRegisterGolem(yardGolem), "", true, 0, 10_000},
		{yardOwner, v.PackDeregisterGolem(yardGolem), "", false, 0, 0},
	} {
		_, why := y.call(c.by, oracle, c.call)
		y.says(fmt.Sprint("step ", i), why, c.want)
		ret, _ := y.call(yardOther, oracle, v.PackLives(yardGolem))
		life, err := v.UnpackLives(ret)
		if err != nil || life.Registered != c.registered || life.Phase != c.phase || life.Score != c.score {
			t.Errorf("step %d: %+v, %v; want %v, %d, %d", i, life, err, c.registered, c.phase, c.score)
		}
		ret, _ = y.call(yardOther, oracle, v.PackGetPhase(yardGolem))
		if told, err := v.UnpackGetPhase(ret); err != nil || told.Registered != c.registered || told.Phase != c.phase {
			t.Errorf("step %d: it is told that %+v, %v", i, told, err)
		}
	}
	if _, why := y.create("VitalityOracle", make([]byte, 32)); why != "VitalityOracle: no owner" {
		t.Errorf("an oracle of nobody: %q", why)
	}
	ret, _ := y.call(yardOther, oracle, v.PackOwner())
	if got, err := v.UnpackOwner(ret); err != nil || got != yardOwner {
		t.Errorf("its owner is %s, %v", got, err)
	}
}
