package history

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"
)

// MostMarkets is how many markets one folder may hold.
const MostMarkets = 32

// manyTOML is market.toml of a folder with several markets, each in a folder of its own below.
// Its keys; every other is an error:
//
//	gas           name of the gas file, relative to the folder
//	[native]      symbol, usd: as of one market, in quote tokens of the first
//	[[assets]]    symbol, decimals: of each token once
//	[[markets]]   folder; token0 and token1, symbols in the pool's order; quote, fee and
//	              liquidity_usd as of one market; the first is the primary one
//	traders       how many accounts share the trades of each market
//	[[followers]] of, the handle of a market; protocol, fee and value, as a Follower has them
//	[[lenders]]   protocol, value; uses, of block and share, as a Lender has them
//	[[pulls]]     start, blocks, pools, by, as a Pull has them
type manyTOML struct {
	Gas     *string      `toml:"gas,omitempty"`
	Native  *nativeTOML  `toml:"native"`
	Assets  []tokenTOML  `toml:"assets"`
	Markets []marketTOML `toml:"markets"`
	besideTOML
}

type marketTOML struct {
	Folder       string   `toml:"folder"`
	Token0       string   `toml:"token0"`
	Token1       string   `toml:"token1"`
	Quote        *string  `toml:"quote"`
	Fee          *uint32  `toml:"fee"`
	LiquidityUSD *float64 `toml:"liquidity_usd,omitempty"`
}

// LoadAll reads a folder of one market as Load does, or of several, whose market.toml names
// their assets and their folders. Several are cut to the minutes that all of them cover, which
// begin and end with one that all have recorded; what is left out and what is missing of each is
// a note. All have the gas price of the first.
func LoadAll(path string, asked Gas) ([]Market, error) {
	all, err := loadAll(path, asked)
	if err != nil {
		return nil, fmt.Errorf("history %s: %w", path, err)
	}
	return all, nil
}

func loadAll(path string, asked Gas) ([]Market, error) {
	file, err := several(path)
	if err != nil {
		return nil, err
	}
	if file == nil {
		m, err := load(path, asked)
		if errors.Is(err, ErrNoHistory) && nested(path) {
			err = fmt.Errorf("%w; of several markets, each in a folder of its own, a %s here names the folders", err, SpecFile)
		}
		return []Market{m}, err
	}
	if n := len(file.Markets); n > MostMarkets {
		return nil, specError("markets", fmt.Sprintf("at most %d; there are %d", MostMarkets, n))
	}
	var all []Market
	for i := range file.Markets {
		m, err := file.market(path, i, asked)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", cmp.Or(file.Markets[i].Folder, fmt.Sprintf("market %d", i+1)), err)
		}
		all = append(all, m)
	}
	if err := align(all); err != nil {
		return nil, err
	}
	return all, Config{Markets: all}.Check()
}

// nested reports whether there are folders in a folder.
func nested(path string) bool {
	entries, err := os.ReadDir(path)
	return err == nil && slices.ContainsFunc(entries, fs.DirEntry.IsDir)
}

// several reads market.toml of a folder where it names markets; nil where it does not.
func several(path string) (*manyTOML, error) {
	raw, err := os.ReadFile(filepath.Join(path, SpecFile))
	if info, e := os.Stat(path); e != nil || !info.IsDir() || errors.Is(err, fs.ErrNotExist) {
		return nil, nil // one market, or no folder: as Load has it
	}
	if err != nil {
		return nil, err
	}
	var any struct {
		Markets []map[string]any `toml:"markets"`
	}
	if err := toml.Unmarshal(raw, &any); err != nil || len(any.Markets) == 0 {
		return nil, nil
	}
	var file manyTOML
	if err := toml.NewDecoder(bytes.NewReader(raw)).DisallowUnknownFields().Decode(&file); err != nil {
		return nil, tomlError(err, "gas, traders and native, of each of assets symbol and decimals, of each of markets folder, token0, token1, quote, fee and liquidity_usd, "+
			"of each of followers of, protocol, fee and value, of each of lenders protocol, value and uses, of each of pulls start, blocks, pools and by")
	}
	return &file, nil
}

// market reads one of several.
func (f *manyTOML) market(dir string, i int, asked Gas) (Market, error) {
	x := f.Markets[i]
	if x.Folder == "" || !filepath.IsLocal(x.Folder) {
		return Market{}, specError("markets.folder", "the name of a folder, relative to this one")
	}
	if slices.ContainsFunc(f.Markets[:i], func(o marketTOML) bool { return filepath.Clean(o.Folder) == filepath.Clean(x.Folder) }) {
		return Market{}, specError("markets.folder", "each folder once")
	}
	one, err := f.spec(x)
	if err != nil {
		return Market{}, err
	}
	d := described{spec: defaultSpec()}
	if i == 0 {
		one.Gas, one.Native = f.Gas, f.Native
		if err := d.fill(one, asked.Coin); err != nil {
			return Market{}, err
		}
	} else if err := d.fill(one, Native{Symbol: "ETH", USD: 1}); err != nil {
		return Market{}, err
	}
	files, gas, err := survey(filepath.Join(dir, x.Folder))
	if err != nil {
		return Market{}, err
	}
	if i == 0 && d.gas != "" {
		gas = filepath.Join(dir, d.gas)
	}
	if i > 0 {
		d.notes = slices.DeleteFunc(d.notes, func(n string) bool { return strings.HasPrefix(n, "the coin for gas") })
		gas = ""
	}
	m, err := d.read(files, gas, asked.Price)
	if err != nil || i == 0 {
		return m, err
	}
	m.Spec.Native = Native{}
	gasOf := func(n string) bool { return strings.Contains(n, "gas price") || strings.HasPrefix(n, "gas costs") }
	m.Notes, m.Warnings = slices.DeleteFunc(m.Notes, gasOf), slices.DeleteFunc(m.Warnings, gasOf)
	return m, nil
}

