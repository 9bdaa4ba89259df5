package config

import (
	"fmt"
	"slices"
	"strings"

	"bardo.run/bardo/evm/network"
	"bardo.run/bardo/golem/core/protocols"
	"bardo.run/bardo/internal/eip55"
)

// Venue is where it trades. Addresses come from the owner only; each is checked
// against the chain at every start.
type Venue struct {
	Pool            string   `conf:"pool" match:"(0x[0-9a-fA-F]{40})?" eip55:"yes" doc:"the Uniswap v3 pool that is read and traded, where golem.markets names none"`
	Quote           string   `conf:"quote" match:"(0x[0-9a-fA-F]{40})?" eip55:"yes" doc:"the pool's token that values are counted in, taken as a dollar"`
	Router          string   `conf:"router" match:"(0x[0-9a-fA-F]{40})?" eip55:"yes" doc:"Uniswap's SwapRouter or SwapRouter02"`
	PositionManager string   `conf:"position_manager" match:"(0x[0-9a-fA-F]{40})?" eip55:"yes" doc:"Uniswap's NonfungiblePositionManager"`
	AavePool        string   `conf:"aave_pool" match:"(0x[0-9a-fA-F]{40})?" eip55:"yes" doc:"the pool of an Aave v3 market to lend in and borrow from; empty is none"`
	V2Router        string   `conf:"v2_router" match:"(0x[0-9a-fA-F]{40})?" eip55:"yes" doc:"Uniswap's Router02, to swap in the v2 pair of the pool's tokens too; empty is none"`
	V4Router        string   `conf:"v4_router" match:"(0x[0-9a-fA-F]{40})?" eip55:"yes" doc:"Uniswap's UniversalRouter, to swap in one v4 pool of the pool's tokens too; empty is none"`
	V4StateView     string   `conf:"v4_state_view" match:"(0x[0-9a-fA-F]{40})?" eip55:"yes" doc:"Uniswap's StateView of that v4 pool"`
	V4Fee           uint32   `conf:"v4_fee" range:"[0,1000000]" doc:"fee of that v4 pool in hundredths of a basis point; pools with a hook or of the native coin are not traded"`
	V4TickSpacing   int64    `conf:"v4_tick_spacing" range:"[1,32767]" unit:"ticks" doc:"tick spacing of that v4 pool"`
	Morpho          string   `conf:"morpho" match:"(0x[0-9a-fA-F]{40})?" eip55:"yes" doc:"the contract of Morpho Blue; empty is none, or that of the network where golem.markets and morpho_market are named"`
	MorphoMarket    string   `conf:"morpho_market" match:"(0x[0-9a-fA-F]{64})?" doc:"the id of its market to lend and borrow in: the hash of the parameters that the contract names for it; both tokens must be the pool's"`
	Lenders         []string `conf:"lenders" match:"[a-z0-9-]{1,64}( 0x[0-9a-fA-F]{1,64})+" doc:"lending markets: the protocol's name, and behind it what names the market there, contracts and ids in the order in which bardo dev lists them. Of vaults there may be several, each with a name of its own behind the protocol's, by which rules and limits mean it: erc-4626-steady 0x…. Of a protocol that none is named of, those of the network's list are there, where the protocol is approved and golem.markets is named"`
	PriceFeed       string   `conf:"price_feed" match:"(0x[0-9a-fA-F]{40})?" eip55:"yes" doc:"the price feed in US dollars of the pool's other token, which is that of the first market, of Chainlink's interface, as its operator lists it for this chain: a second source beside the pool, without which a lasting manipulation of the pool is not seen, and no liquidity is added, no swap above 50,000 USD opens a position, and nothing above 100,000 USD is lent or borrowed; empty is none"`
	PriceFeedAge    int64    `conf:"price_feed_age_s" range:"[0,86400]" unit:"s" doc:"how old an answer of that feed may be; while it is older nothing is opened and nothing sold, and positions can be left. Set it a little above the longest time between two answers that the feed's operator names; 0 is what the network's table says of its own feed, and 1200 of another"`
	PriceFeeds      []string `conf:"price_feeds" match:"[A-Za-z0-9]{1,42} 0x[0-9a-fA-F]{40} [0-9]{1,5}s" doc:"the price feeds of further assets, each with its token, by symbol or address, its address, and how old its answer may be: cbbtc 0x… 1200s. Of an asset that none is named of, that of the network's table is there, with the age that it has there"`
	SequencerFeed   string   `conf:"sequencer_feed" match:"(none|0x[0-9a-fA-F]{40})?" eip55:"yes" doc:"the uptime feed of a rollup's sequencer, of Chainlink's interface: while it says that the sequencer is down, and for an hour after, no price feed is believed: nothing is opened and nothing sold, and positions can be left. Empty is that of the network's table; none says that there is none"`
	NativeUSD       USD      `conf:"native_usd" range:"[0,]" doc:"price of one native coin; 0 takes the pool's, whose base token is then the wrapped coin"`
}

