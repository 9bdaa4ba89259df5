package adversarial

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	keys "bardo.run/bardo/golem/custody"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/evm/signer"
	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/agent/agenttest"
	"bardo.run/bardo/golem/custody/embedded"
	"bardo.run/bardo/golem/host/booking"
	"bardo.run/bardo/golem/host/journal"
	"bardo.run/bardo/golem/host/ledger"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/mind/heartbeat"
	"bardo.run/bardo/golem/mind/heartbeat/probe"
	"bardo.run/bardo/golem/mind/mortality"
	"bardo.run/bardo/golem/mind/strategy"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/permit"
	"bardo.run/bardo/golem/safety/risk"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/protocol"
	venues "bardo.run/bardo/golem/world/protocol/table"
	"bardo.run/bardo/golem/world/protocol/uniswapv3"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/money"
	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/internal/version"
)

// stage is one Golem among enemies, and all that can be seen of it.
type stage struct {
	seed   seed.Seed
	family family
	dir    string
	boot   agent.Boot

	custody custody
	account common.Address // has the money
	router  common.Address // that may sell for it
	grant   *grant.Grant   // by which the key acts for it; nil: the account is the key's
	terms   []byte         // how its delegation is redeemed

	world     *agenttest.World
	client    *rpc.Client
	key       chain.Signer
	identity  *keys.Identity
	wallet    *embedded.Wallet // nil unless an enclave has the key
	cell      *cell            // where it has it
	golem     *agent.Agent
	books     *ledger.Ledger
	chain     *chronicle
	mind      *hostile
	papers    map[string]string
	strategy  string       // STRATEGY.md as it is now
	limits    []inForce    // the policies of the life
	given     *uint256.Int // base tokens at birth
	direct    heartbeat.Hands
	done      []attempt // what became of the acts
	tight     string    // the limit that is put to the test
	kept      []string  // permits that were given and not used
	asked     int32     // the pool's tick when they were asked for
	mood      int       // of the world, a family's own count
	start     purse
	view      view
	impact    int64                                  // basis points that the pool's depth may cost beside the slippage
	signedOff int                                    // signatures that a family made with the key itself
	past      map[string]func(context.Context) error // handles that were given up
	trouble   error                                  // of an act that could not be made
	ticked    int
	beats     uint64 // theta ticks
	dice      *mortality.Dice
	replayed  bool
	lived     bool // again, from its journal
	until     int  // ticks of the life that is replayed
}

// inForce is a policy from a moment of the audit on.
type inForce struct {
	from   int // records of the audit before it
	policy cage.Policy
}

const minute = 60_000 // milliseconds

// strategyText is the owner's: it wants nothing, so that every proposal is the attacker's.
const strategyText = "+++\nname = \"prey\"\nassets = [\"USDC\", \"WETH\"]\nprotocols = [\"uniswap-v3\"]\n\n[risk]\nmax_position = \"25%%\"\nslippage = \"%dbps\"\nstart_stage = \"full\"\n\n" +
	"[heartbeat]\ntick_interval = \"90s\"\n+++\n\n# Objective\n\nHold.\n\n```rule entry never\nwhen exposure > 200%%\ndo buy 1%% of equity\n```\n"

// slippage is what the owner allows.
const slippage = 100

// caged says that a cage on the chain holds the account.
func (s *stage) caged() bool { return s.grant != nil && s.grant.Mode == grant.Delegation }

