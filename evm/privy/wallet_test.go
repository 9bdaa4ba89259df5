package privy_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"bardo.run/bardo/evm/privy"
	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/core/secret"
	"bardo.run/bardo/mirage/enclave"
)

// spec: provisioning §8.9 — CreateWallet(idempotency key)
func TestAWalletIsMadeOncePerKey(t *testing.T) {
	k := newKit(t)
	owner, policies := k.wallet.Owner, k.wallet.Policies
	again, err := k.client.CreateWallet(t.Context(), "session-1:wallet", owner, policies, k.wallet.Signers...)
	if err != nil || again.ID != k.wallet.ID || again.Address != k.wallet.Address {
		t.Errorf("the same key gave %+v (%v), want %+v", again, err, k.wallet)
	}
	other, err := k.client.CreateWallet(t.Context(), "session-2:wallet", owner, policies, k.wallet.Signers...)
	if err != nil || other.ID == k.wallet.ID {
		t.Errorf("another key gave %+v (%v)", other, err)
	}
	for name, fault := range map[string]enclave.Fault{"late": enclave.Late(), "cut": enclave.Cut()} {
		once := "session-3:" + name
		k.Fail(fault, fault)
		made, err := k.client.CreateWallet(t.Context(), once, owner, policies)
		check(t, err)
		if same, err := k.client.CreateWallet(t.Context(), once, owner, policies); err != nil || same.ID != made.ID {
			t.Errorf("%s: %+v, then %+v (%v)", name, made, same, err)
		}
	}
	if _, err := k.client.CreateWallet(t.Context(), "session-1:wallet", owner, nil); !errors.Is(err, privy.ErrRequest) {
		t.Errorf("the same key for another wallet: %v", err)
	}
	for _, once := range []string{"", strings.Repeat("x", 257)} {
		if _, err := k.client.CreateWallet(t.Context(), once, owner, policies); err == nil {
			t.Errorf("made with a key of %d characters", len(once))
		}
	}
}

