package history

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

const poolHeader = "timestamp,netAmount0,netAmount1,closeTick,openTick,lowestTick,highestTick,inAmount0,inAmount1,currentLiquidity\n"

// folder writes files and returns where they are.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "pool")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// hashOf is a hash over names, modes, times and contents of a folder.
func hashOf(t *testing.T, dir string) [32]byte {
	t.Helper()
	h := sha256.New()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		fmt.Fprintln(h, path, info.Mode(), info.Size(), info.ModTime())
		if !d.IsDir() {
			raw, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			h.Write(raw)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return [32]byte(h.Sum(nil))
}

func pool(rows ...string) string { return poolHeader + strings.Join(rows, "\n") + "\n" }

func TestPoolRowsAreRead(t *testing.T) {
	dir := folder(t, map[string]string{
		"2023-08-14.minute.csv": pool(
			"2023-08-14 00:01:00,0,0,201149.0,201147.0,201147.0,201149.0,0,6174713530384661323,2402545990706448841",
			"2023-08-14 02:03:00+02:00,-1,2,,,,,,,",
		),
		"2023-08-13.minute.csv": pool("2023-08-13 23:59:00,0,0,201145,201145,201145,201145,7,0,2402545990706448840"),
		"readme.txt":            "not read",
	})
	m, err := Load(dir, Gas{})
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Minutes) != 5 || !m.Start().Equal(time.Date(2023, 8, 13, 23, 59, 0, 0, time.UTC)) || !m.End().Equal(time.Date(2023, 8, 14, 0, 4, 0, 0, time.UTC)) {
		t.Fatalf("%d minutes from %s to %s", len(m.Minutes), m.Start(), m.End())
	}
	if got := m.Minutes[0]; got.Close != 201145 || got.In0.Dec() != "7" || got.Missing {
		t.Errorf("first row is %+v", got)
	}
	if got := m.Minutes[1]; !got.Missing || got.Low != 201145 || got.High != 201145 || !got.In0.IsZero() || got.Liquidity.Dec() != "2402545990706448840" {
		t.Errorf("missing minute is %+v", got)
	}
	if got := m.Minutes[2]; got.Open != 201147 || got.Close != 201149 || got.In1.Dec() != "6174713530384661323" {
		t.Errorf("row with float ticks is %+v", got)
	}
	if got := m.Minutes[4]; got.Missing || got.Open != 201149 || got.Close != 201149 || !got.In0.IsZero() || got.Liquidity.Dec() != "2402545990706448841" {
		t.Errorf("row with empty fields is %+v", got)
	}
	want := []string{
		"no market.toml: token0 USDC (6 decimals), token1 WETH (18), fee 0.05 %, priced in USDC",
		"the coin for gas is assumed to be ETH at the price of WETH, as no [native] in market.toml names it",
		"2 minutes are missing: the market stands still in them; the longest of 2 gaps is 1 minutes before 2023-08-14.minute.csv:2",
		"4 values are written as floats",
		"4 ticks are empty: the close before stands for them",
		"2 inflows are empty: they count as 0",
		"1 liquidities are empty: the one before stands for them",
		"the history has no gas price: 0.01 gwei in every minute is assumed, as on Base; --gas-price says another",
	}
	if !slices.Equal(m.Notes, want) {
		t.Errorf("notes are\n%s\nwant\n%s", strings.Join(m.Notes, "\n"), strings.Join(want, "\n"))
	}
	if got := m.Spec.Price(201149); got < 1839.27 || got > 1839.28 {
		t.Errorf("price at 201149 is %g, want 1839.275", got)
	}
}

func TestARangeThatLeavesOutItsCloseIsWidened(t *testing.T) {
	m, err := Load(folder(t, map[string]string{"a.minute.csv": pool("2023-08-13 00:54:00,0,0,201098,201097,201097,201097,1,0,5")}), Gas{})
	if err != nil {
		t.Fatal(err)
	}
	if got := m.Minutes[0]; got.Low != 201097 || got.High != 201098 {
		t.Errorf("range is %d to %d", got.Low, got.High)
	}
	if !slices.Contains(m.Notes, "1 minutes open or close outside their own low and high: the range was widened") {
		t.Errorf("notes are %q", m.Notes)
	}
}

