package history

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// candleNames are what common formats call the columns of candles, in lower case with
// underscores; the first that a header has is taken.
var candleNames = map[string][]string{
	"timestamp": {"timestamp", "open_time", "opentime", "time", "datetime", "date_time", "unix", "unix_timestamp", "date"},
	"open":      {"open", "open_price"},
	"high":      {"high", "high_price"},
	"low":       {"low", "low_price"},
	"close":     {"close", "close_price"},
	"volume":    {"volume", "vol", "base_volume", "volume_base"},
}

// separators of a line's fields, the most telling first.
var separators = []string{";", "\t", ","}

// separator is what the fields of a file are parted by.
func separator(header string) string {
	for _, s := range separators {
		if strings.Contains(header, s) {
			return s
		}
	}
	return ","
}

// fields cuts a line. Quotes around a field go, and where fields are parted by semicolons
// a comma is the point of a decimal.
func fields(line, sep string) []string {
	out := strings.Split(strings.TrimSuffix(line, "\r"), sep)
	for i, f := range out {
		if f = strings.TrimSpace(f); len(f) > 1 && f[0] == '"' && f[len(f)-1] == '"' {
			f = f[1 : len(f)-1]
		}
		if sep == ";" {
			f = strings.ReplaceAll(f, ",", ".")
		}
		out[i] = f
	}
	return out
}

// plain is a column's name as candleNames has it.
func plain(name string) string {
	return strings.NewReplacer(" ", "_", "-", "_", ".", "_").Replace(strings.ToLower(strings.TrimSpace(name)))
}

// candles finds the columns of candles in a header, or in a file of candles without one,
// and reports whether the file has candles. base is what their volume is counted in.
func (t *table) candles(base Token) bool {
	if _, pool := t.column["openTick"]; pool {
		return false
	}
	if t.headless() {
		t.rows = slices.Insert(t.rows, 0, t.header)
		t.first, t.header = 1, append(slices.Clone(candleColumns), t.header[len(candleColumns):]...)
		for i, name := range candleColumns {
			t.column[name] = i
		}
		return true
	}
	found := map[string]int{}
	for want, names := range candleNames {
		if want == "volume" {
			symbol := strings.ToLower(base.Symbol)
			names = append(slices.Clone(names), "volume_"+symbol, "volume_"+strings.TrimPrefix(symbol, "w"))
		}
		for _, name := range names {
			if i := slices.IndexFunc(t.header, func(h string) bool { return plain(h) == name }); i >= 0 {
				found[want] = i
				break
			}
		}
	}
	if _, ok := found["open"]; !ok {
		return false
	}
	for name, i := range found {
		t.column[name] = i
	}
	return true
}

// headless reports whether the first line is a candle already: a time and five numbers.
// A file of a pool has its name from Export or a recorder, which write a header.
func (t *table) headless() bool {
	if len(t.header) < len(candleColumns) || strings.HasSuffix(t.file, ".minute.csv") {
		return false
	}
	if _, ok := instant(t.header[0]); !ok {
		return false
	}
	return !slices.ContainsFunc(t.header[1:len(candleColumns)], func(f string) bool {
		_, ok := decimal(f)
		return !ok
	})
}

// layouts of a time; Go reads a fraction of a second after each that has seconds.
var layouts = []string{
	time.DateTime, time.RFC3339, "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05 MST", "2006-01-02T15:04:05", "2006-01-02 15:04",
	"2006-01-02T15:04", "2006/01/02 15:04:05", "2006/01/02 15:04", time.DateOnly,
}

// instant reads a time in UTC: as text, or as seconds, milliseconds, microseconds or
// nanoseconds since 1970, by its size.
func instant(text string) (time.Time, bool) {
	for _, layout := range layouts {
		t, err := time.Parse(layout, text)
		if zone, _ := t.Zone(); err == nil && (!strings.HasSuffix(layout, "MST") || zone == "UTC") {
			return t.UTC(), true
		}
	}
	n, ok := decimal(text)
	if !ok || !n.IsInt() || !n.Num().IsInt64() {
		return time.Time{}, false
	}
	switch i := n.Num().Int64(); {
	case i < 1e8: // a year, or a day like 20240101
		return time.Time{}, false
	case i < 1e11:
		return time.Unix(i, 0).UTC(), true
	case i < 1e14:
		return time.UnixMilli(i).UTC(), true
	case i < 1e17:
		return time.UnixMicro(i).UTC(), true
	default:
		return time.Unix(0, i).UTC(), true
	}
}

// longest is the longest candle that can be lived in.
const longest = time.Hour

// interval is how long the candles of a file are: the shortest time between two rows, one
// minute where there is one row only.
func (t *table) interval() (time.Duration, error) {
	step, at := time.Duration(0), row{}
	var before time.Time
	err := t.each(func(r row) error {
		now, err := r.minute("timestamp")
		if gap := now.Sub(before); err == nil && !before.IsZero() && gap > 0 && (step == 0 || gap < step) {
			step, at = gap, r
		}
		before = now
		return err
	})
	switch {
	case err != nil:
		return 0, err
	case step > longest:
		return 0, &RowError{
			File: t.file, Line: at.line, Found: "candles of " + length(step),
			Want: "want candles of at most 1h, better of 1m: a Golem decides every minute or so, and what happened within a longer candle is not in the file",
		}
	case step == 0:
		step = time.Minute
	}
	return step, nil
}

// length writes an interval.
func length(d time.Duration) string {
	if d >= 24*time.Hour {
		return fmt.Sprintf("%gd", d.Hours()/24)
	}
	return strings.TrimSuffix(strings.TrimSuffix(d.String(), "0s"), "h0m") + map[bool]string{true: "h"}[d%time.Hour == 0]
}
