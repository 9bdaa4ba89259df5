package adversarial

import (
	"cmp"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/grant"
	protocols "bardo.run/bardo/golem/world/protocol/table"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/mirage/deploy/kit"
)

// feedAge is how old an answer of a feed may be, in seconds: the default.
const feedAge = 1_200

// grants has an owner, whose account has the money, grant a denizen what its configuration
// allows, with the defaults of a grant.
func (d *denizen) grants(has estate) {
	r, k := d.r, d.r.kit
	r.t.Helper()
	owner := k.Party("owner")
	owner.Become(k.At("EIP7702StatelessDeleGator"))
	r.account, d.account = owner.Address, owner.Address
	d.boot.Venue.Account = owner.Address
	seen := d.reading()
	worth := money.USDC(has.usdc+2*has.weth) * money.One
	w := grant.Wish{
		Mode: d.custody.mode, ChainID: d.boot.Identity.ChainID, Owner: owner.Address, Account: owner.Address, Key: d.key.Address(),
		Manager: k.At("DelegationManager"), Counter: k.At("LimitedCallsEnforcer"), Start: r.Chain().Chain.Head().Time, End: uint64(d.boot.Birth.Start/1000) + 30*86_400, //nolint:gosec // a time
		Tokens: d.priced(),
		Pools:  d.pools(), Limits: grant.Limits(d.boot.Policy, worth), Worth: worth, Mark: worth, Calls: 10_000, Daily: cmp.Or(d.daily, d.boot.Policy.PerDay),
	}
	venue := d.boot.Venue
	venue.Grant = &grant.Grant{Mode: d.custody.mode}
	adapters, err := tool.NewAdapters(venue)
	if err == nil {
		w.Forms, err = adapters.Forms(turn.Reading{Assets: seen.Assets, Markets: d.approves(seen.Markets), Lending: seen.Lending})
	}
	check(r.t, err)
	if w.Mode == grant.Delegation {
		w.Readings, w.Pools = read(venue.Deployments), append(w.Pools, protocols.Grounds(venue.Deployments)...)
	}
	check(r.t, d.holdsBy(signed(r.t, k, owner, w)))
}

// signed puts what a wish needs on the chain, and has an owner bind it and sign the grant.
// How a grant is set up stands here alone.
func signed(t testing.TB, k *evmtest.Kit, owner *evmtest.Party, w grant.Wish) (grant.Grant, []byte) {
	t.Helper()
	deployer := k.Party("deployer")
	at, creations, err := w.Contracts(grant.Standing{}, func(n int) common.Address { return crypto.CreateAddress(deployer.Address, uint64(n)) }) //nolint:gosec // small
	check(t, err)
	for _, c := range creations {
		deployer.Creates(c.Code, c.Shared)
	}
	if w.Mode == grant.Delegation {
		owner.Must(at.Enforcer, w.Bind(at))
		owner.Must(at.Lives, w.Register())
	}
	g, err := w.Grant(at)
	check(t, err)
	digest, err := g.Delegation.Digest(w.ChainID, w.Manager)
	check(t, err)
	return g, owner.Sign(digest[:])
}

// morphoID is the market's.
func (d *denizen) morphoID() common.Hash { return kit.MorphoID(kit.MorphoMarket(d.r.kit.Book)) }