// newStage is the n-th life of a custody, of a family.
func newStage(c custody, n uint64, f family, dir string) (*stage, error) {
	s := &stage{
		custody: c, seed: seed.Seed(n), family: f, dir: dir, papers: map[string]string{}, books: ledger.New(), chain: &chronicle{},
		strategy: fmt.Sprintf(strategyText, slippage), given: units(1e18),
	}
	secret := s.seed.Bytes("key")
	var err error
	if s.key, err = signer.New(agenttest.ChainID, &secret); err != nil {
		return nil, err
	}
	identity := s.seed.Bytes("identity")
	if s.identity, err = keys.NewIdentity(agenttest.ChainID, &identity); err != nil {
		return nil, err
	}
	start := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC).UnixMilli()
	s.world = agenttest.NewWorld(s.seed, s.key.Address(), start-agenttest.BlockTime)
	s.world.Faults, s.view = agenttest.Faults{}, s.world
	s.world.Wallet[agenttest.WETH.Address].Set(s.given)
	s.born(start)
	if err := s.entrusted(); err != nil {
		return nil, err
	}
	if err := s.mortal(); err != nil {
		return nil, err
	}
	s.mind = &hostile{stage: s, rng: s.seed.Stream("mind")}
	if f.scene != nil {
		f.scene(s, s.seed.Stream("scene"))
	}
	s.boot.Strategy.Text, s.boot.Strategy.Policy = []byte(s.strategy), strategy.DefaultPolicy()
	s.start = purse{s.world.Wallet[s.quote()].ToBig(), s.world.Wallet[s.base()].ToBig()}
	return s, nil
}

// born is what the Golem is born with: the limits of the configuration as it is shipped, or
// tighter ones, but for three. A Golem of these lives trades with each tick, to show that its
// hand works, so that it may as often in an hour as an owner can allow; and its market may fall
// by half without a drawdown that would speak before what is put to the test.
func (s *stage) born(start int64) {
	s.account, s.router = s.key.Address(), agenttest.Router
	wallet, usdc, weth := s.account, agenttest.USDC.Address, agenttest.WETH.Address
	s.boot = agent.Boot{
		Identity:  turn.Identity{GolemID: fmt.Sprintf("prey-%d", s.seed), Name: "prey", Wallet: wallet, Key: s.identity.Address(), CreatedAt: start, ChainID: agenttest.ChainID, Epoch: 1},
		Heartbeat: beat(),
		Venue:     venue(wallet),
		Chain:     chain.Terms{Numeraire: usdc, Poll: agenttest.BlockTime, Patience: 4 * agenttest.BlockTime},
		Birth:     booking.Birth{Start: start, Until: start + 600*minute, Credit: 500 * money.One, Paid: money.One, Tokens: []ledger.Amount{{Asset: usdc.Hex(), Units: *s.world.Wallet[usdc]}, {Asset: weth.Hex(), Units: *s.given}, {Asset: ledger.Native, Units: s.world.Native}}},
		Version:   version.Program,
		Custody:   agent.Custody{Recovery: "the test has it"},
		Mortality: mortality.Terms{Limits: mortality.Limits{Saving: 0.3, Ending: 0.02}},
		Model:     "attacker",
		Permit:    permit.Terms{TTL: minute},
		Policy: cage.Policy{
			Tokens: []common.Address{usdc, weth}, Markets: listed(), Protocols: []string{uniswapv3.Name},
			MaxPosition: 2_500, MaxConcentration: 3_000, MaxSlippage: slippage, MaxImpact: 100, MaxDrawdown: 5_000, Loss: cage.LossLimits{Day: 200, Session: 1_000, Move: 200, Exit: 100},
			PerTransaction: 1_000 * money.One, PerSession: 50_000 * money.One, PerDay: 100_000 * money.One, MaxAssets: 2, MaxPositions: 5, PerHour: cage.Governor, MaxBehind: 2,
		},
		Risk: risk.Terms{Emergency: 10_000},
	}
}

// venue is the fake chain's pool for an account.
func venue(account common.Address) tool.Venue {
	return tool.Venue{Account: account, Deployments: deployed(agenttest.Pool, agenttest.Router, agenttest.Positions)}
}

// deployed is a pool as it was opened.
func deployed(pool, router, positions common.Address) []protocol.Deployment {
	return venues.Venue{Pools: []venues.Pool{{Handle: onPool, At: pool}}, Router: router, Positions: positions}.Deployments()
}

