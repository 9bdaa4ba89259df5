package custody

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"time"

	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/privy"
	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/core/secret"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/signing"
	"bardo.run/bardo/golem/world/embedded"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/atomicfile"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/eip55"
)

// Embedded is golem.custody_mode where a provider's enclave has the wallet's key.
const Embedded = "embedded"

// attemptLimit is how long one attempt to have something signed may take. There are three, and a
// process that is told to stop has half a minute.
const attemptLimit = 5 * time.Second

// vault is the way to a wallet whose key lies in a provider's enclave.
type vault struct {
	client *privy.Client // nil in a life on paper
	app    secret.Secret
	seal   secret.Secret
	rules  embedded.Rules
	seen   turn.Reading // that the rules were compiled from
}

// enclosed opens the way to the wallet (provisioning §8.9). What the provider holds is
// compared once the market is known, of which the policy is made.
func (c *Custody) enclosed() error {
	e := &c.config.Custody.Embedded
	defer e.AuthorizationKey.Release()
	if err := c.named(); err != nil {
		return fmt.Errorf("%w: %w", ErrWallet, err)
	}
	c.vault, c.wallet = &vault{}, eip55.Must(e.Address)
	if c.paper {
		return nil
	}
	if err := c.sealing(); err != nil {
		return err
	}
	if err := c.provider(); err != nil {
		return fmt.Errorf("%w: %w", ErrWallet, err)
	}
	return nil
}

// named reports every key that an enclave's wallet needs and that is missing, at once.
func (c *Custody) named() error {
	e := c.config.Custody.Embedded
	var missing []error
	for _, k := range []struct {
		key, value string
		signs      bool // only needed to sign
	}{
		{"custody.embedded.address", e.Address, false},
		{"custody.embedded.expires_at", e.ExpiresAt, false},
		{"identity.owner_address", c.config.Identity.OwnerAddress, false},
		{"custody.embedded.app_id", e.AppID, true},
		{"custody.embedded.wallet_id", e.WalletID, true},
		{"custody.embedded.signer_id", e.SignerID, true},
		{"custody.embedded.policy_id", e.PolicyID, true},
	} {
		if k.value == "" && (!c.paper || !k.signs) {
			missing = append(missing, fmt.Errorf("an enclave's wallet needs %s", k.key))
		}
	}
	return errors.Join(missing...)
}

// provider makes the client, of secrets that are nowhere else when it returns.
func (c *Custody) provider() (err error) {
	e := &c.config.Custody.Embedded
	c.vault.app, err = c.confided(e.AppSecret, e.AppSecretPath, "PRIVY_APP_SECRET", "custody.embedded.app_secret_path")
	if err != nil {
		return err
	}
	text, err := c.confided(e.AuthorizationKey, e.AuthorizationKeyPath, "PRIVY_AUTHORIZATION_KEY", "custody.embedded.authorization_key_path")
	if err != nil {
		return err
	}
	defer text.Release()
	var key *privy.Key
	keep := func(bytes []byte) privy.Vault { return secret.New(bytes) }
	if err := text.Use(func(held []byte) error { key, err = privy.ParseKey(bytes.Clone(held), keep); return err }); err != nil {
		return fmt.Errorf("the authorization key: %w: PKCS #8 of a P-256 key in base64 is wanted", err)
	}
	c.vault.client, err = privy.New(privy.Config{URL: e.URL, AppID: e.AppID, Secret: c.vault.app, Key: key, Clock: clock.System{}, Log: c.log, Limit: attemptLimit})
	return err
}

// confided is a secret of the environment, or of a file.
func (c *Custody) confided(own secret.Secret, path, variable, key string) (secret.Secret, error) {
	if own.Present() {
		return own, nil
	}
	if path == "" {
		return own, fmt.Errorf("set %s, or %s", variable, key)
	}
	if err := home.Private(c.within(path)); err != nil {
		return own, err
	}
	text, err := readAtMost(c.within(path), 1<<16)
	if err != nil {
		return own, err
	}
	defer clear(text)
	trimmed := bytes.TrimSpace(text)
	if len(trimmed) == 0 {
		return own, fmt.Errorf("%s: %s is empty", key, path)
	}
	return secret.New(trimmed), nil
}

// within is a path in the Golem's folder, unless it is absolute.
func (c *Custody) within(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return c.home.Path(path)
}

// sealing opens the secret that seals in the place of the wallet's key, or makes it at a
// birth.
func (c *Custody) sealing() error {
	path := c.within(c.config.Custody.Embedded.SealPath)
	if err := home.Private(path); err != nil {
		return fmt.Errorf("%w: %w", ErrWallet, err)
	}
	held, err := readAtMost(path, 1<<10)
	if _, sealed := os.Stat(c.home.Path(home.FateFile)); errors.Is(err, fs.ErrNotExist) && errors.Is(sealed, fs.ErrNotExist) {
		held = make([]byte, 32)
		_, _ = rand.Read(held) // never fails
		err = atomicfile.Write(path, 0o600, held)
	}
	if err == nil && len(held) != 32 {
		err = fmt.Errorf("%s has %d bytes, and not 32", path, len(held))
	}
	if err != nil {
		return fmt.Errorf("%w: it is sealed by custody.embedded.seal_path: restore that file from a copy; nothing was changed: %w", ErrSecret, err)
	}
	c.vault.seal = secret.New(held)
	c.seal = signer.NewSealer(c.vault.seal.Use)
	return nil
}

