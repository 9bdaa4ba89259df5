package sheet

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"time"

	"bardo.run/bardo/life/experiment/findings"
	"bardo.run/bardo/life/experiment/statistics"
)

// CSV writes a line a life, below a header, and one for several as one before theirs. A figure that is not known is empty.
func CSV(out io.Writer, f findings.Findings) error {
	w := csv.NewWriter(out)
	cells := make([]string, len(columns))
	for i, c := range columns {
		cells[i] = c.name
	}
	_ = w.Write(cells) // Flush keeps the error
	for _, l := range lines(f) {
		for i, c := range columns {
			cells[i] = plain(c.of(l))
		}
		_ = w.Write(cells)
	}
	w.Flush()
	return w.Error()
}

// plain is a value of a column as a text.
func plain(v any) string {
	switch v := v.(type) {
	case time.Time:
		return v.Format(time.RFC3339)
	case statistics.Figure:
		x, ok := v.Get()
		if !ok {
			return ""
		}
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return fmt.Sprint(v)
}

// IsCSV reports whether a text begins as CSV writes it.
func IsCSV(text []byte) bool {
	return bytes.HasPrefix(text, []byte(columns[0].name+","+columns[1].name+","+columns[2].name+","))
}