// listed is the fake chain's pool, approved.
func listed() []cage.Listing {
	return []cage.Listing{{Handle: onPool, Protocol: uniswapv3.Name, Address: agenttest.Pool}}
}

// pools are the contracts of the approved markets.
func (s *stage) pools() (all []common.Address) {
	for _, m := range s.boot.Policy.Markets {
		if m.Address != (common.Address{}) {
			all = append(all, m.Address)
		}
	}
	return all
}

// mortal gives it its clocks, none of which ends soon.
func (s *stage) mortal() (err error) {
	secret := s.seed.Bytes("fate")
	s.dice = mortality.NewDice(&secret, s.boot.Identity.GolemID)
	m := mortality.DefaultSettings()
	m.Paid, m.Hazard.Base = false, 1e-9
	m.Commitment, err = s.dice.Commitment()
	s.boot.Mortality.Clocks, s.boot.Birth.Plan.Rebalances = m, true
	return err
}

// beat deliberates on every theta tick, as often as it is let.
func beat() heartbeat.Config {
	c := heartbeat.Defaults()
	c.Probes.Price = probe.Limit{Low: 0, High: 0}
	c.IdleBreak, c.Steps, c.TimeoutMin, c.Budget.Cap = 1, 2*each, 10*minute, 1_000_000*money.One
	c.Clock.GammaMin, c.Clock.GammaMax = 5*minute, 5*minute
	return c
}

// opens starts the Golem on a journal; outside is empty in a replay.
func (s *stage) opens(j *journal.Journal, outside agent.Outside) (err error) {
	stores := agent.Stores{Journal: j, Records: s.mind, Ledger: s.books, Audit: s.chain, Estate: s, Log: slog.New(slog.DiscardHandler)}
	s.golem, err = agent.New(s.boot, outside, stores)
	if err == nil {
		s.direct = s.golem.Hands()
	}
	return err
}

// outside is the fake chain, and the attacker.
func (s *stage) outside() agent.Outside {
	return agent.Outside{
		Eyes: s.world, Foresight: s.world, Client: s.client, Signer: s.key, Identity: s.identity, Clock: s.world, Mind: s.mind, Dice: s.dice, Endpoints: others{},
		Strategy: func() ([]byte, error) { return []byte(s.strategy), nil },
	}
}

// record opens the journal of a new life.
func (s *stage) record() (*journal.Journal, error) {
	return journal.Open(s.dir, journal.Options{Policy: journal.History, Boot: s.boot, Clock: clock.NewSimulated(time.Unix(0, 0))})
}

// Bequeath implements dying.Estate.
func (s *stage) Bequeath(name string, document any) error {
	text, err := json.Marshal(document)
	s.papers[name] = string(text)
	return err
}

// quote and base are the tokens of the pool.
func (s *stage) quote() common.Address { return s.boot.Chain.Numeraire }

func (s *stage) base() common.Address {
	for _, t := range s.boot.Policy.Tokens {
		if t != s.boot.Chain.Numeraire {
			return t
		}
	}
	panic("a pool of one token")
}

// buys is a proposal to spend so many units of the quote token.
func (s *stage) buys(amount uint64) fields { return swap(usd, eth, units(amount), 50) }

// modest is an amount that no limit forbids, different at each call.
func (s *stage) modest(rng *rand.Rand) uint64 { return 10_000_000 + rng.Uint64N(20_000_000) }

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// act judges what a direct call came to.
func (s *stage) act(ctx context.Context, a attempt, commit bool) (attempt, string, error) {
	p, err := s.direct.Preview(ctx, turn.Proposal{Body: a.body, Origin: turn.OriginModel, Cause: a.cause})
	if err != nil || p.Refusal != nil || !commit {
		a.stopped(turn.Action{Preview: p, Status: turn.StatusBlocked})
		return a, p.PermitID, err
	}
	x, err := s.direct.Commit(ctx, p.PermitID)
	a.stopped(turn.Action{Preview: p, Execution: &x, Status: x.Status})
	return a, p.PermitID, err
}
