package adversarial

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/privy"
	"bardo.run/bardo/golem/agent/agenttest"
	"bardo.run/bardo/golem/core/secret"
	"bardo.run/bardo/golem/custody/embedded"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/host/turn/turntest"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/mirage/enclave"
)

// worldly tells a world's time, and waits for none of it.
type worldly struct{ clock.Clock }

// WaitUntil implements clock.Clock.
func (worldly) WaitUntil(ctx context.Context, _ time.Time) error { return ctx.Err() }

// cell is a provider with the wallet of one stage in it.
type cell struct {
	*enclave.Server
	owner, client *privy.Client
	wallet        string
}

// enclosed gives a stage a wallet in an enclave in the place of its key, which is the same,
// under a policy that lets through what its adapters do and not a dollar less than its cage.
//
// spec: safety §8; issue 5, scope 6
func (s *stage) enclosed(ctx context.Context, seen turn.Reading, now clock.Clock) (err error) {
	c := new(cell)
	if c.Server, err = enclave.Open(worldly{now}, "a secret"); err != nil {
		return err
	}
	s.cell = c
	return c.bind(ctx, s, seen, worldly{now})
}

// shut ends a provider.
func (c *cell) shut() {
	if c != nil {
		c.Close()
	}
}

// used says where an enclave's key was used for anything but the Golem's signatures.
func (c *cell) used(signatures uint64) error {
	if c != nil && uint64(c.Signed(c.wallet)) != signatures { //nolint:gosec // a count
		return fmt.Errorf("the enclave signed %d times, the Golem has %d signatures", c.Signed(c.wallet), signatures)
	}
	return nil
}

// seen is what is in the fake chain's pool for whoever reads nothing of its price.
func (s *stage) seen() turn.Reading {
	return turntest.Pool{Address: agenttest.Pool, Token0: agenttest.USDC, Token1: agenttest.WETH, QuoteIsZero: true, FeePips: 500, TickSpacing: 10}.Seen(nil, nil)
}

func (c *cell) bind(ctx context.Context, s *stage, seen turn.Reading, now clock.Clock) error {
	dial := func() (*privy.Client, error) {
		key, err := privy.GenerateKey(func(b []byte) privy.Vault { return secret.New(b) })
		if err != nil {
			return nil, err
		}
		return privy.New(privy.Config{URL: c.URL(), AppID: enclave.AppID, Secret: secret.New([]byte("a secret")), Key: key, Clock: now})
	}
	var err1, err2 error
	c.owner, err1 = dial()
	c.client, err2 = dial()
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	holder, err1 := c.owner.CreateQuorum(ctx, "o", "owner", c.owner.PublicKey())
	signer, err2 := c.owner.CreateQuorum(ctx, "s", "golem", c.client.PublicKey())
	w, err3 := c.owner.CreateWallet(ctx, "w", holder.ID, nil)
	if err := errors.Join(err1, err2, err3); err != nil {
		return err
	}
	key := s.seed.Bytes("key")
	if err := c.SetKey(w.ID, key[:]); err != nil {
		return err
	}
	s.boot.Venue.Steps = true
	rules, err := embedded.Compile(s.boot.Venue, seen, embedded.Terms{
		ChainID: agenttest.ChainID, Owner: common.Address{1: 0xab, 19: 1}, PerTransaction: s.boot.Policy.PerTransaction, PerDay: s.boot.Policy.PerDay,
		MaxLossDay: s.boot.Policy.Loss.Day, MaxMoveLoss: s.boot.Policy.Loss.Move, MaxExitLoss: s.boot.Policy.Loss.Exit,
		GasPerDay: *new(uint256.Int).Lsh(uint256.NewInt(1), 128), Ends: s.boot.Birth.Until/1000 + 864_000,
	})
	if err != nil {
		return err
	}
	policy, err := c.owner.CreatePolicy(ctx, "p", privy.Policy{Version: "1.0", Name: "prey", ChainType: "ethereum", Rules: rules.Policy.Rules(), Owner: holder.ID})
	if err != nil {
		return err
	}
	if w, err = c.owner.SetSigners(ctx, w.ID, privy.WalletSigner{ID: signer.ID, Policies: []string{policy.ID}}); err != nil {
		return err
	}
	c.wallet = w.ID
	held, err := embedded.Open(ctx, embedded.Config{
		Client: c.client, Wallet: w.ID, Address: w.Address, Signer: signer.ID, Policy: policy.ID, Rules: rules, Seen: seen, Clock: now, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		return err
	}
	if held.Address() != s.key.Address() {
		return fmt.Errorf("the wallet is %s, the key %s", held.Address(), s.key.Address())
	}
	s.key.Destroy()
	s.key, s.wallet = held, held
	return nil
}
