package config_test

import (
	"strings"
	"testing"

	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/core/protocols"
	"bardo.run/bardo/internal/conf"
)

// Each protocol with an adapter can be approved; a name that none has is an error of the
// configuration that lists those that there are, and no refusal of every order.
func TestAnUnknownProtocolIsAConfigurationError(t *testing.T) {
	load := func(text string) error {
		_, err := config.Load(conf.Options{File: "golem.toml", Data: []byte("[safety]\napproved_protocols = [" + text + "]\n")})
		return err
	}
	all := protocols.Names()
	if err := load(`"` + strings.Join(all, `", "`) + `"`); err != nil {
		t.Error(err)
	}
	want := "wants one of " + strings.Join(all, ", ")
	for name, text := range map[string]string{
		"a slip": `"uniswap-v3", "uniswap_v3"`, "another exchange": `"sushiswap"`, "another case": `"Aave-v3"`, "no name": `""`,
	} {
		if err := load(text); config.KindOf(err) != config.Invalid || !strings.Contains(err.Error(), "golem.toml:2:1: safety.approved_protocols: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
