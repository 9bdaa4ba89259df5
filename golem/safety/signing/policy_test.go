package signing_test

import (
	"errors"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/golem/safety/signing"
)

// A policy that lets anything through where its owner forgot a limit is none: each limit is
// there, at its least, and not a step below.
//
// spec: provisioning §8.8
func TestAPolicyHasEveryLimit(t *testing.T) {
	for name, c := range map[string]struct {
		edit  func(*signing.Policy)
		words string // empty: it is whole
	}{
		"chain 1":                      {func(p *signing.Policy) { p.ChainID = 1 }, ""},
		"chain 0":                      {func(p *signing.Policy) { p.ChainID = 0 }, "chain id 0"},
		"chain 2^53":                   {func(p *signing.Policy) { p.ChainID = 1 << 53 }, ""},
		"chain 2^53 + 1":               {func(p *signing.Policy) { p.ChainID = 1<<53 + 1 }, "chain id"},
		"no tier":                      {func(p *signing.Policy) { p.Tier = "" }, "there are strict and clade"},
		"strict, one recipient":        {func(p *signing.Policy) { p.Tier, p.Recipients = signing.Strict, p.Recipients[:1] }, ""},
		"strict, two":                  {func(p *signing.Policy) { p.Tier = signing.Strict }, "strict has one recipient, the owner's wallet, and not 2"},
		"clade, one":                   {func(p *signing.Policy) { p.Recipients = p.Recipients[:1] }, ""},
		"nobody":                       {func(p *signing.Policy) { p.Recipients = nil }, "owner's wallet"},
		"zero receives too":            {func(p *signing.Policy) { p.Recipients = append(p.Recipients, common.Address{}) }, "none of zero"},
		"a millionth of a dollar":      {func(p *signing.Policy) { p.MaxPerTx, p.MaxPerDay = 1, 1 }, ""},
		"nothing a transaction":        {func(p *signing.Policy) { p.MaxPerTx = 0 }, "limits of"},
		"a day below a transaction":    {func(p *signing.Policy) { p.MaxPerDay = p.MaxPerTx - 1 }, "limits of"},
		"one wei of gas":               {func(p *signing.Policy) { p.MaxGas = *uint256.NewInt(1) }, ""},
		"no gas":                       {func(p *signing.Policy) { p.MaxGas.Clear() }, "limits of"},
		"the least losses":             {func(p *signing.Policy) { p.MaxLossDay, p.MaxMoveLoss, p.MaxExitLoss = 1, 1, 1 }, ""},
		"no loss a day":                {func(p *signing.Policy) { p.MaxLossDay = 0 }, "losses of 0.00% a day, 1.50% a move and 1.00% a sale"},
		"no loss a move":               {func(p *signing.Policy) { p.MaxMoveLoss = 0 }, "losses of"},
		"no loss of a move or a sale":  {func(p *signing.Policy) { p.MaxMoveLoss, p.MaxExitLoss = 0, -1 }, "losses of"},
		"no loss a sale":               {func(p *signing.Policy) { p.MaxExitLoss = 0 }, "losses of"},
		"a sale may lose more":         {func(p *signing.Policy) { p.MaxExitLoss = p.MaxMoveLoss + 1 }, "losses of"},
		"the first second":             {func(p *signing.Policy) { p.NotAfter = 1 }, ""},
		"no end":                       {func(p *signing.Policy) { p.NotAfter = 0 }, "no end"},
		"a token receives":             {func(p *signing.Policy) { p.Tokens[0] = one }, "token " + one.Hex()},
		"a token of zero":              {func(p *signing.Policy) { p.Tokens[0] = common.Address{} }, "or zero"},
		"a contract receives":          {func(p *signing.Policy) { p.Contracts[0].Address = two }, "contract " + two.Hex()},
		"a contract of zero":           {func(p *signing.Policy) { p.Contracts[0].Address = common.Address{} }, "zero"},
		"a contract without functions": {func(p *signing.Policy) { p.Contracts[0].Functions = nil }, "has no function"},
		"its second contract is the owner": {func(p *signing.Policy) {
			p.Contracts = append(p.Contracts, signing.Contract{Address: one, Functions: p.Contracts[0].Functions})
		}, "contract " + one.Hex()},
		"its second token is the owner": {func(p *signing.Policy) { p.Tokens = append(p.Tokens, one) }, "token " + one.Hex()},
	} {
		p := small(t)
		c.edit(p)
		if err := p.Check(); (err == nil) != (c.words == "") || err != nil && (!errors.Is(err, signing.ErrPolicy) || !strings.Contains(err.Error(), c.words)) {
			t.Errorf("%s: %v, want %q", name, err, c.words)
		}
	}
}

