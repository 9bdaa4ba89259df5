package sheet

import (
	"fmt"
	"strings"

	"bardo.run/bardo/life/experiment/findings"
	"bardo.run/bardo/life/report"
	"bardo.run/bardo/life/report/html"
)

const (
	mostCurves = 8
	mostPoints = 600
	across     = 1000.0
	down       = 280.0
)

// shades and dashes tell curves apart, so that colour is never alone.
var (
	shades = []string{"accent", "gain", "loss", "move", "ink", "muted"}
	dashes = []string{"none", "6 3", "2 3", "9 2 2 2"}
)

// curve is what one unit grew to, on average over the lives of an arm.
type curve struct {
	name   string
	points []float64
}

// curves draws what one unit grew to in each arm, hour by hour.
func curves(s *html.Sink, f findings.Findings) {
	all := grown(f)
	if len(all) == 0 {
		return
	}
	low, high, longest := 1.0, 1.0, 0
	for _, c := range all {
		for _, x := range c.points {
			low, high = min(low, x), max(high, x)
		}
		longest = max(longest, len(c.points))
	}
	if low == high {
		high = low + 0.01
	}
	s.Put(`<section><h2>What one grew to</h2><p class="note">%</p><figure class="panel" role="img" aria-label="%"><div class="legend">`,
		fmt.Sprintf("Hour by hour, on average over the lives of an arm. The scale goes from %s to %s.", report.Percent(low-1), report.Percent(high-1)), endings(all))
	for i, c := range all {
		s.Put(`<span><svg viewBox="0 0 14 12" aria-hidden="true"><path d="M0 6h14" stroke="var(--%)" stroke-width="2" stroke-dasharray="%"/></svg>% <b>%</b></span>`,
			shades[i%len(shades)], dashes[i%len(dashes)], named(c.name), report.Percent(c.points[len(c.points)-1]-1))
	}
	s.Put(`</div><svg class="lines" viewBox="0 0 1000 280" preserveAspectRatio="none" aria-hidden="true"><path d="M0 %H1000" stroke="var(--line)" fill="none"/>`, fmt.Sprintf("%.1f", height(1, low, high)))
	for i, c := range all {
		s.Put(`<path fill="none" stroke="var(--%)" stroke-width="2" stroke-dasharray="%" vector-effect="non-scaling-stroke" d="`, shades[i%len(shades)], dashes[i%len(dashes)])
		s.Verbatim(c.path(longest, low, high)) // numbers alone
		s.Put(`"/>`)
	}
	s.Put("</svg></figure></section>\n")
}

func height(x, low, high float64) float64 { return down - 4 - (x-low)/(high-low)*(down-8) }

// endings names what each curve ends at.
func endings(all []curve) string {
	parts := make([]string, len(all))
	for i, c := range all {
		parts[i] = c.name + " ends at " + report.Percent(c.points[len(c.points)-1]-1)
	}
	return strings.Join(parts, "; ")
}

// grown are the curves of the arms with the highest returns.
func grown(f findings.Findings) (all []curve) {
	for _, c := range byReturn(f) {
		if !c.Arm || len(all) == mostCurves {
			continue
		}
		if points := f.Growth(c); len(points) > 1 {
			all = append(all, curve{c.Name, points})
		}
	}
	return all
}

// path is a curve as a line of a drawing, thinned to what can be seen.
func (c curve) path(longest int, low, high float64) string {
	var b strings.Builder
	step := max(1, len(c.points)/mostPoints)
	for i := 0; i < len(c.points); i += step {
		if len(c.points)-i <= step {
			i = len(c.points) - 1
		}
		verb := "L"
		if i == 0 {
			verb = "M"
		}
		fmt.Fprintf(&b, "%s%.1f %.1f", verb, float64(i)/float64(max(1, longest-1))*across, height(c.points[i], low, high))
	}
	return b.String()
}
