package config

import (
	"testing"

	"bardo.run/bardo/internal/eip55"
)

func TestTheListsOfTokensAreInChecksum(t *testing.T) {
	for network, tokens := range book {
		for symbol, address := range tokens {
			if a, err := eip55.Parse(address); err != nil || a.Hex() != address {
				t.Errorf("%s of %s: %s, %v", symbol, network, address, err)
			}
		}
	}
}

// A symbol means the network's token and no other.
func TestASymbolMeansTheNetworksToken(t *testing.T) {
	c := Default()
	for network, want := range map[string]string{"base": book["base"]["USDC"], "base-sepolia": book["base-sepolia"]["USDC"], "anvil": ""} {
		c.Golem.Network, c.Safety.ApprovedAssets = network, []string{"usdc"}
		all, err := c.Approved()
		if (err == nil) != (want != "") || err == nil && all[0].Hex() != want {
			t.Errorf("%s: %v, %v", network, all, err)
		}
	}
}
