package rule

import (
	"slices"
	"strings"
)

// pool is the exchange of a swap that names none.
const pool = "uniswap-v3"

// exchanges are the protocols that a swap may be on.
var exchanges = []string{"uniswap-v2", pool, "uniswap-v4"}

// exchange = [ "on" name ]. A name is written with dashes, which are signs here.
func (p *parser) exchange() string {
	if p.broken || !p.accept("on") {
		return ""
	}
	t := p.next()
	name := t.text
	for t.kind == tokWord && p.accept("-") {
		name += "-" + p.next().text
	}
	if !slices.Contains(exchanges, name) {
		p.fail(t, "a swap is on one of "+strings.Join(exchanges, ", ")+", not on "+Quote(name)+Nearest(name, exchanges))
	}
	if name == pool {
		return ""
	}
	return name
}
