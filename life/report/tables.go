package report

// openTable starts a table that scrolls within its panel. name is read out.
func openTable(s *sink, name string, head markup) {
	s.put(`<div class="panel scroll" tabindex="0" role="region" aria-label="%"><table class="rows"><thead><tr>`, name)
	s.put(head + `</tr></thead><tbody>`)
}

func closeTable(s *sink) { s.put("</tbody></table></div>\n") }

// maxRows bounds the longest tables; what is cut off is said.
const maxRows = 2000
