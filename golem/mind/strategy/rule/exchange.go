package rule

import (
	"slices"
	"strings"
)

// pool is the exchange of a swap that names none.
const pool = "uniswap-v3"

// exchanges are the protocols that a swap may be on.
var exchanges = []string{"uniswap-v2", pool, "uniswap-v4"}

// exchange = [ "on" name ].
func (p deeds) exchange() string {
	name := p.on(exchanges, "a swap is")
	if name == pool {
		return ""
	}
	return name
}

// lender = [ "on" name ].
func (p deeds) lender() string { return p.on(Lenders(), "lending is") }

// on reads the name of a protocol, where one is named. It is written with dashes, which
// are signs here.
func (p deeds) on(names []string, what string) string {
	if p.broken || !p.accept("on") {
		return ""
	}
	t := p.next()
	name := t.text
	for t.kind == tokWord && p.accept("-") {
		name += "-" + p.next().text
	}
	if !slices.Contains(names, name) {
		p.fail(t, what+" on one of "+strings.Join(names, ", ")+", not on "+Quote(name)+Nearest(name, names))
	}
	return name
}
