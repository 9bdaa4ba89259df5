package history

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holiman/uint256"
	"pgregory.net/rapid"
)

// Two minutes of candles as those who have them write them; all are the same minutes.
func TestCandlesInCommonFormatsAreTheSame(t *testing.T) {
	want, err := Load(folder(t, map[string]string{"d.csv": "timestamp,open,high,low,close,volume\n2024-01-01 00:00:00,2000,2010.5,1990,2005,10\n2024-01-01 00:01:00,2005,2006,2004.25,2005,0.00002\n"}), Gas{})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"seconds":              "time,open,high,low,close,Volume\n1704067200,2000,2010.5,1990,2005,10\n1704067260,2005,2006,2004.25,2005,2e-05\n",
		"milliseconds":         "open_time,open,high,low,close,volume\n1704067200000,2000,2010.5,1990,2005,10\n1704067260000,2005,2006,2004.25,2005,0.00002\n",
		"microseconds":         "Open time,Open,High,Low,Close,Volume\n1704067200000000,2000,2010.5,1990,2005,10\n1704067260000000,2005,2006,2004.25,2005,0.00002\n",
		"nanoseconds":          "datetime,open,high,low,close,volume\n1704067200000000000,2000,2010.5,1990,2005,10\n1704067260000000000,2005,2006,2004.25,2005,0.00002\n",
		"seconds as floats":    "unix,open,high,low,close,volume\n1704067200.0,2000,2010.5,1990,2005,10\n1704067260.0,2005,2006,2004.25,2005,0.00002\n",
		"RFC 3339":             "timestamp,open,high,low,close,volume\n2024-01-01T00:00:00Z,2000,2010.5,1990,2005,10\n2024-01-01T01:01:00+01:00,2005,2006,2004.25,2005,0.00002\n",
		"capitals":             "Date,Open,High,Low,Close,Adj Close,Volume\n2024-01-01 00:00,2000,2010.5,1990,2005,2005,10\n2024-01-01 00:01,2005,2006,2004.25,2005,2005,0.00002\n",
		"klines":               "1704067200000,2000.0,2010.50,1990.0,2005.0,10.0,1704067259999,20000,5,5,10000,0\n1704067260000,2005,2006,2004.25,2005,0.00002,1704067319999,0,0,0,0,0\n",
		"klines with a header": "open_time,open,high,low,close,volume,close_time,quote_volume,count,taker_buy_volume,taker_buy_quote_volume,ignore\n1704067200000,2000,2010.5,1990,2005,10,1704067259999,20000,5,5,10000,0\n1704067260000,2005,2006,2004.25,2005,0.00002,1704067319999,0,0,0,0,0\n",
		"no header, trades":    "1704067200,2000,2010.5,1990,2005,10,17\n1704067260,2005,2006,2004.25,2005,0.00002,1\n",
		"semicolons":           "Time;Open;High;Low;Close;Volume\r\n2024-01-01 00:00:00;2000;2010,5;1990;2005;10\r\n2024-01-01 00:01:00;2005;2006;2004,25;2005;0,00002\r\n",
		"tabs and quotes":      "\"time\"\t\"open\"\t\"high\"\t\"low\"\t\"close\"\t\"volume\"\n\"2024-01-01 00:00:00 UTC\"\t2000\t2010.5\t1990\t2005\t10\n\"2024-01-01 00:01:00 UTC\"\t2005\t2006\t2004.25\t2005\t0.00002\n",
		"two times, volumes":   "unix,date,symbol,open,high,low,close,Volume ETH,Volume USDT\n1704067200,2024-01-01 00:00:00,ETH/USDT,2000,2010.5,1990,2005,10,99\n1704067260,2024-01-01 00:01:00,ETH/USDT,2005,2006,2004.25,2005,0.00002,99\n",
	} {
		got, err := Load(filepath.Join(folder(t, map[string]string{"d.csv": text, "other.csv": "not read"}), "d.csv"), Gas{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if fmt.Sprint(got.Minutes) != fmt.Sprint(want.Minutes) || fmt.Sprint(got.Warnings) != fmt.Sprint(want.Warnings) {
			t.Errorf("%s: minutes\n%v\nwant\n%v\nwarnings %q", name, got.Minutes, want.Minutes, got.Warnings)
		}
	}
}

func TestCandlesThatCannotBeLivedAreNamed(t *testing.T) {
	const head, first = "time,open,high,low,close,volume\n", "2024-01-01 00:00,1,1,1,1,1\n"
	for name, c := range map[string]struct{ text, want string }{
		"days":        {head + "2024-01-01,1,1,1,1,1\n2024-01-02,1,1,1,1,1\n", "d.csv:3: candles of 1d: want candles of at most 1h, better of 1m"},
		"four hours":  {head + first + "2024-01-01 04:00,1,1,1,1,1\n", "d.csv:3: candles of 4h: want candles of at most 1h"},
		"twice":       {head + first + first + "2024-01-01 01:00,1,1,1,1,1\n", `d.csv:3: time is "2024-01-01 00:00": want each minute once; this one came before`},
		"backwards":   {head + "2024-01-01 02:00,1,1,1,1,1\n2024-01-01 01:00,1,1,1,1,1\n" + first, `d.csv:3: time is "2024-01-01 01:00": want rising times; the row before is 2024-01-01 02:00:00; sort a file that runs backwards`},
		"mixed":       {head + first + "2024-01-01 00:15,1,1,1,1,1\n2024-01-01 00:40,1,1,1,1,1\n", `d.csv:4: time is "2024-01-01 00:40": want candles of 15m like those before it; the row before is 2024-01-01 00:15:00`},
		"a long hole": {head + first + "2024-01-01 01:00,1,1,1,1,1\n2024-01-02 02:00,1,1,1,1,1\n2024-01-04 02:00,1,1,1,1,1\n", `d.csv:5: time is "2024-01-04 02:00": want at most 1440 missing minutes in a run; the row before is 2024-01-02 02:00:00`},
		"other order": {"1704067200,1,1.2,1.1,1.15,1\n", "d.csv:1: open or close lies outside low and high in most lines: a file without a header must have the columns timestamp, open, high, low, close, volume, in this order"},
		"seconds":     {head + "2024-01-01 00:00:30,1,1,1,1,1\n", `d.csv:2: time is "2024-01-01 00:00:30": want the start of a minute in UTC`},
		"a year":      {head + "2024,1,1,1,1,1\n", `d.csv:2: time is "2024": want the start of a minute`},
		"a zone":      {head + "2024-01-01 00:00:00 PST,1,1,1,1,1\n", "want the start of a minute"},
		"no volume":   {"time,open,high,low,close\n2024-01-01 00:00,1,1,1,1\n", `d.csv:1: no column "volume"`},
		"a zip":       {"PK\x03\x04rest", "d.csv:1: a zip archive: unpack it first"},
		"an exponent": {head + "2024-01-01 00:00,1,1,1,1,1e999999999\n", `volume is "1e999999999": want a volume`},
		"128 bits":    {head + "2024-01-01 00:00,1,1,1,1,1e21\n", `volume is "1e21": want a volume in base tokens`},
		"cut":         {head + first + "2024-01-01 00:01,1,1,1", "d.csv:3: the file does not end with a line break"},
		"empty":       {"", "d.csv:1: the file is empty"},
	} {
		_, err := Load(folder(t, map[string]string{"d.csv": c.text}), Gas{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v\nwant %s", name, err, c.want)
		}
	}
}

// An hour is sixty minutes that go where its candle went, and what is assumed is said.
func TestHoursAreLivedInMinutes(t *testing.T) {
	m, err := Load(folder(t, map[string]string{"d.csv": "Date,Open,High,Low,Close,Volume\n2024-01-01 00:00,2000,2100,1950,2050,60\n2024-01-01 02:00,2050,2060,1900,1950,60\n2024-01-01 03:00,1950,1950,1950,1950,0\n"}), Gas{})
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Minutes) != 240 || len(m.Warnings) != 2 || !strings.HasPrefix(m.Warnings[0], "candles of 1h: within each the price is assumed to go in straight lines") || !slices.Contains(m.Notes, m.Warnings[0]) {
		t.Fatalf("%d minutes, warnings %q", len(m.Minutes), m.Warnings)
	}
	if want := "60 minutes are missing: the market stands still in them; the longest of 1 gaps is 60 minutes before d.csv:3"; !slices.Contains(m.Notes, want) {
		t.Errorf("notes %q", m.Notes)
	}
	lowest, highest := 0, 0
	for i, minute := range m.Minutes[:60] { // in ticks of USDC by WETH, a price that falls rises
		if minute.High > m.Minutes[lowest].High {
			lowest = i
		}
		if minute.Low < m.Minutes[highest].Low {
			highest = i
		}
	}
	if lowest >= highest || lowest < 5 || highest > 55 {
		t.Errorf("an hour that rose was lowest in minute %d and highest in %d", lowest, highest)
	}
	if got := m.Spec.Price(m.Minutes[lowest].High); got < 1949 || got > 1951 {
		t.Errorf("lowest at %g", got)
	}
	if first := m.Minutes[0]; first.In1.Dec() != "500000000000000000" {
		t.Errorf("a minute of 60 a volume of %s", first.In1.Dec())
	}
}

func TestAMinuteOfALongCandleIsNeverElsewhere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tick := rapid.IntRange(-5000, 5000)
		path := []int{tick.Draw(t, "a"), tick.Draw(t, "b"), tick.Draw(t, "c"), tick.Draw(t, "d")}
		all := uint256.NewInt(rapid.Uint64().Draw(t, "volume"))
		candle := Minute{
			Time: time.Unix(0, 0), Open: path[0], Close: path[1], Low: slices.Min(path), High: slices.Max(path),
			In0: all, In1: new(uint256.Int), Liquidity: uint256.NewInt(1),
		}
		n := rapid.IntRange(1, 60).Draw(t, "minutes")
		minutes, sum, low, high, last := spread(candle, n), new(uint256.Int), candle.Open, candle.Open, candle.Open
		for i, m := range minutes {
			if m.Open != last || m.Low > min(m.Open, m.Close) || m.High < max(m.Open, m.Close) || !m.Time.Equal(candle.Time.Add(time.Duration(i)*time.Minute)) {
				t.Fatalf("minute %d of %+v is %+v", i, candle, m)
			}
			last, low, high = m.Close, min(low, m.Low), max(high, m.High)
			sum.Add(sum, m.In0)
		}
		if len(minutes) != n || last != candle.Close || low != candle.Low || high != candle.High || !sum.Eq(all) {
			t.Fatalf("%+v became %d minutes from %d to %d, closing at %d, with %s", candle, len(minutes), low, high, last, sum)
		}
	})
}

func FuzzCandleFile(f *testing.F) {
	f.Add("Date;Open;High;Low;Close;Volume\n2024-01-01 00:00;1;1,5;1;1;1\n2024-01-01 01:00;1;1;1;1;1e-5\n")
	f.Add("1704067200000,2000.0,2010.50,1990.0,2005.0,10.0,1704067259999,20000,5,5,10000,0\n1704067500000,2000,2010.50,1990.0,2005.0,10.0,1,1,1,1,1,1\n")
	f.Add("\"unix\"\t\"open\"\t\"high\"\t\"low\"\t\"close\"\t\"volume weth\"\n1e9\t1\t1\t1\t1\t1\n")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := Load(folder(t, map[string]string{"d.csv": text}), Gas{})
		if err != nil {
			return
		}
		for i, minute := range m.Minutes {
			if minute.Low > minute.High || minute.Open < minute.Low || minute.Close > minute.High || minute.Liquidity.IsZero() {
				t.Fatalf("accepted %+v", minute)
			}
			if i > 0 && !minute.Time.Equal(m.Minutes[i-1].Time.Add(time.Minute)) {
				t.Fatalf("minute %s follows %s", minute.Time, m.Minutes[i-1].Time)
			}
		}
	})
}
