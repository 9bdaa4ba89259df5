package history

import (
	"context"
	"crypto/ecdsa"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"time"

	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/mirage/artifact"
	"bardo.run/bardo/mirage/cheat"
	"bardo.run/bardo/mirage/deploy"
	"bardo.run/bardo/mirage/follow"
	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/rpc"
	"github.com/holiman/uint256"
)

// Config describes a world.
type Config struct {
	// Markets are recorded or generated over the same minutes; the first is the primary one,
	// whose gas prices and coin for gas are the world's. Tokens of one symbol are one token.
	Markets []Market
	// Followers are further pools, kept at the markets' prices by an arbitrageur.
	Followers []Follower
	// Lenders are lending markets of the first market's two tokens.
	Lenders []Lender
	// Pulls are what a manipulator does.
	Pulls []Pull
	// Traders is how many accounts share the trades of each market; 0 is 1.
	Traders int
	// Seed gives the keys of the deployer and the market, and with them every address,
	// and decides ties in the order of a minute's extremes.
	Seed seed.Seed
	// Artifacts are the contracts to deploy. Lenders and followers of v2 and v4 need those of the kit:
	// artifact.FindKit.
	Artifacts *artifact.Set
}

// blockGas is the gas limit of a world's blocks for each of its markets: room for the busiest
// minute among some positions of others, and for everybody else.
const blockGas = 600_000_000

// keepStates is how many of the latest blocks can be read and simulated upon: about an
// hour; keepBlocks, how many are there at all with their receipts and logs: about four hours.
// A Golem asks for the latest, and for what it sent itself; what it saw stands in its journal.
const (
	keepStates = 256
	keepBlocks = 1024
)

// keepBlocks is every block where positions of Uniswap v4 can stand: they are found by the logs of
// when they were opened, however long ago that is.
func (c Config) keepBlocks() int {
	if slices.ContainsFunc(c.Followers, func(f Follower) bool { return f.Protocol == follow.V4 }) {
		return 0
	}
	return keepBlocks
}

// Open starts a devnet, deploys the contracts and the market account on it, closes every
// state cheat, and gives the pool its first liquidity. All of this ends before the first
// minute. The caller closes the world.
func Open(ctx context.Context, c Config) (*World, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	before := c.Markets[0].Start().Add(-time.Minute)
	plan := deployment(c)
	w := &World{clock: clock.NewSimulated(before), lasts: c.keepBlocks() > 0}
	for i, m := range c.Markets {
		w.lanes = append(w.lanes, newLane(c, m, plan.Pools[i].SqrtPriceX96))
	}
	genesis, err := plan.Genesis(c.Artifacts)
	if err != nil {
		return nil, fmt.Errorf("open history: %w", err)
	}
	w.node, err = node.New(node.Config{
		GenesisTime: before, GasLimit: blockGas * uint64(len(c.Markets)), BaseFee: big.NewInt(setupGasWei), FixedBaseFee: true,
		Alloc: genesis.Alloc, Code: genesis.Code, Clock: w.clock, NoSystemCalls: true, KeepStates: keepStates, KeepBlocks: c.keepBlocks(),
		Services: []node.Services{reading, w.sending},
	})
	if err != nil {
		return nil, fmt.Errorf("open history: %w", err)
	}
	if err := w.settleIn(ctx, c, plan); err != nil {
		return nil, errors.Join(fmt.Errorf("open history: %w", err), w.node.Close())
	}
	return w, nil
}

// deployment is what the markets need on their chain. A token that is the wrapped native coin
// can be wrapped and unwrapped; any other is a token of its own, as bridged tokens are, so that
// gas money never turns into it.
func deployment(c Config) deploy.Plan {
	coin := c.Markets[0].Spec.Native.Symbol
	token := func(t Token) deploy.Token {
		return deploy.Token{Symbol: t.Symbol, Decimals: t.Decimals, Native: t.Symbol == "W"+coin && t.Decimals == 18}
	}
	plan := deploy.Plan{Seed: c.Seed, Traders: c.Traders}
	for _, m := range c.Markets {
		s := m.Spec
		plan.Pools = append(plan.Pools, deploy.Pool{
			Token0: token(s.Token0), Token1: token(s.Token1), Quote: s.Quote, Fee: s.Fee, SqrtPriceX96: Opening(m),
		})
	}
	return plan
}

func stamp(t time.Time) string { return t.Format("2006-01-02 15:04") }

// lastOfDays marks the last recorded minute of each UTC day.
func lastOfDays(minutes []Minute) []bool {
	last := make([]bool, len(minutes))
	seen := time.Time{}
	for i := len(minutes) - 1; i >= 0; i-- {
		if day := dateOf(minutes[i].Time); !minutes[i].Missing && !day.Equal(seen) {
			last[i], seen = true, day
		}
	}
	return last
}

func dateOf(t time.Time) time.Time { return t.Truncate(24 * time.Hour) }

// settleIn deploys and opens the market.
func (w *World) settleIn(ctx context.Context, c Config, plan deploy.Plan) error {
	w.node.Miner.SetAutomine(false)
	var err error
	if w.book, err = deploy.Deploy(ctx, deploy.On(w.node), c.Artifacts, plan); err != nil {
		return err
	}
	w.node.CloseCheats()
	w.inbox = inbox{node: w.node, waiting: map[common.Address]bool{}}
	deployer, err := plan.DeployerKey()
	if err != nil {
		return err
	}
	w.treasury = treasury{w.node, w.clock, plan, w.book, deployer}
	first := sealing{time: w.clock.Now(), baseFee: uint256.NewInt(setupGasWei)}
	for i, l := range w.lanes {
		if err := l.settle(w.node, plan, i, w.book.Pools[i]); err != nil {
			return err
		}
		moves := l.venue.script()
		moves.liquidity(l.venue.held, l.market.Minute(0).Liquidity)
		first.before = append(first.before, moves)
	}
	if _, err = w.seal(ctx, first); err != nil {
		return err
	}
	if err = w.gather(ctx, c); err != nil {
		return err
	}
	if err = w.lend(ctx, c); err != nil {
		return err
	}
	return w.manipulate(ctx, c)
}

// reading serves the devnet's own eth methods, which estimate in the next block, and
// none of its cheats.
func reading(n *node.Node) ([]rpc.API, error) {
	all, err := cheat.Services(cheat.Options{})(n)
	if err != nil {
		return nil, err
	}
	var kept []rpc.API
	for _, api := range all {
		if api.Namespace == "eth" {
			kept = append(kept, api)
		}
	}
	return kept, nil
}

// sending replaces the method that takes transactions.
func (w *World) sending(*node.Node) ([]rpc.API, error) {
	return []rpc.API{{Namespace: "eth", Service: &sender{w}}}, nil
}

func addressOf(key *ecdsa.PrivateKey) common.Address { return crypto.PubkeyToAddress(key.PublicKey) }