// check refuses the half of what takes two keys, and a lending market that is none.
func (v Venue) check(report func(string, ...string)) {
	if (v.V4Router == "") != (v.V4StateView == "") {
		report("a v4 pool needs both or none", "venue.v4_router", "venue.v4_state_view")
	}
	if (v.Morpho == "") != (v.MorphoMarket == "") {
		report("a market of Morpho Blue takes the contract and the market's id", "venue.morpho", "venue.morpho_market")
	}
	if v.AavePool != "" && v.named("aave-v3") {
		report("the market is named twice", "venue.aave_pool", "venue.lenders")
	}
	if v.Morpho != "" && v.named("morpho-blue") {
		report("the market is named twice", "venue.morpho", "venue.lenders")
	}
	for i, entry := range v.Lenders {
		name, words := lender(entry)
		problem := misnamed(name, words)
		if again := v.again(i, name, words); problem == "" {
			problem = again
		}
		if problem != "" {
			report(fmt.Sprintf("%q: %s", entry, problem), "venue.lenders")
		}
	}
}

// again says why a lending market is there a second time in the entries before the i-th; empty where
// it is not.
func (v Venue) again(i int, name string, words []string) string {
	p, _ := protocols.Lender(name)
	for _, entry := range v.Lenders[:i] {
		other, its := lender(entry)
		switch of, _ := protocols.Lender(other); {
		case other == name && p.Several:
			return fmt.Sprintf("two lending markets are named %s: give each a name of its own, as %s-steady", name, p.Name)
		case of.Name == p.Name && !p.Several:
			return "a life has one lending market of " + p.Name
		case of.Name == p.Name && slices.EqualFunc(its, words, strings.EqualFold):
			return fmt.Sprintf("it is the market that is named %s too", other)
		}
	}
	return ""
}

// lender splits an entry of lenders.
func lender(entry string) (name string, words []string) {
	name, rest, _ := strings.Cut(entry, " ")
	return name, strings.Fields(rest)
}

// named reports whether an entry of lenders is of a protocol.
func (v Venue) named(protocol string) bool {
	return slices.ContainsFunc(v.Lenders, func(entry string) bool {
		name, _ := lender(entry)
		p, _ := protocols.Lender(name)
		return p.Name == protocol
	})
}

// misnamed says why words name no lending market of a protocol; empty where they do.
func misnamed(name string, words []string) string {
	p, ok := protocols.Lender(name)
	switch {
	case !ok:
		return fmt.Sprintf("no protocol of that name lends; there are %s", strings.Join(protocols.Lenders(), ", "))
	case len(words) != len(p.Terms):
		return fmt.Sprintf("a market of %s is named by its %s", p.Name, strings.Join(p.Terms, " and its "))
	}
	for i, word := range words {
		_, err := eip55.Parse(word)
		switch {
		case len(word) == 66: // an id
		case err != nil:
			return fmt.Sprintf("the %s: %v", p.Terms[i], err)
		}
	}
	return ""
}

// Lent are the lending markets of lenders: the protocol of each, and what names it there.
func (v Venue) Lent() (all []Lent) {
	for _, entry := range v.Lenders {
		name, words := lender(entry)
		p, _ := protocols.Lender(name)
		terms := map[string]string{}
		for i, word := range words {
			terms[p.Terms[i]] = word
		}
		all = append(all, Lent{name, p.Name, terms})
	}
	return all
}

// Lent is a lending market of a configuration.
type Lent struct {
	Handle, Protocol string
	Terms            map[string]string
}

// Lends reports whether a lending market is configured.
func (v Venue) Lends() bool { return v.AavePool != "" || v.Morpho != "" || len(v.Lenders) > 0 }

// unsigned is why an enclave does not go with what unsigned reports.
const unsigned = "an enclave's rules hold no swap on Uniswap v2 or v4: trade in the v3 pool, or in another custody"

// unsigned reports whether swaps are configured that no rule of an enclave holds.
func (v Venue) unsigned() bool { return v.V2Router != "" || v.V4Router != "" }

// reach fills in the contracts that reach a market of a network, and those of the network's
// lending markets where their protocol is approved.
func (v *Venue) reach(n network.Network, m network.Market, approved []string) {
	fill(&v.Router, n.V3.Router)
	v.lend(n, approved)
	fill(&v.PositionManager, n.V3.Positions)
	if !v.named("aave-v3") && slices.Contains(approved, "aave-v3") {
		fill(&v.AavePool, n.AavePool)
	}
	if v.MorphoMarket != "" && !v.named("morpho-blue") && slices.Contains(approved, "morpho-blue") {
		fill(&v.Morpho, n.Morpho)
	}
	switch m.Version {
	case 2:
		fill(&v.V2Router, n.V2Router)
	case 4:
		fill(&v.V4Router, n.V4.Router)
		fill(&v.V4StateView, n.V4.StateView)
	}
}

// lend adds the lending markets of a network's list whose protocol is approved, and of which nothing
// else is named.
func (v *Venue) lend(n network.Network, approved []string) {
	own := *v
	for _, entry := range n.Lenders {
		name, _ := lender(entry)
		p, _ := protocols.Lender(name)
		if slices.Contains(approved, p.Name) && !own.names(p) && !slices.Contains(v.Lenders, entry) {
			v.Lenders = append(slices.Clip(v.Lenders), entry)
		}
	}
}

// names reports whether a market of a protocol is named, by whichever key.
func (v Venue) names(p protocols.Protocol) bool {
	return v.named(p.Name) || p.Name == "aave-v3" && v.AavePool != "" || p.Name == "morpho-blue" && v.Morpho+v.MorphoMarket != ""
}
