package sheet

import (
	"fmt"
	"strings"

	"bardo.run/bardo/life/experiment/findings"
	"bardo.run/bardo/life/experiment/statistics"
	"bardo.run/bardo/life/report/html"
)

// cell is a value of the table; a dash where there is none.
func cell(r statistics.Row, i int) string { return short(r.Values[i], r.Share) }

// short is a figure without its reason.
func short(f statistics.Figure, share bool) string {
	if f.Value == nil {
		return "–"
	}
	text := f.String()
	if share {
		text = f.Percent()
	}
	return strings.Replace(text, "-", "−", 1)
}

// unknown says of each row why some of its values are not known.
func unknown(rows []statistics.Row) []string {
	var all []string
	for _, r := range rows {
		met := map[string]bool{}
		for _, v := range r.Values {
			if v.Value == nil && v.Why != "" && !met[v.Why] && !known(r, v.Why) {
				met[v.Why] = true
				all = append(all, r.Name+": "+v.Why)
			}
		}
	}
	return all
}

// known is a reason that needs no words: what could have been done instead trades nothing.
func known(r statistics.Row, why string) bool {
	return why == "not known what was traded" || strings.HasPrefix(r.Name, "paid for ")
}

// orders are those of an arm; a dash for what traded nothing by its nature.
func orders(c findings.Column) string {
	if !c.Arm {
		return "–"
	}
	return fmt.Sprint(c.Orders)
}

// named is a name, cut to what fits a column.
func named(name string) string { return html.Clean(name, nameLength) }