// spec puts the assets into one of the markets.
func (f *manyTOML) spec(x marketTOML) (specTOML, error) {
	one := specTOML{Fee: x.Fee, Quote: x.Quote, LiquidityUSD: x.LiquidityUSD}
	if x.Fee == nil {
		return one, specError("markets.fee", "100, 500, 3000 or 10000 hundredths of a basis point")
	}
	for _, t := range []struct {
		key, symbol string
		token       **tokenTOML
	}{{"token0", x.Token0, &one.Token0}, {"token1", x.Token1, &one.Token1}} {
		i := slices.IndexFunc(f.Assets, func(a tokenTOML) bool { return a.Symbol == t.symbol })
		if i < 0 {
			return one, specError("markets."+t.key, fmt.Sprintf("the symbol of one of the assets, not %q", t.symbol))
		}
		for j, a := range f.Assets { // handles of assets are in small letters
			if j != i && strings.EqualFold(a.Symbol, t.symbol) {
				return one, specError("assets.symbol", fmt.Sprintf("each asset once, and %s is there twice", t.symbol))
			}
		}
		if _, err := f.Assets[i].token("assets"); err != nil {
			return one, fmt.Errorf("%s: %w", t.symbol, err)
		}
		*t.token = &f.Assets[i]
	}
	return one, nil
}

// align cuts markets to the minutes that all of them cover and gives all what the first has of
// gas.
func align(all []Market) error {
	start, end := all[0].Start(), all[0].End()
	for _, m := range all[1:] {
		if m.Start().After(start) {
			start = m.Start()
		}
		if m.End().Before(end) {
			end = m.End()
		}
	}
	recorded := func(at time.Time) bool {
		return !slices.ContainsFunc(all, func(m Market) bool { return m.Minutes[m.index(at)].Missing })
	}
	for start.Before(end) && !recorded(start) {
		start = start.Add(time.Minute)
	}
	for start.Before(end) && !recorded(end.Add(-time.Minute)) {
		end = end.Add(-time.Minute)
	}
	if !start.Before(end) {
		return fmt.Errorf("%w that all of its markets have", ErrNoHistory)
	}
	for i := range all {
		all[i].cut(start, end)
		for k := range all[i].Minutes {
			all[i].Minutes[k].GasPrice = all[0].Minutes[k].GasPrice
		}
		all[i].Spec.Native.Symbol = all[0].Spec.Native.Symbol
	}
	return nil
}

func (m Market) index(at time.Time) int { return int(at.Sub(m.Start()) / time.Minute) }

// cut leaves out what lies before start and from end on, and says so.
func (m *Market) cut(start, end time.Time) {
	from, to := m.index(start), m.index(end)
	if out := len(m.Minutes) - to + from; out > 0 {
		m.Notes = append(m.Notes, fmt.Sprintf("%d minutes are left out: the markets of this folder are lived from %s to %s", out, stamp(start), stamp(end)))
	}
	m.Minutes = m.Minutes[from:to]
	missing := 0
	for _, x := range m.Minutes {
		if x.Missing {
			missing++
		}
	}
	if missing > 0 {
		m.Notes = append(m.Notes, fmt.Sprintf("of the %d minutes lived %d are missing", len(m.Minutes), missing))
	}
	handle := m.Spec.Handle()
	for i := range m.Notes {
		m.Notes[i] = handle + ": " + m.Notes[i]
	}
}

// ExportWorld writes a world as LoadWorld reads it, but for its seed: one market by itself as Export
// does, else each in a folder of its handle, with one gas file and one market.toml. The folder must
// exist, and is to be empty but for what is replaced.
func ExportWorld(dir string, c Config) error {
	markets, beside := c.Markets, besides(c)
	if len(markets) == 1 && len(beside.Followers)+len(beside.Lenders)+len(beside.Pulls)+beside.Traders == 0 {
		return Export(dir, markets[0])
	}
	if err := c.Check(); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	gas, file := gasFile, manyTOML{besideTOML: beside}
	file.Gas, file.Native = &gas, markets[0].Spec.file().Native
	if err := vacant(dir, []string{gasFile}); err != nil {
		return err
	}
	for _, m := range markets {
		s := m.Spec
		handle, quote := s.Handle(), s.QuoteToken().Symbol
		file.Markets = append(file.Markets, marketTOML{Folder: handle, Token0: s.Token0.Symbol, Token1: s.Token1.Symbol, Quote: &quote, Fee: &s.Fee})
		for _, t := range []Token{s.Token0, s.Token1} {
			if !slices.ContainsFunc(file.Assets, func(a tokenTOML) bool { return a.Symbol == t.Symbol }) {
				file.Assets = append(file.Assets, *t.file())
			}
		}
		if err := exportMinutes(filepath.Join(dir, handle), m); err != nil {
			return err
		}
	}
	if err := write(dir, gasFile, gasRows(markets[0])); err != nil {
		return err
	}
	text, err := toml.Marshal(file)
	if err != nil {
		return fmt.Errorf("export %s: %w", SpecFile, err)
	}
	return write(dir, SpecFile, text)
}

// exportMinutes writes the pool files of a market into a folder of its own.
func exportMinutes(dir string, m Market) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	files, order := poolFiles(m)
	if err := vacant(dir, order); err != nil {
		return err
	}
	for _, name := range order {
		if err := write(dir, name, []byte(files[name].String())); err != nil {
			return err
		}
	}
	return nil
}
