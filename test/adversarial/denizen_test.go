package adversarial

import (
	"fmt"
	"math/big"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/bind"
	"bardo.run/bardo/evm/evmtest"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/sim"
	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/owner"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol"
	"bardo.run/bardo/golem/world/protocol/aavev3"
	"bardo.run/bardo/golem/world/protocol/morphoblue"
	venues "bardo.run/bardo/golem/world/protocol/table"
	"bardo.run/bardo/golem/world/protocol/uniswapv2"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
	"bardo.run/bardo/golem/world/protocol/uniswapv4"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/money"
)

// denizen is a life in a realm, with the limits of the configuration as it is shipped.
type denizen struct {
	*stage
	r     *realm
	audit *auditor
	eyes  *chain.Chain
	rng   rnd
	fuel  *uint256.Int
	daily money.USDC                // of a grant to a local key; zero: what the Golem itself may spend
	blind bool                      // it asks no price feed
	goods *basket                   // that it trades; nil: one pool, and lenders
	owner func(*config.GolemConfig) // changes the defaults
	loud  func(string, ...any)      // hears of each attempt; nil: nobody does
}

// estate is what an account has at birth, in whole USDC and thousandths of an ether.
type estate struct{ usdc, weth int64 }

// newDenizen puts a Golem into a new realm; edits are made before anything is set up.
func newDenizen(t testing.TB, c custody, n uint64, f family, has estate, edits ...func(*denizen)) *denizen {
	t.Helper()
	return settled(t, c, n, f, plot{has: has}, edits...)
}

// settled does so as a plot has it.
func settled(t testing.TB, c custody, n uint64, f family, p plot, edits ...func(*denizen)) *denizen {
	t.Helper()
	r, has := newRealm(t), p.has
	s, err := newStage(c, n, f, filepath.Join(t.TempDir(), "journal"))
	check(t, err)
	s.router = r.Router
	d := &denizen{stage: s, r: r, rng: s.seed.Stream("foe"), fuel: uint256.NewInt(5e18), owner: func(*config.GolemConfig) {}}
	r.wallet, r.account = s.key.Address(), s.key.Address()
	for _, edit := range edits {
		edit(d)
	}
	s.view, s.client = r, rpc.New(r.RPC)
	d.boots(has)
	d.boot.Oracle = p.gated
	d.funds(has)
	if c.enclosed {
		check(t, s.enclosed(t.Context(), d.reading(), r))
		t.Cleanup(s.cell.shut)
	}
	d.audit = newAuditor(d)
	return d
}

// boots is the boot entry: every limit is the configuration's default. The stage is full and
// nothing is predicted, because a Golem that may not act yet is no target.
func (d *denizen) boots(has estate) {
	r, c, b := d.r, config.Default(), &d.boot
	d.owner(&c)
	c.Safety.ApprovedAssets, c.Safety.ApprovedProtocols = d.assets(common.Address.Hex), append([]string{uniswapv3.Name, aavev3.Name, morphoblue.Name, uniswapv2.Name, uniswapv4.Name}, d.goods.protocols(d.custody)...)
	c.Safety.MaxPositions = 9 // of what is held at birth and opened everywhere
	c.Venue.AavePool, c.Venue.Morpho = r.kit.At("AavePool").Hex(), r.kit.At("Morpho").Hex()
	b.Chain.Numeraire, b.Venue = r.USDC, tool.Venue{Account: r.account, Deployments: append(d.deployed().Deployments(), d.goods.beside(d.custody)...)}
	eyes := d.opened()
	b.Venue.Deployments = eyes.Deployments()
	seen, err := eyes.Look(r.t.Context())
	check(r.t, err)
	b.Policy = cage.FromConfig(c, seen.Tokens(), d.approves(seen.Markets))
	b.Policy.MaxBehind, b.Policy.Fenced = c.Chain.StalenessBlocks, d.custody.mode != ""
	b.Birth.Start = r.Now().UnixMilli()
	b.Identity.CreatedAt, b.Birth.Until = b.Birth.Start, b.Birth.Start+100_000*minute
	b.Permit.TTL, b.Permit.Tolerance, b.Risk.Emergency = c.Permits.TTL().Milliseconds(), c.Safety.MaxDivergence, c.Safety.EmergencyDrawdown
	b.Chain.Poll, b.Chain.Patience, b.Birth.Credit = 3_000, 30_000, credit*money.One
	b.Chain.Witnessed, b.Runs = true, true
	d.strategy = fmt.Sprintf(denizenText, strings.Join(d.symbols(), ", "), c.Safety.MaxSlippage)
	b.Strategy.Text = []byte(d.strategy)
	d.knows(&b.Strategy.Policy)
	b.Birth.Tokens = []ledger.Amount{{Asset: r.USDC.Hex(), Units: *uint256.NewInt(uint64(has.usdc) * 1e6)}, {Asset: r.WETH.Hex(), Units: *new(uint256.Int).Mul(uint256.NewInt(uint64(has.weth)), uint256.NewInt(1e15))}, {Asset: ledger.Native, Units: *d.fuel}} //nolint:gosec // small
}

