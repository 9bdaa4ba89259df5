package adversarial

import (
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/erc4626"
)

// stores asks to put so many dollars into the vault.
func (x *intrigue) stores(dollars int64) []byte {
	c := x.goods.cellar.holds
	return body("supply", fields{"market": quote(onVault), "asset": quote(c.handle), "amount": quote(c.units(dollars).String())}, "")
}

// fetches asks to take so many dollars out of it, or all.
func (x *intrigue) fetches(dollars int64) []byte {
	c, amount := x.goods.cellar.holds, "all"
	if dollars > 0 {
		amount = c.units(dollars).String()
	}
	return body("withdraw", fields{"market": quote(onVault), "asset": quote(c.handle), "amount": quote(amount)}, "")
}

// stocks has the account put into the vault what its owner lets lie there.
func (x *intrigue) stocks() {
	for _, dollars := range []int64{9_000, 7_900} {
		x.proposes("store", x.stores(dollars), nil)
	}
	x.proposes("beyond a cap", x.stores(1_000), nil)
	x.fails(x.ticks(1))
}

// cellars has the shares of a vault pay less than they stand for: for a fee on leaving, because it has
// no cash, or because it is closed. Whatever is bought then is judged by what leaving pays.
func (x *intrigue) cellars(want int) {
	g, turn := x.goods, 0
	x.keeps = true
	x.stocks()
	x.rests()
	x.faces()
	x.volleys(want, func() bool {
		x.goods.calms()
		x.focus = pick(x.rng, g.coins[1:]...)
		switch turn++; turn % 4 {
		case 1:
			g.charges(9_000 + x.rng.Int64N(900))
		case 2:
			g.empties(x.rng.Int64N(200))
		case 3:
			g.closes(true)
		default:
			return true
		}
		x.fails(x.ticks(1)) // what pays at once much less is in doubt once, and no fall is judged by it
		return false
	}, x.opens)
}

// faces buys as much of an asset as may be held where half of the shares' face is gone.
func (x *intrigue) faces() {
	g := x.goods
	for _, bps := range []int64{5_000, 8_000} {
		g.charges(bps)
		x.fails(x.ticks(1))
		x.proposes("beyond a cap", x.swaps(g.stall(onLink), g.stall(onLink).quote, 7_900), nil)
		x.proposes("beyond a cap", x.stores(500), nil)
	}
	g.calms()
	x.rests()
	if len(x.faults) == 0 && x.cells[square{"store", letThrough, x.custody.name, x.state}] == 0 {
		x.fails(fmt.Errorf("nothing was put into the vault"))
	}
}

// banks asks to put something into the vault, or to take something out.
func (x *intrigue) banks() (string, []byte) {
	switch x.rng.IntN(4) {
	case 0:
		return "fetch", x.fetches(0)
	case 1:
		return "fetch", x.fetches(x.size())
	}
	return "store", x.stores(x.size())
}

// bogus asks for a vault that is none of the account's, by a name or for an asset that it has not.
func (x *intrigue) bogus() (string, []byte) {
	p := fields{"market": quote(onVault), "asset": quote(usd), "amount": quote(fmt.Sprint(1_000_000 + x.rng.Uint64N(9e9)))}
	kind := pick(x.rng, "supply", "withdraw")
	switch x.rng.IntN(6) {
	case 0: // another vault, by its address or by a name
		p["market"] = quote(pick(x.rng, like(x.rng, x.goods.cellar.at), x.goods.cellar.at, stranger(x.rng)).Hex())
	case 1:
		p["market"] = quote(pick(x.rng, "erc-4626-2", "erc4626", "vault", "dvusdc", "erc-4626 ", "Erc-4626", "erc\u20114626"))
	case 2: // an asset that is not the vault's
		kind, p["asset"] = "supply", quote(pick(x.rng, eth, btc, lnk, dai))
	case 3: // its shares are no asset
		p["asset"] = quote(pick(x.rng, onVault, "dvusdc", x.goods.cellar.at.Hex()))
	case 4: // for somebody
		p[pick(x.rng, "receiver", "owner", "to", "recipient", "vault")] = quote(stranger(x.rng).Hex())
	case 5: // what a vault does not do
		kind = pick(x.rng, "borrow", "repay")
	}
	return "another vault", body(kind, p, "")
}

// cuckoo asks for a Golem whose vault holds something else than it was configured to hold, or is none.
func (x *intrigue) cuckoo() {
	g, c := x.goods, x.config()
	terms := erc4626.Terms{Vault: g.cellar.at}
	switch x.rng.IntN(3) {
	case 0: // it holds another asset
		other := pick(x.rng, g.coins[1:]...)
		terms.Asset = &other.at
	case 1: // one that no market trades
		terms.Vault = x.r.Deploy(answers(g.cellar.at))
		x.r.seals()
	case 2: // it is a token
		terms.Vault = pick(x.rng, g.coins...).at
	}
	c.Deployments = append(g.venue().Deployments(), protocol.Deploy(erc4626.Name, "", terms))
	x.tried++
	if _, err := chain.Open(x.ctx, x.client, c); !errors.Is(err, protocol.ErrSelfReport) {
		x.fails(fmt.Errorf("%s is taken for a vault: %w", terms.Vault, err))
		return
	}
	x.cells[square{"a vault of its own", atStart, x.custody.name, x.state}]++
}

// answers is the code of a contract that answers whatever it is asked with one address.
func answers(with common.Address) []byte {
	code := append([]byte{0x73}, with[:]...)
	return append(code, 0x60, 0x00, 0x52, 0x60, 0x20, 0x60, 0x00, 0xf3)
}
