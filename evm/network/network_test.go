package network_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/network"
	"bardo.run/bardo/mirage/deploy/kit"
)

// The pools of a factory are where everybody's tools find them: these are the two most traded
// of Base, as its explorer lists them.
func TestAPoolIsWhereItsFactoryPutIt(t *testing.T) {
	base, _ := network.Find("base")
	for handle, want := range map[string]string{
		"weth-usdc-5": "0xd0b53D9277642d899DF5C87A3966A349A798F224", "WETH-USDC-30": "0x6c561B446416E1A00E8E93E221854d6eA4171372",
		"cbbtc-usdc-5": "0xfBB6Eed8e7aa03B138556eeDaF5D271A5E1e43ef",
	} {
		if m, err := base.Market(handle); err != nil || m.Pool != common.HexToAddress(want) || m.Handle != strings.ToLower(handle) {
			t.Errorf("%s: %+v, %v", handle, m, err)
		}
	}
}

// The devnet's row is what stands on one, whoever gets money there: the pools that its factory made, under
// their handles, and its lending markets.
func TestTheDevnetsRowIsWhatBardoDevDeploys(t *testing.T) {
	k := evmtest.NewKitOf(t, kit.Plan{Seed: kit.DevSeed, Actors: []common.Address{{1}, {2}, {3}}})
	n, ok := network.Find(network.Devnet)
	if !ok || n.ChainID != k.Book.ChainID || n.V3.Router != k.At("SwapRouter02") || n.V3.Positions != k.At("NonfungiblePositionManager") || n.AavePool != k.At("AavePool") || n.V2Router != k.At("UniswapV2Router02") ||
		n.V4 != (network.V4{Router: k.At("UniversalRouter"), StateView: k.At("V4StateView"), Positions: k.At("V4PositionManager")}) || n.Morpho != k.At("Morpho") || len(n.Code) < 20 {
		t.Errorf("%+v", n)
	}
	if want := []string{"erc-4626 " + k.At("Vault").Hex(), "erc-4626-second " + k.At("SecondVault").Hex()}; len(n.Lenders) != 3 || !slices.Equal(n.Lenders[:2], want) || !strings.HasPrefix(n.Lenders[2], "morpho-blue "+k.At("Morpho").Hex()+" 0x") {
		t.Errorf("lenders %q, want %q and Morpho Blue's", n.Lenders, want)
	}
	for _, c := range k.Book.Contracts {
		if c.CodeHash != n.Code[c.Address] {
			t.Errorf("%s, %s, has the code %s, and the row has %s", c.Name, c.Address, c.CodeHash, n.Code[c.Address])
		}
	}
	for handle, name := range map[string]string{"weth-usdc-5": "UniswapV3Pool", "weth-usdc-30": "UniswapV3Pool3000", "weth-usdc-100": "UniswapV3Pool10000"} {
		if m, err := n.Market(handle); err != nil || m.Pool != k.At(name) || m.Base.Feed != k.At("ETHFeed") {
			t.Errorf("%s: %+v, %v", handle, m, err)
		}
	}
}

// Every row has its source, every address its checksum or none, and no two tokens a name.
func TestTheTableIsWhole(t *testing.T) {
	if got := network.Names(); fmt.Sprint(got) != "[base base-sepolia devnet]" {
		t.Error(got)
	}
	for _, n := range network.All() {
		if n.ChainID == 0 || len(n.Sources) == 0 || n.V3.Factory == (common.Address{}) || n.V3.Router == (common.Address{}) || n.V3.Positions == (common.Address{}) {
			t.Errorf("%+v", n)
		}
		seen := map[string]bool{}
		for _, token := range n.TokenList {
			if name := strings.ToLower(token.Symbol); seen[name] || token.Address == (common.Address{}) || token.Decimals == 0 {
				t.Errorf("%s: %+v", n.Name, token)
			} else {
				seen[name] = true
			}
			if (token.Feed == common.Address{}) != (token.FeedAge == 0) {
				t.Errorf("%s: %s has the feed %s, whose answer holds for %d s", n.Name, token.Symbol, token.Feed, token.FeedAge)
			}
		}
		if _, err := n.Market("weth-usdc-5"); err != nil {
			t.Error(err)
		}
	}
	if _, ok := network.Find("mainnet"); ok {
		t.Error("mainnet is in the table")
	}
}