// credit is what a life has for gas and models, in whole USDC: the share that is for gas
// pays more than its key's coin can.
const credit = 800_000

// denizenText is a strategy that wants nothing and allows whatever its owner's defaults do.
const denizenText = "+++\nname = \"prey\"\nassets = [%s]\nprotocols = [\"uniswap-v3\"]\n\n[risk]\nmax_position = \"25%%\"\nslippage = \"%dbps\"\nstart_stage = \"full\"\n\n" +
	"[heartbeat]\ntick_interval = \"60s\"\n+++\n\n# Objective\n\nHold.\n\n```rule entry never\nwhen exposure > 200%%\ndo buy 1%% of equity\n```\n"

// funds gives the key its coin and the account its money, and sets a grant up where the
// custody has one.
func (d *denizen) funds(has estate) {
	d.r.t.Helper()
	d.r.Send(d.r.wallet, int64(d.fuel.Uint64())) //nolint:gosec // small
	d.r.seals()
	if d.custody.mode != "" {
		d.grants(has)
	}
	d.r.Execute(d.r.USDC, bind.NewERC20().PackTransfer(d.r.account, big.NewInt(has.usdc*1e6)))
	d.r.Execute(d.r.WETH, bind.NewERC20().PackTransfer(d.r.account, new(big.Int).Mul(big.NewInt(has.weth), big.NewInt(1e15))))
	d.r.seals()
	d.start = purse{d.r.Holds(d.r.USDC), d.r.Holds(d.r.WETH)}
}

// deployed is what the custody can trade in, before it was opened.
func (d *denizen) deployed() venues.Venue {
	r := d.r
	v := venues.Venue{Pools: []venues.Pool{{Handle: onPool, At: r.Pool}}, Router: r.Router, Positions: r.Positions, Aave: r.kit.At("AavePool")}
	if d.goods != nil {
		return d.goods.venue()
	}
	v.Morpho, v.MorphoMarket = r.kit.At("Morpho"), d.morphoID()
	v.V2Router, v.V4 = r.kit.At("UniswapV2Router02"), r.v4()
	return v
}

// config is how the chain is read.
func (d *denizen) config() chain.Config {
	v, r := d.boot.Venue, d.r
	c := chain.Config{ChainID: evmtest.ChainID, Account: v.Account, Payer: v.Sender(), Grant: v.Grant, Numeraire: r.USDC, Deployments: v.Deployments}
	switch {
	case d.goods != nil:
		c.Feeds = d.goods.feeds()
	case !d.blind:
		c.Feeds = []protocol.Feed{{Token: r.WETH, Feed: r.kit.At("ETHFeed"), Age: feedAge}}
	}
	return c
}

// opened reads the chain with the configuration of now.
func (d *denizen) opened() *chain.Chain {
	d.r.t.Helper()
	eyes, err := chain.Open(d.r.t.Context(), d.client, d.config())
	check(d.r.t, err)
	return eyes
}

// reading is what the chain says now.
func (d *denizen) reading() turn.Reading {
	d.r.t.Helper()
	seen, err := d.opened().Observe(d.r.t.Context())
	check(d.r.t, err)
	return seen
}

// reaches is the real chain, as the Golem reaches it.
func (d *denizen) reaches() agent.Outside {
	d.r.t.Helper()
	d.eyes = d.opened()
	fork, err := sim.New(d.client, sim.Rules{ChainID: evmtest.ChainID, Hardfork: sim.Osaka})
	check(d.r.t, err)
	adapters, err := tool.NewAdapters(d.boot.Venue)
	check(d.r.t, err)
	return agent.Outside{
		Eyes: d.eyes, Client: d.client, Signer: d.key, Identity: d.identity, Clock: d.r, Dice: d.dice, Mind: d.mind, Letters: []owner.Source{&d.r.voice}, Endpoints: d.r,
		Strategy:  func() ([]byte, error) { return []byte(d.strategy), nil },
		Foresight: mutable{&tool.Simulator{Adapters: adapters, Chain: d.eyes, Client: d.client, Fork: fork, ChainID: evmtest.ChainID}, d.r},
	}
}
