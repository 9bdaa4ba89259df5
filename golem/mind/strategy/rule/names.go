package rule

import (
	"cmp"
	"slices"
	"strings"

	"bardo.run/bardo/golem/core/protocols"
)

// Arg is what may stand in one place between the parentheses of a variable.
type Arg uint8

// The arguments. ArgOptional says that it may be left out.
const (
	ArgAsset Arg = 1 << iota
	ArgMarket
	ArgLender
	ArgWindow
	ArgOptional
)

// What most variables take.
var (
	subject = []Arg{ArgAsset | ArgMarket | ArgOptional}
	window  = []Arg{ArgAsset | ArgMarket | ArgOptional, ArgWindow}
	held    = []Arg{ArgAsset | ArgOptional}
	inside  = []Arg{ArgMarket | ArgOptional}
	loans   = []Arg{ArgAsset | ArgLender | ArgOptional}
	lender  = []Arg{ArgLender | ArgOptional}
)

// kinds are the arguments in the order in which they are told: in a sentence, and in a form.
var kinds = []struct {
	arg        Arg
	said, form string
}{{ArgAsset, "an asset", "asset"}, {ArgMarket, "a market", "market"}, {ArgLender, "a lending market", "lender"}, {ArgWindow, "a window", "window"}}

// words say what an argument may be, with an article.
func (a Arg) words() string {
	var out []string
	for _, k := range kinds {
		if a&k.arg != 0 {
			out = append(out, k.said)
		}
	}
	return strings.Join(out, " or ")
}

// form is an argument as the reference has it.
func (a Arg) form() string {
	var out []string
	for _, k := range kinds {
		if a&k.arg != 0 {
			out = append(out, k.form)
		}
	}
	return strings.Join(out, "|")
}

// example is one of the kind, of which there are several.
func (a Arg) example(i int) string {
	switch {
	case a&ArgWindow != 0:
		return "2h"
	case a&ArgAsset != 0:
		return []string{"weth", "wbtc"}[i]
	case a&ArgMarket != 0:
		return []string{"weth-usdc-5", "weth-usdc-30"}[i]
	}
	return protocols.Lenders()[0]
}

// Ref names an asset, a market or a lending market by its handle. The zero Ref names none.
type Ref struct {
	Kind Arg
	Name string
}

// said is what a sentence calls it.
func (r Ref) said() string {
	if r.Kind == ArgAsset {
		return strings.ToUpper(r.Name)
	}
	return r.Name
}

// Market is what a rule must know of a market. Base and Quote are handles of assets; Ranges
// says that liquidity is put into ranges there, Whole that the only one is that of all prices.
type Market struct {
	Handle   string `cbor:"1,keyasint"`
	Protocol string `cbor:"2,keyasint"`
	Base     string `cbor:"3,keyasint"`
	Quote    string `cbor:"4,keyasint"`
	Ranges   bool   `cbor:"5,keyasint"`
	Whole    bool   `cbor:"6,keyasint,omitempty"`
}

// Names are what rules may name. The zero value lets every name pass that has the right form.
type Names struct {
	Assets  []string // handles, the numeraire first; nil: not known
	Markets []Market // nil: not known, and every market of two of the assets
	Lenders []string // nil: not known, and all that there are
	Listed  bool     // Lenders are all that are configured, and not protocols that may be
	// Unchecked takes the assets and markets that are let pass though nobody knows whether they will be
	// there, each once; nil: none is.
	Unchecked *[]string
}

// Passes lets a name be, and notes it, where nobody knows what there will be.
func (n Names) Passes(name string) bool {
	if n.Unchecked == nil {
		return false
	}
	if !slices.Contains(*n.Unchecked, name) {
		*n.Unchecked = append(*n.Unchecked, name)
	}
	return true
}

// numeraire is what everything is told in; empty where that is not known.
func (n Names) numeraire() string {
	if len(n.Assets) == 0 {
		return ""
	}
	return n.Assets[0]
}

// kindOf is what a name is by its form.
func kindOf(name string) Arg {
	if _, lends := protocols.Lender(name); lends {
		return ArgLender
	}
	if IsMarket(name) {
		return ArgMarket
	}
	return ArgAsset
}

// resolve returns what a name stands for where one of several kinds may, or what is wrong.
func (n Names) resolve(name string, takes Arg) (r Ref, complaint string) {
	r = Ref{kindOf(name), name}
	if takes&r.Kind == 0 {
		return r, "this takes " + takes.words() + ", not " + Quote(name) + n.hint(name, takes)
	}
	switch r.Kind {
	case ArgMarket:
		return r, n.listed(name)
	case ArgLender:
		if n.Lenders != nil && !n.lends(name) {
			complaint = "lending market " + Quote(name) + " is not allowed" + n.hint(name, ArgLender)
		}
	default:
		if n.Assets != nil && !slices.Contains(n.Assets, name) && !n.Passes(name) {
			complaint = takes.unknown() + Quote(name) + " is not on the policy's allow-list" + n.hint(name, takes)
		}
	}
	return r, complaint
}

