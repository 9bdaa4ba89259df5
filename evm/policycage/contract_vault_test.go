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

// Calls of a vault.

func deposits(amount int64, by common.Address) []byte {
	return bind.NewERC4626().PackDeposit(big.NewInt(amount), by)
}

func takesOut(amount int64, by, owner common.Address) []byte {
	return bind.NewERC4626().PackWithdraw(big.NewInt(amount), by, owner)
}

func redeems(shares int64, by, owner common.Address) []byte {
	return bind.NewERC4626().PackRedeem(big.NewInt(shares), by, owner)
}

// vaultMethods are all functions of a vault that move something, whether its reader knows them or not.
func vaultMethods() (methods [][4]byte) {
	std, erc20, one := bind.NewERC4626(), bind.NewERC20(), big.NewInt(1)
	for _, data := range [][]byte{
		deposits(1, vault), takesOut(1, vault, vault), redeems(1, vault, vault), evmtest.Pack("mint(uint256,address)", one.Bytes(), vault[:]),
		erc20.PackTransfer(vault, one), erc20.PackTransferFrom(vault, vault, one), std.PackAsset(),
	} {
		methods = append(methods, [4]byte(data))
	}
	return methods
}

// vaulted is a lab whose lender is a vault of cash, which its reader alone makes of it.
func vaulted(t testing.TB) *lab {
	l := newLab(t, func(c *policycage.Config) {
		for i := range c.Readers {
			if c.Readers[i].Target == lender {
				c.Readers[i].Reader = reads("ERC4626")
			}
		}
		for _, m := range vaultMethods() {
			c.Selectors = append(c.Selectors, policycage.Selector{Target: lender, Method: m})
		}
	})
	l.tells(lender, "asset()", coins[0].Big())
	l.pays(7, 0)
	return l
}

// pays sets how many shares of the vault the account has, and what they pay.
func (l *lab) pays(shares, units int64) {
	l.tells(lender, "balanceOf(address)", big.NewInt(shares))
	l.tells(lender, "previewRedeem(uint256)", big.NewInt(units))
}

// What is put into a vault is there as what leaving pays then, but for two units of rounding. A
// donation that makes shares dear between the two looks, a fee and a vault that books less are seen.
func TestWhatIsInAVaultCountsAsWhatItPays(t *testing.T) {
	for name, c := range map[string]struct {
		had, gives, pays int64
		want             policycage.Kind
		numbers          []int64
	}{
		"a deposit":                        {500, 1_000, 1_500, "", nil},
		"two less":                         {500, 1_000, 1_498, "", nil},
		"three less":                       {500, 1_000, 1_497, "UnitsLost", []int64{1_000, 997}},
		"a fee":                            {0, 1_000, 990, "UnitsLost", []int64{1_000, 990}},
		"shares for nothing":               {0, 1_000, 0, "UnitsLost", []int64{1_000, 0}},
		"dear shares, and others are less": {500, 1_000, 480, "UnitsLost", []int64{1_000, 0}},
		"more than was said":               {0, 1_001, 1_001, "MovedMore", []int64{1_001, 1_000}},
		"less than was said":               {0, 10, 10, "", nil},
		"a gift to all who have shares":    {500, 1_000, 9_000, "", nil},
	} {
		l := vaulted(t)
		l.pays(7, c.had)
		v := l.redeems(func() { l.gets(coins[0], -c.gives); l.pays(8, c.pays) }, to(lender, deposits(1_000, vault)))
		if c.want != "" {
			l.stops(name, v, c.want, c.numbers...)
			continue
		}
		l.passes(name, v)
		if l.cost(1) != 1_000 || l.open() != 1 || l.named(lender, lender.Big()) != 1 || l.lost() != 0 {
			t.Errorf("%s: %d positions at %d, %d lost", name, l.open(), l.cost(1), l.lost())
		}
	}
}

// What is taken out comes to the account, unit for unit of what the shares paid, but for a loss as that
// of a sale, and takes its part off the position: by units and by shares.
func TestAVaultIsLeftByUnitsAndByShares(t *testing.T) {
	const lent = 1_000_000
	for name, c := range map[string]struct {
		comes, pays int64
		want        policycage.Kind
		numbers     []int64
		cost, open  int64
	}{
		"a part":                 {400_000, 600_000, "", nil, 600_000, 1},
		"all":                    {lent, 0, "", nil, 0, 0},
		"two less":               {399_998, 600_000, "", nil, 600_000, 1},
		"three less":             {399_997, 600_000, "", nil, 600_000, 1},
		"a fiftieth less":        {392_000, 600_000, "", nil, 600_000, 1},
		"and a unit more":        {391_999, 600_000, "ValueLost", []int64{400_000, 391_999}, lent, 1},
		"nothing came":           {0, 600_000, "ValueLost", []int64{400_000, 0}, lent, 1},
		"shares that grew":       {400_000, lent + 5, "", nil, lent, 1},
		"what it has no cash of": {250_000, 750_000, "", nil, 750_000, 1},
	} {
		for how, data := range map[string][]byte{"by units": takesOut(400_000, vault, vault), "by shares": redeems(90, vault, vault)} {
			l := vaulted(t)
			l.passes("a deposit", l.redeems(func() { l.gets(coins[0], -lent); l.pays(90, lent) }, to(lender, deposits(lent, vault))))
			v := l.redeems(func() { l.gets(coins[0], c.comes); l.pays(9, c.pays) }, to(lender, data))
			l.judged(name+" "+how, v, c.want, c.numbers...)
			if l.cost(1) != c.cost || l.open() != c.open {
				t.Errorf("%s %s: %d positions at %d, want %d at %d", name, how, l.open(), l.cost(1), c.open, c.cost)
			}
		}
	}
}

