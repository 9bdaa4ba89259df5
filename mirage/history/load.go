package history

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/holiman/uint256"
)

// ErrNoHistory is wrapped where a folder holds no minute data.
var ErrNoHistory = errors.New("no minute data")

// Load reads a folder of recorded history, or one file. It accepts minute rows of a
// Uniswap v3 pool (every *.minute.csv, in the order of their names; ticks may be floats,
// minutes may be missing, fields may be empty) and candles with volume, of a minute up to
// an hour, in the common formats (see candleNames, and headless for files without a
// header), in *.minute.csv or any other *.csv; market.toml and a gas file are looked for
// beside them. asked goes before what they say of gas, and no name of a folder has a say in
// it. What it accepted or assumed stands in the market's Notes. An error names file, line and field; nothing in the folder
// is changed.
func Load(path string, asked Gas) (Market, error) {
	m, err := load(path, asked)
	if err != nil {
		return Market{}, fmt.Errorf("history %s: %w", path, err)
	}
	return m, nil
}

func load(path string, asked Gas) (Market, error) {
	dir, one, err := folderOf(path)
	if err != nil {
		return Market{}, err
	}
	files, gas, err := survey(dir)
	if err != nil {
		return Market{}, err
	}
	if one != "" {
		files = []string{one}
	}
	many, err := several(dir)
	if err == nil && many != nil {
		err = fmt.Errorf("%s: it names %d markets: want one here", SpecFile, len(many.Markets))
	}
	if err != nil {
		return Market{}, err
	}
	d, err := describe(dir, asked.Coin)
	if err != nil {
		return Market{}, err
	}
	if d.gas != "" {
		gas = filepath.Join(dir, d.gas)
		files = slices.DeleteFunc(files, func(f string) bool { return f == gas })
	}
	return d.read(files, gas, asked.Price)
}

// read makes a market of its files and a gas file, empty where there is none.
func (d described) read(files []string, gas string, price *uint256.Int) (Market, error) {
	if len(files) == 0 {
		return Market{}, fmt.Errorf("%w: want *.minute.csv files of a pool, or a csv of candles with volume", ErrNoHistory)
	}
	r := &reader{spec: d.spec, depth: d.depth}
	for _, file := range files {
		if err := r.read(file); err != nil {
			return Market{}, err
		}
	}
	if len(r.minutes) == 0 {
		return Market{}, fmt.Errorf("%w: %s has a header and no row", ErrNoHistory, filepath.Base(files[0]))
	}
	if err := r.finish(); err != nil {
		return Market{}, err
	}
	notes, err := r.addGas(gas, price)
	if err != nil {
		return Market{}, err
	}
	warnings := slices.DeleteFunc([]string{r.assumed(), r.gasless}, func(w string) bool { return w == "" })
	if d.assumed != "" && gas != "" {
		warnings = append(warnings, "the prices of "+filepath.Base(gas)+" are paid in it: "+d.assumed)
	}
	return Market{Spec: d.spec, Minutes: r.minutes, Notes: slices.Concat(d.notes, r.notes(), notes), Warnings: warnings}, nil
}

// folderOf is the folder of a history, and the file where it is one.
func folderOf(path string) (dir, file string, err error) {
	info, err := os.Stat(path)
	if err != nil || info.IsDir() {
		return path, "", err
	}
	return filepath.Dir(path), path, nil
}

// survey lists the data files of a folder in order, and the gas file where the folder
// or its parent has one.
func survey(dir string) (files []string, gas string, err error) {
	names, err := csvNames(dir)
	if err != nil {
		return nil, "", err
	}
	for _, name := range names {
		switch {
		case isGas(name) && gas == "":
			gas = filepath.Join(dir, name)
		case !isGas(name):
			files = append(files, filepath.Join(dir, name))
		}
	}
	minute := func(f string) bool { return strings.HasSuffix(f, ".minute.csv") }
	if slices.ContainsFunc(files, minute) {
		files = slices.DeleteFunc(files, func(f string) bool { return !minute(f) })
	}
	if gas != "" {
		return files, gas, nil
	}
	parent := filepath.Join(dir, "..")
	above, err := csvNames(parent)
	if err != nil {
		return files, "", nil // a parent that cannot be listed has no gas file for us
	}
	if i := slices.IndexFunc(above, isGas); i >= 0 {
		gas = filepath.Join(parent, above[i])
	}
	return files, gas, nil
}