// lends reports whether a lending market is among those that are allowed: by its name, or, where it is
// not known which there are, by that of its protocol.
func (n Names) lends(name string) bool {
	p, _ := protocols.Lender(name)
	return slices.Contains(n.Lenders, name) || !n.Listed && slices.Contains(n.Lenders, p.Name)
}

// unknown begins a complaint about a name that is no market's.
func (a Arg) unknown() string {
	if a&ArgMarket != 0 {
		return "asset or market "
	}
	return "asset "
}

// listed says what is wrong with a market that is named; empty where nothing is.
func (n Names) listed(handle string) string {
	if why := apart(handle); why != "" {
		return why
	}
	if n.Markets != nil {
		if slices.ContainsFunc(n.Markets, func(m Market) bool { return m.Handle == handle }) {
			return ""
		}
		return "market " + Quote(handle) + " is not among those of the configuration" + n.hint(handle, ArgMarket)
	}
	if n.Passes(handle) {
		return ""
	}
	m := n.market(handle)
	for _, asset := range []string{m.Base, m.Quote} {
		if n.Assets != nil && !slices.Contains(n.Assets, asset) {
			return "market " + Quote(handle) + " trades " + asset + ", which is not on the policy's allow-list" + n.hint(asset, ArgAsset)
		}
	}
	return ""
}

// all are the names that are allowed of some kinds.
func (n Names) all(takes Arg) (out []string) {
	if takes&ArgAsset != 0 {
		out = append(out, n.Assets...)
	}
	if takes&ArgMarket != 0 {
		for _, m := range n.Markets {
			out = append(out, m.Handle)
		}
	}
	if takes&ArgLender != 0 && n.Lenders == nil {
		out = append(out, protocols.Lenders()...)
	} else if takes&ArgLender != 0 {
		out = append(out, n.Lenders...)
	}
	return out
}

// hint says which name is near, and what is allowed in its place.
func (n Names) hint(name string, takes Arg) string {
	all := n.all(takes)
	if len(all) == 0 {
		return ""
	}
	return Nearest(name, all) + "; allowed are " + strings.Join(all, ", ")
}

// market is what is known of one that is named; by its handle alone where that is all.
func (n Names) market(handle string) Market {
	for _, m := range n.Markets {
		if m.Handle == handle {
			return m
		}
	}
	return MarketOf(handle)
}

// provided is the market that liquidity is provided in: the one that is named, or the strategy's first.
func (n Names) provided(handle string) Market {
	switch {
	case handle != "":
		return n.market(handle)
	case len(n.Markets) > 0:
		return n.Markets[0]
	}
	return Market{}
}

// MarketOf is what the handle of a market says of it: its tokens, and the protocol that sets it apart
// by what it ends with.
func MarketOf(handle string) Market {
	parts := strings.Split(handle, "-")
	m := Market{Handle: handle, Base: parts[0], Quote: parts[min(1, len(parts)-1)]}
	for _, p := range protocols.All() {
		if p.Trades && (p.Apart == "" && m.Protocol == "" || p.Apart != "" && strings.HasSuffix(handle, p.Apart)) {
			m.Protocol, m.Ranges, m.Whole = p.Name, p.Ranges, p.Whole
		}
	}
	return m
}

// apart says what is wrong with what comes after the fee of a handle: it names a protocol that sets its
// markets apart. Empty where nothing is.
func apart(handle string) string {
	parts := strings.SplitN(handle, "-", 4)
	if len(parts) < 4 {
		return ""
	}
	var known []string
	plain := ""
	for _, p := range protocols.All() {
		switch {
		case !p.Trades:
		case p.Apart == "-"+parts[3]:
			return ""
		case p.Apart == "":
			plain = p.Title
		default:
			known = append(known, p.Apart+" of "+p.Title)
		}
	}
	return "no market's handle ends with -" + parts[3] + ": " + strings.Join(parts[:3], "-") + " is one of " + plain + ", and others end with " + strings.Join(known, " or ")
}

// against says what keeps an asset from being traded for the numeraire in a market.
func (n Names) against(asset, handle string) string {
	m, money := n.market(handle), n.numeraire()
	asset = cmp.Or(asset, m.Base)
	switch {
	case asset != m.Base && asset != m.Quote:
		return "the market " + handle + " does not trade " + asset
	case money != "" && m.Base != money && m.Quote != money:
		return "the market " + handle + " does not trade " + asset + " for " + money
	}
	return ""
}

// IsMarket reports whether a name is the handle of a market, as weth-usdc-30-v2, and not a
// protocol: two tokens, and the fee in basis points.
func IsMarket(name string) bool {
	parts := strings.Split(name, "-")
	if len(parts) < 3 || parts[0] == "" || parts[1] == "" {
		return false
	}
	whole, part, broken := strings.Cut(parts[2], ".")
	return digits(whole) && (!broken || digits(part))
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
