// Package capability mints and consumes the single-use tokens without which no
// write reaches a chain (safety §2).
//
// A Token is a handle into the Registry that minted it. Its fields are
// unexported, its zero value opens nothing, copying it copies no permission
// (consumption is one compare-and-swap on the registry's entry), and it has no
// encoding: it cannot be stored, sent or named by a model. Only package permit
// is given a Registry; only the senders of world/chain consume.
package capability

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"

	"bardo.run/bardo/internal/money"
)

// Why a token did not open. All are final: nothing was sent.
var (
	ErrUsed    = errors.New("CAP_ALREADY_CONSUMED: the capability was used before")
	ErrExpired = errors.New("CAP_EXPIRED: the capability is no longer valid")
	ErrTool    = errors.New("CAP_WRONG_TOOL: the capability opens another tool")
	ErrParams  = errors.New("CAP_WRONG_PARAMS: the capability is bound to other parameters")
	ErrValue   = errors.New("CAP_VALUE_EXCEEDED: the value is above the capability's limit")
	ErrPolicy  = errors.New("CAP_POLICY_CHANGED: the policy changed since the capability was minted")
	ErrForged  = errors.New("SAFETY_CAPABILITY_REQUIRED: no capability was given")
)

// Digest is a SHA-256 over canonical bytes: of a policy, or of parameters.
type Digest = [sha256.Size]byte

// Grant is what a token opens: one call of one tool, once, up to a value, while
// tick < ExpiresAt, under one policy.
type Grant struct {
	Tool       string
	PermitID   string
	Params     Digest
	Policy     Digest
	ValueLimit money.USDC
	ExpiresAt  uint64 // first tick at which the token is no longer valid
}

// Use is what the executor is about to do with a token.
type Use struct {
	Tool   string
	Params Digest
	Policy Digest
	Value  money.USDC
	Tick   uint64
}

// Registry mints tokens and remembers which of them are still unused. It is safe
// for concurrent use and is never persisted: a restart voids every token.
type Registry struct {
	mu   sync.Mutex // guards live and last
	live map[uint64]Grant
	last uint64
	used func(permitID string, refused error) error
}

// NewRegistry returns a registry without live tokens.
func NewRegistry() *Registry { return &Registry{live: map[uint64]Grant{}} }

// Tell has somebody told of every live token that is shown, and of why it does not open,
// before its holder is. Its error keeps one closed that would open. It is called before
// the first Mint.
func (r *Registry) Tell(used func(permitID string, refused error) error) { r.used = used }

// Token opens one write. The zero value opens nothing.
type Token struct {
	_        noCopy
	registry *Registry
	entry    uint64
}

// noCopy makes go vet's copylocks complain about a copied Token.
type noCopy struct{}

func (*noCopy) Lock()   {}
func (*noCopy) Unlock() {}

// Mint returns a token for the grant.
func (r *Registry) Mint(g Grant) *Token {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last++
	r.live[r.last] = g
	return &Token{registry: r, entry: r.last}
}

// Void makes every token of the permit worthless.
func (r *Registry) Void(permitID string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for entry, g := range r.live {
		if g.PermitID == permitID {
			delete(r.live, entry)
		}
	}
}

// Consume uses the token up, whether or not the use fits: of any number of
// concurrent calls exactly one can succeed (safety §2.2). The error says which
// bound did not hold.
func (t *Token) Consume(u Use) error {
	if t == nil || t.registry == nil {
		return ErrForged
	}
	g, ok := t.registry.take(t.entry)
	if !ok {
		return ErrUsed
	}
	err := g.allows(u)
	if t.registry.used == nil {
		return err
	}
	return errors.Join(err, t.registry.used(g.PermitID, err))
}

// Code is the word that an error of this package begins with.
func Code(err error) string {
	word, _, _ := strings.Cut(err.Error(), ":")
	return word
}

func (r *Registry) take(entry uint64) (Grant, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	g, ok := r.live[entry]
	delete(r.live, entry)
	return g, ok
}

func (g Grant) allows(u Use) error {
	switch {
	case u.Tool != g.Tool:
		return fmt.Errorf("%w: it opens %s, not %s", ErrTool, g.Tool, u.Tool)
	case u.Params != g.Params:
		return ErrParams
	case u.Policy != g.Policy:
		return ErrPolicy
	case u.Value > g.ValueLimit:
		return fmt.Errorf("%w: %s of %s", ErrValue, u.Value, g.ValueLimit)
	case u.Tick >= g.ExpiresAt:
		return fmt.Errorf("%w: tick %d, valid before %d", ErrExpired, u.Tick, g.ExpiresAt)
	}
	return nil
}

// String redacts: a token has nothing to read.
func (*Token) String() string { return "[capability]" }

// LogValue implements slog.LogValuer.
func (*Token) LogValue() slog.Value { return slog.StringValue("[capability]") }

// MarshalText refuses: a token cannot be serialised (safety §1.4, S-8).
func (*Token) MarshalText() ([]byte, error) { return nil, ErrForged }
