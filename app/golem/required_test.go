package golem

import (
	"strings"
	"testing"

	"bardo.run/bardo/golem/core/config"
)

// Settings without a market are told so by the key that names markets, and not by what would have
// followed from it.
func TestSettingsWithoutAMarketAreToldSo(t *testing.T) {
	err := required(config.GolemConfig{})
	if err == nil || !strings.Contains(err.Error(), "golem.markets names no market") || !strings.Contains(err.Error(), "chain.rpc_url is not set") || strings.Contains(err.Error(), "venue.") {
		t.Errorf("%v", err)
	}
}
