package golem

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/evm/network"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/agent/process"
	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/custody"
	"bardo.run/bardo/golem/host/home"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol/table"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/eip55"
)

// strategy compiles it, and holds what it trades against what is approved.
func (d *doctor) strategy() {
	_, s, err := d.life.compiled(strategy.PolicyFrom(d.life.config, nil, nil))
	if err != nil {
		d.fail("strategy", err, "bardo strategy check "+d.life.strategyPath())
		return
	}
	d.ok("strategy", "%s, rules: %d", s.Name, len(s.Rules))
	approved := d.life.config.Safety
	for _, p := range s.Protocols {
		if !slices.Contains(approved.ApprovedProtocols, p) {
			d.fail("strategy", fmt.Errorf("it trades on %s, which is not approved", p), fmt.Sprintf("add %q to safety.approved_protocols, if you trust it", p))
		}
	}
	if len(approved.ApprovedAssets) == 0 {
		d.fail("strategy", errors.New("no asset is approved, so nothing is ever sent"), "name both tokens of the market in safety.approved_assets")
	}
}

// owner says where the money goes at the end; err is why the owner cannot be meant, as far as
// the chain could be asked.
func (d *doctor) owner(err error) {
	c := d.life.config
	switch {
	case err != nil:
		d.fail("owner", err, "")
	case c.Identity.OwnerAddress != "":
		d.ok("owner", "%s", eip55.Must(c.Identity.OwnerAddress))
	case c.Golem.CustodyMode == custody.Embedded:
		d.fail("owner", errors.New("the provider sends the wallet's money to no one else, and there is no owner"), "set identity.owner_address")
	default:
		d.warn("owner", "identity.owner_address is empty: the testament names no owner; at its death the money stays in its account", "set it, so that the testament names you")
	}
}

// port tries the address on which the process would answer.
func (d *doctor) port() {
	address, on := listens(d.life.config)
	if !on {
		return
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		d.warn("port", fmt.Sprintf("it would answer no health checks and no events: %v", err), "set surfaces.port to a free one, or to 0")
		return
	}
	_ = listener.Close()
	d.ok("port", "%s is free", address)
}

// lateBlocks is how old the head of a chain with a block time may be, in blocks, before it is worth a
// word.
const lateBlocks = 30

// endpoints asks each for its chain and its head. One that answers is enough to go on.
func (d *doctor) endpoints(ctx context.Context) (answers bool) {
	c := d.life.config
	urls := append([]string{c.Chain.RPCURL}, c.Chain.RPCFallbacks...)
	if c.Chain.WSURL != "" {
		urls = append(urls, c.Chain.WSURL)
	}
	for _, url := range urls {
		ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
		head, err := head(ctx, url, c.ChainID())
		cancel()
		if err != nil {
			next := "is the node running? else correct the [chain] section"
			if errors.Is(err, rpc.ErrWrongChain) {
				next = fmt.Sprintf("golem.network is %q; name an endpoint of that chain", c.Golem.Network)
			}
			d.fail("endpoint", err, next)
			continue
		}
		answers = true
		age := clock.System{}.Now().Sub(time.Unix(head.Time, 0)).Round(time.Second)
		if b := c.BlockTime(); b > 0 && age > lateBlocks*b {
			d.warn("endpoint", fmt.Sprintf("%s stands at block %d, %s old", host(url), head.Number, age), "nothing is opened on a chain that lags: use another endpoint")
			continue
		}
		d.ok("endpoint", "%s: block %d, %s old", host(url), head.Number, max(age, 0))
	}
	return answers
}

// host leaves out of a URL what may be a secret: its path and its user.
func host(url string) string {
	_, rest, _ := strings.Cut(url, "://")
	rest, _, _ = strings.Cut(rest, "/")
	return rest[strings.LastIndex(rest, "@")+1:]
}

func head(ctx context.Context, url string, chainID uint64) (turn.Block, error) {
	client, err := rpc.Dial(ctx, url, chainID)
	if err != nil {
		return turn.Block{}, err
	}
	defer client.Close()
	b, err := client.Head(ctx)
	return turn.Block{Number: b.Number, Time: int64(b.Time)}, err
}

