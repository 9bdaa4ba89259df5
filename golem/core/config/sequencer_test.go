package config

import (
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/internal/conf"
)

// The sequencer's feed is the owner's or the network's, and one that is known is not looked away from.
//
// spec: chain §20
func TestTheSequencersFeedIsTheOwnersOrTheNetworks(t *testing.T) {
	const table, other = "0xBCF85224fc0756B9Fa45aA7892530B47e10b6433", "0x64c911996D3c6aC71f9b455B1E8E7266BcbD848F"
	for name, c := range map[string]struct{ network, feed, want, wrong string }{
		"the network's":       {"base", "", table, ""},
		"the owner's":         {"base", other, other, ""},
		"looked away from":    {"base", "none", "", "base has an uptime feed of its sequencer, at " + table},
		"none there":          {"base-sepolia", "none", "", ""},
		"none known":          {"base-sepolia", "", "", ""},
		"named where unknown": {"base-sepolia", other, other, ""},
		"no rollup":           {"devnet", "", "", ""},
		"a wrong letter":      {"base", "0x64c911996D3c6aC71f9b455B1E8E7266BcbD848f", "", "EIP-55"},
		"another word":        {"base", "no", "", "wants text that matches"},
	} {
		got, err := Load(conf.Options{File: "golem.toml", Data: []byte("[golem]\nnetwork = '" + c.network + "'\n[venue]\nsequencer_feed = '" + c.feed + "'\n")})
		switch {
		case (err == nil) != (c.wrong == "") || err != nil && (!strings.Contains(err.Error(), c.wrong) || !strings.Contains(err.Error(), "venue.sequencer_feed")):
			t.Errorf("%s: %v, want %q", name, err, c.wrong)
		case err == nil && got.Sequencer() != common.HexToAddress(c.want):
			t.Errorf("%s: %s, want %q", name, got.Sequencer(), c.want)
		}
	}
}
