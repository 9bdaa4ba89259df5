package history_test

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"bardo.run/bardo/mirage/history"

	"github.com/holiman/uint256"
)

func TestExportedMarketsLoadAgain(t *testing.T) {
	markets := hours(t, "basket", 30*time.Minute).Markets
	for i := 10; i < 15; i++ { // what is missing is missing again
		last, x := markets[2].Minutes[9], &markets[2].Minutes[i]
		x.Missing, x.Open, x.Low, x.High, x.Close = true, last.Close, last.Close, last.Close, last.Close
		x.In0, x.In1, x.Liquidity = new(uint256.Int), new(uint256.Int), last.Liquidity
	}
	dir := t.TempDir()
	if err := history.ExportWorld(dir, history.Config{Markets: markets}); err != nil {
		t.Fatal(err)
	}
	again, err := history.LoadAll(dir, history.Gas{})
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range again {
		if m.Spec != markets[i].Spec || !reflect.DeepEqual(m.Minutes, markets[i].Minutes) {
			t.Errorf("%s is another market: %+v", m.Spec.Handle(), m.Spec)
		}
	}
	if notes := strings.Join(again[2].Notes, "\n"); !strings.Contains(notes, "link-usdc-30: 5 minutes are missing") || !strings.Contains(notes, "link-usdc-30: of the 30 minutes lived 5 are missing") {
		t.Errorf("notes are %q", notes)
	}
	if len(again[0].Notes)+len(again[1].Notes)+len(again[3].Notes) != 0 || len(again) != 5 {
		t.Errorf("notes on whole markets: %q, %q, %q", again[0].Notes, again[1].Notes, again[3].Notes)
	}
	if _, err := history.Load(dir, history.Gas{}); err == nil || !strings.Contains(err.Error(), "names 5 markets") {
		t.Errorf("loaded as one market: %v", err)
	}
	if err := history.ExportWorld(dir, history.Config{Markets: markets[:3]}); err != nil {
		t.Errorf("exported again: %v", err)
	}
	write(t, filepath.Join(dir, "weth-usdc-5"), "other.csv", "x\n")
	if err := history.ExportWorld(dir, history.Config{Markets: markets}); !errors.Is(err, history.ErrOccupied) {
		t.Errorf("exported beside other data: %v", err)
	}
}

func TestOneMarketIsExportedAndLoadedAsBefore(t *testing.T) {
	m := loaded(t, "calm", 0, 10*time.Minute)
	dir := t.TempDir()
	if err := history.ExportWorld(dir, history.Config{Markets: []history.Market{m}}); err != nil {
		t.Fatal(err)
	}
	all, err := history.LoadAll(dir, history.Gas{})
	if err != nil || len(all) != 1 {
		t.Fatal(err)
	}
	if one, err := history.Load(dir, history.Gas{}); err != nil || !reflect.DeepEqual(one, all[0]) || !reflect.DeepEqual(one.Minutes, m.Minutes) {
		t.Errorf("another market (%v)", err)
	}
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// folder holds two recordings of candles that overlap by some minutes.
var folder = map[string]string{
	"market.toml": `[native]
symbol = 'ETH'
[[assets]]
symbol = 'USDC'
decimals = 6
[[assets]]
symbol = 'WETH'
decimals = 18
[[assets]]
symbol = 'LINK'
decimals = 18
[[markets]]
folder = 'eth'
token0 = 'USDC'
token1 = 'WETH'
quote = 'USDC'
fee = 500
[[markets]]
folder = 'link'
token0 = 'WETH'
token1 = 'LINK'
quote = 'WETH'
fee = 3000
liquidity_usd = 100
`,
	"eth/a.csv": `timestamp,open,high,low,close,volume
2024-03-01 10:00:00,3000,3001,2999,3000,5
2024-03-01 10:01:00,3000,3001,2999,3001,5
2024-03-01 10:02:00,3001,3001,2999,3000,5
2024-03-01 10:04:00,3000,3002,2999,3000,5
2024-03-01 10:05:00,3000,3001,2999,3000,5
`,
	"link/a.csv": `timestamp,open,high,low,close,volume
2024-03-01 10:01:00,0.0060,0.0061,0.0060,0.0060,50
2024-03-01 10:02:00,0.0060,0.0061,0.0060,0.0060,50
2024-03-01 10:03:00,0.0060,0.0061,0.0060,0.0060,50
2024-03-01 10:04:00,0.0060,0.0061,0.0060,0.0060,50
2024-03-01 10:07:00,0.0060,0.0061,0.0060,0.0060,50
`,
	"gas-price-gwei.csv": "block_timestamp,gas_price\n2024-03-01 10:00:00,0.5\n2024-03-01 10:02:00,0.7\n",
}

func lay(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		write(t, filepath.Join(dir, filepath.Dir(name)), filepath.Base(name), text)
	}
	return dir
}

