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

// Load reads a folder of recorded history. It accepts minute rows of a Uniswap v3 pool
// (every *.minute.csv, in the order of their names; ticks may be floats, minutes may be
// missing, fields may be empty) and plain candles with volume
// (timestamp,open,high,low,close,volume in *.minute.csv or any other *.csv); market.toml
// and a gas file are looked for beside them. What it accepted or assumed stands in the
// market's Notes. An error names file, line and field; nothing in the folder is changed.
func Load(dir string) (Market, error) {
	m, err := load(dir)
	if err != nil {
		return Market{}, fmt.Errorf("history %s: %w", dir, err)
	}
	return m, nil
}

func load(dir string) (Market, error) {
	files, gas, err := survey(dir)
	if err != nil {
		return Market{}, err
	}
	d, err := describe(dir, speaksOfPolygon(dir, gas))
	if err != nil {
		return Market{}, err
	}
	if d.gas != "" {
		gas = filepath.Join(dir, d.gas)
		files = slices.DeleteFunc(files, func(f string) bool { return f == gas })
	}
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
	notes, err := addGas(r.minutes, gas)
	if err != nil {
		return Market{}, err
	}
	return Market{Spec: d.spec, Minutes: r.minutes, Notes: slices.Concat(d.notes, r.notes(), notes)}, nil
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

func speaksOfPolygon(dir, gas string) bool {
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	return strings.Contains(strings.ToLower(filepath.Base(dir)), "polygon") ||
		strings.Contains(strings.ToLower(filepath.Base(gas)), "polygon")
}

// reader collects minutes from the files of one folder.
type reader struct {
	spec    Spec
	depth   float64
	candles *bool // kind of the first file; nil before it
	minutes []Minute
	rows    []row // of the minutes; none where one is missing

	missing, floats, emptyTicks, emptyInflow, emptyLiquidity, widened int
	depthNote                                                         string
}

// read appends the rows of one file.
func (r *reader) read(path string) error {
	t, err := readTable(path)
	if err != nil {
		return err
	}
	_, candles := t.column["open"]
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
	return t.each(func(row row) error {
		at, err := r.due(row)
		if err != nil {
			return err
		}
		m, err := parse(row)
		if err != nil {
			return err
		}
		m.Time = at
		r.minutes, r.rows = append(r.minutes, m), append(r.rows, row)
		return nil
	})
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
	switch gap := int(at.Sub(last.Time) / time.Minute); {
	case gap == 0:
		return at, row.wrong("timestamp", "each minute once; this one came before")
	case gap < 0:
		return at, row.wrong("timestamp", "rising times; the row before is "+last.Time.Format(time.DateTime))
	case gap > MaxGap+1:
		return at, row.wrong("timestamp", fmt.Sprintf("at most %d missing minutes in a run; the row before is %s", MaxGap, last.Time.Format(time.DateTime)))
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
		{r.missing, "minutes are missing: the market stands still in them"},
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
	if r.depthNote != "" {
		notes = append(notes, r.depthNote)
	}
	return notes
}