// small's venue takes put and stop alone; the arguments that are held are compared as a rule
// compares them.
func TestACallIsHeldToItsChainItsContractAndItsArguments(t *testing.T) {
	chain := func(x *big.Int) func(*types.DynamicFeeTx) { return func(tx *types.DynamicFeeTx) { tx.ChainID = x } }
	value := func(x *big.Int) func(*types.DynamicFeeTx) { return func(tx *types.DynamicFeeTx) { tx.Value = x } }
	data := func(d []byte) func(*types.DynamicFeeTx) { return func(tx *types.DynamicFeeTx) { tx.Data = d } }
	to := func(a common.Address, d []byte) func(*types.DynamicFeeTx) {
		return func(tx *types.DynamicFeeTx) { tx.To, tx.Data = &a, d }
	}
	order := func(token common.Address) []byte { return form(t, four, put(token)).Blank }
	stop := form(t, four, []any{"stop"}).Blank
	for name, c := range map[string]struct {
		edit  func(*types.DynamicFeeTx)
		words string
	}{
		"as it is allowed":            {func(*types.DynamicFeeTx) {}, ""},
		"the other function":          {data(stop), ""},
		"another token":               {data(order(one)), "argument order.token of put is none of 1 allowed"},
		"four bytes too few":          {data(stop[:3]), "names no function"},
		"a function of another":       {to(three, stop), "is not on the list"},
		"a token goes home":           {to(three, bind.NewERC20().PackTransfer(two, common.Big1)), ""},
		"a token goes elsewhere":      {to(three, bind.NewERC20().PackTransfer(four, common.Big1)), "argument to of transfer is none of 2 allowed"},
		"no value at all":             {value(nil), ""},
		"a value below nothing":       {value(big.NewInt(-1)), "-1 wei go to"},
		"a chain that is another's":   {chain(new(big.Int).Add(new(big.Int).Lsh(common.Big1, 64), big.NewInt(8453))), "the policy for 8453"},
		"a chain below nothing":       {chain(big.NewInt(-8453)), "the policy for 8453"},
		"a recipient gets ether":      {to(one, nil), ""},
		"a recipient gets a byte":     {to(one, []byte{0}), "a recipient of money is not called"},
		"a contract that nobody owns": {to(common.Address{9}, stop), "contract " + common.Address{9}.Hex() + " is not on the list"},
	} {
		tx := call(four, order(two))
		tx.ChainID = big.NewInt(8453)
		c.edit(tx)
		want(t, small(t).Transaction(tx, start), c.words)
		if t.Failed() {
			t.Fatal(name)
		}
	}
	p := small(t)
	p.Contracts[0].Functions[0].Pins[0].OneOf[0] = strings.ToLower(two.Hex())
	p.Contracts = append(p.Contracts, signing.Contract{Address: one, Functions: p.Contracts[0].Functions})
	tx := call(four, order(two))
	tx.ChainID = big.NewInt(8453)
	want(t, p.Transaction(tx, start), "")
	p.Contracts[0].Functions[0].Pins[0].Path = "order.owner"
	want(t, p.Transaction(tx, start), "argument order.owner of put")
	// One contract in two entries, of which each has a function.
	p = small(t)
	p.Contracts = []signing.Contract{{Address: four, Functions: p.Contracts[0].Functions[:1]}, {Address: four, Functions: p.Contracts[0].Functions[1:]}}
	tx.Data = stop
	want(t, p.Transaction(tx, start), "")
	want(t, p.Transaction(tx, time.Unix(p.NotAfter+1, 0)), "it ended at 2027-01-15T08:00:00Z")
}
