package cage

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/internal/money"
)

// Cap is the most that may lie in one asset, wherever it is, in one market, or in one protocol, as a
// share of equity. Name is the handle or the protocol's name; Token is the asset's address.
type Cap struct {
	Name  string         `json:"name"`
	Token common.Address `json:"token"`
	Share money.BPS      `json:"share_bps"`
}

// Caps are the owner's caps. What is not named has none of its own.
type Caps struct {
	Assets    []Cap `json:"assets,omitempty"`
	Markets   []Cap `json:"markets,omitempty"` // lending markets too
	Protocols []Cap `json:"protocols,omitempty"`
}

// CheckCaps refuses a cap of what a Golem does not read: a name that is misspelled caps nothing.
func CheckCaps(c config.Safety, seen turn.Reading) error {
	var assets, markets, protocols []string
	for _, t := range seen.Tokens() {
		assets = append(assets, t.Handle())
	}
	for i := range seen.Markets {
		markets, protocols = append(markets, seen.Markets[i].Handle), append(protocols, seen.Markets[i].Protocol)
	}
	for _, l := range seen.Lending {
		markets, protocols = append(markets, l.Handle), append(protocols, l.Protocol)
	}
	for _, m := range seen.Mute { // what does not answer now is read all the same
		markets, protocols = append(markets, m.Handle), append(protocols, c.ApprovedProtocols...)
	}
	for _, list := range []struct {
		key   string
		caps  []config.Cap
		known []string
	}{
		{"safety.max_asset", c.AssetCaps(), assets}, {"safety.max_market", c.MarketCaps(), markets}, {"safety.max_protocol", c.ProtocolCaps(), protocols},
	} {
		for _, l := range list.caps {
			if !slices.Contains(list.known, l.Name) {
				slices.Sort(list.known)
				return fmt.Errorf("CONFIG_MISMATCH: %s caps %s, and this Golem reads only %s: correct the name, or remove the cap",
					list.key, l.Name, strings.Join(slices.Compact(list.known), ", "))
			}
		}
	}
	return nil
}

// capsFrom are the caps of a configuration, for tokens of a life.
func capsFrom(c config.Safety, tokens []turn.Token) (caps Caps) {
	for _, l := range c.AssetCaps() {
		for _, t := range tokens {
			if t.Handle() == l.Name {
				caps.Assets = append(caps.Assets, Cap{l.Name, t.Address, l.Share})
			}
		}
	}
	for _, l := range c.MarketCaps() {
		caps.Markets = append(caps.Markets, Cap{Name: l.Name, Share: l.Share})
	}
	for _, l := range c.ProtocolCaps() {
		caps.Protocols = append(caps.Protocols, Cap{Name: l.Name, Share: l.Share})
	}
	return caps
}

// capped refuses what puts more into an asset, a market or a protocol than its cap. What makes none
// of them larger is not held up: prices alone can carry one beyond its cap.
func (p Policy) capped(now, then book) *turn.Refusal {
	for _, kind := range []struct {
		caps []Cap
		of   func(Cap, part) bool
	}{
		{p.Caps.Assets, func(c Cap, at part) bool { return at.token == c.Token }},
		{p.Caps.Markets, func(c Cap, at part) bool { return at.place == c.Name }},
		{p.Caps.Protocols, func(c Cap, at part) bool { return at.protocol == c.Name }},
	} {
		for _, c := range kind.caps {
			of := func(at part) bool { return kind.of(c, at) }
			if sum := then.sum(of); sum.Cmp(now.sum(of)) > 0 && !within(sum, then.equity(), int64(c.Share)) {
				return refuse(CodeConcentration, "%s would be above its %s of equity", c.Name, c.Share)
			}
		}
	}
	return nil
}

// Placing is what a call moves out of the wallet: units of a token, for another token or into
// markets. Of several markets it may be any. What is borrowed moves into it.
type Placing struct {
	Token    common.Address
	Units    *big.Int
	For      common.Address // that is bought; zero: none
	Markets  []string
	Protocol string
	Owed     bool // it comes to the wallet, and is owed
}

// Beyond refuses a call that puts more into an asset, a market or a protocol than its cap, at a
// reading and behind what was placed since.
//
// spec: safety §8
func (c Caps) Beyond(seen turn.Reading, since, more []Placing) *turn.Refusal {
	now, ok := newBook(seen)
	if !ok || now.equity().Sign() <= 0 {
		return refuse(CodeUnpriced, "something that is held has no price, or there is no equity, at block %d", seen.Block.Number)
	}
	now = now.placing(seen, since)
	then := now.placing(seen, more)
	return Policy{Caps: c}.capped(now, then)
}

// placing is the book once something was placed.
func (b book) placing(seen turn.Reading, all []Placing) book {
	n := b.after(nil, nil)
	for _, p := range all {
		units, over := uint256.FromBig(p.Units)
		if over {
			units = new(uint256.Int).SetAllOne()
		}
		v := b.value(p.Token, units)
		if p.Owed {
			n.add(part{token: p.Token, value: v})
			n.owed.Add(n.owed, v)
			continue
		}
		n.add(part{token: p.Token, value: new(big.Int).Neg(v)})
		if p.For != (common.Address{}) {
			n.add(part{token: p.For, value: new(big.Int).Set(v)})
		}
		for i, m := range p.Markets {
			at := part{token: p.Token, place: m, protocol: p.Protocol, value: new(big.Int).Set(v)}
			if i > 0 { // in one of them it lies once, and may lie in each
				at.token, at.protocol = common.Address{}, ""
				n.add(part{value: new(big.Int).Neg(v)}) // what there is in all stays
			}
			_, at.lent = seen.Lender(m)
			n.add(at)
		}
	}
	return n
}

// looserThan says what of other caps is looser than these: one that is higher, or gone.
func (c Caps) looserThan(was Caps, report func(name string, is, was money.BPS)) {
	for _, list := range []struct {
		key     string
		is, was []Cap
	}{
		{"safety.max_asset", c.Assets, was.Assets}, {"safety.max_market", c.Markets, was.Markets}, {"safety.max_protocol", c.Protocols, was.Protocols},
	} {
		for _, old := range list.was {
			is := money.Whole
			for _, c := range list.is {
				if c.Name == old.Name {
					is = c.Share
				}
			}
			if is > old.Share {
				report(list.key+" "+old.Name, is, old.Share)
			}
		}
	}
}

// within are the caps where a cage on the chain holds its own: of an asset and of a market the
// stricter one. What of a lender or a protocol lies there, the cage alone counts, when an order is
// simulated.
func (c Caps) within(fence []turn.FenceCap, markets []Listing) Caps {
	for _, f := range fence {
		switch f.Of {
		case "max_asset":
			c.Assets = tightened(c.Assets, Cap{f.Subject.Hex(), f.Subject, f.Share}, func(o Cap) bool { return o.Token == f.Subject })
		case "max_market":
			for _, m := range markets {
				if m.Address == f.Subject {
					c.Markets = tightened(c.Markets, Cap{Name: m.Handle, Share: f.Share}, func(o Cap) bool { return o.Name == m.Handle })
				}
			}
		}
	}
	return c
}

// tightened are caps with one more, or with the lower share of both where there is one of the same.
func tightened(caps []Cap, by Cap, same func(Cap) bool) []Cap {
	caps = slices.Clone(caps)
	if i := slices.IndexFunc(caps, same); i >= 0 {
		caps[i].Share = min(caps[i].Share, by.Share)
		return caps
	}
	return append(caps, by)
}
