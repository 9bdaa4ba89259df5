package embedded

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"

	"bardo.run/bardo/evm/privy"
	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/signing"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/internal/clock"
)

// kind is a kind of failure with its stable code, for the journal.
type kind struct{ code, text string }

func (k *kind) Error() string     { return k.text }
func (k *kind) ErrorCode() string { return k.code }

// Errors of a wallet.
var (
	// ErrOver: the session has ended, in which the provider signs for the Golem.
	ErrOver error = &kind{"CUSTODY_SESSION_OVER", "the wallet's session is over"}
	// ErrUnbound: what the provider holds is not what this Golem was told.
	ErrUnbound error = &kind{"CUSTODY_UNBOUND", "the wallet is not bound as it has to be"}
)

// Config is what a wallet needs. All of it is required. The address is the owner's word and not
// the provider's: the policy is made of it, and the one who answers must not choose it.
type Config struct {
	Client  *privy.Client
	Wallet  string         // the provider's id
	Address common.Address // of the wallet
	Signer  string         // the quorum of the Golem's key
	Policy  string         // the provider's id of the policy
	Rules   Rules
	Seen    turn.Reading // the newest, which prices what is signed before the next
	Clock   clock.Clock
	Log     *slog.Logger
}

// Wallet signs for a Golem through the provider. It is safe for concurrent use.
type Wallet struct {
	config Config
	signer *privy.Signer
	guard  *signing.Guard
	base   context.Context // ends with Destroy; the methods of a signer take none
	end    context.CancelFunc
	seen   newest

	mu     sync.Mutex              // guards what follows
	proved bool                    // that the provider holds what it has to
	signed map[uint64]turn.Reading // that each nonce was signed by
	placed map[uint64]*placed      // by each nonce, and not yet in a reading
	dead   bool
}

var (
	_ chain.Signer   = (*Wallet)(nil)
	_ chain.Recaller = (*Wallet)(nil)
	_ chain.Seer     = (*Wallet)(nil)
)

// Open makes the signer of a wallet and has the provider prove what it holds. A provider
// that does not answer is asked again before the first signature, and nothing is signed
// until it has: a Golem without it can still look on. Any other difference is an error. ctx
// bounds that first question alone: a Golem that dies while its process ends still signs.
// Destroy ends the rest.
//
// spec: provisioning §8.9
func Open(ctx context.Context, c Config) (*Wallet, error) {
	w := &Wallet{config: c, signed: map[uint64]turn.Reading{}, placed: map[uint64]*placed{}}
	w.base, w.end = context.WithCancel(context.WithoutCancel(ctx))
	w.seen.set(c.Seen)
	var err error
	if w.guard, err = signing.NewGuard(c.Rules.Policy, c.Rules.Book, w.prices(), c.Clock, nil); err != nil {
		return nil, err
	}
	checks := privy.Checks{Transaction: w.guard.Transaction, TypedData: w.guard.TypedData}
	held := privy.Wallet{ID: c.Wallet, Address: c.Address, ChainType: "ethereum"}
	if w.signer, err = privy.Open(w.base, c.Client, held, c.Rules.Policy.ChainID, checks); err != nil {
		return nil, err
	}
	switch err := w.prove(ctx); {
	case away(err):
		c.Log.Warn("the wallet provider does not answer; nothing is signed before it has proved what it holds", "error", err)
	case err != nil:
		return nil, err
	}
	return w, nil
}

// away reports a provider that may come back.
func away(err error) bool {
	return errors.Is(err, privy.ErrUnavailable) || errors.Is(err, privy.ErrRateLimited)
}

// prove compares what the provider holds with what was compiled, once.
func (w *Wallet) prove(ctx context.Context) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.dead {
		return signer.ErrDestroyed
	}
	if w.proved {
		return nil
	}
	c := w.config
	b := privy.Binding{Wallet: c.Wallet, Signer: c.Signer, Policy: privy.Policy{ID: c.Policy, Rules: c.Rules.Policy.Rules()}}
	held, err := c.Client.Bound(ctx, b)
	if err != nil {
		if away(err) {
			return err
		}
		return fmt.Errorf("%w (the policy that was compiled is %x): %w", ErrUnbound, c.Rules.Policy.Hash(), err)
	}
	if held.Address != c.Address {
		return fmt.Errorf("%w: wallet %s is %s at the provider, and %s in the configuration", ErrUnbound, c.Wallet, held.Address, c.Address)
	}
	w.proved = true
	return nil
}

// ready says whether the provider may be asked for a signature.
func (w *Wallet) ready() error {
	if ends := time.Unix(w.config.Rules.Policy.NotAfter, 0); w.config.Clock.Now().Unix() > ends.Unix() {
		return fmt.Errorf("%w: it ended at %s, and nothing is signed, nor to leave a position: its owner has to give another, or to move what is in the wallet", ErrOver, ends.UTC().Format(time.RFC3339))
	}
	return w.prove(w.base)
}

// Address returns the account.
func (w *Wallet) Address() common.Address { return w.config.Address }

// Signatures returns how many came back and were right.
func (w *Wallet) Signatures() uint64 { return w.signer.Signatures() }

// Destroy wipes the Golem's key to the provider. The wallet stays its owner's.
func (w *Wallet) Destroy() {
	w.end() // also of a proof under way
	w.signer.Destroy()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.dead = true
}

// SignTransaction has a transaction signed, or says why not.
func (w *Wallet) SignTransaction(tx *types.DynamicFeeTx) (signer.Transaction, error) {
	if err := w.ready(); err != nil {
		return signer.Transaction{}, err
	}
	signed, err := w.signer.SignTransaction(tx)
	if err == nil {
		w.keep(tx.Nonce)
		w.place(tx)
	}
	return signed, err
}

// SignTypedData has typed data signed, or says why not.
func (w *Wallet) SignTypedData(data apitypes.TypedData) (signature [65]byte, digest common.Hash, err error) {
	if err := w.ready(); err != nil {
		return signature, digest, err
	}
	return w.signer.SignTypedData(data)
}

// remembered is how many nonces before the newest one keep the reading that they were signed by.
const remembered = 64

// Recall counts what the journal says was signed, and keeps the reading that it was signed by.
func (w *Wallet) Recall(tx *types.Transaction, at time.Time) {
	w.keep(tx.Nonce())
	w.guard.Remember(&types.DynamicFeeTx{
		ChainID: tx.ChainId(), Nonce: tx.Nonce(), To: tx.To(), Value: tx.Value(), Data: tx.Data(), Gas: tx.Gas(), GasFeeCap: tx.GasFeeCap(), GasTipCap: tx.GasTipCap(),
	}, at)
}

// Rules are what it signs under.
func (w *Wallet) Rules() Rules { return w.config.Rules }

// Spent is what counts of the last 24 hours.
func (w *Wallet) Spent() []signing.Spent { return w.guard.Spent() }

// See implements chain.Seer: the newest reading prices what is signed next.
// It shows what was placed in its block and before.
func (w *Wallet) See(r turn.Reading) {
	w.seen.set(r)
	w.shown(r.Block.Number)
}

func (w *Wallet) keep(nonce uint64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.signed[nonce] = w.seen.get()
	maps.DeleteFunc(w.signed, func(old uint64, _ turn.Reading) bool { return old+remembered <= nonce })
}

// signedAt is the reading that a nonce was signed by; empty, and so without a price, where
// that is forgotten.
func (w *Wallet) signedAt(nonce uint64) turn.Reading {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.signed[nonce]
}