// Every asset of Base that is no dollar has Chainlink's own feed, which answers as often as its
// operator says, and the chain its sequencer's.
//
// spec: chain §20
func TestTheAssetsOfBaseHaveFeeds(t *testing.T) {
	base, _ := network.Find("base")
	for symbol, want := range map[string]struct {
		feed string
		age  int64
	}{
		"weth": {"0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70", 1_200}, "cbeth": {"0xd7818272B9e248357d13057AAb0B417aF31E817d", 1_200},
		"cbbtc": {"0x07DA0E54543a844a80ABE69c8A12F22B3aA59f9D", 1_200}, "eurc": {"0xDAe398520e2B67cd3f27aeF9Cf14D93D927f8250", 86_400},
	} {
		if token, ok := base.Token(symbol); !ok || token.Feed != common.HexToAddress(want.feed) || token.FeedAge != want.age {
			t.Errorf("%s: %+v, want %+v", symbol, token, want)
		}
	}
	if want := common.HexToAddress("0xBCF85224fc0756B9Fa45aA7892530B47e10b6433"); base.Sequencer != want {
		t.Errorf("the sequencer's feed is %s, want %s", base.Sequencer, want)
	}
	if n, ok := network.ByID(8453); !ok || n.Name != "base" {
		t.Errorf("chain 8453 is %q", n.Name)
	}
	if n, ok := network.ByID(1); ok {
		t.Errorf("chain 1 is %q", n.Name)
	}
}

// A pool of v4 is named by its key: the spacing of its ticks is that of v3's pools of its fee.
func TestAHandleNamesTheExchange(t *testing.T) {
	base, _ := network.Find("base")
	for handle, want := range map[string]struct {
		version int
		spacing int32
	}{"weth-usdc-1-v4": {4, 1}, "weth-usdc-5-v4": {4, 10}, "weth-usdc-30-v4": {4, 60}, "weth-usdc-100-v4": {4, 200}, "weth-usdc-30-v2": {2, 0}} {
		m, err := base.Market(handle)
		if err != nil || m.Version != want.version || m.Spacing != want.spacing || m.Pool != (common.Address{}) || m.Handle != handle {
			t.Errorf("%s: %+v, %v", handle, m, err)
		}
	}
	for _, handle := range []string{"weth-usdc-5-v2", "weth-usdc-7-v4", "weth-usdc-5-v5", "weth-usdc-5-v", "weth-usdc-30-v2-v4"} {
		if m, err := base.Market(handle); !errors.Is(err, network.ErrMarket) {
			t.Errorf("%s: %+v, %v", handle, m, err)
		}
	}
	base.V4 = network.V4{}
	if m, err := base.Market("weth-usdc-5-v4"); !errors.Is(err, network.ErrMarket) {
		t.Errorf("without v4: %+v, %v", m, err)
	}
}

// The versions that the table names are those of the locks.
func TestTheSourcesAreThoseOfTheLock(t *testing.T) {
	text, err := os.ReadFile("../../contracts/package-lock.json")
	if err != nil {
		t.Fatal(err)
	}
	var lock struct {
		Packages map[string]struct{ Version string }
	}
	if err := json.Unmarshal(text, &lock); err != nil {
		t.Fatal(err)
	}
	alone, err := os.ReadFile("../../contracts/networks.mjs") // what it packs alone, it locks itself
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range network.All()[:2] {
		for _, source := range n.Sources {
			at := strings.LastIndex(source, "@")
			if lock.Packages["node_modules/"+source[:at]].Version != source[at+1:] && !strings.Contains(string(alone), fmt.Sprintf("name: %q,\n  integrity: \"sha512-", source)) {
				t.Errorf("%s: %s", n.Name, source)
			}
		}
	}
}

func FuzzMarket(f *testing.F) {
	for _, s := range []string{"weth-usdc-5", "--", "weth-usdc-99999999999999999999", "WETH-USDC-1", "weth-usdc-30-v2", "weth-usdc-5-v4", ""} {
		f.Add(s)
	}
	base, _ := network.Find("base")
	f.Fuzz(func(t *testing.T, handle string) {
		m, err := base.Market(handle)
		if err != nil {
			if !errors.Is(err, network.ErrMarket) {
				t.Error(err)
			}
			return
		}
		again := fmt.Sprintf("%s-%s-%d", m.Base.Symbol, m.Quote.Symbol, m.Fee/100)
		if m.Version != 3 {
			again += fmt.Sprintf("-v%d", m.Version)
		}
		if !strings.EqualFold(again, handle) || (m.Pool == (common.Address{})) != (m.Version != 3) {
			t.Errorf("%q is read as %s", handle, again)
		}
	})
}

// What is wrong with a handle says how it is written.
func TestAHandleThatIsWrongIsCorrected(t *testing.T) {
	base, ok := network.Find("base")
	if !ok {
		t.Fatal("there is no base")
	}
	for handle, want := range map[string]string{
		"weth-usdc-5-v3": "a market of Uniswap v3 ends with its fee: write weth-usdc-5",
		"usdc-weth-5":    "comes second: write weth-usdc-5",
		"usdc-weth-5-v4": "comes second: write weth-usdc-5-v4",
		"weth-weth-5":    "must be another one",
		"weth-usdc":      "is not base, quote and fee in basis points",
	} {
		if _, err := base.Market(handle); !errors.Is(err, network.ErrMarket) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", handle, err, want)
		}
	}
}
