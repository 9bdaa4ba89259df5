package bardo

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/core/secret"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/conf"
	"bardo.run/bardo/internal/eip55"
	"bardo.run/bardo/life/owner"
)

// settings reads the Golem's file. The secrets of the Golem are none of this command's.
func (f grantFlags) settings() (config.GolemConfig, error) {
	o := conf.Options{Env: os.LookupEnv}
	if err := errors.Join(home.Unshared(f.config), o.ReadFile(f.config)); err != nil {
		return config.GolemConfig{}, err
	}
	c, err := config.Load(o)
	for _, name := range config.SecretVariables() {
		err = errors.Join(err, os.Unsetenv(name))
	}
	if err == nil {
		if _, err = c.Approved(); err != nil {
			err = fmt.Errorf("%w: %w", owner.ErrAsk, err)
		}
	}
	if f.rpc != "" {
		c.Chain.RPCURL = f.rpc
	}
	if err == nil && c.Chain.RPCURL == "" {
		err = usage(errors.New("no endpoint: give --rpc, or chain.rpc_url in the settings"))
	}
	return c, err
}

// key is the owner's. From here on the process leaves no core file, and no other process reads
// what it holds.
func (f grantFlags) key(sh *shell, chainID uint64) (*signer.Signer, error) {
	if err := secret.Undumpable(); err != nil {
		sh.log.Warn("the system may write core files of this process, which hold your key", "error", err)
	}
	digits, pass := os.Getenv(envOwnerKey), os.Getenv(envOwnerPassphrase)
	if err := errors.Join(os.Unsetenv(envOwnerKey), os.Unsetenv(envOwnerPassphrase)); err != nil {
		return nil, err
	}
	if f.keystore == "" {
		if digits == "" {
			return nil, usage(fmt.Errorf("no key: set %s, or give --keystore and %s", envOwnerKey, envOwnerPassphrase))
		}
		return signer.FromHex(chainID, []byte(digits))
	}
	if err := home.Private(f.keystore); err != nil {
		return nil, err
	}
	file, err := os.ReadFile(f.keystore)
	if err != nil {
		return nil, err
	}
	return signer.FromKeystore(chainID, file, pass)
}

func (f grantFlags) ask(c config.GolemConfig, by common.Address) (owner.Ask, error) {
	a := owner.Ask{Config: c, Mode: grant.Mode(c.Golem.CustodyMode), Owner: by, Salt: *uint256.NewInt(f.salt)}
	if len(f.local) > 0 && a.Mode != grant.LocalKey {
		return a, usage(fmt.Errorf("golem.custody_mode is %q: %s", a.Mode, strings.Join(f.local, "; ")))
	}
	f.baseAge = cmp.Or(f.baseAge, c.FeedAge())
	known, there := owner.Known(c.ChainID())
	a.Manager, a.Account, a.Counter, a.Sequencer = known.Manager, known.Account, known.Counter, known.Sequencer
	f.sequencer = cmp.Or(f.sequencer, c.Venue.SequencerFeed)
	if a.Unwatched = f.sequencer == config.Unwatched; a.Unwatched {
		f.sequencer = ""
	}
	for _, named := range []struct {
		flag, text string
		to         *common.Address
		needed     bool
	}{
		{"--session", f.session, &a.Session, true},
		{"--owner", f.owner, &a.Owner, false},
		{"--manager", f.manager, &a.Manager, !there},
		{"--account-code", f.account, &a.Account, false},
		{"--counter", f.counter, &a.Counter, !there && a.Mode == grant.LocalKey},
		{"--sequencer-feed", f.sequencer, &a.Sequencer, false},
		{"--quote-feed", cmp.Or(f.quoteFeed, feedOf(c, c.Venue.Quote)), &a.QuoteFeed, true},
		{"--base-feed", cmp.Or(f.baseFeed, c.Venue.PriceFeed), &a.BaseFeed, true},
	} {
		if named.text == "" && !named.needed {
			continue
		}
		at, err := eip55.Parse(named.text)
		if err != nil {
			return a, usage(fmt.Errorf("%s: %w", named.flag, err))
		}
		*named.to = at
	}
	if named := eip55.Must(c.Identity.OwnerAddress); named != (common.Address{}) && named != a.Owner {
		return a, usage(fmt.Errorf("your account is %s, and identity.owner_address in the settings is %s: sign with that owner's key, or correct it", a.Owner, named))
	}
	for _, text := range f.accept {
		hash, err := hexutil.Decode(text)
		if err != nil || len(hash) != common.HashLength {
			return a, usage(fmt.Errorf("--accept-code: %q is no hash: 0x and 64 hexadecimal digits", text))
		}
		a.Accept = append(a.Accept, common.BytesToHash(hash))
	}
	if f.signature != "" {
		signature, err := hexutil.Decode(f.signature)
		if err != nil {
			return a, usage(fmt.Errorf("--signature: %w", err))
		}
		a.Signature = signature
	}
	switch {
	case f.days < 1 || f.days > 30:
		return a, usage(fmt.Errorf("--days is %d, want 1 to 30", f.days))
	case min(f.quoteAge, f.baseAge) < 1 || max(f.quoteAge, f.baseAge) > 7*86_400:
		return a, usage(fmt.Errorf("--quote-feed-age and --base-feed-age are %d and %d seconds, want 1 to %d", f.quoteAge, f.baseAge, 7*86_400))
	case f.calls < 1:
		return a, usage(fmt.Errorf("--calls is %d, want at least 1", f.calls))
	}
	now := clock.System{}.Now()
	a.Start, a.End = uint64(now.Add(-time.Minute).Unix()), uint64(now.Add(time.Duration(f.days)*24*time.Hour).Unix()) //nolint:gosec // times
	a.QuoteAge, a.BaseAge, a.AgeReason = uint32(f.quoteAge), uint32(f.baseAge), f.ageReason
	a.Calls = uint64(f.calls)
	var err error
	a.Daily, err = amount("--daily", f.daily)
	return a, err
}

// feedOf is the price feed that the settings have of a token; empty: none.
func feedOf(c config.GolemConfig, token string) string {
	if f, ok := c.Feed(eip55.Must(token)); ok {
		return f.Feed.Hex()
	}
	return ""
}