func TestMissingGasIsTheMedian(t *testing.T) {
	dir := folder(t, map[string]string{"a.minute.csv": pool(
		"2023-08-14 00:00:00,0,0,5,5,5,5,0,0,9", "2023-08-14 00:01:00,0,0,5,5,5,5,0,0,9", "2023-08-14 00:02:00,0,0,5,5,5,5,0,0,9",
	)})
	gas := "block_timestamp,gas_price\n2023-08-14 00:00:00,53.089213505000004\n2023-08-14 00:01:00,41.5\n2023-08-15 00:01:00,42\n"
	if err := os.WriteFile(filepath.Join(dir, "..", "polygon-gas-price-gwei-2023-08.csv"), []byte(gas), 0o644); err != nil {
		t.Fatal(err)
	}
	m, err := Load(dir, Gas{Coin: Native{"MATIC", 0.65}})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []uint64{53_089_213_505, 41_500_000_000, 42_000_000_000} {
		if got := m.Minutes[i].GasPrice.Uint64(); got != want {
			t.Errorf("minute %d: %d wei, want %d", i, got, want)
		}
	}
	for _, want := range []string{
		"1 minutes have no gas price in polygon-gas-price-gwei-2023-08.csv: they take its median, 42 gwei",
		"the coin for gas is MATIC at 0.65 USDC, as asked for",
	} {
		if !slices.Contains(m.Notes, want) {
			t.Errorf("no note %q in %q", want, m.Notes)
		}
	}
}

func TestMarketFileIsRead(t *testing.T) {
	dir := folder(t, map[string]string{
		SpecFile:       "fee = 3000\nquote = 'DAI'\ngas = 'gas.csv'\n[token0]\nsymbol='WBTC'\ndecimals=8\n[token1]\nsymbol='DAI'\ndecimals=18\n[native]\nsymbol='ETH'\nusd=1850.5\n",
		"a.minute.csv": pool("2023-08-14 00:00:00,0,0,5,5,5,5,0,0,9"),
		"gas.csv":      "block_timestamp,gas_price\n2023-08-14 00:00:00,2\n",
	})
	m, err := Load(dir, Gas{})
	if err != nil {
		t.Fatal(err)
	}
	want := Spec{Token{"WBTC", 8}, Token{"DAI", 18}, 3000, 1, Native{"ETH", 1850.5}}
	if m.Spec != want || len(m.Notes) != 0 || m.Minutes[0].GasPrice.Uint64() != 2e9 {
		t.Errorf("spec %+v, notes %q, gas %s", m.Spec, m.Notes, m.Minutes[0].GasPrice)
	}
	if m.Spec.Base().Symbol != "WBTC" {
		t.Errorf("base is %s", m.Spec.Base().Symbol)
	}
}

func TestCandlesAreRead(t *testing.T) {
	rows := "timestamp,open,high,low,close,volume\n2024-01-01 00:00:00,2000,2010.5,1990,2005,10\n2024-01-01T00:01:00Z,2005,2005,2005,2005,0\n"
	m, err := Load(folder(t, map[string]string{"eth.csv": rows}), Gas{})
	if err != nil {
		t.Fatal(err)
	}
	first := m.Minutes[0]
	if first.Low != 200306-99 && first.Low >= first.High {
		t.Errorf("range %d to %d", first.Low, first.High)
	}
	for _, c := range []struct {
		tick  int
		price float64
	}{{first.Open, 2000}, {first.Low, 2010.5}, {first.High, 1990}, {first.Close, 2005}} {
		if got := m.Spec.Price(c.tick); got < c.price*0.9999 || got > c.price*1.0002 {
			t.Errorf("tick %d is a price of %g, want %g", c.tick, got, c.price)
		}
	}
	if first.In0.Dec() != "10025000000" || first.In1.Dec() != "5000000000000000000" {
		t.Errorf("inflow %s and %s, want half the volume each way", first.In0.Dec(), first.In1.Dec())
	}
	// 1 % of price costs the default depth.
	in0, in1 := inflow(sqrtAt(first.Close), sqrtAt(first.Close+100), first.Liquidity, 0)
	if got := m.Spec.valuer(first.Close).of(in0, in1).Uint64(); got < 999_000e6 || got > 1_001_000e6 {
		t.Errorf("1 %% costs %d, want 1,000,000 USDC", got)
	}
	if !first.Liquidity.Eq(m.Minutes[1].Liquidity) || len(m.Notes) != 4 {
		t.Errorf("notes are %q", m.Notes)
	}
}

