package wallet

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"time"

	"bardo.run/bardo/evm/privy"
	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/core/secret"
	"bardo.run/bardo/golem/world/embedded"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/life/live/environment"
	"bardo.run/bardo/life/live/grantor"
	"bardo.run/bardo/mirage/enclave"
	"bardo.run/bardo/mirage/history"
)

// Embedded is the custody in which a provider's enclave has the wallet's key: on a devnet
// mirage/enclave, over HTTP.
const Embedded = "embedded"

// vault is a devnet's provider with the Golem's wallet in it, and both keys to that.
type vault struct {
	server *enclave.Server
	owner  *privy.Client // with the key that owns the wallet
	holder string        // that key, by its id
	client *privy.Client // with the Golem's
	config embedded.Config
}

// worldly tells the time of a world, and waits for none of it: the world stands while its
// Golem asks.
type worldly struct{ clock.Clock }

// WaitUntil implements clock.Clock.
func (worldly) WaitUntil(ctx context.Context, _ time.Time) error { return ctx.Err() }

// enclosed opens a provider beside the world, and has the owner make the Golem's wallet in
// it, of the key that follows from the seed.
func (s Settings) enclosed(ctx context.Context, c clock.Clock) (v *vault, err error) {
	var app [16]byte
	_, _ = rand.Read(app[:]) // never fails
	text := hex.EncodeToString(app[:])
	v = &vault{config: embedded.Config{Clock: worldly{c}, Log: s.Log}}
	if v.server, err = enclave.Open(v.config.Clock, text); err != nil {
		return nil, err
	}
	if err = v.made(ctx, s, text); err != nil {
		v.server.Close()
		return nil, fmt.Errorf("custody: %w", err)
	}
	return v, nil
}

// made makes the wallet, which nobody may use yet.
func (v *vault) made(ctx context.Context, s Settings, app string) (err error) {
	if v.owner, err = v.dial(s.Seams.Limit, app); err != nil {
		return err
	}
	if v.client, err = v.dial(s.Seams.Limit, app); err != nil {
		return err
	}
	holder, err := v.owner.CreateQuorum(ctx, "owner", "owner", v.owner.PublicKey())
	if err != nil {
		return err
	}
	w, err := v.owner.CreateWallet(ctx, "wallet", holder.ID, nil)
	if err != nil {
		return err
	}
	key := keyOf(s.Seed)
	defer clear(key[:])
	if err := v.server.SetKey(w.ID, key[:]); err != nil {
		return err
	}
	if w, err = v.owner.Wallet(ctx, w.ID); err != nil {
		return err
	}
	v.holder, v.config.Client, v.config.Wallet, v.config.Address = holder.ID, v.client, w.ID, w.Address
	return nil
}

// dial makes a client with a key of its own.
func (v *vault) dial(limit time.Duration, app string) (*privy.Client, error) {
	key, err := privy.GenerateKey(func(bytes []byte) privy.Vault { return secret.New(bytes) })
	if err != nil {
		return nil, err
	}
	return privy.New(privy.Config{
		URL: v.server.URL(), AppID: enclave.AppID, Secret: secret.New([]byte(app)), Key: key, Clock: v.config.Clock, Log: v.config.Log, Limit: limit,
	})
}

// bind compiles what the Golem may sign, and has the owner let its key sign that. b becomes
// the boot entry of such a life.
func (v *vault) bind(ctx context.Context, w *history.World, b *agent.Boot, session time.Duration) error {
	b.Venue.Steps, b.Venue.Home, b.Policy.Fenced = true, b.Identity.Owner, true
	b.Custody.Recovery = "the wallet's key lies in the enclave of this devnet life, and follows from its seed"
	_, eyes, err := environment.Look(ctx, w, *b, 0)
	if err != nil {
		return err
	}
	if v.config.Seen, err = eyes.Look(ctx); err != nil {
		return err
	}
	rules, err := embedded.Compile(b.Venue, v.config.Seen, terms(w.Market(), *b, session))
	if err != nil {
		return fmt.Errorf("custody: %w", err)
	}
	b.Custody.Enclave = &agent.Enclave{Wallet: v.config.Wallet, Policy: rules.Policy.Hash(), Limits: rules.Policy.Plan()}
	signer, err := v.owner.CreateQuorum(ctx, "signer", "golem", v.client.PublicKey())
	if err != nil {
		return err
	}
	policy, err := v.owner.CreatePolicy(ctx, "policy", privy.Policy{Version: "1.0", Name: "golem", ChainType: "ethereum", Rules: rules.Policy.Rules(), Owner: v.holder})
	if err != nil {
		return err
	}
	v.config.Rules, v.config.Signer, v.config.Policy = rules, signer.ID, policy.ID
	_, err = v.owner.SetSigners(ctx, v.config.Wallet, privy.WalletSigner{ID: signer.ID, Policies: []string{policy.ID}})
	return err
}

// terms are what the owner of a devnet life allows: the Golem's own limits, the gas that it
// was given, and its time.
func terms(m history.Market, b agent.Boot, session time.Duration) embedded.Terms {
	ends := m.End().Add(grantor.Margin)
	if session > 0 {
		ends = m.Start().Add(session)
	}
	return embedded.Terms{
		ChainID: environment.ChainID, Owner: b.Identity.Owner, PerTransaction: b.Policy.PerTransaction, PerDay: b.Policy.PerDay,
		GasPerDay: b.Birth.Tokens[1].Units, Ends: ends.Unix(),
		MaxLossDay: b.Policy.Loss.Day, MaxMoveLoss: b.Policy.Loss.Move, MaxExitLoss: b.Policy.Loss.Exit, FeedAge: b.Policy.FeedAge,
	}
}