func TestMarketsOfAFolderAreAlignedByMinute(t *testing.T) {
	all, err := history.LoadAll(lay(t, folder), history.Gas{})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		handle, missing, notes string
	}{
		{"weth-usdc-5", "0010", "2 minutes are left out: the markets of this folder are lived from 2024-03-01 10:01 to 2024-03-01 10:05\nweth-usdc-5: of the 4 minutes lived 1 are missing"},
		{"link-weth-30", "0000", "link-weth-30: 3 minutes are left out"},
	} {
		m, missing := all[i], ""
		for _, x := range m.Minutes {
			missing += map[bool]string{true: "1", false: "0"}[x.Missing]
			if x.GasPrice != all[0].Minutes[len(missing)-1].GasPrice {
				t.Errorf("%s has another gas price at %s", m.Spec.Handle(), x.Time)
			}
		}
		if notes := strings.Join(m.Notes, "\n"); m.Spec.Handle() != want.handle || missing != want.missing || !strings.Contains(notes, want.notes) {
			t.Errorf("%s, missing %s, notes %s", m.Spec.Handle(), missing, notes)
		}
	}
	if gas := all[1].Minutes[1].GasPrice; !gas.Eq(uint256.NewInt(700_000_000)) {
		t.Errorf("gas costs %s", gas)
	}
	if w := openAll(t, history.Config{Markets: all}); w.Book().Token("LINK").Cmp(w.Book().Token("WETH")) <= 0 {
		t.Error("LINK is not above WETH")
	}
}

// Folders that nothing names are no market; what names them is said.
func TestFoldersWithoutAFileThatNamesThem(t *testing.T) {
	files := maps.Clone(folder)
	delete(files, "market.toml")
	if _, err := history.LoadAll(lay(t, files), history.Gas{}); err == nil || !strings.Contains(err.Error(), "each in a folder of its own, a market.toml here names the folders") {
		t.Error(err)
	}
}

func TestFoldersOfMarketsThatCannotBeReadAreNamed(t *testing.T) {
	for _, c := range []struct{ name, file, old, put, want string }{
		{"an unknown asset", "market.toml", "token1 = 'LINK'", "token1 = 'AAVE'", `link: market.toml: markets.token1: want the symbol of one of the assets, not "AAVE"`},
		{"an asset twice", "market.toml", "symbol = 'LINK'", "symbol = 'WETH'", "WETH is there twice"},
		{"an asset twice but for case", "market.toml", "symbol = 'LINK'", "symbol = 'weth'", "WETH is there twice"},
		{"a folder twice", "market.toml", "folder = 'link'", "folder = 'eth'", "each folder once"},
		{"a folder elsewhere", "market.toml", "folder = 'link'", "folder = '../link'", "relative to this one"},
		{"a market twice", "market.toml", "token0 = 'WETH'\ntoken1 = 'LINK'\nquote = 'WETH'\nfee = 3000", "token0 = 'USDC'\ntoken1 = 'WETH'\nquote = 'USDC'\nfee = 500", "two markets are weth-usdc-5"},
		{"an unknown key", "market.toml", "liquidity_usd = 100", "depth = 100", `unknown key "markets.depth"`},
		{"a misspelt key", "market.toml", "folder = 'link'", "foldr = 'link'", `unknown key "markets.foldr": want gas, traders and native, of each of assets`},
		{"no folder", "market.toml", "folder = 'link'", "", "market 2: market.toml: markets.folder: want the name of a folder"},
		{"no fee", "market.toml", "fee = 3000", "", "link: market.toml: markets.fee: want 100, 500"},
		{"no decimals", "market.toml", "symbol = 'LINK'\ndecimals = 18", "symbol = 'LINK'", "link: LINK: market.toml: assets.decimals: want 0 to 24"},
		{"no such fee", "market.toml", "fee = 3000", "fee = 300", "link: market.toml: fee: want"},
		{"no common minute", "link/a.csv", "2024-03-01", "2024-03-02", "no minute data that all of its markets have"},
		{"a bad row", "link/a.csv", "10:02:00,0.0060", "10:02:00,x", "link: a.csv:3: open is \"x\""},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := maps.Clone(folder)
			if !strings.Contains(files[c.file], c.old) {
				t.Fatal("nothing to spoil")
			}
			files[c.file] = strings.ReplaceAll(files[c.file], c.old, c.put)
			if _, err := history.LoadAll(lay(t, files), history.Gas{}); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}