// csvNames lists the names of a folder's csv files, sorted.
func csvNames(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir() && strings.HasSuffix(e.Name(), ".csv") {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

func isGas(name string) bool {
	price := strings.Index(name, "gas-price")
	return price >= 0 && strings.Contains(name[price:], "gwei") && strings.HasSuffix(name, ".csv")
}

// reader collects minutes from the files of one folder.
type reader struct {
	spec    Spec
	depth   float64
	candles *bool         // kind of the first file; nil before it
	step    time.Duration // of a candle; 0 before the first file
	began   time.Time     // time of the last row
	minutes []Minute
	rows    []row // of the minutes; none where one is missing

	hole        row // behind the longest run of missing minutes
	holes, most int // runs, and the minutes of the longest

	missing, floats, emptyTicks, emptyInflow, emptyLiquidity, widened int
	depthNote                                                         string
	gasless                                                           string // what is assumed for want of a gas price
}

// read appends the rows of one file.
func (r *reader) read(path string) error {
	t, err := readTable(path)
	if err != nil {
		return err
	}
	candles := t.candles(r.spec.Base())
	if r.candles != nil && *r.candles != candles {
		return &RowError{File: t.file, Line: 1, Found: "another kind of file than those before it", Want: "all files of a folder are of one kind, pool rows or candles"}
	}
	columns, parse := poolColumns, r.poolRow
	if candles {
		columns, parse = candleColumns, r.candleRow
	}
	if err := t.need(columns...); err != nil {
		return err
	}
	r.candles = &candles
	if err := r.pace(t); err != nil {
		return err
	}
	before := r.widened
	err = t.each(func(row row) error {
		at, err := r.due(row)
		if err != nil {
			return err
		}
		m, err := parse(row)
		if err != nil {
			return err
		}
		m.Time, r.began = at, at
		for _, minute := range spread(m, int(r.step/time.Minute)) {
			r.minutes, r.rows = append(r.minutes, minute), append(r.rows, row)
		}
		return nil
	})
	if err == nil && t.first == 1 && 2*(r.widened-before) > len(t.rows) {
		return &RowError{File: t.file, Line: 1, Found: "open or close lies outside low and high in most lines", Want: "a file without a header must have the columns " + strings.Join(candleColumns, ", ") + ", in this order"}
	}
	return err
}

// pace learns from the first file how long a candle is.
func (r *reader) pace(t *table) (err error) {
	switch {
	case r.step != 0 || len(t.rows) == 0:
	case *r.candles:
		r.step, err = t.interval()
	default:
		r.step = time.Minute
	}
	return err
}

// last returns the minute before, nil for the first.
func (r *reader) last() *Minute {
	if len(r.minutes) == 0 {
		return nil
	}
	return &r.minutes[len(r.minutes)-1]
}

// noRow stands for the row of a missing minute.
var noRow row

// due reads the row's time, refuses a wrong order, and fills the gap before it.
func (r *reader) due(row row) (time.Time, error) {
	at, err := row.minute("timestamp")
	last := r.last()
	if err != nil || last == nil {
		return at, err
	}
	gap, before := at.Sub(r.began), r.began.Format(time.DateTime)
	switch missing := int((gap - r.step) / time.Minute); {
	case gap == 0:
		return at, row.wrong("timestamp", "each minute once; this one came before")
	case gap < 0:
		return at, row.wrong("timestamp", "rising times; the row before is "+before+"; sort a file that runs backwards")
	case gap%r.step != 0:
		return at, row.wrong("timestamp", fmt.Sprintf("candles of %s like those before it; the row before is %s", length(r.step), before))
	case missing > MaxGap:
		return at, row.wrong("timestamp", fmt.Sprintf("at most %d missing minutes in a run; the row before is %s", MaxGap, before))
	case missing > 0:
		r.holes++
		if missing > r.most {
			r.most, r.hole = missing, row
		}
	}
	for next := last.Time.Add(time.Minute); next.Before(at); next = next.Add(time.Minute) {
		r.minutes, r.rows = append(r.minutes, stillMinute(*last, next)), append(r.rows, noRow)
		r.missing++
	}
	return at, nil
}

// stillMinute is a minute without a record, after last.
func stillMinute(last Minute, at time.Time) Minute {
	return Minute{
		Time: at, Missing: true, Open: last.Close, Low: last.Close, High: last.Close, Close: last.Close,
		In0: new(uint256.Int), In1: new(uint256.Int), Liquidity: last.Liquidity,
	}
}

// notes says what was accepted.
func (r *reader) notes() []string {
	var notes []string
	for _, n := range []struct {
		count int
		text  string
	}{
		{r.missing, "minutes are missing: the market stands still in them" + r.where()},
		{r.floats, "values are written as floats"},
		{r.emptyTicks, "ticks are empty: the close before stands for them"},
		{r.emptyInflow, "inflows are empty: they count as 0"},
		{r.emptyLiquidity, "liquidities are empty: the one before stands for them"},
		{r.widened, "minutes open or close outside their own low and high: the range was widened"},
	} {
		if n.count > 0 {
			notes = append(notes, fmt.Sprintf("%d %s", n.count, n.text))
		}
	}
	for _, note := range []string{r.depthNote, r.assumed()} {
		if note != "" {
			notes = append(notes, note)
		}
	}
	return notes
}

// where names the longest run of missing minutes.
func (r *reader) where() string {
	if r.holes == 0 {
		return ""
	}
	return fmt.Sprintf("; the longest of %d gaps is %d minutes before %s:%d", r.holes, r.most, r.hole.t.file, r.hole.line)
}

// assumed says what is assumed within candles of more than a minute; nothing of others.
func (r *reader) assumed() string {
	if r.step <= time.Minute {
		return ""
	}
	return fmt.Sprintf("candles of %s: within each the price is assumed to go in straight lines from open over low and high (over high and low where it fell) to close, "+
		"with the same volume in every minute; what a rule reads in windows below a few times %[1]s is this assumption", length(r.step))
}
