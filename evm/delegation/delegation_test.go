package delegation_test

import (
	"encoding/json"
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/delegation"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/rpc"
)

// granted is the kit's account, which lets somebody act for it.
type granted struct {
	*evmtest.Kit
	client       *rpc.Client
	owner, golem *evmtest.Party
	manager      common.Address
}

func grant(t *testing.T) *granted {
	t.Helper()
	k := evmtest.NewKit(t)
	g := &granted{Kit: k, client: rpc.New(k.RPC), owner: k.Holder(), golem: k.Party("golem"), manager: k.At("DelegationManager")}
	g.owner.Become(k.At("EIP7702StatelessDeleGator"))
	return g
}

// signed is a delegation of the owner to the golem.
func (g *granted) signed(t *testing.T, caveats ...delegation.Caveat) delegation.Delegation {
	t.Helper()
	d := delegation.New(g.owner.Address, g.golem.Address, uint256.NewInt(1), caveats...)
	digest, err := d.Digest(evmtest.ChainID, g.manager)
	check(t, err)
	d.Signature = g.owner.Sign(digest[:])
	return d
}

// asks is why a redemption of transfers would be refused, nothing where it passes.
func (g *granted) asks(t *testing.T, by common.Address, chain []delegation.Delegation, calls ...delegation.Call) string {
	t.Helper()
	data, err := delegation.Redeem(chain, calls)
	check(t, err)
	return g.sends(t, by, data)
}

func (g *granted) sends(t *testing.T, by common.Address, data []byte) string {
	t.Helper()
	head, err := g.client.Head(t.Context())
	check(t, err)
	b := g.client.At(head.Hash)
	read := b.CallAs(rpc.Call{From: by, To: g.manager, Data: data})
	check(t, b.Do(t.Context()))
	_, err = read.Value()
	if err == nil {
		return ""
	}
	reverted := new(rpc.RevertError)
	if !errors.As(err, &reverted) {
		t.Fatal(err)
	}
	said, ok := delegation.Explain(reverted.Revert.Data)
	if !ok {
		t.Fatalf("no words for %x", reverted.Revert.Data)
	}
	return said
}

func (g *granted) pays(to common.Address, units int64) delegation.Call {
	return delegation.Call{To: g.At("USDC"), Data: bind.NewERC20().PackTransfer(to, big.NewInt(units))}
}

// spec: provisioning §8.3: the hash and the domain are the manager's.
func TestTheManagerHashesAndTakesWhatIsSignedHere(t *testing.T) {
	g := grant(t)
	calls := delegation.Caveat{Enforcer: g.At("LimitedCallsEnforcer"), Terms: common.BigToHash(big.NewInt(2)).Bytes()}
	d := g.signed(t, calls)
	codec := bind.NewDelegationManager()
	if hash, err := codec.UnpackGetDomainHash(g.Ask(g.manager, codec.PackGetDomainHash())); err != nil || hash == [32]byte{} {
		t.Fatal(hash, err)
	}
	head, err := g.client.Head(t.Context())
	check(t, err)
	if err := delegation.IsManager(t.Context(), g.client, head.Hash, evmtest.ChainID, g.manager); err != nil {
		t.Error(err)
	}
	if err := delegation.IsManager(t.Context(), g.client, head.Hash, 1, g.manager); err == nil {
		t.Error("a manager of another chain is taken")
	}
	if err := delegation.IsManager(t.Context(), g.client, head.Hash, evmtest.ChainID, g.At("USDC")); err == nil {
		t.Error("a token is taken as a manager")
	}
	thief := common.Address{19: 9}
	listed := g.signed(t, delegation.Caveat{Enforcer: g.At("AllowedTargetsEnforcer"), Terms: g.At("USDC").Bytes()})
	one, two := g.pays(thief, 1), g.pays(thief, 2)
	for name, c := range map[string]struct {
		redeem func([]delegation.Delegation, []delegation.Call) ([]byte, error)
		d      delegation.Delegation
		calls  []delegation.Call
		want   string
	}{
		"one call":                      {delegation.Redeem, d, []delegation.Call{one}, ""},
		"a batch":                       {delegation.Redeem, g.signed(t), []delegation.Call{one, two}, ""},
		"a batch under a counter":       {delegation.Redeem, d, []delegation.Call{one, two}, ""}, // it counts as one
		"a batch under a list":          {delegation.Redeem, listed, []delegation.Call{one, two}, "invalid call type"},
		"two calls under a list":        {delegation.RedeemEach, listed, []delegation.Call{one, two}, ""},
		"two calls under a counter":     {delegation.RedeemEach, d, []delegation.Call{one, two}, ""},
		"three calls where two are let": {delegation.RedeemEach, d, []delegation.Call{one, two, one}, "all calls"},
	} {
		data, err := c.redeem([]delegation.Delegation{c.d}, c.calls)
		check(t, err)
		if said := g.sends(t, g.golem.Address, data); (said == "") != (c.want == "") || !strings.Contains(said, c.want) {
			t.Errorf("%s: %q, want %q", name, said, c.want)
		}
	}
}

