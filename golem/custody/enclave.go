package custody

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"math/big"
	"os"
	"path/filepath"
	"time"

	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/privy"
	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/core/secret"
	"bardo.run/bardo/golem/custody/embedded"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/signing"
	"bardo.run/bardo/golem/safety/signing/plan"
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

// Enclave is the way to a wallet whose key lies in a provider's enclave. Where no enclave has
// the key it is nil, and its methods say so.
type Enclave struct {
	config config.GolemConfig
	paper  bool
	home   *home.Home
	log    *slog.Logger
	clock  clock.Clock

	client *privy.Client // nil in a life on paper
	app    secret.Secret
	seal   secret.Secret
	rules  embedded.Rules
	seen   turn.Reading // that the rules were compiled from
}

func newEnclave(s Settings) *Enclave {
	return &Enclave{config: s.Config, paper: s.Paper, home: s.Home, log: s.Log, clock: s.Clock}
}

// open opens the way to the wallet (provisioning §8.9). What the provider holds is compared
// once the market is known, of which the policy is made.
func (e *Enclave) open() error {
	defer e.config.Custody.Embedded.AuthorizationKey.Release()
	if err := e.named(); err != nil {
		return fmt.Errorf("%w: %w", ErrWallet, err)
	}
	if e.paper {
		return nil
	}
	if err := e.sealing(); err != nil {
		return err
	}
	if err := e.provider(); err != nil {
		return fmt.Errorf("%w: %w", ErrWallet, err)
	}
	return nil
}

// named reports every key that an enclave's wallet needs and that is missing, at once.
func (e *Enclave) named() error {
	own := e.config.Custody.Embedded
	var missing []error
	for _, k := range []struct {
		key, value string
		signs      bool // only needed to sign
	}{
		{"custody.embedded.address", own.Address, false},
		{"custody.embedded.expires_at", own.ExpiresAt, false},
		{"identity.owner_address", e.config.Identity.OwnerAddress, false},
		{"custody.embedded.app_id", own.AppID, true},
		{"custody.embedded.wallet_id", own.WalletID, true},
		{"custody.embedded.signer_id", own.SignerID, true},
		{"custody.embedded.policy_id", own.PolicyID, true},
	} {
		if k.value == "" && (!e.paper || !k.signs) {
			missing = append(missing, fmt.Errorf("an enclave's wallet needs %s", k.key))
		}
	}
	return errors.Join(missing...)
}

// provider makes the client, of secrets that are nowhere else when it returns.
func (e *Enclave) provider() (err error) {
	own := &e.config.Custody.Embedded
	e.app, err = e.confided(own.AppSecret, own.AppSecretPath, "PRIVY_APP_SECRET", "custody.embedded.app_secret_path")
	if err != nil {
		return err
	}
	text, err := e.confided(own.AuthorizationKey, own.AuthorizationKeyPath, "PRIVY_AUTHORIZATION_KEY", "custody.embedded.authorization_key_path")
	if err != nil {
		return err
	}
	defer text.Release()
	var key *privy.Key
	keep := func(bytes []byte) privy.Vault { return secret.New(bytes) }
	if err := text.Use(func(held []byte) error { key, err = privy.ParseKey(bytes.Clone(held), keep); return err }); err != nil {
		return fmt.Errorf("the authorization key: %w: PKCS #8 of a P-256 key in base64 is wanted", err)
	}
	e.client, err = privy.New(privy.Config{URL: own.URL, AppID: own.AppID, Secret: e.app, Key: key, Clock: clock.System{}, Log: e.log, Limit: attemptLimit})
	return err
}

