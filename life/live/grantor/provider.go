package grantor

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"log/slog"
	"time"

	"bardo.run/bardo/evm/privy"
	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/core/secret"
	"bardo.run/bardo/golem/custody/embedded"
	"bardo.run/bardo/golem/safety/signing/plan"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/life/live/environment"
	"bardo.run/bardo/mirage/enclave"
	"bardo.run/bardo/mirage/history"
)

// Provider is a devnet's wallet provider, mirage/enclave over HTTP, with the Golem's wallet in
// it, and both keys to that.
type Provider struct {
	server *enclave.Server
	owner  *privy.Client // with the key that owns the wallet
	holder string        // that key, by its id
	config embedded.Config
	limit  time.Duration
}

// worldly tells the time of a world, and waits for none of it: the world stands while its
// Golem asks.
type worldly struct{ clock.Clock }

// WaitUntil implements clock.Clock.
func (worldly) WaitUntil(ctx context.Context, _ time.Time) error { return ctx.Err() }

// OpenProvider opens a provider beside a world, whose time c tells, and has the owner make the
// Golem's wallet in it, of a key that it wipes. limit is how long the provider is waited for.
func OpenProvider(ctx context.Context, key *[32]byte, limit time.Duration, c clock.Clock, log *slog.Logger) (*Provider, error) {
	var app [16]byte
	_, _ = rand.Read(app[:]) // never fails
	text := hex.EncodeToString(app[:])
	p := &Provider{config: embedded.Config{Clock: worldly{c}, Log: log}, limit: limit}
	var err error
	if p.server, err = enclave.Open(p.config.Clock, text); err != nil {
		return nil, err
	}
	if err = p.made(ctx, key, text); err != nil {
		p.server.Close()
		return nil, fmt.Errorf("custody: %w", err)
	}
	return p, nil
}

// made makes the wallet, which nobody may use yet.
func (p *Provider) made(ctx context.Context, key *[32]byte, app string) (err error) {
	defer clear(key[:])
	if p.owner, err = p.dial(app); err != nil {
		return err
	}
	if p.config.Client, err = p.dial(app); err != nil {
		return err
	}
	holder, err := p.owner.CreateQuorum(ctx, "owner", "owner", p.owner.PublicKey())
	if err != nil {
		return err
	}
	w, err := p.owner.CreateWallet(ctx, "wallet", holder.ID, nil)
	if err != nil {
		return err
	}
	if err := p.server.SetKey(w.ID, key[:]); err != nil {
		return err
	}
	if w, err = p.owner.Wallet(ctx, w.ID); err != nil {
		return err
	}
	p.holder, p.config.Wallet, p.config.Address = holder.ID, w.ID, w.Address
	return nil
}

// dial makes a client with a key of its own.
func (p *Provider) dial(app string) (*privy.Client, error) {
	key, err := privy.GenerateKey(func(bytes []byte) privy.Vault { return secret.New(bytes) })
	if err != nil {
		return nil, err
	}
	return privy.New(privy.Config{
		URL: p.server.URL(), AppID: enclave.AppID, Secret: secret.New([]byte(app)), Key: key, Clock: p.config.Clock, Log: p.config.Log, Limit: p.limit,
	})
}

// Bind compiles what the Golem may sign, and has the owner let its key sign that. b becomes
// the boot entry of such a life.
func (p *Provider) Bind(ctx context.Context, w *history.World, b *agent.Boot, session time.Duration) error {
	b.Venue.Steps, b.Venue.Home, b.Policy.Fenced = true, b.Identity.Owner, true
	b.Custody.Recovery = "the wallet's key lies in the enclave of this devnet life, and follows from its seed"
	_, eyes, err := environment.Look(ctx, w, *b, 0)
	if err != nil {
		return err
	}
	if p.config.Seen, err = eyes.Look(ctx); err != nil {
		return err
	}
	if err := embedded.Reaches(b.Venue, p.config.Seen, b.Policy.Protocols); err != nil {
		return fmt.Errorf("custody: %w", err)
	}
	rules, err := embedded.Compile(b.Venue, p.config.Seen, terms(w.Market(), *b, session))
	if err != nil {
		return fmt.Errorf("custody: %w", err)
	}
	b.Custody.Enclave = &agent.Enclave{Wallet: p.config.Wallet, Policy: rules.Policy.Hash(), Limits: plan.Of(rules.Policy)}
	signer, err := p.owner.CreateQuorum(ctx, "signer", "golem", p.config.Client.PublicKey())
	if err != nil {
		return err
	}
	policy, err := p.owner.CreatePolicy(ctx, "policy", privy.Policy{Version: "1.0", Name: "golem", ChainType: "ethereum", Rules: rules.Policy.Rules(), Owner: p.holder})
	if err != nil {
		return err
	}
	p.config.Rules, p.config.Signer, p.config.Policy = rules, signer.ID, policy.ID
	_, err = p.owner.SetSigners(ctx, p.config.Wallet, privy.WalletSigner{ID: signer.ID, Policies: []string{policy.ID}})
	return err
}

// terms are what the owner of a devnet life allows: the Golem's own limits, the gas that it
// was given, and its time.
func terms(m history.Market, b agent.Boot, session time.Duration) embedded.Terms {
	ends := m.End().Add(Margin)
	if session > 0 {
		ends = m.Start().Add(session)
	}
	return embedded.Terms{
		ChainID: environment.ChainID, Owner: b.Identity.Owner, PerTransaction: b.Policy.PerTransaction, PerDay: b.Policy.PerDay,
		GasPerDay: b.Birth.Tokens[1].Units, Ends: ends.Unix(),
		MaxLossDay: b.Policy.Loss.Day, MaxMoveLoss: b.Policy.Loss.Move, MaxExitLoss: b.Policy.Loss.Exit, FeedAge: b.Policy.FeedAge, Caps: b.Policy.Caps,
	}
}

// Config is what the wallet is opened by.
func (p *Provider) Config() *embedded.Config { return &p.config }

// Server is the provider itself, for tests.
func (p *Provider) Server() *enclave.Server { return p.server }

// Close ends the provider.
func (p *Provider) Close() {
	p.owner.Destroy()
	p.server.Close()
}
