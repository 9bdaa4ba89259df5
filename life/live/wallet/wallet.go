// Package wallet is the wallet of a life on a devnet: a key of this process, or one in a
// provider's enclave beside the world. It signs, and has whoever owns the money say what it
// may sign.
package wallet

import (
	"context"
	"log/slog"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/embedded"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/life/live/environment"
	"bardo.run/bardo/life/live/grantor"
	"bardo.run/bardo/mirage/enclave"
	"bardo.run/bardo/mirage/history"
)

// Settings say who has the key, and what it may do.
type Settings struct {
	// Custody is "" where the wallet holds the money, Embedded where its key lies in an
	// enclave, else a grant.Mode: then Grant says what its owner grants it.
	Custody string
	Seed    seed.Seed // of the life; the key follows from it
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

// Wallet is who signs for a life. Close it.
type Wallet struct {
	settings Settings
	own      *signer.Signer // nil: the vault's wallet
	vault    *vault
	opened   *embedded.Wallet // the vault's, once it is open
}

// keyOf is the Golem's key in a devnet life: derived from the seed, so that the
// life can be lived again (DESIGN §4).
func keyOf(s seed.Seed) [32]byte { return s.Bytes("golem/key") }

// Open makes the wallet. c tells the time of the world.
func Open(ctx context.Context, s Settings, c clock.Clock) (w *Wallet, err error) {
	w = &Wallet{settings: s}
	if s.Custody == Embedded {
		w.vault, err = s.enclosed(ctx, c)
		return w, err
	}
	bytes := keyOf(s.Seed)
	w.own, err = signer.New(environment.ChainID, &bytes)
	return w, err
}

// Address is the key's.
func (w *Wallet) Address() common.Address {
	if w.vault != nil {
		return w.vault.config.Address
	}
	return w.own.Address()
}

// Bind has whoever owns the money say what may be done with it. b becomes the boot entry
// of such a life; the plan is empty where nobody had to sign a grant.
func (w *Wallet) Bind(ctx context.Context, on *history.World, b *agent.Boot) (grant.Plan, error) {
	switch {
	case w.vault != nil:
		return grant.Plan{}, w.vault.bind(ctx, on, b, w.settings.Session)
	case w.settings.Custody != "":
		return w.settings.Grant.Sign(ctx, on, b, w.own.Address())
	}
	return grant.Plan{}, nil
}

// Session is until when an enclave signs, in unix seconds; 0 where none does.
func (w *Wallet) Session() uint64 {
	if w.vault == nil {
		return 0
	}
	return uint64(w.vault.config.Rules.Policy.NotAfter) //nolint:gosec // a time
}

// Signer opens what signs.
func (w *Wallet) Signer(ctx context.Context) (_ chain.Signer, err error) {
	if w.vault == nil {
		return w.own, nil
	}
	if w.opened, err = embedded.Open(ctx, w.vault.config); err != nil {
		return nil, err
	}
	if ready := w.settings.Seams.Ready; ready != nil {
		ready(w.vault.server, w.opened)
	}
	return w.opened, nil
}

// Signatures counts what was signed.
func (w *Wallet) Signatures() uint64 {
	switch {
	case w.own != nil:
		return w.own.Signatures()
	case w.opened != nil:
		return w.opened.Signatures()
	}
	return 0
}

// Close ends the enclave, where there is one.
func (w *Wallet) Close() {
	if w.vault != nil {
		w.vault.owner.Destroy()
		w.vault.server.Close()
	}
}