func TestBusyCandlesGetMoreLiquidity(t *testing.T) {
	rows := "timestamp,open,high,low,close,volume\n2024-01-01 00:00:00,2000,2000,2000,2000,1000000\n"
	m, err := Load(folder(t, map[string]string{"eth.csv": rows}), Gas{})
	if err != nil {
		t.Fatal(err)
	}
	minute := m.Minutes[0]
	due := m.Spec.valuer(minute.Close).of(minute.In0, minute.In1)
	visits := m.Spec.toAndFro(sqrtAt(minute.Close), minute, minute.Liquidity, due, m.Spec.valuer(minute.Close))
	if n := len(visits); n < maxTrips/2 || n > maxTrips+4 {
		t.Errorf("the volume takes %d swaps, want about %d", n, maxTrips)
	}
}

func TestExportThenLoadIsIdentity(t *testing.T) {
	m, err := Load(folder(t, map[string]string{
		SpecFile: "fee=3000\nquote='WETH'\n[token0]\nsymbol='USDC'\ndecimals=6\n[token1]\nsymbol='WETH'\ndecimals=18\n[native]\nsymbol='MATIC'\nusd=0.7\n",
		"a.minute.csv": pool(
			"2023-08-13 23:58:00,0,0,201098,201097,201097,201097,1,12345678901234567890,5",
			"2023-08-14 00:02:00,0,0,201090,201097,201080,201097,1,0,6",
		),
		"x-gas-price-gwei.csv": "block_timestamp,gas_price\n2023-08-13 23:58:00,53.0892135\n2023-08-14 00:02:00,0.000000001\n",
	}), Gas{})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := Export(dir, m); err != nil {
		t.Fatal(err)
	}
	again, err := Load(dir, Gas{})
	if err != nil {
		t.Fatal(err)
	}
	if again.Spec != m.Spec || !reflect.DeepEqual(again.Minutes, m.Minutes) {
		t.Errorf("loaded\n%+v\nwant\n%+v", again, m)
	}
}

// Two markets in one folder would be read as one.
func TestExportRefusesAFolderWithOtherData(t *testing.T) {
	m, err := Load(folder(t, map[string]string{"a.minute.csv": pool("2023-08-13 23:58:00,0,0,201098,201097,201097,201097,1,0,5")}), Gas{})
	if err != nil {
		t.Fatal(err)
	}
	dir := folder(t, map[string]string{"readme.txt": "not read"})
	for range 2 { // it replaces its own
		if err := Export(dir, m); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"2023-08-12.minute.csv", "a-gas-price-gwei.csv"} {
		dir := folder(t, map[string]string{name: "kept"})
		before := hashOf(t, dir)
		if err := Export(dir, m); !errors.Is(err, ErrOccupied) || !strings.HasSuffix(err.Error(), ": "+name) {
			t.Errorf("error is %v", err)
		}
		if hashOf(t, dir) != before {
			t.Error("the folder was changed")
		}
	}
}

