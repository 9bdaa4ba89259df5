// Package protocols lists the protocols that have an adapter, for the layers that lie below the
// adapters: what may be approved, and what rules may name. The list is generated from what each
// adapter says of itself.
package protocols

import (
	"slices"
	"strings"
)

// Protocol is what is known of a protocol wherever none of its contracts is.
type Protocol struct {
	Name  string // as rules, actions and configurations have it
	Title string // as people have it
	// Apart is what the handle of one of its markets ends with; empty: base, quote and fee are
	// all of it.
	Apart string
	// Terms are the words that name a lending market in a configuration, in order: addresses, or
	// ids of 32 bytes. None: it takes keys of its own.
	Terms []string
	// Several says that a life may have more than one of its lending markets. The handle of each is
	// the protocol's name, or that, a hyphen and a name of its own (x-steady of x).
	Several bool
	// What it does: swap one token for another, keep liquidity in ranges, take deposits. Whole says
	// that the only range is that of all prices.
	Trades, Ranges, Whole, Lends bool
}

// All are the protocols, those that trade first.
func All() []Protocol { return slices.Clone(list) }

// Names are the protocols' names: those that trade in their order, then the others.
func Names() []string {
	return append(Exchanges(), named(func(p Protocol) bool { return !p.Trades })...)
}

// Exchanges are the names of the protocols that trade, sorted.
func Exchanges() []string {
	names := named(func(p Protocol) bool { return p.Trades })
	slices.Sort(names)
	return names
}

// Lenders are the names of the protocols that take deposits, in the order in which they are asked.
func Lenders() []string { return named(func(p Protocol) bool { return p.Lends }) }

// Named returns the protocol of a name.
func Named(name string) (Protocol, bool) {
	i := slices.IndexFunc(list, func(p Protocol) bool { return p.Name == name })
	if i < 0 {
		return Protocol{}, false
	}
	return list[i], true
}

// Lender returns the protocol of a lending market's handle: its name, or where there may be several of
// it, what begins with its name.
func Lender(handle string) (Protocol, bool) {
	for _, p := range list {
		own, apart := strings.CutPrefix(handle, p.Name+"-")
		if p.Lends && (handle == p.Name || apart && p.Several && own != "") {
			return p, true
		}
	}
	return Protocol{}, false
}

// Title is what people call a protocol; one that is not listed by its name.
func Title(name string) string {
	if p, ok := Named(name); ok {
		return p.Title
	}
	return name
}

func named(is func(Protocol) bool) (names []string) {
	for _, p := range list {
		if is(p) {
			names = append(names, p.Name)
		}
	}
	return names
}
