package history

import (
	"context"
	"crypto/ecdsa"
	"errors"
	"fmt"
	"math/big"
	"time"

	"bardo.run/bardo/internal/clock"
	"bardo.run/bardo/internal/seed"
	"bardo.run/bardo/mirage/artifact"
	"bardo.run/bardo/mirage/cheat"
	"bardo.run/bardo/mirage/deploy"
	"bardo.run/bardo/mirage/node"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/rpc"
	"github.com/holiman/uint256"
)

// Config describes a world.
type Config struct {
	Market Market
	// Seed gives the keys of the deployer and the market, and with them every address,
	// and decides ties in the order of a minute's extremes.
	Seed seed.Seed
	// Artifacts are the contracts to deploy.
	Artifacts *artifact.Set
}

// blockGas is the gas limit of a world's blocks: room for the market's busiest minute
// among some positions of others, and for everybody else.
const blockGas = 600_000_000

// keepStates is how many of the latest blocks can be read and simulated upon: about an
// hour. Blocks, receipts and logs stay for good.
const keepStates = 256

// Open starts a devnet, deploys the contracts and the market account on it, closes every
// state cheat, and gives the pool its first liquidity. All of this ends before the first
// minute. The caller closes the world.
func Open(ctx context.Context, c Config) (*World, error) {
	if err := c.Market.Check(); err != nil {
		return nil, err
	}
	before := c.Market.Start().Add(-time.Minute)
	plan := deployment(c)
	w := &World{
		market: c.Market, clock: clock.NewSimulated(before), stats: newStats(),
		course: course{market: c.Market, planner: Planner{c.Market.Spec, c.Seed}, lastOfDay: lastOfDays(c.Market.Minutes), ref: plan.SqrtPriceX96, minute: -1},
		venue:  venue{price: plan.SqrtPriceX96, held: new(uint256.Int)},
	}
	genesis, err := plan.Genesis(c.Artifacts)
	if err != nil {
		return nil, fmt.Errorf("open history: %w", err)
	}
	w.node, err = node.New(node.Config{
		GenesisTime: before, GasLimit: blockGas, BaseFee: big.NewInt(setupGasWei), FixedBaseFee: true,
		Alloc: genesis.Alloc, Code: genesis.Code, Clock: w.clock, NoSystemCalls: true, KeepStates: keepStates,
		Services: []node.Services{reading, w.sending},
	})
	if err != nil {
		return nil, fmt.Errorf("open history: %w", err)
	}
	if err := w.settleIn(ctx, c.Artifacts, plan); err != nil {
		return nil, errors.Join(fmt.Errorf("open history: %w", err), w.node.Close())
	}
	return w, nil
}

// deployment is what a market needs on its chain. A base token that is the wrapped
// native coin can be wrapped and unwrapped; any other is a token of its own, as bridged
// tokens are, so that gas money never turns into it.
func deployment(c Config) deploy.Plan {
	s := c.Market.Spec
	token := func(t Token) deploy.Token {
		return deploy.Token{Symbol: t.Symbol, Decimals: t.Decimals, Native: t.Symbol == "W"+s.Native.Symbol && t.Decimals == 18}
	}
	return deploy.Plan{
		Seed: c.Seed, Token0: token(s.Token0), Token1: token(s.Token1), Fee: s.Fee, SqrtPriceX96: Opening(c.Market),
	}
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
func (w *World) settleIn(ctx context.Context, set *artifact.Set, plan deploy.Plan) error {
	w.node.Miner.SetAutomine(false)
	var err error
	if w.book, err = deploy.Deploy(ctx, deploy.On(w.node), set, plan); err != nil {
		return err
	}
	w.node.CloseCheats()
	account, pool := w.book.Address("Market"), w.book.Address("UniswapV3Pool")
	w.venue.account, w.venue.pool = account, pool
	w.gauge = gauge{node: w.node, pool: pool}
	w.inbox = inbox{w.node, map[common.Address]bool{}}
	key, err := plan.MarketKey()
	if err != nil {
		return err
	}
	w.hand = hand{chain: w.node.Chain, key: key, owner: addressOf(key), account: account}
	deployer, err := plan.DeployerKey()
	if err != nil {
		return err
	}
	w.treasury = treasury{w.node, w.clock, plan, w.book, deployer}
	moves := w.venue.script()
	moves.liquidity(w.venue.held, w.market.Minutes[0].Liquidity)
	_, err = w.seal(ctx, sealing{time: w.clock.Now(), baseFee: uint256.NewInt(setupGasWei), before: moves})
	return err
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