func TestBadInputIsNamed(t *testing.T) {
	const good = "2023-08-13 00:00:00,0,0,201145,201145,201145,201145,7,0,24"
	const spec = "fee=500\nquote='A'\n[token0]\nsymbol='A'\ndecimals=6\n[token1]\nsymbol='B'\ndecimals=18\n"
	at := func(file string) map[string]string { return map[string]string{"d.minute.csv": file} }
	cases := map[string]struct {
		files map[string]string
		want  string
	}{
		"empty folder":   {nil, "no minute data: want *.minute.csv files of a pool, or a csv of candles with volume"},
		"only a header":  {at(poolHeader), "no minute data: d.minute.csv has a header and no row"},
		"no header":      {at(good + "\n"), `d.minute.csv:1: no column "timestamp": the first line must be a header with timestamp,openTick,lowestTick,highestTick,closeTick,inAmount0,inAmount1,currentLiquidity`},
		"wrong header":   {at("timestamp,openTick\n"), `d.minute.csv:1: no column "lowestTick": the first line must be a header with timestamp,openTick,lowestTick,highestTick,closeTick,inAmount0,inAmount1,currentLiquidity`},
		"empty file":     {at("\n"), `d.minute.csv:1: no column "timestamp": the first line must be a header with timestamp,openTick,lowestTick,highestTick,closeTick,inAmount0,inAmount1,currentLiquidity`},
		"nothing at all": {at(""), `d.minute.csv:1: the file is empty: it must begin with a header`},
		"cut inside a number": {
			at(strings.TrimSuffix(pool(good), "4\n")),
			"d.minute.csv:2: the file does not end with a line break: it was cut; fetch it again, or add the line break if the line is whole",
		},
		"cut line": {at(pool(good, "2023-08-13 00:01:00,0,0")), "d.minute.csv:3: 3 fields: the first line has 10; this one is cut or damaged"},
		"wrong order": {
			at(pool(good, "2023-08-12 23:59:00,0,0,1,1,1,1,0,0,1")),
			`d.minute.csv:3: timestamp is "2023-08-12 23:59:00": want rising times; the row before is 2023-08-13 00:00:00; sort a file that runs backwards`,
		},
		"twice":             {at(pool(good, good)), `d.minute.csv:3: timestamp is "2023-08-13 00:00:00": want each minute once; this one came before`},
		"inside minute":     {at(pool("2023-08-13 00:00:01" + good[19:])), `d.minute.csv:2: timestamp is "2023-08-13 00:00:01": want the start of a minute in UTC, like 2023-08-13 00:01:00, or its seconds or milliseconds since 1970`},
		"no time":           {at(pool("yesterday" + good[19:])), `d.minute.csv:2: timestamp is "yesterday": want the start of a minute in UTC, like 2023-08-13 00:01:00, or its seconds or milliseconds since 1970`},
		"long gap":          {at(pool(good, "2023-08-15 00:00:00"+good[19:])), `d.minute.csv:3: timestamp is "2023-08-15 00:00:00": want at most 1440 missing minutes in a run; the row before is 2023-08-13 00:00:00`},
		"absurd tick":       {at(pool("2023-08-13 00:00:00,0,0,887272,5,5,5,0,0,1")), `d.minute.csv:2: closeTick is "887272": want a whole tick from -887272 to 887271`},
		"fraction":          {at(pool("2023-08-13 00:00:00,0,0,5,5.5,5,5,0,0,1")), `d.minute.csv:2: openTick is "5.5": want a whole tick from -887272 to 887271`},
		"not a number":      {at(pool("2023-08-13 00:00:00,0,0,5,5,NaN,5,0,0,1")), `d.minute.csv:2: lowestTick is "NaN": want a whole tick from -887272 to 887271`},
		"low above high":    {at(pool("2023-08-13 00:00:00,0,0,5,5,7,6,0,0,1")), `d.minute.csv:2: lowestTick is "7": want at most highestTick, which is 6`},
		"jump":              {at(pool(good, "2023-08-13 00:01:00,0,0,201145,201145,194000,201145,0,0,1")), `d.minute.csv:3: lowestTick is "194000": want at most 6932 ticks from the close before, which is 201145`},
		"wide first row":    {at(pool("2023-08-13 00:00:00,0,0,201145,201145,-800000,800000,0,0,24")), `d.minute.csv:2: lowestTick is "-800000": want at most 6932 ticks from the open, which is 201145`},
		"wide first candle": {at("timestamp,open,high,low,close,volume\n2024-01-01 00:00:00,2000,5000,2000,2000,1\n"), `d.minute.csv:2: high is "5000": want at most a factor of two from the open, which is 2000.04`},
		"too deep":          {at(pool(good, "2023-08-13 00:01:00,0,0,201145,201145,201145,201145,7,0,1000000000000000000000000000000")), `d.minute.csv:3: liquidity 1000000000000000000000000000000: it is more than the market account can provide`},
		"before 1970":       {at(pool("1969-12-31 23:59:00,0,0,201145,201145,201145,201145,7,0,24")), `d.minute.csv:2: time 1969-12-31 23:59: a chain begins in 1970, and a minute before its market`},
		"beyond the range":  {at(pool("2023-08-13 00:00:00,0,0,887271,887271,887271,887271,0,0,1")), `d.minute.csv:2: ticks 887271 to 887271: they leave the pool's range of ±887270`},
		"first empty":       {at(pool("2023-08-13 00:00:00,0,0,,5,5,5,0,0,1")), `d.minute.csv:2: closeTick is "": want a whole tick from -887272 to 887271 (the first row has no close before it)`},
		"negative":          {at(pool("2023-08-13 00:00:00,0,0,5,5,5,5,-3,0,1")), `d.minute.csv:2: inAmount0 is "-3": want a whole number of raw units, not negative, below 2^128`},
		"word":              {at(pool("2023-08-13 00:00:00,0,0,5,5,5,5,0,much,1")), `d.minute.csv:2: inAmount1 is "much": want a whole number of raw units, not negative, below 2^128`},
		"no liquidity":      {at(pool("2023-08-13 00:00:00,0,0,5,5,5,5,0,0,0")), `d.minute.csv:2: currentLiquidity is "0": want a whole liquidity from 1 to 10^30`},
		"first dry":         {at(pool("2023-08-13 00:00:00,0,0,5,5,5,5,0,0,")), `d.minute.csv:2: currentLiquidity is "": want a whole liquidity from 1 to 10^30 (the first row has none before it)`},
		"two kinds": {
			map[string]string{"a.minute.csv": pool(good), "b.minute.csv": "timestamp,open,high,low,close,volume\n"},
			"b.minute.csv:1: another kind of file than those before it: all files of a folder are of one kind, pool rows or candles",
		},
		"candle price":      {at("timestamp,open,high,low,close,volume\n2024-01-01 00:00:00,-1,1,1,1,1\n"), `d.minute.csv:2: open is "-1": want a price above 0`},
		"candle abyss":      {at("timestamp,open,high,low,close,volume\n2024-01-01 00:00:00,1" + strings.Repeat("0", 60) + ",1,1,1,1\n"), `d.minute.csv:2: open is "1000000000000000000000000000000000000000000000000000000000000": want a price inside Uniswap's ticks`},
		"candle volume":     {at("timestamp,open,high,low,close,volume\n2024-01-01 00:00:00,1,1,1,1,-1\n"), `d.minute.csv:2: volume is "-1": want a volume in base tokens, not negative`},
		"candle jump":       {at("timestamp,open,high,low,close,volume\n2024-01-01 00:00:00,1,1,1,1,1\n2024-01-01 00:01:00,1,3,1,1,1\n"), `d.minute.csv:3: high is "3": want at most a factor of two from the close before, which is 1`},
		"candle order":      {at("timestamp,open,high,low,close,volume\n2024-01-01 00:00:00,1,1,1.5,1,1\n"), `d.minute.csv:2: low is "1.5": want at most high, which is 1`},
		"no volume":         {at("timestamp,open,high,low,close\n"), `d.minute.csv:1: no column "volume": the first line must be a header with timestamp,open,high,low,close,volume`},
		"gas":               {map[string]string{"d.minute.csv": pool(good), "gas-price-gwei.csv": "block_timestamp,gas_price\n2023-08-13 00:00:00,-1\n"}, `gas: gas-price-gwei.csv:2: gas_price is "-1": want a gas price in gwei, above 0 and below 1000000`},
		"gas twice":         {map[string]string{"d.minute.csv": pool(good), "gas-price-gwei.csv": "block_timestamp,gas_price\n2023-08-13 00:00:00,1\n2023-08-13 00:00:00,1\n"}, `gas: gas-price-gwei.csv:3: block_timestamp is "2023-08-13 00:00:00": want each minute once; this one came before`},
		"no gas":            {map[string]string{"d.minute.csv": pool(good), "gas-price-gwei.csv": "block_timestamp,gas_price\n"}, `gas: gas-price-gwei.csv:2: no row: at least one gas price`},
		"unknown key":       {map[string]string{SpecFile: spec + "[native]\nsymbol='ETH'\nprice=3\n"}, `market.toml:11:1: unknown key "native.price": want fee, quote, gas, liquidity_usd, token0, token1 or native`},
		"broken toml":       {map[string]string{SpecFile: "fee = = 3\n"}, `market.toml:1:7: unexpected character U+003D '=' at start of value`},
		"ill-typed":         {map[string]string{SpecFile: "fee = 'much'\n"}, `market.toml:1:7: fee cannot be a string`},
		"one token":         {map[string]string{SpecFile: "[token0]\nsymbol='A'\n"}, `market.toml: token0: want both [token0] and [token1] with symbol and decimals`},
		"fee":               {map[string]string{SpecFile: strings.Replace(spec, "500", "400", 1)}, `market.toml: fee: want 100, 500, 3000 or 10000 hundredths of a basis point`},
		"quote":             {map[string]string{SpecFile: strings.Replace(spec, "'A'", "'C'", 1)}, `market.toml: quote: want A or B`},
		"same token":        {map[string]string{SpecFile: strings.Replace(spec, "'B'", "'A'", 1)}, `market.toml: token1.symbol: want another symbol than token0's, whatever is large or small in it`},
		"same but for case": {map[string]string{SpecFile: strings.Replace(spec, "'B'", "'a'", 1)}, `market.toml: token1.symbol: want another symbol than token0's, whatever is large or small in it`},
		"symbol":            {map[string]string{SpecFile: strings.Replace(spec, "'B'", "'a b'", 1)}, `market.toml: token1.symbol: want 1 to 11 letters, digits or dots`},
		"decimals":          {map[string]string{SpecFile: strings.Replace(spec, "18", "25", 1)}, `market.toml: token1.decimals: want 0 to 24`},
		"native price":      {map[string]string{SpecFile: spec + "[native]\nsymbol='ETH'\nusd=-3.0\n"}, `market.toml: native.usd: want a price in A from 0.000001 and below 1e9`},
		"no native price": {
			map[string]string{SpecFile: strings.Replace(spec, "'B'", "'WBTC'", 1)},
			`market.toml: native.usd: want the price of ETH in A: neither token is ETH or WETH`,
		},
		"no price of a named native": {
			map[string]string{SpecFile: spec + "[native]\nsymbol='MATIC'\n"},
			`market.toml: native.usd: want the price of MATIC in A: neither token is MATIC or WMATIC`,
		},
		"a native price of no micro-unit": {
			map[string]string{SpecFile: spec + "[native]\nsymbol='ETH'\nusd=4e-7\n"},
			`market.toml: native.usd: want a price in A from 0.000001 and below 1e9`,
		},
		"gas for nothing": {
			map[string]string{SpecFile: "liquidity_usd=1\n" + strings.NewReplacer("'B'", "'WETH'", "=6", "=18").Replace(spec), "d.csv": "timestamp,open,high,low,close,volume\n2024-01-01 00:00:00,0.0000009,0.0000009,0.0000009,0.0000009,1\n"},
			`d.csv:2: ETH for gas would cost 9e-07 A: give native.usd in market.toml, or let token0 and token1 change places if they are the wrong way round`,
		},
	}
	for _, name := range slices.Sorted(maps.Keys(cases)) {
		c := cases[name]
		t.Run(name, func(t *testing.T) {
			dir := folder(t, c.files)
			before := hashOf(t, dir)
			_, err := Load(dir, Gas{})
			prefix := "history " + dir + ": "
			if err == nil || err.Error() != prefix+c.want {
				t.Errorf("error is\n%v\nwant\n%s%s", err, prefix, c.want)
			}
			if hashOf(t, dir) != before {
				t.Error("the folder was changed")
			}
		})
	}
}

