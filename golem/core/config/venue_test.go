package config_test

import (
	"slices"
	"strings"
	"testing"

	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/internal/conf"
)

// A lending market is named by a protocol that lends and by as many words as its markets have, once.
func TestALendingMarketThatIsNoneIsAConfigurationError(t *testing.T) {
	const pool = "0x2222222222222222222222222222222222222222"
	const other = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
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
		"two vaults":            {`lenders = ["erc-4626 ` + pool + `", "erc-4626-steady ` + other + `"]`, ""},
		"a vault of a name":     {`lenders = ["erc-4626-steady ` + other + `"]`, ""},
		"two of one name":       {`lenders = ["erc-4626 ` + pool + `", "erc-4626 ` + other + `"]`, "two lending markets are named erc-4626: give each a name of its own"},
		"a vault by two names":  {`lenders = ["erc-4626 ` + other + `", "erc-4626-steady ` + strings.ToLower(other) + `"]`, "it is the market that is named erc-4626 too"},
		"a pool of a name":      {`lenders = ["aave-v3-steady ` + pool + `"]`, "no protocol of that name lends"},
		"an empty name":         {`lenders = ["erc-4626- ` + pool + `"]`, "no protocol of that name lends"},
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

// Where markets are named by handle, the network's lending markets are there whose protocols are approved,
// but of a protocol of which the owner names his own.
//
// spec: chain §2
func TestANetworksLendingMarketsAreThereWhereTheyAreApproved(t *testing.T) {
	const mine = "0x2222222222222222222222222222222222222222"
	for name, c := range map[string]struct {
		approved, venue string
		want            []string
	}{
		"all approved":    {`"erc-4626", "morpho-blue"`, "", []string{"erc-4626", "erc-4626-second", "morpho-blue"}},
		"vaults approved": {`"erc-4626"`, "", []string{"erc-4626", "erc-4626-second"}},
		"none approved":   {`"uniswap-v3"`, "", nil},
		"one of his own":  {`"erc-4626", "morpho-blue"`, "[venue]\nlenders = [\"erc-4626-mine " + mine + "\"]\n", []string{"erc-4626-mine", "morpho-blue"}},
	} {
		got, err := config.Load(conf.Options{File: "golem.toml", Data: []byte("[golem]\nnetwork = \"devnet\"\nmarkets = [\"weth-usdc-5\", \"weth-usdc-30\"]\n[safety]\napproved_protocols = [" + c.approved + "]\n" + c.venue)})
		if err != nil {
			t.Fatal(err)
		}
		var handles []string
		for _, l := range got.Venue.Lent() {
			handles = append(handles, l.Handle)
		}
		if slices.Sort(handles); !slices.Equal(handles, c.want) {
			t.Errorf("%s: %v, want %v", name, handles, c.want)
		}
	}
}
