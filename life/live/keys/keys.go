// Package keys is the keys of a life on a devnet. They follow from its seed, so that it can be
// lived again (DESIGN §4); golem/custody makes its custody of them.
package keys

import (
	"context"
	"log/slog"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/custody"
	"bardo.run/bardo/golem/custody/embedded"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/life/live/environment"
	"bardo.run/bardo/life/live/grantor"
	"bardo.run/bardo/mirage/enclave"
	"bardo.run/bardo/mirage/history"
)

// Settings say who has the key, and what it may do.
type Settings struct {
	Custody string // "", custody.Embedded, or the mode of the grant
	Grant   grantor.Terms
	Session time.Duration // how long an enclave signs, from the market's beginning; 0: as usual
	Log     *slog.Logger
	Seams   Seams
}

// Seams are for tests: how long an enclave is waited for, and who is told of it.
type Seams struct {
	Limit time.Duration
	Ready func(*enclave.Server, *embedded.Wallet)
}

// Keys are those of one life. Close them.
type Keys struct {
	settings Settings
	key      *signer.Signer    // nil: the provider's wallet
	provider *grantor.Provider // nil: none has the key
	custody  custody.Port      // from when it may sign
	identity *custody.Identity
	clock    clock.Clock
}

// Open makes the keys. c tells the time of the world.
func Open(ctx context.Context, s Settings, c clock.Clock) (k *Keys, err error) {
	k = &Keys{settings: s, clock: c}
	secret, own := s.Grant.Seed.Bytes("golem/identity"), s.Grant.Seed.Bytes("golem/key")
	if k.identity, err = custody.NewIdentity(environment.ChainID, &secret); err != nil {
		return nil, err
	}
	if s.Custody == custody.Embedded {
		k.provider, err = grantor.OpenProvider(ctx, &own, s.Seams.Limit, c, s.Log)
	} else {
		k.key, err = signer.New(environment.ChainID, &own)
	}
	return k, err
}

// Address is that of who signs.
func (k *Keys) Address() common.Address {
	if k.provider != nil {
		return k.provider.Config().Address
	}
	return k.key.Address()
}

// Bind has whoever owns the money say what may be done with it. b becomes the boot entry
// of such a life; the plan is empty where nobody had to sign a grant.
func (k *Keys) Bind(ctx context.Context, on *history.World, b *agent.Boot) (grant.Plan, error) {
	b.Identity.Key = k.identity.Address()
	switch {
	case k.provider != nil:
		return grant.Plan{}, k.provider.Bind(ctx, on, b, k.settings.Session)
	case k.settings.Custody != "":
		return k.settings.Grant.Sign(ctx, on, b, k.Address())
	}
	return grant.Plan{}, nil
}

// Session is until when an enclave signs, in unix seconds; 0 where none does.
func (k *Keys) Session() uint64 {
	if k.provider == nil {
		return 0
	}
	return uint64(k.provider.Config().Rules.Policy.NotAfter) //nolint:gosec // a time
}

// Entrust gives a life on a venue its keys.
func (k *Keys) Entrust(ctx context.Context, venue tool.Venue, out *agent.Outside) error {
	adapters, err := tool.NewAdapters(venue)
	if err != nil {
		return err
	}
	held := custody.Keys{Key: k.key, Identity: k.identity, Grant: venue.Grant, Adapters: adapters, Clock: k.clock}
	if k.provider != nil {
		held.Enclave = k.provider.Config()
	}
	if k.custody, err = custody.New(ctx, held); err != nil {
		return err
	}
	out.Signer, out.Identity = k.custody.Signer(), k.identity
	if w, ok := out.Signer.(*embedded.Wallet); ok && k.settings.Seams.Ready != nil {
		k.settings.Seams.Ready(k.provider.Server(), w)
	}
	return nil
}

// Signatures counts what was signed.
func (k *Keys) Signatures() uint64 {
	if k.custody == nil {
		return 0
	}
	return k.custody.Signer().Signatures() + k.identity.Signatures()
}

// Close ends the keys, and the provider where there is one.
func (k *Keys) Close() {
	if k.custody != nil {
		k.custody.Destroy()
	}
	if k.provider != nil {
		k.provider.Close()
	}
}