func TestAWalletThatIsNotWhatWasAskedForIsRefused(t *testing.T) {
	k := newKit(t)
	for name, body := range map[string]string{
		"no address":     `{"id":"a","chain_type":"ethereum","owner_id":"OWNER"}`,
		"another chain":  `{"id":"a","chain_type":"solana","address":"0x0100000000000000000000000000000000000000","owner_id":"OWNER"}`,
		"no id":          `{"chain_type":"ethereum","address":"0x0100000000000000000000000000000000000000","owner_id":"OWNER"}`,
		"another owner":  `{"id":"a","chain_type":"ethereum","address":"0x0100000000000000000000000000000000000000","owner_id":"x"}`,
		"another signer": `{"id":"a","chain_type":"ethereum","address":"0x0100000000000000000000000000000000000000","owner_id":"OWNER","additional_signers":[{"signer_id":"x"}]}`,
	} {
		k.Fail(enclave.Status(200, strings.ReplaceAll(body, "OWNER", k.wallet.Owner)))
		if _, err := k.client.CreateWallet(t.Context(), "n:"+name, k.wallet.Owner, nil); !errors.Is(err, privy.ErrMismatch) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := k.client.Wallet(t.Context(), "nowhere"); !errors.Is(err, privy.ErrNotFound) {
		t.Errorf("no such wallet: %v", err)
	}
	asked := k.Asked()
	for _, id := range []string{"", "../policies/x", "a/b", "a?b", strings.Repeat("a", 65)} {
		if _, err := k.client.Wallet(t.Context(), id); !errors.Is(err, privy.ErrConfig) {
			t.Errorf("%q: %v", id, err)
		}
	}
	if k.Asked() != asked {
		t.Error("the provider was asked for what is no id")
	}
}

// An owner of the wallet could take its policy away, and a signer without one is free.
func TestAKeyThatIsBoundLooselyIsFoundOut(t *testing.T) {
	for name, c := range map[string]struct {
		change func(k *kit)
		words  string
	}{
		"owns the wallet": {func(k *kit) { k.Change(k.wallet.ID, func(w *enclave.Wallet) { w.Owner = &k.binding.Signer }) }, "take the policy away"},
		"nobody owns it":  {func(k *kit) { k.Change(k.wallet.ID, func(w *enclave.Wallet) { w.Owner = nil }) }, "take the policy away"},
		"free":            {func(k *kit) { k.Change(k.wallet.ID, func(w *enclave.Wallet) { w.Signers[0].Policies = nil }) }, "signs under"},
		"a second policy": {func(k *kit) {
			k.Change(k.wallet.ID, func(w *enclave.Wallet) { w.Signers[0].Policies = append(slices.Clone(w.Signers[0].Policies), "more") })
		}, "signs under"},
		"no signer": {func(k *kit) { k.Change(k.wallet.ID, func(w *enclave.Wallet) { w.Signers = nil }) }, "no signer"},
		"owns the policy": {func(k *kit) {
			k.ChangePolicy(k.binding.Policy.ID, func(p *enclave.Policy) { p.Owner = &k.binding.Signer })
		}, "change the rules"},
		"a rule was added": {func(k *kit) {
			k.ChangePolicy(k.binding.Policy.ID, func(p *enclave.Policy) { p.Rules = append(p.Rules, p.Rules[0]) })
		}, "other rules"},
		"a rule was widened": {func(k *kit) {
			k.ChangePolicy(k.binding.Policy.ID, func(p *enclave.Policy) { p.Rules = slices.Clone(p.Rules); p.Rules[0].Conditions = nil })
		}, "other rules"},
		"a quorum of another": {func(k *kit) { k.binding.Signer = k.wallet.Owner }, "not this Golem's key"},
	} {
		t.Run(name, func(t *testing.T) {
			k := newKit(t)
			if w, err := k.client.Bound(t.Context(), k.binding); err != nil || w.Address != k.wallet.Address {
				t.Fatalf("%+v, %v", w, err)
			}
			c.change(k)
			if _, err := k.client.Bound(t.Context(), k.binding); !errors.Is(err, privy.ErrMismatch) || !strings.Contains(err.Error(), c.words) {
				t.Errorf("%v, want %q", err, c.words)
			}
		})
	}
}

// spec: provisioning §8.9 — separate keys for signing and policy changes
func TestOnlyTheOwnerChangesAPolicy(t *testing.T) {
	k := newKit(t)
	p := k.binding.Policy
	p.Rules = p.Rules[:1]
	if err := k.client.UpdatePolicy(t.Context(), p); !errors.Is(err, privy.ErrAuthorization) {
		t.Fatalf("the agent changed it: %v", err)
	}
	owners := k.dial(func(c *privy.Config) { c.Key = k.owner })
	check(t, owners.UpdatePolicy(t.Context(), p))
	s := k.open(k.client)
	if _, err := s.SignTransaction(transfer(0)); err != nil {
		t.Error(err)
	}
	if _, _, err := s.SignTypedData(typed(t, order)); !errors.Is(err, privy.ErrRefused) {
		t.Errorf("typed data without a rule: %v", err)
	}
	if k.Signed(k.wallet.ID) != 1 {
		t.Errorf("%d signatures", k.Signed(k.wallet.ID))
	}
}

// The signer refuses by itself: the provider does not hear of it.
//
// spec: DESIGN §12.6
func TestWhatTheChecksRefuseIsNotAskedFor(t *testing.T) {
	k := newKit(t)
	no := errors.New("not today")
	checks := privy.Checks{Transaction: func(*signerTx) error { return no }, TypedData: func(signerData) error { return no }}
	s, err := privy.Open(t.Context(), k.client, k.wallet, 31337, checks)
	check(t, err)
	asked := k.Asked()
	if _, err := s.SignTransaction(transfer(0)); !errors.Is(err, no) || !errors.Is(err, privy.ErrCheck) {
		t.Error(err)
	}
	if _, _, err := s.SignTypedData(typed(t, order)); !errors.Is(err, no) || !errors.Is(err, privy.ErrCheck) {
		t.Error(err)
	}
	bad := map[string]*signerTx{"creates": transfer(0), "no fee": transfer(0), "no tip": transfer(0)}
	bad["creates"].To, bad["no fee"].GasFeeCap, bad["no tip"].GasTipCap = nil, nil, nil
	for name, tx := range bad {
		if _, err := k.open(k.client).SignTransaction(tx); !errors.Is(err, privy.ErrCheck) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if k.Asked() != asked {
		t.Errorf("the provider was asked %d times", k.Asked()-asked)
	}
}

func TestAClientNeedsWhatItNeeds(t *testing.T) {
	k := newKit(t)
	for name, change := range map[string]func(*privy.Config){
		"no app": func(c *privy.Config) { c.AppID = "" }, "no secret": func(c *privy.Config) { c.Secret = nil }, "no key": func(c *privy.Config) { c.Key = nil },
		"no clock": func(c *privy.Config) { c.Clock = nil }, "plain http": func(c *privy.Config) { c.URL = "http://api.privy.io" },
		"a path": func(c *privy.Config) { c.URL = "https://api.privy.io/" }, "a user": func(c *privy.Config) { c.URL = "https://u:p@api.privy.io" },
		"no URL": func(c *privy.Config) { c.URL = "://" }, "a query": func(c *privy.Config) { c.URL = "https://api.privy.io?a" },
	} {
		config := k.config
		change(&config)
		if _, err := privy.New(config); !errors.Is(err, privy.ErrConfig) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := privy.New(privy.Config{AppID: "a", Secret: k.config.Secret, Key: k.agent, Clock: k.clock}); err != nil {
		t.Errorf("the default URL: %v", err)
	}
	if _, err := privy.Open(t.Context(), k.client, k.wallet, 0, free); !errors.Is(err, signer.ErrChain) {
		t.Errorf("chain 0: %v", err)
	}
	if _, err := privy.Open(t.Context(), k.client, k.wallet, 1, privy.Checks{}); !errors.Is(err, privy.ErrConfig) {
		t.Errorf("no checks: %v", err)
	}
	wrong := k.dial(func(c *privy.Config) { c.Secret = secret.New([]byte("wrong")) })
	if _, err := wrong.Wallet(t.Context(), k.wallet.ID); !errors.Is(err, privy.ErrCredentials) {
		t.Errorf("a wrong secret: %v", err)
	}
	gone := secret.New([]byte("gone"))
	gone.Release()
	if _, err := k.dial(func(c *privy.Config) { c.Secret = gone }).Wallet(t.Context(), k.wallet.ID); !errors.Is(err, secret.ErrReleased) {
		t.Errorf("a secret that was released: %v", err)
	}
}

// spec: provisioning §8.9 — the owner gives a wallet its session signer, and takes it away
func TestOnlyTheOwnerChangesTheSigners(t *testing.T) {
	k := newKit(t)
	kept := privy.WalletSigner{ID: k.binding.Signer, Policies: []string{k.binding.Policy.ID}}
	if _, err := k.client.SetSigners(t.Context(), k.wallet.ID, privy.WalletSigner{ID: k.binding.Signer}); !errors.Is(err, privy.ErrAuthorization) {
		t.Fatalf("the agent freed itself: %v", err)
	}
	owners := k.dial(func(c *privy.Config) { c.Key = k.owner })
	if w, err := owners.SetSigners(t.Context(), k.wallet.ID, []privy.WalletSigner{}...); err != nil || len(w.Signers) != 0 {
		t.Fatalf("%+v, %v", w, err)
	}
	s := k.open(k.client)
	if _, err := s.SignTransaction(transfer(0)); !errors.Is(err, privy.ErrAuthorization) {
		t.Errorf("a signer that was taken away: %v", err)
	}
	if w, err := owners.SetSigners(t.Context(), k.wallet.ID, kept); err != nil || w.ID != k.wallet.ID || w.Address != k.wallet.Address {
		t.Fatalf("%+v, %v", w, err)
	}
	if _, err := k.client.Bound(t.Context(), k.binding); err != nil {
		t.Error(err)
	}
	if _, err := s.SignTransaction(transfer(0)); err != nil {
		t.Error(err)
	}
	body := `{"id":"` + k.wallet.ID + `","address":"0x00000000000000000000000000000000000000aa","chain_type":"ethereum","owner_id":"x","policy_ids":[],"additional_signers":[]}`
	k.Fail(enclave.Status(200, body))
	if _, err := owners.SetSigners(t.Context(), k.wallet.ID, kept); !errors.Is(err, privy.ErrMismatch) {
		t.Errorf("it has none: %v", err)
	}
	if _, err := owners.SetSigners(t.Context(), "../x", kept); !errors.Is(err, privy.ErrConfig) {
		t.Errorf("no id: %v", err)
	}
}