// market reads the contracts, makes the round trips, and looks at what there is to trade with.
func (d *doctor) market(ctx context.Context) {
	l := d.life
	if err := l.dial(ctx); err != nil {
		l.client = nil
		d.fail("contracts", err, "golem.markets = [\"weth-usdc-5\"] names them by the network's table; else correct the [venue] section")
		d.owner(nil)
		return
	}
	seen, err := l.eyes.Observe(ctx)
	if err != nil {
		d.fail("contracts", err, "correct the [venue] section")
		d.owner(nil)
		return
	}
	for i := range seen.Markets {
		m := &seen.Markets[i]
		d.ok("contracts", "market %s: %s in %s at %s, fee %g bps%s", m.Handle, m.Base.Symbol, m.Quote.Symbol, price(m.Price), float64(m.Fee(m.Quote.Address))/100, reached(l.eyes, m.Handle))
	}
	if err := l.fits(seen); err != nil {
		d.fail("contracts", err, "")
	}
	d.owner(l.owned(seen))
	d.entrust(ctx, seen)
	d.goesOn(ctx)
	d.feeds(seen)
	d.trips(ctx)
	d.balances(ctx, seen)
}

// feeds looks at the price feed of each asset but the numeraire, and at who watches the sequencer of a
// rollup.
func (d *doctor) feeds(seen turn.Reading) {
	if c := d.life.config; c.Network().Rollup && !d.life.eyes.Watched() && c.Venue.SequencerFeed != config.Unwatched && seen.Fed(addresses(seen.Tokens())...) {
		d.warn("feed", "nothing tells that the rollup's sequencer is down: a price of before an outage would be believed", "name its uptime feed in venue.sequencer_feed, or \"none\" where there is none")
	}
	for i := range seen.Assets {
		a, of := &seen.Assets[i], ""
		if i == 0 {
			continue
		}
		if len(seen.Assets) > 2 {
			of = " of " + a.Token.Symbol
		}
		key, age := cage.FeedKey(&seen, a.Token.Address), "venue.price_feed_age_s is"
		if key == "venue.price_feeds" {
			age = "by " + key + " or the network's table it may be"
		}
		if f := a.Feed; f == nil {
			d.warn("feed", fmt.Sprintf("there is no price feed%s: no liquidity is added, and no large order made", of), named(key, a.Token))
		} else if old := f.Age(seen.Block.Time); f.Unread == "" && old > f.Holds {
			d.fail("feed", fmt.Errorf("%s%s answered %d s ago, and %s %d", d.life.eyes.Feed(a.Token.Address), of, old, age, f.Holds), "nothing is opened or sold while it is so; raise the age only to what its operator promises")
		}
	}
}

func addresses(tokens []turn.Token) (all []common.Address) {
	for _, t := range tokens {
		all = append(all, t.Address)
	}
	return all
}

// named says how a key names the feed of a token.
func named(key string, t turn.Token) string {
	if key == "venue.price_feed" {
		return "name one in " + key
	}
	return fmt.Sprintf("name one in %s: %q, with its address and how old its answer may be", key, t.Address.Hex()+" 0x… 1200s")
}

// reached names the contracts of a market.
func reached(eyes *chain.Chain, handle string) (text string) {
	for _, at := range eyes.Deployments() {
		if at.Handle != handle {
			continue
		}
		all, _ := table.Contracts(at) // what was opened has terms that can be read
		for _, c := range all {
			text += ", " + c.What + " " + c.Address.Hex()
		}
	}
	return text
}

// price is a price for people: with two places, or four digits that tell where those would not.
func price(x float64) string {
	if x < 1 {
		return fmt.Sprintf("%.4g", x)
	}
	return fmt.Sprintf("%.2f", x)
}

// entrust has the keys say what they may do, as a start does: a provider proves what it holds.
func (d *doctor) entrust(ctx context.Context, seen turn.Reading) {
	l := d.life
	err := l.keys.Enclave().Compile(l.venue(), seen)
	if err == nil {
		var adapters *tool.Adapters
		if adapters, err = tool.NewAdapters(l.venue()); err == nil {
			_, err = l.keys.Entrust(ctx, adapters)
		}
	}
	if err != nil {
		d.fail("keys", err, "docs/custody.md says what the custody has to hold")
	}
}