func TestEachRefusalOfTheManagerHasWords(t *testing.T) {
	g := grant(t)
	d, to := g.signed(t), common.Address{19: 9}
	other := g.Party("other")
	forged, foreign := d, d
	forged.Salt[0]++
	foreign.Delegator = other.Address
	child := d.Child(other.Address, new(uint256.Int))
	orphan := child
	orphan.Authority = common.Hash{1}
	for _, x := range []*delegation.Delegation{&child, &orphan} {
		digest, err := x.Digest(evmtest.ChainID, g.manager)
		check(t, err)
		x.Signature = g.golem.Sign(digest[:])
	}
	for name, c := range map[string]struct {
		by    common.Address
		chain []delegation.Delegation
		want  string
	}{
		"the delegate":       {g.golem.Address, []delegation.Delegation{d}, ""},
		"its own delegate":   {other.Address, []delegation.Delegation{child, d}, ""},
		"another key":        {other.Address, []delegation.Delegation{d}, "for another key"},
		"a changed salt":     {g.golem.Address, []delegation.Delegation{forged}, "does not take the signature"},
		"a key without code": {g.golem.Address, []delegation.Delegation{foreign}, "did not sign"},
		"no parent's hash":   {other.Address, []delegation.Delegation{orphan, d}, "from its parent"},
	} {
		if said := g.asks(t, c.by, c.chain, g.pays(to, 1)); (c.want == "") != (said == "") || !strings.Contains(said, c.want) {
			t.Errorf("%s: %q, want %q", name, said, c.want)
		}
	}
	g.owner.Must(g.manager, d.DisableCall())
	if said := g.asks(t, g.golem.Address, []delegation.Delegation{d}, g.pays(to, 1)); !strings.Contains(said, "revoked") {
		t.Errorf("a revoked delegation: %q", said)
	}
	if said := g.asks(t, other.Address, []delegation.Delegation{child, d}, g.pays(to, 1)); !strings.Contains(said, "revoked") {
		t.Errorf("the child of a revoked delegation: %q", said)
	}
	head, err := g.client.Head(t.Context())
	check(t, err)
	b := g.client.At(head.Hash)
	parent, open := delegation.Disabled(b, g.manager, d.Hash()), delegation.Disabled(b, g.manager, child.Hash())
	check(t, b.Do(t.Context()))
	if gone, err := parent(); err != nil || !gone {
		t.Error(gone, err)
	}
	if gone, err := open(); err != nil || gone {
		t.Error(gone, err)
	}
}

func TestADelegationKeepsItsBytesAsJSON(t *testing.T) {
	d := delegation.New(common.Address{1}, common.Address{2}, uint256.NewInt(7), delegation.Caveat{Enforcer: common.Address{3}, Terms: []byte{4}, Args: []byte{}})
	d.Signature = []byte{5}
	text, err := json.Marshal(d)
	check(t, err)
	var again delegation.Delegation
	if err := json.Unmarshal(text, &again); err != nil || again.Hash() != d.Hash() || string(again.Signature) != string(d.Signature) {
		t.Errorf("%s: %v", text, err)
	}
	if _, err := delegation.Redeem(nil, []delegation.Call{{}}); err == nil {
		t.Error("nothing is redeemed")
	}
	if _, err := delegation.Redeem([]delegation.Delegation{d}, nil); err == nil {
		t.Error("a redemption of no call")
	}
}

// check ends the test at an error.
func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
