package custody_test

import (
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/custody"
	"bardo.run/bardo/golem/custody/custodytest"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/grant/granttest"
	"bardo.run/bardo/golem/safety/signing"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/internal/clock"
)

// The custodies of this file each have one fault that is found in no test of another part.
type (
	survivor struct{ custody.Port } // its keys survive the destruction
	hasty    struct{ custody.Port } // its identity ends with the key that acts
	willing  struct{ custody.Port } // its key signs typed data, past the limits
	loose    struct{ custody.Port } // its narrower key is the wider one
	nameless struct{ custody.Port } // its limits do not say who holds them
	immortal struct {               // its old key goes on beside the new one
		custody.Port
		old   chain.Signer
		taken bool
	}
)

func (survivor) Destroy() {}

func (l loose) Narrow(signing.Fence) chain.Signer { return l.Signer() }

func (nameless) Limits() []grant.Limit { return make([]grant.Limit, 3) }

func (h hasty) Signer() chain.Signer { return hastySigner{h.Port.Signer(), h.Identity()} }

type hastySigner struct {
	chain.Signer
	id *custody.Identity
}

func (h hastySigner) Destroy() { h.Signer.Destroy(); h.id.Destroy() }

func (w willing) Signer() chain.Signer { return past{w.Port.Signer()} }

// past signs typed data with a key of its own, which is the same.
type past struct{ chain.Signer }

func (past) SignTypedData(data apitypes.TypedData) (s [65]byte, h common.Hash, err error) {
	key, err := signer.New(evmtest.ChainID, &[32]byte{31: 1})
	if err != nil {
		return s, h, err
	}
	return key.SignTypedData(data)
}

func (i *immortal) TakeOver(next *signer.Signer, g grant.Grant) error {
	err := i.Port.TakeOver(next, g)
	i.taken = i.taken || err == nil
	return err
}

func (i *immortal) Signer() chain.Signer {
	if i.taken {
		return i.Port.Signer()
	}
	return i.old
}

// under is a key under a grant that no chain holds.
func under(t *testing.T) (custodytest.Subject, *signer.Signer) {
	t.Helper()
	key := func(secret byte) *signer.Signer {
		k, err := signer.New(evmtest.ChainID, &[32]byte{31: secret})
		must(t, err)
		return k
	}
	g := granttest.Signed(t, key(1).Address(), 1)
	p, err := custody.New(t.Context(), custody.Keys{Key: key(1), Identity: identity(t), Grant: &g, Clock: clock.NewSimulated(start)})
	must(t, err)
	return custodytest.Subject{
		Port: p, ChainID: evmtest.ChainID, Account: granttest.Account, OnChain: true, Beyond: beyond(),
		Held: map[string]*types.DynamicFeeTx{"nothing": call(g.Manager, nil)},
		Allowed: func(nonce uint64) *types.DynamicFeeTx {
			tx := call(g.Manager, []byte{1})
			tx.Nonce = nonce
			return tx
		},
		Next:    func() (*signer.Signer, grant.Grant) { return key(2), granttest.Signed(t, key(2).Address(), 1) },
		Renewed: func() grant.Grant { return granttest.Signed(t, key(1).Address(), 2) },
	}, key(1)
}

// The suite finds each fault in the part that is about it.
func TestTheSuiteFindsPlantedFaults(t *testing.T) {
	plain := func() custodytest.Subject { return own(t, 1) }
	with := func(fault func(custody.Port) custody.Port) func() custodytest.Subject {
		return func() custodytest.Subject {
			s := plain()
			s.Port = fault(s.Port)
			return s
		}
	}
	for name, c := range map[string]struct {
		open func() custodytest.Subject
		want string // empty: nothing is found
	}{
		"none":                           {plain, ""},
		"a key that survives":            {with(func(p custody.Port) custody.Port { return survivor{p} }), "destruction"},
		"an identity that ends first":    {with(func(p custody.Port) custody.Port { return hasty{p} }), "destruction"},
		"typed data past the limits":     {with(func(p custody.Port) custody.Port { return willing{p} }), "typed data"},
		"a narrower key that is as wide": {with(func(p custody.Port) custody.Port { return loose{p} }), "narrower key"},
		"limits that nobody holds":       {with(func(p custody.Port) custody.Port { return nameless{p} }), "limits"},
		"a rotated key that still signs": {func() custodytest.Subject {
			s, old := under(t)
			s.Takes = func([]byte) error { return nil }
			s.Port = &immortal{Port: s.Port, old: old}
			return s
		}, "rotation"},
	} {
		found := custodytest.Faults(c.open)
		if c.want == "" && len(found) != 0 || c.want != "" && !slices.Contains(found, c.want) {
			t.Errorf("%s: found in %q, want %q", name, found, c.want)
		}
	}
}
