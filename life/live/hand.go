package live

import (
	"context"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/embedded"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/life/live/environment"
	"bardo.run/bardo/mirage/history"
)

// keyOf is the Golem's key in a devnet life: derived from the seed, so that the
// life can be lived again (DESIGN §4).
func keyOf(s seed.Seed) [32]byte { return s.Bytes("golem/key") }

// hand is who signs for a life: a key of this process, or a vault.
type hand struct {
	options Options
	own     *signer.Signer // nil: the vault's wallet
	vault   *vault
	wallet  *embedded.Wallet // once it is open
}

func (o Options) hand(ctx context.Context, c clock.Clock) (h *hand, err error) {
	h = &hand{options: o}
	if o.Custody == Embedded {
		h.vault, err = o.enclosed(ctx, c)
		return h, err
	}
	bytes := keyOf(o.Seed)
	h.own, err = signer.New(environment.ChainID, &bytes)
	return h, err
}

func (h *hand) address() common.Address {
	if h.vault != nil {
		return h.vault.config.Address
	}
	return h.own.Address()
}

// bound has whoever owns the money say what may be done with it. b becomes the boot entry
// of such a life.
func (h *hand) bound(ctx context.Context, o Options, w *history.World, b *agent.Boot) (grant.Plan, error) {
	switch {
	case h.vault != nil:
		return grant.Plan{}, h.vault.bind(ctx, o, w, b)
	case o.Custody != "":
		return o.granting(ctx, w, b, h.own.Address())
	}
	return grant.Plan{}, nil
}

// session is until when an enclave signs, in unix seconds; 0 where none does.
func (h *hand) session() uint64 {
	if h.vault == nil {
		return 0
	}
	return uint64(h.vault.config.Rules.Policy.NotAfter) //nolint:gosec // a time
}

// open returns the signer.
func (h *hand) open(ctx context.Context) (_ chain.Signer, err error) {
	if h.vault == nil {
		return h.own, nil
	}
	if h.wallet, err = embedded.Open(ctx, h.vault.config); err != nil {
		return nil, err
	}
	if h.options.ready != nil {
		h.options.ready(h.vault.server, h.wallet)
	}
	return h.wallet, nil
}

func (h *hand) signatures() uint64 {
	switch {
	case h.own != nil:
		return h.own.Signatures()
	case h.wallet != nil:
		return h.wallet.Signatures()
	}
	return 0
}

func (h *hand) close() {
	if h.vault != nil {
		h.vault.owner.Destroy()
		h.vault.server.Close()
	}
}