// A vault's reader knows three functions, packed to the byte, of and for the account alone.
func TestWhatAVaultsReaderDoesNotKnowIsRefused(t *testing.T) {
	erc20, one := bind.NewERC20(), big.NewInt(1)
	for name, c := range map[string]struct {
		data []byte
		want policycage.Kind
	}{
		"a deposit for somebody":            {deposits(1_000, nobody), "DestinationNotAllowed"},
		"a deposit for the vault":           {deposits(1_000, lender), "DestinationNotAllowed"},
		"units to somebody":                 {takesOut(1_000, nobody, vault), "DestinationNotAllowed"},
		"shares to somebody":                {redeems(1_000, nobody, vault), "DestinationNotAllowed"},
		"units of somebody":                 {takesOut(1_000, vault, nobody), "MalformedCall"},
		"shares of somebody":                {redeems(1_000, vault, nobody), "MalformedCall"},
		"units of what nobody calls":        {takesOut(1_000, vault, pool), "MalformedCall"},
		"a word behind a deposit":           {append(deposits(1_000, vault), make([]byte, 32)...), "MalformedCall"},
		"a word behind a withdrawal":        {append(takesOut(1_000, vault, vault), make([]byte, 32)...), "MalformedCall"},
		"a word too few":                    {redeems(1_000, vault, vault)[:68], "MalformedCall"},
		"nothing":                           {deposits(0, vault), "NothingToValidate"},
		"shares as many as an address":      {bind.NewERC4626().PackRedeem(new(big.Int).Lsh(one, 96), vault, vault), "DestinationNotAllowed"},
		"shares asked for by number":        {evmtest.Pack("mint(uint256,address)", one.Bytes(), vault[:]), "SelectorNotAllowed"},
		"shares given away":                 {erc20.PackTransfer(nobody, one), "SelectorNotAllowed"},
		"shares given away by an allowance": {erc20.PackTransferFrom(vault, nobody, one), "SelectorNotAllowed"},
		"a question":                        {bind.NewERC4626().PackAsset(), "SelectorNotAllowed"},
		"an allowance of shares":            {erc20.PackApprove(nobody, one), "AssetNotApproved"},
		"an allowance of shares to itself":  {erc20.PackApprove(lender, one), "AssetNotApproved"},
	} {
		l := vaulted(t)
		l.judged(name, l.redeems(nil, to(lender, c.data)), c.want)
	}
	// What the vault takes is what it says: a lie is measured at all assets, and what the cage does
	// not know is worth nothing.
	l := vaulted(t)
	l.tells(lender, "asset()", coins[1].Big())
	l.stops("another asset", l.redeems(func() { l.gets(coins[0], -1_000); l.pays(8, 1_000) }, to(lender, deposits(1_000, vault))), "MovedMore", 1_000, 0)
	l.tells(lender, "asset()", coins[3].Big())
	l.stops("an unknown asset", l.redeems(nil, to(lender, deposits(1_000, vault))), "AssetNotApproved")
	// A vault that tells another asset later has one position all the same.
	l.tells(lender, "asset()", coins[0].Big())
	l.passes("a deposit", l.redeems(func() { l.gets(coins[0], -1_000); l.pays(8, 1_000) }, to(lender, deposits(1_000, vault))))
	l.tells(lender, "asset()", coins[1].Big())
	l.passes("another later", l.redeems(func() { l.gets(coins[1], -1_000); l.pays(9, 2_000) }, to(lender, deposits(1_000, vault))))
	if l.open() != 1 || l.cost(1) != 2_000 {
		t.Errorf("%d positions, the first at %d", l.open(), l.cost(1))
	}
}

// withVault lists the kit's vault in a cage.
func withVault(s *stage, c *policycage.Config) {
	at := s.At("Vault")
	c.Protocols = append(c.Protocols, at)
	c.Readers = append(c.Readers, policycage.Binding{Target: at, Reader: reads("ERC4626"), Deeds: policycage.Lends})
	for _, m := range vaultMethods() {
		c.Selectors = append(c.Selectors, policycage.Selector{Target: at, Method: m})
	}
}

