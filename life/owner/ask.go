package owner

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bardo.run/bardo/evm/delegation"
	"bardo.run/bardo/evm/rpc"
	"bardo.run/bardo/golem/agent"
	"bardo.run/bardo/golem/core/config"
	"bardo.run/bardo/golem/host/turn"
	"bardo.run/bardo/golem/safety/cage"
	"bardo.run/bardo/golem/safety/grant"
	"bardo.run/bardo/golem/safety/worstday"
	"bardo.run/bardo/golem/world/chain"
	"bardo.run/bardo/golem/world/tool"
	"bardo.run/bardo/internal/eip55"
	"bardo.run/bardo/internal/money"
)

// Ask is what an owner asks for: a Golem's settings, its key, and on which contracts of
// others the grant stands.
type Ask struct {
	Config  config.GolemConfig
	Mode    grant.Mode
	Owner   common.Address // whose account holds the money; its key signs, or, where it is a contract, it does
	Session common.Address // the Golem's key

	Manager common.Address // MetaMask's DelegationManager
	Account common.Address // the code that the owner's account takes on, where it has none (EIP-7702)
	Counter common.Address // MetaMask's LimitedCallsEnforcer

	// Accept are hashes of code that the owner checked elsewhere; all other code of the
	// framework has to be the published.
	Accept []common.Hash

	QuoteFeed, BaseFeed common.Address // price feeds in US dollars, as Chainlink's
	QuoteAge, BaseAge   uint32         // seconds that an answer of each holds
	AgeReason           string         // why one holds for longer than 1,200
	Sequencer           common.Address // uptime feed of the rollup's sequencer
	Unwatched           bool           // the owner says that there is none

	Start, End uint64 // unix seconds
	Daily      money.USDC
	Calls      uint64
	Salt       uint256.Int

	Signature []byte // of the account, where it is a contract (ERC-1271); none yet
}

// ErrAsk says that a grant cannot be made as it was asked for.
var ErrAsk = errors.New("GRANT_REFUSED")

// wish reads the market and turns the ask into a wish, in words for the owner too.
func (a Ask) wish(ctx context.Context, client *rpc.Client) (grant.Wish, grant.Words, error) {
	if err := a.supported(); err != nil {
		return grant.Wish{}, grant.Words{}, err
	}
	at := eip55.Must
	v := a.Config.Venue
	eyes, err := chain.Open(ctx, client, chain.Config{
		ChainID: a.Config.ChainID(), Account: a.Owner, Pool: at(v.Pool), Quote: at(v.Quote), Router: at(v.Router), Positions: at(v.PositionManager),
		Aave: at(v.AavePool), NativePrice: v.NativeUSD.USDC(), Sanctions: at(a.Config.Safety.SanctionsOracle),
	})
	if err != nil {
		return grant.Wish{}, grant.Words{}, fmt.Errorf("open the market: %w", err)
	}
	seen, err := eyes.Look(ctx)
	if err != nil {
		return grant.Wish{}, grant.Words{}, err
	}
	adapters, err := tool.NewAdapters(tool.Venue{Account: a.Owner, Router: at(v.Router), Positions: at(v.PositionManager), Aave: at(v.AavePool), Grant: new(grant.Grant)})
	if err != nil {
		return grant.Wish{}, grant.Words{}, err
	}
	forms, err := adapters.Forms(seen)
	if err != nil {
		return grant.Wish{}, grant.Words{}, err
	}
	tokens, err := a.tokens(ctx, client, seen)
	if err != nil {
		return grant.Wish{}, grant.Words{}, err
	}
	policy := agent.Limits(a.Config, []turn.Token{seen.Pool.Token0, seen.Pool.Token1}, seen.Pool.Address)
	w := grant.Wish{
		Mode: a.Mode, ChainID: a.Config.ChainID(), Manager: a.Manager, Counter: a.Counter, Owner: a.Owner, Account: a.Owner, Key: a.Session,
		Start: a.Start, End: a.End, Tokens: tokens, Forms: forms, Pools: []common.Address{seen.Pool.Address},
		Limits: grant.Limits(policy, worth(seen)), Worth: worth(seen), Calls: a.Calls, Daily: a.Daily, Salt: a.Salt, Sanctions: at(a.Config.Safety.SanctionsOracle),
		Sequencer: a.Sequencer,
	}
	w.WorstDay = worstDay(w, policy, seen, a.Config.Custody.MaxKeyBalance.USDC())
	words := grant.Words{Market: "Uniswap v3 " + seen.Pool.Token0.Symbol + "/" + seen.Pool.Token1.Symbol, Cash: seen.Pool.Quote().Symbol}
	if v.AavePool != "" {
		words.Market += " and Aave v3"
	}
	return w, words, nil
}

// worstDay is what the contracts of a wish bound, once they stand.
func worstDay(w grant.Wish, p cage.Policy, seen turn.Reading, key money.USDC) worstday.Limits {
	if w.Mode == grant.LocalKey {
		return worstday.Of(worstday.Granted, p, seen, key, w.Daily)
	}
	l := worstday.Of(worstday.Delegation, p, seen, key, 0)
	l.Caged = true
	return l
}

// supported refuses what the cage's enforcer cannot read.
func (a Ask) supported() error {
	v := a.Config.Venue
	switch {
	case a.Mode != grant.Delegation && a.Mode != grant.LocalKey:
		return fmt.Errorf("%w: golem.custody_mode is %q", ErrAsk, a.Mode)
	case a.Mode == grant.Delegation && (v.V2Router != "" || v.V4Router != "" || v.Morpho != ""):
		return fmt.Errorf("%w: the cage's enforcer reads the calls of Uniswap v3 and Aave v3 only; leave venue.v2_router, venue.v4_router and venue.morpho out", ErrAsk)
	case a.Session == a.Owner || a.Session == common.Address{}:
		return fmt.Errorf("%w: the Golem needs a key of its own, and %s is the owner's or none", ErrAsk, a.Session)
	}
	return a.ages()
}

// worth is what the account holds, as its first high-water mark.
func worth(seen turn.Reading) money.USDC {
	return money.USDC(math.Round(max(0, seen.Equity()-seen.Native.Float64()/1e18*seen.NativeUSD) * float64(money.One)))
}

// manager checks that the manager signs for this chain.
func (a Ask) manager(ctx context.Context, client *rpc.Client, block common.Hash) error {
	if err := delegation.IsManager(ctx, client, block, a.Config.ChainID(), a.Manager); err != nil {
		return fmt.Errorf("%w: %w", ErrAsk, err)
	}
	return nil
}
