package report

import "bardo.run/bardo/life/report/html"

// markup is HTML of our own (see html.Markup).
type markup = html.Markup

// sink collects a page.
type sink struct{ html.Sink }

// put is Put.
func (s *sink) put(m markup, args ...string) { s.Put(m, args...) }

func clean(s string, limit int) string { return html.Clean(s, limit) }