// Compile makes the policy of the venue and the market that is seen, where an enclave has the
// key, and warns of a session that ends.
func (c *Custody) Compile(venue tool.Venue, seen turn.Reading) (err error) {
	if c.vault == nil {
		return nil
	}
	e, s := c.config.Custody.Embedded, c.config.Safety.SpendingLimits
	gas, _ := new(big.Float).Mul(big.NewFloat(e.MaxGasPerDay), big.NewFloat(1e18)).Int(nil)
	c.vault.seen = seen
	c.vault.rules, err = embedded.Compile(venue, seen, embedded.Terms{
		ChainID: c.config.ChainID(), Owner: eip55.Must(c.config.Identity.OwnerAddress),
		PerTransaction: s.PerTransaction.USDC(), PerDay: s.PerDay.USDC(), GasPerDay: *uint256.MustFromBig(gas), Ends: e.Ends(),
		MaxLossDay: c.config.Safety.MaxLossDay, MaxMoveLoss: c.config.Safety.MaxMoveLoss, MaxExitLoss: c.config.Safety.MaxExitLoss, FeedAge: c.config.Venue.PriceFeedAge,
	})
	if err != nil {
		return fmt.Errorf("%w: %w", ErrWallet, err)
	}
	for _, left := range c.vault.rules.LeftOut {
		c.log.Warn("the wallet's policy leaves out what no rule can hold", "call", left)
	}
	c.session()
	return nil
}

// session warns of one that ends soon, or has ended: the Golem then only looks on.
func (c *Custody) session() {
	ends := time.Unix(c.config.Custody.Embedded.Ends(), 0)
	left := ends.Sub(c.clock.Now())
	switch {
	case left <= 0:
		c.log.Warn("the wallet's session is over: the Golem looks on and can neither open nor leave; its owner can give another, or move what is in the wallet", "ended", ends.UTC())
	case left < 72*time.Hour:
		c.log.Warn("the wallet's session ends soon: from then on nothing is signed, nor to leave a position", "ends", ends.UTC())
	}
}

// Enclave is what the boot entry says of the wallet. One that a life was born with stays:
// its owner may give another policy in its course.
func (c *Custody) Enclave() *agent.Enclave {
	if c.vault == nil {
		return nil
	}
	p := c.vault.rules.Policy
	return &agent.Enclave{Wallet: c.config.Custody.Embedded.WalletID, Policy: p.Hash(), Limits: p.Plan()}
}

// Entrust has a provider prove what it holds, and signs by it from then on.
func (c *Custody) Entrust(ctx context.Context) error {
	if c.vault == nil || c.vault.client == nil {
		return nil
	}
	e := c.config.Custody.Embedded
	wallet, err := embedded.Open(ctx, embedded.Config{
		Client: c.vault.client, Wallet: e.WalletID, Address: c.wallet, Signer: e.SignerID, Policy: e.PolicyID,
		Rules: c.vault.rules, Seen: c.vault.seen, Clock: c.clock, Log: c.log,
	})
	if err != nil {
		return fmt.Errorf("%w: %w; golem policy writes what its policy has to hold", ErrWallet, err)
	}
	c.key = wallet
	return nil
}

// close wipes what the way to the wallet was made of.
func (v *vault) close() {
	if v == nil {
		return
	}
	if v.client != nil {
		v.client.Destroy()
	}
	v.app.Release()
	v.seal.Release()
}

// Plan tells the owner who holds which limit of a wallet in an enclave.
//
// spec: DESIGN §12.6, safety §7.4
func (c *Custody) Plan(out io.Writer) {
	if c.vault == nil {
		return
	}
	fmt.Fprintln(out, "the wallet's key lies in a provider's enclave; no chain holds a limit")
	for _, limit := range c.vault.rules.Policy.Plan() {
		by := "this program alone"
		if limit.ByEnclave {
			by = "the enclave"
		}
		fmt.Fprintf(out, "  %-48s %-18s  %s\n", limit.Name, by, limit.Value)
	}
}

// Policy is what the policy of the wallet has to hold, once Compile made it.
func (c *Custody) Policy() *signing.Policy { return c.vault.rules.Policy }

// Session is the last second in which an enclave signs; 0 where none does.
func (c *Custody) Session() uint64 {
	if c.vault == nil {
		return 0
	}
	return uint64(c.config.Custody.Embedded.Ends()) //nolint:gosec // a time
}

// Venue puts what the keys decide into the venue of a life.
func (c *Custody) Venue(v tool.Venue) tool.Venue {
	v.Account, v.Grant = c.account, c.grant
	if c.vault != nil {
		v.Home, v.Steps = eip55.Must(c.config.Identity.OwnerAddress), true
	}
	return v
}