// goesOn holds the settings against the birth of the life in the folder, as its next start does;
// of a folder without one it says nothing.
func (d *doctor) goesOn(ctx context.Context) {
	born, err := agent.BirthIn(d.home.Path(home.JournalDir))
	if errors.Is(err, journal.ErrEnd) {
		return
	}
	next := "write the settings of the life as they were, or begin another in another folder; limits may only be tighter"
	if err != nil {
		d.fail("life", err, "bardo verify "+d.dir)
		return
	}
	now, err := d.life.boot(ctx, &born)
	if now.Constitution = born.Constitution; err == nil && !process.Same(now, born) {
		err = process.Other(now, born, d.dir)
	}
	if err != nil {
		d.fail("life", err, next)
		return
	}
	d.ok("life", "%s goes on under these settings", born.Identity.GolemID)
}

func (d *doctor) trips(ctx context.Context) {
	foresight, err := d.life.foresight(d.life.venue())
	if err != nil {
		d.fail("venue", err, "")
		return
	}
	trips, err := foresight.Prove(ctx)
	if err != nil {
		d.fail("venue", err, "is the node able to serve state at its newest block?")
		return
	}
	for _, t := range trips {
		if t.Err != nil {
			d.fail("venue", fmt.Errorf("to %s at %s fails: %w", t.What, t.At, t.Err), "the contract is another than it should be, or the market is empty: choose another")
			continue
		}
		d.ok("venue", "%s: %s", t.What, t.At)
	}
}

// balances: money to trade with, coin for gas, approvals that fit, and a key that holds no more
// than it may.
func (d *doctor) balances(ctx context.Context, seen turn.Reading) {
	l := d.life
	if err := l.lean(ctx, seen); err != nil {
		d.fail("balances", err, "")
	}
	var held []string
	empty := true
	for _, b := range seen.Assets {
		held = append(held, fmt.Sprintf("%s worth %.2f", b.Token.Symbol, b.Value))
		empty = empty && b.Units.IsZero()
	}
	where := l.keys.Account().Hex()
	if empty && len(seen.Positions) == 0 {
		d.fail("balances", fmt.Errorf("%s holds nothing to trade with", where), d.fund(where, seen.Numeraire().Symbol))
	} else {
		d.ok("balances", "%s holds %s", where, strings.Join(held, ", "))
	}
	if seen.Native.IsZero() {
		d.fail("balances", fmt.Errorf("%s has no coin for gas", l.keys.Wallet()), d.fund(l.keys.Wallet().Hex(), "the chain's coin"))
	} else {
		d.ok("balances", "%s has %.6f of the chain's coin for gas", l.keys.Wallet(), seen.Native.Float64()/1e18)
	}
	all, _ := l.config.Approved() // the settings were loaded
	for _, t := range seen.Tokens() {
		if !slices.Contains(all, t.Address) && len(all) > 0 {
			d.fail("balances", fmt.Errorf("%s of the market, %s, is not approved", t.Symbol, t.Address), fmt.Sprintf("add %q to safety.approved_assets, if you trust it", t.Address.Hex()))
		}
	}
}

// fund says how money comes to an address: to the account what it trades with, to a key that
// holds no money itself only some coin.
func (d *doctor) fund(to, what string) string {
	c := d.life.config
	if c.Golem.Network != network.Devnet {
		return fmt.Sprintf("send %s to %s", what, to)
	}
	if d.life.keys.Grant() != nil && to == d.life.keys.Wallet().Hex() {
		to += gasAlone
	}
	return devFund(to, c.Chain.RPCURL)
}

// gasAlone has a key get coin for gas and nothing to trade with.
const gasAlone = " --usdc 0 --eth 0.02"

// devFund is the command that gives an address money on a devnet.
func devFund(to, url string) string {
	if url != devnetURL {
		to += " --rpc " + url
	}
	return "bardo dev fund " + to
}
