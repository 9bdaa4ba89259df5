package birth

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"slices"
	"strings"

	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/internal/conf"
)

// Settings reads a golem.toml and the environment over the defaults of a devnet
// life; with no path, only the environment. On a devnet nothing real can be lost:
// a strategy starts at full there unless it or the file says otherwise, and where
// there is no file one run may trade as much as its days allow.
func Settings(path string) (config.GolemConfig, error) {
	o := conf.Options{Env: os.LookupEnv, Flags: []conf.Flag{{Key: "golem.network", Text: "devnet"}}}
	if path == "" {
		o.Flags = append(o.Flags, conf.Flag{Key: "risk.start_stage", Text: "full"}, conf.Flag{Key: "safety.spending_limits.per_session", Text: "1000000000"})
	} else if err := o.ReadFile(path); err != nil {
		return config.GolemConfig{}, err
	}
	c, err := config.Load(o)
	for _, name := range config.SecretVariables() { // no child inherits one (runtime §11.1)
		err = errors.Join(err, os.Unsetenv(name))
	}
	return c, err
}

// approve fills empty lists with what the strategy itself names: on a devnet the
// owner of the file is the owner of the money.
func approve(c config.GolemConfig, s *strategy.Strategy) config.GolemConfig {
	if len(c.Safety.ApprovedAssets) == 0 {
		c.Safety.ApprovedAssets = slices.Clone(s.Assets)
	}
	if len(c.Safety.ApprovedProtocols) == 0 {
		c.Safety.ApprovedProtocols = slices.Clone(s.Protocols)
	}
	return c
}

// named puts addresses in the place of the symbols of tokens that this program deployed
// itself: on its own devnet it knows whose they are.
func named(c config.GolemConfig, deployed []turn.Token) config.GolemConfig {
	c.Safety.ApprovedAssets = slices.Clone(c.Safety.ApprovedAssets)
	for i, entry := range c.Safety.ApprovedAssets {
		for _, t := range deployed {
			if strings.EqualFold(entry, t.Symbol) {
				c.Safety.ApprovedAssets[i] = t.Address.Hex()
			}
		}
	}
	return c
}

// ConfigHash names the settings by key and value, without any secret among them.
func (t Terms) ConfigHash() string {
	sum := sha256.Sum256([]byte(strings.Join(conf.Values(&t.Config), "\n")))
	return hex.EncodeToString(sum[:6])
}
