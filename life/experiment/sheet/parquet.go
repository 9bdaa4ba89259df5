package sheet

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/parquet-go/parquet-go"

	"bardo.run/bardo/life/experiment/findings"
	"bardo.run/bardo/life/experiment/statistics"
)

// Parquet writes the lines of CSV as rows with its columns, in the order of their names: texts, whole
// numbers, times in milliseconds, and doubles, which are null where a figure is not known.
func Parquet(out io.Writer, f findings.Findings) error {
	sorted := slices.Clone(columns)
	slices.SortFunc(sorted, func(a, b column) int { return strings.Compare(a.name, b.name) })
	group := parquet.Group{}
	for _, c := range sorted {
		group[c.name] = nodeOf(c.of(line{}))
	}
	w := parquet.NewWriter(out, parquet.NewSchema("lives", group), parquet.CreatedBy("bardo", "", ""))
	for _, l := range lines(f) {
		row := make(parquet.Row, len(sorted))
		for i, c := range sorted {
			row[i] = valueOf(c.of(l), i)
		}
		if _, err := w.WriteRows([]parquet.Row{row}); err != nil {
			return fmt.Errorf("write the life of %s: %w", l.Arm, err)
		}
	}
	return w.Close()
}

// nodeOf is the type of a column with such values.
func nodeOf(v any) parquet.Node {
	switch v.(type) {
	case string:
		return parquet.String()
	case int64:
		return parquet.Int(64)
	case uint64:
		return parquet.Uint(64)
	case time.Time:
		return parquet.Timestamp(parquet.Millisecond)
	}
	return parquet.Optional(parquet.Leaf(parquet.DoubleType))
}

// valueOf is a value in its column.
func valueOf(v any, column int) parquet.Value {
	switch v := v.(type) {
	case time.Time:
		return parquet.Int64Value(v.UnixMilli()).Level(0, 0, column)
	case statistics.Figure:
		x, ok := v.Get()
		if !ok {
			return parquet.NullValue().Level(0, 0, column)
		}
		return parquet.DoubleValue(x).Level(0, 1, column)
	}
	return parquet.ValueOf(v).Level(0, 0, column)
}

// IsParquet reports whether a text begins as Parquet does.
func IsParquet(text []byte) bool { return bytes.HasPrefix(text, []byte("PAR1")) }
