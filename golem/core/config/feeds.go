package config

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/network"
	"bardo.run/bardo/internal/eip55"
)

// FeedAge is how long an answer holds of a feed of which nobody says it, in seconds.
const FeedAge = 1_200

// PriceFeed is the price feed of a token in US dollars, whose answer holds for Age seconds. The token
// is zero where it is the base token of the pool that venue.pool names.
type PriceFeed struct {
	Token, Feed common.Address
	Age         int64
}

// Feeds are the price feeds of a configuration: of the first market's base token venue.price_feed, of
// other tokens those of venue.price_feeds, and of what the markets trade else the network's.
func (c GolemConfig) Feeds() (all []PriceFeed) {
	have := map[common.Address]bool{}
	add := func(f PriceFeed) {
		if !have[f.Token] && f.Feed != (common.Address{}) {
			all, have[f.Token] = append(all, f), true
		}
	}
	markets := c.traded()
	first := PriceFeed{Feed: eip55.Must(c.Venue.PriceFeed), Age: c.FeedAge()}
	if len(markets) > 0 {
		first.Token = markets[0].Base.Address
		have[markets[0].Quote.Address] = true // it is the dollar that values are counted in
	}
	add(first)
	have[first.Token] = true
	for _, entry := range c.Venue.PriceFeeds {
		if f, problem := c.feed(entry); problem == "" {
			add(f)
		}
	}
	for _, m := range markets {
		for _, t := range []network.Token{m.Base, m.Quote} {
			if !t.Dollar {
				add(PriceFeed{t.Address, t.Feed, t.FeedAge})
			}
		}
	}
	return all
}

// Feed is the price feed of a token that is not the first market's: that of venue.price_feeds, or of the
// network's table; false where there is none.
func (c GolemConfig) Feed(token common.Address) (PriceFeed, bool) {
	for _, entry := range c.Venue.PriceFeeds {
		if f, problem := c.feed(entry); problem == "" && f.Token == token {
			return f, true
		}
	}
	for _, t := range c.Network().TokenList {
		if t.Address == token && t.Feed != (common.Address{}) {
			return PriceFeed{token, t.Feed, t.FeedAge}, true
		}
	}
	return PriceFeed{}, false
}

// traded are the markets that golem.markets names.
func (c GolemConfig) traded() (all []network.Market) {
	for _, handle := range c.Golem.Markets {
		if m, err := c.Network().Market(handle); err == nil { // a name that is none was refused before
			all = append(all, m)
		}
	}
	return all
}

// feed is what an entry of venue.price_feeds says, or why it says nothing.
func (c GolemConfig) feed(entry string) (f PriceFeed, problem string) {
	words := strings.Fields(entry)
	if len(words) != 3 {
		return f, "a feed is named by its token, its address and how long an answer holds, as in cbbtc 0x… 1200s"
	}
	var ok bool
	if f.Token, ok = c.Asset(words[0]); !ok {
		return f, fmt.Sprintf("%s has no token %q; it has %s, and any other is named by its address", c.Golem.Network, words[0], strings.Join(c.Network().Symbols(), ", "))
	}
	var err error
	if f.Feed, err = eip55.Parse(words[1]); err != nil {
		return f, err.Error()
	}
	f.Age, err = strconv.ParseInt(strings.TrimSuffix(words[2], "s"), 10, 64)
	if err != nil || f.Age < 1 || f.Age > 86_400 {
		return f, "an answer holds for 1s to 86400s"
	}
	return f, ""
}

// checkFeeds refuses a feed that names nothing, or whose token has another.
func (c *GolemConfig) checkFeeds(report func(string, ...string)) {
	have := map[common.Address]string{}
	if all := c.traded(); len(all) > 0 {
		have[all[0].Base.Address] = "it is the first market's token, whose feed is venue.price_feed, and its age venue.price_feed_age_s"
		have[all[0].Quote.Address] = "it is the dollar that values are counted in, and needs no feed"
	}
	for _, entry := range c.Venue.PriceFeeds {
		f, problem := c.feed(entry)
		if problem == "" {
			problem = have[f.Token]
		}
		if problem != "" {
			report(fmt.Sprintf("%q: %s", entry, problem), "venue.price_feeds")
			continue
		}
		have[f.Token] = "it has a feed before"
	}
}

// FeedAge is how long an answer of venue.price_feed holds, in seconds: as venue.price_feed_age_s says, or
// else the network's table of that feed.
func (c GolemConfig) FeedAge() int64 {
	if c.Venue.PriceFeedAge != 0 {
		return c.Venue.PriceFeedAge
	}
	for _, t := range c.Network().TokenList {
		if t.Feed != (common.Address{}) && t.Feed == eip55.Must(c.Venue.PriceFeed) {
			return t.FeedAge
		}
	}
	return FeedAge
}