// On the real vault: entered, left in part and whole, and refused what a cage is for.
func TestAVaultIsEnteredAndLeftThroughTheCage(t *testing.T) {
	g := grant(t, withVault)
	at, own, thief, n := g.At("Vault"), g.owner.Address, g.stranger.Address, func(dollars int64) int64 { return dollars * 1e6 }
	enter := func(dollars int64) []evmtest.Execution {
		return []evmtest.Execution{call(g.usdc, approve(at, usdc(dollars))), call(at, deposits(n(dollars), own))}
	}
	gas := g.redeem(enter(1_000)...)
	if s := g.snapshot(); s.Positions != 1 || s.Deployed != 1_000*money.One || g.spent() != 1_000*money.One {
		t.Fatalf("%d positions at %s, %s spent", s.Positions, s.Deployed, g.spent())
	}
	t.Logf("an enforced deposit: %d gas", gas)
	shares := g.balance(at, own)
	if shares.Sign() <= 0 {
		t.Fatal("no shares")
	}
	for want, calls := range map[policycage.Kind][][]evmtest.Execution{
		"DestinationNotAllowed": {
			{call(g.usdc, approve(at, usdc(10))), call(at, deposits(n(10), thief))},
			{call(at, takesOut(n(10), thief, own))},
			{call(at, redeems(n(10), thief, own))},
			{call(g.usdc, approve(thief, usdc(10)))},
		},
		"MalformedCall":         {{call(at, takesOut(n(10), own, thief))}},
		"AssetNotApproved":      {{call(at, approve(thief, usdc(10)))}, {call(at, approve(at, usdc(10)))}},
		"SelectorNotAllowed":    {{call(at, bind.NewERC20().PackTransfer(thief, usdc(10)))}, {call(at, bind.NewERC20().PackTransferFrom(own, thief, usdc(10)))}},
		"SpendingLimitExceeded": {enter(10_001)},
		"ProtocolNotApproved":   {{call(g.At("WBTC"), deposits(n(10), own))}},
		"BatchNotAllowed":       {append(enter(10), call(at, takesOut(n(10), own, own)))},
	} {
		for _, c := range calls {
			g.stops(want, c...)
		}
	}
	// A halt stops no leaving. Half of it is half of its cost, to a cent.
	g.does(g.owner, g.codec.PackEmergencyHalt())
	g.stops("Halted", enter(10)...)
	before := g.balance(g.usdc, own)
	g.redeem(call(at, takesOut(n(500), own, own)))
	if s := g.snapshot(); s.Positions != 1 || s.Deployed < 500*money.One || s.Deployed > 500*money.One+money.One/100 {
		t.Errorf("%d positions at %s behind a half", s.Positions, s.Deployed)
	}
	g.redeem(call(at, bind.NewERC4626().PackRedeem(g.balance(at, own), own, own)))
	came := new(big.Int).Sub(g.balance(g.usdc, own), before)
	if s := g.snapshot(); s.Positions != 0 || s.Deployed != 0 || came.Cmp(usdc(999)) < 0 || g.balance(at, own).Sign() != 0 {
		t.Errorf("%d positions at %s, %s units came", s.Positions, s.Deployed, came)
	}
}

// Whoever makes shares dear with a gift before a deposit takes the rounding of it: a deposit that
// rounds away is none, and one into a vault that keeps a fee or boasts of what it pays is not whole.
func TestADonationTakesNoDeposit(t *testing.T) {
	g := grant(t, withVault)
	at, own, std, kit := g.At("Vault"), g.owner.Address, bind.NewERC4626(), bind.NewVault()
	enter := []evmtest.Execution{call(g.usdc, approve(at, usdc(5_000))), call(at, deposits(5_000e6, own))}
	g.redeem(enter...)
	g.redeem(call(at, std.PackRedeem(g.balance(at, own), own, own)))
	g.Own(at, nil, kit.PackCharge(big.NewInt(50)))
	g.stops("UnitsLost", enter...)
	g.Own(at, nil, kit.PackCharge(new(big.Int)))
	// The lender before leaves but for one share, which is worth 20,000 dollars then.
	lenders, err := g.Plan.Key()
	check(t, err)
	who := crypto.PubkeyToAddress(lenders.PublicKey)
	left := g.balance(at, who)
	g.Own(at, nil, std.PackRedeem(left.Sub(left, big.NewInt(1)), who, who))
	g.Own(g.usdc, nil, bind.NewERC20().PackTransfer(at, usdc(20_000)))
	v := g.stops("UnitsLost", enter...)
	if v.Value.Cmp(usdc(5_000)) != 0 || v.Limit.Sign() != 0 {
		t.Errorf("%s of %s would be there", v.Limit, v.Value)
	}
}
