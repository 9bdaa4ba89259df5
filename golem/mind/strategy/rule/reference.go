package rule

import (
	"fmt"
	"strings"
)

// Reference returns the tables of the reference page in Markdown, made from the
// catalogue that the checker uses.
func Reference() string {
	var b strings.Builder
	b.WriteString("### Variables\n\n| Name | Is | Meaning | Not known when |\n|---|---|---|---|\n")
	for _, e := range catalogue {
		if !e.Var.IsIndicator() {
			row(&b, e)
		}
	}
	b.WriteString("\n### Indicators\n\nEach takes a window in whole minutes, `1m` to `24h`; n is the window in minutes.\n" +
		"Before it may stand an asset, whose price in the numeraire is followed, or a market.\n\n" +
		"| Name | Is | Meaning | Not known when |\n|---|---|---|---|\n")
	for _, e := range catalogue {
		if e.Var.IsIndicator() {
			row(&b, e)
		}
	}
	b.WriteString("\n### Units\n\n| Suffix | Is | Worth |\n|---|---|---|\n")
	for _, u := range units {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", u.name, u.dim, strings.TrimSuffix(fmt.Sprintf("%g %s", u.worth, u.dim.Unit()), " "))
	}
	b.WriteString("\n### Actions\n\n| Rule | May |\n|---|---|\n")
	for k := range Kinds {
		fmt.Fprintf(&b, "| `%s` | `%s` |\n", Kind(k), strings.Join(verbsOf(Kind(k)), "`, `"))
	}
	return b.String()
}

func row(b *strings.Builder, e Item) {
	unknown := e.Unknown
	if unknown == "" {
		unknown = "—"
	}
	is := e.Dim.String()
	if unit := e.Dim.Unit(); unit != "" && e.Dim < DimBool {
		is += " (" + unit + ")"
	}
	fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", strings.ReplaceAll(strings.Join(e.Forms(), "` `"), "|", "\\|"), is, e.Meaning, unknown)
}
