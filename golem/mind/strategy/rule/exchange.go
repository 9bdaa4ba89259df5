package rule

import (
	"slices"
	"strings"

	"bardo.run/bardo/golem/core/protocols"
)

// Best is where a Lend goes that means the lending market which pays the most.
const Best = "best"

// defaultMargin is by how much a year another lending market must pay more, where a rule names
// nothing.
const defaultMargin PPM = 5_000

// exchange = [ "on" ( name | handle ) | "in" handle ]: where an asset, empty for the first
// market's base, is traded.
func (p deeds) exchange(asset string) string {
	if p.is("in") {
		return p.market(asset)
	}
	at := p.peek()
	name := p.on(protocols.Exchanges(), "a swap is", IsMarket)
	if IsMarket(name) {
		p.trades(at, asset, name)
	}
	return name
}

// market = [ "in" handle ].
func (p deeds) market(asset string) string {
	at := p.peek()
	if p.broken || !p.accept("in") {
		return ""
	}
	t := p.next()
	name := p.handle(t)
	if !IsMarket(name) {
		p.fail(t, "a market is named by its handle, like weth-usdc-30, not "+Quote(name)+p.names.hint(name, ArgMarket))
		return ""
	}
	p.trades(at, asset, name)
	return name
}

// trades reports a market that is not there, or does not trade an asset for what pays.
func (p deeds) trades(at token, asset, handle string) {
	complaint := p.names.listed(handle)
	if complaint == "" {
		complaint = p.names.against(asset, handle)
	}
	if complaint != "" {
		p.problem(at, complaint)
	}
}

// lender = [ "on" name | "at" ( name | "best" ) ].
func (p deeds) lender() string {
	if p.is("on") {
		return p.on(protocols.Lenders(), "lending is", func(name string) bool {
			own, lends := protocols.Lender(name)
			return lends && own.Name != name && (p.names.Lenders == nil || p.names.lends(name))
		})
	}
	if p.broken || !p.accept("at") {
		return ""
	}
	t := p.next()
	name := p.handle(t)
	if name == Best {
		return name
	}
	if _, complaint := p.names.resolve(name, ArgLender); complaint != "" {
		p.fail(t, "lending is at best, or at one of "+strings.Join(p.names.all(ArgLender), ", ")+", not at "+Quote(name)+Nearest(name, protocols.Lenders()))
	}
	return name
}

// on reads the name of a protocol, where one is named, or of what else may be.
func (p deeds) on(names []string, what string, also func(name string) bool) string {
	if p.broken || !p.accept("on") {
		return ""
	}
	t := p.next()
	name := p.handle(t)
	if !slices.Contains(names, name) && !also(name) {
		p.fail(t, what+" on one of "+strings.Join(names, ", ")+", not on "+Quote(name)+Nearest(name, names))
	}
	return name
}