// confided is a secret of the environment, or of a file.
func (e *Enclave) confided(own secret.Secret, path, variable, key string) (secret.Secret, error) {
	if own.Present() {
		return own, nil
	}
	if path == "" {
		return own, fmt.Errorf("set %s, or %s", variable, key)
	}
	if err := home.Private(e.within(path)); err != nil {
		return own, err
	}
	text, err := readAtMost(e.within(path), 1<<16)
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
func (e *Enclave) within(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return e.home.Path(path)
}

// sealing opens the secret that seals in the place of the wallet's key, or makes it at a
// birth. An enclave's key seals nothing, and the key to the provider is replaced every few
// months, with which the life would lose its rolls. In the Golem's folder the secret protects a
// copy of the other files alone; custody.embedded.seal_path puts it on another disk.
func (e *Enclave) sealing() error {
	path := e.within(e.config.Custody.Embedded.SealPath)
	if err := home.Private(path); err != nil {
		return fmt.Errorf("%w: %w", ErrWallet, err)
	}
	held, err := readAtMost(path, 1<<10)
	if _, sealed := os.Stat(e.home.Path(home.IdentityFile)); errors.Is(err, fs.ErrNotExist) && errors.Is(sealed, fs.ErrNotExist) {
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
	e.seal = secret.New(held)
	return nil
}

// sealer seals by the secret, where that is open.
func (e *Enclave) sealer() sealer {
	if !e.seal.Present() {
		return nil
	}
	return signer.NewSealer(e.seal.Use)
}

// Compile makes the policy of the venue and the market that is seen, where an enclave has the
// key, and warns of a session that ends.
func (e *Enclave) Compile(venue tool.Venue, seen turn.Reading) (err error) {
	if e == nil {
		return nil
	}
	if err := embedded.Reaches(venue, seen, e.config.Safety.ApprovedProtocols); err != nil {
		return fmt.Errorf("%w: %w", ErrWallet, err)
	}
	own, s := e.config.Custody.Embedded, e.config.Safety.SpendingLimits
	gas, _ := new(big.Float).Mul(big.NewFloat(own.MaxGasPerDay), big.NewFloat(1e18)).Int(nil)
	e.seen = seen
	e.rules, err = embedded.Compile(venue, seen, embedded.Terms{
		ChainID: e.config.ChainID(), Owner: eip55.Must(e.config.Identity.OwnerAddress),
		PerTransaction: s.PerTransaction.USDC(), PerDay: s.PerDay.USDC(), GasPerDay: *uint256.MustFromBig(gas), Ends: own.Ends(),
		MaxLossDay: e.config.Safety.MaxLossDay, MaxMoveLoss: e.config.Safety.MaxMoveLoss, MaxExitLoss: e.config.Safety.MaxExitLoss, FeedAge: embedded.AgesOf(e.config, seen),
		Caps: embedded.CapsOf(e.config, seen),
	})
	if err != nil {
		return fmt.Errorf("%w: %w", ErrWallet, err)
	}
	e.session()
	return nil
}

// session warns of one that ends soon, or has ended: the Golem then only looks on.
func (e *Enclave) session() {
	ends := time.Unix(e.config.Custody.Embedded.Ends(), 0)
	left := ends.Sub(e.clock.Now())
	switch {
	case left <= 0:
		e.log.Warn("the wallet's session is over: the Golem looks on and can neither open nor leave; its owner can give another, or move what is in the wallet", "ended", ends.UTC())
	case left < 72*time.Hour:
		e.log.Warn("the wallet's session ends soon: from then on nothing is signed, nor to leave a position", "ends", ends.UTC())
	}
}

// Birth is what the boot entry says of the wallet. One that a life was born with stays:
// its owner may give another policy in its course.
func (e *Enclave) Birth() *agent.Enclave {
	if e == nil {
		return nil
	}
	p := e.rules.Policy
	return &agent.Enclave{Wallet: e.config.Custody.Embedded.WalletID, Policy: p.Hash(), Limits: plan.Of(p)}
}

// wallet is what the provider has to hold.
func (e *Enclave) wallet() *embedded.Config {
	own := e.config.Custody.Embedded
	return &embedded.Config{
		Client: e.client, Wallet: own.WalletID, Address: eip55.Must(own.Address), Signer: own.SignerID, Policy: own.PolicyID,
		Rules: e.rules, Seen: e.seen, Clock: e.clock, Log: e.log,
	}
}

// close wipes what the way to the wallet was made of.
func (e *Enclave) close() {
	if e == nil {
		return
	}
	if e.client != nil {
		e.client.Destroy()
	}
	e.app.Release()
	e.seal.Release()
}

// Plan tells the owner who holds which limit of a wallet in an enclave.
//
// spec: DESIGN §12.6, safety §7.4
func (e *Enclave) Plan(out io.Writer) {
	if e == nil {
		return
	}
	fmt.Fprintln(out, "the wallet's key lies in a provider's enclave; no chain holds a limit")
	for _, limit := range Held(plan.Of(e.rules.Policy)) {
		fmt.Fprintf(out, "  %-48s %-22s  %s\n", limit.Name, limit.By, limit.Value)
	}
}

// Policy is what the policy of the wallet has to hold, once Compile made it.
func (e *Enclave) Policy() *signing.Policy { return e.rules.Policy }

// Session is the last second in which an enclave signs; 0 where none does.
func (e *Enclave) Session() uint64 {
	if e == nil {
		return 0
	}
	return uint64(e.config.Custody.Embedded.Ends()) //nolint:gosec // a time
}