// The price of gas is never made up: it is what was asked for or what the file says, or
// follows from the pool.
func TestThePriceOfTheCoinForGas(t *testing.T) {
	const tokens = "[token0]\nsymbol='USDC'\ndecimals=6\n[token1]\nsymbol='WETH'\ndecimals=18\n"
	for name, c := range map[string]struct {
		text  string
		asked Native
		want  Native
		note  string
	}{
		"the base token":        {"fee=500\nquote='USDC'\n" + tokens, Native{}, Native{"ETH", 0}, "assumed to be ETH at the price of WETH, as no [native] in market.toml names it"},
		"the quote token":       {"fee=500\nquote='WETH'\n" + tokens, Native{}, Native{"ETH", 1}, "assumed to be ETH at 1 WETH, as no [native] in market.toml names it"},
		"named, the quote":      {"fee=500\nquote='WETH'\n" + tokens + "[native]\nsymbol='ETH'\n", Native{}, Native{"ETH", 1}, ""},
		"named, the quote bare": {"fee=500\nquote='USDC'\n" + tokens + "[native]\nsymbol='USDC'\n", Native{}, Native{"USDC", 1}, ""},
		"asked for":             {"fee=500\nquote='USDC'\n" + tokens, Native{"MATIC", 0.65}, Native{"MATIC", 0.65}, "the coin for gas is MATIC at 0.65 USDC, as asked for"},
		"asked for, the base":   {"fee=500\nquote='USDC'\n" + strings.Replace(tokens, "WETH", "WMATIC", 1), Native{"MATIC", 0}, Native{"MATIC", 0}, "the coin for gas is MATIC at the price of WMATIC, as asked for"},
		"asked for, over named": {"fee=500\nquote='USDC'\n" + tokens + "[native]\nsymbol='ETH'\n", Native{"MATIC", 0.65}, Native{"MATIC", 0.65}, "the coin for gas is MATIC at 0.65 USDC, as asked for"},
		"the smallest":          {"fee=500\nquote='USDC'\n" + tokens + "[native]\nsymbol='X'\nusd=0.000001\n", Native{}, Native{"X", 0.000001}, ""},
	} {
		d, err := describe(folder(t, map[string]string{SpecFile: c.text}), c.asked)
		if err != nil || d.spec.Native != c.want || !strings.HasSuffix(strings.Join(d.notes, ""), c.note) {
			t.Errorf("%s: %+v, notes %q (%v)", name, d.spec.Native, d.notes, err)
		}
	}
	_, err := describe(folder(t, map[string]string{SpecFile: "fee=500\nquote='WETH'\n" + tokens}), Native{Symbol: "MATIC"})
	if err == nil || !strings.Contains(err.Error(), "want the price of MATIC in WETH") {
		t.Errorf("Polygon's in WETH: %v", err)
	}
}

