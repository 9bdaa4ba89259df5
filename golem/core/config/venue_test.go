package config_test

import (
	"strings"
	"testing"

	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/internal/conf"
)

// A lending market is named by a protocol that lends and by as many words as its markets have, once.
func TestALendingMarketThatIsNoneIsAConfigurationError(t *testing.T) {
	const pool = "0x2222222222222222222222222222222222222222"
	id := "0x" + strings.Repeat("4", 64)
	for name, c := range map[string]struct{ text, want string }{
		"two of them":           {`lenders = ["aave-v3 ` + pool + `", "morpho-blue ` + pool + " " + id + `"]`, ""},
		"no lender":             {`lenders = ["uniswap-v3 ` + pool + `"]`, "no protocol of that name lends; there are aave-v3, morpho-blue"},
		"nobody's name":         {`lenders = ["aave ` + pool + `"]`, "no protocol of that name lends"},
		"a word too few":        {`lenders = ["morpho-blue ` + pool + `"]`, "a market of morpho-blue is named by its contract and its market"},
		"a word too many":       {`lenders = ["aave-v3 ` + pool + " " + pool + `"]`, "a market of aave-v3 is named by its pool"},
		"a name alone":          {`lenders = ["aave-v3"]`, "wants text that matches"},
		"a wrong letter":        {`lenders = ["aave-v3 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed"]`, "fails its EIP-55 checksum"},
		"half an address":       {`lenders = ["aave-v3 0x1234"]`, "is not an address"},
		"one twice":             {`lenders = ["aave-v3 ` + pool + `", "aave-v3 ` + pool + `"]`, "a life has one lending market of aave-v3"},
		"one by its key too":    {`lenders = ["aave-v3 ` + pool + `"]` + "\naave_pool = \"" + pool + `"`, "the market is named twice"},
		"another by its key":    {`lenders = ["morpho-blue ` + pool + " " + id + `"]` + "\nmorpho = \"" + pool + "\"\nmorpho_market = \"" + id + `"`, "the market is named twice"},
		"the other by its keys": {`lenders = ["morpho-blue ` + pool + " " + id + `"]` + "\naave_pool = \"" + pool + `"`, ""},
	} {
		got, err := config.Load(conf.Options{File: "golem.toml", Data: []byte("[venue]\n" + c.text + "\n")})
		switch {
		case c.want == "" && (err != nil || !got.Venue.Lends()):
			t.Errorf("%s: %v", name, err)
		case c.want != "" && (config.KindOf(err) != config.Invalid || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "venue.lenders")):
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	if lends := config.Default(); lends.Venue.Lends() {
		t.Error("a lending market is there that nobody named")
	}
}