// A folder may be called what its owner likes: the same files are the same market.
func TestNoNameDecidesAboutTheCoinForGas(t *testing.T) {
	rows := pool("2023-08-14 00:00:00,0,0,201145,201145,201145,201145,7,0,24")
	var first Market
	for _, name := range []string{"h24", "polygon-h24", "Polygon", "eth"} {
		for _, gas := range []string{"gas-price-gwei.csv", "polygon-gas-price-gwei-2023-08.csv"} {
			dir := filepath.Join(t.TempDir(), name)
			if err := os.MkdirAll(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			for file, text := range map[string]string{"a.minute.csv": rows, gas: "block_timestamp,gas_price\n2023-08-14 00:00:00,53\n"} {
				if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			m, err := Load(dir, Gas{})
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(fmt.Sprint(m.Warnings), gas+" are paid in it: the coin for gas is assumed to be ETH at the price of WETH") {
				t.Errorf("%s: the warnings are %q", name, m.Warnings)
			}
			m.Warnings = nil
			if first.Minutes == nil {
				first = m
			}
			if fmt.Sprint(m) != fmt.Sprint(first) {
				t.Errorf("%s with %s is\n%v\nand not\n%v", name, gas, m, first)
			}
		}
	}
}

func TestParseNative(t *testing.T) {
	for text, want := range map[string]Native{"MATIC=0.65": {"MATIC", 0.65}, "ETH": {"ETH", 0}, "x=1e3": {"x", 1000}} {
		if n, err := ParseNative(text); err != nil || n != want {
			t.Errorf("%q: %v (%v)", text, n, err)
		}
	}
	for _, text := range []string{"", "=", "=1", "A=", "A=0", "A=-1", "A=NaN", "A=Inf", "A=1e9", "A B=1", "A=1=2", "twelveletter", "A=0,65"} {
		if n, err := ParseNative(text); err == nil {
			t.Errorf("%q: %v", text, n)
		}
	}
}

func TestAbsentFolderIsAnError(t *testing.T) {
	if _, err := Load(filepath.Join(t.TempDir(), "nowhere"), Gas{}); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("error is %v", err)
	}
}

func FuzzPoolFile(f *testing.F) {
	f.Add(pool("2023-08-13 00:00:00,0,0,201145,201145,201145,201145,7,0,24"))
	f.Add("timestamp,open,high,low,close,volume\n2024-01-01 00:00:00,1,1,1,1,1\n")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := Load(folder(t, map[string]string{"d.minute.csv": text}), Gas{})
		if err != nil {
			return
		}
		for _, minute := range m.Minutes {
			if minute.Low > minute.High || minute.Low < -MaxTick || minute.High >= MaxTick || minute.Liquidity.IsZero() || minute.GasPrice.IsZero() {
				t.Fatalf("accepted %+v", minute)
			}
			plan := Planner{Spec: m.Spec}.Plan(sqrtAt(m.Minutes[0].Open), minute)
			if tick, err := tickAt(plan.Path[PhaseClose]); err != nil || tick != minute.Close {
				t.Fatalf("closes in tick %d (%v), want %d", tick, err, minute.Close)
			}
		}
	})
}

func FuzzMarketFile(f *testing.F) {
	f.Add("fee=500\nquote='A'\n[token0]\nsymbol='A'\ndecimals=6\n[token1]\nsymbol='B'\ndecimals=18\n[native]\nsymbol='ETH'\nusd=2.5\n")
	f.Add("liquidity_usd = inf\n[token0]\n[token1]\n")
	f.Fuzz(func(t *testing.T, text string) {
		d, err := describe(folder(t, map[string]string{SpecFile: text}), Native{})
		if err != nil {
			return
		}
		if _, ok := spacings[d.spec.Fee]; !ok || d.spec.Token0.Symbol == d.spec.Token1.Symbol || d.spec.Native.USD < 0 || d.spec.Token0.Decimals > 24 {
			t.Fatalf("accepted %+v", d)
		}
	})
}

func FuzzGasFile(f *testing.F) {
	f.Add("block_timestamp,gas_price\n2023-08-14 00:00:00,53.089213505000004\n")
	f.Fuzz(func(t *testing.T, text string) {
		prices, err := readGas(filepath.Join(folder(t, map[string]string{"gas-price-gwei.csv": text}), "gas-price-gwei.csv"))
		if err == nil && (len(prices) == 0 || medianGas(prices).IsZero()) {
			t.Fatalf("accepted %v", prices)
		}
	})
}
